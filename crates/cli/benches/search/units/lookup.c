// Binary search in an array that must be sorted, and questions about where it ended.
struct table {
    int n, key[10];
};

static int sorted(const struct table *t) {
    if (t->n < 0 || t->n > 10)
        return 0;
    for (int i = 1; i < t->n; i++)
        if (t->key[i - 1] > t->key[i])
            return 0;
    return 1;
}

int lookup(struct table t, int key) {
    if (!sorted(&t))
        return -1;
    int low = 0, high = t.n, steps = 0;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (t.key[middle] < key)
            low = middle + 1;
        else
            high = middle;
        steps++;
    }
    if (low == t.n)
        return t.n == 10 ? -2 : -3;
    if (t.key[low] != key)
        return low == 7 && t.key[low] == key + 1 ? 1 : 2;
    if (low + 2 < t.n && t.key[low + 1] == key && t.key[low + 2] == key)
        return 3;
    if (steps == 4 && low == 0 && t.key[9] == -key)
        return 4;
    return 5;
}

#ifdef FUZZ
#include "fuzz.h"
static void call(void) {
    struct table t;
    int key;
    take(&key, sizeof key);
    t.n = take_byte() % 12;
    take(t.key, sizeof t.key);
    lookup(t, key);
}
#endif

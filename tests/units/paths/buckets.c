// Keys in buckets, compared in three ways: where two are equal, so are their buckets.
//~FUNCTION group outcome=complete paths=154
//~FUNCTION compare outcome=complete paths=2
//~FUNCTION same_everywhere outcome=complete branches=7/8 paths=3
enum { BUCKETS = 10, KEYS = 4 };

static int compare(int a, int b) {
    return a < b ? -1 : b < a;
}

// Two groups of keys, and how many were seen before. Of k keys in one group there are as many paths as weak orders,
// which group is which does not matter: (75 + 4 * 13 + 6 * 3 * 3 + 4 * 13 + 75) / 2.
int group(int a, int b, int c, int d) {
    int key[KEYS] = {a, b, c, d}, bucket[KEYS], again = 0;
    for (int i = 0; i < KEYS; i++) {
        bucket[i] = (unsigned)key[i] % BUCKETS == 4;
        for (int j = 0; j < i; j++)
            if (bucket[j] == bucket[i] && compare(key[j], key[i]) == 0)
                again++;
    }
    return again;
}

// What a function says of equal numbers is equal.
int same_everywhere(unsigned x, unsigned y, unsigned z) {
    if (x != y || y != z)
        return 0;
    if (x % 1000 * 7 % 13 != z % 1000 * 7 % 13)
        return 1;
    return x * 37 / 11 == 5 ? 2 : 3;
}

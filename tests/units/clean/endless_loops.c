// The twins of finds/endless_loops.c: every loop ends.
//~FLAGS --executions 2000 --time 60
//~FLAGS --function small_counter --function by_twos --function own_cycle --function halved --function doubled
//~FLAGS --function not_advanced --function state_machine --function behind_three_conditions
//~FUNCTION small_counter bugs=0
//~FUNCTION by_twos bugs=0
//~FUNCTION own_cycle bugs=0
//~FUNCTION halved bugs=0
//~FUNCTION doubled bugs=0
//~FUNCTION not_advanced bugs=0
//~FUNCTION state_machine bugs=0
//~FUNCTION behind_three_conditions bugs=0
#include <string.h>

int small_counter(int n) {
    int sum = 0;
    if (n < 0 || n > 300)
        return -1;
    for (unsigned short i = 0; i < n; i++)
        sum ^= i;
    return sum;
}

int by_twos(unsigned char n) {
    int odd = 0;
    while (n > 1) {
        odd ^= 1;
        n -= 2;
    }
    return odd;
}

struct cell { int value; struct cell *next; };

int own_cycle(int value) {
    struct cell b = { 2, NULL }, a = { 1, &b };
    const struct cell *p = &a;
    if (value == 9)
        a.next = NULL;
    while (p && p->value != value)
        p = p->next;
    return p != NULL;
}

static const int sorted[5] = { 1, 3, 5, 7, 9 };

int halved(int key) {
    int low = 0, high = 4;
    if (key < 1 || key > 9)
        return -1;
    while (low < high) {
        int mid = (low + high) / 2;
        int up = sorted[mid] < key;
        low = up ? mid + 1 : low;
        high = up ? high : mid;
    }
    return low;
}

unsigned doubled(unsigned size, unsigned needed) {
    if (size < 1 || size > 100 || needed > 1000)
        return 0;
    while (size < needed)
        size *= 2;
    return size;
}

int not_advanced(const char *s) {
    int i = 0, spaces = 0;
    if (!s || strlen(s) > 5)
        return -1;
    while (s[i] != '\0') {
        spaces += s[i] == ' ';
        i++;
    }
    return spaces;
}

int state_machine(unsigned char event) {
    static const unsigned char next[4] = { 1, 2, 2, 3 };
    unsigned state = event == 6;
    if (event > 6)
        return -1;
    while (state != 2)
        state = next[state];
    return (int)state;
}

int behind_three_conditions(int a, int b, int c) {
    int n = 5;
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 62)
        return 0;
    while (n != a)
        n++;
    return n;
}

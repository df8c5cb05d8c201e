// Loops that never end for some argument; the twins are in clean/endless_loops.c.
//~FLAGS --executions 400 --time 10
//~FLAGS --function small_counter --function by_twos --function own_cycle --function halved --function doubled
//~FLAGS --function not_advanced --function state_machine --function behind_three_conditions
//~FUNCTION small_counter bugs=1
//~FUNCTION by_twos bugs=1
//~FUNCTION own_cycle bugs=1
//~FUNCTION halved bugs=1
//~FUNCTION doubled bugs=1
//~FUNCTION not_advanced bugs=1
//~FUNCTION state_machine bugs=1
//~FUNCTION behind_three_conditions bugs=1
#include <string.h>

// call: small_counter(256)
int small_counter(int n) {
    int sum = 0;
    if (n < 0 || n > 300)
        return -1;
    for (unsigned char i = 0; i < n; i++) //~BUG infinite-loop
        sum ^= i;
    return sum;
}

// call: by_twos(7)
int by_twos(unsigned char n) {
    int odd = 0;
    while (n != 0) { //~BUG infinite-loop
        odd ^= 1;
        n -= 2;
    }
    return odd;
}

struct cell { int value; struct cell *next; };

// call: own_cycle(9)
int own_cycle(int value) {
    struct cell b = { 2, NULL }, a = { 1, &b };
    const struct cell *p = &a;
    if (value == 9)
        b.next = &a;
    while (p && p->value != value) //~BUG infinite-loop
        p = p->next;
    return p != NULL;
}

static const int sorted[5] = { 1, 3, 5, 7, 9 };

// call: halved(9)
int halved(int key) {
    int low = 0, high = 4;
    if (key < 1 || key > 9)
        return -1;
    while (low < high) { //~BUG infinite-loop
        int mid = (low + high) / 2;
        int up = sorted[mid] <= key;
        low = up ? mid : low;
        high = up ? high : mid;
    }
    return low;
}

// call: doubled(0, 5)
unsigned doubled(unsigned size, unsigned needed) {
    if (size > 100 || needed > 1000)
        return 0;
    while (size < needed) //~BUG infinite-loop
        size *= 2;
    return size;
}

// call: not_advanced("a b")
int not_advanced(const char *s) {
    int i = 0, spaces = 0;
    if (!s || strlen(s) > 5)
        return -1;
    while (s[i] != '\0') { //~BUG infinite-loop
        spaces |= s[i] == ' ';
        i += s[i] != ' ';
    }
    return spaces;
}

// call: state_machine(6)
int state_machine(unsigned char event) {
    static const unsigned char next[4] = { 1, 2, 2, 3 };
    unsigned state = event == 6;
    if (event > 6)
        return -1;
    while (state != 3) //~BUG infinite-loop
        state = next[state];
    return (int)state;
}

// call: behind_three_conditions(23, 62, 23 ^ 0x55)
int behind_three_conditions(int a, int b, int c) {
    int n = 5;
    if (a < -1000 || a > 1000 || a * 3 - 7 != b || (c ^ a) != 0x55 || b != 62)
        return 0;
    while (n != a) //~BUG infinite-loop
        n = n == 5 ? 4 : 5;
    return n;
}

// Loops end as often as they begin, as far as clang's counters go: what a loop's condition did is told from what stands
// around it, also where it stands in a macro or where nobody comes out of the loop alive.
//~FUNCTION in_a_macro outcome=complete branches=4/4
//~FUNCTION macros_in_loops outcome=complete branches=4/4
//~FUNCTION nobody_comes_out branches=1/2
//~FUNCTION nor_at_its_end branches=1/2
//~FUNCTION behind_a_switch branches=7/8
//~FUNCTION in_an_if branches=3/4
//~FUNCTION needle branches=2/2
//~FUNCTION one_case outcome=complete branches=6/6
#include <stdlib.h>

#define LARGE(c) ((c) > 9)

int in_a_macro(int v) {
    int t = 0;
    if (LARGE(v)) {
        for (int i = 0; i < 2; i++)
            t++;
    }
    return t;
}

int macros_in_loops(int v) {
    int t = 0;
    for (unsigned i = 0; !LARGE(i + 8); i++) {
        for (unsigned j = 0; !LARGE(j + 9 - (v & 3)); j++)
            t += v;
    }
    return t;
}

static void die(int t) {
    if (t == 5)
        abort(); //~BUG abort
}

int nobody_comes_out(int v) {
    int t = 0;
    while (t < 10) {
        t++;
        die(t);
    }
    return t + v;
}

int nor_at_its_end(int v) {
    int t = v & 1;
    do {
        t++;
        die(t);
    } while (t < 10);
    return t;
}

int behind_a_switch(int v) {
    int t = 0;
    switch (v) {
    case 1:
        t = 1;
        break;
    case 2:
        t = 2;
        break;
    }
    while (t < 10) {
        t++;
        die(t);
    }
    return t;
}

int in_an_if(int v) {
    int t = 0;
    if (v > 7) {
        while (t < 10) {
            t++;
            die(t);
        }
    }
    return t;
}

static void stop(void) {
    abort(); //~BUG abort
}

int needle(int v) {
    while (v != 12345)
        stop();
    return 1;
}

int one_case(int v) {
    int t = 0;
    switch (v) {
    case 3:
        for (int i = 0; i < 2; i++)
            t++;
    }
    return t;
}

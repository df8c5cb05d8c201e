// Every binary operator on int, each deciding a branch of its own.
//~FUNCTION operators outcome=complete branches=32/32 paths=56 divergences=0
//~FLAGS --function operators
static int hits;

static void hit(int yes) {
    if (yes)
        hits++;
}

int operators(int a, int b) {
    hits = 0;
    if (a > 1000 || a < -1000 || b > 1000 || b < -1000)
        return -1;
    if (a + b == 77)
        hit(1);
    if (a - b == 78)
        hit(1);
    if (a * 3 == 27)
        hit(1);
    if ((a & b) == 5)
        hit(1);
    if ((a | b) == 127)
        hit(1);
    if ((a ^ b) == 96)
        hit(1);
    if (~a == b)
        hit(1);
    if (-a == b + 2)
        hit(1);
    if (!a)
        hit(1);
    if (a <= b - 3)
        hit(1);
    if (a >= b + 4)
        hit(1);
    if (a != b + 1)
        hit(1);
    return hits;
}

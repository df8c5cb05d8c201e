// Eight conditions of their own, then floats that depend on all of them.
//~FUNCTION never outcome=complete paths=512 infeasible=512 branches=8/10
//~FUNCTION sum outcome=complete paths=768 branches=8/8
int never(unsigned char k, float x) {
    int n = 0;
    for (int i = 0; i < 8; i++)
        if (k >> i & 1)
            n += i;
    float y = x * x + (float)k - 5.0f;
    if (y < -6.0f)
        return -1;
    if (y * 0.5f < -10.0f)
        return -2;
    if (y > 10000.0f)
        return n;
    return 0;
}

int sum(unsigned char k, float x) {
    int n = 0;
    for (int i = 0; i < 8; i++)
        if (k >> i & 1)
            n += i;
    if (x + (float)k == 300.5f)
        return n;
    if (x < (float)k)
        return -1;
    return 0;
}

// More conditions than a trace has room for: it says so, and what was covered is not lost.
//~FLAGS --executions 1 --time 20
//~FUNCTION many outcome=executions branches=4/4 bugs=0
int many(unsigned x) {
    int n = 0;
    for (unsigned i = 0; i < 80000; i++)
        if (x * i > 1000u + i)
            n++;
    return n & 1;
}

// Counts down to a zero that it steps over.
//~FUNCTION down bugs=1
//~FLAGS --executions 50
int down(int n) {
    volatile char room[512]; //~BUG stack-overflow
    room[0] = (char)n;
    if (n == 7)
        return room[0];
    return n == 0 ? 0 : down(n - 2) + 1;
}

// Counts down to a zero that it steps over. All in one line: which of its instructions meets the end of the
// stack is chance.
//~FUNCTION down bugs=1
//~FLAGS --executions 50
int down(int n) { volatile char room[512]; room[0] = (char)n; if (n == 7) return room[0]; return n == 0 ? 0 : down(n - 2) + 1; } //~BUG stack-overflow

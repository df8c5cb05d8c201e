//~FUNCTION main outcome=complete paths=1 executions=1
static int square(int x) { return x * x; }

int main(void) {
    if (square(12) != 144)
        return 1;
    return 0;
}

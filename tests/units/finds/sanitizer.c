// Checks that the compiler adds are neither branches nor paths, but their failure is found.
//~FLAGS --checks +signed-overflow
//~FUNCTION next outcome=complete paths=2 branches=0/0 bugs=1
//~FUNCTION area outcome=complete branches=4/4 bugs=1
int next(int x) {
    return x + 1; //~BUG signed-overflow
}

int area(int width, int height) {
    if (width < 0 || height < 0)
        return -1;
    return width * height; //~BUG signed-overflow
}

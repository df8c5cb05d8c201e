// With a main there are no other files: what nothing writes is what it was.
int verbose;

//~FUNCTION level outcome=complete paths=1 branches=1/2
int level(void) {
    if (verbose)
        return 1;
    return 0;
}

int main(void) {
    return level();
}

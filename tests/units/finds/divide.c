//~FUNCTION mean outcome=complete bugs=1
//~FUNCTION modulo outcome=complete bugs=1
int mean(int sum, int n) {
    if (n < 0)
        return 0;
    return sum / n; //~BUG div-by-zero
}

unsigned modulo(unsigned a, unsigned char b) {
    return a % (b - 7u); //~BUG div-by-zero
}

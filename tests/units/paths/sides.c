// Products that are a known number: their factors are its divisors, and a prime has two of them.
//~FUNCTION rectangle outcome=complete paths=7 branches=15/16
//~FUNCTION signs outcome=complete paths=7 branches=12/12
//~FUNCTION wide outcome=complete paths=3 branches=4/4

int rectangle(unsigned w, unsigned h) {
    if (w < 2 || h < 2 || w > 46340 || h > 46340)
        return 0;
    if (w * h == 1022117) // 1009 * 1013
        return w < h ? 1 : 2;
    if (w * h == 2147117569u) { // 46337 * 46337
        if (w != h)
            return 3;
        return 4;
    }
    return 5;
}

int signs(int a, int b) {
    if (a < -1000 || a > 1000 || b < -1000 || b > 1000)
        return 0;
    if (a * b == -994009 && a < 0) // 997 * -997
        return 1;
    return 2;
}

int wide(unsigned short a, unsigned b) {
    if ((unsigned long long)a * b == 246198277313) { // 61 * 1009 * 4000037
        if (a > 1000)
            return 1;
        return 2;
    }
    return 0;
}

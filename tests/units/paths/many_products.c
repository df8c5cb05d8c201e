// Eight conditions of their own, then products: the same question again and again, or another on each path.
//~FUNCTION same outcome=complete paths=768 infeasible=256 branches=21/22 solver.by_layer.cache>=500
//~FUNCTION other outcome=complete paths=768 branches=20/20
int same(char a, char b, char c, char d, char e, char f, char g, char h, int x, int y) {
    int n = 0;
    if (a > 1)
        n += 1;
    if (b > 2)
        n += 2;
    if (c > 3)
        n += 4;
    if (d > 4)
        n += 8;
    if (e > 5)
        n += 16;
    if (f > 6)
        n += 32;
    if (g > 7)
        n += 64;
    if (h > 8)
        n += 128;
    if (x * y == 391)
        return n;
    // a square leaves 0, 1 or 4 when divided by 8
    if ((unsigned)x * (unsigned)x % 8 == 5)
        return -2;
    if (x * 5 - y == 77)
        return -1;
    return 0;
}

int other(char a, char b, char c, char d, char e, char f, char g, char h, int x, int y) {
    int n = 0;
    if (a > 1)
        n += 1;
    if (b > 2)
        n += 2;
    if (c > 3)
        n += 4;
    if (d > 4)
        n += 8;
    if (e > 5)
        n += 16;
    if (f > 6)
        n += 32;
    if (g > 7)
        n += 64;
    if (h > 8)
        n += 128;
    if (y == x * x + a * b + c * d + e * f + g * h)
        return n;
    if (y > x * a + b * c + d * e + f * g + h)
        return -1;
    return 0;
}

// Vectors are their lanes.
//~FUNCTION lanes outcome=complete paths=3 branches=4/4
typedef int v4 __attribute__((vector_size(16)));

int lanes(int a, int b) {
    v4 x = {a, b, 3, 4}, y = {b, 2, 1, 0};
    x = x * 3 + y;
    if (x[0] == 100 && x[1] == 302)
        return 1;
    return 0;
}

// Indices that leave a row or a column of an array of arrays; the twins are in clean/array_of_arrays.c.
//~FLAGS --executions 2000 --time 60 --nonnull
//~FUNCTION column bugs=1
//~FUNCTION row bugs=1
//~FUNCTION exchanged bugs=1
//~FUNCTION indices_exchanged bugs=1
//~FUNCTION heap_rows bugs=1
//~FUNCTION argument_rows bugs=1
//~FUNCTION cube bugs=1
//~FUNCTION last_row_pointer bugs=1
#include <stdlib.h>

// call: column(1, 4)
int column(unsigned i, unsigned j) {
    int m[3][4] = { { 1 }, { 2 }, { 3 } };
    if (i > 2 || j > 4)
        return -1;
    m[i][j] = 5; //~BUG out-of-bounds
    return m[2][0];
}

// call: row(3)
int row(unsigned i) {
    int m[3][4] = { { 1 }, { 2 }, { 3 } };
    if (i > 3)
        return -1;
    return m[i][1]; //~BUG out-of-bounds
}

static char board[3][3];

// call: exchanged(2)
int exchanged(int k) {
    int n = 0;
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++)
            n += board[y][x] == k; //~BUG out-of-bounds
    return n;
}

static const int distances[2][5] = { { 0, 1, 2, 3, 4 }, { 1, 0, 1, 2, 3 } };

// call: indices_exchanged(4, 1)
int indices_exchanged(unsigned city, unsigned from) {
    if (city > 4 || from > 1)
        return -1;
    return distances[city][from]; //~BUG out-of-bounds
}

// call: heap_rows(3)
int heap_rows(unsigned i) {
    int(*m)[4] = calloc(3, sizeof *m);
    if (!m || i > 3)
        return free(m), -1;
    int r = m[i][0]; //~BUG out-of-bounds
    free(m);
    return r;
}

// call: int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; argument_rows(m, 0, 3)
int argument_rows(int m[static 2][3], unsigned i, unsigned j) {
    if (i > 1 || j > 3)
        return -1;
    return m[i][j]; //~BUG out-of-bounds
}

struct sheet { int rows; short cells[2][2][2]; int sum; };

// call: cube(1, 2)
int cube(unsigned j, unsigned k) {
    struct sheet s = { 2, { { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } }, 0 };
    if (j > 1 || k > 2)
        return -1;
    return s.cells[0][j][k] + s.sum; //~BUG out-of-bounds
}

// call: last_row_pointer(3)
int last_row_pointer(unsigned n) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    const int *p = m[1];
    int sum = 0;
    if (n > 3)
        return -1;
    for (unsigned i = 0; i <= n; i++)
        sum += p[i]; //~BUG out-of-bounds
    return sum;
}

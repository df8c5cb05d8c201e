// The twins of finds/array_of_arrays.c: every index is inside its row and column.
//~FLAGS --executions 2000 --time 60 --nonnull
//~FUNCTION column bugs=0
//~FUNCTION row bugs=0
//~FUNCTION exchanged bugs=0
//~FUNCTION indices_exchanged bugs=0
//~FUNCTION heap_rows bugs=0
//~FUNCTION argument_rows bugs=0
//~FUNCTION cube bugs=0
//~FUNCTION last_row_pointer bugs=0
#include <stdlib.h>

int column(unsigned i, unsigned j) {
    int m[3][4] = { { 1 }, { 2 }, { 3 } };
    if (i > 2 || j > 3)
        return -1;
    m[i][j] = 5;
    return m[2][0];
}

int row(unsigned i) {
    int m[3][4] = { { 1 }, { 2 }, { 3 } };
    if (i > 2)
        return -1;
    return m[i][1];
}

static char board[3][3];

int exchanged(int k) {
    int n = 0;
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            n += board[y][x] == k;
    return n;
}

static const int distances[2][5] = { { 0, 1, 2, 3, 4 }, { 1, 0, 1, 2, 3 } };

int indices_exchanged(unsigned city, unsigned from) {
    if (city > 4 || from > 1)
        return -1;
    return distances[from][city];
}

int heap_rows(unsigned i) {
    int(*m)[4] = calloc(3, sizeof *m);
    if (!m || i >= 3)
        return free(m), -1;
    int r = m[i][0];
    free(m);
    return r;
}

int argument_rows(int m[static 2][3], unsigned i, unsigned j) {
    if (i > 1 || j > 2)
        return -1;
    return m[i][j];
}

struct sheet { int rows; short cells[2][2][2]; int sum; };

int cube(unsigned j, unsigned k) {
    struct sheet s = { 2, { { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } }, 0 };
    if (j > 1 || k > 1)
        return -1;
    return s.cells[0][j][k] + s.sum;
}

int last_row_pointer(unsigned n) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    const int *p = m[1];
    int sum = 0;
    if (n > 3)
        return -1;
    for (unsigned i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

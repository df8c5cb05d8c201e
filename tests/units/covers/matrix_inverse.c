// The inverse of a 3x3 matrix of fractions by Gauss and Jordan, rows exchanged where a pivot is zero, as
// in CAUT (Wang et al. 2009), Table 4.
//~FLAGS --function inverse --time 20
//~FUNCTION inverse outcome=complete branches=8/8 bugs=0
enum { N = 3 };

struct matrix {
    double a[N][N];
};

static int pivot_row(double a[N][2 * N], int column) {
    int row = column;
    while (row < N && a[row][column] == 0)
        row++;
    return row;
}

static int invert(double a[N][2 * N]) {
    for (int column = 0; column < N; column++) {
        int row = pivot_row(a, column);
        if (row == N)
            return 0;
        for (int k = 0; k < 2 * N; k++) {
            double t = a[row][k];
            a[row][k] = a[column][k];
            a[column][k] = t;
        }
        double pivot = a[column][column];
        for (int k = 0; k < 2 * N; k++)
            a[column][k] /= pivot;
        for (int i = 0; i < N; i++) {
            double factor = a[i][column];
            for (int k = 0; k < 2 * N && i != column; k++)
                a[i][k] -= factor * a[column][k];
        }
    }
    return 1;
}

int inverse(struct matrix m) {
    double a[N][2 * N] = {{0}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = m.a[i][j];
    for (int i = 0; i < N; i++)
        a[i][N + i] = 1;
    if (!invert(a))
        return 0;
    return 1;
}

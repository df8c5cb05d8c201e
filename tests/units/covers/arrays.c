// Arrays of the unit filled with inputs; indices known.
//~FUNCTION matrix outcome=complete branches=12/12
//~FUNCTION window outcome=complete branches=6/6
struct four { int k[2][2]; };

int matrix(struct four m) {
    int det = m.k[0][0] * m.k[1][1] - m.k[0][1] * m.k[1][0];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (m.k[i][j] < -3 || m.k[i][j] > 3)
                return -1;
    if (det == 0)
        return 0;
    return det == 15 ? 2 : det;
}

int window(int a, int b, int c) {
    int k[3] = {a, b, c};
    const int *p = k;
    int best = -1;
    for (p = k; p < k + 3; p++) {
        if (p[0] == 7)
            best = (int)(p - k);
        if (best >= 0)
            break;
    }
    return best;
}

// ALERT, Fig. 12 (its misplaced brace set right): triangles, 14 paths.
//~FUNCTION tritype outcome=complete paths=14 divergences=0
unsigned int tritype(unsigned short i, unsigned short j, unsigned short k) {
    unsigned int trityp;
    if ((i == 0) || (j == 0) || (k == 0))
        trityp = 4;
    else {
        trityp = 0;
        if (i == j)
            trityp = trityp + 1;
        if (i == k)
            trityp = trityp + 2;
        if (j == k)
            trityp = trityp + 3;
        if (trityp == 0) {
            if ((i + j <= k) || (j + k <= i) || (i + k <= j))
                trityp = 4;
            else
                trityp = 1;
        } else {
            if (trityp > 3)
                trityp = 3;
            else if ((trityp == 1) && (i + j > k))
                trityp = 2;
            else if ((trityp == 2) && (i + k > j))
                trityp = 2;
            else if ((trityp == 3) && (j + k > i))
                trityp = 2;
            else
                trityp = 4;
        }
    }
    return trityp;
}

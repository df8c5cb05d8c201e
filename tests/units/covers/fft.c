// A fast Fourier transform of eight complex numbers in place, as in CAUT (Wang et al. 2009), Table 4;
// the size is an input, and what comes out is looked at.
//~FLAGS --function spectrum --time 20
//~FUNCTION spectrum branches=8/8 bugs=0
#include <stddef.h>

struct signal {
    int n;
    double re[8], im[8];
};

// cos and sin of -2 pi k / 8.
static const double cosine[4] = {1, 0.70710678118654752, 0, -0.70710678118654752};
static const double sine[4] = {0, -0.70710678118654752, -1, -0.70710678118654752};

static void exchange(double *a, double *b) {
    double t = *a;
    *a = *b;
    *b = t;
}

static int fft(double *re, double *im, int n) {
    if (n < 1 || n > 8 || (n & (n - 1)) != 0)
        return 0;
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n / 2;
        for (; j & bit; bit /= 2)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            exchange(&re[i], &re[j]);
            exchange(&im[i], &im[j]);
        }
    }
    for (int half = 1; half < n; half *= 2)
        for (int begin = 0; begin < n; begin += 2 * half)
            for (int k = 0; k < half; k++) {
                int at = begin + k, w = k * (4 / half);
                double r = re[at + half] * cosine[w] - im[at + half] * sine[w];
                double i = re[at + half] * sine[w] + im[at + half] * cosine[w];
                re[at + half] = re[at] - r;
                im[at + half] = im[at] - i;
                re[at] += r;
                im[at] += i;
            }
    return 1;
}

int spectrum(struct signal s) {
    if (!fft(s.re, s.im, s.n))
        return -1;
    if (s.n == 2 && s.re[0] == 3 && s.re[1] == 1)
        return 1;
    return 0;
}

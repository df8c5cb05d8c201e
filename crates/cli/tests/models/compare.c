/* Each model and the function it stands for, on the same arguments. Prints how often each was compared; ends with 1
   at the first difference. */
#define __NO_CTYPE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>

#include <acute/models.h>

enum { ROUNDS = 20000, SIZE = 24 };

static unsigned long state = 1;

static unsigned below(unsigned n) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % n;
}

/* What the runtime says to a comparison. Here chance says how much lies before it, and which bytes depend on an input:
   those that do may be followed by more. */
size_t __acute_together(const void *a, const void *b, size_t most, int how) {
    const unsigned char *x = a, *y = b;
    size_t count = 0, all = below(SIZE + 1);
    int last = 0;
    for (; count < all && count < most && !last; count++) {
        int is_end = how & ACUTE_TEXT && (x[count] == 0 || y[count] == 0);
        int differs = !(how & ACUTE_ANY_CASE) && x[count] != y[count];
        last = (is_end || differs) && below(2);
    }
    return count << 1 | last;
}

int __acute_choose(_Bool c, int x, int y) {
    return c ? x : y;
}

/* Strings that share beginnings, with bytes of both signs; the rest is noise without a zero, so that one that is
   read too far shows. */
static void fill(char *s) {
    static const char few[] = "aAbBzZ@[`{ \t0189-+xX\x80\xff:";
    unsigned length = below(SIZE - 1);
    for (unsigned i = 0; i < SIZE; i++)
        s[i] = below(4) ? few[below(sizeof few - 1)] : (char)(1 + below(255));
    s[length] = '\0';
}

static void number(char *s) {
    static const char *const corners[] = {
        "", "0", "-", "+", "0x", "0X", "0xg", "-0x1", "08", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "-18446744073709551615", " \t\n\v\f\r42", "+-1", "zz", "0x7fffffffffffffff", "2147483648", "99999999999"};
    static const char digits[] = "0123456789abcxyzXZ -+";
    enum { CORNERS = sizeof corners / sizeof *corners };
    unsigned pick = below(CORNERS * 3);
    if (pick < CORNERS) {
        strcpy(s, corners[pick]);
        return;
    }
    unsigned length = below(SIZE - 1);
    for (unsigned i = 0; i < length; i++)
        s[i] = digits[below(below(2) ? 10 : sizeof digits - 1)];
    s[length] = '\0';
}

static void differ(const char *name, const char *a, const char *b, long model, long library) {
    printf("%s(\"%s\", \"%s\"): the model says %ld, the library %ld\n", name, a, b, model, library);
    exit(1);
}

#define SAME(name, model, library)                                       \
    do {                                                                 \
        long m_ = (long)(model), l_ = (long)(library);                   \
        if (m_ != l_)                                                    \
            differ(#name, a, b, m_, l_);                                 \
        name##_count++;                                                  \
    } while (0)
#define BOTH(name, ...) SAME(name, __acute_unit_##name(__VA_ARGS__), name(__VA_ARGS__))
/* One whose sign alone is promised: glibc's memcmp gives the difference or 1, by where the memory lies in its page. */
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define SIGNS(name, ...) SAME(name, SIGN(__acute_unit_##name(__VA_ARGS__)), SIGN(name(__VA_ARGS__)))
/* One that writes: into copies, which must be alike afterwards. */
#define WRITES(name, ...)                                                                   \
    do {                                                                                    \
        char to[2][3 * SIZE];                                                               \
        memset(to[0], 'n', sizeof to[0]);                                                   \
        strcpy(to[0], a);                                                                   \
        memcpy(to[1], to[0], sizeof to[0]);                                                 \
        long mine = __acute_unit_##name(to[0], __VA_ARGS__) - to[0];                          \
        long its = name(to[1], __VA_ARGS__) - to[1];                                         \
        SAME(name, mine, its);                                                                 \
        SAME(name, 0, memcmp(to[0], to[1], sizeof to[0]));                                  \
    } while (0)
/* One that writes, returns a place in what it wrote or NULL, and may have memory that overlaps. */
#define MOVES(name, at, ...)                                                                \
    do {                                                                                    \
        char to[2][3 * SIZE];                                                               \
        for (unsigned k = 0; k < sizeof to[0]; k++)                                         \
            to[0][k] = to[1][k] = (char)(a[k % SIZE] + (int)k);                             \
        char *into = to[0] + (at);                                                          \
        char *mine = __acute_unit_##name(into, __VA_ARGS__);                                \
        long place = mine ? mine - to[0] : -1;                                              \
        into = to[1] + (at);                                                                \
        char *its = name(into, __VA_ARGS__);                                                \
        SAME(name, place, its ? its - to[1] : -1);                                          \
        SAME(name, 0, memcmp(to[0], to[1], sizeof to[0]));                                  \
    } while (0)
/* One that gives a new string. */
#define COPIES(name, ...)                                                                   \
    do {                                                                                    \
        char *mine = __acute_unit_##name(__VA_ARGS__), *its = name(__VA_ARGS__);            \
        SAME(name, 0, strcmp(mine, its));                                                   \
        free(mine);                                                                         \
        free(its);                                                                          \
    } while (0)
/* Cuts a string into pieces: the same ones, and the same left. `next` is the call, on `text` and `rest`. */
#define CUTS(name, first, mine, its)                                                        \
    do {                                                                                    \
        char cut[2][SIZE], *rests[2];                                                       \
        memcpy(cut[0], a, SIZE);                                                            \
        memcpy(cut[1], a, SIZE);                                                            \
        rests[0] = cut[0];                                                                  \
        rests[1] = cut[1];                                                                  \
        for (int k = 0; k < 5; k++) {                                                       \
            char *text = k == 0 && (first) ? cut[0] : NULL, **rest = &rests[0];             \
            char *one = (mine);                                                             \
            text = text ? cut[1] : NULL;                                                    \
            rest = &rests[1];                                                               \
            char *other = (its);                                                            \
            (void)text;                                                                     \
            SAME(name, one ? one - cut[0] : -1, other ? other - cut[1] : -1);               \
            SAME(name, rests[0] ? rests[0] - cut[0] : -1, rests[1] ? rests[1] - cut[1] : -1); \
            SAME(name, 0, memcmp(cut[0], cut[1], SIZE));                                    \
        }                                                                                   \
    } while (0)
#define TRUTHS(name, ...) SAME(name, !!__acute_unit_##name(__VA_ARGS__), !!name(__VA_ARGS__))
#define PARSES(name)                                                     \
    do {                                                                 \
        char *ends[2] = {a, a};                                          \
        int error;                                                       \
        errno = 0;                                                       \
        long mine = (long)__acute_unit_##name(a, &ends[0], base);          \
        error = errno;                                                   \
        errno = 0;                                                       \
        SAME(name, mine, name(a, &ends[1], base));                         \
        SAME(name, error, errno);                                        \
        SAME(name, ends[0] - a, ends[1] - a);                            \
        SAME(name, __acute_unit_##name(a, NULL, base), name(a, NULL, base)); \
    } while (0)

#define NAMES(X)                                                                                           \
    X(atoi) X(atol) X(atoll) X(bcmp) X(isalnum) X(isalpha) X(isascii) X(isblank) X(iscntrl) X(isdigit)     \
    X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace) X(isupper) X(iswalnum) X(iswalpha)              \
    X(iswblank) X(iswcntrl) X(iswdigit) X(iswgraph) X(iswlower) X(iswprint) X(iswpunct) X(iswspace)        \
    X(iswupper) X(iswxdigit) X(isxdigit) X(memccpy) X(memchr) X(memcmp) X(memcpy) X(memmem) X(memmove)     \
    X(mempcpy) X(memrchr) X(memset) X(stpcpy) X(stpncpy) X(strcasecmp) X(strcasestr) X(strcat) X(strchr)  \
    X(strchrnul) X(strcmp) X(strcpy) X(strcspn) X(strdup) X(strlen) X(strncasecmp) X(strncat)              \
    X(strncmp) X(strncpy) X(strndup) X(strnlen) X(strpbrk) X(strrchr) X(strsep) X(strspn) X(strstr)        \
    X(strtoimax) X(strtok_r) X(strtol) X(strtoll) X(strtoul) X(strtoull) X(strtoumax) X(tolower)           \
    X(longjmp) X(siglongjmp) X(toupper) X(wcschr) X(wcscmp) X(wcslen) X(wcsncmp) X(wmemchr)
#define COUNT(name) static unsigned long name##_count;
#define SHOW(name) printf(#name " %lu\n", name##_count);
NAMES(COUNT)

/* Where nothing is an input. */
unsigned __acute_is_symbolic(unsigned long x) {
    (void)x;
    return 0;
}

/* What setjmp returns after each of both jumps with a value. */
#define JUMPS(name, value)                       \
    do {                                         \
        jmp_buf here;                            \
        volatile int mine = -1, theirs = -1;     \
        if ((mine = setjmp(here)) == 0)          \
            __acute_unit_##name(here, value);    \
        if ((theirs = setjmp(here)) == 0)        \
            name(here, value);                   \
        SAME(name, mine, theirs);                \
    } while (0)

static void jump(const char *a, const char *b, int value) {
    JUMPS(longjmp, value);
    JUMPS(siglongjmp, value);
}

int main(void) {
    char a[SIZE], b[SIZE];
    for (unsigned round = 0; round < ROUNDS; round++) {
        fill(a);
        fill(b);
        if (below(2))
            memcpy(b, a, below(SIZE));
        b[SIZE - 1] = '\0';
        size_t n = below(SIZE + 1);
        int c = below(3) ? a[below(SIZE)] : (int)below(1024) - 512;
        BOTH(strlen, a);
        jump(a, b, c);
        BOTH(strnlen, a, n);
        BOTH(strcmp, a, b);
        BOTH(strncmp, a, b, n);
        BOTH(strcasecmp, a, b);
        BOTH(strncasecmp, a, b, n);
        SIGNS(memcmp, a, b, n);
        BOTH(bcmp, a, b, n);
        BOTH(strchr, a, c);
        BOTH(strchrnul, a, c);
        BOTH(strrchr, a, c);
        BOTH(memchr, a, c, n);
        BOTH(memrchr, a, c, n);
        BOTH(strspn, a, b);
        BOTH(strcspn, a, b);
        BOTH(strpbrk, a, b);
        BOTH(strstr, a, b);
        unsigned few = below(4);
        BOTH(strcasestr, a, b);
        BOTH(memmem, a, SIZE - n, b, few);
        MOVES(memcpy, few, b, n);
        MOVES(mempcpy, few, b, n);
        MOVES(memmove, 8, into - 8 + few * 5, n);
        MOVES(memset, few, c, n);
        MOVES(memccpy, few, b, c, n);
        COPIES(strdup, a);
        COPIES(strndup, a, n);
        CUTS(strsep, 0, __acute_unit_strsep(rest, b), strsep(rest, b));
        CUTS(strtok_r, 1, __acute_unit_strtok_r(text, b, rest), strtok_r(text, b, rest));
        wchar_t wide[2][SIZE];
        for (unsigned k = 0; k < SIZE; k++) {
            wide[0][k] = a[k] * (a[k] > 'a' ? 70000 : 1);
            wide[1][k] = b[k] * (b[k] > 'a' ? 70000 : 1);
        }
        wide[0][SIZE - 1] = wide[1][SIZE - 1] = 0;
        BOTH(wcslen, wide[0]);
        SIGNS(wcscmp, wide[0], wide[1]);
        SIGNS(wcsncmp, wide[0], wide[1], n);
        BOTH(wcschr, wide[0], wide[1][0]);
        BOTH(wmemchr, wide[0], wide[1][0], n);
        WRITES(strcpy, b);
        WRITES(stpcpy, b);
        WRITES(strncpy, b, n);
        WRITES(stpncpy, b, n);
        WRITES(strcat, b);
        WRITES(strncat, b, n);
        /* A part of it that is there. */
        strcpy(b, a + below((unsigned)strlen(a) + 1));
        b[below((unsigned)strlen(b) + 1)] = '\0';
        BOTH(strstr, a, b);
        BOTH(strcasestr, a, b);
        BOTH(memmem, a, strlen(a), b, strlen(b));
        BOTH(strspn, a, b);
        number(a);
        b[0] = '\0';
        int base = below(3) ? (int)below(38) - 1 : 0;
        PARSES(strtol);
        PARSES(strtoll);
        PARSES(strtoul);
        PARSES(strtoull);
        PARSES(strtoimax);
        PARSES(strtoumax);
        BOTH(atoi, a);
        BOTH(atol, a);
        BOTH(atoll, a);
    }
    a[0] = b[0] = '\0';
    BOTH(strncmp, NULL, NULL, 0);
    SIGNS(memcmp, NULL, NULL, 0);
    for (int c = -128; c < 256; c++) {
        BOTH(isalnum, c);
        BOTH(isalpha, c);
        BOTH(isblank, c);
        BOTH(iscntrl, c);
        BOTH(isdigit, c);
        BOTH(isgraph, c);
        BOTH(islower, c);
        BOTH(isprint, c);
        BOTH(ispunct, c);
        BOTH(isspace, c);
        BOTH(isupper, c);
        BOTH(isxdigit, c);
    }
    for (int c = -1000; c < 1000; c++) {
        BOTH(tolower, c);
        BOTH(toupper, c);
        TRUTHS(isascii, c);
    }
    for (int c = -1; c < 0x20000; c++) {
        wint_t w = (wint_t)c;
        TRUTHS(iswalnum, w);
        TRUTHS(iswalpha, w);
        TRUTHS(iswblank, w);
        TRUTHS(iswcntrl, w);
        TRUTHS(iswdigit, w);
        TRUTHS(iswgraph, w);
        TRUTHS(iswlower, w);
        TRUTHS(iswprint, w);
        TRUTHS(iswpunct, w);
        TRUTHS(iswspace, w);
        TRUTHS(iswupper, w);
        TRUTHS(iswxdigit, w);
    }
    NAMES(SHOW)
    return 0;
}

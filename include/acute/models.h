/* Functions of the C library as plain C, so that they can be followed as the unit itself is. A unit that is tested
   calls these in the place of the library's; they do what glibc does in the "C" locale, to the value returned, and
   touch the bytes it says it touches, in order. Their branches are nobody's: this is a system header to clang.

   To add one: 1. MODELLED in its row of crates/trace/src/library.rs, 2. its text here, below `#ifdef ACUTE_MODEL_name`, 3. a row in
   crates/cli/tests/models, which compares it with the library's. */
#include <stddef.h>

#define ACUTE_MODEL(name) __acute_unit_##name

typedef unsigned char acute_byte;

/* 'A'..'Z' to 'a'..'z' without a branch. */
#define ACUTE_LOWER(c) ((c) + (((unsigned)(c) - 'A' < 26u) << 5))
#define ACUTE_UPPER(c) ((c) - (((unsigned)(c) - 'a' < 26u) << 5))

#ifdef ACUTE_MODEL_strlen
size_t ACUTE_MODEL(strlen)(const char *s);
size_t ACUTE_MODEL(strlen)(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}
#endif

#ifdef ACUTE_MODEL_strnlen
size_t ACUTE_MODEL(strnlen)(const char *s, size_t most);
size_t ACUTE_MODEL(strnlen)(const char *s, size_t most) {
    size_t n = 0;
    while (n < most && s[n] != '\0')
        n++;
    return n;
}
#endif

/* Comparisons split no path as long as both strings lie before them: how they come out is one expression, and the
   caller's branch asks for all its bytes at once. `__acute_together` says how many bytes that are, times two, and one
   more if the last of them decides whatever they are; none where nothing depends on an input. */
enum { ACUTE_TEXT = 1, ACUTE_ANY_CASE = 2 };

#if defined ACUTE_MODEL_strcmp || defined ACUTE_MODEL_strncmp || defined ACUTE_MODEL_strcasecmp ||                     \
    defined ACUTE_MODEL_strncasecmp || defined ACUTE_MODEL_memcmp || defined ACUTE_MODEL_bcmp
size_t __acute_together(const void *a, const void *b, size_t most, int how);
int __acute_choose(_Bool c, int x, int y);

static int __acute_unit_compare(const void *one, const void *other, size_t most, int how) {
    const acute_byte *a = one, *b = other;
    size_t known = __acute_together(a, b, most, how), n = known >> 1;
    int any_case = how & ACUTE_ANY_CASE, text = how & ACUTE_TEXT;
    int result = 0;
    if (known & 1) {
        n--;
        result = any_case ? ACUTE_LOWER(a[n]) - ACUTE_LOWER(b[n]) : a[n] - b[n];
    }
    for (size_t i = n; i-- > 0;) {
        int x = any_case ? ACUTE_LOWER(a[i]) : a[i], y = any_case ? ACUTE_LOWER(b[i]) : b[i];
        result = __acute_choose((x != y) | (text & (y == 0)), x - y, result);
    }
    if (known & 1)
        return result;
    int same = 1;
    for (size_t i = 0; i < n; i++) {
        int x = any_case ? ACUTE_LOWER(a[i]) : a[i], y = any_case ? ACUTE_LOWER(b[i]) : b[i];
        same &= (x == y) & !(text & (y == 0));
    }
    if (n == most || !same)
        return result;
    for (size_t i = n; i < most; i++) {
        int x = any_case ? ACUTE_LOWER(a[i]) : a[i], y = any_case ? ACUTE_LOWER(b[i]) : b[i];
        if (x != y)
            return x - y;
        if (text && x == 0)
            return 0;
    }
    return 0;
}
#endif

#ifdef ACUTE_MODEL_strcmp
int ACUTE_MODEL(strcmp)(const char *a, const char *b);
int ACUTE_MODEL(strcmp)(const char *a, const char *b) {
    return __acute_unit_compare(a, b, ~(size_t)0, ACUTE_TEXT);
}
#endif

#ifdef ACUTE_MODEL_strncmp
int ACUTE_MODEL(strncmp)(const char *a, const char *b, size_t n);
int ACUTE_MODEL(strncmp)(const char *a, const char *b, size_t n) {
    return __acute_unit_compare(a, b, n, ACUTE_TEXT);
}
#endif

#ifdef ACUTE_MODEL_strcasecmp
int ACUTE_MODEL(strcasecmp)(const char *a, const char *b);
int ACUTE_MODEL(strcasecmp)(const char *a, const char *b) {
    return __acute_unit_compare(a, b, ~(size_t)0, ACUTE_TEXT | ACUTE_ANY_CASE);
}
#endif

#ifdef ACUTE_MODEL_strncasecmp
int ACUTE_MODEL(strncasecmp)(const char *a, const char *b, size_t n);
int ACUTE_MODEL(strncasecmp)(const char *a, const char *b, size_t n) {
    return __acute_unit_compare(a, b, n, ACUTE_TEXT | ACUTE_ANY_CASE);
}
#endif

#ifdef ACUTE_MODEL_memcmp
int ACUTE_MODEL(memcmp)(const void *a, const void *b, size_t n);
int ACUTE_MODEL(memcmp)(const void *a, const void *b, size_t n) {
    return __acute_unit_compare(a, b, n, 0);
}
#endif

#ifdef ACUTE_MODEL_bcmp
int ACUTE_MODEL(bcmp)(const void *a, const void *b, size_t n);
int ACUTE_MODEL(bcmp)(const void *a, const void *b, size_t n) {
    return __acute_unit_compare(a, b, n, 0);
}
#endif

#ifdef ACUTE_MODEL_strchr
char *ACUTE_MODEL(strchr)(const char *s, int c);
char *ACUTE_MODEL(strchr)(const char *s, int c) {
    for (; *s != (char)c; s++)
        if (*s == '\0')
            return NULL;
    return (char *)s;
}
#endif

#ifdef ACUTE_MODEL_strchrnul
char *ACUTE_MODEL(strchrnul)(const char *s, int c);
char *ACUTE_MODEL(strchrnul)(const char *s, int c) {
    while (*s != (char)c && *s != '\0')
        s++;
    return (char *)s;
}
#endif

#ifdef ACUTE_MODEL_strrchr
char *ACUTE_MODEL(strrchr)(const char *s, int c);
char *ACUTE_MODEL(strrchr)(const char *s, int c) {
    const char *last = NULL;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (*s == '\0')
            return (char *)last;
    }
}
#endif

#ifdef ACUTE_MODEL_memchr
void *ACUTE_MODEL(memchr)(const void *s, int c, size_t n);
void *ACUTE_MODEL(memchr)(const void *s, int c, size_t n) {
    const acute_byte *p = s;
    for (; n > 0; p++, n--)
        if (*p == (acute_byte)c)
            return (void *)p;
    return NULL;
}
#endif

#ifdef ACUTE_MODEL_memrchr
void *ACUTE_MODEL(memrchr)(const void *s, int c, size_t n);
void *ACUTE_MODEL(memrchr)(const void *s, int c, size_t n) {
    const acute_byte *p = s;
    for (; n > 0; n--)
        if (p[n - 1] == (acute_byte)c)
            return (void *)(p + n - 1);
    return NULL;
}
#endif

#ifdef ACUTE_MODEL_memcpy
void *ACUTE_MODEL(memcpy)(void *restrict to, const void *restrict from, size_t n);
void *ACUTE_MODEL(memcpy)(void *restrict to, const void *restrict from, size_t n) {
    return __builtin_memcpy(to, from, n);
}
#endif

#ifdef ACUTE_MODEL_mempcpy
void *ACUTE_MODEL(mempcpy)(void *restrict to, const void *restrict from, size_t n);
void *ACUTE_MODEL(mempcpy)(void *restrict to, const void *restrict from, size_t n) {
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}
#endif

#ifdef ACUTE_MODEL_memmove
void *ACUTE_MODEL(memmove)(void *to, const void *from, size_t n);
void *ACUTE_MODEL(memmove)(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
#endif

#ifdef ACUTE_MODEL_memset
void *ACUTE_MODEL(memset)(void *to, int c, size_t n);
void *ACUTE_MODEL(memset)(void *to, int c, size_t n) { return __builtin_memset(to, c, n); }
#endif

#ifdef ACUTE_MODEL_memccpy
void *ACUTE_MODEL(memccpy)(void *restrict to, const void *restrict from, int c, size_t n);
void *ACUTE_MODEL(memccpy)(void *restrict to, const void *restrict from, int c, size_t n) {
    acute_byte *at = to;
    const acute_byte *byte = from;
    for (; n > 0; n--)
        if ((*at++ = *byte++) == (acute_byte)c)
            return at;
    return NULL;
}
#endif

#ifdef ACUTE_MODEL_memmem
void *ACUTE_MODEL(memmem)(const void *s, size_t n, const void *part, size_t length);
void *ACUTE_MODEL(memmem)(const void *s, size_t n, const void *part, size_t length) {
    const acute_byte *in = s, *wanted = part;
    for (; n >= length; in++, n--) {
        size_t k = 0;
        while (k < length && in[k] == wanted[k])
            k++;
        if (k == length)
            return (void *)in;
    }
    return NULL;
}
#endif

#ifdef ACUTE_MODEL_strcpy
char *ACUTE_MODEL(strcpy)(char *restrict to, const char *restrict from);
char *ACUTE_MODEL(strcpy)(char *restrict to, const char *restrict from) {
    char *at = to;
    while ((*at = *from) != '\0') {
        at++;
        from++;
    }
    return to;
}
#endif

#ifdef ACUTE_MODEL_stpcpy
char *ACUTE_MODEL(stpcpy)(char *restrict to, const char *restrict from);
char *ACUTE_MODEL(stpcpy)(char *restrict to, const char *restrict from) {
    while ((*to = *from) != '\0') {
        to++;
        from++;
    }
    return to;
}
#endif

#ifdef ACUTE_MODEL_strncpy
char *ACUTE_MODEL(strncpy)(char *restrict to, const char *restrict from, size_t n);
char *ACUTE_MODEL(strncpy)(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i] != '\0'; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = '\0';
    return to;
}
#endif

#ifdef ACUTE_MODEL_stpncpy
char *ACUTE_MODEL(stpncpy)(char *restrict to, const char *restrict from, size_t n);
char *ACUTE_MODEL(stpncpy)(char *restrict to, const char *restrict from, size_t n) {
    size_t length = 0;
    for (; length < n && from[length] != '\0'; length++)
        to[length] = from[length];
    for (size_t i = length; i < n; i++)
        to[i] = '\0';
    return to + length;
}
#endif

#ifdef ACUTE_MODEL_strcat
char *ACUTE_MODEL(strcat)(char *restrict to, const char *restrict from);
char *ACUTE_MODEL(strcat)(char *restrict to, const char *restrict from) {
    char *at = to;
    while (*at != '\0')
        at++;
    while ((*at = *from) != '\0') {
        at++;
        from++;
    }
    return to;
}
#endif

#ifdef ACUTE_MODEL_strncat
char *ACUTE_MODEL(strncat)(char *restrict to, const char *restrict from, size_t n);
char *ACUTE_MODEL(strncat)(char *restrict to, const char *restrict from, size_t n) {
    char *at = to;
    while (*at != '\0')
        at++;
    for (; n > 0 && *from != '\0'; n--)
        *at++ = *from++;
    *at = '\0';
    return to;
}
#endif

#ifdef ACUTE_MODEL_strspn
size_t ACUTE_MODEL(strspn)(const char *s, const char *accept);
size_t ACUTE_MODEL(strspn)(const char *s, const char *accept) {
    for (size_t n = 0;; n++) {
        const char *a = accept;
        while (*a != '\0' && *a != s[n])
            a++;
        if (*a == '\0' || s[n] == '\0')
            return n;
    }
}
#endif

#ifdef ACUTE_MODEL_strcspn
size_t ACUTE_MODEL(strcspn)(const char *s, const char *reject);
size_t ACUTE_MODEL(strcspn)(const char *s, const char *reject) {
    for (size_t n = 0;; n++) {
        if (s[n] == '\0')
            return n;
        for (const char *r = reject; *r != '\0'; r++)
            if (*r == s[n])
                return n;
    }
}
#endif

#ifdef ACUTE_MODEL_strpbrk
char *ACUTE_MODEL(strpbrk)(const char *s, const char *accept);
char *ACUTE_MODEL(strpbrk)(const char *s, const char *accept) {
    for (; *s != '\0'; s++)
        for (const char *a = accept; *a != '\0'; a++)
            if (*a == *s)
                return (char *)s;
    return NULL;
}
#endif

#ifdef ACUTE_MODEL_strstr
char *ACUTE_MODEL(strstr)(const char *s, const char *part);
char *ACUTE_MODEL(strstr)(const char *s, const char *part) {
    for (;; s++) {
        size_t n = 0;
        while (part[n] != '\0' && s[n] == part[n])
            n++;
        if (part[n] == '\0')
            return (char *)s;
        if (s[n] == '\0')
            return NULL;
    }
}
#endif

#ifdef ACUTE_MODEL_strcasestr
char *ACUTE_MODEL(strcasestr)(const char *s, const char *part);
char *ACUTE_MODEL(strcasestr)(const char *s, const char *part) {
    for (;; s++) {
        size_t n = 0;
        while (part[n] != '\0' && ACUTE_LOWER((acute_byte)s[n]) == ACUTE_LOWER((acute_byte)part[n]))
            n++;
        if (part[n] == '\0')
            return (char *)s;
        if (s[n] == '\0')
            return NULL;
    }
}
#endif

#if defined ACUTE_MODEL_strsep || defined ACUTE_MODEL_strtok_r
/* Where the first character of s is that is one of a set, or is none of it; the end, if there is none. */
static char *__acute_unit_find(char *s, const char *set, int is_one) {
    for (; *s != '\0'; s++) {
        const char *a = set;
        while (*a != '\0' && *a != *s)
            a++;
        if ((*a != '\0') == is_one)
            break;
    }
    return s;
}
#endif

#ifdef ACUTE_MODEL_strsep
char *ACUTE_MODEL(strsep)(char **restrict s, const char *restrict set);
char *ACUTE_MODEL(strsep)(char **restrict s, const char *restrict set) {
    char *first = *s;
    if (first == NULL)
        return NULL;
    char *end = __acute_unit_find(first, set, 1);
    if (*end == '\0') {
        *s = NULL;
    } else {
        *end = '\0';
        *s = end + 1;
    }
    return first;
}
#endif

#ifdef ACUTE_MODEL_strtok_r
char *ACUTE_MODEL(strtok_r)(char *restrict s, const char *restrict set, char **restrict rest);
char *ACUTE_MODEL(strtok_r)(char *restrict s, const char *restrict set, char **restrict rest) {
    if (s == NULL)
        s = *rest;
    s = __acute_unit_find(s, set, 0);
    *rest = s;
    if (*s == '\0')
        return NULL;
    char *end = __acute_unit_find(s, set, 1);
    *rest = *end == '\0' ? end : end + 1;
    if (*end != '\0')
        *end = '\0';
    return s;
}
#endif

#if defined ACUTE_MODEL_strdup || defined ACUTE_MODEL_strndup
static char *__acute_unit_copy(const char *s, size_t n) {
    extern void *malloc(size_t);
    char *copy = malloc(n + 1);
    if (copy != NULL) {
        __builtin_memcpy(copy, s, n);
        copy[n] = '\0';
    }
    return copy;
}
#endif

#ifdef ACUTE_MODEL_strdup
char *ACUTE_MODEL(strdup)(const char *s);
char *ACUTE_MODEL(strdup)(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return __acute_unit_copy(s, n);
}
#endif

#ifdef ACUTE_MODEL_strndup
char *ACUTE_MODEL(strndup)(const char *s, size_t most);
char *ACUTE_MODEL(strndup)(const char *s, size_t most) {
    size_t n = 0;
    while (n < most && s[n] != '\0')
        n++;
    return __acute_unit_copy(s, n);
}
#endif

#ifdef ACUTE_MODEL_wcslen
size_t ACUTE_MODEL(wcslen)(const wchar_t *s);
size_t ACUTE_MODEL(wcslen)(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}
#endif

#ifdef ACUTE_MODEL_wcscmp
int ACUTE_MODEL(wcscmp)(const wchar_t *a, const wchar_t *b);
int ACUTE_MODEL(wcscmp)(const wchar_t *a, const wchar_t *b) {
    while (*a == *b) {
        if (*a == 0)
            return 0;
        a++;
        b++;
    }
    return *a < *b ? -1 : 1;
}
#endif

#ifdef ACUTE_MODEL_wcsncmp
int ACUTE_MODEL(wcsncmp)(const wchar_t *a, const wchar_t *b, size_t n);
int ACUTE_MODEL(wcsncmp)(const wchar_t *a, const wchar_t *b, size_t n) {
    for (; n > 0; a++, b++, n--) {
        if (*a != *b)
            return *a < *b ? -1 : 1;
        if (*a == 0)
            return 0;
    }
    return 0;
}
#endif

#ifdef ACUTE_MODEL_wcschr
wchar_t *ACUTE_MODEL(wcschr)(const wchar_t *s, wchar_t c);
wchar_t *ACUTE_MODEL(wcschr)(const wchar_t *s, wchar_t c) {
    for (; *s != c; s++)
        if (*s == 0)
            return NULL;
    return (wchar_t *)s;
}
#endif

#ifdef ACUTE_MODEL_wmemchr
wchar_t *ACUTE_MODEL(wmemchr)(const wchar_t *s, wchar_t c, size_t n);
wchar_t *ACUTE_MODEL(wmemchr)(const wchar_t *s, wchar_t c, size_t n) {
    for (; n > 0; s++, n--)
        if (*s == c)
            return (wchar_t *)s;
    return NULL;
}
#endif

#if defined ACUTE_MODEL_atoi || defined ACUTE_MODEL_atol || defined ACUTE_MODEL_atoll || \
    defined ACUTE_MODEL_strtol || defined ACUTE_MODEL_strtoll || defined ACUTE_MODEL_strtoul || \
    defined ACUTE_MODEL_strtoull || defined ACUTE_MODEL_strtoimax || defined ACUTE_MODEL_strtoumax
#include <errno.h>

/* A digit, or at least 36. */
static unsigned __acute_unit_digit(char c) {
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    int lower = ACUTE_LOWER(c);
    return lower >= 'a' && lower <= 'z' ? (unsigned)(lower - 'a' + 10) : 99;
}

/* The magnitude of a number, its sign, and where it ends: at its start where there is none. Of one above `most`,
   or `most` + 1 where it is negative, ~0 with *fits = 0. */
static unsigned long __acute_unit_number(const char *s, char **end, int base, unsigned long most, unsigned long least,
                                         int *negative, int *fits) {
    *negative = 0;
    *fits = 1;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    if (end != NULL)
        *end = (char *)s;
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    if (*s == '-') {
        *negative = 1;
        s++;
    } else if (*s == '+') {
        s++;
    }
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        /* "0x" without a digit behind it is the number 0. */
        if (__acute_unit_digit(s[2]) < 16) {
            s += 2;
            base = 16;
        }
    }
    if (base == 0)
        base = *s == '0' ? 8 : 10;
    unsigned long limit = *negative ? least : most, number = 0;
    const char *digits = s;
    for (unsigned digit; (digit = __acute_unit_digit(*s)) < (unsigned)base; s++) {
        if (number > (limit - digit) / (unsigned long)base || limit < digit)
            *fits = 0;
        else
            number = number * (unsigned long)base + digit;
    }
    if (end != NULL && s != digits)
        *end = (char *)s;
    if (!*fits)
        errno = ERANGE;
    return number;
}

#define ACUTE_LONG_MAX (~0ul >> 1)

static long __acute_unit_signed(const char *s, char **end, int base) {
    int negative, fits;
    unsigned long n =
        __acute_unit_number(s, end, base, ACUTE_LONG_MAX, ACUTE_LONG_MAX + 1, &negative, &fits);
    if (!fits)
        n = negative ? ACUTE_LONG_MAX + 1 : ACUTE_LONG_MAX;
    return (long)(negative ? 0 - n : n);
}

#if defined ACUTE_MODEL_strtoul || defined ACUTE_MODEL_strtoull || defined ACUTE_MODEL_strtoumax
static unsigned long __acute_unit_unsigned(const char *s, char **end, int base) {
    int negative, fits;
    unsigned long n = __acute_unit_number(s, end, base, ~0ul, ~0ul, &negative, &fits);
    if (!fits)
        return ~0ul;
    return negative ? 0 - n : n;
}
#endif
#endif

#ifdef ACUTE_MODEL_strtol
long ACUTE_MODEL(strtol)(const char *s, char **end, int base);
long ACUTE_MODEL(strtol)(const char *s, char **end, int base) {
    return __acute_unit_signed(s, end, base);
}
#endif

#ifdef ACUTE_MODEL_strtoll
long long ACUTE_MODEL(strtoll)(const char *s, char **end, int base);
long long ACUTE_MODEL(strtoll)(const char *s, char **end, int base) {
    return __acute_unit_signed(s, end, base);
}
#endif

#ifdef ACUTE_MODEL_strtoul
unsigned long ACUTE_MODEL(strtoul)(const char *s, char **end, int base);
unsigned long ACUTE_MODEL(strtoul)(const char *s, char **end, int base) {
    return __acute_unit_unsigned(s, end, base);
}
#endif

#ifdef ACUTE_MODEL_strtoull
unsigned long long ACUTE_MODEL(strtoull)(const char *s, char **end, int base);
unsigned long long ACUTE_MODEL(strtoull)(const char *s, char **end, int base) {
    return __acute_unit_unsigned(s, end, base);
}
#endif

#ifdef ACUTE_MODEL_strtoimax
long ACUTE_MODEL(strtoimax)(const char *s, char **end, int base);
long ACUTE_MODEL(strtoimax)(const char *s, char **end, int base) {
    return __acute_unit_signed(s, end, base);
}
#endif

#ifdef ACUTE_MODEL_strtoumax
unsigned long ACUTE_MODEL(strtoumax)(const char *s, char **end, int base);
unsigned long ACUTE_MODEL(strtoumax)(const char *s, char **end, int base) {
    return __acute_unit_unsigned(s, end, base);
}
#endif

#ifdef ACUTE_MODEL_atoi
int ACUTE_MODEL(atoi)(const char *s);
int ACUTE_MODEL(atoi)(const char *s) { return (int)__acute_unit_signed(s, NULL, 10); }
#endif

#ifdef ACUTE_MODEL_atol
long ACUTE_MODEL(atol)(const char *s);
long ACUTE_MODEL(atol)(const char *s) { return __acute_unit_signed(s, NULL, 10); }
#endif

#ifdef ACUTE_MODEL_atoll
long long ACUTE_MODEL(atoll)(const char *s);
long long ACUTE_MODEL(atoll)(const char *s) { return __acute_unit_signed(s, NULL, 10); }
#endif

/* The classes of characters, without a branch: the library answers with the bit of its table, and looks there also
   for what is no character. */
#define ACUTE_IN(c, first, last) ((unsigned)(c) - (first) <= (unsigned)(last) - (first))
#define ACUTE_CLASS(name, bit, is)                            \
    int ACUTE_MODEL(name)(int c);                             \
    int ACUTE_MODEL(name)(int c) {                            \
        extern const unsigned short **__ctype_b_loc(void);    \
        if ((unsigned)c + 128u >= 384u)                       \
            return (*__ctype_b_loc())[c] & 1 << (bit);        \
        return (is) << (bit);                                 \
    }

#ifdef ACUTE_MODEL_isupper
ACUTE_CLASS(isupper, 8, ACUTE_IN(c, 'A', 'Z'))
#endif
#ifdef ACUTE_MODEL_islower
ACUTE_CLASS(islower, 9, ACUTE_IN(c, 'a', 'z'))
#endif
#ifdef ACUTE_MODEL_isalpha
ACUTE_CLASS(isalpha, 10, ACUTE_IN(c | 32, 'a', 'z'))
#endif
#ifdef ACUTE_MODEL_isdigit
ACUTE_CLASS(isdigit, 11, ACUTE_IN(c, '0', '9'))
#endif
#ifdef ACUTE_MODEL_isxdigit
ACUTE_CLASS(isxdigit, 12, ACUTE_IN(c, '0', '9') | ACUTE_IN(c | 32, 'a', 'f'))
#endif
#ifdef ACUTE_MODEL_isspace
ACUTE_CLASS(isspace, 13, ACUTE_IN(c, '\t', '\r') | (c == ' '))
#endif
#ifdef ACUTE_MODEL_isprint
ACUTE_CLASS(isprint, 14, ACUTE_IN(c, ' ', '~'))
#endif
#ifdef ACUTE_MODEL_isgraph
ACUTE_CLASS(isgraph, 15, ACUTE_IN(c, '!', '~'))
#endif
#ifdef ACUTE_MODEL_isblank
ACUTE_CLASS(isblank, 0, (c == ' ') | (c == '\t'))
#endif
#ifdef ACUTE_MODEL_iscntrl
ACUTE_CLASS(iscntrl, 1, ACUTE_IN(c, 0, 31) | (c == 127))
#endif
#ifdef ACUTE_MODEL_ispunct
ACUTE_CLASS(ispunct, 2, ACUTE_IN(c, '!', '~') & !ACUTE_IN(c, '0', '9') & !ACUTE_IN(c | 32, 'a', 'z'))
#endif
#ifdef ACUTE_MODEL_isalnum
ACUTE_CLASS(isalnum, 3, ACUTE_IN(c, '0', '9') | ACUTE_IN(c | 32, 'a', 'z'))
#endif

/* A char below zero becomes the byte it is, but for EOF. */
#define ACUTE_AS_BYTE(c) ((((unsigned)(c) + 128u) < 127u) << 8)

#ifdef ACUTE_MODEL_tolower
int ACUTE_MODEL(tolower)(int c);
int ACUTE_MODEL(tolower)(int c) { return ACUTE_LOWER(c) + ACUTE_AS_BYTE(c); }
#endif
#ifdef ACUTE_MODEL_toupper
int ACUTE_MODEL(toupper)(int c);
int ACUTE_MODEL(toupper)(int c) { return ACUTE_UPPER(c) + ACUTE_AS_BYTE(c); }
#endif

#ifdef ACUTE_MODEL_isascii
int ACUTE_MODEL(isascii)(int c);
int ACUTE_MODEL(isascii)(int c) { return (unsigned)c < 128u; }
#endif

/* Wide characters: in the "C" locale those of ASCII, and no others, are in any class. */
#define ACUTE_WIDE_CLASS(name, is)       \
    int ACUTE_MODEL(name)(unsigned c);   \
    int ACUTE_MODEL(name)(unsigned c) {  \
        return (is) & (c < 128u);        \
    }

#ifdef ACUTE_MODEL_iswupper
ACUTE_WIDE_CLASS(iswupper, ACUTE_IN(c, 'A', 'Z'))
#endif
#ifdef ACUTE_MODEL_iswlower
ACUTE_WIDE_CLASS(iswlower, ACUTE_IN(c, 'a', 'z'))
#endif
#ifdef ACUTE_MODEL_iswalpha
ACUTE_WIDE_CLASS(iswalpha, ACUTE_IN(c | 32, 'a', 'z'))
#endif
#ifdef ACUTE_MODEL_iswdigit
ACUTE_WIDE_CLASS(iswdigit, ACUTE_IN(c, '0', '9'))
#endif
#ifdef ACUTE_MODEL_iswxdigit
ACUTE_WIDE_CLASS(iswxdigit, ACUTE_IN(c, '0', '9') | ACUTE_IN(c | 32, 'a', 'f'))
#endif
#ifdef ACUTE_MODEL_iswspace
ACUTE_WIDE_CLASS(iswspace, ACUTE_IN(c, '\t', '\r') | (c == ' '))
#endif
#ifdef ACUTE_MODEL_iswprint
ACUTE_WIDE_CLASS(iswprint, ACUTE_IN(c, ' ', '~'))
#endif
#ifdef ACUTE_MODEL_iswgraph
ACUTE_WIDE_CLASS(iswgraph, ACUTE_IN(c, '!', '~'))
#endif
#ifdef ACUTE_MODEL_iswblank
ACUTE_WIDE_CLASS(iswblank, (c == ' ') | (c == '\t'))
#endif
#ifdef ACUTE_MODEL_iswcntrl
ACUTE_WIDE_CLASS(iswcntrl, ACUTE_IN(c, 0, 31) | (c == 127))
#endif
#ifdef ACUTE_MODEL_iswpunct
ACUTE_WIDE_CLASS(iswpunct, ACUTE_IN(c, '!', '~') & !ACUTE_IN(c, '0', '9') & !ACUTE_IN(c | 32, 'a', 'z'))
#endif
#ifdef ACUTE_MODEL_iswalnum
ACUTE_WIDE_CLASS(iswalnum, ACUTE_IN(c, '0', '9') | ACUTE_IN(c | 32, 'a', 'z'))
#endif

/* Where setjmp was never called there is no place to jump to: what it would have left there is zero, or an input. Such a
   run ends at an address that says so (NO_ENVIRONMENT in crates/trace/src/memory.rs). */
#if defined ACUTE_MODEL_longjmp || defined ACUTE_MODEL_siglongjmp
#include <setjmp.h>
#define ACUTE_NO_ENVIRONMENT 0x6f0000000000ul
unsigned __acute_is_symbolic(unsigned long x);
extern void _longjmp(struct __jmp_buf_tag[1], int) __attribute__((__noreturn__));

static __attribute__((__noreturn__)) void __acute_unit_jump(struct __jmp_buf_tag *to, int value) {
    unsigned long stack = (unsigned long)to->__jmpbuf[6];
    if (__acute_is_symbolic(stack) || stack == 0)
        *(volatile char *)ACUTE_NO_ENVIRONMENT = 0;
    _longjmp(to, value);
}
#endif

#ifdef ACUTE_MODEL_longjmp
void ACUTE_MODEL(longjmp)(struct __jmp_buf_tag *to, int value) __attribute__((__noreturn__));
void ACUTE_MODEL(longjmp)(struct __jmp_buf_tag *to, int value) {
    __acute_unit_jump(to, value);
}
#endif

#ifdef ACUTE_MODEL_siglongjmp
void ACUTE_MODEL(siglongjmp)(struct __jmp_buf_tag *to, int value) __attribute__((__noreturn__));
void ACUTE_MODEL(siglongjmp)(struct __jmp_buf_tag *to, int value) {
    __acute_unit_jump(to, value);
}
#endif

/* The marks of CREST, by those of acute.h. */
#ifndef CREST_H
#define CREST_H
#include <acute.h>

#define ACUTE_crest_(name, type)                                              \
    static inline __attribute__((__unused__)) void __Crest##name(type *crest_x) { \
        ACUTE_input(*crest_x);                                                \
    }
ACUTE_crest_(UChar, unsigned char)
ACUTE_crest_(UShort, unsigned short)
ACUTE_crest_(UInt, unsigned int)
ACUTE_crest_(Char, char)
ACUTE_crest_(Short, short)
ACUTE_crest_(Int, int)

#define CREST_unsigned_char(x) ACUTE_input(x)
#define CREST_unsigned_short(x) ACUTE_input(x)
#define CREST_unsigned_int(x) ACUTE_input(x)
#define CREST_char(x) ACUTE_input(x)
#define CREST_short(x) ACUTE_input(x)
#define CREST_int(x) ACUTE_input(x)

#endif

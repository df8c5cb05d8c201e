/* The functions of Test-Comp and SV-COMP, for programs that only declare them. */
#include <acute.h>

#define TYPED(function, type)                     \
    type __VERIFIER_nondet_##function(void);      \
    type __VERIFIER_nondet_##function(void) {     \
        type nondet_##function;                   \
        ACUTE_input(nondet_##function);           \
        return nondet_##function;                 \
    }
TYPED(bool, _Bool)
TYPED(char, char)
TYPED(schar, signed char)
TYPED(uchar, unsigned char)
TYPED(short, short)
TYPED(ushort, unsigned short)
TYPED(int, int)
TYPED(uint, unsigned int)
TYPED(unsigned, unsigned int)
TYPED(long, long)
TYPED(ulong, unsigned long)
TYPED(longlong, long long)
TYPED(ulonglong, unsigned long long)
TYPED(u8, unsigned char)
TYPED(u16, unsigned short)
TYPED(u32, unsigned int)
TYPED(size_t, unsigned long)
TYPED(loff_t, long)
TYPED(sector_t, unsigned long)
TYPED(float, float)
TYPED(double, double)
TYPED(pchar, char *)

/* Nobody knows what is behind it. */
void *__VERIFIER_nondet_pointer(void);
void *__VERIFIER_nondet_pointer(void) { return 0; }

void __VERIFIER_nondet_memory(void *memory, unsigned long size);
void __VERIFIER_nondet_memory(void *memory, unsigned long size) {
    unsigned char *nondet_memory = memory;
    ACUTE_input_array(nondet_memory, size);
}

void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) { ACUTE_assume(condition); }

void __VERIFIER_assert(int condition) __attribute__((__weak__));
void __VERIFIER_assert(int condition) { ACUTE_assert(condition); }

/* To reach these is the bug, whatever body the program gives them: its own is made weak, and calls of a static or
 * inline one are calls of the second name. */
#define ERROR(name, text)                              \
    void name(void);                                   \
    void __acute_unit_##name(void);                    \
    void name(void) { ACUTE_assert(!text); }           \
    void __acute_unit_##name(void) { ACUTE_assert(!text); }
ERROR(__VERIFIER_error, "__VERIFIER_error() is reached")
ERROR(reach_error, "reach_error() is reached")

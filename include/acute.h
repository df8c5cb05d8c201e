/* Inputs that a person marks.
 *
 *     int x;
 *     ACUTE_input(x);               x, of any type, is an input
 *     ACUTE_input_array(p, n);      p points to n elements that are inputs
 *     ACUTE_assume(x > 0);          go on only where this holds
 *     ACUTE_assert(f(x) != 3);      a bug where this does not hold
 *
 * `acute test FILE.c` finds the inputs. Built by any other compiler the file still works: inputs keep the
 * values they have, or get those of an exported test. */
#ifndef ACUTE_H
#define ACUTE_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __ACUTE__
#define ACUTE_weak_
#else
#define ACUTE_weak_ __attribute__((__weak__))
#endif

/* `count` elements of `size` bytes at `to` are inputs. `site` is the address of a variable whose type tells
 * what they are. */
void __acute_input(void *to, unsigned long size, unsigned long count, const void *site, const char *name)
    ACUTE_weak_;
void __acute_reject(void) ACUTE_weak_ __attribute__((__noreturn__));
/* Whether a value depends on an input, and how large the object around an address is; 0 if nobody knows. */
unsigned __acute_is_symbolic(unsigned long x);
unsigned long __acute_object_size(const void *p);
extern void _Exit(int) __attribute__((__noreturn__));
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));

#ifdef __cplusplus
}
#endif

#ifdef __ACUTE__
/* Where this fails the unit is at fault, whatever it was given: unlike assert it is no precondition. */
extern void __acute___assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__noreturn__));
#define ACUTE_fail_ __acute___assert_fail
#define ACUTE_mark_(to, size, count, site, name) __acute_input(to, size, count, site, name)
#define ACUTE_reject_() __acute_reject()
#define ACUTE_is_symbolic_(x) __acute_is_symbolic((unsigned long)(x))
#define ACUTE_object_size_(p) __acute_object_size(p)
#else
#define ACUTE_fail_ __assert_fail
static __inline__ __attribute__((__unused__)) void ACUTE_mark_(
    void *to, unsigned long size, unsigned long count, const void *site, const char *name) {
    if (__acute_input)
        __acute_input(to, size, count, site, name);
}
#define ACUTE_reject_() (__acute_reject ? __acute_reject() : _Exit(0))
#define ACUTE_is_symbolic_(x) ((void)(x), 0u)
#define ACUTE_object_size_(p) __builtin_object_size(p, 0)
#endif

/* Gives a pointer that is NULL, or no address at all, memory of its own. */
static __inline__ __attribute__((__unused__)) void ACUTE_room_(void *pointer, unsigned long size) {
    void *now;
    __builtin_memcpy(&now, pointer, sizeof now);
    if ((unsigned long)now >> 16 == 0 || (unsigned long)now >> 47 != 0) {
        now = __builtin_calloc(1, size + !size);
        __builtin_memcpy(pointer, &now, sizeof now);
    }
}

#define ACUTE_input(x)                                                    \
    __extension__({                                                       \
        static __typeof__(x) *__acute_type __attribute__((__unused__));       \
        ACUTE_mark_((void *)&(x), sizeof(x), 1, &__acute_type, #x);       \
    })

#define ACUTE_input_array(p, n)                                                         \
    __extension__({                                                                     \
        static __typeof__(*(p)) *__acute_type __attribute__((__unused__));                  \
        ACUTE_mark_((void *)(p), sizeof(*(p)), (unsigned long)(n), &__acute_type, #p);  \
    })

#define ACUTE_assume(c) ((c) ? (void)0 : ACUTE_reject_())
#define ACUTE_assert(c) ((c) ? (void)0 : ACUTE_fail_(#c, __FILE__, __LINE__, __func__))

#endif

// For libFuzzer: values out of its bytes, zeros when they are used up, and the coverage with the time it was
// reached: clang's own counters are written out whenever a run sets one that no run has set before.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern uint64_t *__llvm_profile_begin_counters(void), *__llvm_profile_end_counters(void);
extern void __llvm_profile_set_filename(const char *name);
extern int __llvm_profile_write_file(void);

static const uint8_t *bytes;
static size_t left;

static void take(void *to, size_t size) {
    size_t n = size < left ? size : left;
    memset(to, 0, size);
    memcpy(to, bytes, n);
    bytes += n;
    left -= n;
}

static uint8_t take_byte(void) {
    uint8_t byte;
    take(&byte, 1);
    return byte;
}

// NULL, or what is left as a string of at most `most` characters.
static char *take_string(char *to, size_t most) {
    if (left == 0)
        return NULL;
    size_t n = left < most ? left : most;
    take(to, n);
    to[n] = 0;
    return to;
}

static void call(void);

static double start;

__attribute__((no_sanitize("coverage"))) static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

__attribute__((constructor)) static void begin(void) {
    start = now();
}

// The fuzzer is not to see this: it would take our questions for the unit's.
__attribute__((no_sanitize("coverage"), no_profile_instrument_function)) static void note(void) {
    static unsigned char seen[4096];
    static unsigned count;
    uint64_t *begin = __llvm_profile_begin_counters();
    size_t n = (size_t)(__llvm_profile_end_counters() - begin);
    int new = 0;
    if (n > sizeof seen)
        abort();
    for (size_t i = 0; i < n; i++)
        if (begin[i] != 0 && !seen[i])
            new = seen[i] = 1;
    if (new) {
        static char name[4096];
        snprintf(name, sizeof name, "%s/%06u-%.6f.profraw", getenv("FUZZ_PROFILES"), count++, now() - start);
        __llvm_profile_set_filename(name);
        if (__llvm_profile_write_file() != 0)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes = data;
    left = size;
    call();
    note();
    return 0;
}

// Atomic operations are loads, operations and stores.
//~FUNCTION taken outcome=complete paths=2
//~FUNCTION added outcome=complete paths=2 branches=2/2
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int lock;

int taken(int key) {
    int expected = 0;
    atomic_store(&lock, key - 7);
    if (atomic_compare_exchange_strong(&lock, &expected, key))
        return 1;
    return 0;
}

int added(int x) {
    atomic_store(&lock, x);
    atomic_fetch_add(&lock, 100);
    atomic_fetch_xor(&lock, 0x55);
    if (atomic_load(&lock) == 4711)
        return 1;
    return 0;
}

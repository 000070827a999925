// SPDX-License-Identifier: BSD-3-Clause
// A lock for some ten instructions: who finds it taken looks again until it is free. It costs a test where one thread steps all SMs.
#ifndef WARPLOCK_SIM_MEMORY_SPIN_LOCK_H
#define WARPLOCK_SIM_MEMORY_SPIN_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>

// Zeroed: free, and of one thread.
typedef struct {
    bool        shared;                 // by several threads
    atomic_flag taken;
} spin_lock;

static inline void spin_lock_enter(spin_lock *lock)
{
    if (lock->shared)
        while (atomic_flag_test_and_set_explicit(&lock->taken, memory_order_acquire))
            ;
}

static inline void spin_lock_leave(spin_lock *lock)
{
    if (lock->shared)
        atomic_flag_clear_explicit(&lock->taken, memory_order_release);
}

#endif

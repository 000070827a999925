// SPDX-License-Identifier: BSD-3-Clause
// <cuda_awbarrier_primitives.h>: split arrive/wait barriers, as functions of a word in shared memory (Programming Guide,
// "Memory Barrier Primitives Interface"). The word's lower 20 bits count the arrivals missing in this phase, the next 20 those
// expected in each later phase, and the upper bits the completed phases. Waiting polls: what cuda/barrier says of threads of a
// warp holds here, too.
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include <cuda_runtime.h>

#if defined(__CUDA__) && defined(__clang__)
#include <cstdint>

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;      // the barrier before an arrival

#define WARPLOCK_MBARRIER_MOST 0xfffffu
#define WARPLOCK_MBARRIER_EXPECTED 20
#define WARPLOCK_MBARRIER_PHASE 40
static __host__ __device__ constexpr __inline__ uint32_t __mbarrier_maximum_count() { return WARPLOCK_MBARRIER_MOST; }

WARPLOCK_DEVICE void __mbarrier_init(__mbarrier_t *bar, uint32_t expected)
{
    *(volatile __mbarrier_t *)bar = (__mbarrier_t)expected << WARPLOCK_MBARRIER_EXPECTED | expected;
    __threadfence_block();
}
WARPLOCK_DEVICE void __mbarrier_inval(__mbarrier_t *bar) { *(volatile __mbarrier_t *)bar = 0; }

// The last to arrive begins the next phase: until then nobody else may arrive.
WARPLOCK_DEVICE __mbarrier_token_t warplock_mbarrier_arrive(__mbarrier_t *bar, __mbarrier_t less)
{
    __threadfence_block();
    __mbarrier_t before = atomicAdd(bar, 0 - less);
    if ((before & WARPLOCK_MBARRIER_MOST) == 1) {
        __mbarrier_t expected = (before - less) >> WARPLOCK_MBARRIER_EXPECTED & WARPLOCK_MBARRIER_MOST;
        *(volatile __mbarrier_t *)bar =
            ((before >> WARPLOCK_MBARRIER_PHASE) + 1) << WARPLOCK_MBARRIER_PHASE | expected << WARPLOCK_MBARRIER_EXPECTED | expected;
    }
    return before;
}
WARPLOCK_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *bar) { return warplock_mbarrier_arrive(bar, 1); }
// Later phases, too, expect one fewer.
WARPLOCK_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *bar)
{
    return warplock_mbarrier_arrive(bar, 1 + (1ull << WARPLOCK_MBARRIER_EXPECTED));
}
WARPLOCK_DEVICE uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) { return (uint32_t)token & WARPLOCK_MBARRIER_MOST; }

// Whether the token's phase is over; or the last phase of this parity, where the first phase has parity 0.
WARPLOCK_DEVICE bool warplock_mbarrier_is_over(__mbarrier_t *bar, __mbarrier_t phase, __mbarrier_t bits)
{
    bool over = ((*(volatile __mbarrier_t *)bar >> WARPLOCK_MBARRIER_PHASE ^ phase) & bits) != 0;
    __threadfence_block();
    return over;
}
WARPLOCK_DEVICE bool __mbarrier_test_wait(__mbarrier_t *bar, __mbarrier_token_t token)
{
    return warplock_mbarrier_is_over(bar, token >> WARPLOCK_MBARRIER_PHASE, ~0ull);
}
WARPLOCK_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *bar, bool parity) { return warplock_mbarrier_is_over(bar, parity, 1); }
// On hardware these may wait for a system-dependent time; here they do not.
WARPLOCK_DEVICE bool __mbarrier_try_wait(__mbarrier_t *bar, __mbarrier_token_t token, uint32_t) { return __mbarrier_test_wait(bar, token); }
WARPLOCK_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *bar, bool parity, uint32_t) { return __mbarrier_test_wait_parity(bar, parity); }
#endif

#endif

// SPDX-License-Identifier: BSD-3-Clause
// The sixteen barriers of a CTA. Private to the front end; the interface for others is in exec.h.
//
// As in GPGPU-Sim's barrier_set_t, a warp arrives as a whole, whichever lanes are active. A barrier of all threads opens
// when every warp that has not ended has arrived, so a warp's end may open it. A barrier with a thread count opens when
// that many threads, 32 per warp, have arrived. The waiting warps then go on and the barrier is reset. A thread count of
// the whole CTA, rounded up to warps, means all threads. Refused, as unpredictable in PTX: a reduction at a barrier where
// others wait without one or with a different one.
#ifndef WARPLOCK_SIM_FRONTEND_BARRIERS_H
#define WARPLOCK_SIM_FRONTEND_BARRIERS_H

#include <stdint.h>

typedef struct {
    uint64_t arrived;            // warps
    uint64_t waiting;            // those that wait: sync and red; arrive goes on
    uint16_t arrivals;           // since it last opened
    uint16_t wanted;             // arrivals that open it, set by the first to arrive; 0: all warps that have not ended
    uint16_t threads, hold;      // bar.red: those that took part, and those whose predicate holds
    uint8_t  operation;          // barrier_operation of the last that arrived
} cta_barrier;

#endif

// SPDX-License-Identifier: BSD-3-Clause
// The sixteen barriers of a CTA. Private to the front end; exec.h has what others ask.
//
// As in GPGPU-Sim's barrier_set_t a warp arrives as a whole, whichever of its lanes do. A barrier of all threads opens
// when every warp that has not ended has arrived, so that a warp's end may open it; one of so many threads when so many
// have arrived, 32 a warp, whoever they are. What waited goes on and the barrier is as new. A thread count of the whole
// CTA, rounded up to warps, means all threads. What PTX calls unpredictable, a reduction at a barrier at which others
// wait without one or reduce otherwise, is refused.
#ifndef WARPLOCK_SIM_FRONTEND_BARRIERS_H
#define WARPLOCK_SIM_FRONTEND_BARRIERS_H

#include <stdint.h>

typedef struct {
    uint64_t arrived;            // warps
    uint64_t waiting;            // of these: sync and red; arrive goes on
    uint16_t arrivals;           // since it opened last
    uint16_t wanted;             // of them to open it; 0: all warps that have not ended. Of the first that arrived
    uint16_t threads, hold;      // bar.red: that have taken part, and whose predicate holds
    uint8_t  operation;          // barrier_operation of the last that arrived
} cta_barrier;

#endif

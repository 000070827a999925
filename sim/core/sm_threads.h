// SPDX-License-Identifier: BSD-3-Clause
// Threads of the host that step SMs side by side, each its own SMs, in cycles in which several SMs are awake.
//
// A cycle gives the same result for every number of threads. What an SM alone owns its thread steps without asking. What SMs
// change in the order of their numbers (device memory, what a kernel prints, the first fault) an SM touches when its turn has
// come: when all SMs before it have been stepped in this cycle.
#ifndef WARPLOCK_SIM_CORE_SM_THREADS_H
#define WARPLOCK_SIM_CORE_SM_THREADS_H

#include "tb/number_set.h"

enum { SM_THREADS_MAX = 4 };            // one for each part of the blocks (tb/lockstep.h)

typedef struct sm_threads sm_threads;
typedef void (*sm_threads_step)(void *context, unsigned sm);

// `threads`: at least 1, the caller's included. thread_of: of each SM, below `threads`. NULL where the host gives no thread.
sm_threads *sm_threads_new(unsigned threads, const unsigned char *thread_of, unsigned sms, sm_threads_step, void *context);
void sm_threads_free(sm_threads *);                          // NULL is none
// Steps these SMs, those of a thread in ascending order, and returns when all have been stepped.
void sm_threads_run(sm_threads *, number_set awake);
// From within a step: this SM touches nothing more that needs its turn in this cycle.
void sm_threads_pass(sm_threads *, unsigned sm);
// From within a step: returns when all SMs below this one have passed. At once where one thread steps all.
void sm_threads_await_turn(void *threads, unsigned sm);

#endif

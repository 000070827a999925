// SPDX-License-Identifier: BSD-3-Clause
// Threads of the host that step SMs side by side, each its own SMs, in cycles in which several SMs are awake.
//
// A cycle gives the same result for every number of threads. What an SM alone owns its thread steps without asking. What SMs
// change in the order of their numbers (device memory, what a kernel prints, the first fault) an SM changes when its turn has
// come: when all SMs before it have been stepped in this cycle. It reads device memory when none of these can write any more.
#ifndef WARPLOCK_SIM_CORE_SM_THREADS_H
#define WARPLOCK_SIM_CORE_SM_THREADS_H

#include "tb/number_set.h"

enum { SM_THREADS_MAX = 4 };            // one for each part of the blocks (tb/lockstep.h)

typedef struct sm_threads sm_threads;
typedef void (*sm_threads_step)(void *context, unsigned sm);

// `threads`: at least 1, the caller's included. thread_of: of each SM, below `threads`. NULL where the host gives no thread.
sm_threads *sm_threads_new(unsigned threads, unsigned char *thread_of, unsigned sms, sm_threads_step, void *context);
// From now on SMs move between two rounds from threads that are waited for to others, as many together, and thread_of follows.
void sm_threads_balance(sm_threads *, unsigned sms_together);
// Between two rounds: this SM and those that are together with it.
void sm_threads_move(sm_threads *, unsigned sm, unsigned thread);
void sm_threads_free(sm_threads *);                          // NULL is none
// Steps these SMs, those of a thread in ascending order, and returns when all have been stepped. `beside`, if not NULL, is called with
// the context on the caller's thread after its own SMs.
void sm_threads_run(sm_threads *, number_set awake, void (*beside)(void *context));
// From within a step: this SM touches nothing more that needs its turn in this cycle.
void sm_threads_pass(sm_threads *, unsigned sm);
// From within a step: this SM writes no device memory in this cycle.
void sm_threads_pass_writes(sm_threads *, unsigned sm);
// At the end of a step, on whichever thread: whether this SM may write device memory when it is stepped next. At first it may not.
void sm_threads_may_write(sm_threads *, unsigned sm, bool);
// From within a step: returns when all SMs below this one have passed; when they have passed their writes. At once where one thread
// steps all.
void sm_threads_await_turn(void *threads, unsigned sm);
void sm_threads_await_writes(void *threads, unsigned sm);
// The calling thread goes to another processor that it may run on, if it is on this one and there is another. It may come back.
void sm_threads_leave_processor(int processor);

#endif

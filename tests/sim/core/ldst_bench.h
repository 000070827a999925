// SPDX-License-Identifier: BSD-3-Clause
// The LD/ST unit alone, between a fake SM that logs what reaches it and tests/sim/memory/fake_memory.h.
#ifndef WARPLOCK_TESTS_SIM_CORE_LDST_BENCH_H
#define WARPLOCK_TESTS_SIM_CORE_LDST_BENCH_H

#include "sim/core/ldst.h"
#include "tests/sim/memory/fake_memory.h"

enum { LATENCY = 5, SHARED_LATENCY = 4, LOG = 4096, LOCAL_STRIDE = 2048 };      // LOCAL_STRIDE: bytes between two words of a thread
#define NOT_ISSUED UINT64_MAX

struct sm {
    uint64_t cycle;
    sm_events events;                               // of this cycle: cleared when the next one begins
    unsigned port_busy;                             // register writes refused before one is granted
    unsigned writes, sent, acked, completed;
    unsigned acked_warp;                            // of the last acknowledgement
    inflight *last_complete;
    bool load_passes, access_passes;                // answers to the unit's questions
    unsigned loads_asked, fails_asked;
    bypass_level asked;                             // last
    struct { uint64_t cycle; uint64_t age; } log[LOG];   // completions
};

extern machine        config;
extern counters       totals;
extern sm             core;
extern memory_system *memory;
extern ldst          *unit;
extern ldst_answers   answers;          // of the policy, of the unit that is opened next

enum { LOAD, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE, PARAM_LOAD, LOCAL_LOAD, MEMBAR, CG_LOAD, CG_STORE, CG_LOCAL_LOAD,
       BYTE_LOAD, HALF_LOAD };

void     configure(void);               // `config` as the tests begin with
void     open_unit(void);
void     close_unit(void);
inflight make(unsigned kind, uint64_t base, unsigned lanes, uint64_t stride);   // of warp 3; lanes are `stride` bytes apart
void     step(void);
void     step_until(uint64_t cycle);
void     issue(inflight *);             // in this cycle, behind the step
void     give(inflight *);              // hands it to the unit, which must be free; issued now unless it was before
memory_request *taken(void);            // the oldest request sent; there must be one
const l1d_access_event *looked_up(void);    // in this cycle; NULL: no access of a load was
bool     hits_at_first(void);           // it was, for the first time, and the line was there
const load_done_event *serviced(void);  // the load whose last access the L1D has serviced in this cycle; NULL: none
void     warm(uint64_t address);        // brings a line into the L1D, at the price of a few cycles

#endif

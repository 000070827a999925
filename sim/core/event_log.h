// SPDX-License-Identifier: BSD-3-Clause
// What happens in one SM, as text: sm.txt of a recording (docs/lockstep.md, "Recordings"). Private to sim/core.
//
// Each event is written where it happens, from the instructions, lanes, addresses and lookup results themselves and not
// from what the policy's blocks are told. So a checker can compare the two.
#ifndef WARPLOCK_SIM_CORE_EVENT_LOG_H
#define WARPLOCK_SIM_CORE_EVENT_LOG_H

#include "sim/core/inflight.h"
#include "sim/core/units.h"
#include "sim/events/place_log.h"
#include "sim/frontend/program.h"
#include "sim/memory/coalescer.h"
#include "sim/memory/l1d.h"

typedef struct event_log {
    FILE    *file;                                  // NULL: this SM is not recorded
    uint64_t cycles;                                // how many are recorded, from the first
    uint32_t free_mshrs;                            // as last written
    level_log levels;                               // the levels beside the events
} event_log;

// Opens the log of the SM `instance` ("sm 0") if it is recorded, and notes the machine.
void event_log_open(event_log *, lockstep *, block_place, const machine *, const char *policy);

static inline bool event_logged(const event_log *log, uint64_t cycle) { return log->file && cycle < log->cycles; }

// Call the following only when event_logged.
// A kernel starts: CTAs per SM, the `first_fill` CTAs that this SM gets first, and the module's instructions.
void log_kernel(const event_log *, uint64_t cycle, uint64_t local_stride, unsigned ctas, uint64_t first_fill, unsigned warps_per_cta,
                const kernel *, const uint8_t kind_of[UNIT_COUNT]);
// The warps of a CTA start.
void log_cta(const event_log *, uint64_t cycle, unsigned slot, uint64_t number, unsigned first, unsigned count, const cta *);
void log_cta_end(const event_log *, uint64_t cycle, unsigned slot);
void log_exit(const event_log *, uint64_t cycle, unsigned warp);                            // its last lane exits
void log_membar_over(const event_log *, uint64_t cycle, unsigned warp);
void log_collect(const event_log *, uint64_t cycle, uint64_t number);                        // it leaves its issue register
void log_complete(const event_log *, uint64_t cycle, const inflight *);
void log_store(const event_log *, uint64_t cycle, unsigned warp, bool acknowledged);         // one of its accesses is sent, or is acknowledged
void log_fill(const event_log *, uint64_t cycle, unsigned warp, unsigned active, const insn *const *slots,
              unsigned count);
void log_flush(const event_log *, uint64_t cycle, unsigned warp);
// `next`: next instruction of the warp's SIMT stack, NULL when it has ended; `left`: active lanes then.
void log_issue(const event_log *, uint64_t cycle, const inflight *, const insn *next, unsigned left);
void log_accept(const event_log *, uint64_t cycle, const inflight *, const coalesced *accesses, unsigned count);
void log_passes(const event_log *, uint64_t cycle, const inflight *);      // the load just accepted bypasses the L1D
// A lookup in the L1D; NULL: by a store.
void log_access(const event_log *, uint64_t cycle, const inflight *, uint64_t address, l1d_status);
void log_bypass(const event_log *, uint64_t cycle, const inflight *, uint64_t address);     // an access that failed bypasses the L1D
void log_evict(const event_log *, uint64_t cycle, const l1d_eviction *);                     // a line leaves the L1D
void log_leave(const event_log *, uint64_t cycle, const inflight *);                        // the dispatch register
void log_mshrs(event_log *, uint64_t cycle, uint32_t free);                                 // if they have changed
void log_sleep(const event_log *, uint64_t cycle, uint64_t cycles);                         // from `cycle` on

#endif

// SPDX-License-Identifier: BSD-3-Clause
// One SM: the state that its stages share. Private to sim/core: policies see its events and levels, the LD/ST unit sees ldst.h.
//
// Order of a cycle, as in GPGPU-Sim's shader_core_ctx::cycle: write back, execute (SP, DP, INT, SFU, tensor, LD/ST, collectors),
// issue, decode, fetch. Warps are bits of 64-bit masks. Events (a buffer changes, a register is released, a barrier opens)
// update them, so no stage scans warps that an event does not concern.
#ifndef WARPLOCK_SIM_CORE_SM_H
#define WARPLOCK_SIM_CORE_SM_H

#include "rtl_c/warp_arbiter.h"
#include "sim/blocks/place.h"
#include "sim/core/collector.h"
#include "sim/core/event_log.h"
#include "sim/core/gpu_options.h"
#include "sim/core/gpu_log.h"
#include "sim/core/ldst.h"
#include "sim/core/pipeline.h"
#include "sim/core/profile.h"
#include "sim/core/route.h"
#include "sim/core/scoreboard.h"
#include "sim/core/sm_threads.h"
#include "sim/core/units.h"
#include "sim/memory/read_only_cache.h"

enum { BUFFER_SLOTS = 2, NOBODY = 255, CTA_SLOTS = 32, FETCHES_MAX = 8 };
enum { OLDEST = 8 };                                // of the counter issue.oldest_8: OAWS section 3.3
#define PROGRAM_BASE UINT64_C(0xF0000000)           // address of the code for the L1I and below (GPGPU-Sim's PROGRAM_MEM_START)

// Why a scheduler issued nothing. The last two are kinds of pipeline stall.
typedef enum { STALL_IDLE, STALL_SCOREBOARD, STALL_PIPELINE, STALL_LDST, STALL_OCCLUDED, STALL_CLASSES } stall_class;
// What an SM waits for in a cycle without issue: memory, for all warps; for one warp; anything else.
typedef enum { INACTIVE_OTHER, INACTIVE_MEMORY, INACTIVE_NO_WARP } inactive_class;

typedef struct {                                    // a warp slot
    cta        *cta;
    const insn *buffer[BUFFER_SLOTS];               // instruction buffer; a valid slot without an instruction is past the end of the code
    uint8_t     valid;                              // slots filled, one bit each
    uint8_t     next;                               // slot to issue next
    uint8_t     kind;                               // kind of unit for that instruction, as recorded in sm.unit
    uint8_t     cta_slot;
    uint8_t     in_cta;                             // warp's number in its CTA
    uint32_t    fetch_pc;
    uint32_t    in_pipeline;                        // issued, not yet complete
    uint32_t    stores;                             // store accesses not yet acknowledged
    uint32_t    atomics;                            // atomic instructions not yet complete
    bool        membar;                             // its last membar is not through the LD/ST unit yet
    const insn *last;                               // last instruction issued, for messages
} warp_slot;

typedef struct { uint8_t warp; uint32_t pc; } fetched_insns;  // two in sequence

// Words of the SM. An arbiter sees the bits of its own warps.
typedef struct { uint64_t ready, can_issue, load, occlude; } arbiter_words;

typedef struct {                                    // a resident CTA
    cta      *cta;
    uint64_t  index;                                // in the grid
    bool      last;                                 // of the grid
    uint64_t  issued;                               // to the SM, in this cycle
    uint64_t  warps;                                // its slots
    uint64_t  left;                                 // those not yet drained and retired
} cta_slot;

struct sm {
    const machine  *machine;
    unsigned        index, schedulers, warps;
    memory_system  *memory;
    counters       *counters;
    sm_threads     *threads;               // told when its turn in a cycle is over; NULL: nobody is
    FILE           *issue_trace;
    struct sm_trace *trace;                         // NULL: the SM has no tracks (sim/core/sm_trace.h)
    bool            issues_seen;                    // one of both
    event_log       log;                            // of a recording
    const gpu_log  *gpu_log;                        // of a recording of the GPU
    const kernel   *kernel;
    kernel_profile *profile;                    // NULL: no profile
    launch         *launch;
    uint64_t        cycle;

    // Warps, one bit each
    uint64_t resident;                              // slot in use (launched, not yet drained)
    uint64_t finished;                              // those that have ended functionally
    uint64_t has_insn;                              // buffer holds an instruction to issue next
    uint64_t hazard;                                // that instruction is not the SIMT stack's next: flushed when a scheduler looks
    uint64_t clear;                                 // that instruction passes the scoreboard
    uint64_t unit[UNIT_COUNT];                      // warps whose instruction goes to this kind of unit
    uint64_t writes;                                // buffer holds an instruction that may write device memory; kept with `threads`
    uint64_t load;                                  // that instruction is a load that goes to the L1D
    uint64_t at_memory, needs_data;                 // kept if a policy watches the warps' data: see sim/events/levels.h
    uint64_t at_barrier, at_membar, on_atomic;      // waits for other warps, its own memory operations, an atomic's result
    uint64_t buffer_empty, fetch_pending;           // needs instructions; waits for an L1I miss
    uint64_t drained;                               // finished, with nothing left in pipelines or memory

    uint64_t own[SCHEDULERS_MAX];                   // each scheduler's slots

    warp_slot warp[N_MAX];
    cta_slot  ctas[CTA_SLOTS];
    unsigned  cta_slots, resident_ctas;             // usable for this kernel; in use
    uint64_t  ctas_done;

    // Stages
    latch      issue_slot[UNIT_COUNT], unit_slot[UNIT_COUNT];
    bool       sub_cores;                           // core.sub_cores
    uint8_t    kinds, kind_of[UNIT_COUNT];          // unit_kinds, unit_of_machine
    scoreboard scoreboard;
    collectors collectors;
    pipelines  pipelines;
    ldst      *ldst;
    read_only_cache *l1i;
    inflight_pool    pool;
    uint64_t   issued_count;
    uint64_t   issued_at;                           // cycle of the last issue
    fetched_insns fetched[FETCHES_MAX];             // between fetch and decode
    unsigned   fetched_count;
    unsigned   last_fetched;
    unsigned   more_fetches;                        // further fetches per cycle: core.fetches - 1
    bool       one_charge, one_load_fill;           // policy's ONE_CHARGE and ONE_LOAD_FILL, if the machine can do several a cycle
    uint64_t   charged_at;                          // with one_charge: cycle of the last issue of a load with a charge
    bool       decodes_at_once;                     // core.decodes_at_once
    unsigned   first_scheduler;                     // rotates

    // Blocks
    place      place;
    placed_block *order, *rank;                     // rank: NULL if the policy needs no ranks
    block     *arbiter[SCHEDULERS_MAX];
    arbiter_words dealt[SCHEDULERS_MAX];            // source of their inputs
    uint32_t   asked;                               // arbiters that know of a ready warp, or of blocks that step always
    sm_events  events;                              // of this cycle
    sm_levels  levels;
    bool       order_changed;                       // the outputs of warp_order are out of date
    uint64_t   rank_waiting;                        // the input for which warp_rank's outputs hold
    uint64_t   age_known;                           // warps with a valid `age` since the order last changed
    uint8_t    age[N_MAX];                          // number of older warps in the SM
    policy_masks masks;                             // the policy's answer in this cycle
    bool       watches_memory, watches_data;      // the policy watches these
    bool       follows_heads;                       // threads or keeps_data
    bool       keeps_data;                          // at_memory and needs_data are kept up to date
    bool       counts_inactive;                     // core.count_inactive
    bool       ldst_blocks;                         // a warp held by the full LD/ST unit waits for memory (machine_ldst_blocks)
    bool       lends;                               // the policy may lend issue slots
    bool       behind_issue;                        // loans or their counts follow the schedulers' turns
    stall_class stalled[SCHEDULERS_MAX];            // then: why a scheduler issued nothing of its own in this cycle
    bool       lets_pass;                           // the policy decides what bypasses the L1D
    bool       ldst_full;                           // an instruction with all operands has waited for the LD/ST unit since the last cycle
    uint64_t   active_since;                        // first cycle with a CTA not counted yet
    unsigned   holder[SCHEDULERS_MAX];              // age of the last warp to issue, which holds the scheduler; or NOBODY
    uint64_t   held_since[SCHEDULERS_MAX];          // first cycle of this hold not counted yet
    uint8_t    worked;                              // a bit per timeline: had a CTA since its last row (gpu_timeline.c)

    // Sleep
    bool       sleepless;                           // never quiet; results must not change
    bool       quiet;                               // the stages before LD/ST have nothing to do until an event
    uint64_t   quiet_since;                         // first quiet cycle whose stalls are not counted yet
    uint64_t   wake;                                // cycle of the next result while quiet
    uint64_t   stalls[SCHEDULERS_MAX][STALL_CLASSES];   // by scheduler, not yet in the counters
    stall_class quiet_stall[SCHEDULERS_MAX];        // by scheduler, while quiet
    inactive_class quiet_inactive;                  // of the SM, while quiet
    bool       plain;                               // the policy holds nothing back, and nobody watches but for ends and launches
    bool       front_rests;                         // this is one of them
    bool       stirred;                             // the LD/ST unit changed something that the quiet stages wait for
    const char *fault;                              // message about an illegal access, or NULL
};

static inline uint64_t warp_bit(unsigned warp) { return UINT64_C(1) << warp; }
static inline uint64_t sm_waiting(const sm *s) { return s->at_barrier | s->at_membar; }
// The kind of unit that takes the instruction on this machine.
static inline unsigned sm_kind(const sm *s, const insn *insn) { return s->kind_of[insn->unit]; }
static inline uint64_t scheduler_warps(const sm *s, unsigned scheduler) { return s->own[scheduler]; }

// Before the collectors, for an instruction that issues through this scheduler.
static inline bool sm_has_room(const sm *s, unsigned scheduler, unsigned kind)
{
    const latch *slots = &s->issue_slot[kind];
    return s->sub_cores ? !(slots->taken >> scheduler & 1) : latch_has_room(slots);
}

// Warps whose next instruction waits for a unit alone.
static inline uint64_t sm_ready(const sm *s) { return s->has_insn & s->clear & ~(s->at_barrier | s->at_membar | s->on_atomic); }

// Before the collectors step: what waits now could not leave in the last cycle.
static inline void sm_note_ldst_full(sm *s) { s->ldst_full = collectors_wait(&s->collectors, UNIT_MEM); }

// sm.c
// The part of a run's blocks that an SM's are in: SMs of a cluster are in the same one.
static inline unsigned sm_part(const machine *m, unsigned index) { return index / (m->gpu.sms / m->gpu.clusters) % LOCKSTEP_PARTS; }
// Of zeroed memory. False and a message: it is closed again.
bool sm_open(sm *, const gpu_options *, const machine *, memory_system *, counters *, unsigned index, char *error, size_t error_size);
void sm_close(sm *);
void sm_kernel_start(sm *, launch *, const kernel *, kernel_profile *, unsigned cta_slots, uint64_t shared_bytes, uint64_t first_fill,
                     uint64_t cycle);
bool sm_has_cta_slot(const sm *);
void sm_launch_cta(sm *, uint64_t cta_index, bool last, uint64_t cycle);    // at the end of a cycle, after sm_cycle of all SMs
void sm_join_cycle(sm *, uint64_t cycle);                       // a quiet SM runs the end of this cycle as usual
void sm_reply(sm *, memory_request *, uint64_t cycle);          // takes the request; one for the LD/ST unit only if ldst_can_reply
void sm_cycle(sm *, uint64_t cycle);
void sm_end_cycle(sm *);                                        // late inputs are known: next and commit of the blocks
uint64_t sm_quiet_until(const sm *);                            // of a quiet SM: first cycle with work unless a reply or a CTA comes
static inline uint64_t sm_next_event(const sm *s) { return s->quiet ? sm_quiet_until(s) : 0; }     // 0: every cycle
void sm_catch_up(sm *, uint64_t cycle);                         // brings all counters and blocks to the state before this cycle

// sm_sleep.c
bool sm_front_rests(sm *);                                      // from the blocks to fetch nothing happens in this cycle: it is counted
void sm_fall_quiet(sm *);                                       // at the end of a cycle without issue, if nothing is to be done
void sm_settle(sm *, uint64_t cycle);                           // counts stalls and blocks' sleep of a quiet time that still lasts
void sm_wake(sm *, uint64_t cycle);                             // ends the quiet time before an event in this cycle

// sm_count.c
void sm_count_active(sm *, uint64_t cycle);                     // call before residence changes: counts cycles with a CTA before this one
void sm_count_stalls(sm *);                                     // adds stalls since the last call to the counters
void sm_count_held(sm *, unsigned scheduler, uint64_t cycle);   // cycles before this one, held by the last warp to issue
void sm_count_one_free(sm *, uint64_t cycles);                  // kinds whose register is free in one scheduler only

// warp.c: a warp's buffer and masks
void warp_head_changed(sm *, unsigned warp);
unsigned sm_active_lanes(const sm *, unsigned warp);              // active lanes on top of its SIMT stack; 0 once it has ended
void warp_registers_released(sm *, unsigned warp);
void warp_flush(sm *, unsigned warp, uint32_t fetch_pc);
void warp_check_drained(sm *, unsigned warp);
void warp_finish(sm *, unsigned warp);                          // it has no lane left
void warp_retire(sm *, unsigned warp);                          // it is drained and leaves its slot; the CTA ends with its last warp
void warp_arrives(sm *, unsigned warp, const warp_step *);       // it has executed a barrier instruction
void warp_complete(sm *, inflight *);                           // results are written, or there are none

// fetch.c
void sm_decode(sm *);
void sm_fetch(sm *);

// ready.c
typedef struct { uint64_t occluded, ldst, ready, valid, room; } stalled_warps;
uint64_t sm_warps_with_room(const sm *, unsigned scheduler);    // whose instruction could issue through it
uint64_t sm_held_by_ldst(const sm *);                           // ready warps held by the full LD/ST unit
uint64_t sm_charged_loads(const sm *);                          // warps whose load would have a charge
// With one charge a cycle: warps whose load would be the second in this cycle. They wait as for a full register.
static inline uint64_t sm_behind_charge(const sm *s) { return s->charged_at == s->cycle ? sm_charged_loads(s) : 0; }
stall_class sm_stall(const sm *, unsigned scheduler, uint64_t held);   // why it issued nothing; held: warps that the policy holds back
stalled_warps sm_stalled_warps(const sm *, unsigned scheduler, uint64_t held);  // the warps behind that reason

// issue.c
void sm_issue(sm *);
void sm_issue_warp(sm *, unsigned through, unsigned warp);       // issues its next instruction through this scheduler

// inactive.c
uint64_t sm_blocked(const sm *);                                // warps that wait for memory or at a barrier
inactive_class sm_inactive_class(const sm *);
void sm_count_inactive(sm *, inactive_class, uint64_t cycles);

// lend.c
void sm_lend(sm *, bool turn);                                  // asks for loans, issues them, counts stalls; turn: schedulers issue in this cycle

// sm_shown.c
void sm_log_levels(sm *);                                       // of a recording, while it lasts

// sm_arbiters.c
bool sm_blocks_open(sm *, const place_options *, char *error, size_t error_size);
void sm_blocks_close(sm *);
bool sm_levels_stand(const sm *);                                // as shown in the last cycle not slept through
bool sm_asked_stands(const sm *);                                // what the LD/ST unit asks in this cycle, the same as in that one
void sm_blocks_early(sm *);                                     // outputs of warp_order, warp_rank and the policy's blocks
int  sm_arbiter_grant(sm *, unsigned scheduler, uint64_t ready);    // the warp, -1 for none; what the policy holds back is known
int  sm_arbiter_grant_under(sm *, unsigned scheduler, uint64_t ready, const policy_masks *);     // told what the policy holds back
uint64_t sm_visited_before(const sm *, unsigned scheduler, int granted, uint64_t warps); // those before it in the scheduler's order
unsigned sm_age(sm *, unsigned warp);                           // number of older warps in the SM
void sm_ask_loans(sm *, policy_loans *);                        // the levels that a loan needs must be up to date
void sm_blocks_end(sm *);
void sm_blocks_sleep(sm *, uint64_t cycles);

#endif

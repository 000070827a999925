// SPDX-License-Identifier: BSD-3-Clause
// One SM: the state that its stages share. Private to sim/core; policies see its events and levels, the LD/ST unit sees ldst.h.
//
// Order of a cycle, as GPGPU-Sim's shader_core_ctx::cycle: write back, execute (SP, DP, INT, SFU, tensor, LD/ST, collectors), issue,
// decode, fetch. Warps are bits of 64-bit masks that events keep up to date: a warp's buffer changed, a register was released, a
// barrier opened. No stage scans warps that have nothing to do with the event.
#ifndef WARPLOCK_SIM_CORE_SM_H
#define WARPLOCK_SIM_CORE_SM_H

#include "rtl_c/warp_arbiter.h"
#include "sim/blocks/place.h"
#include "sim/core/collector.h"
#include "sim/core/event_log.h"
#include "sim/core/gpu.h"
#include "sim/core/gpu_log.h"
#include "sim/core/ldst.h"
#include "sim/core/pipeline.h"
#include "sim/core/profile.h"
#include "sim/core/route.h"
#include "sim/core/scoreboard.h"
#include "sim/core/units.h"
#include "sim/memory/read_only_cache.h"

enum { BUFFER_SLOTS = 2, NOBODY = 255, CTA_SLOTS = 32, FETCHES_MAX = 8 };
#define PROGRAM_BASE UINT64_C(0xF0000000)           // where instructions lie for the L1I and below (GPGPU-Sim's PROGRAM_MEM_START)

// Why a scheduler has issued nothing. The last two are cases of a stall in the pipeline.
typedef enum { STALL_IDLE, STALL_SCOREBOARD, STALL_PIPELINE, STALL_LDST, STALL_OCCLUDED, STALL_CLASSES } stall_class;
// What an SM waits for in a cycle in which it issues nothing: memory, all its warps; a warp; anything else.
typedef enum { INACTIVE_OTHER, INACTIVE_MEMORY, INACTIVE_NO_WARP } inactive_class;

typedef struct {                                    // a warp slot
    cta        *cta;
    const insn *buffer[BUFFER_SLOTS];               // instruction buffer; a valid slot without an instruction lies behind the code
    uint8_t     valid;                              // slots filled, one bit each
    uint8_t     next;                               // slot that issues next
    uint8_t     kind;                               // of unit that takes the instruction there, as far as sm.unit says
    uint8_t     cta_slot;
    uint8_t     in_cta;                             // number of the warp in its CTA
    uint32_t    fetch_pc;
    uint32_t    in_pipeline;                        // issued, not yet complete
    uint32_t    stores;                             // store accesses not yet acknowledged
    uint32_t    atomics;                            // atomic instructions not yet complete
    bool        membar;                             // its last membar has not reached the LD/ST unit's end yet
    const insn *last;                               // issued last, for messages
} warp_slot;

typedef struct { uint8_t warp; uint32_t pc; } fetched_insns;  // two behind each other

// Words of the SM. An arbiter's inputs are the bits of its own warps.
typedef struct { uint64_t ready, can_issue, load, occlude; } arbiter_words;

typedef struct {                                    // a resident CTA
    cta      *cta;
    uint64_t  index;                                // in the grid
    bool      last;                                 // of the grid
    uint64_t  issued;                               // to the SM, in this cycle
    uint64_t  warps;                                // its slots
    uint64_t  left;                                 // of these, not yet drained and retired
} cta_slot;

struct sm {
    const machine  *machine;
    unsigned        index, schedulers, warps;
    memory_system  *memory;
    counters       *counters;
    FILE           *issue_trace;
    struct sm_trace *trace;                         // NULL: the SM has no tracks (sim/core/sm_trace.h)
    bool            issues_seen;                    // one of both
    event_log       log;                            // of a recording
    const gpu_log  *gpu_log;                        // of one of the GPU
    const kernel   *kernel;
    kernel_profile *profile;                    // NULL: none is wanted
    launch         *launch;
    uint64_t        cycle;

    // Warps, one bit each
    uint64_t resident;                              // slot in use (launched, not yet drained)
    uint64_t finished;                              // of these, has ended functionally
    uint64_t has_insn;                              // buffer holds an instruction to issue next
    uint64_t hazard;                                // that instruction is not the one the SIMT stack wants: flushed when a scheduler looks
    uint64_t clear;                                 // that instruction passes the scoreboard
    uint64_t unit[UNIT_COUNT];                      // kind of unit that takes that instruction
    uint64_t load;                                  // that instruction is a load that goes to the L1D
    uint64_t at_memory, needs_data;                 // where somebody watches the warps' data: see sim/events/levels.h
    uint64_t at_barrier, at_membar, on_atomic;      // waits for the others, for its own memory operations, for an atomic's result
    uint64_t buffer_empty, fetch_pending;           // needs instructions; waits for an instruction cache miss
    uint64_t drained;                               // finished, and nothing of it is left in pipelines and memory

    uint64_t own[SCHEDULERS_MAX];                   // slots of each scheduler, used or not

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
    uint64_t   issued_at;                           // cycle of the last of these
    fetched_insns fetched[FETCHES_MAX];             // between fetch and decode
    unsigned   fetched_count;
    unsigned   last_fetched;
    unsigned   more_fetches;                        // a cycle, beside the first: core.fetches
    bool       one_charge, one_load_fill;           // ONE_CHARGE and ONE_LOAD_FILL of the policy, where the machine has several a cycle
    uint64_t   charged_at;                          // cycle in which a load with a charge has issued last, with one_charge
    bool       decodes_at_once;                     // core.decodes_at_once
    unsigned   first_scheduler;                     // rotates

    // Blocks
    place      place;
    placed_block *order, *rank;                     // rank: NULL where the policy asks for no numbers
    block     *arbiter[SCHEDULERS_MAX];
    arbiter_words dealt[SCHEDULERS_MAX];            // what their inputs are made of
    sm_events  events;                              // of this cycle
    sm_levels  levels;
    bool       order_changed;                       // the outputs of warp_order are out of date
    uint64_t   rank_waiting;                        // input of warp_rank that its outputs were computed from
    uint64_t   age_known;                           // warps whose age has been counted since the order changed
    uint8_t    age[N_MAX];                          // of these: warps of the SM that are older
    policy_masks masks;                             // what the policy has answered in this cycle
    bool       watches_memory, watches_data;      // the policy does
    bool       keeps_data;                          // at_memory and needs_data stand
    bool       counts_inactive;                     // core.count_inactive
    bool       ldst_blocks;                         // whom the full LD/ST unit holds waits for memory (machine_ldst_blocks)
    bool       lends;                               // it is asked for loans
    bool       behind_issue;                        // something comes behind the schedulers' turns: loans, or what is counted there
    stall_class stalled[SCHEDULERS_MAX];            // then: why a scheduler has issued nothing of its own in this cycle
    bool       lets_pass;                           // it is asked what passes the L1D by
    bool       ldst_full;                           // an instruction with all operands waits for the LD/ST unit since the cycle before
    uint64_t   active_since;                        // first cycle with a CTA that is not counted yet
    unsigned   holder[SCHEDULERS_MAX];              // age of the warp that issued last, which holds the scheduler; NOBODY
    uint64_t   held_since[SCHEDULERS_MAX];          // first cycle of that not counted yet
    uint8_t    worked;                              // has had a CTA since the last row of a timeline: a bit each (gpu_timeline.c)

    // Sleep
    bool       sleepless;                           // never quiet: the result must be the same
    bool       quiet;                               // the stages in front of LD/ST have nothing to do until an event
    uint64_t   quiet_since;                         // cycle from which stalls of the quiet time are to be counted
    uint64_t   wake;                                // cycle of the next result while quiet
    uint64_t   stalls[SCHEDULERS_MAX][STALL_CLASSES];   // of each scheduler, not in the counters yet
    stall_class quiet_stall[SCHEDULERS_MAX];        // of each scheduler meanwhile
    inactive_class quiet_inactive;                  // of the SM meanwhile
    bool       stirred;                             // the LD/ST unit has changed something that the quiet stages wait for
    const char *fault;                              // message of an illegal access, NULL while all is well
};

static inline uint64_t warp_bit(unsigned warp) { return UINT64_C(1) << warp; }
static inline uint64_t sm_waiting(const sm *s) { return s->at_barrier | s->at_membar; }
// Of this machine, the kind of unit that takes the instruction.
static inline unsigned sm_kind(const sm *s, const insn *insn) { return s->kind_of[insn->unit]; }
static inline uint64_t scheduler_warps(const sm *s, unsigned scheduler) { return s->own[scheduler]; }

// In front of the collectors, for an instruction that goes through this scheduler.
static inline bool sm_has_room(const sm *s, unsigned scheduler, unsigned kind)
{
    const latch *slots = &s->issue_slot[kind];
    return s->sub_cores ? !(slots->taken >> scheduler & 1) : latch_has_room(slots);
}

// sm.c
sm  *sm_new(const gpu_options *, const machine *, memory_system *, counters *, unsigned index, char *error, size_t error_size);
void sm_free(sm *);
void sm_kernel_start(sm *, launch *, const kernel *, kernel_profile *, unsigned cta_slots, uint64_t shared_bytes, uint64_t first_fill,
                     uint64_t cycle);
bool sm_has_cta_slot(const sm *);
void sm_launch_cta(sm *, uint64_t cta_index, bool last, uint64_t cycle);    // in the cycle's end, after sm_cycle of all SMs
void sm_join_cycle(sm *, uint64_t cycle);                       // a quiet SM goes through the end of this cycle as through any other
void sm_reply(sm *, memory_request *, uint64_t cycle);          // takes the request; one for the LD/ST unit where that has room (ldst_can_reply)
void sm_cycle(sm *, uint64_t cycle);
void sm_end_cycle(sm *);                                        // late inputs are known: next and commit of the blocks
uint64_t sm_quiet_until(const sm *);                            // of a quiet one: first cycle with something to do unless a reply or a CTA comes
static inline uint64_t sm_next_event(const sm *s) { return s->quiet ? sm_quiet_until(s) : 0; }     // 0: every cycle
void sm_wake(sm *, uint64_t cycle);                             // ends the quiet time before an event in this cycle
void sm_settle(sm *, uint64_t cycle);                           // counts stalls and lets blocks sleep through a quiet time that still lasts
void sm_catch_up(sm *, uint64_t cycle);                         // brings all counters and blocks to the state before this cycle
void sm_count_active(sm *, uint64_t cycle);                     // before residence changes: cycles with a CTA before this one

// warp.c: a warp's buffer and masks
void warp_head_changed(sm *, unsigned warp);
unsigned sm_active_lanes(const sm *, unsigned warp);              // how many, on top of its SIMT stack; 0 when it has ended
void warp_registers_released(sm *, unsigned warp);
void warp_flush(sm *, unsigned warp, uint32_t fetch_pc);
void warp_check_drained(sm *, unsigned warp);
void warp_finish(sm *, unsigned warp);                          // has no lane left
void warp_retire(sm *, unsigned warp);                          // is drained: leaves its slot; the CTA ends with its last warp
void warp_arrives(sm *, unsigned warp, const warp_step *);       // has executed a barrier instruction
void warp_complete(sm *, inflight *);                           // results are written or there were none

// fetch.c
void sm_decode(sm *);
void sm_fetch(sm *);

// issue.c
typedef struct { uint64_t occluded, ldst, ready, valid, room; } stalled_warps;
void sm_issue(sm *);
uint64_t sm_ready(const sm *);
uint64_t sm_held_by_ldst(const sm *);                           // ready, for the LD/ST unit, which is full
uint64_t sm_behind_charge(const sm *);                          // have a load that is a second one with a charge in this cycle
stall_class sm_stall(const sm *, unsigned scheduler, uint64_t held);   // why it has issued nothing; held: warps whose instruction the policy holds back
stalled_warps sm_stalled_warps(const sm *, unsigned scheduler, uint64_t held);  // whom it goes by
void sm_count_stalls(sm *);                                     // those since the last time, into the counters
void sm_count_held(sm *, unsigned scheduler, uint64_t cycle);   // by what it issued last, before this cycle
unsigned sm_age(sm *, unsigned warp);                           // warps of the SM that are older
void sm_issue_warp(sm *, unsigned through, unsigned warp);       // its next instruction, by way of this scheduler

// inactive.c
uint64_t sm_blocked(const sm *);                                // warps that wait for memory or at a barrier
inactive_class sm_inactive_class(const sm *);
void sm_count_inactive(sm *, inactive_class, uint64_t cycles);

// lend.c
void sm_lend(sm *, bool turn);                                  // asks, issues loans, counts the stalls; turn: schedulers issue in this cycle
void sm_count_one_free(sm *, uint64_t cycles);                  // kinds of which one scheduler alone has its register free

// sm_shown.c
void sm_log_levels(sm *);                                       // of a recording, while it lasts

// sm_arbiters.c
bool sm_blocks_open(sm *, const place_options *, char *error, size_t error_size);
void sm_blocks_close(sm *);
bool sm_levels_stand(const sm *);                                // as they were shown in the last cycle that was not slept
bool sm_asked_stands(const sm *);                                // what the LD/ST unit has asked about in this cycle, as in that one
void sm_blocks_early(sm *);                                     // out of warp_order, warp_rank and of the policy's blocks
int  sm_arbiter_grant(sm *, unsigned scheduler, uint64_t ready, const policy_masks *);   // warp, -1 for none
uint64_t sm_visited_before(const sm *, unsigned scheduler, int granted, uint64_t warps); // that come before it in the scheduler's order
void sm_ask_loans(sm *, policy_loans *);                        // the levels that a loan needs stand
void sm_blocks_end(sm *);
void sm_blocks_sleep(sm *, uint64_t cycles);

#endif

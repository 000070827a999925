// SPDX-License-Identifier: BSD-3-Clause
// What an SM does, by the contract (hardware.md), derived only from a recording's events: instruction buffers, ages, what each
// warp waits for, pending registers, loads in the LD/ST unit. Uses nothing of sim/ except the readers of the recording and its
// machine, and no model.
#ifndef WARPLOCK_SIM_CHECK_FACTS_H
#define WARPLOCK_SIM_CHECK_FACTS_H

#include "sim/check/recording.h"

enum { WARPS = 64, BARRIER_COUNT = 16, LANES = 32, ACCESSES = 256, DIVERGENT_LINES = 2, IN_FLIGHT = 96, KINDS_OF_UNIT = 6, BANKS_MOST = 8, FACT_RING = 1 << 14 };

enum { UNIT_SP, UNIT_SFU, UNIT_LDST, UNIT_TENSOR, UNIT_DP, UNIT_INT };    // kinds of units; every machine has the first three
enum { KINDS_ALWAYS = 3 };

// An instruction of the kernel, by its PC: from the `code` lines.
typedef struct {
    const char *kind;                       // NULL: none
    uint8_t     unit;                       // UNIT_SP, ...
    bool        load, memory, atomic, membar;       // a load for the L1D; goes to the L1D or the L2
    const recorded_event *event;            // its registers: `written` of them from number 2 on, then those read
    uint32_t    written;
} fact_code;

typedef struct { bool present; uint32_t pc; const char *kind; } fact_insn;

typedef struct {
    fact_insn buffer[2];                    // the next one first
    unsigned  filled;
    uint32_t  next;                         // next PC of its SIMT stack
    bool      running;
    bool      membar, membar_due;           // held by a membar; one whose end is not recorded yet
    int       barrier;                      // barrier where it waits, -1: none
    unsigned  cta, slot;                    // first warp of its CTA, and the slot of that
    uint64_t  age;                          // by start order in the SM
    uint64_t  in_flight[IN_FLIGHT];         // numbers of its instructions that are not complete
    unsigned  flying, atomics, membars;
    uint64_t  stores;                       // accesses that are not acknowledged
} fact_warp;

// An instruction, from issue until the policy's blocks are done with it.
typedef struct {
    uint64_t id;
    unsigned warp, scheduler, left;         // lanes that go on after it
    uint32_t pc, charge;
    uint8_t  unit;
    bool     charges;                       // a load for the L1D by its code
    bool     cached;                        // a load whose accesses go to the L1D
    bool     global;                        // and access global memory
    bool     passes;                        // bypasses the L1D
    bool     data;                          // brings data from memory
    bool     issued, in_register, complete;
    unsigned lines;                         // that its lanes touch
    uint64_t line[ACCESSES], access[ACCESSES];
    unsigned accesses, taken;               // made by the coalescer; those resolved
    uint64_t resolved[ACCESSES / 64];       // which of them, if their order is free
    uint64_t sets;                          // touched so far
    uint64_t failed[ACCESSES / 64];         // those whose last lookup failed: the next is no first attempt
} fact_load;

// A failed access at the head of an L1D bank. load NULL: none.
typedef struct { fact_load *load; uint64_t address; unsigned bank; } fact_fail;

// One cycle's events, as in hardware.md 1.
typedef struct {
    bool     kernel, slept;
    uint32_t ctas_per_sm, first_fill, warps_per_cta;    // of the kernel
    uint64_t launched, exited, issued, flushed;
    bool     cta;                           // one starts
    unsigned cta_slot;
    uint64_t cta_number;                    // in the grid
    uint64_t cta_ends;                      // slots
    int      issue_of[4];                   // warp that a scheduler issues, -1: none
    unsigned slot_of[4];                    // of its CTA
    unsigned issues_of[4];                  // and how many instructions
    unsigned left_of[4];                    // by the warp's own scheduler
    uint64_t loads;                         // warps that issue one that goes to the L1D
    bool     load_issues;                   // of several the one with a charge, else the first
    unsigned load_warp;
    uint32_t load_charge;
    uint32_t charge_of[4];                  // by the scheduler of the load's warp
    unsigned charges;                       // of them, above 0
    bool     fill;                          // fills that bring a load, if several warps fetch in a cycle
    unsigned fills;
    unsigned fill_warp, fill_active;
    fact_insn filled[2];
    bool     coalesced, start, access, hit, done;
    bool     passes, coalesced_global;      // the load that is coalesced
    unsigned coalesced_accesses, coalesced_warp;
    uint32_t coalesced_pc, done_pc;
    unsigned coalesced_lines, lines, set, sets;      // of the load that starts; of the access; touched, at done
    bool     divergent;                     // the load that is done
    unsigned loads_done, followed;          // accesses of divergent loads looked up
    bool     overtakes;                     // one of them overtakes an older such load with accesses left
    unsigned lost, may_be_lost;             // first attempts at a missing line; at a line missing or possibly in flight
    unsigned lost_warp[BANKS_MOST];         // of the second, the nowhere first
    uint64_t lost_line[BANKS_MOST];
    unsigned issues;
    bool     bypassed;                      // a failed access bypasses the L1D
    unsigned bypasses;                      // how many
    fact_fail passed;                       // which
    unsigned victims;                       // lines replaced
    bool     replaced, stored_over;         // a line left the L1D, replaced or by a store; the first counts
    unsigned victim_warp;
    uint64_t victim_line;
    uint32_t released, released_without_access;
    unsigned misses, lanes;                 // active lanes of all issues
    bool     resolved, resolved_hit;        // an access looked up now or earlier is resolved; of several, the first looked up
    bool     resolved_here;                 // one of them by a lookup
} fact_cycle;

typedef void fact_complaint(void *context, const char *rule, int warp, uint64_t cycle, const char *text);

// Since it last opened: warps that have arrived, waiting ones, arrivals, threads that open it (0: all that have not
// ended).
typedef struct { uint64_t arrived, waiting; unsigned arrivals, threads; } fact_barrier;

typedef struct {
    const recorded *r;
    unsigned  warps, schedulers, sets, line_bytes, mshrs;
    uint64_t  local_stride;
    fact_code *code;                                // by PC / 8
    size_t    codes;
    fact_warp warp[WARPS];
    uint64_t  starts;
    uint64_t  older[WARPS];                         // lower slots with an older warp; with any, for an empty slot
    uint8_t   rank[WARPS], rank_run[WARPS];         // older resident warps; with waiting warps after all others
    uint64_t  ranked_running, ranked_waiting, ranked_starts;    // inputs of the ranks
    fact_barrier barriers[WARPS][BARRIER_COUNT];    // by the CTA's first warp
    fact_load *load;                                // ring by number
    uint64_t  fifo[1024];                           // loads with accesses to the L1D, from coalescing to done
    unsigned  first, count;
    bool      reorders;                             // accesses may overtake failed ones, or those of another L1D bank
    unsigned  free_mshrs;
    uint64_t  mshrs_told;                           // in this cycle
    struct { uint64_t line; unsigned warp; } *brought;      // lines that loads brought in, with the warp
    unsigned  lines, brought_room;
    unsigned  registers[KINDS_OF_UNIT][4];          // instructions in issue registers, by unit and scheduler
    fact_fail failing[BANKS_MOST];                  // by bank of the L1D
    uint64_t  stale, clear, needs_data;             // warps whose registers must be checked again; results for the others
    uint64_t  cta_held;                             // slots
    uint64_t  sleeps_until;
    size_t    at, end;                              // events of this cycle still to come
    fact_cycle now;
    fact_complaint *complain;
    void     *context;
} facts;

void facts_open(facts *, const recorded *, fact_complaint *, void *context);
void facts_close(facts *);
void facts_early(facts *, size_t first, size_t end, uint64_t cycle);
void facts_turn(facts *, unsigned scheduler, uint64_t cycle);
void facts_loans(facts *, uint64_t cycle);
void facts_late(facts *, uint64_t cycle);

// Warps that ...
uint64_t facts_waiting(const facts *);       // wait at a barrier or membar
uint64_t facts_atomic(const facts *);        // wait for an atomic
uint64_t facts_loads(const facts *);         // have a load next that goes to the L1D
uint64_t facts_memory(const facts *);        // have one next that goes to the L1D or the L2
uint64_t facts_unit(const facts *, unsigned unit);      // have one next for that unit
uint64_t facts_buffered_loads(const facts *);           // have a load in the buffer next, whatever their SIMT stack needs
uint64_t facts_running(const facts *);
uint64_t facts_no_insn(const facts *);
uint64_t facts_wrong_insn(const facts *);
uint64_t facts_clear(facts *);               // have their SIMT stack's next instruction, and all its registers
uint64_t facts_needs_data(facts *);          // wait for a register written from memory
const fact_fail *facts_asked(const facts *);     // the access failing now at the lowest bank, bypassing or not; NULL: none
uint64_t facts_ready(facts *);               // clear and not waiting
uint64_t facts_room(const facts *, unsigned scheduler); // have an instruction next for which this scheduler has a free register
bool     facts_register_free(const facts *, unsigned scheduler, unsigned unit);
unsigned facts_set(const facts *, uint64_t address);
bool     facts_is_load(const facts *, uint64_t pc);      // the instruction there is a load for the L1D

// --- between facts.c, facts_registers.c and facts_ldst.c
static inline uint64_t facts_number(const facts *f, const recorded_event *event, unsigned i) { return recorded_number(f->r, event, i); }
bool facts_begins(const char *kind, const char *with);
bool facts_is_cached(const facts *, const char *kind, const char *space);       // of an issued instruction, whose space is known
void facts_take_code(facts *, const recorded_event *, uint64_t cycle);
const fact_code *facts_code_at(const facts *, uint64_t pc);                     // NULL: none
void facts_fly(facts *, unsigned warp, const fact_load *, uint64_t cycle);      // after its issue
void facts_collect(facts *, const recorded_event *, uint64_t cycle);
void facts_complete(facts *, const recorded_event *, uint64_t cycle);
void facts_store(facts *, unsigned warp, bool acknowledged, uint64_t cycle);
void facts_membar_over(facts *, unsigned warp, uint64_t cycle);
void facts_look_again(facts *);                                                 // checks the registers of stale warps
__attribute__((format(printf, 5, 6)))
void facts_complain(facts *, const char *rule, int warp, uint64_t cycle, const char *format, ...);
fact_load *facts_load_of(facts *, uint64_t id, uint64_t cycle);
void facts_touch(const facts *, fact_load *, const recorded_event *);    // lines of an issued load
bool facts_ldst_event(facts *, const recorded_event *, uint64_t cycle);  // false: no event of the LD/ST unit
static inline uint64_t facts_bit(unsigned warp) { return UINT64_C(1) << warp; }

#endif

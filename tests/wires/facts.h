// SPDX-License-Identifier: BSD-3-Clause
// What an SM does, by the contract (hardware.md), from the events of a recording alone: instruction buffers, ages,
// who waits, loads on their way through the LD/ST unit. Calls nothing of sim/ and no model.
#ifndef WARPLOCK_TESTS_WIRES_FACTS_H
#define WARPLOCK_TESTS_WIRES_FACTS_H

#include "tests/wires/recording.h"

enum { WARPS = 64, BARRIER_COUNT = 16, LANES = 32, ACCESSES = 256, DIVERGENT_LINES = 2 };

typedef struct { bool present; uint32_t pc; char kind[24]; } fact_insn;

typedef struct {
    fact_insn buffer[2];                    // the next one first
    unsigned  filled;
    uint32_t  next;                         // PC that its SIMT stack wants
    bool      running, membar;
    int       barrier;                      // that it waits at, -1: none
    unsigned  cta;                          // first warp of its CTA
    uint64_t  age;                          // of the SM's warps, when it started
} fact_warp;

// An instruction from its issue to the last it has to do with the policy's blocks.
typedef struct {
    uint64_t id;
    unsigned warp, scheduler, left;         // lanes that go on behind it
    uint32_t pc, charge;
    bool     charges;                       // a load that goes to the L1D, as it stands in the code
    bool     cached;                        // a load whose accesses go to the L1D
    unsigned lines;                         // that its lanes touch
    uint64_t line[ACCESSES], access[ACCESSES];
    unsigned accesses, taken;               // that the coalescer made, and resolved of these
    uint64_t sets;                          // touched so far
    bool     failed;                        // its last lookup: the next one is no first attempt
} fact_load;

// One cycle's events, as hardware.md 1 has them.
typedef struct {
    bool     kernel, slept;
    uint64_t launched, exited, issued, flushed;
    int      issue_of[4];                   // warp that a scheduler issues, -1: none
    unsigned left_of[4];
    bool     load_issues;                   // one that goes to the L1D
    unsigned load_warp;
    uint32_t load_charge;
    bool     fill;
    unsigned fill_warp, fill_active;
    fact_insn filled[2];
    bool     coalesced, start, access, hit, done;
    uint32_t coalesced_pc, done_pc;
    unsigned coalesced_lines, lines, set, sets;      // of the load that starts; of the access; touched, at done
    bool     divergent;                     // the load that is done
    bool     lost, may_be_lost;             // a first attempt at a line that is nowhere; that may be on its way
    unsigned access_warp, issues;
    uint64_t access_line;
    bool     replaced, stored_over;         // a line left the L1D, for another one or by a store; the first counts
    unsigned victim_warp;
    uint64_t victim_line;
    uint32_t released, released_without_access;
    unsigned misses;
} fact_cycle;

typedef void fact_complaint(void *context, const char *rule, uint64_t cycle, const char *text);

// Since it opened last: warps that have arrived, those that wait, arrivals, threads that open it (0: all that have not
// ended).
typedef struct { uint64_t arrived, waiting; unsigned arrivals, threads; } fact_barrier;

typedef struct {
    unsigned  warps, schedulers, sets, line_bytes, mshrs;
    uint64_t  local_stride;
    enum { SET_LINEAR, SET_HASH, SET_XOR } index;
    fact_warp warp[WARPS];
    uint64_t  starts;
    uint64_t  older[WARPS];                         // lower slots with an older warp; with any, for an empty slot
    uint8_t   rank[WARPS], rank_run[WARPS];         // resident warps that are older; waiting warps behind all others
    uint64_t  ranked_running, ranked_waiting, ranked_starts;    // that the ranks are of
    fact_barrier barriers[WARPS][BARRIER_COUNT];    // by the CTA's first warp
    fact_load *load;                        // ring by id
    uint64_t  fifo[1024];                   // loads with accesses to the L1D, from coalescing to done
    unsigned  first, count;
    unsigned  free_mshrs;
    struct { uint64_t line; unsigned warp; } *brought;      // lines that loads brought in, and for which warp
    unsigned  lines;
    uint64_t  sleeps_until;
    fact_cycle now;
    fact_complaint *complain;
    void     *context;
} facts;

void facts_open(facts *, const recorded *, fact_complaint *, void *context);
void facts_close(facts *);
// The events of a cycle, in two parts: those before the schedulers look (facts of this part are the blocks' early
// inputs; ranks belong to them), then the rest. PCs of fills are known in the first part already.
void facts_early(facts *, const recorded *, size_t first, size_t end, uint64_t cycle);
void facts_late(facts *, const recorded *, size_t first, size_t end, uint64_t cycle);

bool     facts_is_load(const char *kind);    // one that goes to the L1D, as it stands in the code
uint64_t facts_waiting(const facts *);
uint64_t facts_loads(const facts *);        // warps whose next instruction is a load that goes to the L1D
uint64_t facts_buffered_loads(const facts *);       // the same whatever their SIMT stack wants
uint64_t facts_may_issue(const facts *); // warps with an instruction that their SIMT stack wants, waiting ones left out
uint64_t facts_running(const facts *);
unsigned facts_set(const facts *, uint64_t address);

#endif

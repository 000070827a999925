// SPDX-License-Identifier: BSD-3-Clause
// The state of the random traffic, tb/systemc/traffic.c, and the parts that only one system's blocks use.
#ifndef WARPLOCK_TB_SYSTEMC_TRAFFIC_H
#define WARPLOCK_TB_SYSTEMC_TRAFFIC_H

#include "tb/systemc/stimulus_source.h"
#include "tb/stimuli/stimuli.h"

enum { QUEUE = 4, LATENCY_MAX = 256, PCS = 64, ACCESSES_MAX = 32, DIVERGENT_FROM = 3, PC_BASE = 0x100, PC_STEP = 8, LINES = 64 };
typedef enum { ALU, LOAD, STORE, BARRIER, LAST } instruction_kind;
typedef struct { bool valid; instruction_kind kind; unsigned pc; uint8_t active, accesses; } instruction;
typedef struct { bool resident, waiting, loads; instruction buffer[2]; unsigned left; uint64_t blocked; } warp;
typedef struct { unsigned warp, pc, accesses, left, charge; bool coalesced, started, missed; } queued_load;

// What is drawn when a kernel starts; chances in percent.
typedef struct {
    unsigned loads, divergent, hits, stores, barriers, latency;
    unsigned least_accesses, most_accesses, sets, length, cta_size, ctas;
} kernel_character;

typedef struct {
    stimulus_source   source;
    stimuli_state     inputs;                    // its random source, and the table for illegal inputs
    block_ops         ports;
    unsigned          n, schedulers, m, sets, slots, partitions;
    uint64_t          cycle, cycles, illegal_until, bent_until;
    kernel_character  kernel;
    struct front_end_in cfg;                     // of this kernel; only its cfg_ and priority fields count
    unsigned          ctas_left;
    uint64_t          ctas;                      // occupied slots
    uint8_t           registers[S_MAX];          // of each scheduler, the classes whose issue register is empty this cycle
    warp              warps[N_MAX];
    queued_load       queue[QUEUE];
    unsigned          queued, free_mshrs, returns[LATENCY_MAX];
    unsigned          release[2];                // of this cycle
    unsigned          fill_warp, fills;          // chosen in early, written in late
    instruction       fill[2];
    bool              kernel_starts, resets, evicts;
    unsigned          ocw_high;                  // what happened, for describe
    uint64_t          kernels, reset_count, illegal, loads, divergent, stalls, occluded, issued, borrowed;
} traffic;

static inline unsigned draw(traffic *t, unsigned limit) { return random_below(&t->inputs.random, limit); }
static inline bool chance(traffic *t, unsigned percent) { return random_percent(&t->inputs.random, percent); }

void traffic_probe(traffic *, unsigned warp, struct front_end_in *in);     // CCWS: a load misses
void traffic_evict(traffic *, struct front_end_in *in);
void traffic_registers(traffic *, struct front_end_in *in);                // KAWS: a cycle begins
bool traffic_register(const traffic *, unsigned warp);                     // whether its own scheduler has one for it
void traffic_cta_exits(traffic *, struct front_end_in *in);                // CTAs whose last warp has left
void traffic_bypass(traffic *, struct front_end_in *in);                   // BUCL
void traffic_slots(const traffic *, struct front_end_in *in);              // KAWS, OWL: the slots of the warps' CTAs
void traffic_groups(const traffic *, struct front_end_in *in);             // OWL
void traffic_first_fill(const traffic *, struct front_end_in *in);

#endif

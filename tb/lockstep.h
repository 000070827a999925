// The one interface through which the simulator and the block benches reach a hardware block: reset, out, next, commit, read.
//
// Behind it sits the C model, the Verilated module, or both compared on every output and every register. One SM cycle is:
// set early inputs -> block_out for each block in chain order -> set late inputs -> block_next for all -> block_commit for all.
// Late inputs must not change an output; the caller may write them into `in` at any time before block_next.
#ifndef WARPLOCK_TB_LOCKSTEP_H
#define WARPLOCK_TB_LOCKSTEP_H

#include "../rtl_c/block.h"

typedef enum { BLOCKS_C, BLOCKS_VERILOG, BLOCKS_LOCKSTEP } blocks_mode;
typedef enum { LOCKSTEP_ACTIVE, LOCKSTEP_EVERY } lockstep_when;   // active: skip what block_ops.idle claims changes nothing

typedef struct lockstep lockstep;      // all instances of one run: mode, counters, wave, failure pack
typedef struct verilated verilated;    // the Verilog side of one instance

// One hardware instance. The caller owns the meaning of in and out (structs of rtl_c/<block>.h) and writes only in.
typedef struct block {
    const block_ops *ops;
    void            *in;               // set by the caller
    void            *out;              // valid after block_out
    void            *q;                // registers after the last commit; read only
    void            *d;
    lockstep        *owner;
    verilated       *rtl;              // NULL when the mode is BLOCKS_C
    char             name[32];         // "sm 3" or "sm 3 sched 1"
    uint64_t         cycle;            // commits since reset, skipped cycles included
    bool             skip;             // this cycle's step is skipped (idle, active mode)
    bool             monitor;          // recorded or compared: take the slow path
    void            *history;          // ring of the last cycles for waves and failure packs
} block;

typedef struct {
    blocks_mode   mode;
    lockstep_when when;
    const char   *wave_path;           // FST to write, or NULL
    uint64_t      wave_start, wave_cycles;  // window in cycles; wave_cycles 0 = to the end
    const char   *pack_dir;            // folder for failure packs; NULL = "warplock-failure"
    uint64_t      pack_cycles;         // cycles of history a failure pack holds
    const char   *command;             // the command line of this run, for the failure pack
} lockstep_options;

typedef struct { uint64_t instances, cycles, skipped, fields, mismatches; } lockstep_counts;   // cycles = instance-cycles compared

lockstep *lockstep_open(const lockstep_options *options, char *error, size_t error_size);   // NULL and a message on failure
// `config` names the tuple ("n48_s2"); NULL when the block is not built for it, with the nearest tuple and how to add one in error.
block *lockstep_add(lockstep *, const char *block_name, const block_param *params, const char *instance_name,
                    char *error, size_t error_size);
void lockstep_cycle(lockstep *, uint64_t cycle);        // the SM clock: once per simulated cycle in which any block steps; drives the wave's time
const char *lockstep_failed(const lockstep *);          // NULL, or the one-line report of the first divergence
const char *lockstep_pack(const lockstep *);            // folder of the failure pack that was written, or NULL
lockstep_counts lockstep_count(const lockstep *);
void lockstep_close(lockstep *);                        // finishes the wave and its .gtkw; frees every instance

void block_reset(block *);
void block_out(block *);
void block_next(block *);
void block_commit(block *);
// Steps `cycles` idle cycles at once (the SM slept). The inputs must be idle; in LOCKSTEP_EVERY they are really stepped.
void block_sleep(block *, uint64_t cycles);

#endif

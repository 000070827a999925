// SPDX-License-Identifier: BSD-3-Clause
// Functional execution, one warp at a time: 32 lanes per instruction, SIMT stack with immediate post-dominators.
//
// Instructions execute when the timing model issues them, as in GPGPU-Sim's PTX mode. A launch holds the grid, its
// parameters and the device memory; a cta holds its warps' state and its shared memory. Ctas come from a pool of the
// launch, so nothing is allocated while cycles run.
#ifndef WARPLOCK_SIM_FRONTEND_EXEC_H
#define WARPLOCK_SIM_FRONTEND_EXEC_H

#include "sim/frontend/program.h"

enum { WARP_LANES = 32, CTA_MAX_WARPS = 64, BARRIERS = 16, BARRIER_NONE = 255 };
#ifndef DEVICE_BASE                             // elsewhere under AddressSanitizer, which occupies these addresses (tests/sanitize/sanitize.sh)
#define DEVICE_BASE 0xC0000000u                 // first buffer; each aligned to 256 bytes (job_format.md)
#endif

// Windows of generic addresses, and where PTX puts local memory for the timing model (LOCAL_GENERIC_START).
#define EXEC_GENERIC_SHARED UINT64_C(0xBF000000)
#define EXEC_GENERIC_LOCAL  UINT64_C(0xBE000000)
#define EXEC_LOCAL_BASE     UINT64_C(0x1F880000)

// the buffers of a job, one after another; also constant and module-scope global variables
typedef struct device_memory device_memory;
device_memory *device_memory_new(void);
void     device_memory_free(device_memory *);
// Address of a new zeroed buffer (error messages show its name); 0 if the address space is full.
uint64_t device_alloc(device_memory *, const char *name, uint64_t bytes);
// For a program that is its own host: at most `limit` bytes, some of them shared with it.
device_memory *device_memory_new_shared(uint64_t limit);
// The same, shared with the host: in separate pages at the same address there. Also 0 if nothing can be shared.
uint64_t device_alloc_shared(device_memory *, const char *name, uint64_t bytes);
bool     device_can_share(const device_memory *);           // the host has these addresses free
bool     device_free(device_memory *, uint64_t start);      // false: no buffer starts there
// Closes or opens the buffer that starts there. Closed, it cannot be accessed, but keeps its addresses; reopened, it holds zeros.
void     device_set_open(device_memory *, uint64_t start, bool open);
uint64_t device_free_bytes(const device_memory *);
// host pointer; NULL unless all bytes are in one buffer
void    *device_at(device_memory *, uint64_t address, uint64_t bytes);
// Puts the module's .global and .const variables with their initial values into device memory.
bool     device_load_program(device_memory *, program *, ptx_error *error);

typedef enum { OUT_OF_BOUNDS_ERROR, OUT_OF_BOUNDS_ZERO } out_of_bounds;  // --out-of-bounds

typedef struct launch_config {
    const kernel  *kernel;
    uint32_t       grid[3], block[3];
    uint64_t       ctas;                         // CTAs of the grid that a source has; 0: all
    uint32_t       dynamic_shared;               // bytes of .extern .shared
    uint32_t       stack_bytes;                  // of a thread's call stack, at least 4,096
    uint64_t       grid_barrier;                 // address for %envreg1 (upper half) and %envreg2, which nvcc's grid.sync() reads; 0: none
    const void    *params;                       // packed with the declared sizes and alignments
    size_t         params_size;
    device_memory *memory;
    out_of_bounds  out_of_bounds;
    uint32_t       sm_count, warps_per_sm;       // for %nsmid, %nwarpid
    const uint64_t *cycle;                       // the SMs' clock for %clock; NULL: %clock counts the warp's instructions
    uint32_t       core_mhz;                     // of that clock, for %globaltimer
    // Called before a CTA changes what CTAs of several SMs share: returns when those of SMs before this one are done with this
    // cycle; and before it reads device memory: returns when they write no more in it. NULL where one thread runs all SMs.
    void         (*await_turn)(void *context, uint32_t sm);
    void         (*await_writes)(void *context, uint32_t sm);
    void          *turn_context;
    void         (*print)(void *context, const char *text, size_t length);     // what the kernel prints; may be NULL
    void          *print_context;
} launch_config;

// Whether the block respects the kernel's .reqntid and .maxntid. Sizes up to 2^20.
bool     launch_check_block(const kernel *, const uint32_t block[3], ptx_error *error);
// Largest block, in threads, that these allow; UINT64_MAX: no limit.
uint64_t launch_threads_limit(const kernel *);
// What one executed warp instruction did, for the timing model.
typedef struct {
    const insn *insn;
    // lanes executed after predication; popcount = thread instructions (a branch counts lanes whose guard holds)
    uint32_t    active;
    uint32_t    lanes;                           // lanes of the SIMT stack's top before predication
    // memory_space with generic addresses resolved; SPACE_NONE without a memory access
    uint8_t     space;
    // number of the barrier at which the warp arrives, by an INSN_BARRIER or, in a trace, when the last lanes still to come
    // end by an INSN_EXIT; else BARRIER_NONE
    uint8_t     barrier;
    bool        finished;                        // the warp has no lane left
    uint32_t    memory_lanes;                    // lanes with a valid address (subset of active)
    // of a matrix in memory: pieces of insn->width bytes per lane (0: one), and their distance
    uint8_t     pieces;
    uint64_t    piece_stride;
    union {
        // global: as is; local: see launch_local_place; shared: offset in the CTA; const/param: offset in its space
        uint64_t address[WARP_LANES];
        struct {                                 // of a barrier
            uint64_t released;                   // warps of the CTA that it releases, including this one
            uint32_t barrier_threads;            // threads that open it; 0: all that have not ended
        };
    };
} warp_step;
static inline bool warp_step_arrives(const warp_step *s) { return s->active != 0 && s->barrier != BARRIER_NONE; }

typedef struct { uint32_t number, missing, wanted; bool of_all; } barrier_wait;  // warps still missing, of those wanted
// Kind of fault.
typedef enum { FAULT_NONE, FAULT_ADDRESS, FAULT_ALIGNMENT, FAULT_TRAP, FAULT_ASSERT, FAULT_PC, FAULT_STACK, FAULT_OTHER } launch_fault;

// A launch of PTX (launch.c, simt_stack.c) or of a trace (sim/frontend/program.h). Both embed this. The timing model only
// uses the functions below.
typedef struct launch launch;                    // a grid in execution
typedef struct cta cta;
typedef struct {
    void     (*free)(launch *);
    cta     *(*start)(launch *, uint64_t cta_index, uint32_t sm, uint32_t first_warp_slot);
    void     (*finish)(launch *, cta *);
    bool     (*execute)(cta *, uint32_t warp, warp_step *);
    uint64_t (*end)(cta *, uint32_t warp);
    bool     (*barrier)(const cta *, uint32_t warp, barrier_wait *);
} launch_operations;
struct launch {
    const launch_operations *operations;
    uint32_t     warps_per_cta, sm_count;
    uint64_t     local_stride;                   // bytes between two words of one thread, for the timing model
    launch_fault fault;                          // its kind, if it failed
    bool         failed;
    bool         stuck;                          // a deadlock or the step limit, not an illegal access
    char         error[640];
};
typedef struct { const insn *next; uint32_t lanes; } warp_front;     // NULL, 0: finished
struct cta {
    const launch_operations *operations;
    warp_front *front;                           // of each warp, kept up to date
    uint32_t    sm, first_warp_slot;
};

// max_resident_ctas: CTAs alive at once
static inline launch *launch_new(const launch_config *c, uint32_t max_resident_ctas, ptx_error *error)
{
    return c->kernel->source->launch(c, max_resident_ctas, error);
}
void launch_free(launch *);                                 // NULL is none
static inline uint32_t launch_warps_per_cta(const launch *l) { return l->warps_per_cta; }
static inline cta *cta_start(launch *l, uint64_t cta_index, uint32_t sm, uint32_t first_warp_slot)    // linear index, x fastest
{
    return l->operations->start(l, cta_index, sm, first_warp_slot);
}
static inline void cta_finish(launch *l, cta *c) { l->operations->finish(l, c); }                     // back to the pool
// The next instruction of a warp, NULL once it has finished. Unchanged until warp_execute.
static inline const insn *warp_next(const cta *c, uint32_t warp) { return c->front[warp].next; }
static inline uint32_t warp_active_lanes(const cta *c, uint32_t warp) { return c->front[warp].lanes; }    // SIMT stack top
// Executes it. False on an illegal access or a divergence that cannot be executed: message in launch_error.
static inline bool warp_execute(cta *c, uint32_t warp, warp_step *step) { return c->operations->execute(c, warp, step); }
// Call once, after the step that finished the warp: returns warps of the CTA released from a barrier by its end.
static inline uint64_t warp_end(cta *c, uint32_t warp) { return c->operations->end(c, warp); }
// False: it is not waiting.
static inline bool warp_barrier(const cta *c, uint32_t warp, barrier_wait *wait) { return c->operations->barrier(c, warp, wait); }
static inline const char *launch_error(const launch *l) { return l->error; }    // kernel, line, CTA, thread, address
static inline launch_fault launch_fault_kind(const launch *l) { return l->fault; }
static inline uint64_t launch_local_stride(const launch *l) { return l->local_stride; }
// launch_error is a barrier deadlock or the step limit (exit status 3), not an illegal access (1)
static inline bool launch_stuck(const launch *l) { return l->stuck; }

// Address of a byte of local memory in the timing model. Words of all resident threads are interleaved as in GPGPU-Sim's
// translate_local_memaddr: first within a CTA, then over the SMs, then over the CTA slots of an SM. So one offset of a whole
// warp is one line. Relative to the source's local memory. step.address of SPACE_LOCAL is the first word of an access; its
// further words (width 8 and 16) follow launch_local_stride bytes apart.
uint64_t launch_local_place(const launch *, const cta *, uint32_t warp, uint32_t lane, uint64_t offset);
// local_stride of a launch with at most `resident` CTAs on all SMs together.
uint64_t launch_local_stride_of(const launch *, uint64_t resident_ctas);

// Called by launch_run_functional after every warp instruction; may be NULL.
typedef void launch_watcher(void *context, const warp_step *);
void launch_watch(launch *, launch_watcher *, void *context);
// Runs the whole grid without timing. False on error or deadlock (a barrier that can never be met) or after max_steps
// warp instructions (0 = no limit).
bool launch_run_functional(launch *, uint64_t max_steps, uint64_t *thread_insns, uint64_t *warp_insns);

#endif

// SPDX-License-Identifier: BSD-3-Clause
// A kernel as the simulator sees it, and its PTX module: parsed, checked and decoded once, before the first cycle.
//
// The static half of an instruction (insn) holds what the timing model needs: unit, latency class, registers for the
// scoreboard and the register banks, memory space and width, barrier, exit. What it computes is private to the executor;
// an instruction of a trace computes nothing.
#ifndef WARPLOCK_SIM_FRONTEND_PROGRAM_H
#define WARPLOCK_SIM_FRONTEND_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INSN_BYTES = 8 };                       // from one PC to the next
enum { INSN_MAX_DST = 8, INSN_MAX_SRC = 25 };  // registers; a predicate guard and an address base are sources

// The kind of unit for an instruction. fp32 arithmetic: SP; transcendentals and divisions: SFU; fp64: DP; matrices: tensor; all others
// (integers, moves, compares, branches, barriers): INT. A machine may lack the last three: sim/core/units.h.
typedef enum { UNIT_SP, UNIT_SFU, UNIT_MEM, UNIT_TENSOR, UNIT_DP, UNIT_INT, UNIT_COUNT } insn_unit;
enum { UNITS_ALWAYS = 3 };                     // kinds that every machine has: SP, SFU, LD/ST

// The machine has a latency and initiation interval for each class.
typedef enum {
#define LATENCY_CLASS(NAME, ...) LATENCY_##NAME,
#define LATENCY_LONGER(NAME, key) LATENCY_##NAME,
#include "sim/machine/latency.def"
    LATENCY_COUNT
} insn_latency;

typedef enum { SPACE_NONE, SPACE_GLOBAL, SPACE_LOCAL, SPACE_SHARED, SPACE_CONST, SPACE_PARAM,
               SPACE_GENERIC, SPACE_TEXTURE } memory_space;
typedef enum { MEMORY_NONE, MEMORY_LOAD, MEMORY_STORE, MEMORY_ATOMIC } memory_kind;   // RED is ATOMIC without dst

typedef enum {
    // RET in an entry's outermost frame finishes lanes
    INSN_BRANCH = 1, INSN_CALL = 2, INSN_RET = 4, INSN_EXIT = 8,
    INSN_BARRIER = 16, INSN_MEMBAR = 32, INSN_PREDICATED = 64,
    INSN_PAST_L1D = 128,               // ld.cg, st.cg: cached in the L2 only
    INSN_AT_L1D = 256,                 // ld.nc: at the L1D, even if global loads bypass it
    INSN_ARRIVES = 512,                // an INSN_BARRIER that does not wait
    INSN_OF_TABLE = 1024,              // an INSN_BRANCH to one of many labels
    INSN_TO_SHARED = 2048              // cp.async: a global load whose data go to shared memory, without dst
} insn_flags;

typedef struct insn {
    // byte address in the module, 8 bytes an instruction (GPGPU-Sim's PTX mode); unique over all functions
    uint32_t pc;
    uint32_t line;                     // of the PTX file
    uint32_t flags;                    // insn_flags
    uint8_t  unit, latency, space, memory;   // enums above; space is SPACE_GENERIC until the addresses are known
    // bytes per lane moved by a memory instruction: 1..16 (vectors: the whole vector)
    uint8_t  width;
    // bytes of one element: all that GPGPU-Sim's coalescer sees of a vector (insn_data_size in ptx_exec_inst)
    uint8_t  element;
    uint8_t  n_dst, n_src;
    // register numbers, counted from 1 in declaration order per module (GPGPU-Sim's reg_num)
    uint16_t dst[INSN_MAX_DST];
    // operands in order, then the address base, then the guard (the last one when INSN_PREDICATED)
    uint16_t src[INSN_MAX_SRC];
    // number in the register's name: GPGPU-Sim's arch_reg, which chooses the bank
    uint16_t dst_number[INSN_MAX_DST], src_number[INSN_MAX_SRC];
    const struct insn_code *code;      // private to the executor; NULL in a trace
} insn;

// May change memory that CTAs of other SMs read.
static inline bool insn_writes_device(const insn *i)
{
    return i->memory > MEMORY_LOAD && i->space != SPACE_SHARED && i->space != SPACE_LOCAL;
}

typedef struct program program;
typedef struct { char text[512]; } ptx_error;   // "file:line: seen, expected"

// The source of a kernel: PTX to execute, or a trace to replay. Both embed this struct.
typedef struct kernel {
    const struct kernel_source *source;
    const char *name;
    const insn *insns;                 // of its module; all functions follow each other from PC 0 on
    uint32_t    n_insns, shared_bytes; // static shared memory of one CTA
    uint32_t    registers;             // all register numbers of these instructions are below this
} kernel;

struct launch_config;
typedef struct kernel_source {
    bool           side_by_side;                // several threads may execute CTAs of a launch, each those of its SMs
    struct launch *(*launch)(const struct launch_config *, uint32_t max_resident_ctas, ptx_error *);   // sim/frontend/exec.h
    uint64_t       (*cta_registers)(const kernel *, uint64_t warps, uint32_t available);
    void           (*insn_text)(const kernel *, const insn *, char *text, size_t size);
} kernel_source;

static inline const char *kernel_name(const kernel *k) { return k->name; }
static inline uint32_t kernel_shared_bytes(const kernel *k) { return k->shared_bytes; }
// NULL past the last.
static inline const insn *kernel_insn(const kernel *k, uint32_t pc)
{
    return pc % INSN_BYTES == 0 && pc / INSN_BYTES < k->n_insns ? &k->insns[pc / INSN_BYTES] : NULL;
}
// One above the highest register number used; 1 if there is none.
uint32_t insns_registers(const insn *, uint32_t n);
// Registers of a CTA of that many warps on an SM with `available` registers, rounded up to 4 per thread. For PTX limited so that
// one CTA fits if possible, and to what .maxnreg, .maxntid, .reqntid and .minnctapersm leave a thread (at least 16).
static inline uint64_t kernel_cta_registers(const kernel *k, uint64_t warps, uint32_t available)
{
    return k->source->cta_registers(k, warps, available);
}
// The statement as in the file, with its guard, on one line; truncated to fit.
static inline void kernel_insn_text(const kernel *k, const insn *i, char *text, size_t size)
{
    k->source->insn_text(k, i, text, size);
}

// Parses and decodes `length` bytes (need not end with NUL). Unsupported opcodes and forms are errors with their line.
// Returns NULL and an error; never reads past the bytes, crashes or hangs, whatever they are.
program *program_parse(const char *file_name, const char *text, size_t length, ptx_error *error);
program *program_load(const char *path, ptx_error *error);
void     program_free(program *);
size_t   program_kernels(const program *);
const kernel *program_kernel(const program *, size_t index);
// By the entry's name in the PTX, or by its unmangled name if unique; NULL and an error listing the
// entries.
const kernel *program_find(const program *, const char *name, ptx_error *error);

// kind: 'u' 's' 'f' 'b' as declared
typedef struct { const char *name; uint16_t size; uint16_t align; char kind; } kernel_param;
enum { KERNEL_PARAMS_MAX = 32764 };                  // bytes of all of them (PTX ISA 8.1, "Parameter State Space")

// For PTX kernels only.
bool                kernel_is_named(const kernel *, const char *name);     // in the PTX, or unmangled
size_t              kernel_params(const kernel *);
const kernel_param *kernel_param_at(const kernel *, size_t index);
uint32_t            kernel_target(const kernel *);           // of its module's .target: 75 of sm_75
bool                kernel_reads_grid_barrier(const kernel *);   // something in its module reads %envreg1 or %envreg2
uint32_t            kernel_local_bytes(const kernel *);      // local memory of one thread
// 32-bit registers per thread, as ptxas would count them (parse/registers.c). Groups loads as long as no more than `limit` are
// needed.
uint32_t            kernel_registers(const kernel *, uint32_t limit);
// Module-scope .global and .const variables, in the order of the file.
typedef struct symbol program_variable;
typedef struct {
    const char *name, *type, *space;
    char        kind;                  // 'u' 's' 'f' 'b'
    uint32_t    element, line;         // bytes of an element
    uint64_t    bytes;
    bool        has_initial;           // the file gives it a value
} variable_facts;
// The one after `before`, or the first for NULL; NULL at the end.
const program_variable *program_variable_next(const program *, const program_variable *before);
// By its name in the PTX, or unmangled if unique; NULL if there is none.
const program_variable *program_variable_find(const program *, const char *name);
variable_facts      variable_look(const program_variable *);
bool                variable_is_pointed_at(const program *, const program_variable *);    // in the value of another
uint64_t            variable_address(const program *, const program_variable *);    // once device memory has it
// Puts it into pages shared with the host once device memory gets it. False if there is no such variable.
bool                program_variable_share(program *, const char *name);
// Whether the entry or its callees load from it, or may write it. For variables without initial value.
bool                kernel_reads(const kernel *, const program_variable *);
bool                kernel_writes(const kernel *, const program_variable *);
const char         *program_file_name(const program *);

#endif

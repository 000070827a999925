// SPDX-License-Identifier: BSD-3-Clause
// Traces of machine code (SASS) as Accel-Sim's tracer writes them: kernelslist.g, kernel-N.traceg, plain or packed by xz
// or zstd, versions 3 to 5 of the tracer (docs/traces.md).
//
// A kernel's file is read twice. trace_kernel_open goes over all of it: it finds whatever is wrong, the table of static
// instructions and the counts. trace_kernel_next_cta then reads a CTA at a time, in the file's order, and keeps its
// instructions packed, beyond a fixed amount of memory in an unlinked temporary file; so memory does not grow with the file.
// The file must not change in between: one that does is an error of the CTA at hand.
//
// Not here: values of registers and memory (a trace has none), predicates and constant operands (neither), what an
// instruction computes. One thread at a time may use a kernel and its CTAs.
#ifndef WARPLOCK_SIM_TRACE_TRACE_H
#define WARPLOCK_SIM_TRACE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACE_LANES = 32, TRACE_MAX_WARPS = 64 };           // warps of a CTA
enum { TRACE_MAX_DST = 4, TRACE_MAX_SRC = 8 };             // registers that a line may name
enum { TRACE_WINDOW = 1 << 24 };       // bytes of a window of generic addresses
enum { TRACE_MAX_INSNS = 1 << 18 };                        // static instructions of a kernel; more are an error

typedef struct { char text[512]; } trace_error;            // "FILE:LINE:COLUMN: seen, expected"; of a whole file "FILE: ..."

// --- what kernelslist.g says
typedef enum { TRACE_COPY, TRACE_KERNEL } trace_command_kind;
typedef struct {
    uint8_t     kind;                  // trace_command_kind
    uint32_t    line;                  // of the list, from 1 on; 0: the trace file was given by itself
    const char *path;                  // TRACE_KERNEL: its file, the list's folder in front
    uint64_t    address, bytes;        // TRACE_COPY: MemcpyHtoD
} trace_command;

typedef struct trace_list trace_list;
// A list, or one kernel's trace by itself (told apart by the first line that is not empty). Copies to the host are left out.
// NULL and an error. The kernels' files are not opened.
trace_list *trace_list_open(const char *path, trace_error *);
void        trace_list_free(trace_list *);
size_t      trace_list_length(const trace_list *);
const trace_command *trace_list_at(const trace_list *, size_t index);

// --- static instructions
// What an instruction is to the timing model (classes.def): its unit and latency class go by it.
typedef enum {
#define TRACE_CLASS(NAME, ...) TRACE_OP_##NAME,
#include "sim/trace/classes.def"
    TRACE_CLASSES
} trace_class;
extern const char *const trace_class_names[TRACE_CLASSES];       // as in reports: "int add"
extern const char *const trace_class_keys[TRACE_CLASSES];        // as in JSON: "int_add"

typedef enum { TRACE_NO_MEMORY, TRACE_LOAD, TRACE_STORE, TRACE_ATOMIC } trace_memory;   // RED is ATOMIC without dst
typedef enum { TRACE_SPACE_NONE, TRACE_GLOBAL, TRACE_LOCAL, TRACE_SHARED, TRACE_CONST, TRACE_GENERIC, TRACE_TEXTURE,
               TRACE_SPACES } trace_space;

typedef enum {
    TRACE_IS_BRANCH = 1,               // BRA, BRX, JMP, BRK, CONT, SYNC ...
    TRACE_IS_CALL = 2, TRACE_IS_RET = 4,
    TRACE_IS_EXIT = 8,                 // ends lanes of its mask; the warp ends where its trace does
    TRACE_IS_BARRIER = 16,             // CTA-wide, of all warps that have not ended
    TRACE_IS_MEMBAR = 32,
    TRACE_ARRIVES = 64,                // a TRACE_IS_BARRIER that does not wait: BAR.ARV
    TRACE_PAST_L1D = 128,              // .CG, .STRONG.GPU, .STRONG.SYS, .BYPASS: cached in the L2 only
    TRACE_READ_ONLY = 256,             // .CI, .CONSTANT, .NC: at the L1D also where global loads pass it by
    TRACE_VOLATILE = 512,              // .CV
    TRACE_TO_SHARED = 1024,            // LDGSTS: a global load whose data go to shared memory, without dst
    TRACE_UNKNOWN = 2048               // no row of the table; an integer add by --unknown-opcode int
} trace_flags;

// A register as scoreboard and banks see it: kind and number. Those that are always zero or true (R255, RZ, URZ, PT) are
// left out of the lists of an instruction. Predicates are not in a trace but where a tracer writes them (P3).
typedef enum { TRACE_R, TRACE_UR, TRACE_P, TRACE_UP, TRACE_B, TRACE_REGISTER_KINDS } trace_register_kind;
typedef struct { uint8_t kind, number; } trace_register;         // number: R 0..254, the others 0..62

typedef struct {
    uint64_t       pc;                 // as in the file: bytes from the function's start. Two functions' may be the same
    const char    *opcode;             // with its suffixes
    uint32_t       line;               // of the CUDA source, with line info; 0
    uint32_t       flags;              // trace_flags
    uint8_t        op_class;           // trace_class
    uint8_t        memory, space;      // trace_memory, trace_space of the opcode; TRACE_GENERIC: see trace_step.space
    uint8_t        width;              // bytes a lane moves, by the opcode's suffixes: 1, 2, 4, 8, 16; 0: no memory
    bool           addressed;          // its lines carry addresses
    uint8_t        n_dst, n_src;
    bool           no_address;         // the first source was RZ, which is left out: of memory, an absolute address
    // The first of a destination of several: a 64-bit load into R4 names R4 and writes R4 and R5
    uint8_t        dst_registers;      // 1, 2, 4 of each dst; 0 without dst. Of memory and of 64-bit instructions
    trace_register dst[TRACE_MAX_DST], src[TRACE_MAX_SRC];
    uint64_t       immediate;          // tracer 5: the last immediate operand, 0 otherwise
} trace_insn;

// --- a kernel
typedef enum { TRACE_UNKNOWN_REFUSE, TRACE_UNKNOWN_INT } trace_unknown;

// One dynamic instruction of a warp.
typedef struct {
    uint32_t insn;                     // number of the static one
    uint32_t active;                   // lanes that execute it, possibly none
    uint8_t  space;                    // of this one, by its first lane: never TRACE_GENERIC; TRACE_SPACE_NONE when no address is there
    // Of active lanes when space is not TRACE_SPACE_NONE; 0 of others. Shared memory: offset in the CTA's. Local and generic
    // local: as in the file, less the window's base where it lies in that. Others: as in the file.
    uint64_t address[TRACE_LANES];
} trace_step;

// Sees every dynamic instruction while trace_kernel_open passes over it, in the file's order. insn is not the final number.
typedef void trace_watcher(void *context, const trace_insn *, const trace_step *);

typedef struct {
    trace_unknown  unknown;            // opcodes that the generation's table does not have: an error, or an integer add
    trace_watcher *watch;              // NULL for nobody
    void          *context;
} trace_options;

typedef struct {
    const char *name, *nvbit_version;  // "" when the file does not say
    uint64_t    id, stream;
    uint32_t    grid[3], block[3];     // 1..2^31-1, 1..65535 twice; at most TRACE_MAX_WARPS warps
    uint32_t    shared_bytes;          // static and dynamic, 0..2^24
    uint32_t    registers;             // of a thread, 0..255
    uint32_t    binary_version;        // 30..99: sm_61 is 61
    uint32_t    tracer_version;        // 3..5
    uint64_t    shared_base, local_base;     // windows of generic addresses, TRACE_WINDOW bytes each; 0: none
    bool        line_info;
} trace_header;

typedef struct {
    uint64_t ctas, warps;              // in the file; warps with instructions
    uint64_t warp_insns, thread_insns;
    uint64_t warp_by_class[TRACE_CLASSES], thread_by_class[TRACE_CLASSES];
    uint64_t unknown;                  // warp instructions of opcodes that are not known
    uint64_t longest_warp;             // instructions
} trace_counts;

typedef struct trace_kernel trace_kernel;
// NULL and an error; options may be NULL (refuse, nobody).
trace_kernel *trace_kernel_open(const char *path, const trace_options *, trace_error *);
void          trace_kernel_free(trace_kernel *);                 // its CTAs too
const char   *trace_kernel_path(const trace_kernel *);
const trace_header *trace_kernel_header(const trace_kernel *);
const trace_counts *trace_kernel_counts(const trace_kernel *);
uint32_t      trace_warps_per_cta(const trace_kernel *);         // by the block
// Numbers 0.. in the order of PC, those of one PC in the order in which the file has them first.
uint32_t      trace_kernel_insns(const trace_kernel *);
const trace_insn *trace_kernel_insn(const trace_kernel *, uint32_t number);
// Window of an address: TRACE_SHARED, TRACE_LOCAL, TRACE_GLOBAL.
trace_space   trace_kernel_space(const trace_kernel *, uint64_t address);

// --- reading
typedef struct trace_cta trace_cta;
typedef enum { TRACE_END, TRACE_CTA_READ, TRACE_FAILED } trace_read;
// The next CTA of the file. Any number may be held at a time; each costs at least 4 KB, and a cursor of 4 KB a warp where
// it does not stay in memory. At TRACE_END, which stays; at TRACE_FAILED with an error: *cta is NULL.
trace_read    trace_kernel_next_cta(trace_kernel *, trace_cta **cta, trace_error *);
// From the first CTA on again; CTAs that are held stay.
bool          trace_kernel_rewind(trace_kernel *, trace_error *);
void          trace_cta_free(trace_cta *);                       // given back; NULL is none
uint64_t      trace_cta_insns(const trace_cta *, uint32_t warp); // in all
// The instruction of a warp that trace_warp_next would give, and its mask; false behind the last, or for one not in the file.
bool          trace_warp_peek(trace_cta *, uint32_t warp, uint32_t *insn, uint32_t *active);
// Takes it. False behind the last; also when the temporary file cannot be read, which trace_kernel_failed tells.
bool          trace_warp_next(trace_cta *, uint32_t warp, trace_step *);
// NULL, or why a CTA that was read ended early.
const char   *trace_kernel_failed(const trace_kernel *);

#endif

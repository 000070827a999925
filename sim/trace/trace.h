// SPDX-License-Identifier: BSD-3-Clause
// Traces of machine code (SASS) as Accel-Sim's tracer writes them: kernelslist.g, kernel-N.traceg, plain or packed by xz
// or zstd, versions 3 to 5 of the tracer (docs/traces.md).
//
// A kernel's file is read twice. trace_kernel_open reads all of it for errors, the table of static instructions and the
// counts. trace_kernel_next_cta then reads one CTA at a time, in file order, and keeps its instructions packed, beyond a fixed
// amount of memory in an unlinked temporary file. So memory does not grow with the file. If the file changes in between, the
// current CTA fails.
//
// Not here: values of registers and memory (a trace has none), predicates and constant operands (neither), what an
// instruction computes. One thread at a time may use a kernel and its CTAs.
#ifndef WARPLOCK_SIM_TRACE_TRACE_H
#define WARPLOCK_SIM_TRACE_TRACE_H

#include "sim/trace/insn.h"

enum { TRACE_MAX_WARPS = 64 };         // of a CTA
enum { TRACE_WINDOW = 1 << 24 };       // bytes of a window of generic addresses

// --- the contents of kernelslist.g
typedef enum { TRACE_COPY, TRACE_KERNEL } trace_command_kind;
typedef struct {
    uint8_t     kind;                  // trace_command_kind
    uint32_t    line;                  // in the list, from 1 on; 0: the trace file was given directly
    const char *path;                  // TRACE_KERNEL: its file, with the list's folder before it
    uint64_t    address, bytes;        // TRACE_COPY: MemcpyHtoD
} trace_command;

typedef struct trace_list trace_list;
// A list or a single kernel's trace (the first line that is not empty decides). Copies to the host are left out.
// NULL and an error. The kernels' files are not opened.
trace_list *trace_list_open(const char *path, trace_error *);
void        trace_list_free(trace_list *);
size_t      trace_list_length(const trace_list *);
const trace_command *trace_list_at(const trace_list *, size_t index);

// --- a kernel
// One dynamic instruction of a warp.
typedef struct {
    uint32_t insn;                     // number of the static one
    uint32_t active;                   // lanes that execute it, possibly none
    uint8_t  space;                    // by its first lane: never TRACE_GENERIC; TRACE_SPACE_NONE without an address
    // Of active lanes when space is not TRACE_SPACE_NONE; 0 of others. Shared memory: offset in the CTA's. Local and generic
    // local: as in the file, less the window's base where it lies in that. Others: as in the file.
    uint64_t address[TRACE_LANES];
} trace_step;

// Sees every dynamic instruction while trace_kernel_open passes over it, in the file's order. insn is not the final number.
typedef void trace_watcher(void *context, const trace_insn *, const trace_step *);

typedef struct {
    trace_unknown  unknown;            // for opcodes not in the generation's table: an error, or an integer add
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
    uint64_t unknown;                  // warp instructions with unknown opcodes
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
// Numbered from 0 on in the order of PC; those of one PC in the order of first appearance in the file.
uint32_t      trace_kernel_insns(const trace_kernel *);
const trace_insn *trace_kernel_insn(const trace_kernel *, uint32_t number);
// Window of an address: TRACE_SHARED, TRACE_LOCAL, TRACE_GLOBAL.
trace_space   trace_kernel_space(const trace_kernel *, uint64_t address);

// --- reading
typedef struct trace_cta trace_cta;
typedef enum { TRACE_END, TRACE_CTA_READ, TRACE_FAILED } trace_read;
// The next CTA of the file. Any number may be held at a time; each costs at least 4 KB, and a 4 KB cursor per warp if it
// does not stay in memory. *cta is NULL at TRACE_END, which stays, and at TRACE_FAILED, with an error.
trace_read    trace_kernel_next_cta(trace_kernel *, trace_cta **cta, trace_error *);
// Restarts at the first CTA; CTAs held stay valid.
bool          trace_kernel_rewind(trace_kernel *, trace_error *);
void          trace_cta_free(trace_cta *);                       // given back; NULL is none
uint64_t      trace_cta_insns(const trace_cta *, uint32_t warp); // in total
// The instruction that trace_warp_next would return, and its mask; false past the last, or for a warp not in the file.
bool          trace_warp_peek(trace_cta *, uint32_t warp, uint32_t *insn, uint32_t *active);
// Takes it. False past the last; also when the temporary file cannot be read, which trace_kernel_failed tells.
bool          trace_warp_next(trace_cta *, uint32_t warp, trace_step *);
// NULL, or why a CTA that was read ended early.
const char   *trace_kernel_failed(const trace_kernel *);

#endif

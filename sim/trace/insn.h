// SPDX-License-Identifier: BSD-3-Clause
// A machine instruction as the trace readers see it before there is a kernel: class, registers, memory; and errors. Part of
// sim/trace/trace.h.
#ifndef WARPLOCK_SIM_TRACE_INSN_H
#define WARPLOCK_SIM_TRACE_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACE_LANES = 32 };
enum { TRACE_MAX_DST = 4, TRACE_MAX_SRC = 8 };             // registers that a line may name
enum { TRACE_MAX_INSNS = 1 << 18 };                        // static instructions of a kernel; more are an error

typedef struct { char text[512]; } trace_error;            // "FILE:LINE:COLUMN: seen, expected"; of a whole file "FILE: ..."
typedef enum { TRACE_UNKNOWN_REFUSE, TRACE_UNKNOWN_INT } trace_unknown;    // how to treat an opcode not in the table

// Instruction class for the timing model (classes.def): determines unit and latency class.
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
    TRACE_READ_ONLY = 256,             // .CI, .CONSTANT, .NC: at the L1D even if global loads bypass it
    TRACE_VOLATILE = 512,              // .CV
    TRACE_TO_SHARED = 1024,            // LDGSTS: a global load whose data go to shared memory, without dst
    TRACE_UNKNOWN = 2048               // no row of the table; an integer add by --unknown-opcode int
} trace_flags;

// A register as scoreboard and banks see it: kind and number. Constant ones (R255, RZ, URZ, PT) are left out of an instruction's
// lists. A trace has predicates only if the tracer writes them (P3).
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
    bool           no_address;         // the first source was RZ, which is left out: for memory, an absolute address
    // For a destination of several registers the first: a 64-bit load into R4 names R4 and writes R4 and R5
    uint8_t        dst_registers;      // 1, 2, 4 for each dst; 0 without dst. For memory and 64-bit instructions
    trace_register dst[TRACE_MAX_DST], src[TRACE_MAX_SRC];
    uint64_t       immediate;          // tracer 5: the last immediate operand, 0 otherwise
} trace_insn;

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Machine opcodes (opcodes.def): what an opcode with its suffixes means to the timing model.
#ifndef WARPLOCK_SIM_TRACE_OPCODES_H
#define WARPLOCK_SIM_TRACE_OPCODES_H

#include "sim/trace/insn.h"

typedef enum { GENERATION_KEPLER, GENERATION_MAXWELL, GENERATION_VOLTA, GENERATION_TURING, GENERATION_AMPERE,
               GENERATION_HOPPER, GENERATIONS } generation;
extern const char *const generation_names[GENERATIONS];

// False: the tables do not have this binary version.
bool opcode_generation(uint32_t binary_version, generation *);
// Fills class, memory, space, width, flags and dst_registers of insn from insn->opcode; n_dst is set. False, and an integer
// add with TRACE_UNKNOWN, if the generation has no such opcode.
bool opcode_decode(trace_insn *insn, generation);

typedef struct { const char *name; uint8_t generations, op_class, memory, space; uint16_t flags; } opcode_row;
extern const opcode_row opcode_rows[];
extern const size_t     opcode_row_count;

#endif

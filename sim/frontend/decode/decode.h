// SPDX-License-Identifier: BSD-3-Clause
// Shared by the decoder's files: the instruction being decoded.
#ifndef WARPLOCK_SIM_FRONTEND_DECODE_DECODE_H
#define WARPLOCK_SIM_FRONTEND_DECODE_DECODE_H

#include "sim/frontend/code.h"

typedef struct {
    program   *program;
    function  *function;
    statement *s;
    insn       insn;
    insn_code *code;
    operation  operation;       // the last one searched for, for messages
    uint32_t   n_types;         // types of the statement read so far
} decoder;

_Noreturn void decode_fail(decoder *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool     decode_take(decoder *, ptx_modifier);                  // true if the modifier is present; consumes it
ptx_type decode_type(decoder *, uint32_t index);
void     decode_operand_count(decoder *, uint32_t least, uint32_t most);
void     decode_destination(decoder *, uint32_t operand, ptx_type, bool wider_allowed);
void     decode_source(decoder *, uint32_t operand, ptx_type, bool wider_allowed);
void     decode_source_operand(decoder *, const operand *, ptx_type, bool wider_allowed);
operand_row decode_register(decoder *, symbol *, bool is_destination);
void     decode_predicate_destination(decoder *, const operand *);
void     decode_optional_destination(decoder *, const operand *, ptx_type);      // a register or "_"
uint8_t  decode_space(decoder *);                                // memory_space as written; SPACE_GENERIC for none
operand_row decode_number(decoder *, const operand *, ptx_type, uint32_t lane_bytes);   // a row; of 4 or 8 bytes
void     decode_handler(decoder *, code_handler, ptx_type);     // refuses NULL
void     decode_class(decoder *, insn_unit, insn_latency);
void     decode_emit(decoder *);       // adds the instruction with its guard
void     decode_address(decoder *, uint32_t operand, uint8_t space);     // the first source row

void     decode_cache_operators(decoder *);                      // also ordering and scope
void     decode_access(decoder *, ptx_type, bool is_load);        // its type, elements and bytes a thread
void     decode_data_operand(decoder *, uint32_t operand, ptx_type, bool is_load);   // with code->vector elements
comparison decode_comparison_word(decoder *, ptx_type);          // .eq, .lt, … if the type has it

void     decode_memory(decoder *);      // ld, ldu, st, atom, red, prefetch, prefetchu
void     decode_texture(decoder *);     // tex, tld4
void     decode_surface(decoder *);     // suld, sust, sured
void     decode_data(decoder *);        // mov, cvt, cvta, isspacep, selp, slct, setp, set, prmt, lop3
void     decode_barrier(decoder *);     // bar, barrier
void     decode_matrix(decoder *);      // wmma, mma, ldmatrix
void     decode_video(decoder *);       // vadd to vset4
void     decode_async(decoder *);       // cp.async, mbarrier
void     decode_half(decoder *);        // everything with a half-precision type
void     decode_lanes(decoder *);       // shfl, vote, activemask, match, redux, elect
void     decode_arithmetic(decoder *);  // everything else with a type

#endif

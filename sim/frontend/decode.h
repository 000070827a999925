// Shared by the decoder's files: one instruction under way.
#ifndef WARPLOCK_SIM_FRONTEND_DECODE_H
#define WARPLOCK_SIM_FRONTEND_DECODE_H

#include "sim/frontend/code.h"

typedef struct {
    program   *program;
    function  *function;
    statement *s;
    insn       insn;
    insn_code *code;
    operation  operation;       // the last one looked for, for messages
} decoder;

_Noreturn void decode_fail(decoder *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool     decode_take(decoder *, ptx_modifier);                  // true when the modifier was there; it is consumed
ptx_type decode_type(decoder *, uint32_t index);
void     decode_operand_count(decoder *, uint32_t least, uint32_t most);
void     decode_destination(decoder *, uint32_t operand, ptx_type, bool wider_allowed);
void     decode_source(decoder *, uint32_t operand, ptx_type, bool wider_allowed);
void     decode_source_operand(decoder *, const operand *, ptx_type, bool wider_allowed);
operand_row decode_register(decoder *, symbol *, bool is_destination);
void     decode_predicate_destination(decoder *, const operand *);
void     decode_handler(decoder *, code_handler, ptx_type);     // refuses NULL
void     decode_class(decoder *, insn_unit, insn_latency);

void     decode_memory(decoder *);      // ld, ldu, st, atom, red
void     decode_data(decoder *);        // mov, cvt, cvta, selp, slct, setp, set, shfl, vote, prmt, …
void     decode_arithmetic(decoder *);  // the rest with a type

#endif

// SPDX-License-Identifier: BSD-3-Clause
// What decoders of all statements share: operands, registers of the scoreboard, guard. Sources are in the order of the
// operands, then an address base, then the guard (GPGPU-Sim's in[], ar1 and pred).
#include "sim/frontend/decode/decode.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void decode_fail(decoder *d, const char *format, ...)
{
    char text[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    program_fail(d->program, d->s->line, "%.*s: %s", (int)(d->s->text_length > 80 ? 80 : d->s->text_length), d->s->text,
                 text);
}

bool decode_take(decoder *d, ptx_modifier modifier)
{
    for (uint32_t i = 0; i < d->s->n_modifiers; i++) {
        if (d->s->modifiers[i] == modifier) {
            d->s->modifiers[i] = d->s->modifiers[--d->s->n_modifiers];
            return true;
        }
    }
    return false;
}

ptx_type decode_type(decoder *d, uint32_t index)
{
    if (index >= d->s->n_types) {
        decode_fail(d, "a type is missing, expected %u", index + 1);
    }
    d->n_types = index + 1 > d->n_types ? index + 1 : d->n_types;
    return (ptx_type)d->s->types[index];
}

void decode_operand_count(decoder *d, uint32_t least, uint32_t most)
{
    if (d->s->n_operands < least || d->s->n_operands > most) {
        decode_fail(d, "%u operands found, expected %u%s", d->s->n_operands, least, most > least ? " or more" : "");
    }
}

void decode_class(decoder *d, insn_unit unit, insn_latency latency)
{
    d->insn.unit = (uint8_t)unit;
    d->insn.latency = (uint8_t)latency;
}

void decode_handler(decoder *d, code_handler handler, ptx_type type)
{
    if (handler == NULL) {
        decode_fail(d, "type .%s found, expected one that %s has", type_name(type), mnemonic_name(d->s->mnemonic));
    }
    d->code->run = handler;
}

// Except for matrix units.
enum { PLAIN_SOURCES = 8 };

operand_row decode_register(decoder *d, symbol *s, bool is_destination)
{
    insn *i = &d->insn;
    if (is_destination) {
        if (i->n_dst == INSN_MAX_DST) {         // no form writes as many
            abort();
        }
        i->dst_number[i->n_dst] = (uint16_t)s->name_number;
        i->dst[i->n_dst++] = (uint16_t)s->number;
    } else {
        if (i->n_src == (d->code->matrix != NULL ? INSN_MAX_SRC : PLAIN_SOURCES)) {
            decode_fail(d, "too many source registers, expected at most %d", i->n_src);
        }
        i->src_number[i->n_src] = (uint16_t)s->name_number;
        i->src[i->n_src++] = (uint16_t)s->number;
    }
    symbol_register_row(d->function, s);
    return (operand_row){ TABLE_REGISTERS, s->row };
}

static void check_register(decoder *d, const symbol *s, ptx_type type, bool wider_allowed)
{
    uint32_t have = type_bytes(s->type), want = type_bytes(type);
    bool fits = (s->type == TYPE_pred) == (type == TYPE_pred) && (have == want || (wider_allowed && have > want));
    if (!fits && type == TYPE_pred) {
        decode_fail(d, "register %.60s is .%s, expected a predicate", s->name, type_name(s->type));
    }
    if (!fits) {
        decode_fail(d, "register %.60s is .%s, expected %u bits%s", s->name, type_name(s->type), want * 8,
                    wider_allowed ? " or more" : "");
    }
}

static operand_row *next_destination(decoder *d)
{
    insn_code *c = d->code;
    if (c->n_dst == CODE_DESTINATIONS) {        // no form has as many
        abort();
    }
    return &c->dst[c->n_dst++];
}

void decode_destination(decoder *d, uint32_t index, ptx_type type, bool wider_allowed)
{
    const operand *o = &d->s->operands[index];
    if (o->kind != OPERAND_REGISTER || o->negated) {
        decode_fail(d, "operand %u is not a register, expected a destination", index + 1);
    }
    check_register(d, o->symbol, type, wider_allowed);
    *next_destination(d) = decode_register(d, o->symbol, true);
}

void decode_optional_destination(decoder *d, const operand *o, ptx_type type)
{
    if (o->kind == OPERAND_SINK) {
        *next_destination(d) = (operand_row){ TABLE_WARP, SINK_ROW };
        return;
    }
    if (o->kind != OPERAND_REGISTER || o->negated) {
        decode_fail(d, type == TYPE_pred ? "expected a predicate register as destination" :
                    "expected a register or \"_\" as destination");
    }
    check_register(d, o->symbol, type, false);
    *next_destination(d) = decode_register(d, o->symbol, true);
}

void decode_predicate_destination(decoder *d, const operand *o)
{
    decode_optional_destination(d, o, TYPE_pred);
}

static uint64_t immediate_value(const operand *o, ptx_type type)
{
    uint64_t value = o->value;
    if (o->kind == OPERAND_FLOAT || type_is_float(type)) {
        float narrow;
        double wide;
        if (o->kind == OPERAND_INTEGER) {
            wide = (double)(int64_t)value;
        } else if (o->type == TYPE_f32) {
            memcpy(&narrow, &value, sizeof narrow);
            wide = (double)narrow;
        } else {
            memcpy(&wide, &value, sizeof wide);
        }
        bool keep_bits = o->kind == OPERAND_FLOAT && type_bytes(o->type) == type_bytes(type);
        narrow = (float)wide;
        if (!keep_bits && type_bytes(type) == 4) {
            value = 0;
            memcpy(&value, &narrow, sizeof narrow);
        } else if (!keep_bits) {
            memcpy(&value, &wide, sizeof wide);
        }
    }
    switch (type_bytes(type)) {
    case 0:  return value != 0 ? UINT32_MAX : 0;
    case 1:  return (uint8_t)value;
    case 2:  return (uint16_t)value;
    case 4:  return (uint32_t)value;
    default: return value;
    }
}

operand_row decode_number(decoder *d, const operand *o, ptx_type type, uint32_t lane_bytes)
{
    uint64_t value = immediate_value(o, type);
    uint32_t row = lane_bytes == 8 ? constant_row(d->program, value) : constant_row32(d->program, (uint32_t)value);
    return (operand_row){ TABLE_CONSTANTS, row };
}

static operand_row special_row(decoder *d, const operand *o, ptx_type type)
{
    ptx_special s = o->special;
    bool fits = special_bytes(s) == type_bytes(type) || (special_bytes(s) == 4 && type_bytes(type) < 4 &&
                                                         type != TYPE_pred);
    if (!fits) {
        decode_fail(d, "a special register of %u bits found, expected %u", special_bytes(s) * 8, type_bytes(type) * 8);
    }
    d->program->reads_grid_barrier |= s == SPECIAL_envreg1 || s == SPECIAL_envreg2;
    d->code->reads_clock = d->code->reads_clock || s == SPECIAL_clock || s == SPECIAL_clock64 ||
        s == SPECIAL_globaltimer || s == SPECIAL_clock_hi || s == SPECIAL_globaltimer_lo || s == SPECIAL_globaltimer_hi;
    return (operand_row){ s < SPECIAL_WARP_COUNT ? TABLE_WARP : TABLE_LAUNCH, (uint32_t)s * CONSTANT_ROW_BYTES };
}

void decode_source_operand(decoder *d, const operand *o, ptx_type type, bool wider_allowed)
{
    if (d->code->n_src == (d->code->matrix != NULL ? CODE_SOURCES : PLAIN_SOURCES)) {
        decode_fail(d, "too many sources, expected at most %d", PLAIN_SOURCES);
    }
    operand_row *to = &d->code->src[d->code->n_src++];
    if (o->negated) {
        decode_fail(d, "a negated predicate found, expected a plain operand");
    }
    switch (o->kind) {
    case OPERAND_REGISTER:
        check_register(d, o->symbol, type, wider_allowed);
        *to = decode_register(d, o->symbol, false);
        return;
    case OPERAND_INTEGER:
    case OPERAND_FLOAT:
        *to = decode_number(d, o, type, type_bytes(type) == 8 ? 8 : 4);
        return;
    case OPERAND_SPECIAL:
        *to = special_row(d, o, type);
        return;
    case OPERAND_VARIABLE:
        if (type_bytes(type) < 4) {
            decode_fail(d, "the address of %.60s found, expected a type of 32 or 64 bits for it", o->symbol->name);
        }
        *to = (operand_row){ TABLE_CONSTANTS, relocation_row(d->program, o->symbol, o->offset, type_bytes(type) == 4) };
        d->code->names_local = d->code->names_local || (o->symbol->space == SPACE_LOCAL && !o->symbol->is_param);
        return;
    default:
        decode_fail(d, "expected a register or a number as source");
    }
}

void decode_source(decoder *d, uint32_t index, ptx_type type, bool wider_allowed)
{
    decode_source_operand(d, &d->s->operands[index], type, wider_allowed);
}

static void decode_guard(decoder *d)
{
    symbol *guard = d->s->guard;
    if (guard == NULL) {
        return;
    }
    check_register(d, guard, TYPE_pred, false);
    d->code->guard = decode_register(d, guard, false).offset;
    d->code->has_guard = true;
    d->code->guard_negated = d->s->guard_negated;
    d->insn.flags |= INSN_PREDICATED;
}

void decode_emit(decoder *d)
{
    decode_guard(d);
    program *p = d->program;
    if (p->n_insns == p->room_insns) {
        uint32_t room = p->room_insns == 0 ? 256 : p->room_insns * 2;
        insn *grown = realloc(p->insns, room * sizeof *grown);
        if (grown == NULL) {
            program_fail(p, d->s->line, "out of memory (instructions)");
        }
        p->insns = grown;
        p->room_insns = room;
    }
    d->insn.pc = p->n_insns * INSN_BYTES;
    d->insn.line = d->s->line;
    d->insn.code = d->code;
    p->insns[p->n_insns++] = d->insn;
}

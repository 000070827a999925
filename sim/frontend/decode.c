// SPDX-License-Identifier: BSD-3-Clause
// From a statement to an instruction: operands, registers of the scoreboard, guard, control flow. Sources stand in the
// order of the operands, an address base behind them, the guard last (GPGPU-Sim's in[], ar1 and pred).
#include "sim/frontend/decode.h"

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

// But for matrix units.
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

static void decode_argument(decoder *d, const argument *a, const symbol *formal, uint32_t index)
{
    const call_info *call = d->code->call;
    operand_row value = { 0, 0 };
    bool is_row = a->symbol == NULL;
    if (is_row) {
        if (formal->bytes != type_bytes(formal->type) || type_bytes(formal->type) < 4) {
            decode_fail(d, "argument %u is a register or number, expected a .param variable", index + 1);
        }
        decode_source_operand(d, &a->value, formal->type, false);
        value = d->code->src[d->code->n_src - 1];
    } else if (a->symbol->bytes != formal->bytes) {
        decode_fail(d, "argument %u has %llu bytes, expected %llu", index + 1, (unsigned long long)a->symbol->bytes,
                    (unsigned long long)formal->bytes);
    }
    call->arguments[index].value = value;
    call->arguments[index].is_row = is_row;
    call->arguments[index].from = is_row ? 0 : (uint32_t)a->symbol->address;
    call->arguments[index].to = (uint32_t)formal->address;
    call->arguments[index].bytes = (uint32_t)formal->bytes;
}

// The callee is found when everything is parsed (call_graph.c), and among those when the call is made.
static void decode_indirect_call(decoder *d, call_info *call)
{
    statement *s = d->s;
    uint32_t bytes = type_bytes(s->operands[0].symbol->type);
    if (bytes != 4 && bytes != 8) {
        decode_fail(d, "register %.60s is .%s, expected the address of a function, of 32 or 64 bits", s->operands[0].symbol->name,
                    type_name(s->operands[0].symbol->type));
    }
    d->code->address_is_wide = bytes == 8;
    decode_source(d, 0, bytes == 8 ? TYPE_b64 : TYPE_b32, false);
    call->n_arguments = s->n_arguments;
    call->arguments = program_alloc(d->program, (s->n_arguments + 1) * sizeof *call->arguments);
    for (uint32_t i = 0; i < s->n_arguments; i++) {
        if (s->arguments[i].symbol == NULL) {
            decode_fail(d, "argument %u is a register or number, expected a .param variable", i + 1);
        }
        call->arguments[i].from = (uint32_t)s->arguments[i].symbol->address;
        call->arguments[i].bytes = (uint32_t)s->arguments[i].symbol->bytes;
    }
    call->has_result = s->result != NULL;
    call->result_to = call->has_result ? (uint32_t)s->result->address : 0;
    call->result_bytes = call->has_result ? (uint32_t)s->result->bytes : 0;
    call->next = d->function->indirect_calls;
    d->function->indirect_calls = call;
    d->code->call = call;
    d->code->flow = FLOW_CALL_INDIRECT;
    d->insn.flags |= INSN_CALL;
}

static void decode_call(decoder *d)
{
    statement *s = d->s;
    function *f = s->callee;
    call_info *call = program_alloc(d->program, sizeof *call);
    decode_take(d, MODIFIER_uni);
    if (s->is_indirect) {
        decode_indirect_call(d, call);
        return;
    }
    if (s->n_arguments != f->n_formals || (s->result != NULL) != (f->result != NULL)) {
        decode_fail(d, "%u arguments%s found, expected %zu%s for %.60s", s->n_arguments,
                    s->result != NULL ? " and a result" : "",
                    f->n_formals, f->result != NULL ? " and a result" : "", f->name);
    }
    call->callee = f;
    call->n_arguments = s->n_arguments;
    call->arguments = program_alloc(d->program, (s->n_arguments + 1) * sizeof *call->arguments);
    d->code->call = call;
    for (uint32_t i = 0; i < s->n_arguments; i++) {
        decode_argument(d, &s->arguments[i], f->formals[i], i);
    }
    if (s->result != NULL) {
        if (s->result->bytes != f->result->bytes) {
            decode_fail(d, "the result has %llu bytes, expected %llu", (unsigned long long)s->result->bytes,
                        (unsigned long long)f->result->bytes);
        }
        call->has_result = true;
        call->result_from = (uint32_t)f->result->address;
        call->result_to = (uint32_t)s->result->address;
        call->result_bytes = (uint32_t)s->result->bytes;
    }
    d->code->flow = FLOW_CALL;
    d->insn.flags |= INSN_CALL;
}

static void decode_membar(decoder *d)
{
    static const ptx_modifier accepted[] = { MODIFIER_gl, MODIFIER_cta, MODIFIER_sys, MODIFIER_gpu, MODIFIER_sc,
                                             MODIFIER_acq_rel };
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        decode_take(d, accepted[i]);
    }
    decode_operand_count(d, 0, 0);
    d->insn.flags |= INSN_MEMBAR;
}

// The manual lets a sleep last from nothing to twice its time: it lasts nothing but its cycle in the SP.
static void decode_nanosleep(decoder *d)
{
    if (decode_type(d, 0) != TYPE_u32) {
        decode_fail(d, "type .%s found, expected .u32", type_name(decode_type(d, 0)));
    }
    decode_operand_count(d, 1, 1);
    decode_source(d, 0, TYPE_u32, false);
}

static void decode_indexed_branch(decoder *d)
{
    if (!decode_take(d, MODIFIER_idx)) {
        decode_fail(d, "expected .idx");
    }
    decode_take(d, MODIFIER_uni);
    decode_operand_count(d, 1, 1);
    decode_source(d, 0, TYPE_u32, false);
    d->code->table = d->s->table;
    d->code->flow = FLOW_BRANCH_TABLE;
    d->insn.flags |= INSN_BRANCH | INSN_OF_TABLE;
}

// False when the mnemonic is no control instruction.
static bool decode_control(decoder *d)
{
    d->code->run = run_nothing;
    switch (d->s->mnemonic) {
    case PTX_bra:
        decode_take(d, MODIFIER_uni);
        d->code->flow = FLOW_BRANCH;
        d->insn.flags |= INSN_BRANCH;
        return true;
    case PTX_brx:
        decode_indexed_branch(d);
        return true;
    case PTX_call:
        decode_call(d);
        return true;
    case PTX_ret:
        decode_take(d, MODIFIER_uni);
        decode_operand_count(d, 0, 0);
        d->code->flow = FLOW_RET;
        d->insn.flags |= INSN_RET;
        return true;
    case PTX_exit:
        decode_operand_count(d, 0, 0);
        d->code->flow = FLOW_EXIT;
        d->insn.flags |= INSN_EXIT;
        return true;
    case PTX_nanosleep:
        decode_nanosleep(d);
        return true;
    case PTX_trap: case PTX_brkpt:
        decode_operand_count(d, 0, 0);
        d->code->run = d->s->mnemonic == PTX_trap ? run_trap : run_breakpoint;
        d->code->flow = FLOW_EXIT;
        d->insn.flags |= INSN_EXIT;
        return true;
    case PTX_bar:
    case PTX_barrier:
        decode_barrier(d);
        return true;
    case PTX_membar: case PTX_fence:
        decode_membar(d);
        return true;
    default:
        return false;
    }
}

// But for matrix units, which have words of their own.
static bool has_half(const statement *s)
{
    uint32_t i = 0;
    while (i < s->n_types && !type_is_half((ptx_type)s->types[i])) {
        i++;
    }
    return i < s->n_types;
}

static void decode_mnemonic(decoder *d)
{
    if (has_half(d->s)) {
        decode_half(d);
        return;
    }
    switch (d->s->mnemonic) {
    case PTX_ld: case PTX_ldu: case PTX_st: case PTX_atom: case PTX_red: case PTX_prefetch:
    case PTX_prefetchu:
        decode_memory(d);
        break;
    case PTX_tex: case PTX_tld4:
        decode_texture(d);
        break;
    case PTX_suld: case PTX_sust: case PTX_sured:
        decode_surface(d);
        break;
    case PTX_wmma: case PTX_mma: case PTX_ldmatrix:
        decode_matrix(d);
        break;
    case PTX_cp: case PTX_mbarrier:
        decode_async(d);
        break;
    case PTX_mov: case PTX_cvt: case PTX_cvta: case PTX_isspacep: case PTX_selp: case PTX_slct: case PTX_setp:
    case PTX_set: case PTX_testp: case PTX_prmt: case PTX_lop3:
        decode_data(d);
        break;
    case PTX_shfl: case PTX_vote: case PTX_activemask: case PTX_match: case PTX_redux: case PTX_elect:
        decode_lanes(d);
        break;
    default:
        if (mnemonic_is_video(d->s->mnemonic)) {
            decode_video(d);
        } else if (!decode_control(d)) {
            decode_arithmetic(d);
        }
    }
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

void decode_statement(program *p, function *f, statement *s)
{
    decoder d = { .program = p, .function = f, .s = s };
    d.code = program_alloc(p, sizeof *d.code);
    d.code->text = s->text;
    d.code->text_length = s->text_length;
    decode_class(&d, UNIT_INT, LATENCY_SIMPLE);
    decode_mnemonic(&d);
    if (s->n_modifiers > 0) {
        decode_fail(&d, "modifier .%s found, expected one that %s has", modifier_name((ptx_modifier)s->modifiers[0]),
                    mnemonic_name(s->mnemonic));
    }
    if (s->n_types > d.n_types) {
        decode_fail(&d, "type .%s found, expected %u type%s", type_name((ptx_type)s->types[d.n_types]), d.n_types,
                    d.n_types == 1 ? "" : "s");
    }
    if (s->has_second && s->mnemonic != PTX_setp && s->mnemonic != PTX_shfl && s->mnemonic != PTX_match &&
        s->mnemonic != PTX_elect) {
        decode_fail(&d, "two destinations found, expected one");
    }
    decode_emit(&d);
}

// SPDX-License-Identifier: BSD-3-Clause
// From a statement to an instruction: who decodes it, and control flow.
#include "sim/frontend/decode/decode.h"

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

// Candidates are found when everything is parsed (call_graph.c), the callee among them when the call is made.
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

// The manual allows from nothing to twice the time: it takes nothing but its cycle in the SP.
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

// Except for matrix units, which have words of their own.
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

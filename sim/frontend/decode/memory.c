// SPDX-License-Identifier: BSD-3-Clause
// Loads, stores, atomics and prefetches: space, address operand, vector of registers, width.
#include "sim/frontend/decode/decode.h"

uint8_t decode_space(decoder *d)
{
    if (decode_take(d, MODIFIER_global)) {
        return SPACE_GLOBAL;
    }
    if (decode_take(d, MODIFIER_shared)) {
        return SPACE_SHARED;
    }
    if (decode_take(d, MODIFIER_local)) {
        return SPACE_LOCAL;
    }
    if (decode_take(d, MODIFIER_const)) {
        return SPACE_CONST;
    }
    return decode_take(d, MODIFIER_param) ? SPACE_PARAM : SPACE_GENERIC;
}

// .cg bypasses the L1D; .nc goes there whatever the machine does. Other cache operators, ordering and scope change nothing
// that is modelled, as in GPGPU-Sim, where a load with .ca, too, is one without an operator.
void decode_cache_operators(decoder *d)
{
    static const ptx_modifier accepted[] = {
        MODIFIER_ca, MODIFIER_cs, MODIFIER_lu, MODIFIER_cv, MODIFIER_wb, MODIFIER_wt,
        MODIFIER_relaxed, MODIFIER_acquire, MODIFIER_release, MODIFIER_acq_rel, MODIFIER_weak, MODIFIER_gpu,
        MODIFIER_cta,
        MODIFIER_sys
    };
    if (decode_take(d, MODIFIER_cg)) {
        d->insn.flags |= INSN_PAST_L1D;
    }
    d->code->whole_words = decode_take(d, MODIFIER_volatile);
    if (decode_take(d, MODIFIER_nc)) {
        d->insn.flags |= INSN_AT_L1D;
    }
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        decode_take(d, accepted[i]);
    }
}

// .param is the parameters of an entry, and thread-private memory for the parameters of calls.
static uint8_t space_of_param(const decoder *d, const symbol *base)
{
    if (base != NULL && base->kind == SYMBOL_VARIABLE) {
        return base->space;
    }
    return d->function->is_entry ? SPACE_PARAM : SPACE_LOCAL;
}

static void check_variable(decoder *d, const symbol *s, uint8_t space, bool param)
{
    bool fits = space == SPACE_GENERIC ? s->space == SPACE_GLOBAL
                                       : s->space == space && (s->is_param == param || s->space != SPACE_LOCAL);
    if (!fits) {
        decode_fail(d, "variable %.60s does not lie in the space of this instruction", s->name);
    }
}

void decode_address(decoder *d, uint32_t index, uint8_t space)
{
    const operand *o = &d->s->operands[index];
    bool param = space == SPACE_PARAM;
    if (o->kind != OPERAND_ADDRESS) {
        decode_fail(d, "operand %u is no address, expected [...]", index + 1);
    }
    space = param ? space_of_param(d, o->symbol) : space;
    insn_code *c = d->code;
    c->space = space;
    d->insn.space = space;
    c->address_is_wide = true;
    c->offset = o->offset;
    if (o->symbol == NULL) {
        c->src[0] = (operand_row){ TABLE_CONSTANTS, constant_row(d->program, 0) };
    } else if (o->symbol->kind == SYMBOL_VARIABLE) {
        check_variable(d, o->symbol, space, param);
        c->src[0] = (operand_row){ TABLE_CONSTANTS, relocation_row(d->program, o->symbol, 0, false) };
        c->names_local = o->symbol->space == SPACE_LOCAL && !o->symbol->is_param;
    } else {
        uint32_t bytes = type_bytes(o->symbol->type);
        if (bytes != 4 && bytes != 8) {
            decode_fail(d, "register %.60s is .%s, expected an address of 32 or 64 bits", o->symbol->name,
                        type_name(o->symbol->type));
        }
        c->address_is_wide = bytes == 8;
        c->src[0] = decode_register(d, o->symbol, false);
    }
}

static uint32_t take_vector(decoder *d)
{
    return decode_take(d, MODIFIER_v2) ? 2 : decode_take(d, MODIFIER_v4) ? 4 : 1;
}

static uint8_t container(const symbol *s)
{
    return type_bytes(s->type) == 8 ? 8 : 4;
}

static void data_register(decoder *d, symbol *s, ptx_type type, bool is_load, uint32_t element)
{
    insn_code *c = d->code;
    uint32_t have = type_bytes(s->type);
    if (s->type == TYPE_pred || have < type_bytes(type)) {
        decode_fail(d, "register %.60s is .%s, expected %u bits or more", s->name, type_name(s->type),
                    type_bytes(type) * 8);
    }
    if (c->data_bytes != 0 && c->data_bytes != container(s)) {
        decode_fail(d, "registers of 32 and 64 bits in one vector, expected the same size");
    }
    c->data_bytes = container(s);
    operand_row row = decode_register(d, s, is_load);
    if (is_load) {
        c->dst[element] = row;
    } else {
        c->src[1 + element] = row;
    }
}

// Registers, or numbers of their size; "_" is an element that is not loaded or stored.
static void decode_elements(decoder *d, const operand *elements, uint32_t n, ptx_type type, bool is_load)
{
    insn_code *c = d->code;
    for (uint32_t i = 0; i < n; i++) {
        if (elements[i].kind == OPERAND_REGISTER) {
            data_register(d, elements[i].symbol, type, is_load, i);
        } else if (elements[i].kind == OPERAND_SINK) {
            c->dst[i] = (operand_row){ TABLE_WARP, SINK_ROW };
            c->left_out |= (uint8_t)(1u << i);
        } else if (is_load) {
            decode_fail(d, "element %u is a number, expected a register or \"_\"", i + 1);
        }
    }
    if (c->data_bytes == 0) {
        c->data_bytes = type_bytes(type) == 8 ? 8 : 4;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (elements[i].kind == OPERAND_INTEGER || elements[i].kind == OPERAND_FLOAT) {
            c->src[1 + i] = decode_number(d, &elements[i], type, c->data_bytes);
        }
    }
}

void decode_data_operand(decoder *d, uint32_t index, ptx_type type, bool is_load)
{
    const operand *o = &d->s->operands[index];
    insn_code *c = d->code;
    uint32_t elements = o->kind == OPERAND_VECTOR ? o->count : 1;
    if (elements != c->vector) {
        decode_fail(d, "%u elements found, expected %u", elements, c->vector);
    }
    if (o->kind == OPERAND_VECTOR) {
        decode_elements(d, o->elements, elements, type, is_load);
    } else if (o->kind == OPERAND_REGISTER || (is_load && o->kind == OPERAND_SINK)) {
        decode_elements(d, o, 1, type, is_load);
    } else if (is_load) {
        decode_fail(d, "operand %u is not a register, expected a destination", index + 1);
    } else {
        c->n_src = 1;
        decode_source(d, index, type, false);
        c->data_bytes = type_bytes(type) == 8 ? 8 : 4;
    }
}

void decode_access(decoder *d, ptx_type type, bool is_load)
{
    insn_code *c = d->code;
    c->type = (uint8_t)type;
    c->vector = (uint8_t)take_vector(d);
    d->insn.memory = is_load ? MEMORY_LOAD : MEMORY_STORE;
    d->insn.width = (uint8_t)(c->vector * type_bytes(type));
    d->insn.element = (uint8_t)type_bytes(type);
    if (d->insn.width > 16) {
        decode_fail(d, "%u bytes a thread found, expected at most 16", d->insn.width);
    }
}

static void decode_load_store(decoder *d, bool is_load)
{
    uint8_t space = decode_space(d);
    decode_cache_operators(d);
    ptx_type type = decode_type(d, 0);
    insn_code *c = d->code;
    decode_operand_count(d, 2, 2);
    if (type_bytes(type) == 0) {
        decode_fail(d, "type .pred found, expected a type with a size");
    }
    if (!is_load && (space == SPACE_CONST || (space == SPACE_PARAM &&
                                              space_of_param(d, d->s->operands[0].symbol) == SPACE_PARAM))) {
        decode_fail(d, "a store to constant or parameter space found, expected a space that can be written");
    }
    decode_access(d, type, is_load);
    if (is_load) {
        decode_data_operand(d, 0, type, true);
        decode_address(d, 1, space);
    } else {
        decode_data_operand(d, 1, type, false);
        decode_address(d, 0, space);
    }
    c->run = is_load ? run_load : run_store;
}

static atomic_operation take_atomic(decoder *d)
{
    static const ptx_modifier names[] = {
        [ATOMIC_and] = MODIFIER_and, [ATOMIC_or] = MODIFIER_or, [ATOMIC_xor] = MODIFIER_xor,
        [ATOMIC_add] = MODIFIER_add,
        [ATOMIC_min] = MODIFIER_min, [ATOMIC_max] = MODIFIER_max, [ATOMIC_inc] = MODIFIER_inc,
        [ATOMIC_dec] = MODIFIER_dec,
        [ATOMIC_exch] = MODIFIER_exch, [ATOMIC_cas] = MODIFIER_cas
    };
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (decode_take(d, names[i])) {
            return (atomic_operation)i;
        }
    }
    decode_fail(d, "expected an operation such as .add, .min, .exch or .cas");
}

static bool atomic_has(atomic_operation operation, ptx_type type)
{
    if (type_is_half(type)) {
        return operation == ATOMIC_add;
    }
    switch (operation) {
    case ATOMIC_add:
        return type_bytes(type) >= 4 && type_letter(type) != 'b';
    case ATOMIC_min: case ATOMIC_max:
        return type_bytes(type) >= 4 && (type_letter(type) == 'u' || type_letter(type) == 's');
    case ATOMIC_inc: case ATOMIC_dec:
        return type == TYPE_u32;
    case ATOMIC_cas:
        return type == TYPE_b16 || (type_bytes(type) >= 4 && !type_is_float(type));
    default:
        return type_bytes(type) >= 4 && !type_is_float(type);
    }
}

static void decode_atomic(decoder *d, bool has_result)
{
    uint8_t space = decode_space(d);
    decode_cache_operators(d);
    atomic_operation operation = take_atomic(d);
    ptx_type type = decode_type(d, 0);
    insn_code *c = d->code;
    uint32_t operands = (operation == ATOMIC_cas ? 3u : 2u) + has_result, address = has_result;
    if (!atomic_has(operation, type) || (!has_result && operation >= ATOMIC_exch)) {
        decode_fail(d, "type .%s found, expected one that this operation has", type_name(type));
    }
    if (space != SPACE_GLOBAL && space != SPACE_SHARED && space != SPACE_GENERIC) {
        decode_fail(d, "expected .global, .shared or a generic address");
    }
    if (type_is_half(type) && !decode_take(d, MODIFIER_noftz)) {
        decode_fail(d, "expected .noftz");
    }
    decode_operand_count(d, operands, operands);
    c->type = (uint8_t)type;
    c->choice = operation;
    c->vector = 1;
    d->insn.memory = MEMORY_ATOMIC;
    c->whole_words = true;
    d->insn.width = d->insn.element = (uint8_t)type_bytes(type);
    c->dst[0] = (operand_row){ TABLE_WARP, SINK_ROW };
    if (has_result && d->s->operands[0].kind != OPERAND_SINK) {
        decode_destination(d, 0, type, false);
    }
    c->n_src = 1;
    decode_source(d, address + 1, type, false);
    if (operation == ATOMIC_cas) {
        decode_source(d, address + 2, type, false);
    }
    decode_address(d, address, space);
    c->run = run_atomic;
}

// A load of the word at the address without a register: its line goes to the L1D, or with .L2 to the L2 alone. There is
// no uniform cache, so prefetchu brings it to the L1D, too. GPGPU-Sim 4.2 knows the opcodes and stops at them.
static void decode_prefetch(decoder *d, bool uniform)
{
    uint8_t space = uniform ? SPACE_GENERIC : decode_space(d);
    bool level_1 = decode_take(d, MODIFIER_L1), level_2 = !level_1 && decode_take(d, MODIFIER_L2);
    if (!level_1 && (!level_2 || uniform)) {
        decode_fail(d, uniform ? "expected .L1" : "expected .L1 or .L2");
    }
    if (space != SPACE_GLOBAL && space != SPACE_LOCAL && space != SPACE_GENERIC) {
        decode_fail(d, "expected .global, .local or a generic address");
    }
    decode_operand_count(d, 1, 1);
    d->insn.flags |= level_2 ? INSN_PAST_L1D : 0;
    d->insn.memory = MEMORY_LOAD;
    d->insn.width = 1;
    d->insn.element = 4;
    decode_address(d, 0, space);
    d->code->choice = uniform;
    d->code->run = run_prefetch;
}

void decode_memory(decoder *d)
{
    decode_class(d, UNIT_MEM, LATENCY_SIMPLE);
    switch (d->s->mnemonic) {
    case PTX_prefetch: decode_prefetch(d, false); break;
    case PTX_prefetchu: decode_prefetch(d, true); break;
    case PTX_st:       decode_load_store(d, false); break;
    case PTX_atom:     decode_atomic(d, true); break;
    case PTX_red:      decode_atomic(d, false); break;
    default:           decode_load_store(d, true);
    }
}

// SPDX-License-Identifier: BSD-3-Clause
// tex.1d and tex.2d: four channels of 32 bits of a texture, by integer or float coordinates.
#include "sim/frontend/decode.h"

static void decode_channels(decoder *d, ptx_type type)
{
    const operand *o = &d->s->operands[0];
    if (o->kind != OPERAND_VECTOR || o->count != TEXTURE_CHANNELS) {
        decode_fail(d, "expected a vector of %d registers as destination", TEXTURE_CHANNELS);
    }
    for (uint32_t i = 0; i < TEXTURE_CHANNELS; i++) {
        decode_optional_destination(d, &o->elements[i], type);
    }
}

// The variable that a texture is bound to, or a register with a handle.
static void decode_reference(decoder *d, const operand *o)
{
    insn_code *c = d->code;
    if (o->symbol != NULL && o->symbol->kind == SYMBOL_VARIABLE && o->symbol->is_texture && o->offset == 0) {
        c->src[c->n_src++] = (operand_row){ TABLE_CONSTANTS, relocation_row(d->program, o->symbol, 0, false) };
        return;
    }
    if (o->symbol == NULL || o->symbol->kind != SYMBOL_REGISTER || type_bytes(o->symbol->type) != 8 || o->offset != 0) {
        decode_fail(d, "expected a .texref or a register of 64 bits with a texture");
    }
    c->src[c->n_src++] = decode_register(d, o->symbol, false);
}

void decode_texture(decoder *d)
{
    bool two = decode_take(d, MODIFIER_2d);
    if (!two && !decode_take(d, MODIFIER_1d)) {
        decode_fail(d, "expected .1d or .2d");
    }
    if (!decode_take(d, MODIFIER_v4)) {
        decode_fail(d, "expected .v4");
    }
    ptx_type type = decode_type(d, 0), coordinate = decode_type(d, 1);
    insn_code *c = d->code;
    decode_operand_count(d, 2, 2);
    if ((type != TYPE_f32 && type != TYPE_s32 && type != TYPE_u32) || (coordinate != TYPE_s32 && coordinate != TYPE_f32)) {
        decode_fail(d, "types .%s and .%s found, expected .f32, .s32 or .u32, and .s32 or .f32", type_name(type),
                    type_name(coordinate));
    }
    const operand *o = &d->s->operands[1];
    if (o->kind != OPERAND_TEXTURE) {
        decode_fail(d, "expected [texture, {coordinates}]");
    }
    if (o->count < (two ? 2u : 1u)) {
        decode_fail(d, "%u coordinates found, expected %d", o->count, two ? 2 : 1);
    }
    c->type = (uint8_t)type;
    c->source_type = (uint8_t)coordinate;
    c->space = SPACE_TEXTURE;
    d->insn.space = SPACE_TEXTURE;
    d->insn.memory = MEMORY_LOAD;
    d->insn.width = 16;
    d->insn.element = 4;
    decode_class(d, UNIT_MEM, LATENCY_SIMPLE);
    decode_channels(d, type);
    decode_reference(d, o);
    for (uint32_t i = 0; i < (two ? 2u : 1u); i++) {
        decode_source_operand(d, &o->elements[i], coordinate, false);
    }
    c->run = run_tex;
}

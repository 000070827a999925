// SPDX-License-Identifier: BSD-3-Clause
// tex and tld4: four channels of 32 bits of a texture, by integer or float coordinates. suld, sust, sured: bytes of a surface, which are
// loads, stores and atomics of global memory to the timing model.
#include "sim/frontend/decode/decode.h"

#include "sim/frontend/texture.h"

static texture_geometry take_geometry(decoder *d)
{
    static const ptx_modifier names[] = {
#define X(name) [TEXTURE_##name] = MODIFIER_##name,
        TEXTURE_GEOMETRIES(X)
#undef X
    };
    for (uint32_t i = 0; i < TEXTURE_GEOMETRY_COUNT; i++) {
        if (decode_take(d, names[i])) {
            return (texture_geometry)i;
        }
    }
    decode_fail(d, "expected .1d, .2d, .3d, .a1d, .a2d, .cube or .acube");
}

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

// The variable that a texture or surface is bound to, or a register with a handle.
static operand_row decode_reference(decoder *d, const operand *o)
{
    if (o->kind != OPERAND_TEXTURE) {
        decode_fail(d, "expected [texture, {coordinates}]");
    }
    if (o->symbol != NULL && o->symbol->kind == SYMBOL_VARIABLE && o->symbol->is_texture && o->offset == 0) {
        return (operand_row){ TABLE_CONSTANTS, relocation_row(d->program, o->symbol, 0, false) };
    }
    if (o->symbol == NULL || o->symbol->kind != SYMBOL_REGISTER || type_bytes(o->symbol->type) != 8 || o->offset != 0) {
        decode_fail(d, "expected a .texref, a .surfref or a register of 64 bits with a texture or surface");
    }
    return decode_register(d, o->symbol, false);
}

static void decode_coordinates(decoder *d, const operand *o, texture_geometry geometry, ptx_type type)
{
    uint32_t layer = texture_has_layers(geometry), n = texture_dimensions(geometry) + layer;
    if (o->count < n) {
        decode_fail(d, "%u coordinates found, expected %u", o->count, n);
    }
    for (uint32_t i = 0; i < n; i++) {
        decode_source_operand(d, &o->elements[i], layer != 0 && i == 0 ? TYPE_b32 : type, false);
    }
}

static void decode_fetch(decoder *d)
{
    insn_code *c = d->code;
    bool level = decode_take(d, MODIFIER_level);
    decode_take(d, MODIFIER_base);
    texture_geometry geometry = take_geometry(d);
    if (!decode_take(d, MODIFIER_v4)) {
        decode_fail(d, "expected .v4");
    }
    ptx_type type = decode_type(d, 0), coordinate = decode_type(d, 1);
    decode_operand_count(d, 2 + level, 2 + level);
    if ((type != TYPE_f32 && type != TYPE_s32 && type != TYPE_u32) || (coordinate != TYPE_s32 && coordinate != TYPE_f32)) {
        decode_fail(d, "types .%s and .%s found, expected .f32, .s32 or .u32, and .s32 or .f32", type_name(type),
                    type_name(coordinate));
    }
    if (coordinate != TYPE_f32 && (geometry == TEXTURE_cube || geometry == TEXTURE_acube)) {
        decode_fail(d, "coordinates .%s of a cube found, expected .f32", type_name(coordinate));
    }
    c->type = (uint8_t)type;
    c->source_type = (uint8_t)coordinate;
    c->texture = (texture_access){ .geometry = (uint8_t)geometry, .first = 1, .level = level };
    decode_channels(d, type);
    c->src[c->n_src++] = decode_reference(d, &d->s->operands[1]);
    decode_coordinates(d, &d->s->operands[1], geometry, coordinate);
    if (level) {
        decode_source(d, 2, coordinate, false);
    }
    c->run = run_tex;
}

static void decode_gather(decoder *d)
{
    static const ptx_modifier channels[] = { MODIFIER_r, MODIFIER_g, MODIFIER_b, MODIFIER_a };
    insn_code *c = d->code;
    uint32_t channel = 0;
    while (channel < TEXTURE_CHANNELS && !decode_take(d, channels[channel])) {
        channel++;
    }
    if (channel == TEXTURE_CHANNELS || !decode_take(d, MODIFIER_2d) || !decode_take(d, MODIFIER_v4)) {
        decode_fail(d, "expected .r, .g, .b or .a, then .2d.v4");
    }
    ptx_type type = decode_type(d, 0), coordinate = decode_type(d, 1);
    decode_operand_count(d, 2, 2);
    if ((type != TYPE_f32 && type != TYPE_s32 && type != TYPE_u32) || coordinate != TYPE_f32) {
        decode_fail(d, "types .%s and .%s found, expected .f32, .s32 or .u32, and .f32", type_name(type), type_name(coordinate));
    }
    c->type = (uint8_t)type;
    c->source_type = (uint8_t)coordinate;
    c->texture = (texture_access){ .geometry = TEXTURE_2d, .first = 1, .gather = true, .channel = (uint8_t)channel };
    decode_channels(d, type);
    c->src[c->n_src++] = decode_reference(d, &d->s->operands[1]);
    decode_coordinates(d, &d->s->operands[1], TEXTURE_2d, coordinate);
    c->run = run_tex;
}

void decode_texture(decoder *d)
{
    d->code->space = SPACE_TEXTURE;
    d->insn.space = SPACE_TEXTURE;
    d->insn.memory = MEMORY_LOAD;
    d->insn.width = 16;
    d->insn.element = 4;
    decode_class(d, UNIT_MEM, LATENCY_SIMPLE);
    if (d->s->mnemonic == PTX_tld4) {
        decode_gather(d);
    } else {
        decode_fetch(d);
    }
}

// --- surfaces

static surface_boundary take_boundary(decoder *d)
{
    if (decode_take(d, MODIFIER_clamp)) {
        return BOUNDARY_clamp;
    }
    if (decode_take(d, MODIFIER_zero)) {
        return BOUNDARY_zero;
    }
    if (!decode_take(d, MODIFIER_trap)) {
        decode_fail(d, "expected .trap, .clamp or .zero");
    }
    return BOUNDARY_trap;
}

static texture_geometry take_surface_geometry(decoder *d)
{
    if (!decode_take(d, MODIFIER_b)) {
        decode_fail(d, "expected .b: what a surface is formatted as is not looked at");
    }
    texture_geometry geometry = take_geometry(d);
    if (geometry == TEXTURE_cube || geometry == TEXTURE_acube) {
        decode_fail(d, "a cube found, expected .a2d with six layers for each");
    }
    return geometry;
}

// The surface, then its coordinates after what is stored.
static void decode_surface_place(decoder *d, uint32_t operand, texture_geometry geometry, surface_boundary boundary, uint32_t first)
{
    insn_code *c = d->code;
    c->texture = (texture_access){ .geometry = (uint8_t)geometry, .first = (uint8_t)first, .boundary = (uint8_t)boundary };
    c->src[0] = decode_reference(d, &d->s->operands[operand]);
    c->n_src = first;
    decode_coordinates(d, &d->s->operands[operand], geometry, TYPE_b32);
}

static void decode_surface_access(decoder *d, bool is_load)
{
    insn_code *c = d->code;
    texture_geometry geometry = take_surface_geometry(d);
    decode_cache_operators(d);
    surface_boundary boundary = take_boundary(d);
    uint32_t place = is_load ? 1 : 0;
    ptx_type type = decode_type(d, 0);
    if (type != TYPE_b8 && type != TYPE_b16 && type != TYPE_b32 && type != TYPE_b64) {
        decode_fail(d, "type .%s found, expected .b8, .b16, .b32 or .b64", type_name(type));
    }
    decode_operand_count(d, 2, 2);
    decode_access(d, type, is_load);
    decode_data_operand(d, 1 - place, type, is_load);
    decode_surface_place(d, place, geometry, boundary, is_load ? 1 : 1u + c->vector);
    c->run = is_load ? run_surface_load : run_surface_store;
}

static void decode_surface_reduction(decoder *d)
{
    static const struct { ptx_modifier name; atomic_operation operation; } names[] = {
        { MODIFIER_add, ATOMIC_add }, { MODIFIER_min, ATOMIC_min }, { MODIFIER_max, ATOMIC_max }, { MODIFIER_and, ATOMIC_and },
        { MODIFIER_or, ATOMIC_or },
    };
    insn_code *c = d->code;
    texture_geometry geometry = take_surface_geometry(d);
    surface_boundary boundary = take_boundary(d);
    uint32_t i = 0;
    while (i < sizeof names / sizeof *names && !decode_take(d, names[i].name)) {
        i++;
    }
    ptx_type type = decode_type(d, 0);
    if (i == sizeof names / sizeof *names || type_bytes(type) < 4 || type_is_float(type)) {
        decode_fail(d, "expected .add, .min, .max, .and or .or of integers of 32 or 64 bits");
    }
    decode_operand_count(d, 2, 2);
    c->type = (uint8_t)type;
    c->vector = 1;
    d->insn.memory = MEMORY_ATOMIC;
    d->insn.width = d->insn.element = (uint8_t)type_bytes(type);
    c->dst[0] = (operand_row){ TABLE_WARP, SINK_ROW };
    c->n_src = 1;
    decode_source(d, 1, type, false);
    c->choice = names[i].operation;
    decode_surface_place(d, 0, geometry, boundary, 2);
    c->run = run_surface_reduction;
}

void decode_surface(decoder *d)
{
    d->code->space = SPACE_GLOBAL;
    d->insn.space = SPACE_GLOBAL;
    decode_class(d, UNIT_MEM, LATENCY_SIMPLE);
    if (d->s->mnemonic == PTX_sured) {
        decode_surface_reduction(d);
    } else {
        decode_surface_access(d, d->s->mnemonic == PTX_suld);
    }
}

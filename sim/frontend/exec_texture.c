// SPDX-License-Identifier: BSD-3-Clause
// `tex`, `tld4`: one sample a lane. The timing model sees the address of each lane's first texel, as in GPGPU-Sim. `suld`,
// `sust`, `sured`: bytes of a surface, at their place in global memory.
#include "sim/frontend/device_memory.h"
#include "sim/frontend/exec_memory.h"
#include "sim/frontend/texture.h"

#include <string.h>

// The operand is a handle, or the address of a variable .texref or .surfref that holds one.
static const texture *texture_of(execution *x, uint64_t operand)
{
    device_memory *m = x->launch->config.memory;
    launch_await_device(x);
    const texture *t = device_texture_find(m, operand);
    const void *variable = t == NULL ? device_at(m, operand, sizeof operand) : NULL;
    if (variable != NULL) {
        memcpy(&operand, variable, sizeof operand);
        t = device_texture_find(m, operand);
    }
    return t;
}

static texture_place place_of(execution *x, const insn_code *code, uint32_t lane)
{
    texture_place place = { .layer = 0 };
    uint32_t row = code->texture.first, n = texture_dimensions((texture_geometry)code->texture.geometry);
    if (texture_has_layers((texture_geometry)code->texture.geometry)) {
        place.layer = row32(x, code->src[row++])[lane];
    }
    for (uint32_t i = 0; i < n; i++) {
        place.texel[i] = (int32_t)row32(x, code->src[row++])[lane];
    }
    if (n == 1 && code->source_type == TYPE_f32) {
        place.at[1] = 0.5f;                                 // the middle of the one row, if there is one
    }
    if (code->texture.level) {
        uint32_t bits = row32(x, code->src[row])[lane];
        memcpy(&place.level, &bits, sizeof place.level);
        place.level = code->source_type == TYPE_f32 ? place.level : (float)(int32_t)bits;
    }
    return place;
}

static texture_sample sample_lane(execution *x, const insn_code *code, const texture *t, uint32_t lane)
{
    texture_place place = place_of(x, code, lane);
    device_memory *m = x->launch->config.memory;
    return code->texture.gather ? texture_gather(m, t, &place, code->texture.channel)
           : code->source_type == TYPE_f32 ? texture_near(m, t, &place) : texture_at(m, t, &place);
}

// Whether it is such a texture or surface, and has what is asked.
static bool is_there(execution *x, const insn_code *code, const texture *t, uint32_t lane, uint64_t operand, bool surface)
{
    const char *opcode = code->text, *what = surface ? "surface" : "texture";
    int length = (int)(code->text_length > 60 ? 60 : code->text_length);
    if (t == NULL || t->surface != surface) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: 0x%llx is no %s and no variable that one is bound to", length, opcode,
                    (unsigned long long)operand, what);
        return false;
    }
    texture_geometry geometry = texture_geometry_of(t);
    if (surface && t->cube) {
        geometry = TEXTURE_a2d;                             // its faces are layers
    }
    if (geometry == TEXTURE_2d && t->height == 1 && code->texture.geometry == TEXTURE_1d) {
        return true;                                        // GPUs accept it
    }
    if (geometry != (texture_geometry)code->texture.geometry) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: the %s is .%s", length, opcode, what, texture_geometry_name(geometry));
        return false;
    }
    return true;
}

static bool can_be_read(execution *x, const insn_code *code, const texture *t, uint32_t lane, uint64_t operand)
{
    const char *opcode = code->text;
    int length = (int)(code->text_length > 60 ? 60 : code->text_length);
    if (!is_there(x, code, t, lane, operand, false)) {
        return false;
    }
    bool is_float = t->kind == TEXEL_FLOAT || t->as_float;
    if (is_float != (code->type == TYPE_f32)) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: the texture holds %s", length, opcode, is_float ? "floats" : "integers");
    } else if (t->normalised && code->source_type != TYPE_f32) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: the texture's coordinates are normalised, expected floats", length, opcode);
    } else {
        return true;
    }
    return false;
}

void run_tex(execution *x, const insn_code *code, uint32_t mask)
{
    warp_step *step = x->step;
    step->space = SPACE_TEXTURE;
    step->memory_lanes = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t operand = row64(x, code->src[0])[lane];
        const texture *t = texture_of(x, operand);
        if (!can_be_read(x, code, t, lane, operand)) {
            return;
        }
        texture_sample sample = sample_lane(x, code, t, lane);
        if (sample.outside && x->launch->config.out_of_bounds == OUT_OF_BOUNDS_ERROR) {
            launch_fail(x, lane, FAULT_ADDRESS, "%.*s at texture address 0x%llx: outside every buffer",
                        (int)(code->text_length > 60 ? 60 : code->text_length), code->text, (unsigned long long)sample.address);
            return;
        }
        for (uint32_t i = 0; i < TEXTURE_CHANNELS; i++) {
            row32(x, code->dst[i])[lane] = sample.channel[i];
        }
        step->address[lane] = sample.address;
        step->memory_lanes |= (uint32_t)(sample.address != 0 && !sample.outside) << lane;
    }
}

// --- surfaces

// Addresses of the lanes that lie inside; the others, with .zero, are left out. False: the launch has failed.
static bool surface_addresses(execution *x, const insn_code *code, uint64_t address[WARP_LANES], uint32_t *mask)
{
    for (uint32_t left = *mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t operand = row64(x, code->src[0])[lane];
        const texture *t = texture_of(x, operand);
        if (!is_there(x, code, t, lane, operand, true)) {
            return false;
        }
        texture_place place = place_of(x, code, lane);
        address[lane] = surface_address(t, &place, x->insn->width, code->texture.boundary == BOUNDARY_clamp);
        if (address[lane] == 0 && code->texture.boundary != BOUNDARY_zero) {
            launch_fail(x, lane, FAULT_ADDRESS, "%.*s of %u bytes at {%d, %d, %d}: outside the surface of %u x %u x %u",
                        (int)(code->text_length > 60 ? 60 : code->text_length), code->text, x->insn->width, place.texel[0],
                        place.texel[1], place.texel[2], t->width, t->height, t->depth);
            return false;
        }
        *mask &= address[lane] != 0 ? UINT32_MAX : ~(1u << lane);
    }
    return true;
}

static void run_surface(execution *x, const insn_code *code, uint32_t mask, access_mover move)
{
    uint64_t address[WARP_LANES] = { 0 };
    uint32_t inside = mask, done = 0;
    x->step->space = SPACE_GLOBAL;
    x->step->memory_lanes = 0;
    if (!surface_addresses(x, code, address, &inside)) {
        return;
    }
    if (inside != 0) {
        done = access_addresses(x, code, address, inside, move, true);
    }
    if (done != mask && move == access_load && !x->failed) {
        access_clear(x, code, mask & ~done);
    }
}

void run_surface_load(execution *x, const insn_code *code, uint32_t mask)
{
    run_surface(x, code, mask, access_load);
}

void run_surface_store(execution *x, const insn_code *code, uint32_t mask)
{
    run_surface(x, code, mask, access_store);
}

void run_surface_reduction(execution *x, const insn_code *code, uint32_t mask)
{
    run_surface(x, code, mask, access_atomic);
}

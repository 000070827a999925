// SPDX-License-Identifier: BSD-3-Clause
// `tex`: one sample a lane. The timing model sees where each lane's first texel lies, as GPGPU-Sim's does.
#include "sim/frontend/device_memory.h"
#include "sim/frontend/launch.h"
#include "sim/frontend/texture.h"

#include <string.h>

// The operand is a handle, or the address of a variable .texref that holds one.
static const texture *texture_of(execution *x, uint64_t operand)
{
    device_memory *m = x->launch->config.memory;
    const texture *t = device_texture_find(m, operand);
    const void *variable = t == NULL ? device_at(m, operand, sizeof operand) : NULL;
    if (variable != NULL) {
        memcpy(&operand, variable, sizeof operand);
        t = device_texture_find(m, operand);
    }
    return t;
}

static texture_sample sample_lane(execution *x, const insn_code *code, const texture *t, uint32_t lane)
{
    uint32_t bits[2] = { row32(x, code->src[1])[lane], code->n_src > 2 ? row32(x, code->src[2])[lane] : 0 };
    float at[2];
    memcpy(at, bits, sizeof at);
    return code->source_type == TYPE_f32 ? texture_near(x->launch->config.memory, t, at[0], at[1])
                                         : texture_at(x->launch->config.memory, t, (int32_t)bits[0], (int32_t)bits[1]);
}

static bool can_be_read(execution *x, const insn_code *code, const texture *t, uint32_t lane, uint64_t operand)
{
    const char *opcode = code->text;
    int length = (int)(code->text_length > 60 ? 60 : code->text_length);
    bool is_float = t != NULL && (t->kind == TEXEL_FLOAT || t->as_float);
    if (t == NULL) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: 0x%llx is no texture and no variable that one is bound to", length, opcode,
                    (unsigned long long)operand);
    } else if ((t->height == 0) != (code->n_src == 2)) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: the texture has %u dimension%s", length, opcode, t->height == 0 ? 1 : 2,
                    t->height == 0 ? "" : "s");
    } else if (is_float != (code->type == TYPE_f32)) {
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

// SPDX-License-Identifier: BSD-3-Clause
// cp.async: copies from global to shared memory at once. The manual leaves open what a program sees of a copy before it waits for
// it; in the timing model the data are under way until the load is back.
#include "sim/frontend/exec_memory.h"

#include <string.h>

enum { COPY_MOST = 16 };

static uint64_t address_of(const execution *x, operand_row row, bool wide, int64_t offset, uint32_t lane)
{
    return wide ? row64(x, row)[lane] + (uint64_t)offset : (uint32_t)(row32(x, row)[lane] + (uint32_t)offset);
}

// Bytes that a lane reads; the rest of its copy is 0.
static uint32_t source_bytes(const execution *x, const insn_code *code, uint32_t lane)
{
    const copy_info *copy = code->copy;
    if (copy->limit == COPY_SIZED) {
        return row32(x, code->src[2])[lane];
    }
    bool holds = copy->limit == COPY_IGNORES && (*predicate_of(x, code->src[2]) >> lane & 1) != 0;
    return copy->limit == COPY_IGNORES && holds != copy->negated ? 0 : x->insn->width;
}

// False: a fault, or the copy is left out.
static bool in_place(execution *x, const insn_code *code, uint32_t lane, uint8_t space, uint64_t address, uint64_t have, uint64_t want)
{
    if (address % x->insn->width != 0) {
        access_fault(x, code, lane, address, space, FAULT_ALIGNMENT, "misaligned");
        return false;
    }
    if (have < want && x->launch->config.out_of_bounds == OUT_OF_BOUNDS_ERROR) {
        access_fault(x, code, lane, address, space, FAULT_ADDRESS, space == SPACE_GLOBAL ? "outside every buffer" : "out of bounds");
    }
    return have >= want;
}

static void copy_lane(execution *x, const insn_code *code, uint32_t lane, uint64_t from, uint64_t to, uint32_t bytes)
{
    uint8_t data[COPY_MOST] = { 0 };
    uint64_t have = 0, room = 0;
    if (bytes > 0) {
        const uint8_t *source = access_place(x, lane, SPACE_GLOBAL, from, &have);
        if (in_place(x, code, lane, SPACE_GLOBAL, from, have, bytes)) {
            memcpy(data, source, bytes);
            x->step->memory_lanes |= 1u << lane;
        }
    }
    uint8_t *target = access_place(x, lane, SPACE_SHARED, to, &room);
    if (!x->failed && in_place(x, code, lane, SPACE_SHARED, to, room, x->insn->width)) {
        memcpy(target, data, x->insn->width);
    }
}

// The timing model sees the lanes that read, each with all its bytes.
void run_copy(execution *x, const insn_code *code, uint32_t mask)
{
    const copy_info *copy = code->copy;
    x->step->memory_lanes = 0;
    for (uint32_t left = mask; left != 0 && !x->failed; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), bytes = source_bytes(x, code, lane);
        if (bytes > x->insn->width) {
            launch_fail(x, lane, FAULT_OTHER, "%.*s: %u bytes of source found, expected at most %u", (int)code->text_length, code->text,
                        bytes, x->insn->width);
            return;
        }
        x->step->address[lane] = address_of(x, code->src[0], code->address_is_wide, code->offset, lane);
        copy_lane(x, code, lane, x->step->address[lane], address_of(x, code->src[1], copy->to_is_wide, copy->to_offset, lane), bytes);
    }
    x->step->space = x->step->memory_lanes != 0 ? SPACE_GLOBAL : SPACE_NONE;
}

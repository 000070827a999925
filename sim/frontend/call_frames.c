// SPDX-License-Identifier: BSD-3-Clause
#include "sim/frontend/call_frames.h"

#include <stdlib.h>
#include <string.h>

// --- what is saved: one piece a call, the last one on top
typedef struct saved_frame {
    uint32_t              frame;         // that returns to it
    const function       *of;
    struct saved_frame   *below;
    uint8_t              *local;         // 32 lanes of local_bytes
    _Alignas(64) uint8_t  rows[];
} saved_frame;

static uint8_t *lane_local(const warp *v, const function *f, uint32_t lane)
{
    return v->x.local + (size_t)lane * v->x.local_bytes + f->local_base;
}

static bool save(warp *v, const function *f, uint32_t lanes, uint32_t frame)
{
    size_t rows = (f->rows_bytes + 63) / 64 * 64, local = (size_t)f->local_bytes * WARP_LANES;
    saved_frame *s = aligned_alloc(64, (sizeof *s + rows + local + 63) / 64 * 64);
    if (s == NULL) {
        return false;
    }
    *s = (saved_frame){ .frame = frame, .of = f, .below = v->saved };
    s->local = s->rows + rows;
    memcpy(s->rows, v->x.table[TABLE_REGISTERS] + f->row_base, f->rows_bytes);
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        memcpy(s->local + (size_t)lane * f->local_bytes, lane_local(v, f, lane), f->local_bytes);
    }
    v->saved = s;
    return true;
}

static void put_back(warp *v, const saved_frame *s, uint32_t lanes)
{
    const function *f = s->of;
    for (const symbol *r = f->used_registers; r != NULL; r = r->next) {
        uint8_t *to = v->x.table[TABLE_REGISTERS] + f->row_base + r->row;
        const uint8_t *from = s->rows + r->row;
        if (r->type == TYPE_pred) {
            uint32_t value;
            memcpy(&value, from, sizeof value);
            predicate_write((uint32_t *)(void *)to, value, lanes);
        } else if (type_bytes(r->type) == 8) {
            row_write64((uint64_t *)(void *)to, (const uint64_t *)(const void *)from, lanes);
        } else {
            row_write32((uint32_t *)(void *)to, (const uint32_t *)(const void *)from, lanes);
        }
    }
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        memcpy(lane_local(v, f, lane), s->local + (size_t)lane * f->local_bytes, f->local_bytes);
    }
}

void frames_drop(warp *v)
{
    while (v->saved != NULL && (v->depth == 0 || v->saved->frame > v->stack[v->depth - 1].frame)) {
        saved_frame *s = v->saved;
        v->saved = s->below;
        free(s);
    }
}

// --- arguments and results
static void copy_arguments(warp *v, const call_info *call, uint32_t lanes)
{
    for (uint32_t k = 0; k < call->n_arguments; k++) {
        const uint8_t *row = v->x.table[call->arguments[k].value.table] + call->arguments[k].value.offset;
        uint32_t bytes = call->arguments[k].bytes;
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            uint8_t *local = v->x.local + (size_t)lane * v->x.local_bytes;
            memcpy(local + call->arguments[k].to, call->arguments[k].is_row ? row + lane * bytes :
                   local + call->arguments[k].from, bytes);
        }
    }
}

// When the caller is a call of the same function, into the caller's saved bytes.
static void copy_result(warp *v, const call_info *call, const saved_frame *s, uint32_t lanes)
{
    const function *f = call->callee;
    bool of_saved = s != NULL && call->result_to - f->local_base < f->local_bytes;
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        uint8_t *local = v->x.local + (size_t)lane * v->x.local_bytes;
        uint8_t *to = of_saved ? s->local + (size_t)lane * f->local_bytes + (call->result_to - f->local_base) :
                                 local + call->result_to;
        memmove(to, local + call->result_from, call->result_bytes);
    }
}

bool frames_enter(warp *v, const call_info *call, uint32_t lanes, uint32_t frame)
{
    const function *f = call->callee;
    uint32_t bytes = f->frame_bytes, lane = (uint32_t)__builtin_ctz(lanes);
    if (frame > v->x.launch->frames_most) {
        launch_fail(&v->x, lane, FAULT_STACK, "calls of %.80s nested deeper than %u levels", f->name, v->x.launch->recursion_most);
        return false;
    }
    for (uint32_t left = bytes > 0 ? lanes : 0; left != 0; left &= left - 1) {
        lane = (uint32_t)__builtin_ctz(left);
        if (v->x.stack_used[lane] + bytes > v->x.launch->stack_bytes) {
            launch_fail(&v->x, lane, FAULT_STACK, "call of %.80s, whose local variables have no room on the call stack of %u bytes",
                        f->name, v->x.launch->stack_bytes);
            return false;
        }
        memset(v->x.local + (size_t)lane * v->x.local_bytes + v->x.launch->stack_base + v->x.stack_used[lane], 0, bytes);
        v->x.stack_used[lane] += bytes;
    }
    if (call->saves && !save(v, f, lanes, frame)) {
        launch_fail(&v->x, lane, FAULT_STACK, "call of %.80s: out of memory", f->name);
        return false;
    }
    copy_arguments(v, call, lanes);
    return true;
}

void frames_return(warp *v, const call_info *call, uint32_t lanes, uint32_t frame)
{
    const saved_frame *s = v->saved != NULL && v->saved->frame == frame ? v->saved : NULL;
    if (call->has_result) {
        copy_result(v, call, s, lanes);
    }
    if (s != NULL) {
        put_back(v, s, lanes);
    }
    for (uint32_t left = call->callee->frame_bytes > 0 ? lanes : 0; left != 0; left &= left - 1) {
        v->x.stack_used[__builtin_ctz(left)] -= call->callee->frame_bytes;
    }
}

// --- indirect calls
static uint64_t target_of(const warp *v, const insn_code *code, uint32_t lane)
{
    return code->address_is_wide ? row64(&v->x, code->src[0])[lane] : row32(&v->x, code->src[0])[lane];
}

const call_info *frames_candidate(warp *v, const insn_code *code, uint32_t lane, uint32_t lanes, uint32_t *together)
{
    uint64_t address = target_of(v, code, lane);
    const call_info *call = code->call->candidates;
    while (call != NULL && call->address != address) {
        call = call->next;
    }
    *together = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t other = (uint32_t)__builtin_ctz(left);
        *together |= (uint32_t)(target_of(v, code, other) == address) << other;
    }
    if (call == NULL) {
        launch_fail(&v->x, lane, FAULT_PC, "call of address 0x%llx, which is no function with these parameters",
                    (unsigned long long)address);
    }
    return call;
}

void run_stack_address(execution *x, const insn_code *code, uint32_t mask)
{
    code->inner(x, code, mask);
    for (; mask != 0; mask &= mask - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(mask);
        uint32_t by = x->launch->stack_base + x->stack_used[lane] + (uint32_t)code->offset;
        if (type_bytes((ptx_type)code->type) == 8) {
            row64(x, code->dst[0])[lane] += (uint64_t)(int64_t)(int32_t)by;
        } else {
            row32(x, code->dst[0])[lane] += by;
        }
    }
}

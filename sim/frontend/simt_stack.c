// SPDX-License-Identifier: BSD-3-Clause
// One instruction of a warp: guard, handler, then the SIMT stack.
//
// A branch runs its taken path first, as in GPGPU-Sim's simt_stack::update. A path that begins at the reconvergence
// point is not pushed; its lanes wait below. A branch that reconverges where its own entry is popped makes no further
// waiting entry, so loops do not grow the stack: at most 2 entries a lane.
#include "sim/frontend/launch.h"

#include "sim/frontend/call_frames.h"
#include "sim/frontend/flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ptx_look_at(ptx_cta *c, uint32_t w)
{
    const warp *v = &c->warps[w];
    const stack_entry *top = &v->stack[v->depth - 1];
    c->face.front[w] = v->depth == 0 ? (warp_front){ NULL, 0 } : (warp_front){ &c->launch->program->insns[top->pc], top->mask };
}

static void push(warp *v, stack_entry e)
{
    if (v->depth == v->x.launch->stack_room) {
        fprintf(stderr, "front end: SIMT stack of warp %u full at pc %u\n", v->x.warp, e.pc * 8);
        abort();
    }
    v->stack[v->depth++] = e;
}

static bool at_barrier(const warp *v, const stack_entry *e)
{
    return (v->x.launch->program->insns[e->pc].flags & INSN_BARRIER) != 0;
}

static bool would_wait(const warp *v, const stack_entry *e)
{
    return (v->x.launch->program->insns[e->pc].flags & (INSN_BARRIER | INSN_ARRIVES)) == INSN_BARRIER;
}

// Paths that never meet again, because lanes of one may return, are neighbours: same frame, same reconvergence point.
// One that reaches a barrier lets the others go first and takes along those that reach the same barrier; so a warp
// arrives at a barrier once, with all lanes that are left.
static void gather_at_barrier(warp *v)
{
    stack_entry *top = &v->stack[v->depth - 1];
    for (uint32_t i = v->depth - 1; i-- > 0;) {
        stack_entry *other = &v->stack[i];
        if (other->frame != top->frame || other->reconvergence != top->reconvergence) {
            return;
        }
        if (other->pc == top->pc) {
            top->mask |= other->mask;
            memmove(other, other + 1, (v->depth - 1 - i) * sizeof *other);
            top--;
            v->depth--;
        } else if (!would_wait(v, other)) {
            stack_entry kept = *top;
            *top = *other;
            *other = kept;
            return;
        }
    }
}

// Pops what is empty or has reached its reconvergence point.
static void settle(warp *v)
{
    while (v->depth > 0) {
        const stack_entry *top = &v->stack[v->depth - 1];
        if (top->mask != 0 && top->pc != top->reconvergence) {
            if (v->depth > 1 && at_barrier(v, top)) {
                gather_at_barrier(v);
            }
            return;
        }
        v->depth--;
    }
}

// The paths that replace the top; the last of them runs first.
static void part(warp *v, const insn_code *code, stack_entry *paths, uint32_t n)
{
    stack_entry *top = &v->stack[v->depth - 1];
    bool waits = code->reconvergence != NO_RECONVERGENCE && code->reconvergence != top->reconvergence;
    if (waits) {
        top->pc = code->reconvergence;
    } else {
        v->depth--;
    }
    for (uint32_t i = 0; i < n; i++) {
        paths[i].reconvergence = waits ? code->reconvergence : paths[i].reconvergence;
        if (paths[i].pc != paths[i].reconvergence) {
            push(v, paths[i]);
        }
    }
}

static void branch(warp *v, const insn_code *code, uint32_t taken)
{
    stack_entry *top = &v->stack[v->depth - 1];
    stack_entry jump = *top, next = *top;
    jump.pc = code->target;
    jump.mask = taken;
    next.pc = top->pc + 1;
    next.mask = top->mask & ~taken;
    if (taken == 0 || next.mask == 0) {
        top->pc = taken == 0 ? next.pc : jump.pc;
        return;
    }
    stack_entry paths[2] = { next, jump };
    part(v, code, paths, 2);
}

// Of the lanes left, those with the lowest index and all whose index leads to the same label.
static uint32_t lanes_of_first(const uint32_t *index, const branch_table *t, uint32_t left, uint32_t *target)
{
    uint32_t first = UINT32_MAX, lanes = 0;
    for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
        uint32_t of = index[__builtin_ctz(rest)];
        first = of < first ? of : first;
    }
    *target = t->targets[first];
    for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
        lanes |= t->targets[index[__builtin_ctz(rest)]] == *target ? rest & -rest : 0;
    }
    return lanes;
}

static bool is_in_table(warp *v, const insn_code *code, const uint32_t *index, uint32_t lanes)
{
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        if (index[lane] >= code->table->count) {
            launch_fail(&v->x, lane, FAULT_PC, "branch to label %u of a table of %u", index[lane], code->table->count);
            return false;
        }
    }
    return true;
}

// One path a label: that of the lowest index runs first, lanes whose guard is false last. An index past the table, which the
// manual leaves open, ends the launch.
static void branch_of_table(warp *v, const insn_code *code, uint32_t taken)
{
    stack_entry *top = &v->stack[v->depth - 1], paths[WARP_LANES + 1];
    const uint32_t *index = row32(&v->x, code->src[0]);
    uint32_t at = WARP_LANES + 1, others = top->mask & ~taken;
    if (!is_in_table(v, code, index, taken)) {
        top->pc++;
        return;
    }
    for (uint32_t left = taken; left != 0; left &= ~paths[at].mask) {
        paths[--at] = *top;
        paths[at].mask = lanes_of_first(index, code->table, left, &paths[at].pc);
    }
    if (others != 0) {
        paths[--at] = *top;
        paths[at].pc = top->pc + 1;
        paths[at].mask = others;
    }
    if (at == WARP_LANES) {
        top->pc = paths[at].pc;
    } else {
        part(v, code, &paths[at], WARP_LANES + 1 - at);
    }
}

// These lanes make the call; all meet again after it.
static void enter(warp *v, const call_info *call, uint32_t lanes)
{
    uint32_t frame = v->stack[v->depth - 1].frame + 1;
    if (frames_enter(v, call, lanes, frame)) {
        push(v, (stack_entry){ .pc = call->callee->first, .reconvergence = UINT32_MAX, .mask = lanes, .frame = frame, .call = call });
    }
}

static void call(warp *v, const call_info *call, uint32_t lanes)
{
    v->stack[v->depth - 1].pc++;
    if (lanes != 0) {
        enter(v, call, lanes);
    }
}

// Lanes that call the first lane's function go first; the others repeat the call when those are back.
static void call_indirect(warp *v, const insn_code *code, uint32_t lanes)
{
    stack_entry rest = v->stack[v->depth - 1];
    uint32_t together;
    const call_info *of = lanes != 0 ? frames_candidate(v, code, (uint32_t)__builtin_ctz(lanes), lanes, &together) : NULL;
    v->stack[v->depth - 1].pc++;
    if (of == NULL) {
        return;
    }
    if (together != lanes) {
        rest.mask = lanes & ~together;
        rest.reconvergence = rest.pc + 1;
        push(v, rest);
    }
    enter(v, of, together);
}

// Lanes that return leave every entry of their frame; lanes that exit leave every entry.
static void leave(warp *v, uint32_t lanes, bool exit)
{
    uint32_t frame = v->stack[v->depth - 1].frame;
    const call_info *call = v->stack[v->depth - 1].call;
    v->stack[v->depth - 1].pc++;
    if (!exit && call != NULL) {
        frames_return(v, call, lanes, frame);
    }
    for (uint32_t i = v->depth; i-- > 0 && (exit || v->stack[i].frame == frame);) {
        v->stack[i].mask &= ~lanes;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < v->depth; i++) {
        if (v->stack[i].mask != 0) {
            v->stack[kept++] = v->stack[i];
        }
    }
    v->depth = kept;
    frames_drop(v);
}

// Cycles, and nanoseconds for %globaltimer; without timing the warp's instructions.
static void set_clock(execution *x)
{
    const launch_config *config = &x->launch->config;
    const uint64_t clock = config->cycle != NULL ? *config->cycle : x->executed;
    const uint64_t mhz = config->cycle != NULL ? config->core_mhz : 1000, time = clock / mhz * 1000 + clock % mhz * 1000 / mhz;
    const struct { uint32_t special; bool wide; uint64_t value; } registers[] = {
        { SPECIAL_clock64, true, clock },      { SPECIAL_globaltimer, true, time },     { SPECIAL_clock, false, clock },
        { SPECIAL_clock_hi, false, clock >> 32 }, { SPECIAL_globaltimer_lo, false, time }, { SPECIAL_globaltimer_hi, false, time >> 32 },
    };
    for (uint32_t k = 0; k < sizeof registers / sizeof *registers; k++) {
        const operand_row row = { TABLE_WARP, registers[k].special * CONSTANT_ROW_BYTES };
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            if (registers[k].wide) {
                row64(x, row)[i] = registers[k].value;
            } else {
                row32(x, row)[i] = (uint32_t)registers[k].value;
            }
        }
    }
}

static uint32_t guarded(const execution *x, const insn_code *code, uint32_t lanes)
{
    if (!code->has_guard) {
        return lanes;
    }
    uint32_t guard = *predicate_of(x, (operand_row){ TABLE_REGISTERS, code->guard });
    return lanes & (code->guard_negated ? ~guard : guard);
}

static void flow(warp *v, const insn_code *code, uint32_t active)
{
    switch (code->flow) {
    case FLOW_BRANCH: branch(v, code, active); break;
    case FLOW_BRANCH_TABLE: branch_of_table(v, code, active); break;
    case FLOW_CALL:   call(v, code->call, active); break;
    case FLOW_CALL_INDIRECT: call_indirect(v, code, active); break;
    case FLOW_RET:    leave(v, active, false); break;
    case FLOW_EXIT:   leave(v, active, true); break;
    default:          v->stack[v->depth - 1].pc++;
    }
    settle(v);
}

// After an instruction that all lanes go on from, to one that none of the paths waits at: only the place changes.
static bool goes_straight_on(warp *v, const insn_code *code, const insn *next)
{
    stack_entry *top = &v->stack[v->depth - 1];
    if (code->flow != FLOW_NEXT || top->pc + 1 == top->reconvergence || (v->depth > 1 && (next->flags & INSN_BARRIER) != 0)) {
        return false;
    }
    top->pc++;
    return true;
}

bool ptx_execute(cta *face, uint32_t w, warp_step *step)
{
    ptx_cta *c = (ptx_cta *)face;
    warp *v = &c->warps[w];
    execution *x = &v->x;
    const insn *i = face->front[w].next;
    const insn_code *code = i->code;
    uint32_t lanes = face->front[w].lanes, active = guarded(x, code, lanes);
    x->insn = i;
    x->step = step;
    x->executed++;
    step->insn = i;
    step->lanes = lanes;
    step->active = active;
    step->space = SPACE_NONE;
    step->memory_lanes = 0;
    step->pieces = 0;
    step->barrier = BARRIER_NONE;
    if (code->reads_clock) {
        set_clock(x);
    }
    if (active != 0) {
        code->run(x, code, active);
    }
    if (goes_straight_on(v, code, i + 1)) {
        face->front[w].next = i + 1;
        step->finished = false;
    } else {
        flow(v, code, active);
        ptx_look_at(c, w);
        step->finished = v->depth == 0;
    }
    return !x->failed;
}

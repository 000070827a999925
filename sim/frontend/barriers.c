// SPDX-License-Identifier: BSD-3-Clause
// Arrivals at the barriers of a CTA, what opens them, and the reduction of bar.red, which is written when its barrier
// opens; see barriers.h.
#include "sim/frontend/launch.h"

static uint64_t warp_bit(uint32_t warp)
{
    return UINT64_C(1) << warp;
}

// The result of bar.red, for every lane that took part.
static void write_reduction(const execution *x, const bar_reduction *of, const cta_barrier *b)
{
    const insn_code *code = of->code;
    uint32_t r[WARP_LANES];
    bool holds = code->choice == BARRIER_and ? b->hold == b->threads : b->hold != 0;
    if (code->choice != BARRIER_popc) {
        predicate_write(predicate_of(x, code->dst[0]), holds ? UINT32_MAX : 0, of->lanes);
        return;
    }
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = b->hold;
    }
    row_write32(row32(x, code->dst[0]), r, of->lanes);
}

static bool is_complete(const ptx_cta *c, const cta_barrier *b)
{
    return b->wanted == 0 ? (c->running & ~b->arrived) == 0 : b->arrivals >= b->wanted;
}

// Warps that go on.
static uint64_t open_if_complete(ptx_cta *c, uint32_t number)
{
    cta_barrier *b = &c->barriers[number];
    uint64_t released = b->waiting;
    if (!is_complete(c, b)) {
        return 0;
    }
    for (uint64_t left = released; left != 0; left &= left - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(left);
        if (c->reductions[w].code != NULL) {
            write_reduction(&c->warps[w].x, &c->reductions[w], b);
            c->reductions[w].code = NULL;
        }
    }
    *b = (cta_barrier){ 0 };
    c->barriers_met &= ~(1u << number);
    return released;
}

// Whether all lanes of the mask have one value.
static bool one_value(const execution *x, operand_row from, uint32_t mask, uint32_t *value)
{
    const uint32_t *row = row32(x, from);
    *value = row[__builtin_ctz(mask)];
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        if (row[__builtin_ctz(left)] != *value) {
            return false;
        }
    }
    return true;
}

// The barrier's number and how many warps open it; false, with a fault, for wrong ones.
static bool read_operands(execution *x, const insn_code *code, uint32_t mask, uint32_t *number, uint32_t *wanted)
{
    uint32_t lane = (uint32_t)__builtin_ctz(mask), threads = 0, all = x->launch->face.warps_per_cta * WARP_LANES;
    if (!one_value(x, code->src[0], mask, number) || !one_value(x, code->src[1], mask, &threads)) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: lanes of a warp name different barriers or numbers of threads",
                    (int)code->text_length, code->text);
    } else if (*number >= BARRIERS) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: barrier %u found, expected 0 to 15", (int)code->text_length, code->text,
                    *number);
    } else if (threads % WARP_LANES != 0 || threads > all || (threads == 0 && code->choice == BARRIER_arrive)) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: barrier %u: %u threads found, expected a multiple of 32 up to the CTA's %u",
                    (int)code->text_length, code->text, *number, threads, all);
    }
    *wanted = threads == all ? 0 : threads / WARP_LANES;
    return !x->failed;
}

static bool reduces(unsigned operation)
{
    return operation >= BARRIER_popc;
}

static bool agrees(execution *x, const insn_code *code, const cta_barrier *b, uint32_t number, uint32_t wanted,
                   uint32_t mask)
{
    uint32_t all = x->launch->face.warps_per_cta;
    if (b->arrivals != 0 && b->wanted != wanted) {
        launch_fail(x, (uint32_t)__builtin_ctz(mask), FAULT_OTHER,
                    "%.*s: barrier %u of %u threads found, expected %u, as of the warps that have arrived",
                    (int)code->text_length, code->text, number, (wanted != 0 ? wanted : all) * WARP_LANES,
                    (b->wanted != 0 ? b->wanted : all) * WARP_LANES);
    } else if (b->arrivals != 0 && b->operation != code->choice && (reduces(b->operation) || reduces(code->choice))) {
        launch_fail(x, (uint32_t)__builtin_ctz(mask), FAULT_OTHER,
                    "%.*s: barrier %u with another operation found, expected that of the warps that have arrived",
                    (int)code->text_length, code->text, number);
    }
    return !x->failed;
}

void run_barrier(execution *x, const insn_code *code, uint32_t mask)
{
    ptx_cta *c = x->cta;
    uint32_t number, wanted;
    x->step->released = 0;
    if (!read_operands(x, code, mask, &number, &wanted)) {
        return;
    }
    cta_barrier *b = &c->barriers[number];
    if (!agrees(x, code, b, number, wanted, mask)) {
        return;
    }
    b->wanted = (uint16_t)wanted;
    b->arrivals++;
    c->barriers_met |= 1u << number;
    b->arrived |= warp_bit(x->warp);
    b->waiting |= code->choice != BARRIER_arrive ? warp_bit(x->warp) : 0;
    b->operation = (uint8_t)code->choice;
    if (reduces(code->choice)) {
        uint32_t predicate = *predicate_of(x, code->src[2]);
        b->threads += (uint16_t)__builtin_popcount(mask);
        b->hold += (uint16_t)__builtin_popcount(mask & (code->source_negated ? ~predicate : predicate));
        c->reductions[x->warp] = (bar_reduction){ code, mask };
    }
    x->step->barrier = (uint8_t)number;
    x->step->barrier_threads = wanted * WARP_LANES;
    x->step->released = open_if_complete(c, number);
}

uint64_t ptx_end(cta *face, uint32_t w)
{
    ptx_cta *c = (ptx_cta *)face;
    uint64_t released = 0;
    c->running &= ~warp_bit(w);
    for (uint32_t left = c->barriers_met; left != 0; left &= left - 1) {
        released |= open_if_complete(c, (uint32_t)__builtin_ctz(left));
    }
    return released;
}

bool ptx_barrier(const cta *face, uint32_t w, barrier_wait *wait)
{
    const ptx_cta *c = (const ptx_cta *)face;
    for (uint32_t i = 0; i < BARRIERS; i++) {
        const cta_barrier *b = &c->barriers[i];
        if ((b->waiting & warp_bit(w)) != 0) {
            bool of_all = b->wanted == 0;
            uint32_t running = (uint32_t)__builtin_popcountll(c->running);
            uint32_t away = (uint32_t)__builtin_popcountll(c->running & ~b->arrived);
            *wait = (barrier_wait){ .number = i, .of_all = of_all, .wanted = of_all ? running : b->wanted,
                                    .missing = of_all ? away : (uint32_t)(b->wanted - b->arrivals) };
            return true;
        }
    }
    return false;
}

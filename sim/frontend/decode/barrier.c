// SPDX-License-Identifier: BSD-3-Clause
// Barriers of a CTA and of a warp. GPGPU-Sim's set_opcode_and_latency makes bar a BARRIER_OP of one cycle in the SP. So
// is bar.red, whose result is there when the barrier has opened and that cycle is over.
#include "sim/frontend/decode/decode.h"

// The number of threads, or 0 for all.
static void decode_thread_count(decoder *d, uint32_t index, bool has_count, bool needed)
{
    static const operand all = { .kind = OPERAND_INTEGER };
    const operand *o = has_count ? &d->s->operands[index] : &all;
    bool bad = o->value % WARP_LANES != 0 || o->value > CTA_MAX_WARPS * WARP_LANES || (needed && o->value == 0);
    if (o->kind == OPERAND_INTEGER && bad) {
        decode_fail(d, "expected a number of threads that is a multiple of 32 up to %d", CTA_MAX_WARPS * WARP_LANES);
    }
    decode_source_operand(d, o, TYPE_u32, false);
}

static void decode_number_and_count(decoder *d, uint32_t first, uint32_t operands, bool count_needed)
{
    const operand *o = &d->s->operands[first];
    if (o->kind == OPERAND_INTEGER ? o->value >= BARRIERS : o->kind != OPERAND_REGISTER) {
        decode_fail(d, "expected the number of a barrier from 0 to 15");
    }
    decode_source(d, first, TYPE_u32, false);
    decode_thread_count(d, first + 1, operands == 2, count_needed);
}

static void decode_barrier_reduction(decoder *d)
{
    static const struct { ptx_modifier name; barrier_operation operation; } names[] = {
        { MODIFIER_popc, BARRIER_popc }, { MODIFIER_and, BARRIER_and }, { MODIFIER_or, BARRIER_or }
    };
    size_t i = 0, n = sizeof names / sizeof *names;
    while (i < n && !decode_take(d, names[i].name)) {
        i++;
    }
    if (i == n || decode_type(d, 0) != (names[i].operation == BARRIER_popc ? TYPE_u32 : TYPE_pred)) {
        decode_fail(d, "expected .popc.u32, .and.pred or .or.pred");
    }
    decode_operand_count(d, 3, 4);
    uint32_t last = d->s->n_operands - 1;
    if (names[i].operation == BARRIER_popc) {
        decode_destination(d, 0, TYPE_u32, false);
    } else {
        decode_predicate_destination(d, &d->s->operands[0]);
    }
    decode_number_and_count(d, 1, last - 1, false);
    operand reduced = d->s->operands[last];
    d->code->source_negated = reduced.negated;
    reduced.negated = false;
    decode_source_operand(d, &reduced, TYPE_pred, false);
    d->code->choice = names[i].operation;
}

// Lanes of a warp run together: a warp has nothing to wait for.
static void decode_warp_barrier(decoder *d)
{
    if (!decode_take(d, MODIFIER_sync)) {
        decode_fail(d, "expected .sync");
    }
    decode_operand_count(d, 1, 1);
    decode_source(d, 0, TYPE_b32, false);
    d->code->run = run_nothing;
}

// bar is barrier with .aligned; a warp arrives as a whole with and without it.
void decode_barrier(decoder *d)
{
    if (d->s->mnemonic == PTX_bar && decode_take(d, MODIFIER_warp)) {
        decode_warp_barrier(d);
        return;
    }
    decode_take(d, MODIFIER_cta);
    decode_take(d, MODIFIER_aligned);
    d->insn.flags |= INSN_BARRIER;
    d->code->run = run_barrier;
    if (decode_take(d, MODIFIER_red)) {
        decode_barrier_reduction(d);
    } else if (decode_take(d, MODIFIER_arrive)) {
        decode_operand_count(d, 2, 2);
        decode_number_and_count(d, 0, 2, true);
        d->code->choice = BARRIER_arrive;
        d->insn.flags |= INSN_ARRIVES;
    } else if (decode_take(d, MODIFIER_sync)) {
        decode_operand_count(d, 1, 2);
        decode_number_and_count(d, 0, d->s->n_operands, false);
        d->code->choice = BARRIER_sync;
    } else {
        decode_fail(d, "expected .sync, .arrive or .red");
    }
}

// SPDX-License-Identifier: BSD-3-Clause
// Exchanges between the lanes of a warp. GPGPU-Sim's set_opcode_and_latency names shfl alone; the others take a cycle
// in the INT unit. Lanes of a .sync form run together already; its membermask counts where a result depends on it (match,
// redux, elect).
#include "sim/frontend/decode/decode.h"

static void decode_shfl(decoder *d)
{
    bool sync = decode_take(d, MODIFIER_sync);
    bool up = decode_take(d, MODIFIER_up), down = !up && decode_take(d, MODIFIER_down);
    bool bfly = !up && !down && decode_take(d, MODIFIER_bfly);
    if (!up && !down && !bfly && !decode_take(d, MODIFIER_idx)) {
        decode_fail(d, "expected .up, .down, .bfly or .idx");
    }
    if (decode_type(d, 0) != TYPE_b32) {
        decode_fail(d, "type .%s found, expected .b32", type_name(decode_type(d, 0)));
    }
    decode_operand_count(d, 4 + sync, 4 + sync);
    decode_destination(d, 0, TYPE_b32, false);
    if (d->s->has_second) {
        decode_predicate_destination(d, &d->s->second);
    }
    for (uint32_t i = 1; i <= 3; i++) {
        decode_source(d, i, TYPE_b32, false);
    }
    if (sync) {
        decode_source(d, 4, TYPE_b32, false);
    }
    d->code->choice = up ? SHUFFLE_up : down ? SHUFFLE_down : bfly ? SHUFFLE_bfly : SHUFFLE_idx;
    d->code->run = run_shuffle;
    decode_class(d, UNIT_INT, LATENCY_SHUFFLE);
}

static void decode_vote(decoder *d)
{
    bool sync = decode_take(d, MODIFIER_sync);
    bool all = decode_take(d, MODIFIER_all), any = !all && decode_take(d, MODIFIER_any);
    bool uni = !all && !any && decode_take(d, MODIFIER_uni);
    bool ballot = !all && !any && !uni;
    if (ballot && !decode_take(d, MODIFIER_ballot)) {
        decode_fail(d, "expected .all, .any, .uni or .ballot");
    }
    if (decode_type(d, 0) != (ballot ? TYPE_b32 : TYPE_pred)) {
        decode_fail(d, "type .%s found, expected %s", type_name(decode_type(d, 0)), ballot ? ".b32" : ".pred");
    }
    decode_operand_count(d, 2 + sync, 2 + sync);
    if (ballot) {
        decode_destination(d, 0, TYPE_b32, false);
    } else {
        decode_predicate_destination(d, &d->s->operands[0]);
    }
    operand voted = d->s->operands[1];
    d->code->source_negated = voted.negated;
    voted.negated = false;
    decode_source_operand(d, &voted, TYPE_pred, false);
    if (sync) {
        decode_source(d, 2, TYPE_b32, false);
    }
    d->code->choice = all ? VOTE_all : any ? VOTE_any : uni ? VOTE_uni : VOTE_ballot;
    d->code->run = run_vote;
}

static void decode_activemask(decoder *d)
{
    if (decode_type(d, 0) != TYPE_b32) {
        decode_fail(d, "type .%s found, expected .b32", type_name(decode_type(d, 0)));
    }
    decode_operand_count(d, 1, 1);
    decode_destination(d, 0, TYPE_b32, false);
    d->code->choice = VOTE_active;
    d->code->run = run_vote;
}

static void expect_sync(decoder *d)
{
    if (!decode_take(d, MODIFIER_sync)) {
        decode_fail(d, "expected .sync");
    }
}

static void decode_match(decoder *d)
{
    bool all = decode_take(d, MODIFIER_all);
    if (!all && !decode_take(d, MODIFIER_any)) {
        decode_fail(d, "expected .any or .all");
    }
    expect_sync(d);
    ptx_type type = decode_type(d, 0);
    if (type != TYPE_b32 && type != TYPE_b64) {
        decode_fail(d, "type .%s found, expected .b32 or .b64", type_name(type));
    }
    decode_operand_count(d, 3, 3);
    decode_optional_destination(d, &d->s->operands[0], TYPE_b32);
    if (d->s->has_second && !all) {
        decode_fail(d, "two destinations found, expected one");
    }
    if (d->s->has_second) {
        decode_predicate_destination(d, &d->s->second);
    }
    decode_source(d, 1, type, false);
    decode_source(d, 2, TYPE_b32, false);
    d->code->type = (uint8_t)type;
    d->code->choice = all;
    d->code->run = run_match;
}

static void decode_redux(decoder *d)
{
    static const struct { ptx_modifier name; operation operation; bool bits; } names[] = {
        { MODIFIER_add, OPERATION_add, false }, { MODIFIER_min, OPERATION_min, false },
        { MODIFIER_max, OPERATION_max, false }, { MODIFIER_and, OPERATION_and, true },
        { MODIFIER_or, OPERATION_or, true }, { MODIFIER_xor, OPERATION_xor, true }
    };
    ptx_type type = decode_type(d, 0);
    size_t i = 0, n = sizeof names / sizeof *names;
    expect_sync(d);
    while (i < n && !decode_take(d, names[i].name)) {
        i++;
    }
    if (i == n || (names[i].bits ? type != TYPE_b32 : type != TYPE_u32 && type != TYPE_s32)) {
        decode_fail(d, "expected .add, .min or .max of .u32 or .s32, or .and, .or or .xor of .b32");
    }
    decode_operand_count(d, 3, 3);
    decode_destination(d, 0, type, false);
    decode_source(d, 1, type, false);
    decode_source(d, 2, TYPE_b32, false);
    d->code->type = (uint8_t)type;
    d->code->choice = names[i].operation;
    d->code->run = run_redux;
}

static void decode_elect(decoder *d)
{
    expect_sync(d);
    decode_operand_count(d, 2, 2);
    if (!d->s->has_second) {
        decode_fail(d, "one destination found, expected d|p");
    }
    decode_optional_destination(d, &d->s->operands[0], TYPE_b32);
    decode_predicate_destination(d, &d->s->second);
    decode_source(d, 1, TYPE_b32, false);
    d->code->run = run_elect;
}

void decode_lanes(decoder *d)
{
    switch (d->s->mnemonic) {
    case PTX_shfl:  decode_shfl(d); break;
    case PTX_vote:  decode_vote(d); break;
    case PTX_match: decode_match(d); break;
    case PTX_redux: decode_redux(d); break;
    case PTX_elect: decode_elect(d); break;
    default:        decode_activemask(d);
    }
}

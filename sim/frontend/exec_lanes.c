// SPDX-License-Identifier: BSD-3-Clause
// Instructions across lanes: shuffles, votes, matches, reductions. Also instructions that compute nothing.
#include "sim/frontend/launch.h"

void run_nothing(execution *x, const insn_code *code, uint32_t mask)
{
    (void)x, (void)code, (void)mask;
}

void run_trap(execution *x, const insn_code *code, uint32_t mask)
{
    (void)code;
    launch_fail(x, (uint32_t)__builtin_ctz(mask), FAULT_TRAP, "trap executed");
}

// No debugger could let the kernel go on.
void run_breakpoint(execution *x, const insn_code *code, uint32_t mask)
{
    (void)code;
    launch_fail(x, (uint32_t)__builtin_ctz(mask), FAULT_TRAP, "brkpt executed, and no debugger that could go on from there");
}

// As in the PTX manual: c holds the clamp in bits 0-4 and the segment mask in bits 8-12. A lane whose source is outside
// its segment, or not active, keeps its own value; the predicate says whether the source was inside the segment.
void run_shuffle(execution *x, const insn_code *code, uint32_t mask)
{
    const uint32_t *a = row32(x, code->src[0]), *b = row32(x, code->src[1]), *c = row32(x, code->src[2]);
    uint32_t r[WARP_LANES], inside = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        int32_t distance = (int32_t)(b[lane] & 31), clamp = (int32_t)(c[lane] & 31),
            segment = (int32_t)(c[lane] >> 8 & 31);
        int32_t own = (int32_t)lane, last = (own & segment) | (clamp & ~segment), first = own & segment, from;
        bool valid;
        switch (code->choice) {
        case SHUFFLE_up:   from = own - distance; valid = from >= last; break;
        case SHUFFLE_down: from = own + distance; valid = from <= last; break;
        case SHUFFLE_bfly: from = own ^ distance; valid = from <= last; break;
        default:           from = first | (distance & ~segment); valid = from <= last;
        }
        from = valid ? from : own;
        inside |= (uint32_t)valid << lane;
        r[lane] = (mask >> (from & 31) & 1) != 0 ? a[from & 31] : a[lane];
    }
    row_write32(row32(x, code->dst[0]), r, mask);
    if (code->n_dst == 2) {
        predicate_write(predicate_of(x, code->dst[1]), inside, mask);
    }
}

// Lanes that take part with this one: those of its membermask that run with it.
static uint32_t members(const execution *x, operand_row membermask, uint32_t lane, uint32_t mask)
{
    return row32(x, membermask)[lane] & mask;
}

// With .sync each lane sees only the votes of its membermask.
void run_vote(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t voted = code->choice == VOTE_active ? UINT32_MAX : *predicate_of(x, code->src[0]), result = 0, r[WARP_LANES];
    voted = (code->source_negated ? ~voted : voted) & mask;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint32_t group = code->n_src > 1 ? members(x, code->src[1], lane, mask) : mask;
        bool all = (voted & group) == group, any = (voted & group) != 0;
        r[lane] = voted & group;
        result |= (uint32_t)(code->choice == VOTE_all ? all : code->choice == VOTE_any ? any : all || !any) << lane;
    }
    if (code->choice == VOTE_ballot || code->choice == VOTE_active) {
        row_write32(row32(x, code->dst[0]), r, mask);
    } else {
        predicate_write(predicate_of(x, code->dst[0]), result, mask);
    }
}

// Lanes of `group` whose value is that of `lane`.
static uint32_t equal_lanes(const execution *x, const insn_code *code, uint32_t lane, uint32_t group)
{
    bool wide = code->type == TYPE_b64;
    const uint64_t *w = row64(x, code->src[0]);
    const uint32_t *n = row32(x, code->src[0]);
    uint32_t equal = 0;
    for (; group != 0; group &= group - 1) {
        uint32_t other = (uint32_t)__builtin_ctz(group);
        equal |= (uint32_t)(wide ? w[other] == w[lane] : n[other] == n[lane]) << other;
    }
    return equal;
}

// .any: the lanes with this lane's value; .all: all lanes if they have one value, else none.
void run_match(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t r[WARP_LANES] = { 0 }, same = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), group = members(x, code->src[1], lane, mask);
        uint32_t equal = equal_lanes(x, code, lane, group);
        same |= (uint32_t)(equal == group) << lane;
        r[lane] = code->choice == 0 || equal == group ? equal : 0;
    }
    row_write32(row32(x, code->dst[0]), r, mask);
    if (code->n_dst == 2) {
        predicate_write(predicate_of(x, code->dst[1]), same, mask);
    }
}

static uint32_t reduced(const insn_code *code, uint32_t a, uint32_t b)
{
    bool less = code->type == TYPE_s32 ? (int32_t)a < (int32_t)b : a < b;
    switch (code->choice) {
    case OPERATION_add: return a + b;
    case OPERATION_min: return less ? a : b;
    case OPERATION_max: return less ? b : a;
    case OPERATION_and: return a & b;
    case OPERATION_or:  return a | b;
    default:            return a ^ b;
    }
}

void run_redux(execution *x, const insn_code *code, uint32_t mask)
{
    const uint32_t *a = row32(x, code->src[0]);
    uint32_t r[WARP_LANES] = { 0 };
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), group = members(x, code->src[1], lane, mask);
        r[lane] = group != 0 ? a[__builtin_ctz(group)] : a[lane];
        for (group &= group - 1; group != 0; group &= group - 1) {
            r[lane] = reduced(code, r[lane], a[__builtin_ctz(group)]);
        }
    }
    row_write32(row32(x, code->dst[0]), r, mask);
}

// The lowest member leads.
void run_elect(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t r[WARP_LANES] = { 0 }, leads = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), group = members(x, code->src[0], lane, mask) | 1u << lane;
        r[lane] = (uint32_t)__builtin_ctz(group);
        leads |= (uint32_t)(r[lane] == lane) << lane;
    }
    row_write32(row32(x, code->dst[0]), r, mask);
    predicate_write(predicate_of(x, code->dst[1]), leads, mask);
}

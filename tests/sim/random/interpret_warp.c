// SPDX-License-Identifier: BSD-3-Clause
// Instructions in which the lanes of a warp work together (PTX ISA, "shfl", "vote", "match", "redux", "elect",
// "activemask"): each thread waits there until all of its warp that have not ended stand at the same one, then all get
// their results. A lane of match, redux and elect works with those of its membermask; the others take all that stand
// there.
#include <string.h>

#include "tests/sim/random/interpreter_internal.h"

enum { LANES = 32 };

typedef struct {
    thread            *threads;             // of the warp
    uint32_t           count;
    const instruction *in;
    uint32_t           active;              // lanes
    uint64_t           a[LANES], b[LANES], c[LANES];
} gathered;

static void shuffle(gathered *w, uint32_t lane)
{
    uint32_t b = w->b[lane] & 31, clamp = w->c[lane] & 31, mask = w->c[lane] >> 8 & 31;
    uint32_t last = (lane & mask) | (clamp & ~mask & 31), first = lane & mask;
    int from;
    bool inside;
    if (has(w->in, MOD_up)) from = (int)lane - (int)b, inside = from >= (int)last;
    else if (has(w->in, MOD_down)) from = (int)(lane + b), inside = from <= (int)last;
    else if (has(w->in, MOD_bfly)) from = (int)(lane ^ b), inside = from <= (int)last;
    else from = (int)(first | (b & ~mask)), inside = from <= (int)last;
    if (!inside) from = (int)lane;
    interpreter_results(&w->threads[lane], w->in, w->a[from], inside);
}

static void vote(gathered *w, uint32_t lane)
{
    uint32_t yes = 0;
    for (uint32_t i = 0; i < w->count; i++) yes |= (uint32_t)(w->active >> i & 1 & w->a[i]) << i;
    uint64_t result = has(w->in, MOD_ballot) ? yes : has(w->in, MOD_all) ? yes == w->active
                    : has(w->in, MOD_any) ? yes != 0 : yes == 0 || yes == w->active;
    interpreter_results(&w->threads[lane], w->in, result, false);
}

// The last operand is the membermask.
static uint32_t group_of(const gathered *w, uint32_t lane)
{
    return w->active & (uint32_t)(w->in->sources == 1 ? w->a[lane] : w->b[lane]);
}

static void match(gathered *w, uint32_t lane)
{
    uint32_t same = 0, group = group_of(w, lane);
    const unsigned bits = w->in->type.bits;
    for (uint32_t i = 0; i < w->count; i++)
        same |= (uint32_t)(group >> i & 1 && low_bits(w->a[i], bits) == low_bits(w->a[lane], bits)) << i;
    bool all = same == group;
    interpreter_results(&w->threads[lane], w->in, has(w->in, MOD_any) || all ? same : 0, all);
}

static void reduce(gathered *w, uint32_t lane)
{
    const instruction *in = w->in;
    bool first = true;
    uint64_t r = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!(group_of(w, lane) >> i & 1)) continue;
        uint64_t v = in->type.kind == 's' ? (uint64_t)sign_extended(w->a[i], 32) : w->a[i];
        bool less = in->type.kind == 's' ? (int64_t)v < (int64_t)r : v < r;
        if (first) r = v;
        else if (has(in, MOD_add)) r += v;
        else if (has(in, MOD_and)) r &= v;
        else if (has(in, MOD_or)) r |= v;
        else if (has(in, MOD_xor)) r ^= v;
        else if (less == has(in, MOD_min)) r = v;
        first = false;
    }
    interpreter_results(&w->threads[lane], in, r, false);
}

static void elect(gathered *w, uint32_t lane)
{
    uint32_t leader = (uint32_t)__builtin_ctz(group_of(w, lane));
    interpreter_results(&w->threads[lane], w->in, leader, lane == leader);
}

static void active_lanes(gathered *w, uint32_t lane)
{
    interpreter_results(&w->threads[lane], w->in, w->active, false);
}

static void compute(gathered *w)
{
    static const struct { const char *name; void (*function)(gathered *, uint32_t lane);
    } all[] = {{"shfl", shuffle}, {"vote", vote},   {"match", match},
               {"redux", reduce}, {"elect", elect}, {"activemask", active_lanes}};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].name, w->in->mnemonic) != 0) continue;
        for (uint32_t lane = 0; lane < w->count; lane++) {
            if (w->active >> lane & 1) all[i].function(w, lane);
        }
        return;
    }
    interpreter_fail(w->threads->world, "line %u: %s has no meaning here", w->in->line, w->in->mnemonic);
}

// A warp, all of whose threads have stopped: false when none of them waits for the others.
static bool warp_meets(world *world, gathered *w)
{
    const thread *first = NULL;
    w->active = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const thread *t = &w->threads[i];
        if (t->gathering && !first) first = t;
        if (!t->done) w->active |= UINT32_C(1) << i;
    }
    if (!first) return false;
    w->in = first->gathering;
    for (uint32_t i = 0; i < w->count; i++) {
        thread *t = &w->threads[i];
        if (t->done) continue;
        if (t->gathering != w->in || t->depth != first->depth)
            interpreter_fail(world, "line %u: thread %u is not there, thread %u is", w->in->line, t->linear,
                             first->linear);
        interpreter_sources(t, w->in, &w->a[i], &w->b[i], &w->c[i]);
    }
    for (uint32_t i = 0; i < w->count; i++) w->threads[i].gathering = NULL;
    compute(w);
    return true;
}

bool interpret_warps(world *world, thread *threads, uint32_t count)
{
    bool any = false;
    for (uint32_t i = 0; i < count; i += LANES) {
        gathered w = {.threads = threads + i, .count = count - i < LANES ? count - i : LANES};
        any |= warp_meets(world, &w);
    }
    return any;
}

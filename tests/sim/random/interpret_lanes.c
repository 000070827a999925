// What threads compute that have come to one instruction together: bar.red for a CTA, match, redux and elect for a
// warp (PTX ISA, "Parallel Synchronization and Communication").
//
// The interpreter knows no warps that part: a kernel brings all threads of a CTA that have not ended to such an
// instruction.
#include "tests/sim/random/interpreter_internal.h"

enum { LANES = 32 };
typedef struct { bool here[LANES]; uint64_t value[LANES]; uint32_t mask[LANES]; } warp_values;

static uint64_t reduced_by_cta(thread *threads, uint32_t count, const instruction *in)
{
    uint64_t holds = 0, all = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!threads[i].waiting) continue;
        all++;
        holds += interpreter_operand(&threads[i], &in->src[in->sources - 1], 0) & 1;
    }
    return has(in, MOD_popc) ? holds : has(in, MOD_and) ? holds == all : holds > 0;
}

static uint64_t match(const instruction *in, const warp_values *w, unsigned lane, bool *same)
{
    uint32_t equal = 0, group = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!w->here[i] || !(w->mask[lane] >> i & 1)) continue;
        group |= UINT32_C(1) << i;
        if (low_bits(w->value[i], in->type.bits) == low_bits(w->value[lane], in->type.bits)) equal |= UINT32_C(1) << i;
    }
    *same = equal == group;
    return has(in, MOD_any) || *same ? equal : 0;
}

static uint64_t redux(const instruction *in, const warp_values *w, unsigned lane)
{
    bool any = false;
    int64_t result = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!w->here[i] || !(w->mask[lane] >> i & 1)) continue;
        int64_t v = in->type.kind == 's' ? sign_extended(w->value[i], 32) : (int64_t)low_bits(w->value[i], 32);
        if (!any) result = v;
        else if (has(in, MOD_add)) result += v;
        else if (has(in, MOD_min)) result = v < result ? v : result;
        else if (has(in, MOD_max)) result = v > result ? v : result;
        else if (has(in, MOD_and)) result &= v;
        else if (has(in, MOD_or)) result |= v;
        else result ^= v;
        any = true;
    }
    return (uint64_t)result;
}

static unsigned leader(const warp_values *w, unsigned lane)
{
    unsigned first = 0;
    while (!w->here[first] || !(w->mask[lane] >> first & 1)) first++;
    return first;
}

static void warp_together(thread *threads, uint32_t lanes, const instruction *in)
{
    warp_values w = {0};
    for (unsigned i = 0; i < lanes; i++) {
        if (!threads[i].waiting) continue;
        w.here[i] = true;
        w.value[i] = in->sources > 1 ? interpreter_operand(&threads[i], &in->src[0], 0) : 0;
        w.mask[i] = (uint32_t)interpreter_operand(&threads[i], &in->src[in->sources - 1], 0);
    }
    for (unsigned i = 0; i < lanes; i++) {
        if (!w.here[i]) continue;
        bool second = leader(&w, i) == i;
        uint64_t first = leader(&w, i);
        if (in->sources == 2 && (has(in, MOD_any) || has(in, MOD_all))) first = match(in, &w, i, &second);
        else if (in->sources == 2) first = redux(in, &w, i);
        if (in->dst.kind == REGISTER) interpreter_set(&threads[i], in->dst.regs[0], first);
        if (in->dst2.kind == REGISTER) interpreter_set(&threads[i], in->dst2.regs[0], second);
    }
}

void interpreter_together(thread *threads, uint32_t count, const instruction *in)
{
    if (in->of_cta && in->dst.kind == REGISTER) {
        uint64_t result = reduced_by_cta(threads, count, in);
        for (uint32_t i = 0; i < count; i++) {
            if (threads[i].waiting) interpreter_set(&threads[i], in->dst.regs[0], result);
        }
    }
    for (uint32_t i = 0; !in->of_cta && i < count; i += LANES)
        warp_together(&threads[i], count - i < LANES ? count - i : LANES, in);
}

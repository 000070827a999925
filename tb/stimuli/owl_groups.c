// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of owl_groups: any inputs; kernels with every size of group, whose CTAs come quickly or slowly and go one by one
// or many at a time, within the first fill too; SMs that fill to the last slot and drain; groups that fall asleep and wake;
// groups that BLP defers.
#include "rtl_c/bits.h"
#include "rtl_c/owl_groups.h"
#include "tb/stimuli/stimuli.h"

typedef struct owl_groups_in groups_in;
typedef struct owl_groups_state groups_state;
enum { KERNEL, SCHEME, EXITS, N_CTA };      // of value[]: cycles left of the kernel; the rest is its own

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned slots(const stimuli_state *s) { return stimuli_param(s->ops, "C"); }
static unsigned short_pass(const block_ops *ops) { return 500 + 20 * stimuli_param(ops, "C"); }
static unsigned long_pass(const block_ops *ops) { return 2000 + 100 * stimuli_param(ops, "C"); }

// What a kernel keeps. Its group is full with m CTAs, exactly or with a warp too many or too few, if possible.
static void new_kernel(stimuli_state *s, groups_in *i, unsigned scheme)
{
    unsigned m = 1 + random_below(&s->random, slots(s)), k = 1 + random_below(&s->random, warps(s));
    if (m * k > 120)
        k = 1 + random_below(&s->random, 120 / m < warps(s) ? 120 / m : warps(s));
    i->cfg_scheme = (uint8_t)scheme;
    i->cfg_g_size = (uint8_t)(m * k + random_below(&s->random, 3) - 1);
    i->cfg_core = (uint8_t)random_below(&s->random, 1u << stimuli_param(s->ops, "CORE_W"));
    i->warps_per_cta = (uint8_t)k;
    if (random_percent(&s->random, 40)) {
        i->cfg_g_size = (uint8_t)random_below(&s->random, 3);
        i->cfg_core = (uint8_t)(slots(s) - 1 + slots(s) * random_below(&s->random, 2));
    }
    s->value[N_CTA] = 1 + random_below(&s->random, slots(s));
    if (random_percent(&s->random, 40))
        s->value[N_CTA] = random_percent(&s->random, 80) ? slots(s) : 0;
    if (slots(s) > 16 && random_percent(&s->random, 10)) {     // one group of all, seldom drawn with so many
        i->cfg_g_size = (uint8_t)slots(s);
        i->warps_per_cta = 1;
        s->value[N_CTA] = slots(s);
    }
    s->value[SCHEME] = scheme;
    s->value[EXITS] = random_below(&s->random, 4);
}

// Each warp of some CTA slot, now and then one of another; few warps can issue, or many, or none.
static void warps_early(stimuli_state *s, groups_in *i)
{
    for (unsigned w = 0; s->step == 0 && w < warps(s); w++)
        i->cta[w] = (uint8_t)(w % slots(s));
    i->cta[random_below(&s->random, warps(s))] = (uint8_t)random_below(&s->random, slots(s));
    i->unfinished = random_bits(&s->random, warps(s), 4 + random_below(&s->random, 5));
    i->blocked = random_bits(&s->random, warps(s), s->step / 64 % 2 ? 7 : random_below(&s->random, 9));
    if (random_percent(&s->random, 30))
        i->blocked |= ~(UINT64_C(1) << random_below(&s->random, warps(s))) & MASK(warps(s));
}

static void quiet(groups_in *i)
{
    i->launch = 0;
    i->exit = 0;
    i->kernel_launch = 0;
}

static void kernels_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    if (s->value[KERNEL] == 0)
        new_kernel(s, in, random_below(&s->random, 10) ? (unsigned)(s->step / 7 % 3) : 3);
    warps_early(s, in);
}

// A launch in a free slot, any of them or the lowest.
static void launch_late(stimuli_state *s, const groups_state *q, groups_in *i)
{
    uint32_t empty = (~q->resident | i->exit) & (uint32_t)MASK(slots(s)), one;
    if (!empty)
        return;
    do
        one = UINT32_C(1) << random_below(&s->random, slots(s));
    while (!(one & empty));
    i->launch = 1;
    i->launch_cta = (uint8_t)bit_number(random_percent(&s->random, 50) ? one : lowest_bit(empty));
}

// A kernel begins, perhaps with a CTA in the same cycle; CTAs come at once or with pauses; of those present one goes, or
// some, or a whole group, or all.
static void kernels_late(stimuli_state *s, const void *registers, const void *out, void *in)
{
    groups_in *i = in;
    const groups_state *q = registers;
    unsigned percent = s->value[EXITS] == 0 ? 2 : s->value[EXITS] == 1 ? 10 : 25;
    (void)out;
    quiet(i);
    if (s->value[KERNEL] == 0) {
        s->value[KERNEL] = 4 + random_below(&s->random, 8 * slots(s));
        i->kernel_launch = 1;
        i->n_cta = (uint8_t)s->value[N_CTA];
        if (random_percent(&s->random, 50))
            launch_late(s, q, i);
        return;
    }
    s->value[KERNEL]--;
    if (random_percent(&s->random, percent)) {
        unsigned slot = random_below(&s->random, slots(s));
        i->exit = UINT32_C(1) << slot;
        for (unsigned c = 0; s->value[EXITS] == 2 && c < slots(s); c++)
            i->exit |= (uint32_t)(q->group[c] == q->group[slot]) << c;
        if (s->value[EXITS] == 3)
            i->exit = (uint32_t)random_bits(&s->random, slots(s), 1 + random_below(&s->random, 8));
    }
    if (random_percent(&s->random, s->value[EXITS] == 1 ? 30 : 70))
        launch_late(s, q, i);
    if (random_percent(&s->random, 1))
        i->launch_cta = (uint8_t)random_below(&s->random, slots(s));
}

// Groups of one CTA, as many as there are slots, in any order of the slots, of which BLP defers all but one; then they go
// from the front, from the back or in any order, and others come.
static void waves_early(stimuli_state *s, const void *q, void *in)
{
    groups_in *i = in;
    (void)q;
    if (s->step % (8 * slots(s)) == 0) {
        new_kernel(s, i, (unsigned)(s->step / (8 * slots(s)) % 3));
        i->cfg_g_size = 1;
        i->cfg_core = (uint8_t)random_below(&s->random, 2 * slots(s));
    }
    warps_early(s, i);
}

static void waves_late(stimuli_state *s, const void *registers, const void *out, void *in)
{
    groups_in *i = in;
    const groups_state *q = registers;
    unsigned c = slots(s), at = (unsigned)(s->step % (8 * c)), wave = (unsigned)(s->step / (8 * c) / 3 % 3), from = 0;
    (void)out;
    quiet(i);
    i->n_cta = (uint8_t)c;
    i->kernel_launch = at == 0;
    if (at < c || random_percent(&s->random, 15)) {
        launch_late(s, q, i);
        return;
    }
    if (at < 3 * c || random_percent(&s->random, 60) || q->groups == 0)
        return;
    from = wave == 0 ? 0 : wave == 1 ? q->groups - 1u : random_below(&s->random, q->groups);
    for (unsigned slot = 0; slot < c; slot++)
        i->exit |= (uint32_t)((q->resident >> slot & 1) && q->group[slot] == from) << slot;
}

// A first fill of several groups, none of whose CTAs goes before it is over; BLP puts some behind the rest. Then one CTA goes, of the youngest group or
// of any, and one comes: it joins that group or, where that stands in front of the groups that are deferred, opens another.
static void fronts_early(stimuli_state *s, const void *q, void *in)
{
    groups_in *i = in;
    (void)q;
    if (s->step % (6 * slots(s)) == 0) {
        const unsigned size = slots(s) < 4 ? 1 : 2 + random_below(&s->random, slots(s) / 2 - 1);
        new_kernel(s, i, random_percent(&s->random, 80) ? 2 : random_below(&s->random, 4));
        i->warps_per_cta = 1;
        i->cfg_g_size = (uint8_t)size;
        s->value[N_CTA] = size * (1 + random_below(&s->random, slots(s) / size));
    }
    if (random_percent(&s->random, 3))         // what the registers have of another scheme stays
        i->cfg_scheme = (uint8_t)random_below(&s->random, 4);
    warps_early(s, i);
}

static void fronts_late(stimuli_state *s, const void *registers, const void *out, void *in)
{
    groups_in *i = in;
    const groups_state *q = registers;
    const unsigned at = (unsigned)(s->step % (6 * slots(s)));
    (void)out;
    quiet(i);
    i->n_cta = (uint8_t)s->value[N_CTA];
    i->kernel_launch = at == 0;
    if (at <= s->value[N_CTA]) {
        if (at)
            launch_late(s, q, i);
        return;
    }
    if (q->groups == 0 || random_percent(&s->random, 50)) {
        launch_late(s, q, i);
        return;
    }
    const unsigned from = random_percent(&s->random, 60) ? q->groups - 1u : random_below(&s->random, q->groups), first = random_below(&s->random, slots(s));
    for (unsigned n = 0; n < slots(s) && !i->exit; n++) {
        const unsigned slot = (first + n) % slots(s);
        i->exit = (uint32_t)((q->resident >> slot & 1) && q->group[slot] == from) << slot;
    }
}

static const stimuli_phase phases[] = {{"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {"kernels", long_pass, kernels_early, kernels_late, false},
                                       {"waves", long_pass, waves_early, waves_late, false},
                                       {"fronts", long_pass, fronts_early, fronts_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli owl_groups_stimuli = {"owl_groups", phases};

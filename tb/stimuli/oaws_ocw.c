// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of oaws_ocw: loads nearly all fully cached, so that OCW climbs to Wmax, and nearly all not, so that it falls
// to OCW_MIN, sensitive or not; every set touched; Wmax and the pin moving; anything at all.
#include "rtl_c/oaws_ocw.h"
#include "tb/stimuli/stimuli.h"

typedef struct oaws_ocw_in ocw_in;
enum { STEPS_OF_CNT = 256, CLIMB_PERCENT = 97, BOUNDS_SPAN = 1000, BOUNDS_SPANS = 20 };

static unsigned sets(const stimuli_state *s) { return stimuli_param(s->ops, "SETS"); }
static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned short_pass(const block_ops *ops) { return 600 + 4 * stimuli_param(ops, "SETS"); }
static unsigned bounds_pass(const block_ops *ops)
{
    (void)ops;
    return BOUNDS_SPAN * BOUNDS_SPANS;
}
// Enough loads, one in each cycle, to take OCW from one end to the other at 94 % net.
static unsigned whole_range(const block_ops *ops) { return STEPS_OF_CNT * stimuli_param(ops, "N") * 9 / 8; }

static void late_of(stimuli_state *s, void *in, unsigned percent)
{
    ((ocw_in *)in)->sensitive = random_percent(&s->random, percent);
}

static void rarely_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    (void)q, (void)out;
    late_of(s, in, 3);
}

static void often_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    (void)q, (void)out;
    late_of(s, in, 60);
}

// Half of the spans without a sensitive load, so that OCW passes every value.
static void bounds_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    (void)q, (void)out;
    late_of(s, in, s->step / 2000 % 2 ? 40 : 0);
}

// A whole load in one cycle: start, one access, done.
static void whole_load(stimuli_state *s, ocw_in *i, unsigned cached_percent)
{
    *i = (ocw_in){.cfg_wmax = (uint8_t)warps(s)};
    i->start = i->done = 1;
    i->n_acc = (uint8_t)(3 + random_below(&s->random, 30));
    i->access = 1;
    i->access_set = (uint8_t)random_below(&s->random, sets(s));
    i->access_hit = random_percent(&s->random, cached_percent);
}

static void climb_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    whole_load(s, in, CLIMB_PERCENT);
}

// Any cfg_wmax from N on means N; now and then the output OCW is pinned.
static void climb_above_early(stimuli_state *s, const void *q, void *in)
{
    unsigned n = warps(s);
    climb_early(s, q, in);
    if (random_percent(&s->random, 5))
        ((ocw_in *)in)->cfg_ocw_pin = (uint8_t)(random_word(&s->random) & MASK(CLOG2(n + 1)));
    ((ocw_in *)in)->cfg_wmax = (uint8_t)(n + random_below(&s->random, (unsigned)MASK(CLOG2(n + 1)) - n + 1));
}

static void fall_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    whole_load(s, in, 100 - CLIMB_PERCENT);
}

// Around the ends of CNT, where it saturates together with OCW: a launch, then loads of one kind under a low Wmax.
static void bounds_early(stimuli_state *s, const void *q, void *in)
{
    static const unsigned cached_percent[] = {CLIMB_PERCENT, 100, 50, 100 - CLIMB_PERCENT};
    unsigned span = (unsigned)(s->step / BOUNDS_SPAN),
             least = stimuli_param(s->ops, "S") > 2 ? stimuli_param(s->ops, "S") : 2;
    unsigned half = s->step % BOUNDS_SPAN < BOUNDS_SPAN * 3 / 4 ? 0 : 3;
    (void)q;
    whole_load(s, in, cached_percent[span % 4 == 0 ? half : span % 4]);
    ((ocw_in *)in)->cfg_wmax = (uint8_t)((least + span % 5) & MASK(CLOG2(warps(s) + 1)));
    ((ocw_in *)in)->launch = s->step % BOUNDS_SPAN == 0 || random_below(&s->random, 2000) == 0;
}

// Loads over several cycles: start, an access a cycle, done with the last; also coherent ones; set after set.
static void loads_early(stimuli_state *s, const void *q, void *in)
{
    ocw_in *i = in;
    (void)q;
    *i = (ocw_in){.cfg_wmax = (uint8_t)warps(s)};
    if (s->value[0] == 0) {
        s->value[0] =
            random_percent(&s->random, 20) ? 1 + random_below(&s->random, 2) : 1 + random_below(&s->random, 32);
        s->value[1] = random_percent(&s->random, 70) ? 100 : 90;
        i->start = 1;
        i->n_acc = (uint8_t)s->value[0];
    }
    i->access = random_percent(&s->random, 85);
    i->access_set =
        (uint8_t)(random_percent(&s->random, 70) ? s->step % sets(s) : random_word(&s->random) & MASK(CLOG2(sets(s))));
    i->access_hit = random_percent(&s->random, s->value[1]);
    if (i->access && --s->value[0] == 0)
        i->done = 1;
}

// One endless load that touches every set.
static void sweep_early(stimuli_state *s, const void *q, void *in)
{
    ocw_in *i = in;
    (void)q;
    *i = (ocw_in){.cfg_wmax = (uint8_t)warps(s),
                  .start = s->step % (2 * sets(s)) == 0,
                  .n_acc = 32,
                  .access = 1,
                  .access_hit = 1};
    i->access_set = (uint8_t)(s->step % sets(s));
}

// Wmax and the pin move, most of the time with loads that raise OCW.
static void wmax_early(stimuli_state *s, const void *q, void *in)
{
    ocw_in *i = in;
    whole_load(s, i, CLIMB_PERCENT);
    if (s->step % 200 == 199)
        i->cfg_wmax = (uint8_t)(random_word(&s->random) & MASK(CLOG2(warps(s) + 1)));
    else if (random_percent(&s->random, 10))
        i->cfg_wmax = (uint8_t)(warps(s) - 1 - random_below(&s->random, warps(s) < 4 ? warps(s) : 4));
    if (random_percent(&s->random, 5)) {           // a move of Wmax alone must move OCW
        i->start = i->access = i->done = 0;
        i->cfg_wmax = (uint8_t)(((const struct oaws_ocw_state *)q)->ocw - 1);
    }
    i->cfg_ocw_pin =
        (uint8_t)(random_percent(&s->random, 20) ? random_word(&s->random) & MASK(CLOG2(warps(s) + 1)) : 0);
}

static const stimuli_phase phases[] = {{"loads", short_pass, loads_early, rarely_late, false},
                                       {"sweep", short_pass, sweep_early, stimuli_any_late, false},
                                       {"climb", whole_range, climb_early, rarely_late, false},
                                       {"fall", whole_range, fall_early, rarely_late, false},
                                       {"climb again", whole_range, climb_above_early, rarely_late, false},
                                       {"wmax", short_pass, wmax_early, rarely_late, false},
                                       {"bounds", bounds_pass, bounds_early, bounds_late, false},
                                       {"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {"loads again", short_pass, loads_early, often_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli oaws_ocw_stimuli = {"oaws_ocw", phases};

// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of bucl_update: short periods and profiles of every setting; ratios exactly on their thresholds and one event
// to either side; TUCD driven to both ends; periods without an access; SMs that tie; sums near their ends; anything.
#include "rtl_c/bucl_update.h"
#include "tb/stimuli/stimuli.h"

typedef struct bucl_update_in update_in;
typedef struct bucl_update_state update_state;
enum { KERNEL = 200, LONGEST = 16383 };        // cycles of a kernel in most phases; longest period

static unsigned sms(const stimuli_state *s) { return stimuli_param(s->ops, "SMS"); }
static unsigned partitions(const stimuli_state *s) { return stimuli_param(s->ops, "P"); }
static unsigned few_kernels(const block_ops *ops)
{
    (void)ops;
    return 20 * KERNEL;
}

static bool begins(const stimuli_state *s) { return s->step % KERNEL == 0; }

// Any setting of short periods, now and then of none, constant during a kernel.
static void any_settings(stimuli_state *s, update_in *i, unsigned profiles_percent)
{
    i->cfg_period = (uint16_t)(random_percent(&s->random, 5) ? 0 : 1 + random_below(&s->random, 30));
    i->cfg_depth = (uint8_t)(random_percent(&s->random, 50) ? 8 : random_below(&s->random, 128));
    i->cfg_l1dhr = (uint8_t)(random_percent(&s->random, 50) ? 80 : random_percent(&s->random, 10) ? 0 : random_below(&s->random, 128));
    i->cfg_uib = (uint8_t)(random_percent(&s->random, 50) ? 70 : random_below(&s->random, 128));
    i->cfg_tucd = (uint8_t)random_below(&s->random, 64);
    i->cfg_tucd_min = (uint8_t)(random_percent(&s->random, 50) ? 2 : random_below(&s->random, 64));
    i->cfg_tucd_max = (uint8_t)(random_percent(&s->random, 50) ? 25 : random_below(&s->random, 64));
    i->cfg_profile = (uint16_t)(random_percent(&s->random, profiles_percent) ? 1 + random_below(&s->random, 150) : 0);
    s->value[0] = random_below(&s->random, 101);      // per cent of cycles with an access
    s->value[1] = random_below(&s->random, 101);      // per cent of accesses that hit
}

static void dynamic_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    if (begins(s))
        any_settings(s, in, 10);
}

static void profile_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    if (begins(s))
        any_settings(s, in, 95);
}

// Occupancies next to the threshold, now and then all empty; the launch input is set when the kernel begins.
static void events(stimuli_state *s, update_in *i)
{
    unsigned share = (unsigned)i->cfg_uib * i->cfg_depth / 100;
    bool empty = random_percent(&s->random, 20);

    i->kernel_launch = begins(s);
    i->access = !empty && random_percent(&s->random, s->value[0]);
    i->hit = random_percent(&s->random, s->value[1]);
    for (unsigned p = 0; p < partitions(s); p++)
        i->occupancy[p] = (uint8_t)(empty ? 0 : (share + random_below(&s->random, 3) - (share != 0)) & MASK(7));
    for (unsigned sm = 0; sm < sms(s); sm++)
        i->thread_instructions[sm] = (uint16_t)(empty ? 0 : random_below(&s->random, 9) * 32);
}

static void dynamic_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    (void)q, (void)out;
    events(s, in);
}

// One SM has more than the others in every second kernel, or several have the same; in the others all have any. Now and then a
// launch comes in the midst of a profile.
static void profile_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    update_in *i = in;

    (void)q, (void)out;
    events(s, i);
    i->kernel_launch |= random_below(&s->random, 300) == 0;
    if (begins(s)) {
        s->value[2] = random_below(&s->random, sms(s));
        s->value[3] = random_below(&s->random, sms(s));
    }
    for (unsigned sm = 0; sm < sms(s) && s->step / KERNEL % 2 == 0; sm++)
        i->thread_instructions[sm] = (uint16_t)(sm == s->value[2] || sm == s->value[3] ? 64 : s->step % 2 * 64);
}

// 20 cycles, in which a hit rate of 80 % is 16 hits of 20, one more or one less; at 70 % of 10 places a buffer holds 7 in
// every cycle but one. Rates above make TUCD rise to its end, at and below fall to the other.
static void exact_early(stimuli_state *s, const void *q, void *in)
{
    update_in *i = in;

    (void)q;
    if (begins(s)) {
        any_settings(s, i, 0);
        i->cfg_period = 20;
        i->cfg_depth = 10;
        i->cfg_l1dhr = 80;
        if (random_percent(&s->random, 20)) {                // the least above the threshold: 100 hits - 99 accesses
            i->cfg_period = 1;
            i->cfg_l1dhr = 99;
        }
        i->cfg_uib = 70;
        i->cfg_tucd_min = (uint8_t)random_below(&s->random, 4);
        i->cfg_tucd_max = (uint8_t)(60 + random_below(&s->random, 4));
        i->cfg_tucd = (uint8_t)(random_percent(&s->random, 50) ? 5 : 60);
        s->value[2] = random_below(&s->random, 3);
    }
}

static void exact_late(stimuli_state *s, const void *state, const void *out, void *in)
{
    const update_state *q = state;
    update_in *i = in;

    (void)out;
    i->kernel_launch = begins(s);
    i->access = 1;
    i->hit = q->cycles < 15 + s->value[2];
    for (unsigned p = 0; p < partitions(s); p++)
        i->occupancy[p] = (uint8_t)(7 + (q->cycles == 3 ? random_below(&s->random, 3) - 1 : 0));
}

// The longest period and profile, with most of everything: without hits, then with hits alone. Two SMs go through all of
// it, as netlists cannot be loaded, and through three long periods next to any thresholds; the others start just before
// its end, with the sums of that time.
enum { WHOLE = LONGEST + 20, NEAR = 120 };     // NEAR: with the comparison of 80 SMs
static unsigned ends_pass(const block_ops *ops) { return stimuli_param(ops, "SMS") == 2 ? 5 * WHOLE : 20 * NEAR; }

static void ends_settings(stimuli_state *s, update_in *i, bool hits)
{
    any_settings(s, i, 0);
    i->cfg_period = i->cfg_profile = LONGEST;
    i->cfg_depth = i->cfg_uib = 127;
    i->cfg_l1dhr = hits ? 0 : 127;
    s->value[2] = hits;
    s->value[3] = s->step / WHOLE >= 2;
    if (s->value[3]) {
        i->cfg_period = (uint16_t)(LONGEST - random_below(&s->random, LONGEST / 2));
        i->cfg_uib = (uint8_t)(50 + random_below(&s->random, 50));
        i->cfg_l1dhr = (uint8_t)(1 + random_below(&s->random, 99));
    }
    if (s->step / WHOLE == 4) {                              // a limit of 0xfdfc0
        i->cfg_period = LONGEST;
        i->cfg_uib = 50;
    }
}

static void ends_early(stimuli_state *s, const void *state, void *in)
{
    static update_state near_ends;
    const bool whole = sms(s) == 2, hits = s->step / (whole ? WHOLE : NEAR) % 2 != 0;
    const unsigned before = LONGEST - 1 - random_below(&s->random, 8);

    if (s->step % (whole ? WHOLE : NEAR) != 0)
        return;
    ends_settings(s, in, hits);
    if (whole)
        return;
    near_ends = *(const update_state *)state;
    near_ends.cycles = near_ends.profiled = (uint16_t)before;
    near_ends.accessed = 1;
    near_ends.margin = (uint32_t)(((hits ? 100u : -127u) * before - 1) & MASK(22));
    near_ends.rest = (uint8_t)((99 + 127 * 127 * before) % 100);
    near_ends.profiling = 1;
    near_ends.choosing = near_ends.arm = 0;
    for (unsigned p = 0; p < partitions(s); p++)
        near_ends.room[p] = (uint32_t)(((99 + 127 * 127 * before) / 100 - 127 * before - 1) & MASK(23));
    for (unsigned sm = 0; sm < sms(s); sm++)
        near_ends.instructions[sm] = random_percent(&s->random, 50) ? 511 * before : (uint32_t)MASK(22) - 511 * 8;     // the highest bit decides
    s->load = &near_ends;
}

static void ends_late(stimuli_state *s, const void *state, const void *out, void *in)
{
    const update_state *q = state;
    update_in *i = in;

    (void)out;
    i->kernel_launch = sms(s) == 2 && s->step % WHOLE == 0;
    i->access = 1;
    i->hit = s->value[3] ? q->margin >> 21 : s->value[2] != 0;
    for (unsigned p = 0; p < partitions(s); p++)
        i->occupancy[p] = (uint8_t)(s->value[3] && q->room[p] >> 22 ? 0 : 127);
    for (unsigned sm = 0; sm < sms(s); sm++)
        i->thread_instructions[sm] = (uint16_t)(sm != 0 ? 511 : s->step / WHOLE == 1 ? 256 : 511 - s->step / 50 % 2);
}

// Periods that end with 100 * hits - cfg_l1dhr * accesses at -1, -2, -4 and so on, so that each bit of the margin decides once
// whether the hit rate is low. Every cycle has an access; only the last period has hits. The long ones are for two SMs alone.
static unsigned powers(const block_ops *ops) { return stimuli_param(ops, "SMS") == 2 ? 21 : 12; }
static unsigned power_period(unsigned power) { return power == 20 ? 16288 : power < 6 ? 1 : 1u << (power - 6); }
static unsigned powers_pass(const block_ops *ops)
{
    unsigned cycles = 0;
    for (unsigned power = 0; power < powers(ops); power++)
        cycles += power_period(power) + 2;
    return cycles;
}

// value[2]: steps that are left of the period; value[3]: the next power.
static void powers_early(stimuli_state *s, const void *q, void *in)
{
    update_in *i = in;

    (void)q;
    if (s->value[2] != 0) {
        s->value[2]--;
        return;
    }
    const unsigned power = (unsigned)s->value[3]++;
    any_settings(s, i, 0);
    i->cfg_period = (uint16_t)power_period(power);
    i->cfg_l1dhr = (uint8_t)(power == 20 ? 127 : power < 6 ? 1u << power : 64);
    s->value[2] = i->cfg_period + 1u;
}

static void powers_late(stimuli_state *s, const void *state, const void *out, void *in)
{
    const update_state *q = state;
    update_in *i = in;

    (void)out;
    i->kernel_launch = s->value[2] == i->cfg_period + 1u;
    i->access = 1;
    i->hit = i->cfg_l1dhr == 127 && q->cycles < 10200;       // 100 * 10200 - 127 * 16288 is -2^20
    for (unsigned p = 0; p < partitions(s); p++)
        i->occupancy[p] = 0;
}

// As in operation: long periods, or none, with settings that stay, so that most cycles only count.
static void calm_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    if (s->step % (5 * KERNEL) != 0)
        return;
    any_settings(s, in, 70);
    ((update_in *)in)->cfg_period = random_percent(&s->random, 50) ? 500 : 0;
    s->value[0] = 1;
}

static void calm_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    update_in *i = in;

    (void)q, (void)out;
    events(s, i);
    i->kernel_launch = s->step % (5 * KERNEL) == 0;
    for (unsigned p = 0; p < partitions(s); p++)
        i->occupancy[p] = (uint8_t)(s->step / 100 % 2 ? i->occupancy[p] : 0);
    for (unsigned sm = 0; sm < sms(s); sm++)
        i->thread_instructions[sm] = (uint16_t)(s->step / 100 % 2 ? i->thread_instructions[sm] : 0);
}

static const stimuli_phase phases[] = {{"dynamic", few_kernels, dynamic_early, dynamic_late, false},
                                       {"profile", few_kernels, profile_early, profile_late, false},
                                       {"exact", few_kernels, exact_early, exact_late, false},
                                       {"ends", ends_pass, ends_early, ends_late, false},
                                       {"powers", powers_pass, powers_early, powers_late, false},
                                       {"calm", few_kernels, calm_early, calm_late, false},
                                       {"any inputs", few_kernels, stimuli_any_early, stimuli_any_late, true},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli bucl_update_stimuli = {"bucl_update", phases};

// SPDX-License-Identifier: BSD-3-Clause
// The model of bucl_update: see rtl_c/bucl_update.h. Compiled once per configuration.
#include "rtl_c/bucl_update.h"

#define BLOCK bucl_update
#define TABLE "rtl_c/bucl_update.def"
#define BLOCK_COUNTS
#include "rtl_c/table_ops.h"

_Static_assert((int)SMS >= 1 && (int)P >= 2, "an SM and two sub-partitions");

enum { ARMS = 15, MARGIN_SIGN = 1 << 21 };
static const uint8_t arms[ARMS] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 25};       // Table II
static unsigned next_arm(unsigned arm) { return arm == ARMS - 1 ? 0 : arm + 1; }

// TUCD within its limits; the lower one decides when they cross. Up to 7 bits, which one step above 63 has.
static uint8_t limited(const struct bucl_update_in *in, unsigned tucd)
{
    unsigned most = tucd < in->cfg_tucd_max ? tucd : in->cfg_tucd_max;
    return (uint8_t)(most > in->cfg_tucd_min ? most : in->cfg_tucd_min);
}

static void bucl_update_out(const struct bucl_update_state *restrict q, const struct bucl_update_in *restrict in,
                            struct bucl_update_out *restrict out)
{
    for (unsigned sm = 0, arm = 0; sm < SMS; sm++, arm = next_arm(arm))
        out->tucd[sm] = q->profiling ? limited(in, arms[arm]) : q->tucd;
    out->l1dhr_low = 100u * q->l1dhr_hits < (unsigned)in->cfg_l1dhr * q->l1dhr_accesses;
    out->uib_low = 0;
    for (unsigned p = 0; p < P; p++)
        out->uib_low |= (uint64_t)(q->uib[p] < q->uib_limit && in->cfg_uib != 0) << p;
}

// Of what a buffer may hold in a cycle at its threshold, the whole places and the hundredths. v * 5243 >> 19 is v / 100 up
// to 43,698 (D-8).
static unsigned places(const struct bucl_update_in *in) { return (unsigned)in->cfg_uib * in->cfg_depth * 5243u >> 19; }
static unsigned hundredths(const struct bucl_update_in *in)
{
    return (unsigned)in->cfg_uib * in->cfg_depth - 100 * places(in);
}

// The sums with this cycle's events.
static void add(const struct bucl_update_state *q, const struct bucl_update_in *in, struct bucl_update_state *d)
{
    unsigned rest = q->rest + hundredths(in), gained = (in->hit ? 100u : 0u) - in->cfg_l1dhr;

    d->cycles = (uint16_t)(q->cycles + 1);
    d->accesses = (uint16_t)(q->accesses + in->access);
    d->hits = (uint16_t)(q->hits + (in->access & in->hit));
    d->margin = (uint32_t)((q->margin + (in->access ? gained : 0)) & MASK(22));
    for (unsigned p = 0; p < P; p++)
        d->filled[p] = q->filled[p] + in->occupancy[p];
    d->limit = q->limit + places(in) + (rest >= 100);
    d->rest = (uint8_t)(rest >= 100 ? rest - 100 : rest);
}

// Where the period that ends moves TUCD: up when its hit rate is above the threshold. Without an access it stays.
static unsigned moved(const struct bucl_update_state *sums, unsigned tucd)
{
    bool above = !(sums->margin & MARGIN_SIGN) && sums->margin != 0;
    if (sums->accesses == 0)
        return tucd;
    return above ? tucd + 1 : tucd - (tucd != 0);
}

// The sums of the period that ends are latched, and begin anew.
static void latch(struct bucl_update_state *d)
{
    if (d->accesses != 0) {
        d->l1dhr_hits = d->hits;
        d->l1dhr_accesses = d->accesses;
    }
    d->uib_limit = d->limit + (d->rest != 0);
    for (unsigned p = 0; p < P; p++)
        d->uib[p] = d->filled[p];
}

static void clear_sums(struct bucl_update_state *d)
{
    d->cycles = d->accesses = d->hits = d->rest = 0;
    d->margin = d->limit = 0;
    for (unsigned p = 0; p < P; p++)
        d->filled[p] = 0;
}

// The threshold of the SM with most thread instructions, of equal ones of the lowest, in a tree.
static unsigned winner(const struct bucl_update_state *d)
{
    uint32_t most[SMS];
    uint8_t tucd[SMS];

    for (unsigned sm = 0, arm = 0; sm < SMS; sm++, arm = next_arm(arm)) {
        most[sm] = d->instructions[sm];
        tucd[sm] = arms[arm];
    }
    for (unsigned step = 1; step < SMS; step *= 2)
        for (unsigned sm = 0; sm + step < SMS; sm += 2 * step)
            if (most[sm + step] > most[sm]) {
                most[sm] = most[sm + step];
                tucd[sm] = tucd[sm + step];
            }
    return tucd[0];
}

// A kernel begins: its profile, and ratios of 0 / 1.
static void launch(const struct bucl_update_in *in, struct bucl_update_state *d)
{
    clear_sums(d);
    d->l1dhr_hits = 0;
    d->l1dhr_accesses = 1;
    d->uib_limit = 1;
    for (unsigned p = 0; p < P; p++)
        d->uib[p] = 0;
    d->profiling = in->cfg_profile != 0;
    d->profiled = 0;
    for (unsigned sm = 0; sm < SMS; sm++)
        d->instructions[sm] = 0;
}

static void bucl_update_next(const struct bucl_update_state *restrict q, const struct bucl_update_in *restrict in,
                             const struct bucl_update_out *restrict out, struct bucl_update_state *restrict d)
{
    unsigned tucd = q->tucd;

    (void)out;
    if (in->cfg_period != 0) {
        add(q, in, d);
        if (d->cycles >= in->cfg_period) {
            if (in->cfg_profile == 0)
                tucd = moved(d, tucd);
            latch(d);
            clear_sums(d);
        }
    }
    if (q->profiling) {
        d->profiled = (uint16_t)(q->profiled + 1);
        for (unsigned sm = 0; sm < SMS; sm++)
            d->instructions[sm] = q->instructions[sm] + in->thread_instructions[sm];
        if (d->profiled >= in->cfg_profile) {
            tucd = winner(d);
            d->profiling = 0;
            d->profiled = 0;
        }
    }
    if (in->kernel_launch) {
        launch(in, d);
        tucd = in->cfg_tucd;
    }
    d->tucd = limited(in, tucd);
}

// Whether nothing happens that is sampled or profiled now.
static bool quiet(const struct bucl_update_state *q, const struct bucl_update_in *in)
{
    unsigned events = in->kernel_launch | (in->cfg_period != 0 && in->access) | (limited(in, q->tucd) != q->tucd);

    for (unsigned p = 0; in->cfg_period != 0 && p < P; p++)
        events |= in->occupancy[p];
    for (unsigned sm = 0; q->profiling && sm < SMS; sm++)
        events |= in->thread_instructions[sm];
    return events == 0;
}

static bool bucl_update_idle(const struct bucl_update_state *q, const struct bucl_update_in *in)
{
    return in->cfg_period == 0 && !q->profiling && quiet(q, in);
}

// Up to the last cycle before an end, which is a step. total * 1374389535 >> 37 is total / 100 of every 32-bit total.
static uint64_t bucl_update_count(const struct bucl_update_state *q, const struct bucl_update_in *in, uint64_t cycles,
                                  struct bucl_update_state *d)
{
    if (!quiet(q, in) || (in->cfg_period != 0 && q->cycles + 1 >= in->cfg_period)
        || (q->profiling && q->profiled + 1 >= in->cfg_profile))
        return 0;
    if (in->cfg_period != 0 && cycles > in->cfg_period - 1u - q->cycles)
        cycles = in->cfg_period - 1u - q->cycles;
    if (q->profiling && cycles > in->cfg_profile - 1u - q->profiled)
        cycles = in->cfg_profile - 1u - q->profiled;
    if (in->cfg_period != 0) {
        uint64_t total = q->rest + (uint64_t)in->cfg_uib * in->cfg_depth * cycles, whole = total * 1374389535 >> 37;
        d->cycles = (uint16_t)(q->cycles + cycles);
        d->limit = (uint32_t)(q->limit + whole);
        d->rest = (uint8_t)(total - UINT64_C(100) * whole);
    }
    if (q->profiling)
        d->profiled = (uint16_t)(q->profiled + cycles);
    return cycles;
}

// No sum is above what its cycles allow, rounded up to a power of two a cycle, so none overflows; what is latched is a ratio.
static bool bucl_update_invariant(const struct bucl_update_state *q)
{
    uint32_t above_least = (q->margin + ((uint32_t)q->accesses << 7)) & MASK(22);        // the margin has a sign
    bool holds = q->cycles < MASK(14) && q->profiled < MASK(14) && q->accesses <= q->cycles && q->hits <= q->accesses
                 && above_least <= (uint32_t)q->accesses << 8 && q->rest < 100
                 && q->limit <= (uint32_t)q->cycles << 8
                 && q->l1dhr_hits <= q->l1dhr_accesses && q->l1dhr_accesses != 0 && (q->profiling || q->profiled == 0);

    for (unsigned p = 0; p < P; p++)
        holds = holds && q->filled[p] <= (uint32_t)q->cycles << 7 && q->uib[p] <= (uint32_t)MASK(14) << 7;
    for (unsigned sm = 0; sm < SMS; sm++)
        holds = holds && q->instructions[sm] <= (uint32_t)MASK(14) << 9
                && (!q->profiling || q->instructions[sm] <= (uint32_t)q->profiled << 9);
    return holds;
}

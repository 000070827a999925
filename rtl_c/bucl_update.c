// SPDX-License-Identifier: BSD-3-Clause
// The model of bucl_update: see rtl_c/bucl_update.h. Compiled once per configuration.
#include "rtl_c/bucl_update.h"

#define BLOCK bucl_update
#define TABLE "rtl_c/bucl_update.def"
#define BLOCK_COUNTS
#include "rtl_c/table_ops.h"

_Static_assert((int)SMS >= 1 && (int)P >= 2, "an SM and two sub-partitions");

enum { ARMS = 15, MARGIN_SIGN = 1 << 21, ROOM_SIGN = 1 << 22 };
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
    out->l1dhr_low = q->l1dhr_low && in->cfg_l1dhr != 0;
    out->uib_low = in->cfg_uib != 0 ? q->uib_low : 0;
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
    unsigned rest = q->rest + hundredths(in), carry = rest >= 100, gained = (in->hit ? 100u : 0u) - in->cfg_l1dhr;

    d->cycles = (uint16_t)(q->cycles + 1);
    d->accessed = q->accessed | in->access;
    d->margin = (uint32_t)((q->margin + (in->access ? gained : 0)) & MASK(22));
    for (unsigned p = 0; p < P; p++)
        d->room[p] = (uint32_t)((q->room[p] + (places(in) - in->occupancy[p]) + carry) & MASK(23));
    d->rest = (uint8_t)(carry ? rest - 100 : rest);
}

// Where the period that ends moves TUCD: up when its hit rate is above the threshold. Without an access, and behind a
// profile, it stays.
static unsigned moved(const struct bucl_update_state *sums, const struct bucl_update_in *in, unsigned tucd)
{
    bool above = !(sums->margin & MARGIN_SIGN);
    if (!sums->accessed || in->cfg_profile != 0)
        return tucd;
    return above ? tucd + 1 : tucd - (tucd != 0);
}

// The signs of the period that ends are latched.
static void latch(struct bucl_update_state *d)
{
    if (d->accessed)
        d->l1dhr_low = (d->margin & MARGIN_SIGN) && d->margin != MASK(22);
    d->uib_low = 0;
    for (unsigned p = 0; p < P; p++)
        d->uib_low |= (uint64_t)!(d->room[p] & ROOM_SIGN) << p;
}

static void clear_sums(struct bucl_update_state *d)
{
    d->cycles = d->accessed = 0;
    d->margin = MASK(22);
    d->rest = 99;
    for (unsigned p = 0; p < P; p++)
        d->room[p] = MASK(23);
}

// The profile counts, and then moves all SMs down by one a cycle but the first, which keeps the most so far. Returns TUCD.
static unsigned profile(const struct bucl_update_state *q, const struct bucl_update_in *in, unsigned tucd,
                        struct bucl_update_state *d)
{
    bool ends = !q->choosing && q->profiled + 1 >= in->cfg_profile, chosen = q->choosing && q->profiled == SMS - 1;
    bool more = SMS != 1 && q->instructions[1 % SMS] > q->instructions[0];

    for (unsigned sm = 0; sm < SMS; sm++)
        if (!q->choosing)
            d->instructions[sm] = q->instructions[sm] + in->thread_instructions[sm];
        else if (chosen)
            d->instructions[sm] = 0;
        else if (sm != 0 || more)
            d->instructions[sm] = sm == SMS - 1 ? 0 : q->instructions[(sm + 1) % SMS];
    d->profiling = !chosen;
    d->choosing = ends || (q->choosing && !chosen);
    d->profiled = (uint16_t)(ends || chosen ? 0 : q->profiled + 1);
    d->arm = (uint8_t)(d->choosing ? next_arm(q->arm) : 0);
    return ends || (q->choosing && more) ? arms[q->arm] : tucd;
}

// A kernel begins: its profile, and ratios of 0 / 1.
static void launch(const struct bucl_update_in *in, struct bucl_update_state *d)
{
    clear_sums(d);
    d->l1dhr_low = 1;
    d->uib_low = MASK(P);
    d->profiling = in->cfg_profile != 0;
    d->choosing = d->arm = 0;
    d->profiled = 0;
    for (unsigned sm = 0; sm < SMS; sm++)
        d->instructions[sm] = 0;
}

static void bucl_update_next(const struct bucl_update_state *restrict q, const struct bucl_update_in *restrict in,
                             const struct bucl_update_out *restrict out, struct bucl_update_state *restrict d)
{
    unsigned tucd = q->tucd;
    bool restart = in->cfg_period == 0;

    (void)out;
    if (in->cfg_period != 0) {
        add(q, in, d);
        restart = d->cycles >= in->cfg_period;
        if (restart) {
            tucd = moved(d, in, tucd);
            latch(d);
        }
    }
    if (restart)
        clear_sums(d);
    if (q->profiling)
        tucd = profile(q, in, tucd, d);
    if (in->kernel_launch) {
        launch(in, d);
        tucd = in->cfg_tucd;
    }
    d->tucd = limited(in, tucd);
}

// Whether nothing happens that is sampled, profiled or compared now.
static bool quiet(const struct bucl_update_state *q, const struct bucl_update_in *in)
{
    unsigned events = in->kernel_launch | q->choosing | (limited(in, q->tucd) != q->tucd)
                      | (in->cfg_period != 0 ? in->access : q->cycles != 0);

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

// Up to the last cycle before an end, which is a step. rests * 1374389535 >> 37 is rests / 100 of every 32-bit number.
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
        uint64_t rests = q->rest + hundredths(in) * cycles, carries = rests * 1374389535 >> 37;
        d->cycles = (uint16_t)(q->cycles + cycles);
        for (unsigned p = 0; p < P; p++)
            d->room[p] = (uint32_t)((q->room[p] + places(in) * cycles + carries) & MASK(23));
        d->rest = (uint8_t)(rests - UINT64_C(100) * carries);
    }
    if (q->profiling)
        d->profiled = (uint16_t)(q->profiled + cycles);
    return cycles;
}

// No sum is beyond what its cycles allow, rounded up to a power of two a cycle, so none overflows; margin and room have a sign.
// Nothing is left of a period, a profile or a comparison that is over.
static bool bucl_update_invariant(const struct bucl_update_state *q)
{
    uint32_t above_least = (q->margin + 1 + ((uint32_t)q->cycles << 7)) & MASK(22), least_room = (uint32_t)q->cycles << 7;
    bool holds = q->cycles < MASK(14) && q->profiled < MASK(14)
                 && (q->cycles != 0 || (!q->accessed && q->margin == MASK(22) && q->rest == 99))
                 && above_least <= (uint32_t)q->cycles << 8 && q->rest < 100 && q->arm < ARMS
                 && (q->profiling || (!q->choosing && q->profiled == 0))
                 && (q->choosing ? q->profiled < SMS : q->arm == 0);

    for (unsigned p = 0; p < P; p++)
        holds = holds && (q->cycles != 0 || q->room[p] == MASK(23))
                && ((q->room[p] + 1 + least_room) & MASK(23)) <= 3 * least_room;
    for (unsigned sm = 0; sm < SMS; sm++)
        holds = holds && (q->profiling || q->instructions[sm] == 0)
                && q->instructions[sm] <= (q->choosing ? (uint32_t)MASK(14) << 9 : (uint32_t)q->profiled << 9);
    return holds;
}

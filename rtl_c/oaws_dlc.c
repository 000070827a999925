// SPDX-License-Identifier: BSD-3-Clause
// The model of oaws_dlc: see rtl_c/oaws_dlc.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_dlc.h"

#define BLOCK oaws_dlc
#define TABLE "rtl_c/oaws_dlc.def"
#define BLOCK_COUNTS
#include "rtl_c/table_ops.h"

enum { INST_MAX = 127, ACC_MAX = 1023, SETS_SUM_MAX = 1023, INST_W = 7 };

// The entry that holds a PC, as a set of one, or of none. `aged`: what the ageing of this cycle frees does not hold it.
static uint64_t find(const struct oaws_dlc_state *q, uint64_t pc, unsigned aged)
{
    uint64_t found = 0;
#pragma GCC unroll 32   // three times a cycle: a comparison and a branch an entry
    FIND_ONLY(found, e, ENTRIES, q->pc[e] == pc && q->inst[e] > aged)
    return found;
}

// The lowest entry with the smallest inst, 0 in a free one: found bit by bit from the highest; ageing drops the last.
static uint64_t victim(const struct oaws_dlc_state *q, unsigned aged)
{
    uint64_t least = MASK(ENTRIES);
    for (unsigned b = INST_W; b-- > 0;) {
        uint64_t lower = 0;
        for (unsigned e = 0; e < ENTRIES; e++)
            lower |= (uint64_t)!((q->inst[e] >> b & 1) & (b != 0 || !aged)) << e;
        lower &= least;
        least = lower ? lower : least;
    }
    return lowest_bit(least);
}

// With clear a period begins, which ends in the same cycle if it is 1.
static bool ages(const struct oaws_dlc_state *q, const struct oaws_dlc_in *in)
{
    if (in->clear)
        return in->cfg_age_period == 1;
    return in->cfg_age_period != 0 && q->timer + 1 >= in->cfg_age_period;
}

// This cycle's events, as the registers say: sets of entries, and what the two events make of the counters of theirs.
struct events {
    bool     aged, same_load;        // both events are of one load
    bool     full, done_full;        // a sum would overflow: the entry of coalesce, of done, is halved first
    uint64_t evicted, chosen, kept;  // by coalesce; of coalesce; of done, unless coalesce puts another load there
    unsigned inst, acc;              // of coalesce
    unsigned done_acc, done_sets;    // of the load being serviced
};

// Entries are read as they are and halved once read. None is halved twice: in one that ageing or coalesce has halved,
// every increment has room. acc overflows after 15 instances at least (property 1 of verilog/oaws_dlc_properties.v),
// sets of any number: only done could halve an inst to 0, and is kept from it where it writes.
static struct events events(const struct oaws_dlc_state *q, const struct oaws_dlc_in *in)
{
    struct events now = {.aged = ages(q, in), .same_load = in->coalesce && in->coalesce_pc == in->done_pc};
    uint64_t      serviced = in->clear ? 0 : find(q, in->done_pc, now.aged);
    unsigned      added = in->done ? in->done_sets : 0;

    if (in->coalesce) {
        uint64_t held = in->clear ? 0 : find(q, in->coalesce_pc, now.aged);
        if (held == 0)
            now.evicted = in->clear ? 1 : victim(q, now.aged);
        now.chosen = held | now.evicted;
        OF_ONLY(now.inst, held, q->inst, ENTRIES);
        OF_ONLY(now.acc, held, q->acc, ENTRIES);
        now.inst >>= now.aged;
        now.acc >>= now.aged;
        now.full = now.inst == INST_MAX || now.acc + in->coalesce_acc > ACC_MAX;
        now.inst = (now.inst >> now.full) + 1;
        now.acc = (now.acc >> now.full) + in->coalesce_acc;
    }
    now.kept = serviced & ~now.evicted;
    OF_ONLY(now.done_acc, serviced, q->acc, ENTRIES);
    OF_ONLY(now.done_sets, serviced, q->sets, ENTRIES);
    now.done_acc = now.same_load ? now.acc : now.done_acc >> now.aged;
    now.done_sets >>= now.aged | (now.same_load & now.full);
    now.done_full = now.done_sets + added > SETS_SUM_MAX;
    now.done_acc >>= now.done_full;
    now.done_sets = (now.done_sets >> now.done_full) + added;
    return now;
}

static void oaws_dlc_out(const struct oaws_dlc_state *restrict q, const struct oaws_dlc_in *restrict in,
                         struct oaws_dlc_out *restrict out)
{
    const struct events now = events(q, in);

    out->service_hit = now.same_load || now.kept != 0;
    out->sensitive = out->service_hit && 2u * now.done_acc > 3u * now.done_sets;
    for (int i = 0; i < 2; i++)
        out->fill_hit[i] = find(q, in->fill_pc[i], 0) != 0;
}

static void oaws_dlc_next(const struct oaws_dlc_state *restrict q, const struct oaws_dlc_in *restrict in,
                          const struct oaws_dlc_out *restrict out, struct oaws_dlc_state *restrict d)
{
    struct events now = {.aged = ages(q, in)};

    (void)out;
    if (in->coalesce | in->done)
        now = events(q, in);
    d->timer = now.aged || in->cfg_age_period == 0 ? 0 : in->clear ? 1 : q->timer + 1;
    for (unsigned e = 0; (now.aged || in->clear) && e < ENTRIES; e++) {
        d->inst[e] = in->clear ? 0 : q->inst[e] / 2;
        d->acc[e] = (uint16_t)(q->acc[e] >> now.aged);
        d->sets[e] = (uint16_t)(q->sets[e] >> now.aged);
    }
    uint64_t halved = now.done_full ? now.kept : 0, served = in->done ? now.same_load ? now.chosen : now.kept : 0;
    FOR_EACH_BIT(e, halved, ENTRIES) {
        d->inst[e] = q->inst[e] > 1 ? q->inst[e] / 2 : 1;
        d->acc[e] = q->acc[e] / 2;
    }
    FOR_EACH_BIT(e, now.chosen, ENTRIES) {
        d->pc[e] = in->coalesce_pc;
        d->inst[e] = (uint8_t)(now.inst >> (now.same_load & now.done_full));
        d->acc[e] = (uint16_t)(now.same_load ? now.done_acc : now.acc);
        d->sets[e] = now.evicted ? 0 : (uint16_t)(q->sets[e] >> (now.aged | now.full));
    }
    FOR_EACH_BIT(e, served, ENTRIES)
        d->sets[e] = (uint16_t)now.done_sets;
}

static bool oaws_dlc_idle(const struct oaws_dlc_state *q, const struct oaws_dlc_in *in)
{
    return !(in->clear | in->coalesce | in->done) && in->cfg_age_period == 0 && q->timer == 0;
}

// Up to the last cycle before the ageing, which is a step.
static uint64_t oaws_dlc_count(const struct oaws_dlc_state *q, const struct oaws_dlc_in *in, uint64_t cycles,
                               struct oaws_dlc_state *d)
{
    if ((in->clear | in->coalesce | in->done) || q->timer + 1 >= in->cfg_age_period)
        return 0;
    uint64_t left = in->cfg_age_period - 1 - q->timer, counted = cycles < left ? cycles : left;
    d->timer += (uint32_t)counted;
    return counted;
}

// No two entries in use hold the same PC.
static bool oaws_dlc_invariant(const struct oaws_dlc_state *q)
{
    for (unsigned e = 0; e < ENTRIES; e++)
        for (unsigned other = 0; other < e; other++)
            if (q->inst[e] != 0 && q->inst[other] != 0 && q->pc[e] == q->pc[other])
                return false;
    return true;
}

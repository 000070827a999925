// The model of oaws_dlc: see rtl_c/oaws_dlc.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_dlc.h"

#define BLOCK oaws_dlc
#define TABLE "rtl_c/oaws_dlc.def"
#define BLOCK_COUNTS
#include "rtl_c/table_ops.h"

enum { INST_MAX = 127, ACC_MAX = 1023, SETS_SUM_MAX = 1023 };

// The entry that holds a PC; ENTRIES when there is none.
static unsigned find(const struct oaws_dlc_state *q, uint64_t pc)
{
#pragma GCC unroll 32   // three times a cycle: a comparison and a branch an entry
    for (unsigned e = 0; e < ENTRIES; e++)
        if (q->pc[e] == pc && q->inst[e] != 0)
            return e;
    return ENTRIES;
}

// The smallest inst, lowest index on a tie; a free entry's is 0.
static unsigned victim(const struct oaws_dlc_state *q)
{
    unsigned chosen = 0;
    for (unsigned e = 1; e < ENTRIES; e++)
        if (q->inst[e] < q->inst[chosen])
            chosen = e;
    return chosen;
}

static void halve(struct oaws_dlc_state *d, unsigned e)
{
    d->inst[e] /= 2;
    d->acc[e] /= 2;
    d->sets[e] /= 2;
}

static void halve_to_one(struct oaws_dlc_state *d, unsigned e)
{
    halve(d, e);
    if (d->inst[e] == 0)
        d->inst[e] = 1;
}

static void clear(struct oaws_dlc_state *d)
{
    d->timer = 0;
    for (unsigned e = 0; e < ENTRIES; e++)
        d->inst[e] = 0;
}

static void age(const struct oaws_dlc_in *in, struct oaws_dlc_state *d)
{
    if (in->cfg_age_period == 0) {
        d->timer = 0;
    } else if (d->timer + 1 < in->cfg_age_period) {
        d->timer += 1;
    } else {
        d->timer = 0;
        for (unsigned e = 0; e < ENTRIES; e++)
            halve(d, e);
    }
}

static void coalesce(const struct oaws_dlc_in *in, struct oaws_dlc_state *d)
{
    unsigned e = find(d, in->coalesce_pc);
    if (e < ENTRIES) {
        if (d->inst[e] == INST_MAX || d->acc[e] + in->coalesce_acc > ACC_MAX)
            halve_to_one(d, e);
        d->inst[e] += 1;
        d->acc[e] += in->coalesce_acc;
    } else {
        e = victim(d);
        d->pc[e] = in->coalesce_pc;
        d->inst[e] = 1;
        d->acc[e] = in->coalesce_acc;
        d->sets[e] = 0;
    }
}

static void done(const struct oaws_dlc_in *in, struct oaws_dlc_state *d)
{
    unsigned e = find(d, in->done_pc);
    if (e < ENTRIES) {
        if (d->sets[e] + in->done_sets > SETS_SUM_MAX)
            halve_to_one(d, e);
        d->sets[e] += in->done_sets;
    }
}

// The table after this cycle's events; d holds the registers when it is called. The Verilog reads both entries from the
// registers and writes each once, since none is halved twice in a cycle: after a halving every increment has room.
static void events(const struct oaws_dlc_in *in, struct oaws_dlc_state *d)
{
    if (in->clear)
        clear(d);
    age(in, d);
    if (in->coalesce)
        coalesce(in, d);
    if (in->done)
        done(in, d);
}

static void oaws_dlc_out(const struct oaws_dlc_state *restrict q, const struct oaws_dlc_in *restrict in,
                         struct oaws_dlc_out *restrict out)
{
    bool table_stays = !(in->clear | in->coalesce | in->done)
                       && (in->cfg_age_period == 0 || q->timer + 1 < in->cfg_age_period);
    struct oaws_dlc_state after;
    const struct oaws_dlc_state *seen = q;
    unsigned e;

    if (!table_stays) {
        after = *q;
        events(in, &after);
        seen = &after;
    }
    e = find(seen, in->done_pc);
    out->service_hit = e < ENTRIES;
    out->sensitive = e < ENTRIES && 2u * seen->acc[e] > 3u * seen->sets[e];
    for (int i = 0; i < 2; i++)
        out->fill_hit[i] = find(q, in->fill_pc[i]) < ENTRIES;
}

static void oaws_dlc_next(const struct oaws_dlc_state *restrict q, const struct oaws_dlc_in *restrict in,
                          const struct oaws_dlc_out *restrict out, struct oaws_dlc_state *restrict d)
{
    (void)q, (void)out;
    events(in, d);
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

// No two entries in use hold the same PC. The lines of an entry are what its instances can have touched, and one instance more
// for what the halvings of inst have cut off: so a sum of lines that overflows is of more than one instance.
static bool oaws_dlc_invariant(const struct oaws_dlc_state *q)
{
    for (unsigned e = 0; e < ENTRIES; e++) {
        if (q->inst[e] != 0 && q->acc[e] > 63u * (q->inst[e] + 1u))
            return false;
        for (unsigned other = 0; other < e; other++)
            if (q->inst[e] != 0 && q->inst[other] != 0 && q->pc[e] == q->pc[other])
                return false;
    }
    return true;
}

// SPDX-License-Identifier: BSD-3-Clause
// The model of ccws_vta: see rtl_c/ccws_vta.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/ccws_vta.h"

#define BLOCK ccws_vta
#define TABLE "rtl_c/ccws_vta.def"
#define BLOCK_EACH (2 * N)      // sets
#define BLOCK_TOUCHED 2        // that of the probe, that of the insert
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2, "two warps at least");
_Static_assert((int)WAYS == 2 || (int)WAYS == 4 || (int)WAYS == 8, "a power of two of ways");

enum { SETS = 2 * N };
#define PAIR(first, second) ((second) * ((second) - 1) / 2 + (first))       // first < second

static unsigned set_of(unsigned warp, uint64_t line) { return 2 * warp + (line & 1); }

// The ways of a set that hold the tag of a line, one bit each: one at most.
static unsigned holding(const struct ccws_vta_state *q, unsigned set, uint64_t line)
{
    unsigned ways = 0;
    for (unsigned k = 0; k < WAYS; k++)
        ways |= (unsigned)(q->tags[WAYS * set + k] == line >> 1) << k;
    return ways & q->valid[set];
}

// Whether a word has been written since reset. No other is read.
static bool tags_held(const struct ccws_vta_state *q, unsigned word) { return q->valid[word / WAYS] >> word % WAYS & 1; }

// The number of a way from its bit, a line each as the Verilog has it: of each weight the ways with it.
static unsigned way_number(unsigned way)
{
    return (unsigned)((way & 0xaa) != 0) | (unsigned)((way & 0xcc) != 0) << 1 | (unsigned)((way & 0xf0) != 0) << 2;
}

// Whether a way was inserted after another.
static bool is_newer(unsigned newer, unsigned way, unsigned other)
{
    return way < other ? newer >> PAIR(way, other) & 1 : ~newer >> PAIR(other, way) & 1;
}

// The way that a new tag takes where the probe has freed none: the oldest of the free ones, or of all. One bit.
static unsigned victim(unsigned valid, unsigned newer)
{
    unsigned victims = 0;
    for (unsigned k = 0; k < WAYS; k++) {
        unsigned taken = 1;
        for (unsigned other = 0; other < WAYS; other++)
            if (other != k) {
                unsigned free = ~valid >> k & 1, other_free = ~valid >> other & 1;
                taken &= (free & (other_free ^ 1)) | ((free ^ other_free ^ 1) & is_newer(newer, other, k));
            }
        victims |= taken << k;
    }
    return victims;
}

// The order of a set once the ways are its newest.
static unsigned renewed(unsigned newer, unsigned ways)
{
    for (unsigned second = 1; second < WAYS; second++)
        for (unsigned first = 0; first < second; first++) {
            newer |= (ways >> first & 1) << PAIR(first, second);
            newer &= ~((ways >> second & 1) << PAIR(first, second));
        }
    return newer;
}

static unsigned probe_hits(const struct ccws_vta_state *q, const struct ccws_vta_in *in)
{
    return in->probe && in->probe_warp < N ? holding(q, set_of(in->probe_warp, in->probe_line), in->probe_line) : 0;
}

static void ccws_vta_out(const struct ccws_vta_state *restrict q, const struct ccws_vta_in *restrict in,
                         struct ccws_vta_out *restrict out)
{
    out->hit = probe_hits(q, in) != 0;
}

static void insert(const struct ccws_vta_state *q, const struct ccws_vta_in *in, unsigned set, unsigned freed,
                   struct ccws_vta_state *d)
{
    unsigned held = holding(q, set, in->insert_line);
    unsigned way = held ? held : freed ? freed : victim(q->valid[set], q->newer[set]);
    d->valid[set] |= (uint8_t)way;
    d->newer[set] = renewed(q->newer[set], way);
    d->tags[WAYS * set + way_number(way)] = in->insert_line >> 1;
}

static void ccws_vta_next(const struct ccws_vta_state *restrict q, const struct ccws_vta_in *restrict in,
                          const struct ccws_vta_out *restrict out, struct ccws_vta_state *restrict d)
{
    unsigned probed = set_of(in->probe_warp, in->probe_line);
    unsigned inserted = set_of(in->insert_warp, in->insert_line);
    unsigned freed = probe_hits(q, in);

    (void)out;
    if (freed)
        d->valid[probed] &= (uint8_t)~freed;
    if (in->insert && in->insert_warp < N)
        insert(q, in, inserted, inserted == probed ? freed : 0, d);
    for (unsigned w = 0; w < N; w++)
        if (in->launch >> w & 1)
            d->valid[2 * w] = d->valid[2 * w + 1] = 0;
}

static bool ccws_vta_idle(const struct ccws_vta_state *q, const struct ccws_vta_in *in)
{
    (void)q;
    return !in->probe && !in->insert && !in->launch;
}

static unsigned ccws_vta_touched(const struct ccws_vta_in *in, unsigned number)
{
    return number ? set_of(in->insert_warp, in->insert_line) : set_of(in->probe_warp, in->probe_line);
}

// The ways of a set are in an order, no three in a circle as in warp_order; and no two that hold a tag hold the same.
static bool ccws_vta_invariant_of(const struct ccws_vta_state *q, unsigned set)
{
    unsigned newer = q->newer[set];
    for (unsigned k = 0; k < WAYS; k++)
        for (unsigned other = 0; other < k; other++) {
            unsigned own = newer >> PAIR(0, k) & MASK(other), others = newer >> PAIR(0, other) & MASK(other);
            bool     both = tags_held(q, WAYS * set + k) && tags_held(q, WAYS * set + other);
            if (is_newer(newer, other, k) ? others & ~own : own & ~others)
                return false;
            if (both && q->tags[WAYS * set + k] == q->tags[WAYS * set + other])
                return false;
        }
    return true;
}

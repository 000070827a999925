// SPDX-License-Identifier: BSD-3-Clause
// The OAWS blocks wired as in an SM, in chain order: warp_order, warp_rank, oaws_ocw, oaws_dlc, oaws_misspred, oaws_qualify;
// as C models, as Verilog, and both in lockstep.
//
// E-2 and E-4 of hardware.md section 9 through all of them, and that the order in which _next is called does not matter.
// Where a worked example's numbers come from other settings, other numbers are demanded: the count is no constant.
#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
#include "tb/lockstep.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ORDER, RANK, OCW, DLC, MISSPRED, QUALIFY, BLOCKS };
static const char *const block_names[BLOCKS] = {"warp_order", "warp_rank", "oaws_ocw", "oaws_dlc", "oaws_misspred",
                                                "oaws_qualify"};

// What happens in one cycle, as the rest of the SM would say it.
typedef struct {
    uint64_t launch, ready, load;
    bool     coalesce, service;                 // a load is coalesced; one is serviced with a single access, and done
    uint64_t pc;
    uint8_t  accesses;
    bool     hit;
    uint8_t  set;
    bool     fill, issue;                       // a load at pc enters slot 0 of this warp; this warp's load issues
    uint8_t  warp;
    uint8_t  avail, release;
} happening;

typedef struct {
    lockstep *run;
    block    *blocks[BLOCKS];
    uint64_t  cycle;
    uint8_t   dynamic, smr, keep_oldest;
    bool      reverse;
} chain;

static const struct oaws_qualify_out *qualify_out(const chain *c) { return c->blocks[QUALIFY]->out; }
static const struct oaws_qualify_state *qualify_q(const chain *c) { return c->blocks[QUALIFY]->q; }
static const struct oaws_ocw_state *ocw_q(const chain *c) { return c->blocks[OCW]->q; }
static const struct oaws_dlc_out *dlc_out(const chain *c) { return c->blocks[DLC]->out; }

// 48 warps, 2 schedulers, 32 sets, 32 classifier entries, `mshrs` MSHRs; `state` points to the mode.
static chain start(void **state, unsigned mshrs)
{
    const lockstep_options options = {.mode = *(const blocks_mode *)*state, .when = LOCKSTEP_EVERY, .check_late = true,
                                      .no_pack = true};
    const block_param params[] = {{"N", 48}, {"S", 2}, {"SETS", 32}, {"ENTRIES", 32}, {"M", mshrs},
                                  {"ACROSS", 1}, {"NUMBERS", NUMBERS_ALL}, {NULL, 0}};
    char error[256] = "";
    chain c = {.smr = 50, .run = lockstep_open(&options, error, sizeof error)};
    assert_non_null(c.run);
    for (unsigned b = 0; b < BLOCKS; b++) {
        c.blocks[b] = lockstep_add(c.run, block_names[b], params, "chain", error, sizeof error);
        if (!c.blocks[b])
            fail_msg("%s", error);
        block_reset(c.blocks[b]);
    }
    return c;
}

static void end(chain *c)
{
    lockstep_complete(c->run);
    if (lockstep_failed(c->run))
        fail_msg("%s", lockstep_failed(c->run));
    lockstep_close(c->run);
}

static void put_out(chain *c, unsigned b) { block_out(c->blocks[b]); }

// Early inputs and outputs, block after block: each is fed with the outputs of those before it.
static void outputs(chain *c, const happening *h)
{
    struct warp_order_out *order = c->blocks[ORDER]->out;
    struct warp_rank_in *pairs = c->blocks[RANK]->in;
    struct warp_rank_out *numbers = c->blocks[RANK]->out;
    struct oaws_ocw_in *ocw = c->blocks[OCW]->in;
    struct oaws_ocw_out *cached = c->blocks[OCW]->out;
    struct oaws_dlc_in *dlc = c->blocks[DLC]->in;
    struct oaws_misspred_in *misspred = c->blocks[MISSPRED]->in;
    struct oaws_misspred_out *predicted = c->blocks[MISSPRED]->out;
    struct oaws_qualify_in *qualify = c->blocks[QUALIFY]->in;

    put_out(c, ORDER);
    pairs->resident = order->resident;
    memcpy(pairs->older, order->older, sizeof pairs->older);
    put_out(c, RANK);
    *ocw = (struct oaws_ocw_in){.cfg_wmax = 48, .start = h->service, .n_acc = h->accesses, .access = h->service,
                                .access_set = h->set, .access_hit = h->hit, .done = h->service};
    put_out(c, OCW);
    *dlc = (struct oaws_dlc_in){.cfg_age_period = 65536, .coalesce = h->coalesce, .coalesce_pc = h->pc,
                                .coalesce_acc = h->accesses, .done = cached->div_done, .done_pc = h->pc,
                                .done_sets = cached->n_sets, .fill_pc = {h->pc, 0}};
    put_out(c, DLC);
    *misspred = (struct oaws_misspred_in){.cfg_dynamic = c->dynamic, .cfg_smr = c->smr};
    memcpy(misspred->rank, numbers->rank, sizeof misspred->rank);
    put_out(c, MISSPRED);
    *qualify = (struct oaws_qualify_in){.cfg_mode = c->dynamic ? OAWS_DYNAMIC : OAWS_STATIC, .ready = h->ready,
                                        .load = h->load, .ocw = cached->ocw, .avail = h->avail,
                                        .cfg_keep_oldest = c->keep_oldest, .oldest_run = numbers->oldest_run};
    memcpy(qualify->rank_run, numbers->rank_run, sizeof qualify->rank_run);
    memcpy(qualify->pred, predicted->pred, sizeof qualify->pred);
    put_out(c, QUALIFY);
}

static void late_inputs(chain *c, const happening *h)
{
    struct oaws_misspred_in *misspred = c->blocks[MISSPRED]->in;
    struct oaws_qualify_in *qualify = c->blocks[QUALIFY]->in;

    ((struct warp_order_in *)c->blocks[ORDER]->in)->launch = h->launch;
    ((struct oaws_ocw_in *)c->blocks[OCW]->in)->sensitive = dlc_out(c)->sensitive;
    misspred->fill[0] = misspred->fill_load[0] = h->fill;
    misspred->fill_warp[0] = h->warp;
    misspred->fill_divergent[0] = dlc_out(c)->fill_hit[0];
    misspred->fill_active[0] = 32;
    misspred->issue = h->issue ? UINT64_C(1) << h->warp : 0;
    misspred->issue_active[h->warp % 2] = 32;
    qualify->issue = h->issue;
    qualify->issue_warp = h->warp;
    qualify->release[0] = h->release;
}

static void cycle(chain *c, const happening *h)
{
    lockstep_cycle(c->run, c->cycle++);
    outputs(c, h);
    late_inputs(c, h);
    for (unsigned i = 0; i < BLOCKS; i++)
        block_next(c->blocks[c->reverse ? BLOCKS - 1 - i : i]);
    for (unsigned b = 0; b < BLOCKS; b++)
        block_commit(c->blocks[b]);
}

// All 48 warps are there, and each has the load of 0x158 in slot 0, filled after the classifier has seen it or before.
static void fill_all(chain *c, bool primed)
{
    cycle(c, &(happening){.launch = MASK(48)});
    if (primed)
        cycle(c, &(happening){.coalesce = true, .pc = 0x158, .accesses = 32});
    for (unsigned w = 0; w < 48; w++)
        cycle(c, &(happening){.fill = true, .warp = (uint8_t)w, .pc = 0x158});
}

// Every warp in age order issues its load if it is let; how many did.
static unsigned issue_all(chain *c, unsigned avail)
{
    uint64_t left = MASK(48);
    unsigned issued = 0;
    for (unsigned w = 0; w < 48; w++) {
        happening h = {.ready = left, .load = left, .avail = (uint8_t)avail, .warp = (uint8_t)w};
        outputs(c, &h);
        h.issue = !(qualify_out(c)->occlude >> w & 1);
        issued += h.issue;
        cycle(c, &h);
        left &= ~(h.issue ? UINT64_C(1) << w : 0);
    }
    return issued;
}

// Full warps, all M MSHRs free, at a miss rate: loads admitted, and what they are charged together.
typedef struct { uint8_t mshrs, smr, admitted, charged; } admission;

static void demand_admissions(void **state, const admission *expected, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        chain c = start(state, expected[i].mshrs);
        c.smr = expected[i].smr;
        fill_all(&c, true);
        assert_int_equal(issue_all(&c, expected[i].mshrs), expected[i].admitted);
        assert_int_equal(qualify_q(&c)->inflight, expected[i].charged);
        end(&c);
    }
}

static void worked_example_e2(void **state)
{
    demand_admissions(state, (admission[]){{32, 50, 2, 32}}, 1);
}

static void other_mshrs_and_miss_rates_admit_others_than_e2(void **state)
{
    static const admission others[] = {{48, 50, 3, 48}, {96, 50, 6, 96}, {32, 53, 1, 17}, {32, 31, 3, 30},
                                       {32, 0, 48, 0}};
    demand_admissions(state, others, sizeof others / sizeof *others);
}

static void unknown_loads_count_as_coherent(void **state)
{
    chain c = start(state, 32);
    fill_all(&c, false);                                     // never coalesced: 1 each
    assert_int_equal(issue_all(&c, 32), 32);
    end(&c);
}

static void dynamic_lets_the_oldest_and_what_fits(void **state)
{
    chain c = start(state, 32);
    c.dynamic = 1;
    fill_all(&c, true);                                      // OCW is 2; warp 2 is predicted 16 + 2, warp 3 16 + 3
    assert_int_equal(issue_all(&c, 32), 3);
    assert_int_equal(qualify_q(&c)->inflight, 18);
    end(&c);
}

static void fully_cached(chain *c, unsigned loads)
{
    for (unsigned i = 0; i < loads; i++) {
        cycle(c, &(happening){.coalesce = true, .pc = 0x90, .accesses = 32});
        cycle(c, &(happening){.service = true, .pc = 0x90, .accesses = 32, .hit = true, .set = 7});
    }
}

// E-4: sensitivity comes from the classifier, after the load's own done event.
static void worked_example_e4(void **state)
{
    static const uint8_t halves[] = {128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0};
    chain c = start(state, 32);
    fully_cached(&c, 127);
    assert_int_equal(ocw_q(&c)->ocw, 3);
    assert_int_equal(ocw_q(&c)->cnt, 0);
    fully_cached(&c, 254);
    assert_int_equal(ocw_q(&c)->ocw, 3);
    assert_int_equal(ocw_q(&c)->cnt, 254);
    fully_cached(&c, 1);
    assert_int_equal(ocw_q(&c)->ocw, 4);
    assert_int_equal(ocw_q(&c)->cnt, 0);
    end(&c);
    c = start(state, 32);
    for (unsigned i = 0; i < sizeof halves; i++) {
        assert_int_equal(ocw_q(&c)->ocw, 2);
        assert_int_equal(ocw_q(&c)->cnt, halves[i]);
        cycle(&c, &(happening){.coalesce = true, .pc = 0x90, .accesses = 32});
        cycle(&c, &(happening){.service = true, .pc = 0x90, .accesses = 32, .set = 7});
        assert_int_equal(dlc_out(&c)->sensitive, 1);
    }
    end(&c);
}

static void what_the_classifier_does_not_know_is_not_sensitive(void **state)
{
    chain c = start(state, 32);
    cycle(&c, &(happening){.service = true, .pc = 0x90, .accesses = 32, .set = 7});
    assert_int_equal(ocw_q(&c)->cnt, 127);
    end(&c);
}

static void next_in_any_order(void **state)
{
    chain forward = start(state, 32), backward = start(state, 32);
    uint64_t seed = 3;
    backward.reverse = true;
    forward.dynamic = backward.dynamic = 1;
    for (unsigned i = 0; i < 20000; i++) {
        happening h = {.launch = random_below(&seed, 50) ? 0 : random_mask(&seed, 48, 50),
                       .ready = random_mask(&seed, 48, 50), .load = random_mask(&seed, 48, 50),
                       .coalesce = random_below(&seed, 2), .service = random_below(&seed, 2),
                       .pc = 8 * random_below(&seed, 40), .accesses = (uint8_t)random_below(&seed, 33),
                       .hit = random_below(&seed, 10) != 0, .set = (uint8_t)random_below(&seed, 32),
                       .fill = random_below(&seed, 2), .issue = random_below(&seed, 2),
                       .warp = (uint8_t)random_below(&seed, 48), .avail = (uint8_t)random_below(&seed, 33),
                       .release = (uint8_t)random_below(&seed, 32)};
        cycle(&forward, &h);
        cycle(&backward, &h);
        for (unsigned b = 0; b < BLOCKS; b++)
            assert_memory_equal(forward.blocks[b]->q, backward.blocks[b]->q, forward.blocks[b]->ops->state_size);
    }
    end(&forward);
    end(&backward);
}

static blocks_mode modes[] = {BLOCKS_C, BLOCKS_VERILOG, BLOCKS_LOCKSTEP};
#define IN_EVERY_MODE(test) \
    {#test ", C", test, NULL, NULL, &modes[0]}, {#test ", Verilog", test, NULL, NULL, &modes[1]}, \
        {#test ", lockstep", test, NULL, NULL, &modes[2]}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_EVERY_MODE(worked_example_e2),
        IN_EVERY_MODE(other_mshrs_and_miss_rates_admit_others_than_e2),
        IN_EVERY_MODE(unknown_loads_count_as_coherent),
        IN_EVERY_MODE(dynamic_lets_the_oldest_and_what_fits),
        IN_EVERY_MODE(worked_example_e4),
        IN_EVERY_MODE(what_the_classifier_does_not_know_is_not_sensitive),
        IN_EVERY_MODE(next_in_any_order),
    };
    return cmocka_run_group_tests_name("oaws_chain", tests, NULL, NULL);
}

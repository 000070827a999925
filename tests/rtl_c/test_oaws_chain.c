// The OAWS blocks wired as in an SM, in chain order: warp_order, oaws_ocw, oaws_dlc, oaws_misspred, oaws_qualify.
//
// E-2 and E-4 of hardware.md section 9 through all of them, and that the order in which _next is called does not matter.
#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_order.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ORDER, OCW, DLC, MISSPRED, QUALIFY, BLOCKS, STRUCT_MAX = 4096 };
static const char *const block_names[BLOCKS] = {"warp_order", "oaws_ocw", "oaws_dlc", "oaws_misspred", "oaws_qualify"};
static const char *const config_names[BLOCKS] = {"n48", "n48_s2_sets32", "entries32", "n48_m32", "n48_m32"};

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
    const block_ops *model[BLOCKS];
    _Alignas(8) char q[BLOCKS][STRUCT_MAX], in[BLOCKS][STRUCT_MAX], out[BLOCKS][STRUCT_MAX];
    uint8_t          dynamic, smr;
    bool             reverse;
} chain;

static struct oaws_qualify_out *qualify_out(chain *c) { return (void *)c->out[QUALIFY]; }
static struct oaws_qualify_state *qualify_q(chain *c) { return (void *)c->q[QUALIFY]; }
static struct oaws_ocw_state *ocw_q(chain *c) { return (void *)c->q[OCW]; }
static struct oaws_dlc_out *dlc_out(chain *c) { return (void *)c->out[DLC]; }

static chain start(void)
{
    chain c = {.smr = 50};
    for (unsigned b = 0; b < BLOCKS; b++) {
        c.model[b] = model_find(block_names[b], config_names[b]);
        assert_true(c.model[b]->in_size <= STRUCT_MAX && c.model[b]->state_size <= STRUCT_MAX);
        c.model[b]->reset(c.q[b]);
    }
    return c;
}

static void put_out(chain *c, unsigned b) { c->model[b]->out(c->q[b], c->in[b], c->out[b]); }

// Early inputs and outputs, block after block: each is fed with the outputs of those before it.
static void outputs(chain *c, const happening *h)
{
    struct warp_order_out *order = (void *)c->out[ORDER];
    struct oaws_ocw_in *ocw = (void *)c->in[OCW];
    struct oaws_ocw_out *cached = (void *)c->out[OCW];
    struct oaws_dlc_in *dlc = (void *)c->in[DLC];
    struct oaws_misspred_in *misspred = (void *)c->in[MISSPRED];
    struct oaws_misspred_out *predicted = (void *)c->out[MISSPRED];
    struct oaws_qualify_in *qualify = (void *)c->in[QUALIFY];

    put_out(c, ORDER);
    *ocw = (struct oaws_ocw_in){.cfg_wmax = 48, .start = h->service, .n_acc = h->accesses, .access = h->service,
                                .access_set = h->set, .access_hit = h->hit, .done = h->service};
    put_out(c, OCW);
    *dlc = (struct oaws_dlc_in){.cfg_age_period = 65536, .coalesce = h->coalesce, .coalesce_pc = h->pc,
                                .coalesce_acc = h->accesses, .done = h->service && cached->div, .done_pc = h->pc,
                                .done_sets = cached->n_sets, .fill_pc = {h->pc, 0}};
    put_out(c, DLC);
    *misspred = (struct oaws_misspred_in){.cfg_dynamic = c->dynamic, .cfg_smr = c->smr};
    memcpy(misspred->rank, order->rank, sizeof misspred->rank);
    put_out(c, MISSPRED);
    *qualify = (struct oaws_qualify_in){.cfg_mode = c->dynamic ? OAWS_DYNAMIC : OAWS_STATIC, .ready = h->ready,
                                        .load = h->load, .ocw = cached->ocw, .avail = h->avail};
    memcpy(qualify->rank_run, order->rank_run, sizeof qualify->rank_run);
    memcpy(qualify->pred, predicted->pred, sizeof qualify->pred);
    put_out(c, QUALIFY);
}

static void late_inputs(chain *c, const happening *h)
{
    struct oaws_misspred_in *misspred = (void *)c->in[MISSPRED];
    struct oaws_qualify_in *qualify = (void *)c->in[QUALIFY];

    ((struct warp_order_in *)c->in[ORDER])->launch = h->launch;
    ((struct oaws_ocw_in *)c->in[OCW])->sensitive = dlc_out(c)->sensitive;
    misspred->fill[0] = misspred->fill_load[0] = h->fill;
    misspred->fill_warp[0] = h->warp;
    misspred->fill_divergent[0] = dlc_out(c)->fill_hit[0];
    misspred->fill_active[0] = 32;
    misspred->issue = h->issue ? UINT64_C(1) << h->warp : 0;
    qualify->issue = h->issue;
    qualify->issue_warp = h->warp;
    qualify->release[0] = h->release;
}

static void cycle(chain *c, const happening *h)
{
    static char d[BLOCKS][STRUCT_MAX];
    outputs(c, h);
    late_inputs(c, h);
    for (unsigned i = 0; i < BLOCKS; i++) {
        unsigned b = c->reverse ? BLOCKS - 1 - i : i;
        memcpy(d[b], c->q[b], c->model[b]->state_size);
        c->model[b]->next(c->q[b], c->in[b], c->out[b], d[b]);
    }
    for (unsigned b = 0; b < BLOCKS; b++)
        memcpy(c->q[b], d[b], c->model[b]->state_size);
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

static void test_worked_example_e2(void **state)
{
    chain c = start();
    (void)state;
    fill_all(&c, true);
    assert_int_equal(issue_all(&c, 32), 2);
    assert_int_equal(qualify_q(&c)->inflight, 32);
}

static void test_unknown_loads_count_as_coherent(void **state)
{
    chain c = start();
    (void)state;
    fill_all(&c, false);                                     // never coalesced: 1 each
    assert_int_equal(issue_all(&c, 32), 32);
}

static void test_dynamic_lets_the_oldest_and_what_fits(void **state)
{
    chain c = start();
    (void)state;
    c.dynamic = 1;
    fill_all(&c, true);                                      // OCW is 2; warp 2 is predicted 16 + 2, warp 3 16 + 3
    assert_int_equal(issue_all(&c, 32), 3);
    assert_int_equal(qualify_q(&c)->inflight, 18);
}

// E-4: sensitivity comes from the classifier, after the load's own done event.
static void test_worked_example_e4(void **state)
{
    static const uint8_t halves[] = {128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0};
    chain c = start();
    (void)state;
    for (unsigned i = 0; i < 127; i++) {
        cycle(&c, &(happening){.coalesce = true, .pc = 0x90, .accesses = 32});
        cycle(&c, &(happening){.service = true, .pc = 0x90, .accesses = 32, .hit = true, .set = 7});
    }
    assert_int_equal(ocw_q(&c)->ocw, 3);
    assert_int_equal(ocw_q(&c)->cnt, 0);
    c = start();
    for (unsigned i = 0; i < sizeof halves; i++) {
        assert_int_equal(ocw_q(&c)->ocw, 2);
        assert_int_equal(ocw_q(&c)->cnt, halves[i]);
        cycle(&c, &(happening){.coalesce = true, .pc = 0x90, .accesses = 32});
        cycle(&c, &(happening){.service = true, .pc = 0x90, .accesses = 32, .set = 7});
        assert_int_equal(dlc_out(&c)->sensitive, 1);
    }
}

static void test_what_the_classifier_does_not_know_is_not_sensitive(void **state)
{
    chain c = start();
    (void)state;
    cycle(&c, &(happening){.service = true, .pc = 0x90, .accesses = 32, .set = 7});
    assert_int_equal(ocw_q(&c)->cnt, 127);
}

static void test_next_in_any_order(void **state)
{
    chain forward = start(), backward = start();
    uint64_t seed = 3;
    (void)state;
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
            assert_memory_equal(forward.q[b], backward.q[b], forward.model[b]->state_size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example_e2),
        cmocka_unit_test(test_unknown_loads_count_as_coherent),
        cmocka_unit_test(test_dynamic_lets_the_oldest_and_what_fits),
        cmocka_unit_test(test_worked_example_e4),
        cmocka_unit_test(test_what_the_classifier_does_not_know_is_not_sensitive),
        cmocka_unit_test(test_next_in_any_order),
    };
    return cmocka_run_group_tests_name("oaws_chain", tests, NULL, NULL);
}

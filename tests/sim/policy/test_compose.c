// SPDX-License-Identifier: BSD-3-Clause
// Policies together: which names are policies, what contradicts each other, and how the answers of the parts are joined in a place.
#include "rtl_c/warp_arbiter.h"
#include "sim/blocks/place.h"
#include "sim/policy/compose.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void names(void **state)
{
    (void)state;
    static const struct { const char *name, *unknown, *error; } wrong[] = {
        {"oaws", "oaws", ""}, {"gto+oaws", "oaws", ""}, {"gto+", "", "a policy is missing beside `+`"}, {"+gto", "", "a policy is missing beside `+`"},
        {"gto++lrr", "", "a policy is missing beside `+`"}, {"gto,lrr", "gto,lrr", ""},
        {"gto+cta-aware", "", "gto and cta-aware put warps in different orders"},
        {"bucl-dyn+2lvl-rr+gto", "", "2lvl-rr and gto put warps in different orders"},
        {"mascar+oldest", "", "mascar and oldest put warps in different orders"},
        {"mascar+ccws-priority", "", "mascar and ccws-priority both give warps priority classes"},
        {"oaws-dyn+oaws-static", "", "oaws-dyn and oaws-static both have the block oaws_ocw"},
        {"owl+owl-prefetch", "", "owl and owl-prefetch both have the block owl_prefetch"},
        {"kaws+kaws-share", "", "kaws and kaws-share both have the block kaws_share"},
        {"mascar+mrpb", "", "mascar has accesses that fail executed again, mrpb lets them pass the L1D by"},
        {"oaws-dyn+mascar", "", "mascar lets loads pass one that fails, oaws-dyn follows one load at a time"},
        {"swl+ccws+mrpb+oaws-dyn+bucl-dyn", "", "seen more than 4 policies in one, expected at most that"},
        {"cta-aware-locality-blp+cta-aware-locality-blp+cta-aware-locality-blp", "", "seen a name of 68 characters, expected at most 63"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char unknown[POLICY_NAME], error[256] = "";
        assert_null(policy_find_or_tell(wrong[i].name, unknown, error, sizeof error));
        assert_string_equal(unknown, wrong[i].unknown);
        assert_string_equal(error, wrong[i].error);
        assert_null(policy_find(wrong[i].name));
    }
}

static void wholes(void **state)
{
    (void)state;
    static const struct { const char *name; unsigned parts, mode; bool classes; unsigned blocks, numbers; } whole[] = {
        {"swl+bucl", 2, ARBITER_GTO, false, 2, NUMBERS_RANK_RUN},
        {"swl+bucl-dyn", 2, ARBITER_GTO, false, 2, NUMBERS_RANK_RUN},
        {"bucl-dyn+bucl-dyn", 1, ARBITER_GTO, false, 2, 0},
        {"lrr+bucl-dyn+lrr", 1, ARBITER_GTO, false, 2, 0},                    // round robin is what there is without a policy
        {"lrr+lrr", 1, ARBITER_LRR, false, 0, 0},
        {"bucl-dyn+cta-aware", 2, ARBITER_LRR, false, 3, 0},                  // the one with an order of its own
        {"cta-aware+bucl-dyn", 2, ARBITER_LRR, false, 3, 0},
        {"oaws-dyn+2lvl-gto+mrpb", 3, ARBITER_TWO_LEVEL_GTO, false, 4, NUMBERS_RANK | NUMBERS_RANK_RUN | NUMBERS_OLDEST_RUN},
        {"gto+owl-prefetch", 2, ARBITER_GTO, false, 1, 0},
        {"kaws+ccws", 2, ARBITER_OLDEST, true, 5, 0},
        {"owl", 2, ARBITER_LRR, false, 2, 0},
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const policy *p = policy_find(whole[i].name);
        unsigned parts = 0, blocks = 0;
        assert_non_null(p);
        assert_ptr_equal(policy_find(whole[i].name), p);                      // made once
        assert_string_equal(p->name, whole[i].name);
        while (p->parts[parts])
            parts++;
        while (p->blocks && p->blocks[blocks])
            blocks++;
        assert_int_equal(parts, whole[i].parts);
        assert_int_equal(p->arbiter_mode, whole[i].mode);
        assert_int_equal(p->classes, whole[i].classes);
        assert_int_equal(blocks, whole[i].blocks);
        assert_int_equal(p->numbers, whole[i].numbers);
    }
}

// A part that stands there again adds nothing, and its name does.
static void long_names(void **state)
{
    (void)state;
    char name[POLICY_NAME + 1] = "ccws", unknown[POLICY_NAME], error[256];
    while (strlen(name) < POLICY_NAME - 6)
        strcat(name, "+ccws");
    assert_non_null(policy_find(name));
    strcat(name, "+ccws");
    error[0] = 0;
    assert_null(policy_find_or_tell(name, unknown, error, sizeof error));
    assert_string_equal(error, "seen a name of 64 characters, expected at most 63");
    assert_string_equal(unknown, "");
}

// What one part requires, and the keys that it reads, are the whole's.
static void requirements_and_keys(void **state)
{
    (void)state;
    machine m;
    machine_error bad;
    char error[256];
    assert_true(machine_load(&m, "gtx480", &bad));
    m.dram.partition_indexing = PARTITION_RANDOM;
    assert_false(policy_suits(policy_find("gto+owl-prefetch"), &m, error, sizeof error));
    assert_string_equal(error, "dram.partition_indexing: seen random, expected any but random with policy gto+owl-prefetch: what else is in a row is drawn at random");
    assert_true(policy_suits(policy_find("gto+ccws"), &m, error, sizeof error));
    unsigned swl = 0, bucl = 0;
    for (const char *const *key = policy_find("swl+bucl")->reads; *key; key++) {
        swl += strcmp(*key, "policy.swl_limit") == 0;
        bucl += strcmp(*key, "policy.bucl_tucd") == 0;
    }
    assert_int_equal(swl + bucl, 2);
}

// What any part watches, follows or hears, the SM does for the whole, whichever part it is.
static void what_is_watched(void **state)
{
    (void)state;
    static const policy watching[] = {
        {.name = "memory", .any_order = true, .watches_memory = true}, {.name = "data", .any_order = true, .watches_data = true},
        {.name = "grid", .any_order = true, .watches_grid = true},     {.name = "loads", .any_order = true, .follows_loads = true},
        {.name = "hears", .any_order = true, .hears = HEARS(SM) | HEARS(GPU)},
        {.name = "one", .any_order = true, .one_a_cycle = ONE_FAIL}};
    static const policy blind = {.name = "blind", .any_order = true};
    char error[256];
    for (unsigned i = 0; i < sizeof watching / sizeof *watching; i++)
        for (unsigned first = 0; first < 2; first++) {
            const policy *part = &watching[i];
            policy whole = {.name = "whole"};
            const policy *const parts[] = {first ? part : &blind, first ? &blind : part, NULL};
            assert_true(policy_compose(&whole, parts, error, sizeof error));
            assert_true(whole.watches_memory == part->watches_memory && whole.watches_data == part->watches_data);
            assert_true(whole.watches_grid == part->watches_grid && whole.follows_loads == part->follows_loads);
            assert_true(whole.hears == part->hears && whole.one_a_cycle == part->one_a_cycle);
            free((void *)(uintptr_t)whole.parts);
        }
}

// What one part does the whole does, whichever part it is.
static void what_is_done(void **state)
{
    (void)state;
    static const policy blind = {.name = "blind", .any_order = true};
    unsigned feed = 0, lend = 0, prefetch = 0, passes = 0;
    char error[256];
    for (const policy *const *p = policy_table; *p; p++)
        for (unsigned first = 0; !(*p)->parts && first < 2; first++) {
            policy whole = {.name = "whole"};
            const policy *const parts[] = {first ? *p : &blind, first ? &blind : *p, NULL};
            if (!policy_compose(&whole, parts, error, sizeof error))
                continue;
            assert_true(!whole.feed == !(*p)->feed && !whole.select == !(*p)->select && !whole.charge == !(*p)->charge);
            assert_true(!whole.lend == !(*p)->lend && !whole.reexecution == !(*p)->reexecution && !whole.prefetch == !(*p)->prefetch);
            assert_true(!whole.load_passes == !(*p)->load_passes && !whole.access_passes == !(*p)->access_passes);
            feed += whole.feed != NULL;
            lend += whole.lend != NULL;
            prefetch += whole.prefetch != NULL;
            passes += whole.load_passes || whole.access_passes;
            free((void *)(uintptr_t)whole.parts);
        }
    assert_true(feed && lend && prefetch && passes);
}

// --- answers

static policy_masks answers[2];
static bool passes[2];
static unsigned asked;
static void select_0(const policy_view *view, policy_masks *masks) { (void)view; *masks = answers[0]; }
static void select_1(const policy_view *view, policy_masks *masks) { (void)view; *masks = answers[1]; }
static bool passes_0(const policy_view *view) { (void)view; asked |= 1; return passes[0]; }
static bool passes_1(const policy_view *view) { (void)view; asked |= 2; return passes[1]; }
static uint32_t charge_7(const policy_view *view, unsigned warp) { (void)view; return 7 + warp; }
static void lend_3(const policy_view *view, policy_loans *loans) { (void)view; loans->through = 3; }
static void prefetch_5(const policy_view *view, policy_prefetches *all) { (void)view; all->offers = 5; }

static const policy one = {.name = "one", .any_order = true, .select = select_0, .load_passes = passes_0, .access_passes = passes_0};
static const policy other = {.name = "other", .any_order = true, .select = select_1, .charge = charge_7, .lend = lend_3, .prefetch = prefetch_5,
                             .load_passes = passes_1, .access_passes = passes_1};

static void answers_are_joined(void **state)
{
    (void)state;
    static const uint8_t classes[64];
    policy whole = {.name = "one+other"};
    machine m;
    char error[256];
    place p;
    policy_loans loans = {.through = 0};
    policy_prefetches prefetched;
    policy_masks masks;
    machine_defaults(&m);
    assert_true(policy_compose(&whole, (const policy *const[]){&one, &other, NULL}, error, sizeof error));
    lockstep *blocks = lockstep_open(&(lockstep_options){.mode = BLOCKS_C}, error, sizeof error);
    place_open(&p, PLACE_SM, 0, &m, &(place_options){.lockstep = blocks, .policy = &whole});
    assert_true(place_open_hooks(&p, &(policy_view){.at = {PLACE_SM, 0, 0}}, error, sizeof error));
    assert_int_equal(p.n_asked, 2);
    answers[0] = (policy_masks){.may_issue = 0xF0F, .can_issue = 0xFF0, .occlude = 0x001};
    answers[1] = (policy_masks){.may_issue = 0x0FF, .can_issue = 0x3F0, .occlude = 0x010, .priority = classes};
    place_select(&p, &masks);
    assert_int_equal(masks.may_issue, 0x00F);
    assert_int_equal(masks.can_issue, 0x3F0);
    assert_int_equal(masks.occlude, 0x011);
    assert_ptr_equal(masks.priority, classes);
    for (unsigned i = 0; i < 4; i++) {
        passes[0] = i & 1, passes[1] = i & 2;
        asked = 0;
        assert_int_equal(place_load_passes(&p), i != 0);
        assert_int_equal(asked, 3);                                           // each, whatever the other one says
        assert_int_equal(place_access_passes(&p), i != 0);
    }
    assert_int_equal(place_charge(&p, 4), 11);
    place_lend(&p, &loans);
    assert_int_equal(loans.through, 3);
    place_prefetch(&p, &prefetched);
    assert_int_equal(prefetched.offers, 5);
    place_close(&p);
    lockstep_close(blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names), cmocka_unit_test(wholes), cmocka_unit_test(long_names), cmocka_unit_test(requirements_and_keys),
        cmocka_unit_test(what_is_watched), cmocka_unit_test(what_is_done),
        cmocka_unit_test(answers_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

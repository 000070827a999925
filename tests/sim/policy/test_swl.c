// SPDX-License-Identifier: BSD-3-Clause
// Which warps may run under static warp limiting: of each scheduler, or of the SM, the oldest running ones, as many as the limit
// says, in every slot there can be; anew when a warp comes, ends or changes its rank.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/policy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { WARPS = 64 };

typedef struct {
    machine               m;
    struct warp_order_out order;
    struct warp_rank_out  numbers;
    sm_levels             levels;
    const policy         *swl;
    uint64_t              state[32];
    policy_view           view;
} rig;

// All warps are resident; the one in the highest slot is the oldest.
static void rig_open(rig *r, unsigned limit, unsigned scope)
{
    *r = (rig){0};
    machine_defaults(&r->m);
    r->m.core.warps = WARPS, r->m.core.schedulers = 2;
    r->m.policy.swl_limit = limit, r->m.policy.swl_scope = scope;
    r->order.resident = ~UINT64_C(0);
    for (unsigned warp = 0; warp < WARPS; warp++)
        r->numbers.rank_run[warp] = (uint8_t)(WARPS - 1 - warp);
    r->levels = (sm_levels){.order = &r->order, .numbers = &r->numbers};
    r->view = (policy_view){.machine = &r->m, .levels = &r->levels, .state = r->state};
    r->swl = policy_find("swl");
    assert_in_range(r->swl->state_size, 1, sizeof r->state);
}

static uint64_t allowed(rig *r)
{
    policy_masks masks = POLICY_HOLDS_NOTHING;
    r->swl->select(&r->view, &masks);
    assert_true(masks.can_issue == ~UINT64_C(0) && masks.occlude == 0 && !masks.priority);
    return masks.may_issue;
}

static void the_oldest_of_each_scheduler(void **state)
{
    (void)state;
    for (unsigned limit = 0; limit <= 33; limit++) {
        rig r;
        rig_open(&r, limit, SWL_SCHEDULER);
        const unsigned both = 2 * limit < WARPS ? 2 * limit : WARPS;
        assert_true(allowed(&r) == (both ? ~UINT64_C(0) << (WARPS - both) : 0));
        rig_open(&r, limit, SWL_SM);
        assert_true(allowed(&r) == (limit ? ~UINT64_C(0) << (WARPS - limit) : 0));
    }
}

// One scheduler's warps alone run: the other's limit is not theirs, the SM's is.
static void a_scheduler_without_warps(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, 3, SWL_SCHEDULER);
    r.order.resident = UINT64_C(0x5555555555555555);
    assert_true(allowed(&r) == UINT64_C(0x5400000000000000));
    rig_open(&r, 4, SWL_SM);
    r.order.resident = UINT64_C(0x5555555555555555);
    assert_true(allowed(&r) == UINT64_C(0x5500000000000000));
}

static void what_changes_is_seen(void **state)
{
    (void)state;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        rig r;
        rig_open(&r, 1, SWL_SM);
        r.order.resident = UINT64_C(1) << warp;
        assert_true(allowed(&r) == UINT64_C(1) << warp);
        r.order.resident = UINT64_C(1) << (warp ^ 32);                  // it has ended, another has come
        assert_true(allowed(&r) == UINT64_C(1) << (warp ^ 32));
        r.order.resident = ~UINT64_C(0);
        r.numbers.rank_run[WARPS - 1] = r.numbers.rank_run[warp], r.numbers.rank_run[warp] = 0;
        assert_true(allowed(&r) == UINT64_C(1) << warp);
        assert_true(allowed(&r) == UINT64_C(1) << warp);
    }
    rig r;
    rig_open(&r, 1, SWL_SM);
    r.order.resident = UINT64_C(1) << 40 | 1;
    assert_true(allowed(&r) == UINT64_C(1) << 40);
    r.order.resident = 1;                               // the upper half alone is another
    assert_true(allowed(&r) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oldest_of_each_scheduler), cmocka_unit_test(a_scheduler_without_warps), cmocka_unit_test(what_changes_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
// With one charge a cycle (ONE_CHARGE): which warps' loads wait when another load has taken its charge in this cycle. Of every
// warp slot, and only of loads that would have a charge.
#include "sim/core/sm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t charged;                // warps whose load would have one
static uint32_t charge_of(const policy_view *view, unsigned warp) { (void)view; return charged >> warp & 1 ? 3 : 0; }
static const policy charges = {.name = "charges", .charge = charge_of};

static void who_waits_behind_a_charge(void **state)
{
    (void)state;
    static sm s;
    s.place.hooks[0].policy = &charges;
    s.place.n_asked = s.place.n_hooks = 1;
    s.cycle = s.charged_at = 7;
    for (unsigned warp = 0; warp < 64; warp++) {
        s.load = UINT64_C(1) << warp | UINT64_C(1) << (warp ^ 32);
        charged = UINT64_C(1) << warp | UINT64_C(1) << (warp ^ 1);
        assert_true(sm_behind_charge(&s) == UINT64_C(1) << warp);
    }
    s.charged_at = 6;
    assert_true(sm_behind_charge(&s) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_waits_behind_a_charge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

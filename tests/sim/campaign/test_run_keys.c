// SPDX-License-Identifier: BSD-3-Clause
// What the key of a run depends on: everything that its result does.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/machine.h"
#include "tests/sim/campaign/by_hand.h"

static void forget_runs(campaign *c)
{
    c->n_runs = 0;
    lookup_free(&c->by_key);
    lookup_free(&c->by_system);
}

static void expect_another_key(campaign *c, const char *key, const char *of)
{
    forget_runs(c);
    if (strcmp(campaign_add(c, "bfs", "lrr")->key, key) == 0)
        fail_msg("the key of a run does not depend on %s", of);
}

// Whatever a result depends on is in its key, one at a time.
static void test_what_keys_depend_on(void **state)
{
    char key[STORE_KEY], content[STORE_KEY];
    campaign c;

    (void)state;
    by_hand_few(&c);
    campaign_kernel *bfs = &c.kernels[campaign_kernel_of(&c, "bfs") - c.kernels];
    const campaign_kernel before = *bfs;

    forget_runs(&c);
    strcpy(key, campaign_add(&c, "bfs", "lrr")->key);
    strcpy(content, c.runs[0].content);
    bfs->source[0]++;
    expect_another_key(&c, key, "what its kernel is");
    bfs->source[0] = 0;
    expect_another_key(&c, key, "that its kernel has a sum");
    *bfs = before;
    bfs->size = "77";
    expect_another_key(&c, key, "the size");
    *bfs = before;
    bfs->options = (const char *const[]){ "--first" }, bfs->n_options = 1;
    expect_another_key(&c, key, "an option");
    *bfs = before;
    c.max_cycles++;
    expect_another_key(&c, key, "the limit of cycles");
    c.max_cycles--;
    c.seeds[0]++;
    expect_another_key(&c, key, "the seed");
    c.seeds[0]--;
    c.program_hash++;
    expect_another_key(&c, key, "the program");
    c.program_hash--;
    c.details[0] = "--per-cycle";
    expect_another_key(&c, key, "what is kept");
    c.details[0] = NULL;
    c.machines[0].base->core.warps /= 2;
    expect_another_key(&c, key, "the machine");
    assert_string_not_equal(content, c.runs[0].content);
    c.machines[0].base->core.warps *= 2;
    forget_runs(&c);
    assert_string_equal(campaign_add(&c, "bfs", "lrr")->key, key);
    assert_string_equal(c.runs[0].content, content);
    assert_string_not_equal(campaign_add(&c, "bfs", "gto")->key, key);
    campaign_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_what_keys_depend_on) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

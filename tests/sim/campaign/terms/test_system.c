// SPDX-License-Identifier: BSD-3-Clause
// Names of systems: what each word makes of the machine, which systems a list has, what stands for every value of a key, which keys lists
// sweep, and what follows the name of a search.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/axes.h"
#include "sim/campaign/campaign.h"
#include "sim/campaign/file/campaign_file.h"
#include "sim/campaign/terms/system.h"
#include "sim/machine/machine.h"
#include "tests/sim/campaign/by_hand.h"

static void test_words(void **state)
{
    static const struct { const char *name, *policy, *machine, *sets; } good[] = {
        { "gto", "gto", "", "" }, { "gto MSHR 48", "gto", "", "l1d.mshrs=48" }, { "gto SMR 30%", "gto", "", "policy.smr=30" },
        { "lrr @small l1d.sets=64 l2.ways=8", "lrr", "small", "l1d.sets=64 l2.ways=8" },
        { "swl limit 3 @a allocate-on-miss", "swl", "a", "policy.swl_limit=3 l1d.allocate=miss" },
        { "gto a.b=1 a.b=2 a.b=3 a.b=4 a.b=5 a.b=6 a.b=7 a.b=8", "gto", "", "a.b=1 a.b=2 a.b=3 a.b=4 a.b=5 a.b=6 a.b=7 a.b=8" },
    };
    static const char *const wrong[] = {
        "", "nothing", "gto MSHR", "gto MSHR x", "gto MSHR %", "gto word", "gto @a @b", "swl-best",
        "gto a.b=1 a.b=2 a.b=3 a.b=4 a.b=5 a.b=6 a.b=7 a.b=8 a.b=9", "gto a.b=1 a.b=2 a.b=3 a.b=4 a.b=5 a.b=6 a.b=7 a.b=8 SMR 3",
        "gto a.b=1 a.b=2 a.b=3 a.b=4 a.b=5 a.b=6 a.b=7 a.b=8 allocate-on-fill",
    };
    campaign_system system;
    char text[700];

    (void)state;
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!system_resolve(good[i].name, &system))
            fail_msg("%s is none", good[i].name);
        assert_string_equal(system.name, good[i].name);
        assert_string_equal(system.policy, good[i].policy);
        assert_string_equal(system.machine, good[i].machine);
        text[0] = 0;
        for (unsigned k = 0; k < system.n_sets; k++)
            sprintf(text + strlen(text), "%s%s", k ? " " : "", system.sets[k]);
        assert_string_equal(text, good[i].sets);
    }
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (system_resolve(wrong[i], &system))
            fail_msg("%s is one", wrong[i]);
    snprintf(text, sizeof text, "gto l1d.mshrs=%0145d", 1);
    assert_int_equal(strlen(text), SYSTEM_NAME - 1);
    assert_true(system_resolve(text, &system));
    snprintf(text, sizeof text, "gto l1d.mshrs=%0146d", 1);
    assert_false(system_resolve(text, &system));
}

static void test_lists(void **state)
{
    static const struct { const char *list; unsigned count; const char *names[8]; } cases[] = {
        { "gto", 1, { "gto" } }, { "", 0, { NULL } }, { "a,b", 2, { "a", "b" } }, { "a;b", 2, { "a", "b" } },
        { "a,b c=1,2;d", 5, { "a c=1", "b c=1", "a c=2", "b c=2", "d" } },
        { "a MSHR 1,2 SMR 3,4,5", 6, { "a MSHR 1 SMR 3", "a MSHR 2 SMR 3", "a MSHR 1 SMR 4", "a MSHR 2 SMR 4", "a MSHR 1 SMR 5",
                                      "a MSHR 2 SMR 5" } },
        { "a;b c=1,2;d,e f", 5, { "a", "b c=1", "b c=2", "d f", "e f" } },
    };
    char name[SYSTEM_NAME], text[400];

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(systems_count(cases[i].list), cases[i].count);
        for (unsigned k = 0; k < cases[i].count; k++) {
            assert_true(system_choose(cases[i].list, k, name));
            assert_string_equal(name, cases[i].names[k]);
        }
        assert_false(system_choose(cases[i].list, cases[i].count, name));
    }
    snprintf(text, sizeof text, "%0158d;b", 1);
    assert_true(system_choose(text, 0, name) && system_choose(text, 1, name));
    snprintf(text, sizeof text, "%0159d;b", 1);
    assert_false(system_choose(text, 0, name));
    // as many as 64 bits hold
    assert_true(systems_count("a b=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 c=0,1") == 32);
    text[0] = 0;
    for (unsigned i = 0; i < 70; i++)
        strcat(text, i ? " a,b" : "a,b");
    assert_true(systems_count(text) == UINT64_MAX);
}

static void expect_spelled(const machine *m, const char *list, const char *want)
{
    char *text = system_spell(list, m);

    assert_string_equal(text, want);
    free(text);
}

static void test_every_value(void **state)
{
    machine_error error;
    char key[SYSTEM_SET], list[200];
    uint32_t low, most;
    machine m;

    (void)state;
    assert_true(machine_load(&m, "oaws", &error));
    expect_spelled(&m, "gto core.schedulers=*", "gto core.schedulers=1,2,3,4");
    expect_spelled(&m, "lrr;gto core.schedulers=* MSHR 3;gto", "lrr;gto core.schedulers=1,2,3,4 MSHR 3;gto");
    expect_spelled(&m, "gto", "gto");
    expect_spelled(&m, "gto*", "gto*");                             // of no key
    expect_spelled(&m, "*", "*");
    expect_spelled(&m, "gto word *", "gto word *");
    expect_spelled(&m, "gto l1d.index=*", "gto l1d.index=*");       // words
    snprintf(list, sizeof list, "gto %0100d=*", 1);
    expect_spelled(&m, list, list);
    char *text = system_spell("swl limit *", &m);
    assert_int_equal(systems_count(text), 24);                      // warps of a scheduler
    assert_int_equal(strncmp(text, "swl limit 1,2,3,", 16), 0);
    free(text);
    text = system_spell("gto gpu.deadlock_cycles=*", &m);
    assert_int_equal(systems_count(text), SYSTEM_VALUES);
    free(text);
    assert_true(best_word_range(best_word_of("swl-best"), &m, key, &low, &most));
    assert_string_equal(key, "policy.swl_limit");
    assert_true(low == 1 && most == 24);
    assert_false(best_word_range(&(best_word){ .name = "x", .systems = "gto" }, &m, key, &low, &most));
    assert_false(best_word_range(&(best_word){ .name = "x", .systems = "gto*" }, &m, key, &low, &most));
}

static void test_searches(void **state)
{
    const best_word own[] = { { .name = "best" }, { .name = "bestest" }, { 0 } };

    (void)state;
    assert_ptr_equal(best_word_in(own, "best"), &own[0]);
    assert_ptr_equal(best_word_in(own, "best MSHR 3"), &own[0]);
    assert_ptr_equal(best_word_in(own, "bestest"), &own[1]);
    assert_null(best_word_in(own, "bes"));
    assert_null(best_word_in(own, "bests"));
    assert_non_null(best_word_of("swl-best"));
    assert_null(best_word_of("gto"));
    assert_string_equal(system_number_key("MSHR"), "l1d.mshrs");
    assert_null(system_number_key("MSH"));
    assert_int_equal(system_flag_sets("allocate-on-fill"), 1);
    assert_int_equal(system_flag_sets("nothing"), 0);
    assert_non_null(strstr(system_words(), "MSHR N, "));
}

static void refuses(campaign *c, const char *word, const char *set, const char *words)
{
    const char *const sets[] = { set };

    c->error[0] = 0;
    assert_false(campaign_add_machine(c, NULL, word, sets, set ? 1 : 0));
    if (!strstr(c->error, words))
        fail_msg("seen %s, expected %s", c->error, words);
}

static void test_machines_of_a_campaign(void **state)
{
    static campaign c;

    (void)state;
    refuses(&c, "oasw", NULL, "no machine `oasw`; the nearest is oaws");
    refuses(&c, "oaws", "l1d.mshrs=1", "[l1d] mshrs: seen 1");
    refuses(&c, "oaws", "gpu.sms=7", "oaws: ");
    assert_int_equal(c.n_machines, 0);
    for (unsigned i = 0; i < CAMPAIGN_MACHINES; i++)
        assert_true(campaign_add_machine(&c, i ? NULL : "own", "oaws", NULL, 0));
    assert_string_equal(c.machines[0].name, "own");
    assert_string_equal(c.machines[1].name, "oaws");
    refuses(&c, "oaws", NULL, "seen more than 16 machines, expected at most that");
    c.program = "/no/such/program";
    assert_false(campaign_begin(&c));
    assert_string_equal(c.error, "/no/such/program: cannot be read: No such file or directory");
    campaign_end(&c);
}

// Of two lists each sweeps its own key, which the other's policies do not count for.
static void test_axes_of_lists(void **state)
{
    static const char *const lists[] = { "gto l1d.mshrs=32,48;lrr l1d.miss_queue=4,8", "gto l1d.mshrs=32,48;;lrr l1d.miss_queue=4,8;" };
    char words[SIMULATOR_READERS];
    campaign_file changed;
    campaign c;

    (void)state;
    by_hand_few(&c);
    changed = *c.file;
    c.file = &changed;
    changed.runs[1] = (runs_row){ .systems = NULL };
    for (unsigned i = 0; i < 2; i++) {
        campaign_axes all = { .n = 0 };

        changed.runs[0] = (runs_row){ .systems = lists[i], .kernels = "all" };
        campaign_axes_find(&c, &all);
        assert_int_equal(all.n, 2);
        assert_string_equal(all.axes[0].key, "l1d.mshrs");
        assert_string_equal(all.axes[1].key, "l1d.miss_queue");
        for (unsigned k = 0; k < 2; k++) {
            campaign_axes_policies(all.axes[k].read, words);
            assert_string_equal(words, k ? "lrr" : "gto");
            assert_true(all.axes[k].swept && !all.axes[k].unread);
        }
    }
    campaign_end(&c);
}

// What follows the name of a search: its machine, with a blank in front, and all the rest.
static void test_words_of_a_search(void **state)
{
    static const struct { const char *system, *at, *rest; } cases[] = {
        { "swl-best", "", "" }, { "swl-best MSHR 48", "", " MSHR 48" }, { "swl-best @a", " @a", "" },
        { "swl-best MSHR 48 @second l1d.sets=64", " @second", " MSHR 48 l1d.sets=64" }, { "swl-best @b MSHR 4", " @b", " MSHR 4" },
    };
    char at[SYSTEM_NAME], rest[SYSTEM_NAME];

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        campaign_search_words(best_word_of("swl-best"), cases[i].system, at, rest);
        assert_string_equal(at, cases[i].at);
        assert_string_equal(rest, cases[i].rest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words), cmocka_unit_test(test_lists), cmocka_unit_test(test_every_value), cmocka_unit_test(test_searches),
        cmocka_unit_test(test_machines_of_a_campaign), cmocka_unit_test(test_axes_of_lists), cmocka_unit_test(test_words_of_a_search),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

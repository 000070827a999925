// SPDX-License-Identifier: BSD-3-Clause
// The table of who reads a key of the machine (sim/machine/readers.def, `reads` of policies) against runs: a key that it says is
// read changes what some run counts, under each policy that names it; keys that it says are not read are moved to the ends of
// their ranges, and not one counter is another. In `make test` every fourth key that is read, one end of each machine, in turn.
#include "tests/sim/policy/key_bench.h"
#include "tests/tier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct { const char *key, *policy, *settings, *kernel, *assignments; } shown;
static const shown hints[] = {
#define HINT(...) {__VA_ARGS__},
#include "tests/sim/policy/key_hints.def"
#undef HINT
};
enum { HINTS = sizeof hints / sizeof hints[0], WORD = 256 };

static bool same(const key_result *a, const key_result *b)
{
    return a->status == b->status && memcmp(&a->counters, &b->counters, sizeof a->counters) == 0;
}

static bool is_read(const machine *m, const policy *p, const char *key)
{
    return key_is_read(key, &(key_reader){.machine = m, .policy = p});
}

// The index-th value to be tried: the lowest, the highest, each word of a choice. False past the last, and for a text.
static bool value_of(const machine_key *key, unsigned index, char assignment[static WORD])
{
    const char *word = key->choices;

    if (!word) {
        snprintf(assignment, WORD, "%s=%u", key->name, index ? key->high : key->low);
        return index < 2 && key->high;
    }
    for (; index; index--) {
        word += strcspn(word, "|");
        if (!*word++)
            return false;
    }
    snprintf(assignment, WORD, "%s=%.*s", key->name, (int)strcspn(word, "|"), word);
    return true;
}

// Neighbouring rows begin with the same run.
static const key_result *unchanged(const shown *row, const machine *m)
{
    static const shown *of;
    static key_result result;

    if (!of || strcmp(of->settings, row->settings) || strcmp(of->policy, row->policy) || strcmp(of->kernel, row->kernel))
        result = key_run(row->kernel, m, key_policy(row->policy));
    of = row;
    return &result;
}

static bool differs(const shown *row, const machine *m, const char *assignments)
{
    const key_result *before = unchanged(row, m);
    machine changed = *m;

    if (!key_set(&changed, assignments, key_policy(row->policy)))
        return false;
    const key_result after = key_run(row->kernel, &changed, key_policy(row->policy));
    return !same(before, &after);
}

// Failures are told one by one, so that a table that is wrong is put right at once.
static unsigned failures;
#define COMPLAIN(...) (print_error(__VA_ARGS__), failures++)

static void expect_shown(const machine_key *key, const shown *row)
{
    char assignment[WORD];
    bool found = false;
    machine m;

    key_machine(&m, row->settings);
    if (!is_read(&m, key_policy(row->policy), key->name))
        COMPLAIN("%s: the table says that %s does not read it\n", key->name, row->policy);
    if (row->assignments[0])
        found = differs(row, &m, row->assignments);
    for (unsigned i = 0; !row->assignments[0] && !found && value_of(key, i, assignment); i++)
        found = differs(row, &m, assignment);
    if (!found)
        COMPLAIN("%s: the table says that it is read under %s, and nothing depends on it\n", key->name, row->policy);
}

static void test_what_is_read_matters(void **state)
{
    machine_key key;

    (void)state;
    failures = 0;
    for (unsigned i = 0; machine_key_at(i, &key); i++) {
        bool hinted = false;

        if (!tier_is_all() && i % 4)
            continue;
        for (unsigned h = 0; h < HINTS; h++)
            if (strcmp(hints[h].key, key.name) == 0) {
                expect_shown(&key, &hints[h]);
                hinted = true;
            }
        if (!hinted && strcmp(key.name, "gpu.memory_mib") != 0)     // read by CUDA programs alone
            expect_shown(&key, &(shown){key.name, "gto", "", "everything", ""});
    }
    assert_int_equal(failures, 0);
}

// What a policy says that it reads is tried under it.
static void test_each_policy_is_tried(void **state)
{
    (void)state;
    for (const policy *const *p = policy_table; *p; p++)
        for (const char *const *key = (*p)->reads; key && *key; key++) {
            bool tried = false;

            for (unsigned h = 0; h < HINTS; h++)
                tried |= strcmp(hints[h].key, *key) == 0 && strcmp(hints[h].policy, (*p)->name) == 0;
            if (!tried)
                fail_msg("%s: %s has no row in key_hints.def", (*p)->name, *key);
        }
}

// Machines on which something is not read, and how many keys are not: each condition of the table, each policy.
static const struct { const char *policy, *settings; unsigned unread; } unread_on[] = {
    {"gto", "icnt.kind=mesh", 47},
    {"gto", "l1d.perfect=1", 134},
    {"gto", "l1d.perfect=1 icnt.kind=mesh", 132},
    {"gto", "l2.perfect=1", 85},
    {"gto", "core.generic_collectors=8", 57},
    {"gto", "core.generic_collectors=8 core.int_units=2 core.dp_units=2 core.fetches=4", 54},
    {"gto", "dram.controllers=1 l2.sub_partitions=2", 53},
    {"swl", "ccws", 51},
    {"owl", "owl policy.owl_scheme=1 dram.controllers=1 l2.sub_partitions=1", 45},
    {"lrr", "", 52},
    {"gto", "", 52},
    {"2lvl-rr", "", 51},
    {"2lvl-gto", "", 51},
    {"swl", "", 50},
    {"ccws", "", 47},
    {"ccws-priority", "", 47},
    {"mascar", "", 51},
    {"mrpb", "", 51},
    {"bucl-dyn", "dram.controllers=1 l2.sub_partitions=2", 46},
    {"bucl-prf", "dram.controllers=1 l2.sub_partitions=2", 46},
    {"swl+bucl", "dram.controllers=1 l2.sub_partitions=2", 44},
    {"oaws-static", "", 49},
    {"oaws-dyn", "", 47},
    {"ocw", "", 48},
    {"oldest", "", 52},
    {"kaws", "kaws", 65},
    {"kaws-progress", "kaws", 67},
    {"kaws-share", "kaws", 67},
    {"cta-aware", "", 50},
    {"cta-aware-locality", "", 50},
    {"cta-aware-locality-blp", "", 50},
    {"owl-prefetch", "owl", 42},
    {"owl", "owl", 41},
};
enum { UNREAD_ON = sizeof unread_on / sizeof unread_on[0] };

// Policies that look at the L1D and at degrees have something to see.
static const char *kernel_under(const char *policy)
{
    return strstr(policy, "bucl") || strncmp(policy, "ccws", 4) == 0 || strcmp(policy, "ocw") == 0 ? "reuse" : "everything";
}

// Every key that the table says is not read, all to the index-th of their values. Returns how many there are.
static unsigned move_unread(machine *m, const policy *p, unsigned index)
{
    const machine as_it_is = *m;
    unsigned unread = 0;
    machine_key key;

    for (unsigned i = 0; machine_key_at(i, &key); i++) {
        char assignment[WORD];

        if (is_read(&as_it_is, p, key.name))
            continue;
        unread++;
        if (value_of(&key, index, assignment))
            key_set(m, assignment, p);
    }
    return unread;
}

static void test_what_is_not_read_does_not_matter(void **state)
{
    (void)state;
    failures = 0;
    for (unsigned i = 0; i < UNREAD_ON; i++) {
        const char *const kernel = kernel_under(unread_on[i].policy);
        const policy *p = key_policy(unread_on[i].policy);
        machine m;

        key_machine(&m, unread_on[i].settings);
        const key_result before = key_run(kernel, &m, p);
        for (unsigned end = 0; end < 2; end++) {
            if (!tier_is_all() && end != i % 2)
                continue;

            machine changed = m;

            const unsigned unread = move_unread(&changed, p, end);
            if (unread != unread_on[i].unread)
                COMPLAIN("{\"%s\", \"%s\", %u}: so many are not read\n", p->name, unread_on[i].settings, unread);
            const key_result after = key_run(kernel, &changed, p);
            if (!same(&before, &after))
                COMPLAIN("%s, %s: keys that the table says are not read change the run\n", p->name, unread_on[i].settings);
        }
    }
    assert_int_equal(failures, 0);
}

// The same one by one: which key it is.
static void test_each_unread_key(void **state)
{
    (void)state;
    failures = 0;
    for (unsigned i = 0; i < UNREAD_ON && tier_is_all(); i++) {
        const char *const kernel = kernel_under(unread_on[i].policy);
        const policy *p = key_policy(unread_on[i].policy);
        machine m;
        machine_key key;

        key_machine(&m, unread_on[i].settings);
        const key_result before = key_run(kernel, &m, p);
        for (unsigned k = 0; machine_key_at(k, &key); k++) {
            char assignment[WORD];

            for (unsigned v = 0; !is_read(&m, p, key.name) && value_of(&key, v, assignment); v++) {
                machine changed = m;

                if (!key_set(&changed, assignment, p))
                    continue;
                const key_result after = key_run(kernel, &changed, p);
                if (!same(&before, &after))
                    COMPLAIN("%s, %s: %s is read\n", p->name, unread_on[i].settings, assignment);
            }
        }
    }
    assert_int_equal(failures, 0);
}

// Every policy is there, and every condition of the table on both its sides.
static void test_all_policies_are_there(void **state)
{
    (void)state;
    for (const policy *const *p = policy_table; *p; p++) {
        bool there = false;

        for (unsigned i = 0; i < UNREAD_ON; i++)
            there |= strcmp(unread_on[i].policy, (*p)->name) == 0;
        if (!there)
            fail_msg("%s has no row in unread_on", (*p)->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_read_matters), cmocka_unit_test(test_each_policy_is_tried),
        cmocka_unit_test(test_what_is_not_read_does_not_matter), cmocka_unit_test(test_each_unread_key),
        cmocka_unit_test(test_all_policies_are_there),
    };
    return cmocka_run_group_tests_name("key_readers", tests, NULL, NULL);
}

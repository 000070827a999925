// SPDX-License-Identifier: BSD-3-Clause
// Who reads a key, as the rows of sim/machine/readers.def and of the policies say it together: every key, on machines on both
// sides of each condition, under every policy, with observers, in every kind of run; and in which words. That the rows are true,
// tests/sim/policy/test_key_readers.c shows.
#include "tests/sim/policy/key_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TIMING = 1, FUNCTIONAL = 2, PROGRAM = 4, LISTED = 8 };

static const char *const machines[] = {"", "icnt.kind=mesh", "l1d.perfect=1", "l1d.perfect=1 icnt.kind=mesh", "l2.perfect=1",
    "core.generic_collectors=8", "dram.controllers=1 l2.sub_partitions=2", "ccws", "owl", "owl policy.owl_scheme=1"};
enum { MACHINES = sizeof machines / sizeof machines[0] };

static bool is_key(const char *key, const char *section, const char *name)
{
    const size_t length = strlen(section);
    return strncmp(key, section, length) == 0 && key[length] == '.' && (!name || strcmp(key + length + 1, name) == 0);
}

// All conditions of a key hold.
static bool holds(const machine *m, const char *key)
{
    bool all = true;
#define READ_IF(section, name, condition, words) all &= !is_key(key, #section, #name) || (condition);
#define SECTION_READ_IF(section, condition, words) all &= !is_key(key, #section, NULL) || (condition);
#include "sim/machine/readers.def"
    return all;
}

// Whoever reads it, timing among them if a run with timing does.
static unsigned readers_of(const char *key)
{
    unsigned readers = TIMING;
#define READ_BY(section, name, by) if (is_key(key, #section, #name)) readers = TIMING | (by);
#define READ_ONLY_BY(section, name, by) if (is_key(key, #section, #name)) readers = (by);
#include "sim/machine/readers.def"
    return readers;
}

static bool names(const policy *p, const char *key)
{
    bool named = false;
    for (const char *const *name = p ? p->reads : NULL; name && *name; name++)
        named |= strcmp(*name, key) == 0;
    return named;
}

static unsigned how_many_name(const policy *const *table, const char *key)
{
    unsigned count = 0;
    for (const policy *const *p = table; *p; p++)
        count += names(*p, key);
    return count;
}

// A key that policies name, read on such a machine whoever the policy is.
static bool read_by_all(const machine *m, const char *key)
{
    bool read = false;
#define READ_ALSO_IF(section, member, condition, words) read |= is_key(key, #section, #member) && (condition);
#include "sim/machine/readers.def"
    return read;
}

static bool expected(const char *key, const key_reader *by)
{
    const unsigned readers = readers_of(key);
    if (by->listed)
        return readers & LISTED;
    if ((by->functional && readers & FUNCTIONAL) || (by->program && readers & PROGRAM))
        return true;
    if (by->functional || !(readers & TIMING) || !holds(by->machine, key))
        return false;
    bool theirs = strncmp(key, "policy.", 7) == 0 || how_many_name(policy_table, key) || how_many_name(observer_table, key);
    bool read = !theirs || names(by->policy, key) || read_by_all(by->machine, key);
    for (const policy *const *o = by->observers; o && *o; o++)
        read |= names(*o, key);
    return read;
}

static void every_key_in_every_run(void **state)
{
    machine_key key;
    unsigned read[2] = {0};
    (void)state;
    for (unsigned i = 0; i < MACHINES; i++) {
        machine m;
        key_machine(&m, machines[i]);
        for (const policy *const *p = policy_table; *p; p++)
            for (unsigned kind = 0; kind < 16; kind++) {
                key_reader by = {.machine = &m, .policy = kind == 8 ? NULL : *p, .observers = kind & 8 ? observer_table : NULL,
                                 .functional = kind & 1, .program = kind & 2, .listed = kind & 4};
                for (unsigned k = 0; machine_key_at(k, &key); k++) {
                    const bool seen = key_is_read(key.name, &by);
                    if (seen != expected(key.name, &by))
                        fail_msg("%s, %s, kind %u: %s is %sread", machines[i], (*p)->name, kind, key.name, seen ? "" : "not ");
                    read[seen]++;
                }
            }
    }
    assert_true(read[0] > 100000 && read[1] > 100000);
}

static void who_would_read_it(void **state)
{
    static const struct { const char *key, *policy, *settings; bool functional, listed; const char *words; } rows[] = {
        {"policy.swl_limit", "gto", "", false, false, "policies swl, swl+bucl"},
        {"policy.smr", "oaws-dyn", "", false, false, "policy oaws-static"},
        {"policy.vta_stores", "gto", "", false, false, "policies ccws, ccws-priority, observer ccws_vta"},
        {"mesh.width", "gto", "", false, false, "icnt.kind mesh"},
        {"mesh.width", "gto", "l1d.perfect=1", false, false, "icnt.kind mesh and l1d.perfect 0"},
        {"icnt.input_buffer", "gto", "icnt.kind=mesh", false, false, "icnt.kind crossbar"},
        {"icnt.input_buffer", "gto", "icnt.kind=mesh l1d.perfect=1", false, false, "icnt.kind crossbar and l1d.perfect 0"},
        {"dram.ccd", "gto", "l1d.perfect=1 l2.perfect=1", false, false, "l1d.perfect 0 and l2.perfect 0"},
        {"policy.swl_scope", "gto", "ccws", false, false, "policies swl, swl+bucl with core.schedulers above 1"},
        {"policy.owl_waits", "gto", "", false, false, "policies cta-aware, cta-aware-locality, cta-aware-locality-blp, owl, core.count_inactive 1"},
        {"policy.swl_scope", "swl", "ccws", false, false, "core.schedulers above 1"},
        {"gpu.memory_mib", "gto", "", false, false, "a CUDA program"},
        {"gpu.memory_mib", "gto", "", true, false, "a CUDA program"},
        {"l2.sets", "gto", "", true, false, "a run with timing"},
        {"l2.sets", "gto", "", false, true, "a run with timing"},
        {"l2.sets", "gto", "l2.perfect=1", true, false, "a run with timing and l2.perfect 0"},
        {"policy.smr", "gto", "", true, false, "policy oaws-static with a run with timing"},
        {"policy.smr", "oaws-static", "", true, false, "a run with timing"}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char words[READERS_WORDS];
        machine m;
        key_machine(&m, rows[i].settings);
        const key_reader by = {.machine = &m, .policy = policy_find(rows[i].policy), .functional = rows[i].functional, .listed = rows[i].listed};
        assert_false(key_is_read(rows[i].key, &by));
        key_readers(rows[i].key, &by, words);
        assert_string_equal(words, rows[i].words);
    }
}

// --- the table

// The row of a key: what stands behind its bar, or NULL.
static const char *row_of(const char *table, const char *key, char words[static 400])
{
    char name[100];
    snprintf(name, sizeof name, "`%s`", key);
    const char *line = table, *at = strstr(table, name);
    if (!at)
        return NULL;
    for (const char *next = table; next && next <= at; next = strchr(next, '\n') + 1)
        line = next;
    const char *bar = strstr(line, "` | ") + 4;
    snprintf(words, 400, "%.*s", (int)(strchr(bar, '\n') - bar) - 2, bar);
    return words;
}

// Each key that not every run with timing reads, and no other, stands in the table once.
static void the_table_has_each_key_once(void **state)
{
    static const struct { const char *key, *words; } rows[] = {
        {"policy.swl_limit", "policies swl, swl+bucl"}, {"policy.swl_scope", "policies swl, swl+bucl with core.schedulers above 1"},
        {"gpu.memory_mib", "a CUDA program"}, {"l1d.line_bytes", "`--functional`, too"}, {"core.warps", "`--functional`, too"},
        {"mesh.width", "icnt.kind mesh and l1d.perfect 0"}, {"policy.vta_stores", "policies ccws, ccws-priority, observer ccws_vta"},
        {"policy.owl_lower", "policies owl-prefetch, owl with policy.owl_scheme 2"},
        {"policy.owl_waits", "policies cta-aware, cta-aware-locality, cta-aware-locality-blp, owl, core.count_inactive 1"}};
    char *table, words[400];
    size_t length;
    machine_key key;
    FILE *file = open_memstream(&table, &length);
    (void)state;
    key_readers_table(file);
    fclose(file);
    for (unsigned k = 0; machine_key_at(k, &key); k++) {
        char name[100];
        snprintf(name, sizeof name, "`%s`", key.name);
        const char *at = strstr(table, name);
        bool conditional = false;
#define READ_IF(section, member, condition, words) conditional |= is_key(key.name, #section, #member);
#define SECTION_READ_IF(section, condition, words) conditional |= is_key(key.name, #section, NULL);
#include "sim/machine/readers.def"
        const bool there = conditional || strncmp(key.name, "policy.", 7) == 0 || how_many_name(policy_table, key.name) ||
                           how_many_name(observer_table, key.name) || !(readers_of(key.name) & TIMING) || readers_of(key.name) & FUNCTIONAL;
        if ((at != NULL) != there || (at && strstr(at + 1, name)))
            fail_msg("%s stands %s in the table", key.name, at ? there ? "twice" : "without a reason" : "nowhere");
    }
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_non_null(row_of(table, rows[i].key, words));
        assert_string_equal(words, rows[i].words);
    }
    free(table);
}

// --- which machines a policy runs on

static void a_policy_asks_for_its_machine(void **state)
{
    static const struct { const char *policy, *settings, *words; } rows[] = {
        {"gto", "", NULL}, {"kaws", "kaws", NULL}, {"owl", "owl", NULL}, {"bucl-dyn", "", NULL},
        {"kaws", "", "core.sub_cores: seen 0, expected any but 0 with policy kaws: a warp is lent to a scheduler that has issue registers of its own"},
        {"kaws-share", "kaws core.schedulers=1 core.sp_issue_slots=1 core.sfu_issue_slots=1 core.mem_issue_slots=1", "core.schedulers: seen 1, expected any but 1 with policy kaws-share: a warp is lent by one scheduler to another"},
        {"bucl-dyn", "l1d.global_write=back", "l1d.global_write: seen back, expected any but back with policy bucl-dyn: a load that passes the L1D by would not see "
                                              "what stores have left in it"},
        {"owl", "owl l2.sector_bytes=32", NULL}, {"owl", "qv100", NULL},
        {"owl", "kaws", "dram.partition_indexing: seen random, expected any but random with policy owl: what else is in a row is drawn at random"}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char error[400] = "";
        machine m;
        key_machine(&m, rows[i].settings);
        assert_int_equal(policy_suits(policy_find(rows[i].policy), &m, error, sizeof error), !rows[i].words);
        assert_string_equal(error, rows[i].words ? rows[i].words : "");
    }
}

// Names in a column as wide as the longest, at least of 12.
static void the_list_of_policies(void **state)
{
    char *text;
    size_t length, width = 12;
    FILE *file = open_memstream(&text, &length);
    (void)state;
    policy_list(file);
    fclose(file);
    const char *at = text;
    for (const policy *const *p = policy_table; *p; p++)
        width = strlen((*p)->name) > width ? strlen((*p)->name) : width;
    for (const policy *const *p = policy_table; *p; p++, at = strchr(at, '\n') + 1) {
        assert_ptr_equal(policy_find((*p)->name), *p);
        assert_null(observer_find((*p)->name));
        assert_memory_equal(at, "  ", 2);
        assert_memory_equal(at + 2, (*p)->name, strlen((*p)->name));
        assert_int_equal(strspn(at + 2 + strlen((*p)->name), " "), width - strlen((*p)->name));
        assert_true(strncmp(strchr(at, '\n') - strlen((*p)->help), (*p)->help, strlen((*p)->help)) == 0);
    }
    assert_string_equal(at, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_in_every_run), cmocka_unit_test(who_would_read_it), cmocka_unit_test(the_table_has_each_key_once),
        cmocka_unit_test(a_policy_asks_for_its_machine), cmocka_unit_test(the_list_of_policies),
    };
    return cmocka_run_group_tests_name("readers", tests, NULL, NULL);
}

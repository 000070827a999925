// SPDX-License-Identifier: BSD-3-Clause
// Machines: what the INI reader accepts and refuses, with which words; dumps; geometry that cannot be built.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/bundled.h"
#include "sim/machine/machine.h"
#include "sim/machine/nearest.h"

static char *dump_text(const machine *m, size_t *length)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, length);

    machine_dump(m, file);
    fclose(file);
    return text;
}

static void assert_refused(const char *text, const char *message)
{
    machine m;
    machine_error error;

    assert_false(machine_parse(&m, "m.ini", text, strlen(text), &error));
    assert_string_equal(error.text, message);
}

static void assert_set_refused(const char *assignment, const char *message)
{
    machine m;
    machine_error error;

    machine_defaults(&m);
    assert_false(machine_set(&m, assignment, &error));
    assert_string_equal(error.text, message);
}

static void test_bundled_numbers(void **state)
{
    machine m;
    machine_error error;

    (void)state;
    assert_true(machine_load(&m, "oaws", &error));
    assert_string_equal(m.name, "oaws");
    assert_int_equal(m.gpu.sms, 30);
    assert_int_equal(m.gpu.clusters, 15);
    assert_int_equal(m.clock.core_mhz, 700);
    assert_int_equal(m.clock.icnt_mhz, 1400);
    assert_int_equal(m.l1d.sets * m.l1d.ways * m.l1d.line_bytes, 32768);
    assert_int_equal(m.l1d.mshrs, 32);
    assert_int_equal(m.l1d.index, INDEX_HASH);
    assert_int_equal(m.l1d.latency, 1);
    assert_int_equal(m.l1d.allocate, ALLOCATE_ON_FILL);
    assert_int_equal(m.l2.sub_partitions * m.l2.sets * m.l2.ways * m.l2.line_bytes, 768 * 1024);
    assert_int_equal(m.l2.ways, 16);
    assert_int_equal(m.dram.queue, 32);
    assert_true(machine_load(&m, "gtx480", &error));
    assert_int_equal(m.l1d.sets * m.l1d.ways * m.l1d.line_bytes, 16384);
    assert_int_equal(m.l2.sub_partitions * m.l2.sets * m.l2.ways * m.l2.line_bytes, 768 * 1024);
}

// gtx480.ini names every key, and the defaults of machine.def are that machine.
static void test_gtx480_is_the_default(void **state)
{
    const bundled_file *file = bundled_find("sim/machine/gtx480.ini");
    machine loaded, defaults;
    machine_error error;
    size_t length;
    char *all, *line;

    (void)state;
    assert_non_null(file);
    machine_defaults(&defaults);
    assert_true(machine_load(&loaded, "gtx480", &error));
    assert_memory_equal(&loaded, &defaults, sizeof loaded);
    all = dump_text(&defaults, &length);
    for (line = strtok(all, "\n"); line; line = strtok(NULL, "\n"))
        if (line[0] != ';' && !strstr(file->begin, line))
            fail_msg("gtx480.ini lacks `%s`", line);
    free(all);
}

static void test_dump_is_a_valid_ini(void **state)
{
    static const char *const names[] = { "gtx480", "oaws", "ccws", "bucl", "kaws", "kaws_2x2", "owl", "qv100", "rtx3070" };
    machine m, again;
    machine_error error;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length;
        char *text;

        assert_true(machine_load(&m, names[i], &error));
        assert_true(machine_set(&m, "l1d.index=linear", &error));
        assert_true(machine_set(&m, "policy.swl_limit=3", &error));
        text = dump_text(&m, &length);
        if (!machine_parse(&again, "dump", text, length, &error))
            fail_msg("%s: %s", names[i], error.text);
        strcpy(again.name, m.name);
        assert_memory_equal(&m, &again, sizeof m);
        free(text);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    assert_refused("[core]\nwarps = 47\n", "m.ini: core.warps: seen 47 warps for 2 schedulers, expected a multiple");
    assert_refused("[l1d]\nway = 4\n", "m.ini:2: [l1d] has no key `way`; the nearest is `ways`");
    assert_refused("\n[l1dd]\n", "m.ini:2: unknown section [l1dd]; the nearest is [l1d]");
    assert_refused("[core]\nwarps = 65\n", "m.ini:2: [core] warps: seen 65, expected 2 to 64 warps");
    assert_refused("[core]\nwarps = 1\n", "m.ini:2: [core] warps: seen 1, expected 2 to 64 warps");
    assert_refused("[core]\nwarps = many\n",
                   "m.ini:2: [core] warps: seen `many`, expected a whole number of warps from 2 to 64");
    assert_refused("[core]\nwarps = -1\n",
                   "m.ini:2: [core] warps: seen `-1`, expected a whole number of warps from 2 to 64");
    assert_refused("[core]\nwarps = 99999999999999999999\n",
                   "m.ini:2: [core] warps: seen `99999999999999999999`, expected a whole number of warps from 2 to 64");
    assert_refused("[core]\nwarps =\n",
                   "m.ini:2: [core] warps: seen ``, expected a whole number of warps from 2 to 64");
    assert_refused("[l1d]\nindex = fermi\n", "m.ini:2: [l1d] index: seen `fermi`; the nearest is xor; expected one of linear|hash|xor|ipoly");
    assert_refused("[core]\nwarps = 48\nwarps = 48\n", "m.ini:3: [core] warps: given twice, expected once");
    // a read miss needs two places in a miss queue: with one no read would ever go on
    assert_refused("[l1d]\nmiss_queue = 1\n", "m.ini:2: [l1d] miss_queue: seen 1, expected 2 to 256 requests");
    assert_refused("[l2]\nmiss_queue = 1\n", "m.ini:2: [l2] miss_queue: seen 1, expected 2 to 256 requests");
    assert_refused("[core]\nnonsense\n", "m.ini:2: seen neither `[section]` nor `key = value`");
    assert_refused("warps = 48\n", "m.ini:1: seen the key `warps` before any [section]");
    assert_refused("[core\n", "m.ini:1: seen neither `[section]` nor `key = value`");
}

static void test_awkward_bytes(void **state)
{
    static const char nul[] = "[core]\nwarps\0 = 3\n";
    char line[400];
    machine m;
    machine_error error;

    (void)state;
    assert_false(machine_parse(&m, "m.ini", nul, sizeof nul - 1, &error));
    assert_string_equal(error.text, "m.ini:2: seen a NUL byte, expected text");
    memset(line, 'x', sizeof line);
    assert_false(machine_parse(&m, "m.ini", line, sizeof line, &error));
    assert_string_equal(error.text, "m.ini:1: seen a line of 400 characters, expected at most 198");
    // a byte order mark, indentation, CRLF, no newline at the end
    static const char fine[] = "\xEF\xBB\xBF[core]\r\n  warps = 32 ; comment\r\n\tschedulers = 1";
    assert_true(machine_parse(&m, "m.ini", fine, sizeof fine - 1, &error));
    assert_int_equal(m.core.warps, 32);
    assert_int_equal(m.core.schedulers, 1);
    assert_true(machine_parse(&m, "m.ini", "", 0, &error));
}

// Keys may stand in any order, that of the dump is read fastest.
static void test_any_order(void **state)
{
    static const char text[] = "[dram]\nlatency = 50\n[l2]\nsets = 32\n[gpu]\nlaunch_latency = 7\n[dram]\nqueue = 9\n[gpu]\nclusters = 15\n";
    machine m;
    machine_error error;

    (void)state;
    assert_true(machine_parse(&m, "m.ini", text, strlen(text), &error));
    assert_int_equal(m.dram.latency, 50);
    assert_int_equal(m.l2.sets, 32);
    assert_int_equal(m.gpu.launch_latency, 7);
    assert_int_equal(m.dram.queue, 9);
}

static void test_assignments(void **state)
{
    char map[MACHINE_TEXT + 16] = "dram.map=";
    machine m;
    machine_error error;

    (void)state;
    machine_defaults(&m);
    assert_true(machine_set(&m, "dram.map=0000RRRR.RRRRRRRR.CCCCBBBB.CCSSSSSS", &error));
    assert_true(machine_check(&m, &error));
    assert_set_refused("l1d.ways", "--set l1d.ways: expected section.key=value");
    memset(map + strlen(map), 'R', MACHINE_TEXT);
    assert_set_refused(map, "--set dram.map=RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR: [dram] map: "
                            "seen 192 characters, expected at most 191");
    assert_set_refused("ways=3", "--set ways=3: expected section.key=value");
    assert_set_refused("l1d.=3", "--set l1d.=3: [l1d] has no key ``; the nearest is `sets`");
    assert_set_refused("policy.swl_limi=3", "--set policy.swl_limi=3: [policy] has no key `swl_limi`; the nearest is `swl_limit`");
}

// Every key that is not its default has a hash of its own; one that is adds nothing, so that a key that is new leaves the
// results of machines without it.
static void test_hash(void **state)
{
    uint64_t seen[512];
    unsigned n = 0;
    machine m;
    machine_error error;
    machine_key key;

    (void)state;
    machine_defaults(&m);
    assert_true(machine_hash(&m, 7) == 7);
    for (unsigned i = 0; machine_key_at(i, &key); i++) {
        for (unsigned end = 0; end < 2; end++) {
            char set[200];
            uint64_t hash;

            if (key.choices && end == 0)
                snprintf(set, sizeof set, "%s=%.*s", key.name, (int)strcspn(key.choices, "|"), key.choices);
            else if (key.choices)
                snprintf(set, sizeof set, "%s=%s", key.name, strrchr(key.choices, '|') + 1);
            else if (key.high)
                snprintf(set, sizeof set, "%s=%u", key.name, !end ? key.low : key.high < 999999999 ? key.high : 999999999);
            else
                snprintf(set, sizeof set, "%s=%s", key.name, end ? "R" : "C");
            machine_defaults(&m);
            assert_true(machine_set(&m, set, &error));
            hash = machine_hash(&m, 7);
            if (hash == 7)                                              // the default is at this end
                continue;
            for (unsigned other = 0; other < n; other++)
                assert_true(hash != seen[other]);
            assert_true(n < sizeof seen / sizeof seen[0]);
            seen[n++] = hash;
        }
        assert_true(n > i);                                             // at one end at least it is another
    }
    assert_true(n > 100);
}

// What the simulator takes a word for: the values by name, whose words and order stand in choices.h.
static void test_words_of_choices(void **state)
{
    machine m;
    machine_error error;
    const struct { const char *set; const uint32_t *key; uint32_t value; } words[] = {
        { "core.collector_reads=one", &m.core.collector_reads, COLLECTOR_READS_ONE },
        { "core.collector_reads=several", &m.core.collector_reads, COLLECTOR_READS_SEVERAL },
        { "l1d.index=xor", &m.l1d.index, INDEX_XOR },
        { "l2.index=hash", &m.l2.index, INDEX_HASH },
        { "l2.index=linear", &m.l2.index, INDEX_LINEAR },
        { "l1d.allocate=fill", &m.l1d.allocate, ALLOCATE_ON_FILL },
        { "l1d.allocate=miss", &m.l1d.allocate, ALLOCATE_ON_MISS },
        { "l1d.global_write=through", &m.l1d.global_write, WRITE_THROUGH },
        { "l1d.global_write=back", &m.l1d.global_write, WRITE_BACK },
        { "l1d.global_write=evict", &m.l1d.global_write, WRITE_EVICT },
        { "l2.write_miss=fetch", &m.l2.write_miss, WRITE_MISS_FETCH },
        { "l2.write_miss=lazy", &m.l2.write_miss, WRITE_MISS_LAZY },
        { "l2.host_copy=bypass", &m.l2.host_copy, HOST_COPY_BYPASSES },
        { "l2.host_copy=fill", &m.l2.host_copy, HOST_COPY_FILLS },
    };

    (void)state;
    machine_defaults(&m);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_true(machine_set(&m, words[i].set, &error));
        assert_int_equal(*words[i].key, words[i].value);
    }
    assert_set_refused("l1d.global_write=write", "--set l1d.global_write=write: [l1d] global_write: seen `write`; the nearest is evict; "
                       "expected one of evict|through|back");
}

static void test_impossible_geometry(void **state)
{
    static const struct { const char *set[6], *message; } cases[] = {
        { { "gpu.clusters=4" }, "gpu.clusters: seen 4 clusters for 15 SMs, expected a number that divides them" },
        { { "core.warps=47" }, "core.warps: seen 47 warps for 2 schedulers, expected a multiple" },
        { { "core.warps=2" }, "core.warps: seen 2 warps for 2 schedulers, expected at least 2 each" },
        { { "l1d.sets=33" }, "l1d.sets: seen 33, expected a power of two" },
        { { "l1d.sets=16" },
          "l1d.index: seen hash with 16 sets, expected 32 or 64 sets (Fermi's hash is defined for these)" },
        { { "l2.sub_partitions=13" }, "l2.sub_partitions: seen 13 slices for 6 DRAM controllers, expected a multiple" },
        { { "dram.partition_indexing=random", "dram.controller_bit=7" }, "dram.controller_bit: seen 7, expected at least 8 with dram.partition_indexing random: a line of l2.line_bytes lies in one slice" },
        { { "dram.partition_indexing=ipoly" }, "l2.sub_partitions: seen 12 slices with dram.partition_indexing ipoly, expected 16, 32 or 64 (it is defined for these)" },
        { { "dram.controllers=8", "l2.sub_partitions=16", "dram.map=0000RRRR.RRRRRRRR.BBBBCCCC.CCSSSSSS", "dram.partition_indexing=ipoly" },
          "dram.map: seen B at bit 12, which numbers slices, expected it below bit 9 with dram.partition_indexing ipoly" },
        { { "l2.index=ipoly", "l2.sets=128" }, "l2.index: seen ipoly with 128 sets, expected 16, 32 or 64 sets (it is defined for these)" },
        { { "l2.sector_bytes=256" },
          "l2.sector_bytes: seen 256 for lines of 128 bytes, expected 1 to 8 sectors a line" },
        { { "l1d.global_write=back", "l1d.miss_queue=2" },
          "l1d.miss_queue: seen 2, expected at least 3 with l1d.global_write back (store, fetch, write-back)" },
        { { "l2.write_miss=fetch", "l2.miss_queue=2" },
          "l2.miss_queue: seen 2, expected at least 3 with l2.write_miss fetch (store, fetch, write-back)" },
        { { "core.sub_cores=1", "core.sfu_issue_slots=2" },
          "core.mem_issue_slots: seen 1 for 2 schedulers, expected one each with core.sub_cores" },
        { { "core.sub_cores=1", "core.sfu_issue_slots=2", "core.mem_issue_slots=2", "core.register_banks=15" },
          "core.register_banks: seen 15 banks for 2 schedulers, expected a multiple with core.sub_cores" },
        { { "core.dp_units=1" }, "core.dp_units: seen 1 with core.generic_collectors 0, expected 0: such units have no collectors of their own" },
        { { "core.generic_collectors=8", "core.sub_cores=1", "core.int_units=2", "core.sfu_issue_slots=2", "core.mem_issue_slots=2" },
          "core.int_issue_slots: seen 1 for 2 schedulers, expected one each with core.sub_cores" },
        { { "core.sub_cores=2", "core.sfu_issue_slots=2", "core.mem_issue_slots=2" },
          "core.generic_collectors: seen 0 for 2 schedulers, expected a multiple, not 0, with core.sub_cores 2" },
        { { "core.sub_cores=2", "core.sfu_issue_slots=2", "core.mem_issue_slots=2", "core.generic_collectors=3" },
          "core.generic_collectors: seen 3 for 2 schedulers, expected a multiple, not 0, with core.sub_cores 2" },
        { { "core.sub_cores=2", "core.sfu_issue_slots=2", "core.mem_issue_slots=2", "core.generic_collectors=4" },
          "core.sfu_units: seen 1 for 2 schedulers, expected one each with core.sub_cores 2" },
        { { "l1d.sector_bytes=16" }, "l1d.sector_bytes: seen 16 for lines of 128 bytes, expected 0, or 32 for lines of 128" },
        { { "l1d.sector_bytes=32", "l1d.global_write=back" },
          "l1d.sector_bytes: seen 32 with l1d.global_write back, expected evict or through" },
        { { "l2.queue_from_icnt=3" }, "l2.queue_from_icnt: seen 3, expected at least the 4 sectors of a line" },
        { { "dram.banks=8" }, "dram.map: seen 4 B bits, expected 3 for 8 banks" },
        { { "dram.map=RRRR" }, "dram.map: seen 4 bits, expected 32" },
        { { "dram.map=xRRR" }, "dram.map: seen `x`, expected letters 0 R B C S and dots" },
        { { "dram.burst=16" }, "dram.map: seen 6 S bits, expected 7 for bursts of 128 bytes" },
        { { "dram.banks=8", "dram.bank_groups=16" }, "dram.bank_groups: seen 16 groups of 8 banks, expected a number that divides them" },
        { { "dram.chips=3" }, "dram.burst: seen bursts of 96 bytes (bus_bytes * chips * burst), expected a power of two" },
        { { "dram.map=BBBBCCCC.CCCCCCCC.CCCCCCCC.CCSSSSSS" }, "dram.map: seen 0 R bits and 22 C bits, expected at least one of each" },
        { { "dram.map=0000RRRR.RRRRRRRR.CCCCCCBB.BBSSSSSS" },
          "dram.map: seen B at bit 6, which numbers slices, expected it at bit 7 or above (l2.line_bytes)" },
        { { "policy.swl_limit=25" }, "policy.swl_limit: seen 25, expected 1 to 24 (warps of a scheduler)" },
        { { "policy.swl_scope=sm", "policy.swl_limit=49" }, "policy.swl_limit: seen 49, expected 1 to 48 (warps of the SM)" },
        { { "policy.ocw_pin=49" }, "policy.ocw_pin: seen 49, expected 0 to 48 (core.warps)" },
        { { "icnt.flit_bytes=8" },
          "icnt.flit_bytes: seen packets of 17 flits (a line and 8 bytes) for buffers of 9, expected them to fit" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        machine m;
        machine_error error;

        machine_defaults(&m);
        for (int j = 0; j < 6 && cases[i].set[j]; j++)
            assert_true(machine_set(&m, cases[i].set[j], &error));
        assert_false(machine_check(&m, &error));
        assert_string_equal(error.text, cases[i].message);
    }
}

static void test_unknown_machine(void **state)
{
    machine m;
    machine_error error;

    (void)state;
    assert_false(machine_load(&m, "oasw", &error));
    assert_string_equal(error.text,
                        "--machine: no machine `oasw`; the nearest is oaws; there are bucl, ccws, gtx480, kaws, kaws_2x2, oaws, owl, qv100, rtx3070, and INI files (.ini)");
    assert_false(machine_load(&m, "build/none.ini", &error));
    assert_string_equal(error.text, "build/none.ini: cannot be read: No such file or directory");
}

// A file is measured before it is read.
static void test_long_file(void **state)
{
    enum { FILE_BYTES = (1 << 20) + 1 };
    char path[256], expected[400];
    machine m;
    machine_error error;
    FILE *file;

    (void)state;
    snprintf(path, sizeof path, "%s/test_machine_long.ini", getenv("BUILD") ? getenv("BUILD") : "build");
    file = fopen(path, "wb");
    assert_non_null(file);
    for (unsigned i = 0; i < FILE_BYTES; i++)
        fputc('\n', file);
    fclose(file);
    assert_false(machine_load(&m, path, &error));
    remove(path);
    snprintf(expected, sizeof expected, "%s: seen more than 1048576 bytes, expected an INI file", path);
    assert_string_equal(error.text, expected);
}

static void test_edit_distance(void **state)
{
    (void)state;
    assert_int_equal(nearest_distance("", ""), 0);
    assert_int_equal(nearest_distance("kitten", "sitting"), 3);
    assert_int_equal(nearest_distance("warps", "wraps"), 2);
    assert_int_equal(nearest_distance("abc", ""), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bundled_numbers),
        cmocka_unit_test(test_gtx480_is_the_default),
        cmocka_unit_test(test_dump_is_a_valid_ini),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_awkward_bytes),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_assignments),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_words_of_choices),
        cmocka_unit_test(test_impossible_geometry),
        cmocka_unit_test(test_unknown_machine),
        cmocka_unit_test(test_long_file),
        cmocka_unit_test(test_edit_distance),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
// Machines of the papers: every key of each against the text that it was read from (NAME_sources.txt), and the source that its
// file names behind the key.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/machine.h"

typedef struct {
    const char *name;
    const char *sources[8];                     // what stands behind a key begins with one of these words
    const char *changes[16];                    // each makes one row of the list wrong
} sourced_machine;

enum { VALUE_BYTES = 512 };                     // of a key, as the scan below takes it

static const sourced_machine machines[] = {
    { "oaws", { "Table 1", "section ", "GTX480 of 3.2.1", "default of 3.2.1", "ours" },
      { "clock.core_mhz=1400", "l2.sector_bytes=32", "l2.port_bytes=32", "icnt.flit_bytes=40",
        "dram.map=0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS", "l1d.latency=35", "policy.smr=51" } },
    { "ccws", { "FX5800", "Fermi caches", "default of 3.x", "ours" },
      { "clock.core_mhz=1300", "core.issue_period=4", "core.warp_parts=1", "l1d.index=hash", "l1d.allocate=fill",
        "l2.latency=120", "dram.data_rate=4", "core.shared_broadcasts=all" } },
    { "bucl", { "Table II", "section ", "GTX480 of 3.2.2", "default of 3.2.2", "ours" },
      { "clock.icnt_mhz=1400", "gpu.sms=30", "l1d.ways=8", "l1d.allocate=fill", "l2.index=linear", "l2.port_bytes=0",
        "dram.map=0000RRRR.RRRRRRRR.BBBBCCCC.CCSSSSSS" } },
    { "kaws", { "Table 1", "section ", "Titan X of 4.0", "default of 4.0", "ours" },
      { "core.sub_cores=0", "core.generic_collectors=16", "core.issue_width=1", "core.fetches=1", "l1d.sector_bytes=0",
        "l1d.global=cached", "l1d.latency=35", "dram.rrd=6", "icnt.flit_bytes=32", "l1d.ways=48", "l1c.perfect=0", "l2.index=linear" } },
    { "kaws_2x2", { "Titan X of 2018", "section ", "default of 4.0", "ours" },
      { "gpu.sms=28", "core.fetches=8", "core.register_banks=16", "l1d.ways=96", "l1i.perfect=1", "l2.host_copy=fill",
        "dram.return_queue=64", "dram.partition_indexing=random" } },
    { "owl", { "Table 1", "section ", "FX5800", "Fermi caches", "default of 3.x", "ours" },
      { "clock.core_mhz=1300", "core.registers=32768", "icnt.kind=crossbar", "l1d.line_bytes=128", "l1d.global_write=evict", "l1c.sets=64", "l2.sets=256",
        "dram.queue=16", "dram.banks=8", "dram.latency=30" } },
};

static char *dump_text(const machine *m)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    machine_dump(m, file);
    fclose(file);
    return text;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);

    assert_non_null(file);
    assert_non_null(text);
    assert_in_range(fread(text, 1, (1 << 16) - 1, file), 1, (1 << 16) - 2);
    fclose(file);
    return text;
}

// The value of a key in a dump; NULL if the dump has no such key.
static const char *dumped_value(const char *dump, const char *section, const char *key, char value[static VALUE_BYTES])
{
    char heading[64], name[64];
    const char *at, *end;

    snprintf(heading, sizeof heading, "\n[%s]\n", section);
    snprintf(name, sizeof name, "\n%s = ", key);
    at = strstr(dump, heading);
    if (!at)
        return NULL;
    end = strstr(at + 2, "\n[");
    at = strstr(at + 1, name);
    if (!at || (end && at > end))
        return NULL;
    snprintf(value, VALUE_BYTES, "%.*s", (int)strcspn(at + strlen(name), "\n"), at + strlen(name));
    return value;
}

// How many rows of the list the dump contradicts, and how many of its keys the list lacks.
static int differences(const char *path, const char *list, const char *dump, bool tell)
{
    char section[64] = "", key[64], value[VALUE_BYTES], found[VALUE_BYTES], wanted[160];
    int rows = 0, keys = 0, bad = 0;

    for (const char *line = list; *line; line += strcspn(line, "\n") + 1) {
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%63[^.].%63s %511s", section, key, value), 3);
        rows++;
        if (!dumped_value(dump, section, key, found))
            snprintf(found, sizeof found, "no such key");
        if (strcmp(found, value) != 0) {
            bad++;
            if (tell)
                print_error("%s: %s.%s: seen %s in the machine, expected %s\n", path, section, key, found, value);
        }
    }
    for (const char *line = dump; *line; line += strcspn(line, "\n") + 1) {
        if (line[0] == '\n' || sscanf(line, "[%63[^]]]", section) == 1 || sscanf(line, "%63s =", key) != 1)
            continue;
        keys++;
        snprintf(wanted, sizeof wanted, "\n%s.%s ", section, key);
        if (tell && !strstr(list, wanted))
            print_error("%s: seen no row for %s.%s, expected one with its value and its source\n", path, section, key);
    }
    return bad + (keys > rows ? keys - rows : 0);
}

static char *dump_without_help(const machine *m)
{
    char *all = dump_text(m), *short_one = calloc(1, strlen(all) + 2), *to = short_one;

    assert_non_null(short_one);
    *to++ = '\n';
    for (const char *line = all; *line; line += strcspn(line, "\n") + 1) {
        size_t bytes = line[0] == ';' ? 0 : strcspn(line, "\n") + 1;
        memcpy(to, line, bytes);
        to += bytes;
    }
    free(all);
    return short_one;
}

static void sources_of(const char *name, char path[static 128])
{
    snprintf(path, 128, "tests/sim/machine/%s_sources.txt", name);
}

static void machines_are_as_their_sources_say(void **state)
{
    (void)state;
    for (const sourced_machine *row = machines; row < machines + sizeof machines / sizeof *machines; row++) {
        char path[128], *list, *dump;
        machine m;
        machine_error error;

        sources_of(row->name, path);
        list = read_text(path);
        assert_true(machine_load(&m, row->name, &error));
        dump = dump_without_help(&m);
        assert_int_equal(differences(path, list, dump, true), 0);
        assert_int_equal(differences(path, strstr(list, "\ngpu.clusters") + 1, dump, false), 1);      // a row less
        free(dump);
        for (size_t i = 0; row->changes[i]; i++) {
            machine changed = m;

            assert_true(machine_set(&changed, row->changes[i], &error));
            dump = dump_without_help(&changed);
            assert_int_equal(differences(path, list, dump, false), 1);
            free(dump);
        }
        free(list);
    }
}

// The file gives every key of the list, each with its source behind it.
static void names_its_sources(const sourced_machine *row)
{
    char path[128], *list, *file;
    char section[64] = "", key[64], wanted[160];
    int keys = 0, rows = 0;

    sources_of(row->name, path);
    list = read_text(path);
    snprintf(path, sizeof path, "sim/machine/%s.ini", row->name);
    file = read_text(path);
    for (const char *line = file; *line; line += strcspn(line, "\n") + 1) {
        const char *source = strchr(line, ';');
        bool named = false;

        if (sscanf(line, "[%63[^]]]", section) == 1 || line[0] == ';' || line[0] == '\n')
            continue;
        assert_int_equal(sscanf(line, "%63s =", key), 1);
        for (size_t i = 0; source && row->sources[i]; i++)
            named |= strncmp(source + 2, row->sources[i], strlen(row->sources[i])) == 0;
        if (!named || source - line > (int)strcspn(line, "\n"))
            fail_msg("%s: [%s] %s names no source", path, section, key);
        snprintf(wanted, sizeof wanted, "\n%s.%s ", section, key);
        if (!strstr(list, wanted))
            fail_msg("%s: seen [%s] %s, expected a row for it in tests/sim/machine/%s_sources.txt", path, section, key, row->name);
        keys++;
    }
    for (const char *at = list; *at; at += strcspn(at, "\n") + 1)
        rows += at[0] != '#';
    assert_int_equal(keys, rows);
    free(list);
    free(file);
}

static void machines_name_their_sources(void **state)
{
    (void)state;
    for (const sourced_machine *row = machines; row < machines + sizeof machines / sizeof *machines; row++)
        names_its_sources(row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_are_as_their_sources_say),
        cmocka_unit_test(machines_name_their_sources),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

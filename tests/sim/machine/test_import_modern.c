// SPDX-License-Identifier: BSD-3-Clause
// Machines qv100 and rtx3070, key by key against GPGPU-Sim 4.2's two configurations: `warplock import` of each expresses every
// option, and makes the bundled machine, all of it; and the machine's file has behind each key the option that the import names, with its value.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/import.h"
#include "tests/sim/machine/imported.h"

static const char *const names[] = { "qv100", "rtx3070" };
enum { MACHINES = sizeof names / sizeof *names };

static char *dump_text(const machine *m)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    machine_dump(m, file);
    fclose(file);
    return text;
}

// The first line in which two dumps differ; NULL: none.
static const char *difference(const machine *one, const machine *other, char line[static 256])
{
    char *first = dump_text(one), *second = dump_text(other);
    bool same = true;

    for (const char *a = first, *b = second; same && *a && *b; a += strcspn(a, "\n") + 1, b += strcspn(b, "\n") + 1) {
        same = strcspn(a, "\n") == strcspn(b, "\n") && strncmp(a, b, strcspn(a, "\n")) == 0;
        if (!same && a[0] == ';')                           // the head: the name of the machine
            same = true;
        snprintf(line, 256, "%.*s", (int)strcspn(a, "\n"), a);
    }
    free(first);
    free(second);
    return same ? NULL : line;
}

static void machines_are_what_the_files_make(void **state)
{
    (void)state;
    static const char *const changes[] = { "gpu.launch_latency=0", "core.sub_cores=1", "core.dp_units=0", "latency.shuffle=33", "l1d.banks=2",
        "l1d.write_ratio=24", "icnt.packets_in=511", "l2.index=linear", "dram.partition_indexing=consecutive", "clock.dram_khz=1" };
    for (unsigned i = 0; i < MACHINES; i++) {
        imported_texts t = imported_read(names[i], NULL);
        import *im = imported_convert(t);
        machine bundled, changed;
        machine_error error;
        char line[256];

        assert_true(machine_load(&bundled, names[i], &error));
        assert_int_equal(import_refusals(im), 0);
        if (difference(&bundled, import_machine(im), line))
            fail_msg("%s: `%s` is not that of %s/gpgpusim.config", names[i], line, names[i]);
        // Seen to fail: another value of any key.
        for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
            const char *key = strchr(changes[c], '.') + 1;
            changed = bundled;
            if (!machine_set(&changed, changes[c], &error))
                continue;                                   // it stands by no other key's value alone
            assert_non_null(difference(&changed, import_machine(im), line));
            assert_memory_equal(line, key, strcspn(key, "="));
        }
        import_free(im);
        imported_free(t);
    }
}

// What the bundled file says behind a key, of what the import says: without lines, and in our words where there is no option.
static void source_in_words(const char *line, char words[static 256])
{
    static const struct { const char *imported, *bundled; } ours[] = {
        { "; no option, as gtx480", "; ours" }, { "; of the policies, as gtx480", "; ours" }, { "; as GPGPU-Sim 4", "; as 4.2 is" },
        { "; all fetches of a cycle but the last are decoded in it", "; as 4.2 is" } };
    size_t length = 0;

    for (const char *at = line; *at && length < 255;) {
        size_t i = 0;
        while (i < sizeof ours / sizeof *ours && strcmp(at, ours[i].imported) != 0)
            i++;
        if (i < sizeof ours / sizeof *ours) {
            length += (size_t)snprintf(words + length, 256 - length, "%s", ours[i].bundled);
            break;
        }
        if (strncmp(at, ", line ", 7) == 0)
            at += 7 + strspn(at + 7, "0123456789");
        else
            words[length++] = *at++;
    }
    words[length] = 0;
}

static char *text_of(const char *path)
{
    char *text = calloc(1, 1 << 16);
    FILE *file = fopen(path, "rb");

    assert_non_null(text);
    assert_non_null(file);
    assert_in_range(fread(text, 1, (1 << 16) - 1, file), 1, (1 << 16) - 2);
    fclose(file);
    return text;
}

// The first line, behind the heads, in which a machine's file is not what the import writes; false: there is none. Counts options.
static bool differs(const char *bundled, const char *written, char line[static 600], unsigned *options)
{
    static const char first[] = "; the whole GPU\n", behind[] = "\n; Without a key of a machine";
    char *left = strdup(strstr(bundled, first)), *right = strdup(strstr(written, first)), *a = left, *b = right, words[256];
    bool same = true;

    *strstr(right, behind) = 0;
    *options = 0;
    while (same && (a || b)) {
        const char *own = strsep(&a, "\n"), *imported = strsep(&b, "\n");
        source_in_words(imported ? imported : "", words);
        same = own && imported && strcmp(own, words) == 0;
        *options += strstr(words, " ; -") != NULL;
        snprintf(line, 600, "seen `%s`, the import writes `%s`", own ? own : "", imported ? words : "");
    }
    free(left);
    free(right);
    return !same;
}

static void no_other_words(const char *bundled, const char *written, const char *find, const char *replacement)
{
    char *changed = imported_edit(bundled, find, replacement), line[600];
    unsigned options;

    if (!differs(changed, written, line, &options))
        fail_msg("`%s` may be `%s`", find, replacement);
    free(changed);
}

// All of the bundled file, key by key: behind each key its option as the import names it, with its value, or that there is none.
static void keys_name_their_options(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MACHINES; i++) {
        imported_texts t = imported_read(names[i], NULL);
        import *im = imported_convert(t);
        char *written = imported_printed(im, import_write), path[64], line[600];
        unsigned options;

        snprintf(path, sizeof path, "sim/machine/%s.ini", names[i]);
        char *bundled = text_of(path);
        if (differs(bundled, written, line, &options))
            fail_msg("%s: %s", path, line);
        assert_int_equal(options, i ? 158 : 160);           // a file of five values has none of a shuffle
        // Seen to fail: another option, one without its value, none, one of two, a value, and a key that is not there.
        no_other_words(bundled, written, "; -gpgpu_smem_latency ", "; -gpgpu_l1_latency ");
        no_other_words(bundled, written, "; -gpgpu_kernel_launch_latency 5000", "; -gpgpu_kernel_launch_latency");
        no_other_words(bundled, written, " ; -gpgpu_num_dp_units 4", "");
        no_other_words(bundled, written, "; -gpgpu_unified_l1d_size 128", "");
        no_other_words(bundled, written, "-gpgpu_l1_banks 4", "-gpgpu_l1_banks 2");
        no_other_words(bundled, written, "\nqueue = 64                    ; -gpgpu_frfcfs_dram_sched_queue_size 64", "");
        no_other_words(bundled, written, "\nkind = local                  ; -network_mode 2", "\nkind = local                  ; ours");
        free(bundled);
        free(written);
        import_free(im);
        imported_free(t);
    }
}

// Units of their own have slots among 11 numbers or 13, and those of the tensor units among 13 alone.
static void slots_of_units_are_there(void **state)
{
    static const struct { const char *widths; unsigned refusals; } rows[] = {
        { "4,4,4,4,4,4,4,4,4,4,8", 1 }, { "4,4,4,4,4,4,4,4,8", 3 },
    };
    static const char *const keys[] = { "core.tensor_issue_slots", "core.int_issue_slots", "core.dp_issue_slots" };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        imported_texts t = imported_read("qv100", NULL);
        char *config = imported_edit(t.config, "-gpgpu_sub_core_model 1", "-gpgpu_sub_core_model 0");
        import *im = imported_convert_edited((imported_texts){ config, NULL }, "4,4,4,4,4,4,4,4,4,4,8,4,4", rows[i].widths);
        char *seen = imported_printed(im, import_print_refusals), expected[200];

        assert_int_equal(import_refusals(im), rows[i].refusals);
        for (unsigned k = 0; k < rows[i].refusals; k++) {
            snprintf(expected, sizeof expected, "-gpgpu_pipeline_widths: seen %s, expected 13 numbers, with those of the tensor units at the end, or 11 (%s)\n",
                     rows[i].widths, keys[k]);
            if (!strstr(seen, expected))
                fail_msg("%s: not in %s", expected, seen);
        }
        assert_int_equal(import_machine(im)->core.tensor_issue_slots, 1);
        free(seen);
        free(config);
        import_free(im);
        imported_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_are_what_the_files_make),
        cmocka_unit_test(keys_name_their_options),
        cmocka_unit_test(slots_of_units_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
// Machines qv100 and rtx3070, key by key against GPGPU-Sim 4.2's two configurations: `warplock import` of each expresses every
// option, and makes the bundled machine, all of it; and what the machine's file says behind a key is the option that the import names.
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

// Behind each key of the bundled file, the option that the import names, without its line.
static void keys_name_their_options(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MACHINES; i++) {
        imported_texts t = imported_read(names[i], NULL);
        import *im = imported_convert(t);
        char *written = imported_printed(im, import_write), path[64], section[32] = "", *bundled = calloc(1, 1 << 16), *rest = written;
        unsigned named = 0;

        snprintf(path, sizeof path, "sim/machine/%s.ini", names[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        assert_in_range(fread(bundled, 1, (1 << 16) - 1, file), 1, (1 << 16) - 2);
        fclose(file);
        for (char *line; (line = strsep(&rest, "\n")); ) {
            char key[64], option[64], wanted[80], *comment = strstr(line, " ; -");
            if (line[0] == '[')
                snprintf(section, sizeof section, "\n%.*s\n", (int)strcspn(line, "]") + 1, line);
            if (!comment || sscanf(line, "%63[a-z_0-9]", key) != 1 || sscanf(comment + 3, "%63[^ ,]", option) != 1)
                continue;
            const char *in = strstr(bundled, section);
            assert_non_null(in);
            snprintf(wanted, sizeof wanted, "\n%s = ", key);
            in = strstr(in + 1, wanted);
            if (!in)
                fail_msg("%s: no key %s in %s", path, key, section);
            char whole[256];
            snprintf(whole, sizeof whole, "%.*s", (int)strcspn(in + 1, "\n"), in + 1);
            const char *stands = strstr(whole, " ; ");
            if (!stands || strncmp(stands + 3, option, strlen(option)) != 0)
                fail_msg("%s: `%s` does not name %s", path, whole, option);
            named++;
        }
        assert_in_range(named, 100, 200);
        free(bundled);
        free(written);
        import_free(im);
        imported_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_are_what_the_files_make),
        cmocka_unit_test(keys_name_their_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

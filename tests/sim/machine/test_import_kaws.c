// SPDX-License-Identifier: BSD-3-Clause
// The two machines that the KAWS paper may mean, key by key against GPGPU-Sim's two configurations of the Titan X: what `warplock
// import` makes of each. No key may differ but those that no option is of, which stand here with the reason.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/import.h"
#include "tests/sim/machine/imported.h"

typedef struct {
    const char *machine, *folder, *network;
    unsigned refusals;                          // options that no machine can have
    const char *refused;                        // what the first of them says
    const char *but;                            // what the file has and the machine has not, on purpose; NULL: nothing
} imported_machine;

static const imported_machine pairs[] = {
    { "kaws", "titanx", "config_pascal_islip.icnt", 0, "", "l1d.banks=2" },     // all results were taken with one
    { "kaws_2x2", "titanx_2x2", "config_fermi_islip.icnt", 1, "-gpgpu_num_dp_units: seen 1", NULL },
};

// Of no use on a crossbar; of no use with generic collectors; the paper counts cycles from the first CTA on.
static const char *const of_no_use[] = { "mesh.width", "mesh.height", "mesh.seats", "core.sp_collectors", "core.sfu_collectors",
                                         "core.mem_collectors", "core.sp_ports", "gpu.launch_latency" };

static bool is_of_use(const char *key, const machine *m)
{
    for (size_t i = 0; i < sizeof of_no_use / sizeof *of_no_use; i++)
        if (strcmp(key, of_no_use[i]) == 0 && (key[0] != 'c' || m->core.generic_collectors))
            return false;
    return strncmp(key, "policy.", 7) != 0;
}

static char *dump_text(const machine *m)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    machine_dump(m, file);
    fclose(file);
    return text;
}

// Keys of use that the two do not have in common; the first of them in `key`.
static unsigned differences(const machine *one, const machine *other, char key[static 128])
{
    char *first = dump_text(one), *second = dump_text(other), section[64] = "";
    unsigned count = 0;

    for (const char *a = first, *b = second; *a && *b; a += strcspn(a, "\n") + 1, b += strcspn(b, "\n") + 1) {
        const size_t length = strcspn(a, "\n");
        char name[64] = "", full[128];

        if (a[0] == '[')
            snprintf(section, sizeof section, "%.*s", (int)length - 2, a + 1);
        if (a[0] == '[' || a[0] == ';' || !length || sscanf(a, "%63[a-z_0-9]", name) != 1)
            continue;
        snprintf(full, sizeof full, "%s.%s", section, name);
        if ((length != strcspn(b, "\n") || strncmp(a, b, length)) && is_of_use(full, one) && !count++)
            snprintf(key, 128, "%s", full);
    }
    free(first);
    free(second);
    return count;
}

static void machines_are_what_the_files_make(void **state)
{
    (void)state;
    for (const imported_machine *pair = pairs; pair < pairs + sizeof pairs / sizeof *pairs; pair++) {
        imported_texts t = imported_read(pair->folder, pair->network);
        import *im = imported_convert(t);
        machine bundled, changed;
        machine_error error;
        char key[128], *refusals = imported_printed(im, import_print_refusals);

        assert_true(machine_load(&bundled, pair->machine, &error));
        if (pair->but) {
            assert_int_equal(differences(&bundled, import_machine(im), key), 1);
            assert_true(machine_set(&bundled, pair->but, &error));
        }
        if (differences(&bundled, import_machine(im), key))
            fail_msg("%s: %s is not that of %s/gpgpusim.config", pair->machine, key, pair->folder);
        assert_int_equal(import_refusals(im), pair->refusals);
        assert_non_null(strstr(refusals, pair->refused));
        free(refusals);
        // Seen to fail: another value of any key that counts.
        static const char *const changes[] = { "l1d.ways=64", "l2.index=xor", "l1i.perfect=2", "latency.int_mad=4", "dram.rtpl=9", "core.fetches=3" };
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
            changed = bundled;
            if (strcmp(changes[i], "l1i.perfect=2") == 0)
                changed.l1i.perfect = !changed.l1i.perfect;
            else
                assert_true(machine_set(&changed, changes[i], &error));
            assert_int_equal(differences(&changed, import_machine(im), key), 1);
            assert_memory_equal(key, changes[i], strlen(key));
        }
        import_free(im);
        imported_free(t);
    }
}

// The two are two machines, and neither is the other's file.
static void the_two_differ(void **state)
{
    machine one, other;
    machine_error error;
    char key[128];

    (void)state;
    assert_true(machine_load(&one, "kaws", &error));
    assert_true(machine_load(&other, "kaws_2x2", &error));
    assert_in_range(differences(&one, &other, key), 20, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_are_what_the_files_make),
        cmocka_unit_test(the_two_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

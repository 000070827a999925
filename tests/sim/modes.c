// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/modes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/command.h"
#include "tests/sim/matrix.h"

char *modes_strip(json_t *runs)
{
    json_t *all = json_is_array(runs) ? runs : json_pack("[o]", runs);
    size_t  i;
    json_t *run;
    json_array_foreach(all, i, run)
    {
        json_object_del(run, "blocks");
        json_object_del(run, "lockstep");
        json_object_del(run, "wall_seconds");
    }
    char *text = json_dumps(all, JSON_INDENT(1));
    json_decref(all);
    return text;
}

void modes_agree_for(const mode_row *row, const char *kernel, const char *wave, mode_sums *sums)
{
    char options[512];
    snprintf(options, sizeof options, row->options, wave);
    json_t       *array = command_json(0, "--machine %s --policy %s %s %s", row->machine, row->policy, options, kernel);
    const json_t *run = json_array_get(array, 0);
    assert_true(json_is_true(json_object_get(run, "verified")));
    if (row->instances) {
        assert_true(command_number(run, "lockstep", "instances") == row->instances);
        assert_true(command_number(run, "lockstep", "cycles") > 0);
        assert_true(command_number(run, "lockstep", "mismatches") == 0);
        sums->edges += command_number(run, "lockstep", "cycles");
        sums->mismatches += command_number(run, "lockstep", "mismatches");
    }
    sums->runs++;
    char *c = modes_strip(matrix_run(row->machine, row->policy, kernel)), *other = modes_strip(array);
    if (strcmp(c, other) != 0)
        fail_msg("%s under %s on %s: --blocks c and %s differ:\n%s\n%s", kernel, row->policy, row->machine, options, c, other);
    free(c);
    free(other);
}

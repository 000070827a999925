// SPDX-License-Identifier: BSD-3-Clause
// Prints what machines.c makes of systems, for test_systems.sh, which compiles it with changed INI files and tables: as
// JSON, from rows whose bits are the tables' and whose costs are made up, 65 nm area one mm2 a bit.
// With a folder of figures: the table of cost beside gain from them. With `claims FILE`: what each of its claims needs.
// With `clock MACHINE BLOCK`: the MHz that the block's path is held against there.
#include "synth_estimates/overhead.h"

#include <string.h>

static void print_claims(const char *path, json_t *rows)
{
    json_t *claims = overhead_claims(path, rows), *claim;
    size_t i;
    json_array_foreach(claims, i, claim)
        if (json_object_get(claim, "needs_bits"))
            printf("needs_bits %.0f\n", overhead_number(claim, "needs_bits"));
        else
            printf(json_object_get(claim, "needs_mm2") ? "needs_mm2\n" : "not built\n");
    json_decref(claims);
}

int main(int count, char **words)
{
    json_t *rows = json_array();
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        double bits = overhead_table_bits(*ops);
        json_array_append_new(rows, json_pack("{s:s,s:s,s:{s:f},s:{s:f,s:f,s:f}}", "block", (*ops)->block, "config",
                                              (*ops)->config, "bits", "yosys", bits, "cost", "gate_equivalents", bits,
                                              "area_um2", 2 * bits, "area_um2_65nm", 1e6 * bits));
    }
    json_t *systems = overhead_systems_report(rows);
    if (count > 2 && strcmp(words[1], "claims") == 0)
        print_claims(words[2], rows);
    else if (count > 3 && strcmp(words[1], "clock") == 0)
        printf("%.0f\n", overhead_clock_mhz(overhead_machine_of(words[2]), words[3]));
    else if (count > 1) {
        json_t *report = json_pack("{s:O,s:o*}", "systems", systems, "gains", overhead_gains(words[1]));
        overhead_text_tables(stdout, report, (const char *const[]){"gains", NULL});
        json_decref(report);
    } else
        json_dumpf(systems, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(8));
    json_decref(systems);
    json_decref(rows);
    return 0;
}

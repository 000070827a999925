// SPDX-License-Identifier: BSD-3-Clause
// The tables of the front ends that are mapped whole: gates beside the sum of their blocks, true paths beside the
// chains.
#include "synth_estimates/overhead.h"
#include "synth_estimates/table.h"

#include <string.h>

// Gate equivalents of a system's blocks, base with them; below 0: not measured, or not of a front end with tied inputs.
static double sum_of_blocks(const json_t *report, const json_t *front_end)
{
    size_t i;
    json_t *system;
    if (*overhead_word(front_end, "tied")) return -1;
    json_array_foreach(json_object_get(report, "systems"), i, system)
    {
        if (strcmp(overhead_word(system, "name"), overhead_word(front_end, "system")) != 0) continue;
        const json_t *whole = json_object_get(system, "whole"), *totals = whole ? whole : system;
        if (!json_is_true(json_object_get(totals, "measured"))) return -1;
        return overhead_number(json_object_get(json_object_get(totals, "per_sm"), "figure"), "gate_equivalents");
    }
    return -1;
}

json_t *table_front_ends(const json_t *report)
{
    const json_t *front_ends = json_object_get(report, "front_ends");
    json_t *table = table_of("front_ends", "the front end of an SM, mapped whole",
                             "word front end|word machine|number flip-flops|number GE|number sum of its blocks, GE|"
                             "number longest path, ns|word netlist equal to RTL|remark what",
                             front_ends ? "verilog/warp_front_end.v with the blocks inside, as one flat module, and "
                                          "the gates between them. Of one mapping, gates rounded as if its spread were "
                                          "10 %." :
                                          "Not measured: make overhead-front-end");
    size_t i;
    json_t *front_end;
    json_array_foreach((json_t *)front_ends, i, front_end)
    {
        const json_t *cost = json_object_get(front_end, "cost");
        json_t *row = table_row(table);
        double spread, gates = overhead_figure(front_end, "gate_equivalents", &spread);
        double blocks = sum_of_blocks(report, front_end);
        table_cell(row, "%s", overhead_word(front_end, "name"));
        table_cell(row, "%s", overhead_word(front_end, "machine"));
        table_number(row, "%.0f", cost, "flip_flops");
        table_rounded(row, gates, spread, 1);
        if (blocks < 0)
            table_cell(row, "");
        else
            table_rounded(row, blocks, spread, 1);
        table_number(row, "%.2f", front_end, "critical_ns");
        table_cell(row, "%s", overhead_word(cost, "proof"));
        table_cell(row, "%s", overhead_word(front_end, "words"));
    }
    return table;
}

static void path_rows(json_t *table, const json_t *front_end)
{
    size_t p;
    json_t *path;
    json_array_foreach(json_object_get(json_object_get(front_end, "cost"), "paths"), p, path)
    {
        json_t *row = table_row(table);
        table_cell(row, "%s", overhead_word(front_end, "name"));
        table_cell(row, "%s", overhead_word(path, "kind"));
        table_number(row, "%.2f", path, "ns");
        table_cell(row, "%s", overhead_word(path, "from"));
        table_cell(row, "%s", overhead_word(path, "to"));
    }
}

json_t *table_front_end_paths(const json_t *report)
{
    json_t *table = table_of("front_end_paths", "longest true path of each kind in a front end",
                             "word front end|word kind|number ns|code from|code to", "");
    return table_of_list(table, json_object_get(report, "front_ends"), path_rows);
}

static void chain_rows(json_t *table, const json_t *front_end)
{
    size_t c;
    json_t *chain;
    json_array_foreach(json_object_get(front_end, "chains"), c, chain)
    {
        json_t *row = table_row(table);
        table_cell(row, "%s: %s", overhead_word(front_end, "name"), overhead_word(chain, "what"));
        table_number(row, "%.1f", chain, "ns");
        table_number(row, "%.1f", chain, "sum_ns");
    }
}

json_t *table_front_end_chains(const json_t *report)
{
    json_t *table = table_of("front_end_chains", "paths through several blocks: true, and as a sum",
                             "word what|number true, ns|number sum of the blocks, ns",
                             "True: the longest path in the front end between the registers or inputs where the chain "
                             "begins and the registers where it ends, whatever lies between. The front end is mapped as "
                             "one design, not made of the blocks' netlists, so that it may also take longer than they do.");
    return table_of_list(table, json_object_get(report, "front_ends"), chain_rows);
}

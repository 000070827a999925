// The report as a table for a terminal. The first line says what the numbers are not.
#include "synth_estimates/overhead.h"

#include <string.h>

const char overhead_caveat[] =
    "Not a layout: no wires, no clock tree, a 0.18 um academic library (OSU), every table in flip-flops.";

static void text_blocks(FILE *out, const json_t *report)
{
    fprintf(out, "\n%-15s %-16s %6s %6s %7s %9s %9s %9s %9s  %s\n", "block", "configuration", "bits", "cells", "lost",
            "seq GE", "comb GE", "um2 0.18", "ns 0.18", "netlist equal to RTL");
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(report, "blocks"), i, row)
    {
        const json_t *cost = json_object_get(row, "cost");
        fprintf(out, "%-15s %-16s %6.0f ", overhead_word(row, "block"), overhead_word(row, "config"),
                overhead_number(json_object_get(row, "bits"), "yosys"));
        if (!cost)
            fprintf(out, "not mapped in this run\n");
        else
            fprintf(out, "%6.0f %7zu %9.0f %9.0f %9.0f %9.2f  %s\n", overhead_number(cost, "cells"),
                    json_array_size(json_object_get(cost, "lost")),
                    overhead_number(cost, "sequential_gate_equivalents"),
                    overhead_number(cost, "combinational_gate_equivalents"), overhead_number(cost, "area_um2"),
                    overhead_number(row, "critical_ns"), overhead_word(cost, "proof"));
    }
    fprintf(out,
            "GE: gate equivalents, area / NAND2X1 (24 um2). lost: register bits that mapping merged or removed.\n");
}

static void text_timing(FILE *out, const json_t *report)
{
    fprintf(out, "\ncritical path, ideal clock and no wires\n%-15s %-16s %-21s %9s %9s  %s\n", "block", "configuration",
            "kind", "ns 0.18", "ns 0.35", "from -> to");
    size_t i, p;
    json_t *row, *path;
    json_array_foreach(json_object_get(report, "blocks"), i, row)
    {
        const json_t *cost = json_object_get(row, "cost");
        json_array_foreach(json_object_get(cost, "paths"), p, path)
            fprintf(out, "%-15s %-16s %-21s %9.2f %9.2f  %s -> %s\n", overhead_word(row, "block"),
                    overhead_word(row, "config"), overhead_word(path, "kind"), overhead_number(path, "ns"),
                    overhead_number(json_array_get(json_object_get(cost, "paths_035um"), p), "ns"),
                    overhead_word(path, "from"), overhead_word(path, "to"));
        if (!cost) continue;
        const json_t *clock = json_object_get(row, "clock");
        fprintf(out, "%-15s %-16s = %.1f periods of %s's %.0f MHz at 0.18 um, %.1f scaled to 65 nm: %s\n", "", "",
                overhead_number(clock, "periods"), overhead_word(clock, "machine"), overhead_number(clock, "mhz"),
                overhead_number(clock, "periods_65nm"),
                overhead_number(clock, "periods_65nm") > 1 ? "CANNOT decide once per cycle"
                                                           : "can decide once per cycle");
    }
}

static void text_systems(FILE *out, const json_t *report)
{
    fprintf(out, "\nsystems, per SM\n%-6s %-8s %8s %10s %12s %14s %16s\n", "system", "machine", "bits", "GE",
            "um2 0.18", "um2 at 65 nm", "mm2 GPU, 65 nm");
    size_t i, m;
    json_t *system, *missing;
    json_array_foreach(json_object_get(report, "systems"), i, system)
    {
        const json_t *per_sm = json_object_get(system, "per_sm");
        fprintf(out, "%-6s %-8s ", overhead_word(system, "name"), overhead_word(system, "machine"));
        if (json_is_true(json_object_get(system, "measured")))
            fprintf(out, "%8.0f %10.0f %12.0f %14.0f %16.2f\n", overhead_number(per_sm, "bits"),
                    overhead_number(per_sm, "gate_equivalents"), overhead_number(per_sm, "area_um2"),
                    overhead_number(per_sm, "area_um2_65nm"), overhead_number(system, "gpu_area_mm2_65nm"));
        else if (per_sm)
            fprintf(out, "%8.0f not all mapped in this run\n", overhead_number(per_sm, "bits"));
        else {
            fprintf(out, "not built yet:");
            json_array_foreach(json_object_get(system, "missing"), m, missing)
                fprintf(out, " %s", json_string_value(missing));
            fprintf(out, "\n");
        }
    }
    fprintf(out,
            "65 nm: cell area x (65/180)^2, delay x 65/180. Real libraries do not scale so; an order of magnitude.\n");
}

// A sentence, in lines of at most WIDTH characters, each behind four blanks.
static void text_wrapped(FILE *out, const char *sentence)
{
    enum { WIDTH = 110 };
    while (*sentence) {
        size_t length = strlen(sentence);
        if (length > WIDTH)
            for (length = WIDTH; length > 1 && sentence[length] != ' ';) length--;
        fprintf(out, "    %.*s\n", (int)length, sentence);
        sentence += length;
        sentence += *sentence == ' ';
    }
}

static void text_claims(FILE *out, const json_t *report)
{
    fprintf(out, "\nthe papers' claims\n%-13s %-66s %10s %12s\n", "claim", "what", "claimed", "needed");
    size_t i;
    json_t *claim;
    json_array_foreach(json_object_get(report, "claims"), i, claim)
    {
        char claimed[32], needed[32] = "not built";
        bool area = json_object_get(claim, "claimed_bits") == NULL;
        if (area)
            snprintf(claimed, sizeof claimed, "%.2f mm2", overhead_number(claim, "claimed"));
        else
            snprintf(claimed, sizeof claimed, "%.0f bits", overhead_number(claim, "claimed_bits"));
        if (json_object_get(claim, "needs_bits"))
            snprintf(needed, sizeof needed, "%.0f bits", overhead_number(claim, "needs_bits"));
        if (json_object_get(claim, "needs_mm2"))
            snprintf(needed, sizeof needed, "%.2f mm2", overhead_number(claim, "needs_mm2"));
        fprintf(out, "%-13s %-66s %10s %12s\n", overhead_word(claim, "id"), overhead_word(claim, "what"), claimed,
                needed);
        text_wrapped(out, overhead_word(claim, "why"));
    }
}

void overhead_text(FILE *out, const json_t *report)
{
    fprintf(out, "%s\n", overhead_caveat);
    text_blocks(out, report);
    text_timing(out, report);
    text_systems(out, report);
    text_claims(out, report);
}

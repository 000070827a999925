// The report as a Markdown page: the same numbers as the text, with each block's registers and the plots of
// plot.gnuplot.
#include "synth_estimates/overhead.h"

#include <string.h>

static void markdown_registers(FILE *out, const json_t *row)
{
    size_t i;
    json_t *reg;
    fprintf(out, "\n### %s %s\n\n| register | bits each | entries | bits | kind |\n| --- | --- | --- | --- | --- |\n",
            overhead_word(row, "block"), overhead_word(row, "config"));
    json_array_foreach(json_object_get(json_object_get(row, "bits"), "registers"), i, reg)
        fprintf(out, "| `%s` | %.0f | %.0f | %.0f | %s |\n", overhead_word(reg, "name"), overhead_number(reg, "width"),
                overhead_number(reg, "count"), overhead_number(reg, "bits"), overhead_word(reg, "storage"));
    json_array_foreach(json_object_get(json_object_get(row, "cost"), "lost"), i, reg)
        fprintf(out, "%s`%s`", i == 0 ? "\nBits without a flip-flop of their own after mapping: " : ", ",
                json_string_value(reg));
    if (i) fprintf(out, "\n");
}

static void markdown_blocks(FILE *out, const json_t *report)
{
    size_t i;
    json_t *row;
    fprintf(out, "\n## Blocks\n\n| block | configuration | bits | cells | sequential GE | combinational GE | "
                 "µm² at 0.18 µm | µm² at 0.35 µm | "
                 "µm² scaled to 65 nm | critical path, ns at 0.18 µm | clock periods, scaled to 65 nm | "
                 "netlist equal to RTL |\n"
                 "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ------ |\n");
    json_array_foreach(json_object_get(report, "blocks"), i, row)
    {
        const json_t *cost = json_object_get(row, "cost");
        if (!cost) continue;
        fprintf(out, "| `%s` | %s | %.0f |", overhead_word(row, "block"), overhead_word(row, "config"),
                overhead_number(json_object_get(row, "bits"), "yosys"));
        fprintf(out, " %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f | %.1f | %s |\n",
                overhead_number(cost, "cells"), overhead_number(cost, "sequential_gate_equivalents"),
                overhead_number(cost, "combinational_gate_equivalents"), overhead_number(cost, "area_um2"),
                overhead_number(cost, "area_um2_035um"), overhead_number(cost, "area_um2_65nm"),
                overhead_number(row, "critical_ns"), overhead_number(json_object_get(row, "clock"), "periods_65nm"),
                overhead_word(cost, "proof"));
    }
    fprintf(out,
            "\n![gate equivalents per block](gates.svg)\n\n![critical path per block](timing.svg)\n\n## Registers\n");
    json_array_foreach(json_object_get(report, "blocks"), i, row) if (json_object_get(row, "cost"))
        markdown_registers(out, row);
}

// Every built tuple, also those that no paper's machine has and that are therefore not mapped.
static void markdown_tuples(FILE *out, const json_t *report)
{
    size_t i;
    json_t *row;
    fprintf(out, "\n## Bits of every built tuple\n\n| block | configuration: bits |\n| --- | --- |");
    const char *last = "";
    json_array_foreach(json_object_get(report, "blocks"), i, row)
    {
        const char *block = overhead_word(row, "block");
        if (strcmp(block, last) != 0)
            fprintf(out, "%s\n| `%s` | ", i ? " |" : "", block);
        else
            fprintf(out, ", ");
        fprintf(out, "%s: %.0f", overhead_word(row, "config"),
                overhead_number(json_object_get(row, "bits"), "yosys"));
        last = block;
    }
    fprintf(out, " |\n");
}

static void markdown_systems(FILE *out, const json_t *report)
{
    size_t i, m;
    json_t *system, *missing;
    fprintf(out, "\n## Systems, per SM\n\n| system | machine | what | bits | GE | µm² at 0.18 µm | "
                 "µm² scaled to 65 nm "
                 "| mm² of all SMs at 65 nm |\n"
                 "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    json_array_foreach(json_object_get(report, "systems"), i, system)
    {
        const json_t *per_sm = json_object_get(system, "per_sm");
        fprintf(out, "| %s | %s | %s | ", overhead_word(system, "name"), overhead_word(system, "machine"),
                overhead_word(system, "words"));
        if (json_is_true(json_object_get(system, "measured")))
            fprintf(out, "%.0f | %.0f | %.0f | %.0f | %.2f |\n", overhead_number(per_sm, "bits"),
                    overhead_number(per_sm, "gate_equivalents"), overhead_number(per_sm, "area_um2"),
                    overhead_number(per_sm, "area_um2_65nm"), overhead_number(system, "gpu_area_mm2_65nm"));
        else if (per_sm)
            fprintf(out, "%.0f | not all mapped in this run | | | |\n", overhead_number(per_sm, "bits"));
        else {
            fprintf(out, "not built yet:");
            json_array_foreach(json_object_get(system, "missing"), m, missing)
                fprintf(out, " %s", json_string_value(missing));
            fprintf(out, " | | | | |\n");
        }
    }
}

static void markdown_claims(FILE *out, const json_t *report)
{
    size_t i;
    json_t *claim;
    fprintf(out, "\n## The papers' claims\n\n| claim | section | what | claimed | claimed, bits | needed | why |\n| "
                 "--- | --- | ------ | --- | ---: | --- | -------------------- |\n");
    json_array_foreach(json_object_get(report, "claims"), i, claim)
    {
        fprintf(out, "| %s | %s %s | %s | %g %s | ", overhead_word(claim, "id"), overhead_word(claim, "paper"),
                overhead_word(claim, "where"), overhead_word(claim, "what"), overhead_number(claim, "claimed"),
                overhead_word(claim, "unit"));
        if (json_object_get(claim, "claimed_bits"))
            fprintf(out, "%.0f | ", overhead_number(claim, "claimed_bits"));
        else
            fprintf(out, "| ");
        if (json_object_get(claim, "needs_bits"))
            fprintf(out, "%.0f bits", overhead_number(claim, "needs_bits"));
        else if (json_object_get(claim, "needs_mm2"))
            fprintf(out, "%.2f mm²", overhead_number(claim, "needs_mm2"));
        else
            fprintf(out, "not built yet");
        fprintf(out, " | %s |\n", overhead_word(claim, "why"));
    }
}

void overhead_markdown(FILE *out, const json_t *report)
{
    size_t i;
    json_t *version;
    const char *tool;
    fprintf(
        out,
        "# Hardware overhead\n\n**%s**\n\nPrinted by `make overhead`; method and caveats in `docs/overhead.md`. Tools:",
        overhead_caveat);
    json_object_foreach(json_object_get(report, "tools"), tool, version)
        fprintf(out, " %s %s;", tool, json_string_value(version));
    fprintf(out, " GE = gate equivalents, area over that of a NAND2X1 (24 µm²).\n");
    markdown_blocks(out, report);
    fprintf(out, "\n## Longest paths, ns at 0.18 µm\n\n| block | configuration | kind | ns | from | to |\n| --- | --- "
                 "| --- | --- | --- | --- |\n");
    json_t *row, *path;
    size_t p;
    json_array_foreach(json_object_get(report, "blocks"), i, row)
        json_array_foreach(json_object_get(json_object_get(row, "cost"), "paths"), p, path)
            fprintf(out, "| `%s` | %s | %s | %.2f | `%s` | `%s` |\n", overhead_word(row, "block"),
                    overhead_word(row, "config"), overhead_word(path, "kind"), overhead_number(path, "ns"),
                    overhead_word(path, "from"), overhead_word(path, "to"));
    markdown_tuples(out, report);
    markdown_systems(out, report);
    markdown_claims(out, report);
}

void overhead_plot_data(FILE *out, const json_t *report)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(report, "blocks"), i, row)
    {
        const json_t *cost = json_object_get(row, "cost");
        if (cost)
            fprintf(out, "\"%s %s\" %.0f %.0f %.2f\n", overhead_word(row, "block"), overhead_word(row, "config"),
                    overhead_number(cost, "sequential_gate_equivalents"),
                    overhead_number(cost, "combinational_gate_equivalents"), overhead_number(row, "critical_ns"));
    }
}

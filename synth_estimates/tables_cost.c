// SPDX-License-Identifier: BSD-3-Clause
// The tables of gates, area and time: of blocks, of paths through several of them, of systems beside what they buy. Their
// figures are medians rounded to the spread (noise.c) where permutations were mapped.
#include "synth_estimates/overhead.h"
#include "synth_estimates/table.h"

#include <stdarg.h>
#include <string.h>

static const double finest_ns = 0.01;

// The spread of a figure in percent of it; nothing where it was not measured.
static void spread_cell(json_t *row, const json_t *block, const char *name)
{
    const json_t *noise = json_object_get(json_object_get(block, "noise"), name);
    if (noise)
        table_cell(row, "%.0f", 100 * overhead_number(noise, "spread") / overhead_number(noise, "median"));
    else
        table_cell(row, "");
}

// Whose delays nobody scales.
static bool is_own_library(const json_t *report)
{
    size_t i;
    json_t *block;
    json_array_foreach(json_object_get(report, "blocks"), i, block)
        if (json_object_get(json_object_get(block, "clock"), "periods_65nm")) return false;
    return true;
}

json_t *table_blocks(const json_t *report)
{
    const char *library = overhead_word(report, "library");
    const bool own = is_own_library(report);
    json_t *title = json_sprintf("blocks, mapped to %s", library);
    json_t *table = table_of("blocks", json_string_value(title),
                             "code block|word configuration|number bits|number cells|number lost|number sequential GE|"
                             "number GE|number spread of GE, %|number µm²|number µm² at 65 nm|word netlist equal to RTL",
                             "GE: gate equivalents, area over that of a two-input NAND; a flip-flop's enable is "
                             "combinational. It is the median of five mappings under drawn names, rounded to their spread "
                             "(largest less smallest; make overhead-noise); where none is given, of one mapping and "
                             "rounded as if it were 10 %. lost: register bits that mapping merged or removed. The proof is of the "
                             "netlist whose cells are counted. µm²: of the library's cells; at 65 nm 1 GE is 1.43.");
    size_t i;
    json_t *block;
    json_array_foreach(json_object_get(report, "blocks"), i, block)
    {
        const json_t *cost = json_object_get(block, "cost");
        if (!cost) continue;
        json_t *row = table_block_row(table, block);
        double spread, gates = overhead_figure(block, "gate_equivalents", &spread);
        table_number(row, "%.0f", json_object_get(block, "bits"), "yosys");
        table_number(row, "%.0f", cost, "cells");
        table_cell(row, "%zu", json_array_size(json_object_get(cost, "lost")));
        table_number(row, "%.0f", cost, "sequential_gate_equivalents");
        table_rounded(row, gates, spread, 1);
        spread_cell(row, block, "gate_equivalents");
        const double first = overhead_number(cost, "gate_equivalents");
        const double um2 = !own ? overhead_gate_um2_65nm : first > 0 ? overhead_number(cost, "area_um2") / first : 0;
        if (!own) table_cell(row, "");
        table_rounded(row, gates * um2, spread * um2, own ? 0.01 : 1);
        if (own) table_cell(row, "");
        table_cell(row, "%s", overhead_word(cost, "proof"));
    }
    json_decref(title);
    return table;
}

// Appends a name to a list in words.
static void add_name(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    if (used && used + 2 < size) used += (size_t)snprintf(text + used, size - used, ", ");
    va_list values;
    va_start(values, format);
    vsnprintf(text + used, size - used, format, values);
    va_end(values);
}

// Names what takes longer than an issue period: deciders, and updates, which no issue waits for; before them the machines
// whose schedulers do not issue every cycle, as "ccws every 4 cycles".
static json_t *speed_note(const char *deciders, const char *updates, const char *slower, bool scaled)
{
    char text[2048];
    size_t used = (size_t)snprintf(text, sizeof text, "%sA scheduler issues every cycle%s%s. ",
                                   scaled ? "65 nm: delay × 65/180, an order of magnitude, against clocks of several "
                                            "processes. " : "", *slower ? ", on " : "", slower);
    if (*deciders)
        used += (size_t)snprintf(text + used, sizeof text - used, "No issue decision in time without a pipeline "
                                                                  "register, which neither model nor Verilog has: %s.",
                                 deciders);
    else
        used += (size_t)snprintf(text + used, sizeof text - used, "Every block that an issue waits for is in time.");
    if (*updates && used < sizeof text)
        snprintf(text + used, sizeof text - used, " No issue waits for these, which can be pipelined: %s.", updates);
    return json_string(text);
}

json_t *table_speed(const json_t *report)
{
    json_t *table = table_of("speed", "critical path, ideal clock and no wires",
                             "code block|word configuration|number ns|number spread, %|number ns at 65 nm|word clock|"
                             "number periods|number periods at 65 nm|word in time", "");
    size_t i;
    json_t *block;
    char deciders[768] = "", updates[768] = "", slower[256] = "";
    bool scaled = false;
    json_array_foreach(json_object_get(report, "blocks"), i, block)
    {
        const json_t *clock = json_object_get(block, "clock");
        if (!clock) continue;
        json_t *row = table_block_row(table, block);
        const char *name = overhead_word(block, "block"), *config = overhead_word(block, "config");
        double spread, ns = overhead_figure(block, "critical_ns", &spread), mhz = overhead_number(clock, "mhz");
        scaled = json_object_get(clock, "periods_65nm") != NULL;
        double scale = scaled ? overhead_number(clock, "periods_65nm") / overhead_number(clock, "periods") : 1;
        double periods = ns * scale * mhz / 1000;
        double issue_period = overhead_number(clock, "issue_period");
        bool fits = periods <= issue_period;
        if (issue_period > 1 && !strstr(slower, overhead_word(clock, "machine")))
            add_name(slower, sizeof slower, "%s every %.0f cycles", overhead_word(clock, "machine"), issue_period);
        bool decides = json_is_true(json_object_get(clock, "decides")), own = strcmp(config, "own") == 0;
        table_rounded(row, ns, spread, finest_ns);
        spread_cell(row, block, "critical_ns");
        if (scaled)
            table_rounded(row, ns * scale, spread * scale, finest_ns);
        else
            table_cell(row, "");
        table_cell(row, "%s, %.0f MHz", overhead_word(clock, "machine"), mhz);
        table_cell(row, "%.1f", ns * mhz / 1000);
        table_cell(row, scaled ? "%.1f" : "", periods);
        table_cell(row, "%s", fits ? "yes" : own ? "no" : decides ? "NO" : "no, an update");
        if (fits || own) continue;
        if (decides) add_name(deciders, sizeof deciders, "%s %s", name, config);
        if (!decides) add_name(updates, sizeof updates, "%s %s takes %.1f periods", name, config, periods);
    }
    if (json_array_size(json_object_get(table, "rows")))
        json_object_set_new(table, "note", speed_note(deciders, updates, slower, scaled));
    return table;
}

static void chain_row(json_t *table, const json_t *chain)
{
    size_t l;
    json_t *link, *row = table_row(table), *blocks = json_array();
    table_cell(row, "%s: %s", overhead_word(chain, "system"), overhead_word(chain, "what"));
    double spread, ns = overhead_figure(chain, "ns", &spread), scale = ns / overhead_number(chain, "ns");
    table_cell(row, "%.1f", ns);
    spread_cell(row, chain, "ns");
    table_cell(row, "%s, %.0f MHz", overhead_word(chain, "machine"), overhead_number(chain, "mhz"));
    table_cell(row, "%.1f", scale * overhead_number(chain, "periods"));
    table_cell(row, json_object_get(chain, "periods_65nm") ? "%.1f" : "", scale * overhead_number(chain, "periods_65nm"));
    json_array_foreach(json_object_get(chain, "links"), l, link)
        json_array_append_new(blocks, json_sprintf("%s %s → %s %.2f", overhead_word(link, "block"),
                                                   overhead_word(link, "from"), overhead_word(link, "to"),
                                                   overhead_number(link, "ns")));
    table_list(row, "", " + ", blocks);
    json_decref(blocks);
}

json_t *table_chains(const json_t *report)
{
    json_t *table = table_of("chains", "paths through several blocks within one cycle",
                             "word what|number ns|number spread, %|word clock|number periods|"
                             "number periods at 65 nm|remark through",
                             "Sum of each block's longest path between the ports that are connected: an upper bound, "
                             "the paths need not meet. The logic of the SM between the blocks is not counted. The sum is "
                             "the median of five, where a spread is given; the blocks' own are of one mapping.");
    return table_of_list(table, json_object_get(report, "chains"), chain_row);
}

// --- systems

// Gate equivalents and area at 65 nm of a sum over blocks; blank cells where not all of them are mapped.
static void sum_cells(json_t *row, const json_t *totals)
{
    const json_t *per_sm = json_object_get(json_object_get(totals, "per_sm"), "figure");
    const json_t *gpu = json_object_get(json_object_get(totals, "gpu"), "figure");
    if (!per_sm || !json_is_true(json_object_get(totals, "measured"))) {
        for (unsigned blank = 0; blank < 3; blank++) table_cell(row, "");
        return;
    }
    const double mm2 = overhead_gate_um2_65nm / 1e6;
    double gates = overhead_number(per_sm, "gate_equivalents"), spread = overhead_number(per_sm, "spread");
    table_rounded(row, gates, spread, 1);
    table_rounded(row, gates * overhead_gate_um2_65nm, spread * overhead_gate_um2_65nm, 1);
    table_rounded(row, overhead_number(gpu, "gate_equivalents") * mm2, overhead_number(gpu, "spread") * mm2, 0.001);
}

// One line of a system: what it adds to base, or the whole with base.
static void system_row(json_t *table, const json_t *system, const json_t *totals, const char *before, const char *words)
{
    const json_t *per_sm = json_object_get(totals, "per_sm"), *missing = json_object_get(totals, "missing");
    json_t *row = table_row(table);
    table_cell(row, "%s%s", before, overhead_word(system, "name"));
    table_cell(row, "%s", overhead_word(system, "machine"));
    table_number(row, "%.0f", per_sm, "bits");
    sum_cells(row, totals);
    if (json_is_true(json_object_get(totals, "measured")))
        table_cell(row, "%s", words);
    else if (per_sm)
        table_cell(row, "not all mapped in this run");
    else if (json_array_size(missing))
        table_list(row, "not built yet: ", " ", missing);
    else
        table_list(row, "no tuple in rtl_c/configs.def at this machine: ", " ", json_object_get(totals, "no_tuple"));
}

// What the papers say of areas, to stand beside the systems'.
static json_t *systems_note(const json_t *report)
{
    char text[1024];
    size_t i, used = (size_t)snprintf(
                  text, sizeof text, "Per SM but for the last number: all SMs, and what stands once per GPU or memory "
                                     "controller. Sums of the blocks' medians and spreads. 65 nm: 1 GE is 1.43 µm².");
    json_t *claim;
    json_array_foreach(json_object_get(report, "claims"), i, claim)
        if (strcmp(overhead_word(claim, "unit"), "mm2") == 0 && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, " To compare: %s claims %.2f mm² for its %s (%s).",
                                     overhead_word(claim, "paper"), overhead_number(claim, "claimed"),
                                     overhead_word(claim, "what"), overhead_word(claim, "id"));
    return json_string(text);
}

// What the system adds, and the whole with base.
static void system_rows(json_t *table, const json_t *system)
{
    const json_t *whole = json_object_get(system, "whole");
    char words[128];
    snprintf(words, sizeof words, "%s%s", whole ? "adds: " : "", overhead_word(system, "words"));
    system_row(table, system, system, "", words);
    if (json_is_true(json_object_get(system, "built")) && whole)
        system_row(table, system, whole, "base + ", "the system as a whole");
}

json_t *table_systems(const json_t *report)
{
    json_t *table = table_of("systems", "systems, per SM",
                             "word system|word machine|number bits|number GE|number µm² at 65 nm|number mm² GPU, 65 nm|"
                             "remark what", "");
    json_object_set_new(table, "note", systems_note(report));
    return table_of_list(table, json_object_get(report, "systems"), system_rows);
}

static double longest_chain(const json_t *report, const char *system)
{
    double longest = 0, spread;
    size_t i;
    json_t *chain;
    json_array_foreach(json_object_get(report, "chains"), i, chain)
        if (strcmp(overhead_word(chain, "system"), system) == 0 && overhead_figure(chain, "ns", &spread) > longest)
            longest = overhead_figure(chain, "ns", &spread);
    return longest;
}

// What each system adds, beside the IPC that was measured with it.
json_t *table_gains(const json_t *report)
{
    const json_t *gains = json_object_get(report, "gains");
    json_t *table = table_of("gains", "cost beside gain",
                             "word system|word machine|number bits per SM|number GE per SM|number µm² at 65 nm per SM|"
                             "number mm² GPU, 65 nm|number longest chain, ns|word claim|number in the paper, %|"
                             "number measured, %|remark what",
                             gains ? "What the system adds to base; the chain begins in base. IPC on the system's own "
                                     "machine, from docs/figures/PAPER/claims.dat, which make results writes."
                                   : "No IPC measured: make papers results");
    size_t i, g;
    json_t *system, *gain;
    json_array_foreach(json_object_get(report, "systems"), i, system) json_array_foreach(gains, g, gain)
    {
        const char *name = overhead_word(system, "name");
        if (strcmp(overhead_word(gain, "system"), name) != 0) continue;
        json_t *row = table_row(table);
        table_cell(row, "%s", name);
        table_cell(row, "%s", overhead_word(system, "machine"));
        table_number(row, "%.0f", json_object_get(system, "per_sm"), "bits");
        sum_cells(row, system);
        double ns = longest_chain(report, name);
        table_cell(row, ns > 0 ? "%.0f" : "", ns);
        table_cell(row, "%s", overhead_word(gain, "claim"));
        table_cell(row, "%s", overhead_word(gain, "claimed"));
        table_cell(row, "%s", overhead_word(gain, "measured"));
        table_cell(row, "%s", overhead_word(gain, "what"));
    }
    return table;
}

static void design_row(json_t *table, const json_t *design)
{
    json_t *row = table_row(table);
    double spread, gates = overhead_figure(design, "gate_equivalents", &spread);
    double published = overhead_number(design, "published");
    table_cell(row, "%s", overhead_word(design, "block"));
    table_cell(row, "%.0f", published);
    table_cell(row, "%s", overhead_word(design, "library"));
    table_rounded(row, gates, spread, 1);
    spread_cell(row, design, "gate_equivalents");
    table_rounded(row, gates / published, spread / published, 0.01);
    table_cell(row, "%s", overhead_word(json_object_get(design, "cost"), "proof"));
    table_cell(row, "%s", overhead_word(design, "source"));
}

json_t *table_calibration(const json_t *report)
{
    json_t *table = table_of("calibration", "calibration: a design with a published area",
                             "code design|number published GE|word in|number GE here|number spread of GE, %|"
                             "number here / published|word netlist equal to RTL|remark source",
                             "Written to the publication's description; its netlist is of this flow, not of the "
                             "publication's tools and library.");
    return table_of_list(table, json_object_get(report, "calibration"), design_row);
}

// SPDX-License-Identifier: BSD-3-Clause
// The report's tables but those of tables_cost.c: bits, paths, claims, FPGA and growth.
#include "synth_estimates/overhead.h"
#include "synth_estimates/table.h"

#include <stdlib.h>
#include <string.h>

// One end of a path: `rank_q[281]` is bit 5 of entry 46, as the block's table has entries of 6 bits.
static void point_cell(json_t *row, const json_t *block, const char *point)
{
    const block_ops *const *ops = block_table;
    while (*ops && (strcmp((*ops)->block, overhead_word(block, "block")) != 0 ||
                    strcmp((*ops)->config, overhead_word(block, "config")) != 0))
        ops++;
    size_t length = strcspn(point, "[");
    const block_field *field = *ops && point[length] && length > 2 ? (*ops)->fields : NULL;
    while (field && field->name &&
           (strlen(field->name) != length - 2 || strncmp(field->name, point, length - 2) != 0 || !field->is_vector))
        field++;
    unsigned bit = (unsigned)atoi(point + length + (point[length] != '\0'));
    if (field && field->name)
        table_cell(row, "%.*s[%u] bit %u", (int)length, point, bit / field->width, bit % field->width);
    else
        table_cell(row, "%s", point);
}

static json_t *paths_table(const json_t *report)
{
    json_t *table = table_of("paths", "longest path of each kind",
                             "code block|word configuration|word kind|number ns|number ns 0.35 µm|code from|"
                             "code to",
                             "Setup time included.");
    size_t i, p;
    json_t *block, *path;
    json_array_foreach(json_object_get(report, "blocks"), i, block)
    {
        const json_t *cost = json_object_get(block, "cost");
        if (json_object_get(cost, "paths_035um"))
            json_object_set_new(table, "note", json_string("Setup time included. 0.35 µm: the same netlist, its own longest "
                                                           "path of the kind."));
        json_array_foreach(json_object_get(cost, "paths"), p, path)
        {
            json_t *row = table_block_row(table, block);
            table_cell(row, "%s", overhead_word(path, "kind"));
            table_number(row, "%.2f", path, "ns");
            table_number(row, "%.2f", json_array_get(json_object_get(cost, "paths_035um"), p), "ns");
            point_cell(row, block, overhead_word(path, "from"));
            point_cell(row, block, overhead_word(path, "to"));
        }
    }
    return table;
}

static double bits_stored_as(const json_t *block, const char *storage)
{
    double bits = 0;
    size_t i;
    json_t *reg;
    json_array_foreach(json_object_get(json_object_get(block, "bits"), "registers"), i, reg)
        if (strcmp(overhead_word(reg, "storage"), storage) == 0) bits += overhead_number(reg, "bits");
    return bits;
}

// Every built tuple; one line per block, or the many tuples would bury the measured ones.
static json_t *bits_table(const json_t *report)
{
    json_t *table = table_of("bits", "bits of every built tuple", "code block|word configuration: bits", "");
    size_t i;
    json_t *block, *row = NULL;
    char text[1024] = "";
    json_array_foreach(json_object_get(report, "blocks"), i, block)
    {
        bool first = !row || strcmp(json_string_value(json_array_get(row, 0)), overhead_word(block, "block")) != 0;
        size_t used = first ? 0 : strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s: %.0f", first ? "" : ", ", overhead_word(block, "config"),
                 overhead_number(json_object_get(block, "bits"), "yosys"));
        if (first) {
            row = table_row(table);
            table_cell(row, "%s", overhead_word(block, "block"));
            table_cell(row, "%s", text);
        } else
            json_string_set(json_array_get(row, 1), text);
    }
    return table;
}

static json_t *storage_table(const json_t *report)
{
    json_t *table = table_of("storage", "bits by kind of storage",
                             "code block|word configuration|number single registers|number tables|number SRAM|"
                             "number all bits",
                             "Tables are read in parallel and stay flip-flops; SRAM: what a designer would put there. "
                             "Areas count all of them as flip-flops.");
    size_t i;
    json_t *block;
    json_array_foreach(json_object_get(report, "blocks"), i, block)
    {
        if (!json_object_get(block, "cost")) continue;
        json_t *row = table_block_row(table, block);
        table_cell(row, "%.0f", bits_stored_as(block, "register"));
        table_cell(row, "%.0f", bits_stored_as(block, "table"));
        table_cell(row, "%.0f", bits_stored_as(block, "sram"));
        table_number(row, "%.0f", json_object_get(block, "bits"), "yosys");
    }
    return table;
}

// `348 bytes`; nothing where the paper's list leaves a field out.
static void claimed_cell(json_t *row, const json_t *claim)
{
    const char *unit = overhead_word(claim, "unit");
    double claimed = overhead_number(claim, "claimed");
    if (claimed == 0)
        table_cell(row, "not listed");
    else if (strcmp(unit, "mm2") == 0)
        table_cell(row, "%g mm²", claimed);
    else
        table_cell(row, "%g %.*s", claimed, (int)(strlen(unit) - (claimed == 1)), unit);
}

static json_t *claims_table(const json_t *report)
{
    json_t *table = table_of("claims", "the papers' claims",
                             "word claim|word paper|remark what|word in the paper|number claimed, bits|number needed, "
                             "bits|number needed, bytes|remark why", "");
    size_t i;
    json_t *claim;
    json_array_foreach(json_object_get(report, "claims"), i, claim)
    {
        json_t *row = table_row(table);
        table_cell(row, "%s", overhead_word(claim, "id"));
        table_cell(row, "%s %s", overhead_word(claim, "paper"), overhead_word(claim, "where"));
        table_cell(row, "%s", overhead_word(claim, "what"));
        claimed_cell(row, claim);
        table_number(row, "%.0f", claim, "claimed_bits");
        double bits = overhead_number(claim, "needs_bits");
        if (json_object_get(claim, "needs_mm2"))
            table_number(row, "%.2f mm²", claim, "needs_mm2");
        else if (!json_object_get(claim, "needs_bits"))
            table_cell(row, "not built");
        else
            table_cell(row, json_is_true(json_object_get(claim, "wire")) ? "%.0f as a wire" : "%.0f", bits);
        table_cell(row, bits > 0 ? "%.1f" : "", bits / 8);
        table_cell(row, "%s", overhead_word(claim, "why"));
    }
    return table;
}

static json_t *fpga_table(const json_t *report)
{
    const json_t *fpga = json_object_get(report, "fpga");
    json_t *table = table_of("fpga", "on an FPGA: iCE40 hx8k (7,680 LUT4, 32 block RAMs), ECP5, Xilinx 7",
                             "code block|word configuration|number iCE40 LUT4|number iCE40 flip-flops|"
                             "number iCE40 block RAMs|number iCE40 slowest MHz|number iCE40 fastest MHz|number ECP5 LUT4|"
                             "number ECP5 flip-flops|number Xilinx 7 LUT|number Xilinx 7 flip-flops|word remark",
                             fpga ? "The block alone by Yosys; a carry cell of the ECP5 holds two LUT4, Xilinx's LUT have up "
                                    "to 6 inputs. MHz placed and routed by nextpnr inside a shift register, over its "
                                    "seeds, on the iCE40."
                                  : "Not measured: make overhead-fpga");
    size_t i;
    json_t *entry;
    json_array_foreach(fpga, i, entry)
    {
        const json_t *mhz = json_object_get(entry, "mhz");
        double slowest = 0, fastest = 0;
        for (size_t seed = 0; seed < json_array_size(mhz); seed++) {
            double value = json_number_value(json_array_get(mhz, seed));
            slowest = seed == 0 || value < slowest ? value : slowest;
            fastest = value > fastest ? value : fastest;
        }
        json_t *row = table_block_row(table, entry);
        table_number(row, "%.0f", entry, "lut4");
        table_number(row, "%.0f", entry, "flip_flops");
        table_number(row, "%.0f", entry, "block_rams");
        table_cell(row, fastest > 0 ? "%.1f" : "", slowest);
        table_cell(row, fastest > 0 ? "%.1f" : "", fastest);
        table_number(row, "%.0f", entry, "ecp5_luts");
        table_number(row, "%.0f", entry, "ecp5_flip_flops");
        table_number(row, "%.0f", entry, "xilinx7_luts");
        table_number(row, "%.0f", entry, "xilinx7_flip_flops");
        table_cell(row, "%s", overhead_word(entry, "remark"));
    }
    json_array_foreach(json_object_get(report, "blocks"), i, entry)
    {
        bool paper = json_is_true(json_object_get(entry, "paper"));
        const char *block = overhead_word(entry, "block"), *config = overhead_word(entry, "config");
        if (!fpga || !paper || overhead_row((json_t *)fpga, block, config)) continue;
        json_t *row = table_block_row(table, entry);
        for (unsigned blank = 0; blank < 9; blank++) table_cell(row, "");
        table_cell(row, "not measured");
    }
    return table;
}

static json_t *growth_table(const json_t *report)
{
    const json_t *scaling = json_object_get(report, "scaling");
    json_t *table = table_of("growth", "growth with a structural parameter",
                             "code block|word parameter|word values|number exponent of gates|"
                             "number exponent of critical path",
                             scaling ? "Slope of log(cost) over log(value), least squares: 1 is linear growth."
                                     : "Not measured: make overhead-scaling");
    size_t i;
    json_t *entry, *point;
    json_array_foreach(scaling, i, entry)
    {
        json_t *row = table_row(table);
        table_cell(row, "%s", overhead_word(entry, "block"));
        table_cell(row, "%s", overhead_word(entry, "parameter"));
        char values[128] = "";
        size_t p, used = 0;
        json_array_foreach(json_object_get(entry, "points"), p, point)
            if (used < sizeof values)
                used += (size_t)snprintf(values + used, sizeof values - used, "%s%.0f", p ? " " : "",
                                         overhead_number(point, "value"));
        table_cell(row, "%s", used ? values : "not built or not measured");
        table_number(row, "%.2f", entry, "gate_equivalents_exponent");
        table_number(row, "%.2f", entry, "critical_ns_exponent");
    }
    return table;
}

static json_t *scaling_table(const json_t *report)
{
    json_t *table = table_of("scaling", "gates and critical path by parameter",
                             "code block|word parameter|number value|number GE|number ns|"
                             "word netlist equal to RTL", "");
    size_t i, p;
    json_t *entry, *point;
    json_array_foreach(json_object_get(report, "scaling"), i, entry)
        json_array_foreach(json_object_get(entry, "points"), p, point)
    {
        json_t *row = table_row(table);
        table_cell(row, "%s", overhead_word(entry, "block"));
        table_cell(row, "%s", overhead_word(entry, "parameter"));
        table_number(row, "%.0f", point, "value");
        table_number(row, "%.0f", point, "gate_equivalents");
        table_number(row, "%.2f", point, "critical_ns");
        table_cell(row, "%s", overhead_word(point, "proof"));
    }
    return table;
}

json_t *overhead_tables(const json_t *report)
{
    static json_t *(*const tables[])(const json_t *) = {
        table_targets, table_blocks, table_libraries, table_speed, table_chains, table_front_ends, table_front_end_chains, table_front_end_paths,
        paths_table, storage_table, bits_table, table_systems,
        table_gains, table_power, table_power_blocks, claims_table, table_calibration, fpga_table, growth_table, scaling_table};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        json_t *table = tables[i](report);
        table_without_blank_columns(table);
        json_array_append_new(list, table);
    }
    return list;
}

// The report's numbers as tables, the same for the terminal and for the Markdown page: each a JSON object of `name`,
// `title`, `note` (a sentence or ""), `columns` of `heading` and `kind`, and `rows` of strings. Kinds: `word`, `code`,
// `number` (to the right), `remark` (a sentence; the terminal prints it below its row).
#include "synth_estimates/overhead.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// COLUMNS: `kind heading` joined by `|`.
static json_t *table_of(const char *name, const char *title, const char *columns, const char *note)
{
    json_t *list = json_array();
    char text[512], *kind, *heading;
    snprintf(text, sizeof text, "%s", columns);
    for (char *word = strtok(text, "|"); word; word = strtok(NULL, "|")) {
        kind = word, heading = strchr(word, ' ');
        *heading++ = '\0';
        json_array_append_new(list, json_pack("{s:s,s:s}", "heading", heading, "kind", kind));
    }
    return json_pack("{s:s,s:s,s:s,s:o,s:[]}", "name", name, "title", title, "note", note, "columns", list, "rows");
}

static json_t *new_row(json_t *table)
{
    json_t *row = json_array();
    json_array_append_new(json_object_get(table, "rows"), row);
    return row;
}

static void cell(json_t *row, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    json_array_append_new(row, json_string(text));
}

// A number, or nothing where the object does not have it.
static void number_cell(json_t *row, const char *format, const json_t *object, const char *key)
{
    if (json_object_get(object, key))
        cell(row, format, overhead_number(object, key));
    else
        cell(row, "");
}

// The strings of a list, joined.
static void list_cell(json_t *row, const char *before, const char *between, const json_t *words)
{
    char text[512];
    size_t i, used = (size_t)snprintf(text, sizeof text, "%s", before);
    json_t *word;
    json_array_foreach((json_t *)words, i, word)
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? between : "",
                                     json_string_value(word));
    cell(row, "%s", text);
}

static json_t *row_of_block(json_t *table, const json_t *block)
{
    json_t *row = new_row(table);
    cell(row, "%s", overhead_word(block, "block"));
    cell(row, "%s", overhead_word(block, "config"));
    return row;
}

static json_t *blocks_table(const json_t *report)
{
    json_t *table = table_of("blocks", "blocks, mapped to the 0.18 µm library",
                             "code block|word configuration|number bits|number cells|number lost|number sequential GE|"
                             "number combin. GE|number µm² 0.18 µm|number µm² 0.35 µm|number µm² at 65 nm|"
                             "word netlist equal to RTL",
                             "GE: gate equivalents, area over that of a NAND2X1 (24 µm²); a flip-flop is 4, its enable "
                             "is combinational. lost: register bits that mapping merged or removed. 0.35 µm: the same "
                             "cells, each 4 times as large, so only its delays say anything new. 65 nm: × (65/180)², "
                             "1 GE is 3.13 µm².");
    size_t i;
    json_t *block;
    json_array_foreach(json_object_get(report, "blocks"), i, block)
    {
        const json_t *cost = json_object_get(block, "cost");
        if (!cost) continue;
        json_t *row = row_of_block(table, block);
        number_cell(row, "%.0f", json_object_get(block, "bits"), "yosys");
        number_cell(row, "%.0f", cost, "cells");
        cell(row, "%zu", json_array_size(json_object_get(cost, "lost")));
        number_cell(row, "%.0f", cost, "sequential_gate_equivalents");
        number_cell(row, "%.0f", cost, "combinational_gate_equivalents");
        number_cell(row, "%.0f", cost, "area_um2");
        number_cell(row, "%.0f", cost, "area_um2_035um");
        number_cell(row, "%.0f", cost, "area_um2_65nm");
        cell(row, "%s", overhead_word(cost, "proof"));
    }
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

// Names what takes longer than an issue period: deciders, and updates, which no issue waits for.
static json_t *speed_note(const char *deciders, const char *updates)
{
    char text[2048];
    size_t used = (size_t)snprintf(text, sizeof text, "65 nm: delay × 65/180, an order of magnitude, against clocks of "
                                                      "several processes. A scheduler issues every cycle, on ccws and "
                                                      "owl every 4 cycles. ");
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

static json_t *speed_table(const json_t *report)
{
    json_t *table = table_of("speed", "critical path, ideal clock and no wires",
                             "code block|word configuration|number ns 0.18 µm|number ns at 65 nm|word clock|"
                             "number periods 0.18 µm|number periods at 65 nm|word in time", "");
    size_t i;
    json_t *block;
    char deciders[768] = "", updates[768] = "";
    json_array_foreach(json_object_get(report, "blocks"), i, block)
    {
        const json_t *clock = json_object_get(block, "clock");
        if (!clock) continue;
        json_t *row = row_of_block(table, block);
        const char *name = overhead_word(block, "block"), *config = overhead_word(block, "config");
        double periods = overhead_number(clock, "periods_65nm");
        bool fits = periods <= overhead_number(clock, "issue_period");
        bool decides = json_is_true(json_object_get(clock, "decides")), own = strcmp(config, "own") == 0;
        number_cell(row, "%.2f", block, "critical_ns");
        cell(row, "%.2f", overhead_number(block, "critical_ns") * 65 / 180);
        cell(row, "%s, %.0f MHz", overhead_word(clock, "machine"), overhead_number(clock, "mhz"));
        number_cell(row, "%.1f", clock, "periods");
        number_cell(row, "%.1f", clock, "periods_65nm");
        cell(row, "%s", fits ? "yes" : own ? "no" : decides ? "NO" : "no, an update");
        if (fits || own) continue;
        if (decides) add_name(deciders, sizeof deciders, "%s %s", name, config);
        if (!decides) add_name(updates, sizeof updates, "%s %s takes %.1f periods", name, config, periods);
    }
    if (json_array_size(json_object_get(table, "rows")))
        json_object_set_new(table, "note", speed_note(deciders, updates));
    return table;
}

static json_t *chains_table(const json_t *report)
{
    json_t *table = table_of("chains", "paths through several blocks within one cycle",
                             "word what|number ns 0.18 µm|word clock|number periods 0.18 µm|number periods at 65 nm|"
                             "remark through",
                             "Sum of each block's longest path between the ports that are connected: an upper bound, the "
                             "paths need not meet. The logic of the SM between the blocks is not counted.");
    size_t i, l;
    json_t *chain, *link;
    json_array_foreach(json_object_get(report, "chains"), i, chain)
    {
        json_t *row = new_row(table), *blocks = json_array();
        cell(row, "%s: %s", overhead_word(chain, "system"), overhead_word(chain, "what"));
        number_cell(row, "%.2f", chain, "ns");
        cell(row, "%s, %.0f MHz", overhead_word(chain, "machine"), overhead_number(chain, "mhz"));
        number_cell(row, "%.1f", chain, "periods");
        number_cell(row, "%.1f", chain, "periods_65nm");
        json_array_foreach(json_object_get(chain, "links"), l, link)
            json_array_append_new(blocks, json_sprintf("%s %s → %s %.2f", overhead_word(link, "block"),
                                                       overhead_word(link, "from"), overhead_word(link, "to"),
                                                       overhead_number(link, "ns")));
        list_cell(row, "", " + ", blocks);
        json_decref(blocks);
    }
    if (json_array_size(json_object_get(table, "rows")) == 0) json_object_set_new(table, "note", json_string(""));
    return table;
}

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
        cell(row, "%.*s[%u] bit %u", (int)length, point, bit / field->width, bit % field->width);
    else
        cell(row, "%s", point);
}

static json_t *paths_table(const json_t *report)
{
    json_t *table = table_of("paths", "longest path of each kind",
                             "code block|word configuration|word kind|number ns 0.18 µm|number ns 0.35 µm|code from|"
                             "code to",
                             "Setup time included. 0.35 µm: the same netlist, its own longest path of the kind.");
    size_t i, p;
    json_t *block, *path;
    json_array_foreach(json_object_get(report, "blocks"), i, block)
    {
        const json_t *cost = json_object_get(block, "cost");
        json_array_foreach(json_object_get(cost, "paths"), p, path)
        {
            json_t *row = row_of_block(table, block);
            cell(row, "%s", overhead_word(path, "kind"));
            number_cell(row, "%.2f", path, "ns");
            number_cell(row, "%.2f", json_array_get(json_object_get(cost, "paths_035um"), p), "ns");
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
            row = new_row(table);
            cell(row, "%s", overhead_word(block, "block"));
            cell(row, "%s", text);
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
        json_t *row = row_of_block(table, block);
        cell(row, "%.0f", bits_stored_as(block, "register"));
        cell(row, "%.0f", bits_stored_as(block, "table"));
        cell(row, "%.0f", bits_stored_as(block, "sram"));
        number_cell(row, "%.0f", json_object_get(block, "bits"), "yosys");
    }
    return table;
}

// One line of a system: what it adds to base, or the whole with base.
static void system_row(json_t *table, const json_t *system, const json_t *totals, const char *before, const char *words)
{
    static const char *const costs[] = {"gate_equivalents", "area_um2", "area_um2_65nm"};
    const json_t *per_sm = json_object_get(totals, "per_sm"), *missing = json_object_get(totals, "missing");
    bool measured = json_is_true(json_object_get(totals, "measured"));
    json_t *row = new_row(table);
    cell(row, "%s%s", before, overhead_word(system, "name"));
    cell(row, "%s", overhead_word(system, "machine"));
    number_cell(row, "%.0f", per_sm, "bits");
    for (size_t c = 0; c < sizeof costs / sizeof *costs; c++)
        number_cell(row, "%.0f", measured ? per_sm : NULL, costs[c]);
    number_cell(row, "%.2f", measured ? totals : NULL, "gpu_area_mm2_65nm");
    if (measured)
        cell(row, "%s", words);
    else if (per_sm)
        cell(row, "not all mapped in this run");
    else if (json_array_size(missing))
        list_cell(row, "not built yet: ", " ", missing);
    else
        list_cell(row, "no tuple in rtl_c/configs.def at this machine: ", " ", json_object_get(totals, "no_tuple"));
}

// What the papers say of areas, to stand beside the systems'.
static json_t *systems_note(const json_t *report)
{
    char text[1024];
    size_t i, used = (size_t)snprintf(
                  text, sizeof text, "Per SM but for the last number: all SMs, and what stands once per GPU or memory "
                                     "controller. 65 nm: cell area × (65/180)². Real libraries do not scale so; an order "
                                     "of magnitude.");
    json_t *claim;
    json_array_foreach(json_object_get(report, "claims"), i, claim)
        if (strcmp(overhead_word(claim, "unit"), "mm2") == 0 && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, " To compare: %s claims %.2f mm² for its %s (%s).",
                                     overhead_word(claim, "paper"), overhead_number(claim, "claimed"),
                                     overhead_word(claim, "what"), overhead_word(claim, "id"));
    return json_string(text);
}

static json_t *systems_table(const json_t *report)
{
    json_t *table = table_of("systems", "systems, per SM",
                             "word system|word machine|number bits|number GE|number µm² 0.18 µm|number µm² at 65 nm|"
                             "number mm² GPU, 65 nm|remark what", "");
    size_t i;
    json_t *system;
    json_array_foreach(json_object_get(report, "systems"), i, system)
    {
        const json_t *whole = json_object_get(system, "whole");
        char words[128];
        snprintf(words, sizeof words, "%s%s", whole ? "adds: " : "", overhead_word(system, "words"));
        system_row(table, system, system, "", words);
        if (json_is_true(json_object_get(system, "built")) && whole)
            system_row(table, system, whole, "base + ", "the system as a whole");
    }
    json_object_set_new(table, "note", systems_note(report));
    return table;
}

// `348 bytes`; nothing where the paper's list leaves a field out.
static void claimed_cell(json_t *row, const json_t *claim)
{
    const char *unit = overhead_word(claim, "unit");
    double claimed = overhead_number(claim, "claimed");
    if (claimed == 0)
        cell(row, "not listed");
    else if (strcmp(unit, "mm2") == 0)
        cell(row, "%g mm²", claimed);
    else
        cell(row, "%g %.*s", claimed, (int)(strlen(unit) - (claimed == 1)), unit);
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
        json_t *row = new_row(table);
        cell(row, "%s", overhead_word(claim, "id"));
        cell(row, "%s %s", overhead_word(claim, "paper"), overhead_word(claim, "where"));
        cell(row, "%s", overhead_word(claim, "what"));
        claimed_cell(row, claim);
        number_cell(row, "%.0f", claim, "claimed_bits");
        double bits = overhead_number(claim, "needs_bits");
        if (json_object_get(claim, "needs_mm2"))
            number_cell(row, "%.2f mm²", claim, "needs_mm2");
        else if (!json_object_get(claim, "needs_bits"))
            cell(row, "not built");
        else
            cell(row, json_is_true(json_object_get(claim, "wire")) ? "%.0f as a wire" : "%.0f", bits);
        cell(row, bits > 0 ? "%.1f" : "", bits / 8);
        cell(row, "%s", overhead_word(claim, "why"));
    }
    return table;
}

static json_t *fpga_table(const json_t *report)
{
    const json_t *fpga = json_object_get(report, "fpga");
    json_t *table = table_of("fpga", "on an FPGA: iCE40 hx8k (7,680 LUT4, 32 block RAMs)",
                             "code block|word configuration|number LUT4|number flip-flops|number block RAMs|"
                             "number slowest MHz|number fastest MHz|word remark",
                             fpga ? "The block alone by Yosys; MHz placed and routed by nextpnr inside a shift "
                                    "register, over its seeds."
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
        json_t *row = row_of_block(table, entry);
        number_cell(row, "%.0f", entry, "lut4");
        number_cell(row, "%.0f", entry, "flip_flops");
        number_cell(row, "%.0f", entry, "block_rams");
        cell(row, fastest > 0 ? "%.1f" : "", slowest);
        cell(row, fastest > 0 ? "%.1f" : "", fastest);
        cell(row, "%s", overhead_word(entry, "remark"));
    }
    json_array_foreach(json_object_get(report, "blocks"), i, entry)
    {
        bool paper = json_is_true(json_object_get(entry, "paper"));
        const char *block = overhead_word(entry, "block"), *config = overhead_word(entry, "config");
        if (!fpga || !paper || overhead_row((json_t *)fpga, block, config)) continue;
        json_t *row = row_of_block(table, entry);
        for (unsigned blank = 0; blank < 5; blank++) cell(row, "");
        cell(row, "not measured");
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
        json_t *row = new_row(table);
        cell(row, "%s", overhead_word(entry, "block"));
        cell(row, "%s", overhead_word(entry, "parameter"));
        char values[128] = "";
        size_t p, used = 0;
        json_array_foreach(json_object_get(entry, "points"), p, point)
            if (used < sizeof values)
                used += (size_t)snprintf(values + used, sizeof values - used, "%s%.0f", p ? " " : "",
                                         overhead_number(point, "value"));
        cell(row, "%s", used ? values : "not built or not measured");
        number_cell(row, "%.2f", entry, "gate_equivalents_exponent");
        number_cell(row, "%.2f", entry, "critical_ns_exponent");
    }
    return table;
}

static json_t *scaling_table(const json_t *report)
{
    json_t *table = table_of("scaling", "gates and critical path by parameter",
                             "code block|word parameter|number value|number GE|number ns 0.18 µm|"
                             "word netlist equal to RTL", "");
    size_t i, p;
    json_t *entry, *point;
    json_array_foreach(json_object_get(report, "scaling"), i, entry)
        json_array_foreach(json_object_get(entry, "points"), p, point)
    {
        json_t *row = new_row(table);
        cell(row, "%s", overhead_word(entry, "block"));
        cell(row, "%s", overhead_word(entry, "parameter"));
        number_cell(row, "%.0f", point, "value");
        number_cell(row, "%.0f", point, "gate_equivalents");
        number_cell(row, "%.2f", point, "critical_ns");
        cell(row, "%s", overhead_word(point, "proof"));
    }
    return table;
}

json_t *overhead_tables(const json_t *report)
{
    static json_t *(*const tables[])(const json_t *) = {
        blocks_table, speed_table,   chains_table, paths_table, storage_table, bits_table,
        systems_table, claims_table, fpga_table, growth_table, scaling_table};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) json_array_append_new(list, tables[i](report));
    return list;
}

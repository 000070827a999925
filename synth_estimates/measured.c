// SPDX-License-Identifier: BSD-3-Clause
// What Yosys and OpenSTA found for one block in one configuration, from the files that measure.sh left in its folder.
#include "synth_estimates/netlist.h"
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

// A chip of a commercial 65 nm library: 1.33 million gate equivalents are 1.9 mm2 in UMC 65 nm (Andri, Cavigelli, Rossi,
// Benini: YodaNN, IEEE TCAD 37(1), 2018, abstract).
const double overhead_gate_um2_65nm = 1.9 / 1.33;
// The delay of a gate is in proportion to the length of its transistors (Ho, Mai, Horowitz: The Future of Wires, Proc. IEEE
// 89(4), 2001: that of an inverter with four others is 360 ps x um).
static const double delay_180_to_65 = 65.0 / 180;
static const char default_library[] = "OSU 0.18 µm";

enum { PATH_LENGTH = 512, LINE_LENGTH = 512 };

static bool is_state(const block_field *field) { return field->kind == FIELD_REG || field->kind == FIELD_MEM; }

unsigned overhead_table_bits(const block_ops *ops)
{
    unsigned bits = 0;
    for (const block_field *field = ops->fields; field->name; field++)
        if (is_state(field)) bits += field_bits(field);
    return bits;
}

json_t *overhead_parameters(const block_ops *ops)
{
    json_t *parameters = json_object();
    for (const block_param *param = ops->params; param->name; param++)
        json_object_set_new(parameters, param->name, json_integer(param->value));
    return parameters;
}

// --- registers

// Bits of the memory NAME, 0 when there is none.
static unsigned memory_bits(const netlist *rtl, const char *name)
{
    const json_t *memory = json_object_get(json_object_get(rtl->module, "memories"), name);
    return (unsigned)(overhead_number(memory, "width") * overhead_number(memory, "size"));
}

static unsigned all_memory_bits(const netlist *rtl)
{
    unsigned bits = 0;
    const char *name;
    json_t *memory;
    json_object_foreach(json_object_get(rtl->module, "memories"), name, memory) bits += memory_bits(rtl, name);
    return bits;
}

static void add_register(json_t *registers, const char *name, unsigned width, unsigned count, unsigned bits,
                         const char *storage)
{
    json_array_append_new(registers, json_pack("{s:s,s:i,s:i,s:i,s:s}", "name", name, "width", width, "count", count,
                                               "bits", bits, "storage", storage));
}

static const char *storage_of(const block_field *field)
{
    return field->kind == FIELD_MEM ? "sram" : field->is_vector ? "table" : "register";
}

// Marks the net's flip-flop bits as accounted for; returns how many were not yet.
static unsigned claim_bits(netlist *rtl, const char *name)
{
    const json_t *bits = netlist_net(rtl, name);
    unsigned count = 0;
    for (size_t i = 0; i < json_array_size(bits); i++)
        if (netlist_is_register(rtl, bits, i)) {
            rtl->driven[json_integer_value(json_array_get(bits, i))] = false;
            count++;
        }
    return count;
}

// Bits of a register that do not exist by the table are constants, which only mapping takes away (that they are:
// tests/verilog/test_registers.sh): no flip-flops.
static void drop_constants(netlist *rtl, const char *name, const block_field *field)
{
    const json_t *bits = netlist_net(rtl, name);
    for (unsigned i = 0; field->bits && i < json_array_size(bits); i++)
        if (!(field_mask(field, i / field->width) >> i % field->width & 1) && netlist_is_register(rtl, bits, i)) {
            rtl->driven[json_integer_value(json_array_get(bits, i))] = false;
            rtl->bits--;
        }
}

// Whether the table has a register or memory that the Verilog calls `net`.
static bool has_memory(const block_ops *ops, const char *net)
{
    for (const block_field *field = ops->fields; field->name; field++) {
        size_t length = strlen(field->name);
        if (is_state(field) && strncmp(net, field->name, length) == 0 && strcmp(net + length, "_q") == 0) return true;
    }
    return false;
}

// What is left once the table's registers are claimed: registers and memories that the table does not have. Without a
// table (ops NULL) these are all, and they are listed. Returns how many a table lacks.
static unsigned other_registers(netlist *rtl, const block_ops *ops, const char *top, json_t *registers, FILE *messages)
{
    unsigned others = 0;
    const char *name;
    json_t *thing;
    json_object_foreach(json_object_get(rtl->module, "memories"), name, thing)
    {
        if (!ops)
            add_register(registers, name, (unsigned)overhead_number(thing, "width"),
                         (unsigned)overhead_number(thing, "size"), memory_bits(rtl, name), "sram");
        else if (!has_memory(ops, name)) {
            fprintf(messages, "%s: memory %s: %u bits in the Verilog, none in rtl_c/%s.def\n", top, name,
                    memory_bits(rtl, name), ops->block);
            others++;
        }
    }
    json_object_foreach(json_object_get(rtl->module, "netnames"), name, thing)
    {
        unsigned bits = strchr(name, '$') ? 0 : claim_bits(rtl, name);
        if (bits == 0) continue;
        if (!ops)
            add_register(registers, name, bits, 1, bits, "register");
        else
            fprintf(messages, "%s: register %s: %u bits in the Verilog, none in rtl_c/%s.def\n", top, name, bits,
                    ops->block);
        others++;
    }
    return ops ? others : 0;
}

unsigned overhead_bits(json_t *row, const block_ops *ops, const char *top, const char *folder, FILE *messages)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/rtl.json", folder);
    netlist rtl;
    netlist_open(&rtl, path, top, NULL);
    json_t *registers = json_array();
    unsigned differences = 0, named = 0;
    for (const block_field *field = ops ? ops->fields : NULL; field && field->name; field++) {
        if (!is_state(field)) continue;
        char net[NETLIST_NAME];
        snprintf(net, sizeof net, "%s_q", field->name);
        drop_constants(&rtl, net, field);
        unsigned wanted = field_bits(field), found = claim_bits(&rtl, net) + memory_bits(&rtl, net);
        named += found;
        add_register(registers, field->name, field->width, field->count, field_bits(field), storage_of(field));
        if (found != wanted) {
            fprintf(messages, "%s: register %s: %u bits in the table, %u in the Verilog\n", top, net, wanted, found);
            differences++;
        }
    }
    size_t i;
    json_t *integer;
    json_array_foreach(rtl.loop_integers, i, integer)
        fprintf(messages, "%s: integer %s only counts a loop: its 32 flip-flops are left out\n", top,
                json_string_value(integer));
    differences += other_registers(&rtl, ops, top, registers, messages);
    unsigned yosys = rtl.bits + all_memory_bits(&rtl);
    if (ops && yosys != named && differences == 0) {
        fprintf(messages, "%s: %u flip-flop and memory bits in the Verilog, %u of them in registers of the table\n",
                top, yosys, named);
        differences++;
    }
    json_object_set_new(row, "bits", json_pack("{s:i,s:o}", "yosys", yosys, "registers", registers));
    if (ops) json_object_set_new(json_object_get(row, "bits"), "table", json_integer(overhead_table_bits(ops)));
    netlist_close(&rtl);
    return differences;
}

// --- the mapped netlist

// The net that holds bit `*i` of a register in the mapped netlist, and which bit of the net: an entry of a memory is a
// net of its own, `x_q[3]`.
static const json_t *mapped_net(const netlist *net, const json_t *reg, const char *name, size_t *i)
{
    if (strcmp(overhead_word(reg, "storage"), "sram") != 0) return netlist_net(net, name);
    char entry[2 * NETLIST_NAME];
    size_t width = (size_t)overhead_number(reg, "width");
    snprintf(entry, sizeof entry, "%s[%zu]", name, *i / width);
    *i %= width;
    return netlist_net(net, entry);
}

// Whether bit `i` of a register exists: in a REG_PART only some do.
static bool bit_exists(const json_t *row, const json_t *reg, size_t i)
{
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        if (strcmp((*ops)->block, overhead_word(row, "block")) != 0) continue;
        if (strcmp((*ops)->config, overhead_word(row, "config")) != 0) continue;
        for (const block_field *field = (*ops)->fields; field->name; field++)
            if (is_state(field) && field->bits && strcmp(field->name, overhead_word(reg, "name")) == 0)
                return field->bits((unsigned)(i / field->width)) >> i % field->width & 1;
    }
    return true;
}

// Register bits of the RTL that no flip-flop of their own holds any more, by name.
static json_t *lost_bits(const netlist *net, json_t *row)
{
    json_t *lost = json_array(), *reg;
    size_t r;
    bool *seen = calloc(net->nets, sizeof *seen);
    if (!seen) abort();
    json_array_foreach(json_object_get(json_object_get(row, "bits"), "registers"), r, reg)
    {
        char name[NETLIST_NAME], bit_name[2 * NETLIST_NAME];
        const char *suffix = json_object_get(json_object_get(row, "bits"), "table") ? "_q" : "";
        snprintf(name, sizeof name, "%s%s", overhead_word(reg, "name"), suffix);
        size_t end = (size_t)(overhead_number(reg, "width") * overhead_number(reg, "count"));
        for (size_t i = 0; i < end; i++) {
            if (!bit_exists(row, reg, i)) continue;
            size_t at = i;
            const json_t *bits = mapped_net(net, reg, name, &at), *bit = json_array_get(bits, at);
            bool kept = netlist_is_register(net, bits, at) && !seen[json_integer_value(bit)];
            if (kept)
                seen[json_integer_value(bit)] = true;
            else {
                snprintf(bit_name, sizeof bit_name, "%s[%zu] %s", name, i,
                         json_is_string(bit)                 ? "constant"
                         : netlist_is_register(net, bits, at) ? "merged"
                                                             : "removed");
                json_array_append_new(lost, json_string(bit_name));
            }
        }
    }
    free(seen);
    return lost;
}

static json_t *timing_paths(const netlist *net, const char *folder, const char *name)
{
    char path[PATH_LENGTH], line[LINE_LENGTH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_t *paths = json_array();
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char kind[32], from[NETLIST_NAME], to[NETLIST_NAME], first[NETLIST_NAME], last[NETLIST_NAME];
        double ns;
        if (sscanf(line, "path %31s %lf %127s %127s", kind, &ns, from, to) != 4) continue;
        netlist_point(net, from, first);
        netlist_point(net, to, last);
        json_array_append_new(paths, json_pack("{s:s,s:f,s:s,s:s}", "kind", kind, "ns", ns, "from", first, "to", last));
    }
    if (file) fclose(file);
    return paths;
}

static json_t *proof_of(const char *folder)
{
    char path[PATH_LENGTH], line[LINE_LENGTH] = "no proof was run";
    snprintf(path, sizeof path, "%s/proof.txt", folder);
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file)) line[strcspn(line, "\n")] = '\0';
    if (file) fclose(file);
    return json_string(line);
}

// Cells by type, with how often each is there.
static json_t *cells_by_type(const netlist *net)
{
    json_t *kinds = json_object(), *cell;
    const char *name;
    json_object_foreach(json_object_get(net->module, "cells"), name, cell)
    {
        const char *type = overhead_word(cell, "type");
        json_object_set_new(kinds, type, json_integer(1 + json_integer_value(json_object_get(kinds, type))));
    }
    return kinds;
}

void overhead_adders(FILE *out, const char *folder, const char *top, const char *tech)
{
    netlist net;
    const overhead_liberty *library = netlist_open_mapped(&net, folder, top, tech);
    json_t *kinds = cells_by_type(&net), *count;
    const char *name;
    double area = 0;
    json_object_foreach(kinds, name, count) area += json_number_value(count) * overhead_cell_area(library, name);
    fprintf(out, "%.4f", area / library->gate_area);
    for (unsigned inputs = 3; inputs > 1; inputs--) {
        const char *adder = overhead_library_adder(library, inputs);
        fprintf(out, " %d", adder ? (int)json_integer_value(json_object_get(kinds, adder)) : 0);
    }
    fprintf(out, "\n");
    json_decref(kinds);
    netlist_close(&net);
}

void overhead_cost(json_t *row, const char *top, const char *folder, const char *tech)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/full.key", folder);
    const bool full = overhead_exists(path);
    snprintf(path, sizeof path, "%s/timing.key", folder);
    if (!full && !overhead_exists(path)) return;
    netlist net;
    const overhead_liberty *library = netlist_open_mapped(&net, folder, top, tech);
    json_t *kinds = cells_by_type(&net), *count;
    const char *name;
    double sequential = 0, combinational = 0;
    unsigned cells = 0;
    json_object_foreach(kinds, name, count)
    {
        double times = json_number_value(count);
        bool flip_flop = strcmp(name, library->flip_flop) == 0;
        *(flip_flop ? &sequential : &combinational) += times * overhead_cell_area(library, name);
        cells += (unsigned)times;
    }
    double gate = library->gate_area, gates = (sequential + combinational) / gate;
    json_t *paths_035um = timing_paths(&net, folder, "timing_035.txt");
    json_t *cost = json_pack("{s:o,s:i,s:i,s:o,s:f,s:f,s:f,s:f,s:f,s:o}", "proof", full ? proof_of(folder) : json_string("not tried"), "cells", cells,
                             "flip_flops", net.bits, "lost", lost_bits(&net, row), "gate_equivalents", gates,
                             "sequential_gate_equivalents", sequential / gate, "combinational_gate_equivalents",
                             combinational / gate, "area_um2", sequential + combinational, "area_um2_65nm",
                             gates * overhead_gate_um2_65nm, "paths", timing_paths(&net, folder, "timing.txt"));
    if (json_array_size(paths_035um)) json_object_set(cost, "paths_035um", paths_035um);
    json_decref(paths_035um);
    json_object_set_new(row, "cost", cost);
    json_decref(kinds);
    netlist_close(&net);
}

double overhead_critical_path(const json_t *cost)
{
    double longest = 0;
    size_t i;
    json_t *path;
    json_array_foreach(json_object_get(cost, "paths"), i, path) if (overhead_number(path, "ns") > longest) longest =
        overhead_number(path, "ns");
    return longest;
}

json_t *overhead_library_name(const char *tech)
{
    char path[PATH_LENGTH], line[LINE_LENGTH] = "";
    snprintf(path, sizeof path, "%s/name", tech);
    FILE *file = fopen(path, "r");
    if (file && !fgets(line, sizeof line, file)) line[0] = '\0';
    if (file) fclose(file);
    line[strcspn(line, "\n")] = '\0';
    return json_string(*line ? line : default_library);
}

static bool is_default(const char *tech)
{
    json_t *name = overhead_library_name(tech);
    bool same = strcmp(json_string_value(name), default_library) == 0;
    json_decref(name);
    return same;
}

double overhead_delay_65nm(const char *tech) { return is_default(tech) ? delay_180_to_65 : 0; }

json_t *overhead_caveat(const char *tech)
{
    json_t *name = overhead_library_name(tech);
    json_t *caveat = json_sprintf("Not a layout: no wires, no clock tree, %s%s, every table in flip-flops.",
                                  is_default(tech) ? "a 0.18 µm academic library (OSU)" : "library ",
                                  is_default(tech) ? "" : json_string_value(name));
    json_decref(name);
    return caveat;
}

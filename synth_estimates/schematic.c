// SPDX-License-Identifier: BSD-3-Clause
// A block as a drawing for Graphviz, left to right: inputs and registers as read; a box of logic in front of each
// register and output, with its word-level operations counted by kind; registers as written, and outputs. Operations
// that several words share are counted in front of each. Clock and reset are left out.
#include "synth_estimates/netlist.h"
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { SOURCES = 128, KINDS = 7 };

typedef struct {
    netlist rtl;
    size_t cell_count, source_count;
    const json_t **cells;     // all cells
    size_t *driver, *source;  // by net: number of the cell or source that drives it, plus one
    bool *seen;               // by cell: visited in the cone at hand
    const char *names[SOURCES];
    bool reached[SOURCES];
    unsigned kinds[KINDS];
} drawing;

static const char *const kind_names[KINDS] = {"adder", "comparator", "multiplexer", "shifter",
                                              "multiplier", "divider", "gate"};

static unsigned kind_of(const char *type)
{
    static const char *const types[KINDS][7] = {{"$add", "$sub", "$neg"},
                                                {"$lt", "$le", "$gt", "$ge", "$eq", "$ne", "$eqx"},
                                                {"$mux", "$pmux"},
                                                {"$shl", "$shr", "$sshr", "$shiftx", "$shift"},
                                                {"$mul"},
                                                {"$div", "$mod"}};
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned i = 0; i < 7 && types[kind][i]; i++)
            if (strcmp(type, types[kind][i]) == 0) return kind;
    return KINDS - 1;
}

static bool is_memory(const json_t *cell) { return strncmp(overhead_word(cell, "type"), "$mem", 4) == 0; }

static const char *memory_name(const json_t *cell)
{
    const char *name = overhead_word(json_object_get(cell, "parameters"), "MEMID");
    return name + (name[0] == '\\');
}

static size_t source_number(drawing *d, const char *name)
{
    for (size_t i = 0; i < d->source_count; i++)
        if (strcmp(d->names[i], name) == 0) return i;
    if (d->source_count == SOURCES) return SOURCES - 1;
    d->names[d->source_count] = name;
    return d->source_count++;
}

static void set_source(drawing *d, const json_t *bits, const char *name)
{
    size_t i;
    json_t *bit;
    json_array_foreach((json_t *)bits, i, bit)
        if (json_is_integer(bit)) d->source[json_integer_value(bit)] = source_number(d, name) + 1;
}

// What drives each net: an input, a register or an operation.
static void find_drivers(drawing *d)
{
    const char *name, *pin;
    json_t *thing, *bits, *bit;
    size_t i;
    json_object_foreach(json_object_get(d->rtl.module, "ports"), name, thing)
        if (strcmp(overhead_word(thing, "direction"), "input") == 0 && strcmp(name, "clk_i") != 0 &&
            strcmp(name, "rst_i") != 0)
            set_source(d, json_object_get(thing, "bits"), name);
    for (int pass = 0; pass < 2; pass++)   // an output may be a register, too, whose name is x_q
        json_object_foreach(json_object_get(d->rtl.module, "netnames"), name, thing)
        {
            bits = json_object_get(thing, "bits");
            bool named = strlen(name) > 2 && strcmp(name + strlen(name) - 2, "_q") == 0;
            if (name[0] == '$' || (pass == 0 && !named) || !netlist_is_register(&d->rtl, bits, 0)) continue;
            if (!d->source[json_integer_value(json_array_get(bits, 0))]) set_source(d, bits, name);
        }
    json_object_foreach(json_object_get(d->rtl.module, "cells"), name, thing)
    {
        d->cells[d->cell_count++] = thing;
        json_object_foreach(json_object_get(thing, "connections"), pin, bits)
            if (strcmp(overhead_word(json_object_get(thing, "port_directions"), pin), "output") == 0)
                json_array_foreach(bits, i, bit)
                    if (json_is_integer(bit)) d->driver[json_integer_value(bit)] = d->cell_count;
    }
}

static void follow(drawing *d, const json_t *bits);

static void follow_inputs(drawing *d, const json_t *cell)
{
    const char *pin;
    json_t *bits;
    json_object_foreach(json_object_get(cell, "connections"), pin, bits)
        if (strcmp(overhead_word(json_object_get(cell, "port_directions"), pin), "input") == 0 &&
            strcmp(pin, "CLK") != 0)
            follow(d, bits);
}

// Marks the sources behind some bits and counts the operations on the way.
static void follow(drawing *d, const json_t *bits)
{
    size_t i;
    json_t *bit;
    json_array_foreach((json_t *)bits, i, bit)
    {
        if (!json_is_integer(bit)) continue;
        size_t net = (size_t)json_integer_value(bit), from = d->driver[net];
        if (d->source[net]) d->reached[d->source[net] - 1] = true;
        if (d->source[net] || !from || d->seen[from - 1]) continue;
        d->seen[from - 1] = true;
        if (is_memory(d->cells[from - 1]))
            d->reached[source_number(d, memory_name(d->cells[from - 1]))] = true;
        else
            d->kinds[kind_of(overhead_word(d->cells[from - 1], "type"))]++;
        follow_inputs(d, d->cells[from - 1]);
    }
}

static void begin_cone(drawing *d)
{
    memset(d->seen, 0, d->cell_count * sizeof *d->seen);
    memset(d->reached, 0, sizeof d->reached);
    memset(d->kinds, 0, sizeof d->kinds);
}

// The box of the cone just followed, its edges, and what it drives.
static void print_cone(FILE *out, const drawing *d, const char *target, size_t width, bool is_register)
{
    static const char *const colours[] = {"#4477aa", "#ee6677", "#228833", "#aa8800", "#3399cc", "#aa3377", "#555555",
                                          "#ee8866"};
    fprintf(out, "  \"logic %s\" [shape=box style=filled fillcolor=\"#f3f3f3\" label=\"", target);
    unsigned all = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        if (!d->kinds[kind]) continue;
        fprintf(out, "%s%u %s%s", all % 3 ? ", " : all ? "\\n" : "", d->kinds[kind], kind_names[kind],
                d->kinds[kind] > 1 ? "s" : "");
        all++;
    }
    fprintf(out, "%s\"];\n  \"to %s\" [shape=%s label=\"%s  %zu\"];\n  \"logic %s\" -> \"to %s\";\n",
            all ? "" : "wires", target, is_register ? "box style=\"rounded,bold\"" : "plaintext", target, width,
            target, target);
    for (size_t i = 0; i < d->source_count; i++)
        if (d->reached[i])
            fprintf(out, "  \"from %s\" -> \"logic %s\" [tailport=e headport=w color=\"%s\"];\n", d->names[i], target,
                    colours[i % (sizeof colours / sizeof *colours)]);
}

// Every register and memory with the logic in front of it.
static void print_registers(FILE *out, drawing *d)
{
    for (size_t source = 0; source < d->source_count; source++) {
        size_t width = 0;
        begin_cone(d);
        for (size_t i = 0; i < d->cell_count; i++) {
            const json_t *cell = d->cells[i], *q = json_object_get(json_object_get(cell, "connections"), "Q");
            const json_t *first = json_array_get(q, 0);
            bool flip_flop = first && json_is_integer(first) && d->source[json_integer_value(first)] == source + 1;
            bool memory = is_memory(cell) && strncmp(overhead_word(cell, "type"), "$memwr", 6) == 0 &&
                          strcmp(memory_name(cell), d->names[source]) == 0;
            if (!flip_flop && !memory) continue;
            const json_t *data = json_object_get(json_object_get(cell, "connections"), "DATA");
            width += json_array_size(flip_flop ? q : data);
            follow_inputs(d, cell);
        }
        if (width) print_cone(out, d, d->names[source], width, true);
    }
}

static void print_sources(FILE *out, const drawing *d)
{
    const json_t *ports = json_object_get(d->rtl.module, "ports");
    fprintf(out, "  { rank=min;\n");
    for (size_t i = 0; i < d->source_count; i++) {
        const json_t *port = json_object_get(ports, d->names[i]);
        bool input = strcmp(overhead_word(port, "direction"), "input") == 0;
        const json_t *bits = input ? json_object_get(port, "bits") : netlist_net(&d->rtl, d->names[i]);
        fprintf(out, "    \"from %s\" [shape=%s label=\"%s  %zu\"];\n", d->names[i],
                input ? "plaintext" : "box style=\"rounded,bold\"", d->names[i], json_array_size(bits));
    }
    fprintf(out, "  }\n");
}

void overhead_schematic(FILE *out, const char *folder, const char *top)
{
    char path[512];
    const char *name;
    json_t *port;
    snprintf(path, sizeof path, "%s/rtl.json", folder);
    drawing d = {0};
    netlist_open(&d.rtl, path, top, NULL);
    size_t cells = json_object_size(json_object_get(d.rtl.module, "cells"));
    d.cells = calloc(cells + 1, sizeof *d.cells);
    d.seen = calloc(cells + 1, sizeof *d.seen);
    d.driver = calloc(d.rtl.nets, sizeof *d.driver);
    d.source = calloc(d.rtl.nets, sizeof *d.source);
    if (!d.cells || !d.seen || !d.driver || !d.source) abort();
    find_drivers(&d);
    fprintf(out, "digraph \"%s\" {\n  rankdir=LR; ranksep=1.4; nodesep=0.12;\n"
                 "  node [fontname=\"sans-serif\" fontsize=12 margin=\"0.08,0.04\" height=0.3];\n"
                 "  edge [arrowsize=0.6];\n", top);
    print_registers(out, &d);
    json_object_foreach(json_object_get(d.rtl.module, "ports"), name, port)
    {
        if (strcmp(overhead_word(port, "direction"), "output") != 0) continue;
        begin_cone(&d);
        follow(&d, json_object_get(port, "bits"));
        print_cone(out, &d, name, json_array_size(json_object_get(port, "bits")), false);
    }
    print_sources(out, &d);
    fprintf(out, "}\n");
    free(d.cells);
    free(d.seen);
    free(d.driver);
    free(d.source);
    netlist_close(&d.rtl);
}

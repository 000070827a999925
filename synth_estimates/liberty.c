// SPDX-License-Identifier: BSD-3-Clause
// What a Liberty library has for the measurement, found by function: the smallest two-input NAND, by which areas are
// counted, inverter and buffer, which drives the inputs, and the flip-flop, on the rising edge, as dfflibmap takes it. One
// without set and reset comes first; where all have one, it is tied. Cells that are not to be used are passed over.
#include "synth_estimates/liberty.h"
#include "synth_estimates/liberty_cells.h"
#include "synth_estimates/liberty_check.h"
#include "synth_estimates/overhead.h"

#include <fnmatch.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { USER_MISTAKE = 2, NAME = 256 };

static bool is_pin(const char *text, const char *name)
{
    return liberty_is_function(text, LIBERTY_FIRST, (const char *const[LIBERTY_PINS]){name});
}

static bool is_inverse(const char *text, const char *name)
{
    return liberty_is_function(text, LIBERTY_ALL & ~LIBERTY_FIRST, (const char *const[LIBERTY_PINS]){name});
}

static bool is_true(const liberty_node *cell, const char *name) { return strcmp(liberty_value(cell, name), "true") == 0; }

static bool has_scan(const liberty_node *cell)
{
    if (liberty_next(cell, "test_cell", NULL)) return true;
    const liberty_node *pin = NULL;
    while ((pin = liberty_next(cell, "pin", pin)))
        if (strncmp(liberty_value(pin, "signal_type"), "test_scan", 9) == 0 ||
            strncmp(liberty_value(pin, "nextstate_type"), "scan_", 5) == 0)
            return true;
    return false;
}

static bool has_function(const liberty_node *cell)
{
    const liberty_node *pin = NULL;
    while ((pin = liberty_next(cell, "pin", pin)))
        if (*liberty_value(pin, "function")) return true;
    return false;
}

static bool is_listed(const char *cell, const char *list)
{
    char pattern[NAME];
    for (const char *at = list ? list : ""; *(at += strspn(at, " \t\n,"));) {
        size_t length = strcspn(at, " \t\n,");
        snprintf(pattern, sizeof pattern, "%.*s", (int)length, at);
        if (fnmatch(pattern, cell, 0) == 0) return true;
        at += length;
    }
    return false;
}

const char *overhead_left_out(const liberty_node *cell, const char *dont_use)
{
    static const struct { const char *attribute, *why; } kinds[] = {
        {"pad_cell", "a pad"}, {"is_isolation_cell", "isolates domains of power"},
        {"is_level_shifter", "shifts levels between domains of power"}, {"always_on", "is of a domain of power"}};
    static const struct { const char *attribute, *why; } values[] = {
        {"clock_gating_integrated_cell", "gates a clock"}, {"retention_cell", "retains its state without power"},
        {"switch_cell_type", "switches power"}, {"isolation_cell_enable_pin", "isolates domains of power"}};
    if (is_true(cell, "dont_use")) return "dont_use in the library";
    if (is_listed(liberty_first_word(cell), dont_use)) return "in DONT_USE";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_true(cell, kinds[i].attribute)) return kinds[i].why;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (*liberty_value(cell, values[i].attribute)) return values[i].why;
    if (has_scan(cell)) return "a scan cell";
    if (liberty_next(cell, "bus", NULL) || liberty_next(cell, "bundle", NULL)) return "has a bus";
    if (!has_function(cell)) return "no function";
    return NULL;
}

// The pin of a set or a reset, and at what it does nothing.
static bool find_tied(const liberty_node *cell, const liberty_node *ff, overhead_liberty *library)
{
    static const char *const functions[] = {"clear", "preset"};
    unsigned found = 0;
    library->tied[0].pin = library->tied[1].pin = NULL;
    for (size_t f = 0; f < 2; f++) {
        const char *function = liberty_value(ff, functions[f]);
        bool single = !*function;
        for (size_t i = 0; i < liberty_pins(cell, "input") && !single; i++) {
            const char *name = liberty_first_word(liberty_pin(cell, "input", i));
            bool high = is_pin(function, name);
            single = high || is_inverse(function, name);
            if (!single) continue;
            library->tied[found].pin = name;
            library->tied[found].preset = f == 1;
            library->tied[found++].value = !high;
        }
        if (!single) return false;
    }
    return true;
}

static size_t tied(const overhead_liberty *library) { return !!library->tied[0].pin + (size_t)!!library->tied[1].pin; }

// Fills in the pins when the cell is a flip-flop of data, clock and one output or two, the inverse perhaps alone.
static bool is_flip_flop(const liberty_node *cell, overhead_liberty *library)
{
    const liberty_node *ff = liberty_next(cell, "ff", NULL);
    if (!ff || liberty_next(cell, "ff", ff) || !find_tied(cell, ff, library)) return false;
    if (liberty_pins(cell, "input") != 2 + tied(library)) return false;
    bool inverted = false;
    library->clock = library->data = library->output = library->inverse = NULL;
    for (size_t i = 0; i < liberty_pins(cell, "input"); i++) {
        const char *name = liberty_first_word(liberty_pin(cell, "input", i));
        if (is_pin(liberty_value(ff, "clocked_on"), name)) library->clock = name;
        if (is_pin(liberty_value(ff, "next_state"), name)) library->data = name;
        if (is_inverse(liberty_value(ff, "next_state"), name)) library->data = name, inverted = true;
    }
    if (ff->count == 0 || !library->clock || !library->data || liberty_pins(cell, "output") > 2) return false;
    const char *state = ff->words[0].text, *other = ff->count > 1 ? ff->words[1].text : "";
    for (size_t i = 0; i < liberty_pins(cell, "output"); i++) {
        const liberty_node *pin = liberty_pin(cell, "output", i);
        const char *function = liberty_value(pin, "function");
        bool same = is_pin(function, state);
        if (!same && !is_pin(function, other) && !is_inverse(function, state))
            return false;
        *(same != inverted ? &library->output : &library->inverse) = liberty_first_word(pin);
    }
    return library->output || library->inverse;
}

// As dfflibmap chooses: the fewest pins, then the smallest area.
static bool simpler(const liberty_node *cell, size_t tied_pins, const liberty_node *best, size_t best_tied)
{
    if (!best || tied_pins != best_tied) return !best || tied_pins < best_tied;
    size_t pins = liberty_pins(cell, "output"), fewest = liberty_pins(best, "output");
    return pins < fewest || (pins == fewest && liberty_smaller(cell, best));
}

static _Noreturn void missing(const liberty_node *library, const char *cell)
{
    liberty_refuse(library, "no %s, expected one in a library to map to", cell);
}

// A cell that must be there, CHOSEN or the one at OFFSET in what is chosen without DONT_USE, whose mistake it is then.
static void need(const liberty_node *chosen, const liberty_node *tree, const char *dont_use, const char *what, size_t offset)
{
    if (chosen) return;
    if (!dont_use || !*dont_use) missing(tree, what);
    const overhead_liberty all = overhead_choose(tree, NULL);   // ends where it is missing there, too
    const char *name = *(const char *const *)((const char *)&all + offset);
    fprintf(stderr, "DONT_USE leaves out %s and every other %s of the library, expected one to map to\n", name, what);
    exit(USER_MISTAKE);
}

overhead_liberty overhead_choose(const liberty_node *tree, const char *dont_use)
{
    overhead_liberty library = {.tree = tree}, pins = {0};
    const liberty_node *gate = NULL, *inverter = NULL, *buffer = NULL, *flip_flop = NULL, *broken = NULL, *cell = NULL;
    while ((cell = liberty_next(tree, "cell", cell))) {
        if (overhead_left_out(cell, dont_use)) continue;
        if (liberty_next(cell, "ff", NULL) && liberty_broken(cell) &&
            (!broken || liberty_pins(cell, "input") < liberty_pins(broken, "input")))
            broken = cell;
        if (liberty_is_gate(cell, 2, LIBERTY_NAND) && liberty_smaller(cell, gate)) gate = cell;
        if (liberty_is_gate(cell, 1, LIBERTY_ALL & ~LIBERTY_FIRST) && liberty_smaller(cell, inverter)) inverter = cell;
        if (liberty_is_gate(cell, 1, LIBERTY_FIRST) && liberty_smaller(cell, buffer)) buffer = cell;
        if (!is_flip_flop(cell, &pins) || !simpler(cell, tied(&pins), flip_flop, tied(&library))) continue;
        flip_flop = cell;
        library = pins;
    }
    library.tree = tree;
    need(gate, tree, dont_use, "two-input NAND", offsetof(overhead_liberty, gate));
    if (liberty_area(gate) <= 0) missing(gate, "area of the two-input NAND");
    need(inverter, tree, dont_use, "inverter", offsetof(overhead_liberty, inverter));
    need(buffer, tree, dont_use, "buffer", offsetof(overhead_liberty, buffer));
    // With functions that say what it does it might be the one.
    if (broken && (!flip_flop || liberty_pins(broken, "input") <= liberty_pins(flip_flop, "input")))
        liberty_refuse_function(liberty_broken(broken));
    need(flip_flop, tree, dont_use, "flip-flop on the rising edge", offsetof(overhead_liberty, flip_flop));
    library.gate = liberty_first_word(gate), library.buffer = liberty_first_word(buffer);
    library.inverter = liberty_first_word(inverter), library.flip_flop = liberty_first_word(flip_flop);
    library.gate_area = liberty_area(gate);
    return library;
}

const overhead_liberty *overhead_library(const char *path)
{
    static overhead_liberty library;   // a run has one
    if (library.tree) return &library;
    const liberty_node *file = liberty_read(path), *tree = liberty_next(file, "library", NULL);
    if (!tree) missing(file, "group library (…)");
    liberty_check(tree);
    library = overhead_choose(tree, NULL);
    return &library;
}

double overhead_cell_area(const overhead_liberty *library, const char *cell)
{
    const liberty_node *found = liberty_cell(library->tree, cell);
    if (!found) {
        fprintf(stderr, "the library has no cell %s, which a netlist has\n", cell);
        exit(USER_MISTAKE);
    }
    if (liberty_has_state(found) && strcmp(cell, library->flip_flop) != 0) {
        fprintf(stderr, "a netlist has the cell %s, expected no cell with a state but %s\n", cell, library->flip_flop);
        exit(USER_MISTAKE);
    }
    return liberty_area(found);
}

// --- what mapping and proof need

// What outputs drive: that of OSU 0.18 um's 20 fF to its NAND's 12.5 fF; of a library without loads, 20 fF.
static double load_ff(const overhead_liberty *library)
{
    const liberty_node *unit = liberty_find(library->tree, "capacitive_load_unit"), *gate;
    gate = liberty_cell(library->tree, library->gate);
    double load = liberty_number(liberty_pin(gate, "input", 0), "capacitance", 0);
    if (unit) load *= atof(unit->words[0].text) * (strcasecmp(unit->words[1].text, "pf") == 0 ? 1000 : 1);
    return unit && load > 0 ? load * 20 / 12.5 : 20;
}

// `state` is the name by which prove.sh finds the register of a flip-flop that has only an inverse output.
static void write_flip_flop(FILE *file, const overhead_liberty *library)
{
    const char *state = library->output ? library->output : "state";
    fprintf(file, "module %s(input %s, input %s", library->flip_flop, library->clock, library->data);
    for (size_t i = 0; i < tied(library); i++) fprintf(file, ", input %s", library->tied[i].pin);
    if (library->output) fprintf(file, ", output reg %s", library->output);
    if (library->inverse) fprintf(file, ", output %s", library->inverse);
    fprintf(file, ");\n");
    if (!library->output) fprintf(file, "    reg state;\n");
    fprintf(file, "    always @(posedge %s", library->clock);
    for (size_t i = 0; i < tied(library); i++)
        fprintf(file, " or %s %s", library->tied[i].value ? "negedge" : "posedge", library->tied[i].pin);
    fprintf(file, ")");
    for (size_t i = 0; i < tied(library); i++)
        fprintf(file, " if (%s%s) %s <= %d; else", library->tied[i].value ? "!" : "", library->tied[i].pin, state,
                library->tied[i].preset);
    fprintf(file, " %s <= %s;\n", state, library->data);
    if (library->inverse) fprintf(file, "    assign %s = ~%s;\n", library->inverse, state);
    fprintf(file, "endmodule\n");
}

void overhead_library_inverter(const overhead_liberty *library, FILE *out)
{
    const liberty_node *cell = liberty_cell(library->tree, library->inverter);
    fprintf(out, "%s %s %s\n", library->inverter, liberty_first_word(liberty_pin(cell, "input", 0)),
            liberty_first_word(liberty_pin(cell, "output", 0)));
}

void overhead_library_files(const overhead_liberty *library, const char *folder)
{
    FILE *file = overhead_create(folder, "map.constr");
    // ABC takes the load in fF.
    fprintf(file, "set_driving_cell %s\nset_load %.4g [all_outputs]\n", library->buffer, load_ff(library));
    overhead_close(file, folder, "map.constr");
    // Yosys keeps the state that a Liberty file describes in a hidden net, under which no register could be paired.
    file = overhead_create(folder, "flip_flop.v");
    write_flip_flop(file, library);
    overhead_close(file, folder, "flip_flop.v");
}

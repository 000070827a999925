// SPDX-License-Identifier: BSD-3-Clause
// Writes published Liberty files as one library for ABC, Yosys and OpenSTA: what one of them does not read or reads in
// another way than the others is left out (waveforms, currents, receivers, rails, scan) or written out (templates that
// the file does not declare, scalars of energy, which OpenSTA takes for missing templates). Of cells with a state the one
// that is mapped to stays: dfflibmap has no choice then. Energies are most of ASAP7 and are read by one tool only:
// they are in a file of their own, energy.lib.
#include "synth_estimates/liberty.h"
#include "synth_estimates/liberty_cells.h"
#include "synth_estimates/liberty_check.h"
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { USER_MISTAKE = 2, NAME = 256, MOST_TEMPLATES = 256 };

// --- which library

static const liberty_node *library_of(const char *path, const char *corner)
{
    const liberty_node *file = liberty_read(path), *library = liberty_next(file, "library", NULL), *other = library;
    if (!library) liberty_refuse(file, "no group library (…), expected one");
    if (!liberty_next(file, "library", library) && !*corner) return library;
    while (other && strcmp(liberty_first_word(other), corner) != 0) other = liberty_next(file, "library", other);
    if (other) return other;
    fprintf(stderr, "%s:%u: CORNER \"%s\", expected one of the libraries of the file:", path, library->line, corner);
    for (; library; library = liberty_next(file, "library", library))
        fprintf(stderr, " %s", liberty_first_word(library));
    fprintf(stderr, "\n");
    exit(USER_MISTAKE);
}

static void expect_same(const liberty_node *first, const liberty_node *other, const char *name)
{
    const liberty_node *a = liberty_find(first, name), *b = liberty_find(other, name);
    bool same = !a == !b && (!a || a->count == b->count);
    for (size_t i = 0; same && a && i < a->count; i++) same = strcasecmp(a->words[i].text, b->words[i].text) == 0;
    if (!same)
        liberty_refuse(b ? b : other, "other %s than in %s:%u, expected the same in files that are used together", name,
                       first->path, first->line);
}

// Cells and templates of the other files behind those of the first; templates that are there already are not added.
static void join(liberty_node *first, const liberty_node *other)
{
    static const char *const same[] = {"time_unit", "capacitive_load_unit", "leakage_power_unit", "voltage_unit",
                                       "nom_voltage", "slew_lower_threshold_pct_rise", "slew_upper_threshold_pct_rise"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) expect_same(first, other, same[i]);
    for (liberty_node *node = other->first, *next; node; node = next) {
        next = node->next;
        bool kept = strcmp(node->name, "cell") == 0;
        if (strstr(node->name, "_template")) {
            kept = true;
            for (const liberty_node *there = first->first; there; there = there->next)
                kept &= strcmp(there->name, node->name) != 0 ||
                    strcmp(liberty_first_word(there), liberty_first_word(node)) != 0;
        }
        if (!kept) continue;
        node->next = NULL;
        first->last->next = node;
        first->last = node;
    }
}

// --- what is kept of it

static bool is_in(const char *name, const char *const list[])
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0) return true;
    return false;
}

static bool is_kept_of_library(const char *name)
{
    static const char *const names[] = {"delay_model", "time_unit", "voltage_unit", "current_unit",
                                        "pulling_resistance_unit", "leakage_power_unit", "capacitive_load_unit",
                                        "operating_conditions", NULL};
    static const char *const prefixes[] = {"nom_", "slew_", "input_threshold_pct", "output_threshold_pct", NULL};
    static const char *const defaults[] = {"default_operating_conditions", "default_cell_leakage_power",
                                           "default_max_transition", "default_fanout_load", NULL};
    for (size_t i = 0; prefixes[i]; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    return is_in(name, names) || is_in(name, defaults);
}

static const char *const of_pin[] = {"direction", "function", "clock", "capacitance", "rise_capacitance", "fall_capacitance",
                                     "max_capacitance", "max_transition", "three_state", NULL};
static const char *const of_arc[] = {"related_pin", "timing_sense", "timing_type", "when", NULL};

// Rails that are at 0 V draw nothing; OpenSTA would take the mean of them and of the others.
static bool is_of_ground(const liberty_node *cell, const liberty_node *leakage)
{
    const char *rail = liberty_value(leakage, "related_pg_pin");
    const liberty_node *pin = liberty_next(cell, "pg_pin", NULL);
    while (pin && strcmp(liberty_first_word(pin), rail) != 0) pin = liberty_next(cell, "pg_pin", pin);
    return *rail && strcmp(liberty_value(pin, "pg_type"), "primary_ground") == 0 && liberty_number(leakage, "value", 0) == 0;
}

static void write_scalar(FILE *out, const liberty_node *table)
{
    double value = 0;
    liberty_numbers(liberty_find(table, "values"), &value, 1);
    fprintf(out, "        %s (scalar_of_energy) { values (\"%.9g, %.9g\"); }\n", table->name, value, value);
}

static void write_arc(FILE *out, const liberty_node *arc)
{
    fprintf(out, "      %s () {\n", arc->name);
    for (const liberty_node *node = arc->first; node; node = node->next) {
        bool energy = strcmp(arc->name, "internal_power") == 0;
        if (is_in(node->name, of_arc)) liberty_write(out, node, 4);
        else if (liberty_is_table(node) && energy && strcmp(liberty_first_word(node), "scalar") == 0) write_scalar(out, node);
        else if (liberty_is_table(node)) liberty_write(out, node, 4);
    }
    fprintf(out, "      }\n");
}

// LOAD: of inputs that have none of their own.
static void write_pin(FILE *out, const liberty_node *pin, const liberty_node *load, bool energies)
{
    fprintf(out, "    pin (\"%s\") {\n", liberty_first_word(pin));
    if (load && liberty_has_no_load(pin)) fprintf(out, "      capacitance : %s;\n", liberty_first_word(load));
    for (const liberty_node *node = pin->first; node; node = node->next) {
        if (is_in(node->name, of_pin)) liberty_write(out, node, 3);
        else if (node->form == LIBERTY_GROUP &&
                 (strcmp(node->name, "timing") == 0 || (energies && strcmp(node->name, "internal_power") == 0)))
            write_arc(out, node);
    }
    fprintf(out, "    }\n");
}

static void write_cell(FILE *out, const liberty_node *cell, const liberty_node *load, bool energies)
{
    fprintf(out, "  cell (\"%s\") {\n", liberty_first_word(cell));
    for (const liberty_node *node = cell->first; node; node = node->next) {
        if (strcmp(node->name, "pin") == 0) write_pin(out, node, load, energies);
        else if (strcmp(node->name, "ff") == 0 || strcmp(node->name, "area") == 0 ||
                 (energies && strcmp(node->name, "cell_leakage_power") == 0) ||
                 (energies && strcmp(node->name, "leakage_power") == 0 && !is_of_ground(cell, node)))
            liberty_write(out, node, 2);
    }
    fprintf(out, "  }\n");
}

// --- templates that are not declared

typedef struct {
    const char *names[MOST_TEMPLATES];
    size_t count;
} names_seen;

static bool is_declared(const liberty_node *library, const char *name)
{
    for (const liberty_node *node = library->first; node; node = node->next)
        if (strstr(node->name, "_template") && strcmp(liberty_first_word(node), name) == 0) return true;
    return false;
}

// As the table's own indices, and the variables of the one that stands for it.
static void declare(FILE *out, const liberty_node *library, const liberty_node *table, names_seen *seen)
{
    const char *name = liberty_first_word(table);
    const liberty_node *like = liberty_template(library, table);
    for (size_t i = 0; i < seen->count; i++)
        if (strcmp(seen->names[i], name) == 0) return;
    if (!like || is_declared(library, name)) return;
    if (seen->count == MOST_TEMPLATES) liberty_refuse(table, "more than %d templates are not declared", MOST_TEMPLATES);
    seen->names[seen->count++] = name;
    fprintf(out, "  %s (\"%s\") {\n", like->name, name);
    for (const liberty_node *node = like->first; node; node = node->next)
        if (strncmp(node->name, "variable_", 9) == 0) liberty_write(out, node, 2);
    for (const liberty_node *node = table->first; node; node = node->next)
        if (strncmp(node->name, "index_", 6) == 0) liberty_write(out, node, 2);
    fprintf(out, "  }\n");
}

static void declare_missing(FILE *out, const liberty_node *library)
{
    names_seen seen = {.count = 0};
    const liberty_node *cell = NULL, *pin = NULL;
    while ((cell = liberty_next(library, "cell", cell)))
        for (pin = NULL; (pin = liberty_next(cell, "pin", pin));)
            for (const liberty_node *arc = pin->first; arc; arc = arc->next)
                for (const liberty_node *table = arc->first; table; table = table->next)
                    if (liberty_is_table(table)) declare(out, library, table, &seen);
}

// --- the copy

// NULL: it is kept.
static const char *why_not(const liberty_node *cell, const overhead_liberty *chosen, const char *dont_use)
{
    const char *why = overhead_left_out(cell, dont_use);
    if (why || !liberty_has_state(cell) || strcmp(liberty_first_word(cell), chosen->flip_flop) == 0) return why;
    return "holds a state, and is not the flip-flop that is mapped to";
}

static void write_library(FILE *out, const overhead_liberty *chosen, const char *dont_use, bool energies)
{
    const liberty_node *library = chosen->tree, *cell = NULL;
    fprintf(out, "library (\"%s\") {\n", liberty_first_word(library));
    for (const liberty_node *node = library->first; node; node = node->next) {
        bool template = strstr(node->name, "_template") && !strstr(liberty_value(node, "variable_2"), "normalized");
        if (template || is_kept_of_library(node->name)) liberty_write(out, node, 1);
    }
    fprintf(out, "  power_lut_template (scalar_of_energy) { variable_1 : input_transition_time; index_1 (\"0, 1\"); }\n");
    declare_missing(out, library);
    while ((cell = liberty_next(library, "cell", cell)))
        if (!why_not(cell, chosen, dont_use))
            write_cell(out, cell, liberty_find(library, "default_input_pin_cap"), energies);
    fprintf(out, "}\n");
}

void overhead_library_copy(const char *folder, char *const paths[], const char *corner, const char *dont_use)
{
    liberty_node *library = (liberty_node *)library_of(paths[0], corner);
    for (paths++; *paths; paths++) join(library, library_of(*paths, corner));
    const liberty_node *cell = NULL;
    liberty_check(library);
    while ((cell = liberty_next(library, "cell", cell)))
        if (!overhead_left_out(cell, dont_use) && !liberty_has_state(cell)) liberty_check_used(library, cell, NULL);
    overhead_liberty chosen = overhead_choose(library, dont_use);
    liberty_check_used(library, liberty_cell(library, chosen.flip_flop), chosen.clock);
    for (int energies = 0; energies < 2; energies++) {
        const char *name = energies ? "energy.lib" : "library.lib";
        FILE *out = overhead_create(folder, name);
        write_library(out, &chosen, dont_use, energies);
        overhead_close(out, folder, name);
    }
    FILE *left_out = overhead_create(folder, "left_out.txt");
    while ((cell = liberty_next(library, "cell", cell)))
        if (why_not(cell, &chosen, dont_use))
            fprintf(left_out, "%s: %s\n", liberty_first_word(cell), why_not(cell, &chosen, dont_use));
    overhead_close(left_out, folder, "left_out.txt");
}

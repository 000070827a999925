// SPDX-License-Identifier: BSD-3-Clause
// Checks of a Liberty library; see liberty_check.h.
#include "synth_estimates/liberty_check.h"
#include "synth_estimates/liberty_cells.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 256, INDICES = 3 };

// --- units

static void expect_unit(const liberty_node *library, const char *name, const char *prefixes, const char *unit)
{
    const liberty_node *node = liberty_find(library, name);
    if (!node) return;
    const char *text = liberty_first_word(node);
    char *end;
    double factor = strtod(text, &end);
    end += strspn(end, " ");
    size_t prefix = *end && strchr(prefixes, tolower((unsigned char)*end)) && end[1] ? 1 : 0;
    if (factor > 0 && strcasecmp(end + prefix, unit) == 0) return;
    liberty_refuse(node, "unit \"%s\", expected a number, one of %s or nothing, and %s", text, prefixes, unit);
}

static void check_units(const liberty_node *library)
{
    expect_unit(library, "time_unit", "munpf", "s");
    expect_unit(library, "voltage_unit", "mu", "V");
    expect_unit(library, "current_unit", "munp", "A");
    expect_unit(library, "pulling_resistance_unit", "kmg", "ohm");
    expect_unit(library, "leakage_power_unit", "munpf", "W");
    const liberty_node *load = liberty_find(library, "capacitive_load_unit");
    if (!load) return;
    if (load->count != 2) liberty_refuse(load, "expected a number and a unit, as 1, pf");
    if (atof(load->words[0].text) <= 0) liberty_refuse(load, "expected a number above 0 and a unit, as 1, pf");
    if (strcasecmp(load->words[1].text, "pf") != 0 && strcasecmp(load->words[1].text, "ff") != 0)
        liberty_refuse(load, "unit \"%s\", expected pf or ff", load->words[1].text);
}

// --- tables

typedef enum { NO_TABLE, DELAY, CONSTRAINT, ENERGY } table_kind;

static table_kind kind_of(const char *name)
{
    static const struct { const char *name; table_kind kind; } kinds[] = {
        {"cell_rise", DELAY}, {"cell_fall", DELAY}, {"rise_transition", DELAY}, {"fall_transition", DELAY},
        {"rise_constraint", CONSTRAINT}, {"fall_constraint", CONSTRAINT}, {"rise_power", ENERGY},
        {"fall_power", ENERGY}, {"power", ENERGY}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(name, kinds[i].name) == 0) return kinds[i].kind;
    return NO_TABLE;
}

bool liberty_is_table(const liberty_node *node) { return node->form == LIBERTY_GROUP && kind_of(node->name) != NO_TABLE; }

static bool is_template(const liberty_node *node)
{
    return strcmp(node->name, "lu_table_template") == 0 || strcmp(node->name, "power_lut_template") == 0;
}

static const char *variable(const liberty_node *template, unsigned number)
{
    char name[NAME];
    snprintf(name, sizeof name, "variable_%u", number + 1);
    return liberty_value(template, name);
}

static const liberty_node *index_of(const liberty_node *group, unsigned number)
{
    char name[NAME];
    snprintf(name, sizeof name, "index_%u", number + 1);
    return liberty_find(group, name);
}

static size_t size_of_index(const liberty_node *group, unsigned number)
{
    const liberty_node *index = index_of(group, number);
    return index ? liberty_numbers(index, NULL, 0) : 0;
}

static unsigned dimensions(const liberty_node *table)
{
    unsigned count = 0;
    while (count < INDICES && size_of_index(table, count) > 0) count++;
    return count;
}

static table_kind kind_of_template(const liberty_node *template)
{
    if (strcmp(template->name, "power_lut_template") == 0) return ENERGY;
    for (unsigned i = 0; i < INDICES; i++) {
        if (strstr(variable(template, i), "constrained_pin") || strstr(variable(template, i), "related_pin"))
            return CONSTRAINT;
        if (strstr(variable(template, i), "normalized")) return NO_TABLE;   // waveforms of drivers
    }
    return DELAY;
}

static const liberty_node *like_it(const liberty_node *library, const liberty_node *table)
{
    const liberty_node *found = NULL;
    unsigned count = dimensions(table);
    if (count == 0) liberty_refuse(table, "template %s is not declared, expected it, or index_1", liberty_first_word(table));
    for (const liberty_node *node = library->first; node; node = node->next) {
        if (!is_template(node) || kind_of_template(node) != kind_of(table->name)) continue;
        if (count < INDICES && *variable(node, count)) continue;
        bool same = true;
        for (unsigned i = 0; i < count; i++) {
            if (!*variable(node, i)) break;
            same &= !found || strcmp(variable(found, i), variable(node, i)) == 0;
        }
        if (!*variable(node, count - 1)) continue;
        if (!same)
            liberty_refuse(table, "template %s is not declared, and those of lines %u and %u do not agree on its variables",
                           liberty_first_word(table), found->line, node->line);
        found = node;
    }
    if (found) return found;
    liberty_refuse(table, "template %s is not declared, and no other says what its indices are",
                   liberty_first_word(table));
}

const liberty_node *liberty_template(const liberty_node *library, const liberty_node *table)
{
    const char *name = liberty_first_word(table);
    if (strcmp(name, "scalar") == 0) return NULL;
    for (const liberty_node *node = library->first; node; node = node->next)
        if (is_template(node) && strcmp(liberty_first_word(node), name) == 0) return node;
    return like_it(library, table);
}

static void check_table(const liberty_node *library, const liberty_node *table)
{
    const liberty_node *template = liberty_template(library, table), *values = liberty_find(table, "values");
    size_t expected = 1;
    for (unsigned i = 0; template && i < INDICES; i++) {
        size_t own = size_of_index(table, i);
        if (*variable(template, i)) expected *= own ? own : size_of_index(template, i);
    }
    if (!values) liberty_refuse(table, "no values, expected %zu", expected);
    size_t seen = liberty_numbers(values, NULL, 0);
    if (seen != expected) liberty_refuse(table, "%zu values, expected %zu by its indices", seen, expected);
}

// --- cells

static bool has_word(const liberty_node *node, const char *name, size_t length)
{
    for (size_t i = 0; i < node->count; i++) {
        const char *text = node->words[i].text;
        if (strncmp(text, name, length) != 0) continue;
        if (text[length] == '\0' || text[length] == '[') return true;   // a bit, or all of a bus
    }
    return false;
}

// Whether the cell, or a bus of it, has a pin of that name, or it is a state of the cell's.
static bool is_known(const liberty_node *cell, const char *name, size_t length)
{
    static const char *const kinds[] = {"pin", "bus", "bundle", "ff", "latch", "ff_bank", "latch_bank"};
    const char *bit = memchr(name, '[', length);
    for (const liberty_node *node = cell->first; node; node = node->next) {
        if (node->form != LIBERTY_GROUP) continue;
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (strcmp(node->name, kinds[i]) == 0 &&
                (has_word(node, name, length) || (bit && has_word(node, name, (size_t)(bit - name)))))
                return true;
        if ((strcmp(node->name, "bus") == 0 || strcmp(node->name, "bundle") == 0) && is_known(node, name, length)) return true;
    }
    return false;
}

// The names in a function.
static void check_names(const liberty_node *cell, const liberty_node *statement)
{
    for (const char *at = liberty_first_word(statement); *at;) {
        size_t length = liberty_name(at);
        bool constant = length == 1 && (*at == '0' || *at == '1');
        if (length > 0 && !constant && !is_known(cell, at, length))
            liberty_refuse(statement, "%.*s is no pin of %s, expected one of the cell's", (int)length, at,
                           liberty_first_word(cell));
        at += length ? length : 1;
    }
}

static void check_arc(const liberty_node *cell, const liberty_node *arc)
{
    const liberty_node *related = liberty_find(arc, "related_pin");
    if (related) check_names(cell, related);
    for (const liberty_node *node = arc->first; node; node = node->next)
        if (strstr(node->name, "capacitance") && node->form == LIBERTY_ATTRIBUTE) liberty_number(arc, node->name, 0);
}

static void check_pin(const liberty_node *library, const liberty_node *cell, const liberty_node *pin, bool directed)
{
    static const char *const directions[] = {"input", "output", "inout", "internal"};
    const liberty_node *direction = liberty_find(pin, "direction");
    if (!direction && !directed) liberty_refuse(pin, "no direction, expected input, output, inout or internal");
    bool known = !direction;
    for (size_t i = 0; i < 4; i++) known |= strcmp(liberty_first_word(direction), directions[i]) == 0;
    if (!known) liberty_refuse(direction, "expected input, output, inout or internal");
    static const char *const loads[] = {"capacitance", "rise_capacitance", "fall_capacitance", "max_capacitance"};
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        if (liberty_number(pin, loads[i], 0) < 0)
            liberty_refuse(liberty_find(pin, loads[i]), "below 0, expected a load");
    for (const liberty_node *node = pin->first; node; node = node->next) {
        if (node->form == LIBERTY_ATTRIBUTE &&
            (strcmp(node->name, "function") == 0 || strcmp(node->name, "three_state") == 0))
            check_names(cell, node);
        if (node->form != LIBERTY_GROUP) continue;
        if (strcmp(node->name, "pin") == 0) check_pin(library, cell, node, directed || direction);
        if (strcmp(node->name, "timing") != 0 && strcmp(node->name, "internal_power") != 0) continue;
        check_arc(cell, node);
        for (const liberty_node *table = node->first; table; table = table->next)
            if (liberty_is_table(table)) check_table(library, table);
    }
}

static void check_state(const liberty_node *cell, const liberty_node *state)
{
    static const char *const functions[] = {"next_state", "clocked_on", "clear", "preset", "enable", "data_in"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (liberty_find(state, functions[i])) check_names(cell, liberty_find(state, functions[i]));
}

static void check_cell(const liberty_node *library, const liberty_node *cell)
{
    if (!liberty_find(cell, "area")) liberty_refuse(cell, "no area, expected one");
    if (liberty_number(cell, "area", 0) < 0) liberty_refuse(liberty_find(cell, "area"), "below 0, expected an area");
    for (const liberty_node *node = cell->first; node; node = node->next) {
        if (node->form != LIBERTY_GROUP) continue;
        if (strcmp(node->name, "pin") == 0 || strcmp(node->name, "bus") == 0 || strcmp(node->name, "bundle") == 0)
            check_pin(library, cell, node, false);
        if (strcmp(node->name, "ff") == 0 || strcmp(node->name, "latch") == 0) check_state(cell, node);
    }
}

// --- cells that are mapped to

const liberty_node *liberty_broken(const liberty_node *cell)
{
    static const char *const names[] = {"function", "three_state", "next_state", "clocked_on", "clear", "preset"};
    for (const liberty_node *node = cell->first; node; node = node->next) {
        if (strcmp(node->name, "pin") != 0 && strcmp(node->name, "ff") != 0) continue;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            const liberty_node *function = liberty_find(node, names[i]);
            const char *text = liberty_first_word(function), *at;
            if (*text && liberty_no_function(text, &at)) return function;
        }
    }
    return NULL;
}

void liberty_refuse_function(const liberty_node *broken)
{
    const char *at, *expected = liberty_no_function(liberty_first_word(broken), &at);
    liberty_refuse(broken, "%.40s, expected %s", *at ? at : "the end", expected);
}

// The indices of a table, its own or its template's.
static void check_rising(const liberty_node *library, const liberty_node *table)
{
    const liberty_node *template = liberty_template(library, table);
    for (unsigned i = 0; i < INDICES; i++) {
        const liberty_node *index = index_of(table, i);
        if (!index) index = index_of(template, i);
        size_t count = index ? liberty_numbers(index, NULL, 0) : 0;
        double *numbers = calloc(count + 1, sizeof *numbers);
        if (!numbers) abort();
        if (index) liberty_numbers(index, numbers, count);
        for (size_t j = 1; j < count; j++)
            if (numbers[j] <= numbers[j - 1])
                liberty_refuse(index, "%g behind %g, expected numbers that rise", numbers[j], numbers[j - 1]);
        free(numbers);
    }
}

static void check_used_arc(const liberty_node *library, const liberty_node *arc)
{
    static const char *const senses[] = {"positive_unate", "negative_unate", "non_unate"};
    const liberty_node *sense = liberty_find(arc, "timing_sense");
    bool known = !sense;
    for (size_t i = 0; i < sizeof senses / sizeof *senses; i++) known |= strcmp(liberty_first_word(sense), senses[i]) == 0;
    if (!known) liberty_refuse(sense, "expected positive_unate, negative_unate or non_unate");
    for (const liberty_node *table = arc->first; table; table = table->next)
        if (liberty_is_table(table)) check_rising(library, table);
}

static bool is_input(const liberty_node *cell, const char *name, size_t length)
{
    const liberty_node *pin = NULL;
    while ((pin = liberty_next(cell, "pin", pin)))
        if (has_word(pin, name, length) && strcmp(liberty_value(pin, "direction"), "input") == 0) return true;
    return false;
}

static bool has_arc(const liberty_node *output, const char *name, size_t length)
{
    const liberty_node *arc = NULL;
    while ((arc = liberty_next(output, "timing", arc)))
        for (const char *at = liberty_value(arc, "related_pin"); *at; at += liberty_name(at) ? liberty_name(at) : 1)
            if (liberty_name(at) == length && strncmp(at, name, length) == 0) return true;
    return false;
}

static void check_output(const liberty_node *cell, const liberty_node *pin, const char *clock)
{
    const char *function = liberty_value(pin, "function");
    if (clock && *function && !has_arc(pin, clock, strlen(clock)))
        liberty_refuse(pin, "no timing () from the clock, expected one with related_pin %s", clock);
    for (const char *at = function; *at; at += liberty_name(at) ? liberty_name(at) : 1)
        if (is_input(cell, at, liberty_name(at)) && !has_arc(pin, at, liberty_name(at)))
            liberty_refuse(pin, "no timing () from a pin of its function, expected one with related_pin %.*s",
                           (int)liberty_name(at), at);
}

void liberty_check_used(const liberty_node *library, const liberty_node *cell, const char *clock)
{
    const liberty_node *broken = liberty_broken(cell), *load = liberty_find(library, "default_input_pin_cap"), *pin = NULL;
    if (broken) liberty_refuse_function(broken);
    while ((pin = liberty_next(cell, "pin", pin)))
        if (*liberty_value(pin, "three_state")) return;   // ABC takes none that does not always drive
    if (liberty_area(cell) <= 0 && liberty_pins(cell, "input") > 0)   // ABC takes no cell for a constant
        liberty_refuse(liberty_find(cell, "area"), "expected an area above 0");
    while ((pin = liberty_next(cell, "pin", pin))) {
        if (liberty_has_no_load(pin) && !load) liberty_refuse(pin, "no capacitance, expected one");
        if (strcmp(liberty_value(pin, "direction"), "output") == 0) check_output(cell, pin, clock);
        for (const liberty_node *arc = pin->first; arc; arc = arc->next)
            if (strcmp(arc->name, "timing") == 0 || strcmp(arc->name, "internal_power") == 0) check_used_arc(library, arc);
    }
}

const liberty_node *liberty_cell(const liberty_node *library, const char *name)
{
    const liberty_node *cell = liberty_next(library, "cell", NULL);
    while (cell && strcmp(liberty_first_word(cell), name) != 0) cell = liberty_next(library, "cell", cell);
    return cell;
}

void liberty_check(const liberty_node *library)
{
    check_units(library);
    if (liberty_number(library, "default_input_pin_cap", 0) < 0)
        liberty_refuse(liberty_find(library, "default_input_pin_cap"), "below 0, expected a load");
    const liberty_node *model = liberty_find(library, "delay_model");
    if (model && strcmp(liberty_first_word(model), "table_lookup") != 0) liberty_refuse(model, "expected table_lookup");
    for (const liberty_node *cell = liberty_next(library, "cell", NULL); cell; cell = liberty_next(library, "cell", cell)) {
        if (!*liberty_first_word(cell)) liberty_refuse(cell, "no name, expected one");
        const liberty_node *same = liberty_cell(library, liberty_first_word(cell));
        if (same != cell)
            liberty_refuse(cell, "the cell is described twice, first at %s:%u, expected one of a name", same->path, same->line);
        check_cell(library, cell);
    }
}

// SPDX-License-Identifier: BSD-3-Clause
// Reads a Liberty file: the area of each cell, and by function the three cells that the measurement needs: the smallest
// two-input NAND, by which areas are counted, a buffer, which drives the inputs, and the flip-flop, on the rising edge
// without set or reset, as dfflibmap takes it. Cells that the file says not to use are passed over.
#include "synth_estimates/liberty.h"
#include "synth_estimates/overhead.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { USER_MISTAKE = 2, WORD = 1024 };

// --- words: names, numbers and texts in quotes, or one character of (){}:;,

typedef struct {
    const char *path, *at;
    unsigned line;
    char word[WORD];
} scanner;

static void skip_blanks(scanner *s)
{
    for (;;) {
        if (strncmp(s->at, "/*", 2) == 0) {
            const char *end = strstr(s->at + 2, "*/");
            for (; *s->at && s->at != end; s->at++) s->line += *s->at == '\n';
            s->at += end ? 2 : 0;
        } else if (strncmp(s->at, "//", 2) == 0)
            s->at += strcspn(s->at, "\n");
        else if (isspace((unsigned char)*s->at) || *s->at == '\\')
            s->line += *s->at++ == '\n';
        else
            return;
    }
}

static bool next_word(scanner *s)
{
    skip_blanks(s);
    size_t length = 0;
    if (*s->at == '"') {
        for (s->at++; *s->at && *s->at != '"'; s->at++) {
            s->line += *s->at == '\n';
            if (length + 1 < sizeof s->word) s->word[length++] = *s->at;
        }
        s->at += *s->at == '"';
    } else if (*s->at && strchr("(){}:;,", *s->at))
        s->word[length++] = *s->at++;
    else
        while (*s->at && !isspace((unsigned char)*s->at) && !strchr("(){}:;,\"", *s->at)) {
            if (length + 1 < sizeof s->word) s->word[length++] = *s->at;
            s->at++;
        }
    s->word[length] = '\0';
    return length > 0 || *s->at;
}

static bool follows(scanner *s, char character)
{
    skip_blanks(s);
    if (*s->at != character) return false;
    s->at += character != '\0';
    return true;
}

static void fail(const scanner *s, const char *expected)
{
    fprintf(stderr, "%s:%u: %s, expected %s of a Liberty file\n", s->path, s->line, *s->word ? s->word : "the end",
            expected);
    exit(USER_MISTAKE);
}

// A group's statements as an object: attributes by name, groups as lists by their kind, each with its `name`. Groups of
// other kinds than these hold tables of numbers, and are passed over.
static json_t *read_group(scanner *s, bool whole_file, bool keep)
{
    static const char *const kinds[] = {"library", "cell", "pin", "bus", "bundle", "ff", "latch", "statetable"};
    json_t *group = keep ? json_object() : NULL;
    while (!follows(s, whole_file ? '\0' : '}')) {
        if (!next_word(s)) fail(s, "} at the end of a group");
        if (strcmp(s->word, ";") == 0) continue;
        char kind[WORD], name[WORD] = "";
        strcpy(kind, s->word);
        if (follows(s, ':')) {
            char value[WORD] = "";
            while (!follows(s, ';') && next_word(s)) strcpy(value, s->word);
            if (keep) json_object_set_new(group, kind, json_string(value));
            continue;
        }
        if (!follows(s, '(')) fail(s, ": or ( behind a name");
        for (bool first = true; !follows(s, ')'); first = false) {
            if (!next_word(s)) fail(s, ")");
            if (first) strcpy(name, s->word);
        }
        if (!follows(s, '{')) {
            follows(s, ';');
            continue;
        }
        bool known = false;
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) known |= strcmp(kind, kinds[i]) == 0;
        json_t *inner = read_group(s, false, keep && known);
        if (!inner) continue;
        json_object_set_new(inner, "name", json_string(name));
        if (!json_object_get(group, kind)) json_object_set_new(group, kind, json_array());
        json_array_append_new(json_object_get(group, kind), inner);
    }
    return group;
}

// --- functions: truth tables over up to two pins, the first of which is 1 in half of the four columns, the second in
// every other one

typedef struct {
    const char *at, *pins[2];
    bool bad;
} expression;

enum { ALL = 15, FIRST = 12, SECOND = 10, NAND = ALL & ~(FIRST & SECOND) };

static void skip_spaces(expression *e) { e->at += strspn(e->at, " \t"); }

static unsigned sum(expression *);

static unsigned factor(expression *e)
{
    skip_spaces(e);
    unsigned value = 0;
    if (*e->at == '!') return e->at++, ALL & ~factor(e);
    if (*e->at == '(') {
        e->at++;
        value = sum(e);
        skip_spaces(e);
        e->bad |= *e->at != ')';
        e->at += *e->at == ')';
    } else {
        size_t length = strcspn(e->at, " \t!()*&+|^'");
        bool found = false;
        for (unsigned i = 0; i < 2; i++)
            if (e->pins[i] && length == strlen(e->pins[i]) && strncmp(e->at, e->pins[i], length) == 0)
                value = i == 0 ? FIRST : SECOND, found = true;
        if (length == 1 && (*e->at == '0' || *e->at == '1')) value = *e->at == '1' ? ALL : 0, found = true;
        e->bad |= !found || length == 0;
        e->at += length;
    }
    for (; *e->at == '\''; e->at++) value = ALL & ~value;
    return value;
}

static unsigned difference(expression *e)
{
    unsigned value = factor(e);
    for (skip_spaces(e); *e->at == '^' && !e->bad; skip_spaces(e)) e->at++, value ^= factor(e);
    return value;
}

static unsigned product(expression *e)
{
    unsigned value = difference(e);
    for (skip_spaces(e); *e->at && !strchr("+|)", *e->at) && !e->bad; skip_spaces(e)) {
        e->at += *e->at == '*' || *e->at == '&';
        value &= difference(e);
    }
    return value;
}

static unsigned sum(expression *e)
{
    unsigned value = product(e);
    for (skip_spaces(e); (*e->at == '+' || *e->at == '|') && !e->bad; skip_spaces(e)) e->at++, value |= product(e);
    return value;
}

// Whether the text is that function of the pins; `second` NULL: of the first alone.
static bool is_function(const char *text, unsigned table, const char *first, const char *second)
{
    expression e = {text, {first, second}, false};
    unsigned value = sum(&e);
    skip_spaces(&e);
    return *text && !e.bad && *e.at == '\0' && value == table;
}

// --- cells

static const json_t *pin_of(const json_t *cell, const char *direction, size_t number)
{
    size_t i;
    json_t *pin;
    json_array_foreach(json_object_get(cell, "pin"), i, pin)
        if (strcmp(overhead_word(pin, "direction"), direction) == 0 && number-- == 0) return pin;
    return NULL;
}

static size_t pins_of(const json_t *cell, const char *direction)
{
    size_t count = 0;
    while (pin_of(cell, direction, count)) count++;
    return count;
}

static bool has_state(const json_t *cell)
{
    return json_object_get(cell, "ff") || json_object_get(cell, "latch") || json_object_get(cell, "statetable");
}

static bool is_gate(const json_t *cell, size_t inputs, unsigned table)
{
    const json_t *output = pin_of(cell, "output", 0), *first = pin_of(cell, "input", 0);
    if (has_state(cell) || pins_of(cell, "output") != 1 || pins_of(cell, "input") != inputs) return false;
    if (*overhead_word(output, "three_state")) return false;
    const char *second = inputs == 2 ? overhead_word(pin_of(cell, "input", 1), "name") : NULL;
    return is_function(overhead_word(output, "function"), table, overhead_word(first, "name"), second);
}

// Fills in the pins when the cell is a flip-flop of data, clock and one output or two.
static bool is_flip_flop(const json_t *cell, overhead_liberty *library)
{
    const json_t *ff = json_array_get(json_object_get(cell, "ff"), 0);
    if (!ff || *overhead_word(ff, "clear") || *overhead_word(ff, "preset") || pins_of(cell, "input") != 2) return false;
    library->clock = library->data = library->output = library->inverse = NULL;
    for (size_t i = 0; i < 2; i++) {
        const char *name = overhead_word(pin_of(cell, "input", i), "name");
        if (is_function(overhead_word(ff, "clocked_on"), FIRST, name, NULL)) library->clock = name;
        if (is_function(overhead_word(ff, "next_state"), FIRST, name, NULL)) library->data = name;
    }
    const char *state = overhead_word(ff, "name");
    for (size_t i = 0; i < pins_of(cell, "output"); i++) {
        const json_t *pin = pin_of(cell, "output", i);
        if (is_function(overhead_word(pin, "function"), FIRST, state, NULL))
            library->output = overhead_word(pin, "name");
        else
            library->inverse = overhead_word(pin, "name");
    }
    return library->clock && library->data && library->output && pins_of(cell, "output") <= 2;
}

static bool smaller(const json_t *cell, const json_t *best)
{
    return !best || atof(overhead_word(cell, "area")) < atof(overhead_word(best, "area"));
}

// As dfflibmap chooses: the fewest pins, then the smallest area.
static bool simpler(const json_t *cell, const json_t *best)
{
    size_t pins = pins_of(cell, "output"), fewest = best ? pins_of(best, "output") : 0;
    return !best || pins < fewest || (pins == fewest && smaller(cell, best));
}

static void missing(const char *path, const char *cell)
{
    fprintf(stderr, "%s: no %s, expected one in a library to map to\n", path, cell);
    exit(USER_MISTAKE);
}

static overhead_liberty sort_cells(const char *path, json_t *file)
{
    overhead_liberty library = {.cells = json_object()}, pins = {0};
    const json_t *gate = NULL, *buffer = NULL, *flip_flop = NULL, *group;
    size_t i;
    json_t *cell;
    group = json_array_get(json_object_get(file, "library"), 0);
    json_array_foreach(json_object_get(group, "cell"), i, cell)
    {
        json_object_set(library.cells, overhead_word(cell, "name"), cell);
        if (strcmp(overhead_word(cell, "dont_use"), "true") == 0) continue;
        if (is_gate(cell, 2, NAND) && smaller(cell, gate)) gate = cell;
        if (is_gate(cell, 1, FIRST) && smaller(cell, buffer)) buffer = cell;
        if (is_flip_flop(cell, &pins) && simpler(cell, flip_flop)) {
            flip_flop = cell;
            library.clock = pins.clock, library.data = pins.data;
            library.output = pins.output, library.inverse = pins.inverse;
        }
    }
    if (!group) missing(path, "group library (…)");
    if (!gate) missing(path, "two-input NAND");
    if (atof(overhead_word(gate, "area")) <= 0) missing(path, "area of its two-input NAND");
    if (!buffer) missing(path, "buffer");
    if (!flip_flop) missing(path, "flip-flop on the rising edge without set and reset");
    library.gate = overhead_word(gate, "name"), library.buffer = overhead_word(buffer, "name");
    library.flip_flop = overhead_word(flip_flop, "name");
    library.gate_area = atof(overhead_word(gate, "area"));
    return library;
}

const overhead_liberty *overhead_library(const char *path)
{
    static overhead_liberty library;   // a run has one
    if (library.cells) return &library;
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s: cannot be read, expected a Liberty file\n", path);
        exit(USER_MISTAKE);
    }
    char *text = NULL;
    size_t size = 0;
    ssize_t length = getdelim(&text, &size, '\0', file);
    fclose(file);
    scanner s = {.path = path, .at = length < 0 ? "" : text, .line = 1};
    json_t *groups = read_group(&s, true, true);   // kept: the names of the library are in it
    library = sort_cells(path, groups);
    free(text);
    return &library;
}

double overhead_cell_area(const overhead_liberty *library, const char *cell)
{
    const json_t *found = json_object_get(library->cells, cell);
    if (!found) {
        fprintf(stderr, "the library has no cell %s, which a netlist has\n", cell);
        exit(USER_MISTAKE);
    }
    if (has_state(found) && strcmp(cell, library->flip_flop) != 0) {
        fprintf(stderr, "a netlist has the cell %s, expected no cell with a state but %s\n", cell, library->flip_flop);
        exit(USER_MISTAKE);
    }
    return atof(overhead_word(found, "area"));
}

void overhead_library_files(const overhead_liberty *library, const char *folder)
{
    FILE *file = overhead_create(folder, "map.constr");
    // ABC takes the load in fF.
    fprintf(file, "set_driving_cell %s\nset_load 20 [all_outputs]\n", library->buffer);
    overhead_close(file, folder, "map.constr");
    // Yosys keeps the state that a Liberty file describes in a hidden net, under which no register could be paired.
    file = overhead_create(folder, "flip_flop.v");
    fprintf(file, "module %s(input %s, input %s, output reg %s", library->flip_flop, library->clock, library->data,
            library->output);
    if (library->inverse) fprintf(file, ", output %s", library->inverse);
    fprintf(file, ");\n    always @(posedge %s) %s <= %s;\n", library->clock, library->output, library->data);
    if (library->inverse) fprintf(file, "    assign %s = ~%s;\n", library->inverse, library->output);
    fprintf(file, "endmodule\n");
    overhead_close(file, folder, "flip_flop.v");
}

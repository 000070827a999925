// SPDX-License-Identifier: BSD-3-Clause
#include "synth_estimates/liberty_cells.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 256 };

// --- functions

typedef struct {
    const char *at, *const *pins;      // pins NULL: every name is one
    const char *wrong, *expected;      // where it is no function, and what would be there; NULL: nowhere so far
    unsigned depth;
} expression;

size_t liberty_name(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || (at[length] && strchr("_[].$", at[length]))) length++;
    return length;
}

static void expect(expression *e, const char *expected)
{
    if (!e->expected) e->wrong = e->at, e->expected = expected;
}

static void skip_spaces(expression *e) { e->at += strspn(e->at, " \t"); }

static unsigned sum(expression *);

static const unsigned columns[LIBERTY_PINS] = {LIBERTY_FIRST, LIBERTY_SECOND, LIBERTY_THIRD};

static unsigned operand(expression *e)
{
    size_t length = liberty_name(e->at);
    unsigned value = 0;
    bool found = !e->pins;
    for (unsigned i = 0; i < LIBERTY_PINS && e->pins; i++)
        if (e->pins[i] && length == strlen(e->pins[i]) && strncmp(e->at, e->pins[i], length) == 0)
            value = columns[i], found = true;
    if (length == 1 && (*e->at == '0' || *e->at == '1')) value = *e->at == '1' ? LIBERTY_ALL : 0, found = true;
    if (length == 0) expect(e, strchr("()!'^*&+|", *e->at) ? "a pin, 0 or 1" : "pins, brackets and ! ' ^ * & + |");
    if (!found) expect(e, "another pin");
    e->at += length;
    return value;
}

static unsigned factor(expression *e)
{
    skip_spaces(e);
    unsigned value = 0;
    if (e->depth == DEEPEST) return expect(e, "fewer brackets and ! in one another"), 0;
    e->depth++;
    if (*e->at == '!') {
        e->at++;
        value = LIBERTY_ALL & ~factor(e);
    } else if (*e->at == '(') {
        e->at++;
        value = sum(e);
        skip_spaces(e);
        if (*e->at != ')') expect(e, ")");
        e->at += *e->at == ')';
    } else
        value = operand(e);
    for (skip_spaces(e); *e->at == '\''; skip_spaces(e)) e->at++, value = LIBERTY_ALL & ~value;
    e->depth--;
    return value;
}

static unsigned difference(expression *e)
{
    unsigned value = factor(e);
    for (skip_spaces(e); *e->at == '^' && !e->expected; skip_spaces(e)) e->at++, value ^= factor(e);
    return value;
}

static unsigned product(expression *e)
{
    unsigned value = difference(e);
    for (skip_spaces(e); *e->at && !strchr("+|)", *e->at) && !e->expected; skip_spaces(e)) {
        e->at += *e->at == '*' || *e->at == '&';
        value &= difference(e);
    }
    return value;
}

static unsigned sum(expression *e)
{
    unsigned value = product(e);
    for (skip_spaces(e); (*e->at == '+' || *e->at == '|') && !e->expected; skip_spaces(e)) e->at++, value |= product(e);
    return value;
}

bool liberty_is_function(const char *text, unsigned table, const char *const pins[LIBERTY_PINS])
{
    expression e = {.at = text, .pins = pins};
    unsigned value = sum(&e);
    skip_spaces(&e);
    return *text && !e.expected && *e.at == '\0' && value == table;
}

const char *liberty_no_function(const char *text, const char **at)
{
    expression e = {.at = text};
    sum(&e);
    skip_spaces(&e);
    if (*e.at == ')') expect(&e, "( in front of it");
    *at = e.wrong;
    return e.expected;
}

// --- cells

const liberty_node *liberty_pin(const liberty_node *cell, const char *direction, size_t number)
{
    const liberty_node *pin = NULL;
    while ((pin = liberty_next(cell, "pin", pin)))
        if (strcmp(liberty_value(pin, "direction"), direction) == 0 && number-- == 0) return pin;
    return NULL;
}

size_t liberty_pins(const liberty_node *cell, const char *direction)
{
    size_t count = 0;
    while (liberty_pin(cell, direction, count)) count++;
    return count;
}

bool liberty_has_no_load(const liberty_node *pin)
{
    return strcmp(liberty_value(pin, "direction"), "input") == 0 && !liberty_find(pin, "capacitance") &&
        !liberty_find(pin, "rise_capacitance") && !liberty_find(pin, "fall_capacitance");
}

bool liberty_has_state(const liberty_node *cell)
{
    static const char *const states[] = {"ff", "latch", "statetable", "ff_bank", "latch_bank"};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (liberty_next(cell, states[i], NULL)) return true;
    return false;
}

double liberty_area(const liberty_node *cell) { return liberty_number(cell, "area", 0); }

bool liberty_smaller(const liberty_node *cell, const liberty_node *best)
{
    return !best || liberty_area(cell) < liberty_area(best);
}

bool liberty_is_gate(const liberty_node *cell, size_t inputs, unsigned table)
{
    const liberty_node *output = liberty_pin(cell, "output", 0), *first = liberty_pin(cell, "input", 0);
    if (liberty_has_state(cell) || liberty_pins(cell, "output") != 1 || liberty_pins(cell, "input") != inputs) return false;
    if (*liberty_value(output, "three_state")) return false;
    const char *pins[LIBERTY_PINS] = {liberty_first_word(first)};
    if (inputs == 2) pins[1] = liberty_first_word(liberty_pin(cell, "input", 1));
    return liberty_is_function(liberty_value(output, "function"), table, pins);
}


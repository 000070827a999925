// SPDX-License-Identifier: BSD-3-Clause
// See tb/tuples/limits.h. The maximum is in the block's own table; the minimum, and what parameters demand of each other, is
// what its model asserts and its Verilog's guards refuse (tests/tb/tuples/test_limits.c compares).
#include "tb/tuples/limits.h"

#include <stdio.h>
#include <string.h>

#include "tb/blocks.h"

// A parameter of one block, or of every one that has it.
static const struct { const char *block, *name; unsigned least; } leasts[] = {
    {"kaws_share", "S", 2},                     // or there is none to borrow from
    {NULL, "N", 2}, {NULL, "S", 1}, {NULL, "NUMBERS", 1}, {NULL, "SETS", 2}, {NULL, "M", 2}, {NULL, "ENTRIES", 2},
    {NULL, "WAYS", 2}, {NULL, "BITS", 5}, {NULL, "C", 2}, {NULL, "PROGRESS_W", 4}, {NULL, "P", 2}, {NULL, "SMS", 1},
    {NULL, "BANKS", 2}, {NULL, "LINES", 2}, {NULL, "CORE_W", 6},
};

static unsigned least_of(const char *block, const char *name)
{
    for (size_t i = 0; i < sizeof leasts / sizeof *leasts; i++)
        if ((!leasts[i].block || strcmp(leasts[i].block, block) == 0) && strcmp(leasts[i].name, name) == 0)
            return leasts[i].least;
    return 0;
}

// A parameter that is younger than its block's names of tuples.
static const struct { const char *block, *name; unsigned value; } usual[] = {{"owl_groups", "CORE_W", 6}};

unsigned tuple_usual(const char *block, const char *name)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i].block, block) == 0 && strcmp(usual[i].name, name) == 0)
            return usual[i].value;
    return 0;
}

// 0: the block has no such parameter.
static unsigned value_of(const block_ops *described, const unsigned *values, const char *name)
{
    for (unsigned i = 0; described->params[i].name; i++)
        if (strcmp(described->params[i].name, name) == 0)
            return values[i];
    return 0;
}

// Limits on several parameters together.
static bool fit_together(const block_ops *described, const unsigned *values, char *error, size_t error_size)
{
    const unsigned n = value_of(described, values, "N"), s = value_of(described, values, "S");
    const unsigned ways = value_of(described, values, "WAYS");

    if (ways & (ways - 1)) {
        snprintf(error, error_size, "WAYS: seen %u, expected a power of two", ways);
        return false;
    }
    if (s && strcmp(described->block, "warp_arbiter") == 0 && (n % s || n / s < 2)) {
        snprintf(error, error_size, "S: seen %u with N %u, expected a scheduler for every 2 warps or more, the same number each", s, n);
        return false;
    }
    if (s > n) {
        snprintf(error, error_size, "S: seen %u, expected at most N, which is %u", s, n);
        return false;
    }
    return true;
}

bool tuple_is_possible(const block_ops *described, const unsigned *values, char *error, size_t error_size)
{
    const unsigned *most = block_most(described);

    for (unsigned i = 0; described->params[i].name; i++) {
        const char *name = described->params[i].name;
        const unsigned least = least_of(described->block, name);
        if (values[i] < least || values[i] > most[i]) {
            snprintf(error, error_size, "%s: seen %u, expected %u to %u", name, values[i], least, most[i]);
            return false;
        }
    }
    return fit_together(described, values, error, error_size);
}

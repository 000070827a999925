// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/explain.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tb/prove/prove.h"

static const double MOST_WORK = 2e9;             // ands evaluated while inputs are cleared

// Bits of one port or register stand together, the lowest first: as one number, when it is not 0. Returns where the next begins.
static uint32_t print_field(const aiger *a, const uint64_t *values, uint32_t first)
{
    const char *name = a->input_names[first] ? a->input_names[first] : "?";
    const char *bracket = strrchr(name, '[');
    const int length = bracket ? (int)(bracket - name) : (int)strlen(name);
    uint32_t end = first + 1;
    uint64_t any = values[first + 1];
    while (end < a->n_inputs && a->input_names[end] && strncmp(a->input_names[end], name, (size_t)length + 1) == 0) any |= values[++end];
    if (!any) return end;
    printf("%.*s = 0x", length, name);
    for (uint32_t digits = (end - first + 3) / 4; digits-- > 0;) {
        unsigned digit = 0;
        for (uint32_t i = 0; i < 4 && first + 4 * digits + i < end; i++) digit |= (unsigned)(values[first + 4 * digits + i + 1] & 1) << i;
        printf("%x", digit);
    }
    putchar('\n');
    return end;
}

static bool is_broken(const aiger *step, size_t n_pieces, const uint64_t *values, size_t piece)
{
    if (!aiger_value(values, step->outputs[piece])) return false;
    for (size_t i = n_pieces; i < step->n_outputs; i++) if (!aiger_value(values, step->outputs[i])) return false;
    return true;
}

void explain(const aiger *step, size_t n_pieces, uint64_t *values, const char *path)
{
    size_t piece = 0;
    aiger_evaluate(step, values);
    while (piece < n_pieces && !is_broken(step, n_pieces, values, piece)) piece++;
    if (piece == n_pieces) prove_refuse("the solver's model breaks nothing of the step");
    double work = 0;
    for (uint32_t i = 1; i <= step->n_inputs && work < MOST_WORK; i++) {
        if (!values[i]) continue;
        values[i] = 0;
        aiger_evaluate(step, values);
        work += step->n_ands;
        if (!is_broken(step, n_pieces, values, piece)) values[i] = UINT64_MAX;
    }
    aiger_evaluate(step, values);
    FILE *file = fopen(path, "w");
    if (!file) prove_refuse("%s: cannot be written", path);
    for (uint32_t i = 0; i < step->n_inputs; i++) if (values[i + 1]) fprintf(file, "%s\n", step->input_names[i] ? step->input_names[i] : "?");
    if (fclose(file) != 0) prove_refuse("%s: cannot be written", path);
    for (uint32_t i = 0; i < step->n_inputs;) i = print_field(step, values, i);
    const char *last = NULL;
    for (size_t i = 0; i < n_pieces; i++)
        if (aiger_value(values, step->outputs[i]) && (!last || strcmp(last, step->output_names[i]) != 0))
            printf("broken %s\n", last = step->output_names[i]);
}

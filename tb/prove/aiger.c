// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/aiger.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/prove.h"

enum { MOST_VARIABLES = 1 << 28 };

static uint32_t read_delta(FILE *file, const char *path)
{
    uint32_t delta = 0;
    for (int shift = 0; shift < 32; shift += 7) {
        const int byte = getc(file);
        if (byte == EOF) prove_refuse("%s: ends among the ands", path);
        delta |= (uint32_t)(byte & 127) << shift;
        if (!(byte & 128)) return delta;
    }
    prove_refuse("%s: a number is too large", path);
}

aiger aiger_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) prove_refuse("%s: %s", path, strerror(errno));
    unsigned most, n_latches;
    aiger a = {0};
    if (fscanf(file, "aig %u %u %u %u %u", &most, &a.n_inputs, &n_latches, &a.n_outputs, &a.n_ands) != 5 || n_latches != 0 ||
        most > MOST_VARIABLES || a.n_outputs > MOST_VARIABLES || a.n_inputs > most || most - a.n_inputs != a.n_ands)
        prove_refuse("%s: expected binary AIGER without registers", path);
    a.outputs = prove_zeros(a.n_outputs + 1u, sizeof *a.outputs);
    a.ands = prove_zeros(a.n_ands + 1u, sizeof *a.ands);
    a.input_names = prove_zeros(a.n_inputs + 1u, sizeof *a.input_names);
    a.output_names = prove_zeros(a.n_outputs + 1u, sizeof *a.output_names);
    for (uint32_t i = 0; i < a.n_outputs; i++)
        if (fscanf(file, "%u", &a.outputs[i]) != 1 || a.outputs[i] > 2 * most + 1) prove_refuse("%s: an output is no literal", path);
    if (getc(file) != '\n') prove_refuse("%s: expected the ands", path);
    for (uint32_t i = 0; i < a.n_ands; i++) {
        const uint32_t self = 2 * (a.n_inputs + 1 + i), first = read_delta(file, path);
        if (first == 0 || first > self) prove_refuse("%s: an and of what stands behind it", path);
        a.ands[i][0] = self - first;
        const uint32_t second = read_delta(file, path);
        if (second > a.ands[i][0]) prove_refuse("%s: an and of what stands behind it", path);
        a.ands[i][1] = a.ands[i][0] - second;
    }
    char line[1 << 12];
    while (fgets(line, sizeof line, file) && line[0] != 'c') {
        char *name;
        line[strcspn(line, "\n")] = '\0';
        const unsigned long index = strtoul(line + 1, &name, 10);
        if (*name++ != ' ') prove_refuse("%s: a name of nothing", path);
        if (line[0] == 'i' && index < a.n_inputs) a.input_names[index] = prove_copy(name);
        if (line[0] == 'o' && index < a.n_outputs) a.output_names[index] = prove_copy(name);
    }
    fclose(file);
    return a;
}

void aiger_evaluate(const aiger *a, uint64_t *values)
{
    values[0] = 0;
    for (uint32_t i = 0; i < a->n_ands; i++)
        values[a->n_inputs + 1 + i] = aiger_value(values, a->ands[i][0]) & aiger_value(values, a->ands[i][1]);
}

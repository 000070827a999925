// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/cnf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/prove.h"

static long dimacs(uint32_t literal) { return literal & 1 ? -(long)(literal / 2 + 1) : (long)(literal / 2 + 1); }

void cnf_write(const aiger *a, const size_t *outputs, size_t n_outputs, const char *path)
{
    uint8_t *used = prove_grow(NULL, a->n_inputs + a->n_ands + 1u, 1);
    uint32_t clauses = 2;
    memset(used, 0, a->n_inputs + a->n_ands + 1u);
    for (size_t i = 0; i < n_outputs; i++) used[a->outputs[outputs[i]] >> 1] = 1;
    for (uint32_t i = a->n_ands; i-- > 0;) {
        if (!used[a->n_inputs + 1 + i]) continue;
        clauses += 3;
        used[a->ands[i][0] >> 1] = used[a->ands[i][1] >> 1] = 1;
    }
    FILE *file = fopen(path, "w");
    if (!file) prove_refuse("%s: %s", path, strerror(errno));
    fprintf(file, "p cnf %u %u\n-1 0\n", a->n_inputs + a->n_ands + 1, clauses);     // variable 1 is false
    for (uint32_t i = 0; i < a->n_ands; i++) {
        if (!used[a->n_inputs + 1 + i]) continue;
        const long self = (long)a->n_inputs + 2 + i, x = dimacs(a->ands[i][0]), y = dimacs(a->ands[i][1]);
        fprintf(file, "%ld %ld 0\n%ld %ld 0\n%ld %ld %ld 0\n", -self, x, -self, y, self, -x, -y);
    }
    for (size_t i = 0; i < n_outputs; i++) fprintf(file, "%ld ", dimacs(a->outputs[outputs[i]]));
    fputs("0\n", file);
    free(used);
    const int bad = ferror(file);
    if (fclose(file) != 0 || bad) prove_refuse("%s: cannot be written", path);
}

void cnf_read_model(const aiger *a, const char *log, uint64_t *values)
{
    FILE *file = fopen(log, "r");
    char  word[64];
    if (!file) prove_refuse("%s: %s", log, strerror(errno));
    memset(values, 0, (a->n_inputs + a->n_ands + 1u) * sizeof *values);
    while (fscanf(file, "%63s", word) == 1) {
        const long number = atol(word);
        if (number > 1 && number <= (long)(a->n_inputs + a->n_ands) + 1) values[number - 1] = UINT64_MAX;
    }
    fclose(file);
}

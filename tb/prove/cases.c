// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/cases.h"

#include <string.h>

#include "tb/prove/prove.h"

enum { MOST_BITS = 6, MOST_WIDTH = 3 };

static uint32_t inputs[MOST_BITS];               // variables of the step, which are nodes of the graph
static unsigned n_bits;

void cases_begin(const aiger *step)
{
    for (uint32_t i = 0; i < step->n_inputs;) {
        const char *name = step->input_names[i] ? step->input_names[i] : "?";
        const size_t length = strcspn(name, "[") + 1;
        uint32_t end = i + 1;
        while (end < step->n_inputs && step->input_names[end] && strncmp(name, step->input_names[end], length) == 0) end++;
        if (strncmp(name, "cfg_", 4) == 0 && end - i <= MOST_WIDTH && n_bits + end - i <= MOST_BITS)
            for (uint32_t k = i; k < end; k++) inputs[n_bits++] = k + 1;
        i = end;
    }
}

unsigned cases_count(void) { return 1u << n_bits; }

literal *cases_graph(unsigned number, uint32_t size)
{
    literal *now = prove_grow(NULL, size, sizeof *now);
    for (uint32_t i = 0; i < size; i++) {
        literal a, b;
        now[i] = i << 1;
        for (unsigned k = 0; k < n_bits; k++) if (i == inputs[k]) now[i] = number >> k & 1;
        if (!graph_is_and(i)) continue;
        graph_operands(i, &a, &b);
        now[i] = and2(now[a >> 1] ^ (a & 1), now[b >> 1] ^ (b & 1));
    }
    return now;
}

void cases_set(unsigned number, uint64_t *values)
{
    for (unsigned k = 0; k < n_bits; k++) values[inputs[k]] = -(uint64_t)(number >> k & 1);
}

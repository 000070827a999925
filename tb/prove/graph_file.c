// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/graph_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/prove.h"

static void put_delta(FILE *file, uint32_t delta)
{
    for (; delta > 127; delta >>= 7) fputc((int)(delta & 127) | 128, file);
    fputc((int)delta, file);
}

bool graph_write(const char *path, const literal *outputs, const char *const *names, size_t n_outputs)
{
    const uint32_t size = graph_size();
    uint32_t *number = prove_grow(NULL, size, sizeof *number);
    uint8_t  *used = prove_grow(NULL, size, 1);
    uint32_t  n_inputs = 0, n_ands = 0, next = 1;
    memset(number, 0, size * sizeof *number);
    memset(used, 0, size);
    for (size_t i = 0; i < n_outputs; i++) used[outputs[i] >> 1] = 1;
    for (uint32_t i = size - 1; i > 0; i--) {
        literal a, b;
        if (!used[i] || !graph_is_and(i)) continue;
        graph_operands(i, &a, &b);
        used[a >> 1] = used[b >> 1] = 1;
    }
    for (uint32_t i = 1; i < size; i++) if (graph_input_name(i)) number[i] = next++, n_inputs++;
    for (uint32_t i = 1; i < size; i++) if (graph_is_and(i) && used[i]) number[i] = next++, n_ands++;
    FILE *file = fopen(path, "w");
    if (!file) return false;
#define NUMBERED(x) (number[(x) >> 1] << 1 | ((x) & 1))
    fprintf(file, "aig %u %u 0 %zu %u\n", n_inputs + n_ands, n_inputs, n_outputs, n_ands);
    for (size_t i = 0; i < n_outputs; i++) fprintf(file, "%u\n", NUMBERED(outputs[i]));
    for (uint32_t i = 1; i < size; i++) {
        literal a, b;
        if (!graph_is_and(i) || !used[i]) continue;
        graph_operands(i, &a, &b);
        const uint32_t x = NUMBERED(a), y = NUMBERED(b);
        put_delta(file, (number[i] << 1) - (x > y ? x : y));
        put_delta(file, x > y ? x - y : y - x);
    }
    uint32_t input = 0;
    for (uint32_t i = 1; i < size; i++) if (graph_input_name(i)) fprintf(file, "i%u %s\n", input++, graph_input_name(i));
    for (size_t i = 0; i < n_outputs; i++) if (names[i]) fprintf(file, "o%zu %s\n", i, names[i]);
    free(number), free(used);
    const bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

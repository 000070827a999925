// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/baseline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/program_sums.h"
#include "tb/hash.h"

char *baseline_of(const campaign *c)
{
    char program[STORE_KEY];
    const carried_file own = carried_find("tests/sim/baseline/figures.csv");

    if (c->program_hash == program_sum)
        return own.path ? strndup(own.begin, (size_t)(own.end - own.begin)) : NULL;
    snprintf(program, sizeof program, "%016" PRIx64, c->program_hash);
    return c->store ? store_baseline(c->store, program) : NULL;
}

bool baseline_keep(const campaign *c, store *in, char *message, size_t size)
{
    char program[STORE_KEY], *text = baseline_of(c);
    bool good;

    snprintf(program, sizeof program, "%016" PRIx64, c->program_hash);
    good = !text || store_put_baseline(in, program, text, message, size);
    free(text);
    return good;
}

// Its first word is the machine.
static bool is_ours(const campaign *c, const char *line)
{
    size_t length = strcspn(line, ",");

    for (unsigned i = 0; i < c->n_machines; i++) {
        const char *name = simulator_machine_name(c->machines[i].base);

        if (strlen(name) == length && memcmp(name, line, length) == 0)
            return true;
    }
    return false;
}

void baseline_write(const campaign *c, FILE *file)
{
    char *text = baseline_of(c);

    fprintf(file, "# program %016" PRIx64 "\n", c->program_hash);
    for (const char *line = text; line && *line;) {
        size_t length = strcspn(line, "\n");

        if (line == text || is_ours(c, line))
            fprintf(file, "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    free(text);
}

uint64_t baseline_sum(const campaign *c)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    uint64_t sum;

    if (!file)
        abort();
    baseline_write(c, file);
    fclose(file);
    sum = hash_bytes(HASH_START, text, length);
    free(text);
    return sum;
}

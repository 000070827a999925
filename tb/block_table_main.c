// SPDX-License-Identifier: BSD-3-Clause
// Prints the README's block table (Markdown) from the golden overhead report: a row a block, with its page, bits and gate
// equivalents at its own paper's machine, and how many tuples are proven equal in C and Verilog (make prove). `make
// readme` puts it between the markers in README.md; a test demands that it is up to date. `block_table FILE` reads
// another report.
#include "rtl_c/block.h"
#include "tb/processor.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { USER_MISTAKE = 2 };

static bool in_system(const char *block)
{
    static const char *const parts[] = {
#define SYSTEM(name, machine, words)
#define PART(system, block, parameters) #block,
#include "synth_estimates/systems.def"
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i], block) == 0) return true;
    return false;
}

static const char *word(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

// A figure of each tuple of a block that its paper's machine has (base's blocks: each paper's): "336", or the least and the most.
static bool print_range(const json_t *rows, const char *block, const char *group, const char *figure)
{
    double least = INFINITY, most = -INFINITY;
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)rows, i, row)
    {
        const json_t *seen = json_object_get(json_object_get(row, group), figure);
        if (!seen || strcmp(word(row, "block"), block) != 0 || !json_is_true(json_object_get(row, "paper"))) continue;
        least = fmin(least, json_number_value(seen));
        most = fmax(most, json_number_value(seen));
    }
    if (most >= least) printf(most > least ? "%.0f to %.0f" : "%.0f", least, most);
    return most >= least;
}

// How many tuples are proven equal, by `make prove`'s last results; nothing for a block without any.
static void print_proof(const char *block)
{
    static char   lines[64][160];
    static size_t count;
    static bool   asked;
    if (!asked) {
        FILE *state = popen("sh tb/prove/state.sh blocks", "r");
        while (state && count < 64 && fgets(lines[count], sizeof *lines, state)) count++;
        if (state) pclose(state);
        asked = true;
    }
    const size_t length = strlen(block);
    for (size_t i = 0; i < count; i++)
        if (strncmp(lines[i], block, length) == 0 && lines[i][length] == ' ')
            printf("%.*s", (int)strcspn(lines[i] + length + 1, "\n"), lines[i] + length + 1);
}

int main(int count, char **words)
{
    const char *path = count > 1 ? words[1] : "synth_estimates/golden.json";
    json_error_t error;
    json_t *overhead = json_load_file(path, 0, &error);
    if (!overhead) {
        fprintf(stderr, "%s:%d: %s, expected an overhead report\n", path, error.line, error.text);
        return USER_MISTAKE;
    }
    const json_t *rows = json_object_get(overhead, "blocks");
    int status = 0;
    puts("| block | bits | GE | [proven](docs/proof.md) |");
    puts("| --- | ---: | ---: | --- |");
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        const char *name = (*ops)->block;
        if (ops != block_table && strcmp(ops[-1]->block, name) == 0) continue;
        printf("| [`%s`](docs/%s.md) | ", name, name);
        if (!print_range(rows, name, "bits", "yosys") && in_system(name)) {
            fprintf(stderr, "%s: no tuple of %s is its paper's, expected one: make overhead overhead-accept\n", path,
                    name);
            status = USER_MISTAKE;
        }
        printf(" | ");
        if (!print_range(rows, name, "cost", "gate_equivalents")) printf("in no system yet");
        printf(" | ");
        print_proof(name);
        puts(" |");
    }
    json_decref(overhead);
    return status;
}

// SPDX-License-Identifier: BSD-3-Clause
// Prints the README's block table (Markdown) from the golden overhead report: one row a block, with bits and gate
// equivalents at its own paper's machine, bits at the other machines, and whether C and
// Verilog are proven equal (make prove), then the front ends mapped whole. `make readme`
// puts it between the markers in README.md; a test demands that it is up to date. `block_table FILE` reads another
// report.
#include "rtl_c/block.h"
#include "tb/processor.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { USER_MISTAKE = 2 };

static const char *word(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

// "n48: 336" for each tuple of a block that some machine has: those of its own paper's machine, or the others.
static unsigned print_bits(const json_t *rows, const char *block, bool paper)
{
    unsigned printed = 0;
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)rows, i, row)
    {
        if (strcmp(word(row, "block"), block) != 0 || json_is_true(json_object_get(row, "paper")) != paper) continue;
        if (json_array_size(json_object_get(row, "machines")) == 0) continue; // for stress alone
        const json_t *bits = json_object_get(json_object_get(row, "bits"), "yosys");
        printf("%s%s: %lld", printed++ ? ", " : "", word(row, "config"), (long long)json_integer_value(bits));
    }
    return printed;
}

// What no system has, as no policy asks for it, is not mapped yet.
static void print_gates(const json_t *rows, const char *block)
{
    size_t i;
    json_t *row;
    const char *separator = "";
    json_array_foreach((json_t *)rows, i, row)
    {
        if (!json_is_true(json_object_get(row, "paper"))) continue;
        const json_t *gates = json_object_get(json_object_get(row, "cost"), "gate_equivalents");
        if (!gates || strcmp(word(row, "block"), block) != 0) continue;
        printf("%s%.0f", separator, json_number_value(gates));
        separator = ", ";
    }
    if (!*separator) printf("in no system yet");
}

// The blocks wired and mapped as one design.
static void print_front_ends(const json_t *report)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(report, "front_ends"), i, row)
    {
        const json_t *cost = json_object_get(row, "cost");
        printf("| `warp_front_end` %s | %.0f | %.0f | | [C](tb/systemc/front_end.c) | [v](verilog/warp_front_end.v) | "
               "| | [docs](docs/front_end.md) |\n",
               word(row, "name"), json_number_value(json_object_get(cost, "flip_flops")),
               json_number_value(json_object_get(cost, "gate_equivalents")));
    }
}

// Whether C and Verilog are proven equal, by `make prove`'s last results; nothing where a block has none.
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
    puts("| block | register bits at its paper's machine | gate equivalents there, without wires | bits at other machines "
         "| model | Verilog | properties | [equal](docs/proof.md) | page |");
    puts("| --- | --- | ---: | --- | --- | --- | --- | --- | --- |");
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        const char *name = (*ops)->block;
        if (ops != block_table && strcmp(ops[-1]->block, name) == 0) continue;
        printf("| `%s` | ", name);
        if (print_bits(rows, name, true) == 0) {
            fprintf(stderr, "%s: no tuple of %s is its paper's, expected one: make overhead overhead-accept\n", path,
                    name);
            status = USER_MISTAKE;
        }
        printf(" | ");
        print_gates(rows, name);
        printf(" | ");
        print_bits(rows, name, false);
        printf(" | [C](rtl_c/%s.c) | [v](verilog/%s.v) | [proofs](verilog/%s_properties.v) | ", name, name, name);
        print_proof(name);
        printf(" | [docs](docs/%s.md) |\n", name);
    }
    print_front_ends(overhead);
    json_decref(overhead);
    return status;
}

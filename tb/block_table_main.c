// Prints the README's block table (Markdown) from the block tables: one row a block, with the register bits of every
// built tuple and the gate equivalents that the golden overhead report has. `make readme` puts it between the markers in README.md; a test demands that it is up to date.
#include "rtl_c/block.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static unsigned register_bits(const block_ops *ops)
{
    unsigned bits = 0;
    for (const block_field *field = ops->fields; field->name; field++)
        if (field->kind == FIELD_REG || field->kind == FIELD_MEM) bits += (unsigned)field->width * field->count;
    return bits;
}

// "n48_s2: 4445" for each configuration of a block that was mapped to gates.
static void print_gates(const json_t *overhead, const char *block)
{
    size_t i;
    json_t *row;
    const char *separator = "";
    json_array_foreach(json_object_get(overhead, "blocks"), i, row) {
        const json_t *gates = json_object_get(json_object_get(row, "cost"), "gate_equivalents");
        const char *name = json_string_value(json_object_get(row, "block"));
        if (!gates || !name || strcmp(name, block) != 0) continue;
        printf("%s%s: %.0f", separator, json_string_value(json_object_get(row, "config")), json_number_value(gates));
        separator = ", ";
    }
}

int main(void)
{
    json_error_t error;
    json_t *overhead = json_load_file("synth_estimates/golden.json", 0, &error);
    if (!overhead) {
        fprintf(stderr, "synth_estimates/golden.json:%d: %s, expected the golden overhead report\n", error.line, error.text);
        return 2;
    }
    puts("| block | registers: bits by configuration | gate equivalents | model | Verilog | properties | page |");
    puts("| --- | --- | --- | --- | --- | --- | --- |");
    for (const block_ops *const *first = block_table; *first;) {
        const char *name = (*first)->block;
        printf("| `%s` | ", name);
        const block_ops *const *at = first;
        for (; *at && strcmp((*at)->block, name) == 0; at++)
            printf("%s%s: %u", at == first ? "" : ", ", (*at)->config, register_bits(*at));
        printf(" | ");
        print_gates(overhead, name);
        printf(" | [C](rtl_c/%s.c) | [v](verilog/%s.v) | [proofs](verilog/%s_properties.v) | [docs](docs/%s.md) |\n",
               name, name, name, name);
        first = at;
    }
    json_decref(overhead);
    return 0;
}

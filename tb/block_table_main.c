// Prints the README's block table (Markdown) from the block tables: one row a block, with the register bits of every
// built tuple. `make readme` puts it between the markers in README.md; a test demands that it is up to date.
#include "rtl_c/block.h"

#include <stdio.h>
#include <string.h>

static unsigned register_bits(const block_ops *ops)
{
    unsigned bits = 0;
    for (const block_field *field = ops->fields; field->name; field++)
        if (field->kind == FIELD_REG || field->kind == FIELD_MEM) bits += (unsigned)field->width * field->count;
    return bits;
}

int main(void)
{
    puts("| block | registers: bits by configuration | model | Verilog | properties | page |");
    puts("| --- | --- | --- | --- | --- | --- |");
    for (const block_ops *const *first = block_table; *first;) {
        const char *name = (*first)->block;
        printf("| `%s` | ", name);
        const block_ops *const *at = first;
        for (; *at && strcmp((*at)->block, name) == 0; at++)
            printf("%s%s: %u", at == first ? "" : ", ", (*at)->config, register_bits(*at));
        printf(" | [C](rtl_c/%s.c) | [v](verilog/%s.v) | [proofs](verilog/%s_properties.v) | [docs](docs/%s.md) |\n",
               name, name, name, name);
        first = at;
    }
    return 0;
}

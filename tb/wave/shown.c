// SPDX-License-Identifier: BSD-3-Clause
// See tb/wave/shown.h.
#include "tb/wave/shown.h"

#include <stdio.h>
#include <string.h>

const shown_row shown_rows[] = {
#define SHOWN(block, name, as, words) {#block, #name, SHOWN_##as, words},
#include "rtl_c/shown.def"
#undef SHOWN
    {NULL, NULL, SHOWN_VALUE, NULL}};

const block_field *shown_field(const shown_row *row, const block_ops *ops)
{
    if (strcmp(row->block, ops->block) != 0)
        return NULL;
    for (unsigned kind = 0; kind < 2; kind++)
        for (const block_field *field = ops->fields; field->name; field++)
            if (field->kind == (kind ? FIELD_OUT : FIELD_REG) && strcmp(field->name, row->name) == 0)
                return field;
    return NULL;
}

uint64_t shown_value(const shown_row *row, const block_field *field, const void *structure)
{
    uint64_t value = 0;

    if (row->as == SHOWN_VALUE)
        return field_get(field, structure, 0);
    for (unsigned element = 0; element < field->count; element++) {
        uint64_t one = field_get(field, structure, element);
        if (row->as == SHOWN_LARGEST)
            value = one > value ? one : value;
        else
            value += row->as == SHOWN_ONES ? count_ones(one) : one;
    }
    return value;
}

void shown_name(const shown_row *row, char text[FIELD_TEXT])
{
    static const char *const suffixes[] = {[SHOWN_VALUE] = "", [SHOWN_ONES] = "_ones", [SHOWN_LARGEST] = "_largest",
                                           [SHOWN_SUM] = "_sum"};
    snprintf(text, FIELD_TEXT, "%s%s", row->name, suffixes[row->as]);
}

static unsigned bits_of(uint64_t value)
{
    unsigned bits = 1;
    while (value >>= 1)
        bits++;
    return bits;
}

unsigned shown_width(const shown_row *row, const block_field *field)
{
    unsigned width = row->as == SHOWN_ONES ? bits_of((uint64_t)field->width * field->count)
                     : row->as == SHOWN_SUM ? field->width + bits_of(field->count - 1u) : field->width;
    return width < 64 ? width : 64;
}

// SPDX-License-Identifier: BSD-3-Clause
// Translation files of GTKWave: the names of an ENUM row's values, one file per such row of a block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/blocks.h"
#include "tb/wave/wave.h"

typedef struct { const char *block; const block_field *field; } enum_row;

static unsigned enum_rows(enum_row rows[static WAVE_ENUMS])
{
    unsigned count = 0;

    for (const block_ops *const *described = described_blocks; *described; described++)
        for (const block_field *f = (*described)->fields; f->name; f++) {
            if (f->form != FORM_ENUM)
                continue;
            if (count == WAVE_ENUMS) {
                fprintf(stderr, "warplock: bug: more than %d ENUM rows: WAVE_ENUMS of tb/wave/wave.h\n", WAVE_ENUMS);
                abort();
            }
            rows[count++] = (enum_row){(*described)->block, f};
        }
    return count;
}

unsigned wave_enum_count(void)
{
    enum_row rows[WAVE_ENUMS];
    return enum_rows(rows);
}

void wave_enum_name(unsigned i, char name[static WAVE_NAME])
{
    enum_row rows[WAVE_ENUMS];

    enum_rows(rows);
    snprintf(name, WAVE_NAME, "%s.%s.txt", rows[i].block, rows[i].field->name);
}

int wave_enum_of(const block_ops *ops, const block_field *field)
{
    enum_row rows[WAVE_ENUMS];
    unsigned count = enum_rows(rows);

    for (unsigned i = 0; i < count && field->form == FORM_ENUM; i++)
        if (strcmp(rows[i].block, ops->block) == 0 && strcmp(rows[i].field->name, field->name) == 0)
            return (int)i;
    return -1;
}

bool wave_enum_write(unsigned i, FILE *file)
{
    enum_row rows[WAVE_ENUMS];
    const char *at = NULL, *name;
    uint64_t value;
    size_t length;

    enum_rows(rows);
    fprintf(file, "%s: %s of %s\n", WAVE_ENUM_MARK, rows[i].field->name, rows[i].block);
    while (field_enum_next(rows[i].field, &at, &value, &name, &length))
        fprintf(file, "%llu %.*s\n", (unsigned long long)value, (int)length, name);
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

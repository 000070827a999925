// SPDX-License-Identifier: BSD-3-Clause
// A program from a file.
#include "sim/frontend/program.h"

#include <stdio.h>
#include <stdlib.h>

#include "tb/input_file.h"

enum { FILE_MAX = 64 << 20 };

static char *read_file(const char *path, size_t *length, ptx_error *error)
{
    const char *why;
    FILE *f = input_open(path, &why);
    char *text = f != NULL ? malloc(FILE_MAX) : NULL;
    if (f == NULL) {
        snprintf(error->text, sizeof error->text, "%.300s: cannot be opened, expected a PTX file: %s", path, why);
    } else if (text == NULL) {
        abort();
    } else {
        *length = fread(text, 1, FILE_MAX, f);
        if (ferror(f) || *length == FILE_MAX) {
            snprintf(error->text, sizeof error->text, "%.300s: cannot be read, expected a PTX file of less than %d MB",
                     path, FILE_MAX >> 20);
            free(text);
            text = NULL;
        }
    }
    if (f != NULL) {
        fclose(f);
    }
    return text;
}

program *program_load(const char *path, ptx_error *error)
{
    size_t length;
    char *text = read_file(path, &length, error);
    if (text == NULL) {
        return NULL;
    }
    program *p = program_parse(path, text, length, error);
    free(text);
    return p;
}

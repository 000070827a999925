// SPDX-License-Identifier: BSD-3-Clause
#include "sim/machine/bundled.h"

#include <string.h>

const bundled_file *bundled_find(const char *path)
{
    for (const bundled_file *file = bundled_files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

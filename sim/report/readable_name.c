// SPDX-License-Identifier: BSD-3-Clause
#include "sim/report/readable_name.h"

#include <stdlib.h>
#include <string.h>

// From the C++ ABI in GNU's library; <cxxabi.h> is C++ only.
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

char *readable_name(const char *name)
{
    char *readable = strncmp(name, "_Z", 2) == 0 ? __cxa_demangle(name, NULL, NULL, NULL) : NULL;

    if (!readable)
        readable = strdup(name);
    if (!readable)
        abort();
    return readable;
}

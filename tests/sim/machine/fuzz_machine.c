// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as an INI file. What is accepted must survive a dump and a second reading unchanged.
#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    machine m, again;
    machine_error error;
    char *text = NULL;
    size_t length;
    FILE *file;

    if (!machine_parse(&m, "fuzz.ini", (const char *)data, size, &error)) {
        if (!memchr(error.text, 0, sizeof error.text) || !error.text[0])
            abort();
        return 0;
    }
    file = open_memstream(&text, &length);
    machine_dump(&m, file);
    fclose(file);
    if (!machine_parse(&again, "dump.ini", text, length, &error) || memcmp(&m, &again, sizeof m) != 0)
        abort();
    free(text);
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as a configuration of GPGPU-Sim: what stands before a NUL as gpgpusim.config, what stands behind it as the
// interconnect's file. What becomes a machine is one again when its file is read.
#include <stdlib.h>
#include <string.h>

#include "sim/machine/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(const machine_error *error)
{
    if (!memchr(error->text, 0, sizeof error->text) || !error->text[0])
        abort();
}

static void check_written(const import *im)
{
    machine m;
    machine_error error;
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    import_write(im, file);
    fclose(file);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' && *at != '\n')
            *at = ' ';                              // as the command does
    if (!machine_parse(&m, "written.ini", text, length, &error) || memcmp(&m, import_machine(im), sizeof m) != 0)
        abort();
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *behind = memchr(data, 0, size);
    size_t length = behind ? (size_t)(behind - data) : size;
    import *im = import_new();
    machine_error error;
    char *text = NULL;
    size_t printed;
    FILE *file;
    bool good = import_config(im, "c", (const char *)data, length, &error);

    if (good && import_network_name(im) && behind)
        good = import_network(im, "n", (const char *)behind + 1, size - length - 1, &error);
    good = good && import_convert(im, &error);
    if (good) {
        file = open_memstream(&text, &printed);
        import_print_refusals(im, file);
        fclose(file);
        free(text);
        check_written(im);
    } else {
        check_error(&error);
    }
    import_free(im);
    return 0;
}

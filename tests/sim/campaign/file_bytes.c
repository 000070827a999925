// SPDX-License-Identifier: BSD-3-Clause
// See tests/sim/campaign/file_bytes.h.
#include "tests/sim/campaign/file_bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

unsigned char *file_bytes_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes;

    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(*length);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

void file_bytes_write(const char *path, const unsigned char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    fwrite(bytes, 1, length, file);
    fclose(file);
}

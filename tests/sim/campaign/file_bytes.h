// SPDX-License-Identifier: BSD-3-Clause
// A file as bytes, to be damaged and written back. A cmocka test that calls these fails where the file cannot be had.
#ifndef WARPLOCK_TESTS_SIM_CAMPAIGN_FILE_BYTES_H
#define WARPLOCK_TESTS_SIM_CAMPAIGN_FILE_BYTES_H

#include <stddef.h>

unsigned char *file_bytes_read(const char *path, size_t *length);       // to be freed
void file_bytes_write(const char *path, const unsigned char *bytes, size_t length);

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Text files that several machines share in one folder. They are written whole or not at all (tb/output_file.h). A line
// with length and checksum precedes the text, so that damage by the file system is noticed.
#ifndef WARPLOCK_SIM_CAMPAIGN_SEALED_H
#define WARPLOCK_SIM_CAMPAIGN_SEALED_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { SEALED_GOOD, SEALED_ABSENT, SEALED_DAMAGED } sealed_state;

// False and a message when it cannot be written, for lack of space for instance.
bool sealed_write(const char *path, const char *text, char *message, size_t size);
// The caller frees the text; NULL unless the file is good.
sealed_state sealed_read(const char *path, char **text);

#endif

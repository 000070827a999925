// SPDX-License-Identifier: BSD-3-Clause
// Text files that several machines write to and read from one folder: whole or not at all (tb/output_file.h), with a
// line of the length and the check sum before the text, so that what a file system lost or mixed up is not believed.
#ifndef WARPLOCK_SIM_CAMPAIGN_SEALED_H
#define WARPLOCK_SIM_CAMPAIGN_SEALED_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { SEALED_GOOD, SEALED_ABSENT, SEALED_DAMAGED } sealed_state;

// False and a message when it cannot be written, as where no space is left.
bool sealed_write(const char *path, const char *text, char *message, size_t size);
// The text is the caller's; NULL but of a good one.
sealed_state sealed_read(const char *path, char **text);

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Files that a run reads. A pipe or a device is none: it could be waited for without end, and is not there a second
// time.
#ifndef WARPLOCK_TB_INPUT_FILE_H
#define WARPLOCK_TB_INPUT_FILE_H

#include <stdio.h>

// For reading. NULL with the reason in *why, for "FILE: cannot be read: %s".
FILE *input_open(const char *path, const char **why);

#endif

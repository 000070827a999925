// SPDX-License-Identifier: BSD-3-Clause
// Files that a run reads. Pipes and devices are refused: they could block forever and cannot be read twice.
#ifndef WARPLOCK_TB_INPUT_FILE_H
#define WARPLOCK_TB_INPUT_FILE_H

#include <stdio.h>

// For reading. NULL with the reason in *why, for "FILE: cannot be read: %s".
FILE *input_open(const char *path, const char **why);
// The same for a file in an untrusted folder: a link is refused, as it could lead outside.
FILE *input_open_own(const char *path, const char **why);

#endif

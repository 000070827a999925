// SPDX-License-Identifier: BSD-3-Clause
// Files that a run reads. A pipe or a device is none: it could be waited for without end, and is not there a second
// time.
#ifndef WARPLOCK_TB_INPUT_FILE_H
#define WARPLOCK_TB_INPUT_FILE_H

#include <stdio.h>

// For reading. NULL with the reason in *why, for "FILE: cannot be read: %s".
FILE *input_open(const char *path, const char **why);
// The same for a file of a folder that others may have filled: a link there is refused, as it leads out of the folder.
FILE *input_open_own(const char *path, const char **why);

#endif

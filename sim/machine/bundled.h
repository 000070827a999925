// SPDX-License-Identifier: BSD-3-Clause
// Files of the source tree that travel inside the binary: machine INIs and the PTX of the bundled kernels, so that
// warplock runs from anywhere. The table is made by sim/machine/bundle.sh from the files named on its command line.
#ifndef WARPLOCK_SIM_MACHINE_BUNDLED_H
#define WARPLOCK_SIM_MACHINE_BUNDLED_H

#include <stddef.h>

typedef struct {
    const char *path;                   // relative to the repository root
    const char *begin, *end;            // *end is a NUL that does not belong to the file
} bundled_file;

extern const bundled_file bundled_files[];          // in the order of the command line; ends with a NULL path

const bundled_file *bundled_find(const char *path); // NULL if there is none

#endif

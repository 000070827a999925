// SPDX-License-Identifier: BSD-3-Clause
// Finds the sources from which tuples are built (docs/geometry.md).
#ifndef WARPLOCK_TB_TUPLES_SOURCE_FOLDER_H
#define WARPLOCK_TB_TUPLES_SOURCE_FOLDER_H

#include <stdbool.h>

enum { SOURCE_FOLDER = 2048 };

// WARPLOCK_SOURCES, if set; else the folder that `warplock cc` has written into the program; else one beside this code's shared
// library, or above it; else one beside the program, or above it; else that of the warplock on PATH. False: none.
bool source_folder_find(char folder[static SOURCE_FOLDER]);

#endif

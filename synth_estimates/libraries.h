// SPDX-License-Identifier: BSD-3-Clause
// Blocks in several libraries, side by side (libraries.sh, libraries.txt).
#ifndef WARPLOCK_SYNTH_ESTIMATES_LIBRARIES_H
#define WARPLOCK_SYNTH_ESTIMATES_LIBRARIES_H

#include <jansson.h>
#include <stdio.h>

// Figures of a block that measure.sh and libraries.sh left in FOLDER.
json_t *overhead_library_row(const char *library, const char *folder, const char *block, const char *config,
                             const char *tech);
// FOLDER/libraries.json, and the rows of the golden one that it does not have; NULL: none.
json_t *overhead_libraries(const char *folder, const char *golden_folder);
// Prints what differs between rows that both have, and returns how many figures do.
unsigned overhead_libraries_compare(FILE *out, const char *folder, const char *golden_folder);
void overhead_libraries_accept(const char *folder, const char *golden_folder);

#endif

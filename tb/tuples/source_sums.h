// SPDX-License-Identifier: BSD-3-Clause
// The sources and compilers of the blocks in this program: its tuples are built of the same. tb/tuples/source_sums.sh
// makes the tables.
#ifndef WARPLOCK_TB_TUPLES_SOURCE_SUMS_H
#define WARPLOCK_TB_TUPLES_SOURCE_SUMS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct { const char *path; uint32_t sum; uint64_t size; } tuple_source;     // `sum` is that of cksum(1)

extern const tuple_source tuple_sources[];      // paths below the folder of sources; ends with a NULL path
extern const char tuple_cc[], tuple_cflags[], tuple_cxx[], tuple_cxxflags[];

// Whether a tuple of the block is built of this file, and whether the file is unchanged since the program was built.
bool tuple_source_of(const tuple_source *, const char *block);
bool tuple_source_unchanged(const char *folder, const tuple_source *);

#endif

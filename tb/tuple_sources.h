// SPDX-License-Identifier: BSD-3-Clause
// What the program was built of and with, as far as blocks go: a tuple that is added later is built of the same. Made
// by tb/tuple_sources.sh.
#ifndef WARPLOCK_TB_TUPLE_SOURCES_H
#define WARPLOCK_TB_TUPLE_SOURCES_H

#include <stdint.h>

typedef struct { const char *path; uint32_t sum; uint64_t size; } tuple_source;     // `sum` is that of cksum(1)

extern const tuple_source tuple_sources[];      // paths below the folder of sources; ends with a NULL path
extern const char tuple_cc[], tuple_cflags[], tuple_cxx[], tuple_cxxflags[];

#endif

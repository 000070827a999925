// SPDX-License-Identifier: BSD-3-Clause
// Ends a run that is out of memory (tb/allocate.c, the tuples' shared objects).
#ifndef WARPLOCK_TB_NO_MEMORY_H
#define WARPLOCK_TB_NO_MEMORY_H

#include <stddef.h>

// One line on stderr, no half-written file, exit status 2.
_Noreturn void no_memory(size_t bytes);

#endif

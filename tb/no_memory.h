// SPDX-License-Identifier: BSD-3-Clause
// What becomes of a run for which memory is not to be had (tb/allocate.c, the shared objects of tuples).
#ifndef WARPLOCK_TB_NO_MEMORY_H
#define WARPLOCK_TB_NO_MEMORY_H

#include <stddef.h>

// One line on stderr, no half-written file, exit status 2.
_Noreturn void no_memory(size_t bytes);

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Memory that is not to be had (tb/allocate.c): whoever allocates past the linker's --wrap says so here.
#ifndef WARPLOCK_TB_ALLOCATE_H
#define WARPLOCK_TB_ALLOCATE_H

#include <stddef.h>

// One line on stderr, no half-written file, exit status 2.
_Noreturn void allocate_failed(size_t bytes);

#endif

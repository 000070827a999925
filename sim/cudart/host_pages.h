// SPDX-License-Identifier: BSD-3-Clause
// Memory of the host that a program asks for: where there is none it is the program's to say what then, while memory that
// the runtime needs itself and does not get ends the process (tb/allocate.c).
#ifndef WARPLOCK_SIM_CUDART_HOST_PAGES_H
#define WARPLOCK_SIM_CUDART_HOST_PAGES_H

#include <stddef.h>

void *host_pages(size_t bytes);                             // zeros, at the beginning of a page; NULL: there are none
void  host_pages_free(void *, size_t bytes);                // as many as were asked for

#endif

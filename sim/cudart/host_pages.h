// SPDX-License-Identifier: BSD-3-Clause
// Host memory that a program requests. When there is none, the program handles the error; when the runtime's own memory runs
// out, the process ends (tb/allocate.c).
#ifndef WARPLOCK_SIM_CUDART_HOST_PAGES_H
#define WARPLOCK_SIM_CUDART_HOST_PAGES_H

#include <stddef.h>

void *host_pages(size_t bytes);                             // zeros, at the beginning of a page; NULL: there are none
void  host_pages_free(void *, size_t bytes);                // as many as were asked for

#endif

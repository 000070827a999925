// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a file that may be packed by xz or zstd, in order, whatever its size in constant memory. By its first bytes
// it is known which; its name says nothing.
#ifndef WARPLOCK_SIM_TRACE_UNPACK_H
#define WARPLOCK_SIM_TRACE_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

// What unpacking may take: xz -9 wants 65 MB, zstd's window goes by its level (-19: 8 MB, --long=26: 64 MB).
enum { UNPACK_XZ_BYTES = 80 << 20, UNPACK_ZSTD_WINDOW_LOG = 26 };

typedef struct unpack unpack;
// NULL with "cannot be read: ..." and the like in `why`.
unpack *unpack_open(const char *path, char *why, size_t why_size);
void    unpack_close(unpack *);
// At most `size` bytes, 0 at the end; -1 with a reason when the file cannot be read or is not what it begins as.
long    unpack_read(unpack *, void *to, size_t size, char *why, size_t why_size);

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Reads a file that may be packed by xz or zstd, in order and in constant memory. Its first bytes decide the format, not its
// name.
#ifndef WARPLOCK_SIM_TRACE_UNPACK_H
#define WARPLOCK_SIM_TRACE_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

// Memory limit of unpacking: xz -9 needs 65 MB, zstd's window depends on its level (-19: 8 MB, --long=26: 64 MB).
enum { UNPACK_XZ_BYTES = 80 << 20, UNPACK_ZSTD_WINDOW_LOG = 26 };

typedef struct unpack unpack;
// NULL with "cannot be read: ..." and the like in `why`.
unpack *unpack_open(const char *path, char *why, size_t why_size);
void    unpack_close(unpack *);
// At most `size` bytes, 0 at the end; -1 with a reason if the file cannot be read or is corrupt.
long    unpack_read(unpack *, void *to, size_t size, char *why, size_t why_size);

#endif

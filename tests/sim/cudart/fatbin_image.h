// SPDX-License-Identifier: BSD-3-Clause
// Fat binaries written byte by byte from the layout that sim/cudart/fatbin.h documents, without its code.
#ifndef WARPLOCK_TESTS_SIM_CUDART_FATBIN_IMAGE_H
#define WARPLOCK_TESTS_SIM_CUDART_FATBIN_IMAGE_H

#include <stddef.h>
#include <stdint.h>

enum { FATBIN_IMAGE_ROOM = 1 << 16 };

typedef struct { uint8_t bytes[FATBIN_IMAGE_ROOM]; size_t size; } fatbin_image_bytes;
typedef enum { PACK_PLAIN, PACK_LZ4, PACK_ZSTD, PACK_ZSTD_UNSIZED } fatbin_packing;

void image_begin(fatbin_image_bytes *);
// An entry with a header of `header` bytes; `payload` is stored as it is, or packed. `kind` as in the layout.
void image_entry(fatbin_image_bytes *, unsigned kind, unsigned arch, unsigned header, fatbin_packing,
                 const void *payload, size_t size);
void image_end(fatbin_image_bytes *);                   // writes the size into the container's header

#endif

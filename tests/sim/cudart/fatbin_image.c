// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/cudart/fatbin_image.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static void put(fatbin_image_bytes *i, uint64_t value, unsigned size)
{
    for (unsigned b = 0; b < size; b++)
        i->bytes[i->size++] = (uint8_t)(value >> 8 * b);
}

void image_begin(fatbin_image_bytes *i)
{
    memset(i, 0, sizeof *i);
    put(i, 0xba55ed50, 4);
    put(i, 1, 2);
    put(i, 16, 2);
    put(i, 0, 8);
}

static size_t pack_zstd(uint8_t *to, size_t room, fatbin_packing packing, const void *payload, size_t size)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, packing == PACK_ZSTD);
    size_t packed = ZSTD_compress2(context, to, room, payload, size);
    ZSTD_freeCCtx(context);
    if (ZSTD_isError(packed)) abort();
    return packed;
}

static size_t pack_payload(uint8_t *to, size_t room, fatbin_packing packing, const void *payload, size_t size)
{
    switch (packing) {
    case PACK_PLAIN: memcpy(to, payload, size); return size;
    case PACK_LZ4:   return (size_t)LZ4_compress_default(payload, (char *)to, (int)size, (int)room);
    default:         return pack_zstd(to, room, packing, payload, size);
    }
}

void image_entry(fatbin_image_bytes *i, unsigned kind, unsigned arch, unsigned header, fatbin_packing packing,
                 const void *payload, size_t size)
{
    size_t at = i->size, room = FATBIN_IMAGE_ROOM - at - header - 8;
    size_t stored = pack_payload(i->bytes + at + header, room, packing, payload, size), padded = (stored + 7) / 8 * 8;

    put(i, kind, 2);
    put(i, 0x0101, 2);
    put(i, header, 4);
    put(i, padded, 8);
    put(i, packing == PACK_PLAIN ? 0 : stored, 4);
    put(i, 0x40, 4);
    put(i, 3, 2);                                       // version 8.3 of PTX
    put(i, 8, 2);
    put(i, arch, 4);
    put(i, header, 4);                                  // no name
    put(i, 0, 4);
    put(i, 0x11 | (packing == PACK_LZ4 ? 0x2000 : packing == PACK_PLAIN ? 0 : 0x8000), 8);
    put(i, 0, 8);
    put(i, packing == PACK_PLAIN ? 0 : size, 8);
    i->size = at + header + padded;
}

void image_end(fatbin_image_bytes *i)
{
    size_t size = i->size;

    i->size = 8;
    put(i, size - 16, 8);
    i->size = size;
}

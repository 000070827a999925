// SPDX-License-Identifier: BSD-3-Clause
// FNV-1a, 64 bits: keys and checksums of stored files. Begin with HASH_START, then pass on what was returned.
#ifndef WARPLOCK_TB_HASH_H
#define WARPLOCK_TB_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t hash_word(uint64_t hash, uint64_t word) { return (hash ^ word) * UINT64_C(0x100000001b3); }
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = hash_word(hash, at[i]);
    return hash;
}
// Includes the final zero, so that texts in a row are told apart.
static inline uint64_t hash_text(uint64_t hash, const char *text) { return hash_bytes(hash, text, strlen(text) + 1); }

static inline uint64_t hash_stream(uint64_t hash, FILE *file)
{
    unsigned char bytes[1 << 14];
    size_t count;

    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        hash = hash_bytes(hash, bytes, count);
    return hash;
}

#endif

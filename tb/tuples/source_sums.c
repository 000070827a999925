// SPDX-License-Identifier: BSD-3-Clause
// See tb/tuples/source_sums.h.
#include "tb/tuples/source_sums.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tb/blocks.h"

// A file named after another block is no part of this one.
bool tuple_source_of(const tuple_source *source, const char *block)
{
    const char *name = strchr(source->path, '/') + 1;
    char of[64];

    const size_t all = strcspn(name, "."), length = all < sizeof of ? all : sizeof of - 1;

    memcpy(of, name, length);
    of[length] = 0;
    return strcmp(of, block) == 0 || !block_described(of);
}

// CRC of cksum(1): POSIX, from the highest bit on, with the length after the text.
static uint32_t add_to_sum(uint32_t sum, unsigned char byte)
{
    sum ^= (uint32_t)byte << 24;
    for (int bit = 0; bit < 8; bit++)
        sum = sum & UINT32_C(0x80000000) ? sum << 1 ^ UINT32_C(0x04c11db7) : sum << 1;
    return sum;
}

bool tuple_source_unchanged(const char *folder, const tuple_source *source)
{
    char path[PATH_MAX];
    uint64_t size = 0;
    uint32_t sum = 0;
    int byte;

    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, source->path) >= sizeof path)
        return false;
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    for (; size <= source->size && (byte = getc(file)) != EOF; size++)
        sum = add_to_sum(sum, (unsigned char)byte);
    fclose(file);
    for (uint64_t rest = size; rest; rest >>= 8)
        sum = add_to_sum(sum, (unsigned char)rest);
    return size == source->size && ~sum == source->sum;
}

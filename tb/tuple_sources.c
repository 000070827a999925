// SPDX-License-Identifier: BSD-3-Clause
// The folder of blocks' sources; see tb/tuple_sources.h.
#define _GNU_SOURCE
#include "tb/tuple_sources.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "tb/blocks.h"

enum { ABOVE = 6 };                             // folders above the program in which sources are looked for

// A file that is named after another block is no part of this one.
bool tuple_source_of(const tuple_source *source, const char *block)
{
    const char *name = strchr(source->path, '/') + 1;
    char of[64];

    snprintf(of, sizeof of, "%.*s", (int)strcspn(name, "."), name);
    return strcmp(of, block) == 0 || !block_described(of);
}

// CRC of cksum(1): POSIX, from the highest bit on, with the length behind the text.
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

static bool holds_sources(const char *folder)
{
    char probe[PATH_MAX];
    return (size_t)snprintf(probe, sizeof probe, "%s/rtl_c/block.h", folder) < sizeof probe && access(probe, R_OK) == 0;
}

// In `sources` of the program's folder or of one above it, or in share/warplock/sources there.
static bool find_above(char *program, char *folder, size_t size)
{
    static const char *const places[] = {"sources", "share/warplock/sources"};

    for (unsigned above = 0; above < ABOVE; above++) {
        char *slash = strrchr(program, '/');
        if (!slash)
            return false;
        *slash = 0;
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            if ((size_t)snprintf(folder, size, "%s/%s", program, places[i]) < size && holds_sources(folder))
                return true;
    }
    return false;
}

bool tuple_sources_find(char *folder, size_t size)
{
    const char *own = getenv("WARPLOCK_SOURCES");
    if (own && *own)
        return (size_t)snprintf(folder, size, "%s", own) < size;
    char *program = realpath("/proc/self/exe", NULL);
    if (!program)                               // without /proc: what the system was told to execute
        program = realpath((const char *)getauxval(AT_EXECFN), NULL);
    bool found = program && find_above(program, folder, size);
    free(program);
    return found;
}

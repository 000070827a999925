// SPDX-License-Identifier: BSD-3-Clause
// The cache of tuples: one file for each, used only when it is whole.
//
// A file is a shared object and, after it, a line: the object's sum and the compilers that made it. It is made in a
// private folder beside it (tb/tuples/claims.h) and moved into place by one rename: an interruption leaves nothing
// under a name that is looked for.
#ifndef WARPLOCK_TB_TUPLES_CACHE_H
#define WARPLOCK_TB_TUPLES_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CACHE_PATH = 2048, CACHE_NAME = 160 };

typedef struct {
    char folder[CACHE_PATH];                    // absolute once it exists
    char private[CACHE_PATH + 32];              // what is being built; "" while nothing is
    int  held, turn;                            // open folders, or -1: the private one; the cache, while claiming
} tuple_cache;

// The folder's name: WARPLOCK_CACHE, or warplock in XDG_CACHE_HOME or in .cache at home. False and why.
bool cache_find(tuple_cache *, char *why, size_t size);

// Where the file of this name is; false: it is missing, damaged or of other compilers (0: any), or `why` is not empty.
bool cache_has(const tuple_cache *, const char *name, uint64_t compilers, char path[static CACHE_PATH + CACHE_NAME], char *why,
               size_t size);
// The object of this name, loaded. NULL: it is missing, damaged or of other compilers (0: any), or `why` is not empty.
void *cache_load(const tuple_cache *, const char *name, uint64_t compilers, char *why, size_t size);
// Moves the object of this name from the private folder into place.
bool cache_keep(const tuple_cache *, const char *name, uint64_t compilers, char *why, size_t size);

// Removes a file of ours that nobody has loaded for 90 days: mostly one whose source has changed since.
void cache_remove_unused(const char *path);
// True, and why, when others than this user and root may write in the folder.
bool cache_is_of_others(const tuple_cache *, char *why, size_t size);
// False, with the path and errno's message.
bool cache_refuse(char *why, size_t size, const char *path);

#endif

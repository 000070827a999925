// SPDX-License-Identifier: BSD-3-Clause
// The cache of tuples: one file for each, believed only when it is whole.
//
// A file is a shared object with a line behind it: the sum of what stands before, and the compilers that made it. It is
// made in a private folder beside it and takes its place by one rename, so that two that make the same both end well
// and one that is interrupted leaves nothing under a name that is looked for. Its private folder is removed by the next
// one, and so is what nobody has loaded for 90 days.
#ifndef WARPLOCK_TB_TUPLE_CACHE_H
#define WARPLOCK_TB_TUPLE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CACHE_PATH = 2048, CACHE_NAME = 160 };

typedef struct {
    char folder[CACHE_PATH];                    // absolute once it is there
    char private[CACHE_PATH + 32];              // what is being built; "" while nothing is
    int  lock, turn;                            // of the private folder and of the whole, for as long as their holder lives
} tuple_cache;

// The folder's name: WARPLOCK_CACHE, or warplock in XDG_CACHE_HOME or in .cache at home. False and why.
bool cache_find(tuple_cache *, char *why, size_t size);
// Makes it where it is missing, and a private folder in it; waits until no other builds there. What was missing may be
// there now.
bool cache_begin(tuple_cache *, char *why, size_t size);
void cache_end(tuple_cache *);                  // without the private folder

// Where the file of this name lies; false: there is none, it is damaged or of other compilers (0: any), or `why` is not
// empty.
bool cache_has(const tuple_cache *, const char *name, uint64_t compilers, char path[static CACHE_PATH + CACHE_NAME], char *why,
               size_t size);
// The object of this name, loaded. NULL: there is none, it is damaged or of other compilers (0: any); or `why` is not
// empty.
void *cache_load(const tuple_cache *, const char *name, uint64_t compilers, char *why, size_t size);
// Puts the object of this name from the private folder into its place.
bool cache_keep(const tuple_cache *, const char *name, uint64_t compilers, char *why, size_t size);

#endif

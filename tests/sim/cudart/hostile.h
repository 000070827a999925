// SPDX-License-Identifier: BSD-3-Clause
// Every function of api.def with arguments that no program should have: of each parameter, by its type and name in the table,
// the values that it is tried with, and a call of them as the ABI of x86-64 passes them.
#ifndef WARPLOCK_TESTS_SIM_CUDART_HOSTILE_H
#define WARPLOCK_TESTS_SIM_CUDART_HOSTILE_H

#include <stdbool.h>

#include "tests/sim/cudart/runtime_ptx.h"

typedef enum { HOSTILE_RUNTIME, HOSTILE_DRIVER, HOSTILE_UNSUPPORTED, HOSTILE_UNSUPPORTED_DRIVER } hostile_api;
typedef struct { const char *name, *type, *parameters; hostile_api api; void (*function)(void); } hostile_row;
extern const hostile_row hostile_rows[];
extern const unsigned hostile_row_count;

enum { HOSTILE_MEMORY = 4096 };                 // bytes of what a pool has of each kind of memory

// What arguments are drawn from: of each kind of handle a good one, one that has been closed, and one of something else.
typedef struct {
    uint64_t device[3], pinned[3], stream[3], event[3], array[3], module[3], function[3], texture[3], surface[3], mipmap[3];
    uint64_t graph[3], node[3], exec[3], memory_pool[3];
    unsigned char *host;
    uint64_t random;
} hostile_pool;
void hostile_pool_open(hostile_pool *, uint64_t seed);
void hostile_pool_close(hostile_pool *);

typedef struct {
    uint64_t result;
    bool     bad_handle;                        // one of the arguments is no handle of anything
    double   product;                           // of all numbers that are not 0
    bool     empty;                             // one is
    bool     skipped;                           // memory of the program's own, said to be longer than it is
    char     text[400];                         // the arguments
} hostile_call;
// One call with arguments that are drawn. `all_stale`: no handle of the pool is good any more.
void hostile_try(const hostile_row *, hostile_pool *, bool all_stale, hostile_call *);

#endif

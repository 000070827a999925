// SPDX-License-Identifier: BSD-3-Clause
// The levels of a place: rows of levels.def as structures, and as lines of a recording that give only what changed,
// "CYCLE name=values name=values", hexadecimal. A place's owner fills the structure only while it is recorded.
#ifndef WARPLOCK_SIM_EVENTS_LEVEL_LOG_H
#define WARPLOCK_SIM_EVENTS_LEVEL_LOG_H

#include <stddef.h>
#include <stdio.h>

#include "rtl_c/block.h"
#include "rtl_c/places.h"

#define IN_SM(here) here
#define IN_CONTROLLER(here)
#define IN_GPU(here)
#define LEVEL(place, name, count, words) IN_##place(uint64_t name[count];)
typedef struct {
#include "sim/events/levels.def"
} sm_shown;
#undef IN_SM
#undef IN_CONTROLLER
#define IN_SM(here)
#define IN_CONTROLLER(here) here
typedef struct {
#include "sim/events/levels.def"
} controller_shown;
#undef IN_CONTROLLER
#undef IN_GPU
#define IN_CONTROLLER(here)
#define IN_GPU(here) here
typedef struct {
#include "sim/events/levels.def"
} gpu_shown;
#undef IN_SM
#undef IN_CONTROLLER
#undef IN_GPU
#undef LEVEL

enum { RECORDING_VERSION = 2 };         // of the event lines

// The levels of any place.
typedef union { sm_shown sm; controller_shown controller; gpu_shown gpu; } shown_levels;

typedef struct {
    const char *name, *words;
    place_kind  place;
    unsigned    count;
    size_t      offset;                 // in shown_levels, of uint64_t
} level_row;
extern const level_row level_rows[];    // ends with a NULL name

typedef struct { FILE *file; shown_levels before; bool begun; } level_log;     // file NULL: nothing is written
void level_log_open(level_log *, FILE *, const char *place);
void level_log_write(level_log *, place_kind, uint64_t cycle, const shown_levels *now);
void levels_describe(FILE *);           // the table of `warplock events`
void lines_describe(FILE *);            // that of the lines of a recording (lines.def)

static inline uint64_t *level_at(const level_row *row, const shown_levels *levels)
{
    return (uint64_t *)(void *)((char *)(uintptr_t)levels + row->offset);
}

#endif

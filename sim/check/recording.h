// SPDX-License-Identifier: BSD-3-Clause
// A recording of `warplock run --record` in memory: a place's events (lines.def), its levels (levels.def), and the inputs and outputs
// of its blocks. docs/lockstep.md describes the files.
#ifndef WARPLOCK_SIM_CHECK_RECORDING_H
#define WARPLOCK_SIM_CHECK_RECORDING_H

#include "sim/events/level_log.h"
#include "sim/machine/machine.h"
#include "tb/stimuli/stimulus.h"

enum { RECORDED_MAX = 24, RECORDED_ERROR = 2400, RECORDED_WORDS = 3, RECORDED_KINDS = 256 };

typedef enum {
#define LINE(place, name, pattern, words) LINE_##place##_##name,
#include "sim/events/lines.def"
#undef LINE
    LINES
} line_kind;

typedef struct {
    char           name[64];                // "oaws_dlc", "warp_arbiter.1"
    stimulus       inputs;
    unsigned char *outputs;                 // one struct a step
} recorded_block;

typedef struct {
    uint64_t    cycle;
    size_t      line;                       // of the file, from 1
    uint8_t     kind;                       // line_kind
    uint8_t     words;
    uint32_t    numbers;
    size_t      first;                      // of its numbers among all
    const char *word[RECORDED_WORDS];
} recorded_event;

// Levels that hold from a cycle on.
typedef struct { uint64_t cycle; shown_levels shown; } recorded_levels;

typedef struct {
    machine         m;
    place_kind      place;
    unsigned        index;                  // of the SM, or of the controller
    char            instance[32];           // "sm 1"
    char            policy[64];
    recorded_block  block[RECORDED_MAX];
    unsigned        blocks;
    recorded_event *event;                  // by cycle; within one in order
    size_t          events;
    uint64_t       *number;
    size_t          numbers;
    char           *kind[RECORDED_KINDS];   // every word once
    unsigned        kinds;
    recorded_levels *levels;
    size_t          level_lines;
    size_t          cycles;                 // cycles that every block has
} recorded;

// False and "file:line: seen, expected" if the folder is no recording, is damaged or has another version; *r is closed then.
bool recorded_open(recorded *r, const char *folder, char error[RECORDED_ERROR]);
void recorded_close(recorded *);
// The same from texts in memory, event lines and levels, into an r whose machine is set.
bool recorded_read_events(recorded *r, const char *name, const char *text, char error[RECORDED_ERROR]);
bool recorded_read_levels(recorded *r, const char *name, const char *text, char error[RECORDED_ERROR]);
const char *recorded_word(place_kind);      // "sm": in the name of the place's file and in its head

const recorded_block *recorded_find(const recorded *, const char *name);     // NULL: there is none of that name
const void *recorded_in(const recorded_block *, size_t cycle);
const void *recorded_out(const recorded_block *, size_t cycle);
static inline uint64_t recorded_number(const recorded *r, const recorded_event *event, unsigned number)
{
    return number < event->numbers ? r->number[event->first + number] : 0;
}

#endif

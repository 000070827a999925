// SPDX-License-Identifier: BSD-3-Clause
// What a build of tuples prints on stderr: on a terminal one line that says how many, which, how long still; elsewhere
// what is built and, in the end, how long it took.
#ifndef WARPLOCK_TB_TUPLES_PROGRESS_H
#define WARPLOCK_TB_TUPLES_PROGRESS_H

#include <stdbool.h>
#include <time.h>

#include "tb/tuples/tools.h"

enum { PROGRESS_WORDS = 160 };

typedef struct {
    struct timespec began;
    unsigned        runs, ended;                // in all; so far
    double          work, done;                 // of all runs, in any unit; of those that have ended
    const char     *what, *folder;
    char            last[PROGRESS_WORDS];       // purpose of the last that has ended
    bool            terminal;
} tuple_progress;

// what: all that is built, for the line; folder: where it is kept. Both are used until the end.
void tuple_progress_begin(tuple_progress *, const char *what, const char *folder, const tool_run *, unsigned count);
void tuple_progress_ended(tuple_progress *, const tool_run *, const char *of);      // `of`: what it was for, in words
void tuple_progress_beat(const tuple_progress *);                                   // time passes
// NULL: it ended well; else a word for how.
void tuple_progress_end(tuple_progress *, const char *otherwise);

#endif

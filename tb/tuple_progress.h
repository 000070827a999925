// SPDX-License-Identifier: BSD-3-Clause
// What a build of tuples says on stderr: on a terminal one line that says how many, which, how long still; elsewhere what
// is built and, in the end, how long it took.
#ifndef WARPLOCK_TB_TUPLE_PROGRESS_H
#define WARPLOCK_TB_TUPLE_PROGRESS_H

#include <stdbool.h>
#include <time.h>

#include "tb/tuple_tools.h"

#define PROGRESS_LINK 0.5                       // of an object with its Verilog; a model is 1

typedef struct {
    tool_progress   on_end;                     // handed to tools_run
    const char   *(*name)(const void *of_whom, unsigned number);        // of what a run is for
    const void     *of_whom;
    struct timespec began;
    unsigned        runs, ended;                // expected in all; so far
    double          work, done;                 // of all runs, in parts of any size; of those that have ended
    const char     *what, *folder;
    bool            terminal;
} tuple_progress;

// what: all that is built, for the line; folder: where it is kept. Both are used until the end.
void tuple_progress_begin(tuple_progress *, const char *what, const char *folder);
void tuple_progress_end(tuple_progress *, bool good);
double tuple_progress_work(const tool_run *);         // how long a run takes beside others

#endif

// SPDX-License-Identifier: BSD-3-Clause
// A file in Google's Trace Event Format (JSON), as Perfetto and other viewers open it: slices and counters on tracks.
//
// A microsecond of the format is a core cycle: whole numbers, which every viewer reads exactly. Slices of a track are
// written as they end, none overlaps another: each is complete ("X", with its duration), cut to the window. A process
// of the format is the GPU or an SM, a thread one of its tracks; the numbers of threads differ in the whole file.
#ifndef WARPLOCK_SIM_REPORT_TRACE_EVENTS_H
#define WARPLOCK_SIM_REPORT_TRACE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/output_file.h"

typedef struct {
    output_file file;
    uint64_t    start, end;                     // the window: cycles from start on, before end
    bool        any;                            // an event has been written
} trace_events;

// Processes and threads of a run's file. Threads of a process begin at TRACE_TRACKS times its number.
enum { TRACE_GPU = 1, TRACE_SM = 2, TRACE_TRACKS = 1000 };
enum { TRACE_CTAS = 0, TRACE_SCHEDULERS = 100, TRACE_LDST = 200, TRACE_WARPS = 300 };      // of an SM

static inline unsigned trace_track_number(unsigned process, unsigned track) { return process * TRACE_TRACKS + track; }

typedef struct { const char *name, *value; } trace_fact;           // of the whole file: what was run

// Between output_open(&events.file, ...) and output_close or output_discard.
void trace_events_begin(trace_events *, uint64_t start, uint64_t cycles, const trace_fact *facts, unsigned count);   // cycles 0: to the end
void trace_events_end(trace_events *);

void trace_process(trace_events *, unsigned process, const char *name);
void trace_track(trace_events *, unsigned process, unsigned track, const char *name);     // shown in the order of their numbers
// From `since` up to but not with `until`. `arguments`: members of a JSON object, or "".
void trace_slice(trace_events *, unsigned process, unsigned track, const char *name, uint64_t since, uint64_t until,
                 const char *arguments);
// From `cycle` on. `values`: members of a JSON object, each a number and a curve.
void trace_counter(trace_events *, unsigned process, const char *name, uint64_t cycle, const char *values);
// A string as JSON has it, with its quotes, cut to the room there is.
void trace_text(const char *text, char *to, size_t size);

#endif

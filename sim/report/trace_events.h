// SPDX-License-Identifier: BSD-3-Clause
// A file in Google's Trace Event Format (JSON), as Perfetto and other viewers open it: slices and counters on tracks.
//
// One microsecond of the format is one core cycle: a whole number, which every viewer reads exactly. A slice is written when
// it ends, complete ("X", with its duration) and cut to the window; slices of a track never overlap. A process of the
// format is the GPU or an SM, a thread one of its tracks. Thread numbers are unique in the file.
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
void trace_track(trace_events *, unsigned process, unsigned track, const char *name);     // viewers sort by number
// From `since` up to but excluding `until`. `arguments`: members of a JSON object, or "".
void trace_slice(trace_events *, unsigned process, unsigned track, const char *name, uint64_t since, uint64_t until,
                 const char *arguments);
// From `cycle` on. `values`: members of a JSON object; each is a number and becomes a curve.
void trace_counter(trace_events *, unsigned process, const char *name, uint64_t cycle, const char *values);
// A JSON string with its quotes, cut to the size of the buffer.
void trace_text(const char *text, char *to, size_t size);

#endif

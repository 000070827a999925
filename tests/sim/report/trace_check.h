// SPDX-License-Identifier: BSD-3-Clause
// The published rules of the Trace Event Format ("Trace Event Format", the document behind chrome://tracing; Perfetto's
// importer keeps to them), and some that keep our own files legible, as a check of a whole file.
#ifndef WARPLOCK_TESTS_SIM_REPORT_TRACE_CHECK_H
#define WARPLOCK_TESTS_SIM_REPORT_TRACE_CHECK_H

#include <jansson.h>
#include <stdbool.h>

// False and the first rule that is broken, with the number of the event.
bool trace_is_valid(const json_t *file, char *why, size_t size);
bool trace_is_legible(const json_t *file, char *why, size_t size);

// Behind trace_is_valid. The name that metadata give a process or a track; "" without one.
const char *trace_process_name(const json_t *file, json_int_t process);
const char *trace_track_name(const json_t *file, json_int_t process, json_int_t track);

#endif

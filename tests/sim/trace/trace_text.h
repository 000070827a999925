// SPDX-License-Identifier: BSD-3-Clause
// Traces of tests: files of a text, and what a reader makes of one as text.
#ifndef WARPLOCK_TESTS_SIM_TRACE_TEXT_H
#define WARPLOCK_TESTS_SIM_TRACE_TEXT_H

#include <stddef.h>

#include "sim/trace/trace.h"

// A new temporary file, open for writing: its name, which file_gone removes and frees.
char *new_file(int *file);
// The same with these bytes: its name, which file_gone removes and frees.
char *file_of(const void *bytes, size_t length);
void  file_gone(char *name);
// The bytes of a file and a NUL.
char *bytes_of(const char *path, size_t *length);
// A line each dynamic instruction, by CTA and warp: "CTA.WARP PC MASK SPACE ADDRESSES", these in runs BASE+STRIDE*COUNT. Of
// the second reading, a step of each warp at a time, all CTAs held; and of what a watcher has seen. NULL: error says why.
char *steps_of(const char *path, trace_error *);
char *watched_of(const char *path, trace_error *);

#endif

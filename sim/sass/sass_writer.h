// SPDX-License-Identifier: BSD-3-Clause
// What a run of PTX issues, as traces that Accel-Sim's simulator and sim/trace read: a folder with kernelslist.g and a
// kernel-N.traceg for each launch, of tracer version 4 and binary version 61 (docs/traces.md says what of the PTX they lack).
//
// A kernel that stands for another: its launches do what the other's do, and each instruction that a warp executes is kept,
// packed, until its CTA and those in front of it in the grid have ended.
#ifndef WARPLOCK_SIM_SASS_SASS_WRITER_H
#define WARPLOCK_SIM_SASS_SASS_WRITER_H

#include "sim/frontend/exec.h"

typedef struct sass_writer sass_writer;

// For looking before a long run: false and a message when the folder cannot be made, or its files not be made or replaced.
bool          sass_writer_allowed(const char *folder, char *message, size_t size);
// Makes the folder; a trace in it is replaced. NULL and a message.
sass_writer  *sass_writer_new(const char *folder, char *message, size_t size);
// What a launch is to run instead of config->kernel, until the next call. `registers`: of an SM, as kernel_cta_registers
// takes them.
const kernel *sass_writer_kernel(sass_writer *, const launch_config *, uint32_t registers);
void          sass_writer_copy(sass_writer *, uint64_t address, uint64_t bytes);     // from the host to the device
// Behind a launch: its file is whole. False with a message when something could not be written.
bool          sass_writer_launched(sass_writer *, char *message, size_t size);
// The list is written last: without it the folder is no trace. NULL is none.
bool          sass_writer_close(sass_writer *, char *message, size_t size);
void          sass_writer_discard(sass_writer *);           // of a run that did not end well; what is there stays, without a list

#endif

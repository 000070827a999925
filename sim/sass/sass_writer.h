// SPDX-License-Identifier: BSD-3-Clause
// Writes a PTX run as traces for Accel-Sim's simulator and sim/trace: a folder with kernelslist.g and a kernel-N.traceg per
// launch, of tracer version 4 and binary version 61 (docs/traces.md says what they lack of the PTX).
//
// It wraps a kernel: launches behave as the original's, and each executed instruction is kept, packed, until its CTA and all
// earlier ones in the grid have ended.
#ifndef WARPLOCK_SIM_SASS_SASS_WRITER_H
#define WARPLOCK_SIM_SASS_SASS_WRITER_H

#include "sim/frontend/exec.h"

typedef struct sass_writer sass_writer;

// Checks before a long run: false and a message if the folder, or a file in it, cannot be made or replaced.
bool          sass_writer_allowed(const char *folder, char *message, size_t size);
// Makes the folder; a trace in it is replaced. NULL and a message.
sass_writer  *sass_writer_new(const char *folder, char *message, size_t size);
// The kernel to launch instead of config->kernel, until the next call. `registers`: of an SM, as for kernel_cta_registers.
const kernel *sass_writer_kernel(sass_writer *, const launch_config *, uint32_t registers);
void          sass_writer_copy(sass_writer *, uint64_t address, uint64_t bytes);     // from the host to the device
// After a launch: completes its file. False with a message on a write error.
bool          sass_writer_launched(sass_writer *, char *message, size_t size);
// Writes the list, which makes the folder a trace. May be NULL.
bool          sass_writer_close(sass_writer *, char *message, size_t size);
void          sass_writer_discard(sass_writer *);           // after a failed run; leaves the files, without a list

#endif

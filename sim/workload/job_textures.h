// SPDX-License-Identifier: BSD-3-Clause
// Textures of a job: read from a job file, made when it runs.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_TEXTURES_H
#define WARPLOCK_SIM_WORKLOAD_JOB_TEXTURES_H

#include "sim/workload/job_reader.h"

bool job_read_texture(job_reader *, json_t *item);      // an item of `textures`
// Makes and binds them once buffers and program are in device memory. One handle each.
void job_make_textures(const job *, device_memory *, const uint64_t *addresses, uint64_t *handles);

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Shared by the host sides of Mars' web-log applications: page names, and 64-bit records, a key above a line number, sorted in
// place by a bitonic network (kernels/sort.h).
#ifndef WARPLOCK_SIM_WORKLOAD_MAPREDUCE_H
#define WARPLOCK_SIM_WORKLOAD_MAPREDUCE_H

#include <stddef.h>

#include "sim/workload/workload.h"

enum { MAPREDUCE_THREADS = 256, MAPREDUCE_SCAN_THREADS = 512, MAPREDUCE_PAGE_ROOM = 80 };

// No record; lies behind all.
#define MAPREDUCE_NONE UINT64_MAX

// The name of a page follows from its number: a site, a folder and a page of it. Writes up to MAPREDUCE_PAGE_ROOM letters and a 0,
// returns how many letters.
size_t mapreduce_page(char *to, uint32_t page);
// Room for so many records to be sorted in: a power of two, a stretch of shared memory at least.
uint32_t mapreduce_room(uint32_t records);
// A buffer of so much room, none of it a record.
void mapreduce_records(job *, const char *name, uint32_t room);
// Launches that sort a buffer of such room by the kernels <system>_sort_chunk and <system>_sort_step.
void mapreduce_sort(job *, const char *system, const char *records, uint32_t room);

#endif

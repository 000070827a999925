// SPDX-License-Identifier: BSD-3-Clause
// How many ways the L1D has while a kernel runs, and when it allocates them: with l1d.unified_kib it shares its bytes with shared
// memory.
//
// GPGPU-Sim 4's adaptive cache (shader_core_config::max_cta): it takes the least of l1d.shared_steps that holds the shared memory
// of all CTAs that an SM has of the kernel; the L1D gets the ways of the rest.
// Example: unified_kib 128, sets 4 and lines of 128 bytes: 256 ways in all. Two CTAs of 12 KiB take the step of 32 KiB of
// 0,8,16,32,64,96; the L1D has 256 * (128 - 32) / 128 = 192 ways.
#ifndef WARPLOCK_SIM_MACHINE_L1D_WAYS_H
#define WARPLOCK_SIM_MACHINE_L1D_WAYS_H

#include "sim/machine/machine.h"

enum { L1D_WAYS_MAX = 256, SHARED_STEPS_MAX = 16 };

// While CTAs hold this many bytes of an SM's shared memory, at most core.shared_bytes.
uint32_t machine_l1d_ways(const machine *, uint64_t shared_bytes);
uint32_t machine_l1d_most_ways(const machine *);        // in any kernel
// ALLOCATE_ON_MISS or ALLOCATE_ON_FILL. A streaming L1D allocates on a miss if it has all of l1d.unified_kib, else when data
// return: with fewer ways a set would sooner be all in flight, and allocating on fill never waits for that.
uint32_t machine_l1d_allocation(const machine *, uint64_t shared_bytes);
bool machine_l1d_ways_check(const machine *, machine_error *);

#endif

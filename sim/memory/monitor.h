// SPDX-License-Identifier: BSD-3-Clause
// The controllers' part of the monitor of test builds (-DWARPLOCK_MONITOR; sim/core/monitor.h): at every clock at which the blocks of a
// controller step it derives their inputs from the banks' queues, the data bus and the slices, and ends the program where they differ.
#ifndef WARPLOCK_SIM_MEMORY_MONITOR_H
#define WARPLOCK_SIM_MEMORY_MONITOR_H

#include "sim/memory/dram.h"

#ifdef WARPLOCK_MONITOR
void monitor_controller_early(const dram *);         // the blocks have put out, and the policy has answered
void monitor_controller_late(const dram *);          // the clock's commands are out, the late inputs set, and no block has stepped
#else
static inline void monitor_controller_early(const dram *d) { (void)d; }
static inline void monitor_controller_late(const dram *d) { (void)d; }
#endif

#endif

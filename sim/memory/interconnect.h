// SPDX-License-Identifier: BSD-3-Clause
// The interconnect of a machine: its two networks, each of kind icnt.kind (sim/memory/network.h).
#ifndef WARPLOCK_SIM_MEMORY_INTERCONNECT_H
#define WARPLOCK_SIM_MEMORY_INTERCONNECT_H

#include "sim/machine/machine.h"
#include "sim/memory/network.h"
#include "sim/report/counters.h"

// Clusters to slices, and slices to clusters.
void interconnect_open(const machine *, counters *, network **to_memory, network **to_sms);

#endif

// SPDX-License-Identifier: BSD-3-Clause
// The GPU of the process; private to core.c, device.c and graph_exec.c. See sim/cudart/cudart.h.
#ifndef WARPLOCK_SIM_CUDART_DEVICE_H
#define WARPLOCK_SIM_CUDART_DEVICE_H

#include "sim/cudart/cudart.h"

cudaError_t device_fault(void);                 // of an earlier launch, or that the program is ending

#endif

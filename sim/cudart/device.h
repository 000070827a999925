// SPDX-License-Identifier: BSD-3-Clause
// The GPU of the process; private to core.c, device.c, streams/graph_exec.c and runtime/reset.c. See sim/cudart/cudart.h.
#ifndef WARPLOCK_SIM_CUDART_DEVICE_H
#define WARPLOCK_SIM_CUDART_DEVICE_H

#include "sim/cudart/cudart.h"

cudaError_t device_fault(void);                 // of an earlier launch, or because the program is ending
bool        device_is_gone(void);               // the program is ending, or is a child of the one that has it
bool        device_empty(void);                 // makes its memory new and forgets its fault; false: not begun

#endif

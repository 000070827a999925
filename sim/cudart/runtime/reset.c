// SPDX-License-Identifier: BSD-3-Clause
// cudaDeviceReset: every part of the runtime forgets the device.
#include "sim/cudart/device.h"
#include "sim/cudart/pools.h"
#include "sim/cudart/streams/capture.h"
#include "sim/cudart/streams/graph_exec.h"
#include "sim/cudart/streams/graph_memory.h"

// Frees all that the program has on the device; the next launch starts with the program's initial variables.
cudaError_t cudart_reset(void)
{
    if (device_is_gone())
        return device_fault();
    captures_forget();
    execs_forget();
    graphs_forget();
    graph_memory_forget();
    pools_forget();
    streams_forget();
    if (!device_empty())
        return cudaSuccess;
    memory_forget();
    arrays_forget();
    limits_forget();
    modules_forget_memory();
    textures_forget();
    texture_objects_forget();
    return cudaSuccess;
}

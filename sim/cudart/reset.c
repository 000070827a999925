// SPDX-License-Identifier: BSD-3-Clause
// cudaDeviceReset: what every part of the runtime keeps of the device is forgotten.
#include "sim/cudart/capture.h"
#include "sim/cudart/device.h"
#include "sim/cudart/graph_exec.h"
#include "sim/cudart/graph_memory.h"
#include "sim/cudart/pools.h"

// All that the program has on the device goes; the next launch begins with variables as the program has them.
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

// SPDX-License-Identifier: BSD-3-Clause
// What the machine is, in the words of CUDA's device queries. Zero is what it has not: textures of three dimensions, layers,
// cubes and mipmaps, surfaces, a bus to the host. Streams and copies besides kernels are CUDA's on any device: programs ask for
// them, though kernels run one after the other here.
#include "sim/cudart/cudart.h"
#include "sim/cudart/sizes.h"

#include <limits.h>
#include <stdio.h>

void cudart_properties(cudaDeviceProp *p)
{
    const machine *m = cudart_machine();
    const int threads = (int)launch_threads_max(), resident = (int)m->core.warps * WARP_LANES;

    *p = (cudaDeviceProp){
        .totalGlobalMem = (size_t)m->gpu.memory_mib << 20, .sharedMemPerBlock = m->core.shared_bytes,
        .regsPerBlock = (int)m->core.registers, .warpSize = WARP_LANES, .memPitch = INT_MAX,
        .maxThreadsPerBlock = threads,
        .maxThreadsDim = { threads, threads, LAUNCH_BLOCK_Z }, .maxGridSize = { LAUNCH_GRID_X, LAUNCH_GRID_YZ,
                                                                                LAUNCH_GRID_YZ },
        .clockRate = (int)m->clock.core_mhz * 1000, .totalConstMem = 65536, .major = CUDART_ARCH / 10,
        .minor = CUDART_ARCH % 10, .deviceOverlap = 1, .asyncEngineCount = 1, .concurrentKernels = 1,
        .maxTexture1D = SIZE_TEXELS, .maxTexture1DLinear = SIZE_LINEAR_TEXELS, .maxTexture2D = { SIZE_TEXELS, SIZE_TEXELS },
        .maxTexture2DLinear = { SIZE_PITCHED_TEXELS, SIZE_PITCHED_TEXELS, SIZE_PITCHED_BYTES },
        .singleToDoublePrecisionPerfRatio = (int)(m->latency.dp_mad_interval / m->latency.fp_mad_interval),
        .textureAlignment = SIZE_PITCH, .texturePitchAlignment = 32, .multiProcessorCount = (int)m->gpu.sms,
        .canMapHostMemory = 1, .surfaceAlignment = SIZE_PITCH, .unifiedAddressing = 1,
        .memoryClockRate = (int)(m->clock.dram_mhz * 1000 + m->clock.dram_khz),
        .memoryBusWidth = (int)(m->dram.controllers * m->dram.chips * m->dram.bus_bytes * 8),
        .l2CacheSize = (int)(m->l2.sub_partitions * m->l2.sets * m->l2.ways * m->l2.line_bytes),
        .maxThreadsPerMultiProcessor = resident, .globalL1CacheSupported = m->l1d.global == L1D_CACHES_GLOBAL,
        .localL1CacheSupported = 1, .sharedMemPerMultiprocessor = m->core.shared_bytes,
        .regsPerMultiprocessor = (int)m->core.registers, .managedMemory = 1, .concurrentManagedAccess = 1,
        .cooperativeLaunch = 1,
        .sharedMemPerBlockOptin = m->core.shared_bytes, .maxBlocksPerMultiProcessor = (int)m->core.max_ctas,
    };
    snprintf(p->name, sizeof p->name, "warplock %s", m->name);
}

cudaError_t cudart_attribute(int *value, int number)
{
    static const int numbers[] = {
#define ATTRIBUTE(name, driver_name, number, value) number,
#include "sim/cudart/attributes.def"
#undef ATTRIBUTE
    };
    cudaDeviceProp properties, *const p = &properties;
    cudart_properties(p);
    const int values[] = {
#define ATTRIBUTE(name, driver_name, number, value) value,
#include "sim/cudart/attributes.def"
#undef ATTRIBUTE
    };

    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i] == number) {
            *value = values[i];
            return cudaSuccess;
        }
    return cudaErrorInvalidValue;
}

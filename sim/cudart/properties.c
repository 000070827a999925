// SPDX-License-Identifier: BSD-3-Clause
// The machine in terms of CUDA's device queries. Zero means absent, as for a bus to the host. Streams and concurrent copies are
// reported as on any CUDA device: programs ask for them, though kernels run one at a time here.
#include "sim/cudart/cudart.h"
#include "sim/cudart/sizes.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// Of compute capability 3.5 (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
static void set_shapes(cudaDeviceProp *p)
{
    enum { LAYERED = 16384, LAYERS = 2048, CUBE_LAYERS = 2046, VOLUME = 4096, SURFACE = 65536, SURFACE_ROWS = 32768, SURFACE_PLANES = 2048 };
    const cudaDeviceProp shapes = {
        .maxTexture1D = SIZE_TEXELS, .maxTexture1DMipmap = LAYERED, .maxTexture1DLinear = SIZE_LINEAR_TEXELS,
        .maxTexture2D = { SIZE_TEXELS, SIZE_TEXELS }, .maxTexture2DMipmap = { LAYERED, LAYERED },
        .maxTexture2DLinear = { SIZE_PITCHED_TEXELS, SIZE_PITCHED_TEXELS, SIZE_PITCHED_BYTES }, .maxTexture2DGather = { LAYERED, LAYERED },
        .maxTexture3D = { VOLUME, VOLUME, VOLUME }, .maxTexture3DAlt = { VOLUME, VOLUME, VOLUME }, .maxTextureCubemap = LAYERED,
        .maxTexture1DLayered = { LAYERED, LAYERS }, .maxTexture2DLayered = { LAYERED, LAYERED, LAYERS },
        .maxTextureCubemapLayered = { LAYERED, CUBE_LAYERS }, .maxSurface1D = SURFACE, .maxSurface2D = { SURFACE, SURFACE_ROWS },
        .maxSurface3D = { SURFACE, SURFACE_ROWS, SURFACE_PLANES }, .maxSurface1DLayered = { SURFACE, LAYERS },
        .maxSurface2DLayered = { SURFACE, SURFACE_ROWS, LAYERS }, .maxSurfaceCubemap = SURFACE_ROWS,
        .maxSurfaceCubemapLayered = { SURFACE_ROWS, CUBE_LAYERS },
    };
    const size_t first = offsetof(cudaDeviceProp, maxTexture1D), end = offsetof(cudaDeviceProp, surfaceAlignment);

    memcpy((char *)p + first, (const char *)&shapes + first, end - first);
}

void cudart_properties(cudaDeviceProp *p)
{
    const machine *m = cudart_machine();
    const int threads = (int)launch_threads_max(), resident = (int)m->core.warps * WARP_LANES;

    memset(p, 0, sizeof *p);                                // padding, too: programs compare the whole
    p->totalGlobalMem = (size_t)m->gpu.memory_mib << 20;
    p->sharedMemPerBlock = m->core.shared_bytes;
    p->regsPerBlock = (int)m->core.registers;
    p->warpSize = WARP_LANES;
    p->memPitch = INT_MAX;
    p->maxThreadsPerBlock = threads;
    p->maxThreadsDim[0] = threads;
    p->maxThreadsDim[1] = threads;
    p->maxThreadsDim[2] = LAUNCH_BLOCK_Z;
    p->maxGridSize[0] = LAUNCH_GRID_X;
    p->maxGridSize[1] = LAUNCH_GRID_YZ;
    p->maxGridSize[2] = LAUNCH_GRID_YZ;
    p->clockRate = (int)m->clock.core_mhz * 1000;
    p->totalConstMem = 65536;
    p->major = CUDART_ARCH / 10;
    p->minor = CUDART_ARCH % 10;
    p->deviceOverlap = 1;
    p->asyncEngineCount = 1;
    p->concurrentKernels = 1;
    p->singleToDoublePrecisionPerfRatio = (int)(m->latency.dp_mad_interval / m->latency.fp_mad_interval);
    p->textureAlignment = SIZE_PITCH;
    p->texturePitchAlignment = 32;
    p->multiProcessorCount = (int)m->gpu.sms;
    p->canMapHostMemory = 1;
    p->surfaceAlignment = SIZE_PITCH;
    set_shapes(p);
    p->unifiedAddressing = 1;
    p->memoryClockRate = (int)(m->clock.dram_mhz * 1000 + m->clock.dram_khz);
    p->memoryBusWidth = (int)(m->dram.controllers * m->dram.chips * m->dram.bus_bytes * 8);
    p->l2CacheSize = (int)(m->l2.sub_partitions * m->l2.sets * m->l2.ways * m->l2.line_bytes);
    p->maxThreadsPerMultiProcessor = resident;
    p->globalL1CacheSupported = m->l1d.global == L1D_CACHES_GLOBAL;
    p->localL1CacheSupported = 1;
    p->sharedMemPerMultiprocessor = m->core.shared_bytes;
    p->regsPerMultiprocessor = (int)m->core.registers;
    p->managedMemory = 1;
    p->concurrentManagedAccess = 1;
    p->cooperativeLaunch = 1;
    p->sharedMemPerBlockOptin = m->core.shared_bytes;
    p->maxBlocksPerMultiProcessor = (int)m->core.max_ctas;
    snprintf(p->name, sizeof p->name, "warplock %s", m->name);
}

cudaError_t cudart_attribute(int *value, int number)
{
    static const int numbers[] = {
#define ATTRIBUTE(name, driver_name, number, value) number,
#define DRIVER_ATTRIBUTE(driver_name, number, value) number,
#include "sim/cudart/tables/attributes.def"
#undef ATTRIBUTE
#undef DRIVER_ATTRIBUTE
    };
    cudaDeviceProp properties, *const p = &properties;
    cudart_properties(p);
    const int values[] = {
#define ATTRIBUTE(name, driver_name, number, value) value,
#define DRIVER_ATTRIBUTE(driver_name, number, value) value,
#include "sim/cudart/tables/attributes.def"
#undef ATTRIBUTE
#undef DRIVER_ATTRIBUTE
    };

    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i] == number) {
            *value = values[i];
            return cudaSuccess;
        }
    return cudaErrorInvalidValue;
}

// SPDX-License-Identifier: BSD-3-Clause
// What the host code of CUDA 13 calls otherwise: handles of kernels at launches, and device properties without the fields that
// CUDA 13 has dropped. The library of its name exports the latter as cudaGetDeviceProperties (cudart.mk).
#include "sim/cudart/runtime.h"

#include <string.h>

#define FIELDS(FIELD) \
    FIELD(name) FIELD(uuid) FIELD(luid) FIELD(luidDeviceNodeMask) FIELD(totalGlobalMem) FIELD(sharedMemPerBlock) \
    FIELD(regsPerBlock) FIELD(warpSize) FIELD(memPitch) FIELD(maxThreadsPerBlock) FIELD(maxThreadsDim) FIELD(maxGridSize) \
    FIELD(totalConstMem) FIELD(major) FIELD(minor) FIELD(textureAlignment) FIELD(texturePitchAlignment) \
    FIELD(multiProcessorCount) FIELD(integrated) FIELD(canMapHostMemory) FIELD(maxTexture1D) FIELD(maxTexture1DMipmap) \
    FIELD(maxTexture2D) FIELD(maxTexture2DMipmap) FIELD(maxTexture2DLinear) FIELD(maxTexture2DGather) FIELD(maxTexture3D) \
    FIELD(maxTexture3DAlt) FIELD(maxTextureCubemap) FIELD(maxTexture1DLayered) FIELD(maxTexture2DLayered) \
    FIELD(maxTextureCubemapLayered) FIELD(maxSurface1D) FIELD(maxSurface2D) FIELD(maxSurface3D) FIELD(maxSurface1DLayered) \
    FIELD(maxSurface2DLayered) FIELD(maxSurfaceCubemap) FIELD(maxSurfaceCubemapLayered) FIELD(surfaceAlignment) \
    FIELD(concurrentKernels) FIELD(ECCEnabled) FIELD(pciBusID) FIELD(pciDeviceID) FIELD(pciDomainID) FIELD(tccDriver) \
    FIELD(asyncEngineCount) FIELD(unifiedAddressing) FIELD(memoryBusWidth) FIELD(l2CacheSize) FIELD(persistingL2CacheMaxSize) \
    FIELD(maxThreadsPerMultiProcessor) FIELD(streamPrioritiesSupported) FIELD(globalL1CacheSupported) \
    FIELD(localL1CacheSupported) FIELD(sharedMemPerMultiprocessor) FIELD(regsPerMultiprocessor) FIELD(managedMemory) \
    FIELD(isMultiGpuBoard) FIELD(multiGpuBoardGroupID) FIELD(hostNativeAtomicSupported) FIELD(pageableMemoryAccess) \
    FIELD(concurrentManagedAccess) FIELD(computePreemptionSupported) FIELD(canUseHostPointerForRegisteredMem) \
    FIELD(cooperativeLaunch) FIELD(sharedMemPerBlockOptin) FIELD(pageableMemoryAccessUsesHostPageTables) \
    FIELD(directManagedMemAccessFromHost) FIELD(maxBlocksPerMultiProcessor) FIELD(accessPolicyMaxWindowSize) \
    FIELD(reservedSharedMemPerBlock)

typedef struct {
#define FIELD(field) __typeof__(((cudaDeviceProp *)0)->field) field;
    FIELDS(FIELD)
#undef FIELD
    int others[76];                             // features of later devices, and what is reserved
} properties_13;

cudaError_t __cudaGetDeviceProperties_of_13(void *to, int device)
{
    properties_13 *made = to;
    cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(to ? &properties : NULL, device);

    if (error)
        return error;
    memset(made, 0, sizeof *made);
#define FIELD(field) memcpy(&made->field, &properties.field, sizeof made->field);
    FIELDS(FIELD)
#undef FIELD
    return cudaSuccess;
}

// A kernel's handle is the address by which the host knows it.
cudaError_t __cudaGetKernel(const void **kernel, const void *function)
{
    *kernel = function;
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

cudaError_t __cudaLaunchKernel_ptsz(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                    cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

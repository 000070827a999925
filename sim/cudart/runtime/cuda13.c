// SPDX-License-Identifier: BSD-3-Clause
// What host code of CUDA 12 and 13 calls differently: kernel handles at launches, launches with attributes, and device
// properties without the fields that CUDA 13 dropped, which libcudart.so.13 exports as cudaGetDeviceProperties (cudart.mk).
#include "sim/cudart/runtime/runtime.h"

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
    int others[76];                             // features of later devices, reserved fields
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

// There are no clusters: their fields are 0.
cudaError_t __cudaFuncGetAttributes_of_12(void *to, const void *function)
{
    enum { BYTES_OF_12 = 144 };
    cudaFuncAttributes attributes;
    cudaError_t error = cudaFuncGetAttributes(to ? &attributes : NULL, function);

    if (error)
        return error;
    memset(to, 0, BYTES_OF_12);
    memcpy(to, &attributes, sizeof attributes);
    return cudaSuccess;
}

// A kernel's handle is its host address.
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

cudaError_t cudaGetKernel(cudaKernel_t *handle, const void *function)
{
    cudaFunction_t found;
    cudaError_t error = cudaGetFuncBySymbol(handle ? &found : NULL, function);

    if (!error)
        *handle = (cudaKernel_t)(uintptr_t)function;
    return error;
}

cudaError_t cudaFuncGetName(const char **name, const void *function)
{
    cudaFunction_t found;
    cudaError_t error = cudaGetFuncBySymbol(name ? &found : NULL, function);

    if (!error)
        *name = kernel_name((const kernel *)(const void *)found);
    return error;
}

// --- launches with attributes

static bool is_one_cta(const cudaLaunchAttributeValue *v)
{
    return v->clusterDim.x <= 1 && v->clusterDim.y <= 1 && v->clusterDim.z <= 1;
}

// The rest only hints at how a GPU might arrange the launch.
static cudaError_t take_attribute(const cudaLaunchAttribute *a, bool *cooperative)
{
    const char *refused = NULL;

    switch ((int)a->id) {
    case cudaLaunchAttributeCooperative:
        *cooperative = a->val.cooperative != 0;
        break;
    case cudaLaunchAttributeClusterDimension:
        refused = is_one_cta(&a->val) ? NULL : "a cluster of more than one CTA";
        break;
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
        refused = "an event that a launch triggers";
        break;
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
        refused = "a node that kernels change";
        break;
    default:
        if ((int)a->id < cudaLaunchAttributeIgnore || (int)a->id > cudaLaunchAttributeNvlinkUtilCentricScheduling)
            return cudaErrorInvalidValue;
    }
    if (refused)
        cudart_refuse("cudaLaunchKernelExC: %s is not supported", refused);
    return refused ? cudaErrorNotSupported : cudaSuccess;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments)
{
    cudaError_t error = cudart_enter();
    bool cooperative = false;

    if (!error && (!config || (config->numAttrs && !config->attrs)))
        error = cudaErrorInvalidValue;
    for (unsigned i = 0; !error && i < config->numAttrs; i++)
        error = take_attribute(&config->attrs[i], &cooperative);
    cudart_leave(error);
    if (error)
        return error;
    return (cooperative ? cudaLaunchCooperativeKernel : cudaLaunchKernel)(kernel, config->gridDim, config->blockDim, arguments,
                                                                         config->dynamicSmemBytes, config->stream);
}

// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: errors and the only device.
#include "sim/cudart/pools.h"
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/capture.h"

#include <stdio.h>
#include <string.h>

enum { VERSION = 11000, PROPERTIES_OF_CUDA_12 = 1032, SYNC_DEPTH = 24, L2_FETCH = 128 };

cudaError_t cudaGetLastError(void) { return cudart_last_error(true); }
cudaError_t cudaPeekAtLastError(void) { return cudart_last_error(false); }
const char *cudaGetErrorString(cudaError_t error) { return cudart_error_text(error); }
const char *cudaGetErrorName(cudaError_t error) { return cudart_error_name(error); }

cudaError_t cudaDeviceSynchronize(void)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_device();
    cudart_synchronize();
    pools_settle();
    return cudart_leave(error);
}

cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }

cudaError_t cudaDeviceReset(void)
{
    cudart_enter();
    cudart_synchronize();
    return cudart_leave(cudart_reset());
}

cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }

// For functions with one answer or setting: writes the answer if there is a place for it.
static cudaError_t answer(bool there, int *value, int is)
{
    cudaError_t error = cudart_enter();

    if (!error && !value)
        error = cudaErrorInvalidValue;
    if (!error && !there)
        error = cudaErrorInvalidDevice;
    if (!error)
        *value = is;
    return cudart_leave(error);
}

static cudaError_t told(bool good)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : good ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetDeviceCount(int *count) { return answer(true, count, 1); }
cudaError_t cudaGetDevice(int *device) { return answer(true, device, 0); }
cudaError_t cudaDriverGetVersion(int *version) { return answer(true, version, VERSION); }
cudaError_t cudaRuntimeGetVersion(int *version) { return answer(true, version, VERSION); }
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) { return answer(!device && !peer, can, 0); }
cudaError_t cudaGetDeviceFlags(unsigned *flags) { return answer(true, (int *)flags, cudaDeviceMapHost); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config)
{
    return answer(true, (int *)config, cudaFuncCachePreferNone);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) { return told(flags <= 0x1F); }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) { return told(config <= cudaFuncCachePreferEqual); }
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *config) { return cudaDeviceGetCacheConfig(config); }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config)
{
    return told(config <= cudaSharedMemBankSizeEightByte);
}

cudaError_t cudaProfilerStart(void) { return told(true); }
cudaError_t cudaProfilerStop(void) { return told(true); }
cudaError_t cudaSetValidDevices(int *devices, int count) { return told(devices && count > 0 && devices[0] == 0); }

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config)
{
    return answer(true, (int *)config, cudaSharedMemBankSizeFourByte);
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted)
{
    return answer(true, wanted ? device : NULL, 0);
}

cudaError_t cudaSetDevice(int device)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : device ? cudaErrorInvalidDevice : cudaSuccess);
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
    enum { DEVICE_FLAGS_ARE_VALID = 1 };
    cudaError_t error = cudart_enter();

    (void)device_flags;
    if (!error && (flags & ~(unsigned)DEVICE_FLAGS_ARE_VALID))
        error = cudaErrorInvalidValue;
    return cudart_leave(error ? error : device ? cudaErrorInvalidDevice : cudaSuccess);
}

cudaError_t cudaGLSetGLDevice(int device)
{
    return cudaSetDevice(device);
}

// No device draws, in any of the lists: all, this frame's, the next one's.
cudaError_t cudaGLGetDevices(unsigned *count, int *devices, unsigned room, unsigned list)
{
    cudaError_t error = cudart_enter();

    (void)devices, (void)room;
    if (!error)
        error = !count || list < 1 || list > 3 ? cudaErrorInvalidValue : cudaErrorNoDevice;
    if (error == cudaErrorNoDevice)
        *count = 0;
    return cudart_leave(error);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = !properties ? cudaErrorInvalidValue : device ? cudaErrorInvalidDevice : cudaSuccess;
    if (!error)
        cudart_properties(properties);
    return cudart_leave(error);
}

// A longer struct that begins with the same fields.
cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp *properties, int device)
{
    if (properties)
        memset(properties, 0, PROPERTIES_OF_CUDA_12);
    return cudaGetDeviceProperties(properties, device);
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = !value ? cudaErrorInvalidValue : device ? cudaErrorInvalidDevice :
            cudart_attribute(value, (int)attribute);
    return cudart_leave(error);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (greatest)
        *greatest = 0;
    return least ? answer(true, least, 0) : told(true);
}

static const char bus_id[] = "0000:00:00.0";

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = !id || length < 13 ? cudaErrorInvalidValue : device ? cudaErrorInvalidDevice : cudaSuccess;
    if (!error)
        snprintf(id, (size_t)length, "%s", bus_id);
    return cudart_leave(error);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    return answer(id && strcmp(id, bus_id) == 0, device, 0);
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    cudaError_t error = cudart_enter();

    if (!error && (!value || (unsigned)limit >= CUDART_LIMITS))
        error = cudaErrorInvalidValue;
    if (!error)
        *value = limits_of(limit);
    return cudart_leave(error);
}

static bool limit_is_memory(cudaLimit limit)
{
    return limit <= cudaLimitMallocHeapSize || limit == cudaLimitDevRuntimePendingLaunchCount;
}

// A size is bounded by device memory; NVIDIA's manual bounds the depth of waiting kernels and the L2 fetch size.
static size_t limit_most(cudaLimit limit)
{
    return limit == cudaLimitDevRuntimeSyncDepth ? SYNC_DEPTH : limit == cudaLimitMaxL2FetchGranularity ? L2_FETCH :
        (size_t)cudart_machine()->gpu.memory_mib << 20;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    cudaError_t error = cudart_enter();

    if (!error && (unsigned)limit >= CUDART_LIMITS)
        error = cudaErrorInvalidValue;
    if (!error && value > limit_most(limit)) {
        cudart_complain("limit %d: %zu, expected at most %zu", (int)limit, value, limit_most(limit));
        error = limit_is_memory(limit) ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    }
    if (!error) {
        limits_set(limit, value);
    }
    return cudart_leave(error);
}

cudaError_t cudaThreadGetLimit(size_t *value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }

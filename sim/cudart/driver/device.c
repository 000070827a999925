// SPDX-License-Identifier: BSD-3-Clause
// The driver API: device, contexts, streams, events. One device and one context are current in every thread.
#include "sim/cudart/driver/driver.h"
#include "sim/cudart/pools.h"
#include "sim/cudart/streams/capture.h"

#include <stdio.h>

static int the_context;                         // its address is the handle

CUresult driver_result(cudaError_t error)
{
    return error && !cudart_driver_error_name(error) ? CUDA_ERROR_INVALID_VALUE : (CUresult)error;
}

CUresult driver_leave(cudaError_t error)
{
    cudart_leave_driver();
    return driver_result(error);
}

static CUcontext context(void) { return (CUcontext)(void *)&the_context; }

static CUresult answer(bool there, int *value, int is)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = !there ? cudaErrorInvalidDevice : value ? cudaSuccess : cudaErrorInvalidValue;
    if (!error)
        *value = is;
    return driver_leave(error);
}

static CUresult answer_context(bool there, CUcontext *c)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = !there ? cudaErrorInvalidDevice : c ? cudaSuccess : cudaErrorInvalidValue;
    if (!error)
        *c = context();
    return driver_leave(error);
}

static CUresult take_context(CUcontext c)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : !c || c == context() ? cudaSuccess : cudaErrorDeviceUninitialized);
}

CUresult cuInit(unsigned flags)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : flags ? cudaErrorInvalidValue : cudaSuccess);
}

CUresult cuDriverGetVersion(int *version) { return answer(true, version, CUDART_VERSION); }
CUresult cuDeviceGetCount(int *count) { return answer(true, count, 1); }
CUresult cuDeviceGet(CUdevice *device, int ordinal) { return answer(ordinal == 0, device, 0); }
CUresult cuCtxGetDevice(CUdevice *device) { return answer(true, device, 0); }
CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice device) { return answer_context(device == 0, c); }
CUresult cuCtxGetCurrent(CUcontext *c) { return answer_context(true, c); }
CUresult cuCtxPopCurrent_v2(CUcontext *c) { return answer_context(true, c); }
CUresult cuCtxSetCurrent(CUcontext c) { return take_context(c); }
CUresult cuCtxPushCurrent_v2(CUcontext c) { return take_context(c); }
CUresult cuCtxDestroy_v2(CUcontext c) { return take_context(c); }

CUresult cuCtxCreate_v2(CUcontext *c, unsigned flags, CUdevice device)
{
    (void)flags;
    return answer_context(device == 0, c);
}

// The parameters share SMs among processes, or a queue with graphics.
CUresult cuCtxCreate_v4(CUcontext *c, void *parameters, unsigned flags, CUdevice device)
{
    (void)flags;
    if (parameters)
        cudart_complain("cuCtxCreate: parameters of a context are not supported, expected none");
    return parameters ? CUDA_ERROR_NOT_SUPPORTED : answer_context(device == 0, c);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    int unused;

    return answer(device == 0, &unused, 0);
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    cudart_enter();
    cudart_synchronize();
    return driver_leave(device ? cudaErrorInvalidDevice : cudart_reset());
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    bool known = cudart_driver_error_name((cudaError_t)error);

    if (text)
        *text = known ? cudart_error_text((cudaError_t)error) : NULL;
    return text && known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    if (name)
        *name = cudart_driver_error_name((cudaError_t)error);
    return name && *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    cudaError_t error = cudart_enter();
    cudaDeviceProp properties;

    if (!error)
        error = device ? cudaErrorInvalidDevice : name && length > 0 ? cudaSuccess : cudaErrorInvalidValue;
    if (!error) {
        cudart_properties(&properties);
        snprintf(name, (size_t)length, "%s", properties.name);
    }
    return driver_leave(error);
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = device ? cudaErrorInvalidDevice : bytes ? cudaSuccess : cudaErrorInvalidValue;
    if (!error)
        *bytes = (size_t)cudart_machine()->gpu.memory_mib << 20;
    return driver_leave(error);
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = device ? cudaErrorInvalidDevice : value ? cudart_attribute(value, (int)attribute) :
            cudaErrorInvalidValue;
    return driver_leave(error);
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult result = answer(device == 0, major, CUDART_ARCH / 10);

    return result ? result : answer(true, minor, CUDART_ARCH % 10);
}

CUresult cuCtxSynchronize(void)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_device();
    cudart_synchronize();
    pools_settle();
    return driver_leave(error);
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : config <= CU_FUNC_CACHE_PREFER_EQUAL ? cudaSuccess : cudaErrorInvalidValue);
}

// --- streams and events

static CUresult waited(cudaError_t error)
{
    cudart_synchronize();
    pools_settle();
    return driver_leave(error);
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : stream_open(stream, flags));
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_destroy(stream);
    return waited(error ? error : stream_close(stream));
}

CUresult cuStreamSynchronize(CUstream stream)
{
    cudaError_t error = cudart_enter();

    return waited(error ? error : capture_allows_stream(stream));
}

CUresult cuStreamQuery(CUstream stream) { return cuStreamSynchronize(stream); }

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : stream_wait(stream, event, flags));
}

CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : event_open(event, flags));
}

CUresult cuEventDestroy_v2(CUevent event)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : event_close(event));
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : stream_record(stream, event, false));
}

CUresult cuEventSynchronize(CUevent event)
{
    cudaError_t error = cudart_enter();

    return waited(error ? error : capture_allows_event(event));
}

CUresult cuEventQuery(CUevent event) { return cuEventSynchronize(event); }

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent from, CUevent to) { return cuEventElapsedTime(milliseconds, from, to); }

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : event_elapsed(milliseconds, from, to));
}

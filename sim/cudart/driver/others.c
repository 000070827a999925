// SPDX-License-Identifier: BSD-3-Clause
// The driver API: runtime calls under other names. Errors are not kept for later queries.
#include "sim/cudart/driver/driver.h"
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/capture.h"
#include "sim/cudart/streams/work.h"

static void *pointer(CUdeviceptr address) { return (void *)(uintptr_t)address; }

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) { AS_RUNTIME(cudaDeviceGetStreamPriorityRange(least, greatest)); }
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) { AS_RUNTIME(cudaDeviceCanAccessPeer(can, device, peer)); }
CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device) { AS_RUNTIME(cudaDeviceGetPCIBusId(id, length, device)); }
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id) { AS_RUNTIME(cudaDeviceGetByPCIBusId(device, id)); }
CUresult cuProfilerStart(void) { AS_RUNTIME(cudaProfilerStart()); }
CUresult cuProfilerStop(void) { AS_RUNTIME(cudaProfilerStop()); }

CUresult cuMemHostRegister_v2(void *host, size_t bytes, unsigned flags) { AS_RUNTIME(cudaHostRegister(host, bytes, flags)); }
CUresult cuMemHostUnregister(void *host) { AS_RUNTIME(cudaHostUnregister(host)); }

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream)
{
    AS_RUNTIME(cudaMemPrefetchAsync(pointer(address), bytes, device, (cudaStream_t)stream));
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    AS_RUNTIME(cudaMemcpyAsync(pointer(to), pointer(from), bytes, cudaMemcpyDefault, (cudaStream_t)stream));
}

static CUresult fill(CUdeviceptr address, unsigned value, unsigned size, size_t count, CUstream stream)
{
    cudaError_t error = cudart_enter();
    work w = work_fill_line(pointer(address), value, size, count);

    if (!error && address % size)
        error = cudaErrorInvalidValue;
    return driver_leave(error ? error : stream_put(stream, &w));
}

CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t count, CUstream stream)
{
    return fill(address, value, sizeof value, count, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr address, unsigned short value, size_t count, CUstream stream)
{
    return fill(address, value, sizeof value, count, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr address, unsigned value, size_t count, CUstream stream)
{
    return fill(address, value, sizeof value, count, stream);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority)
{
    AS_RUNTIME(cudaStreamCreateWithPriority((cudaStream_t *)stream, flags, priority));
}

CUresult cuStreamGetPriority(CUstream stream, int *priority) { AS_RUNTIME(cudaStreamGetPriority((cudaStream_t)stream, priority)); }
CUresult cuStreamGetFlags(CUstream stream, unsigned *flags) { AS_RUNTIME(cudaStreamGetFlags((cudaStream_t)stream, flags)); }

// Both APIs' callbacks have the same form, and errors the same numbers.
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback function, void *argument, unsigned flags)
{
    AS_RUNTIME(cudaStreamAddCallback((cudaStream_t)stream, (cudaStreamCallback_t)function, argument, flags));
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t bytes, unsigned flags)
{
    AS_RUNTIME(cudaStreamAttachMemAsync((cudaStream_t)stream, pointer(address), bytes, flags));
}

// SPDX-License-Identifier: BSD-3-Clause
// The runtime's C++ functions (Runtime API reference, "C++ API Routines"): typed pointers, and symbols, kernels and textures by
// name.
#ifndef WARPLOCK_CUDA_RUNTIME_TEMPLATES_H
#define WARPLOCK_CUDA_RUNTIME_TEMPLATES_H

#define WARPLOCK_CXX template <class T> static inline cudaError_t
WARPLOCK_CXX cudaMalloc(T **p, size_t bytes) { return ::cudaMalloc((void **)(void *)p, bytes); }
WARPLOCK_CXX cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)p, bytes, stream);
}
static inline cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync(p, bytes, pool, stream);
}
WARPLOCK_CXX cudaMallocAsync(T **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}
WARPLOCK_CXX cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}
WARPLOCK_CXX cudaHostAlloc(T **p, size_t bytes, unsigned flags) { return ::cudaHostAlloc((void **)(void *)p, bytes, flags); }
WARPLOCK_CXX cudaMallocHost(T **p, size_t bytes, unsigned flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)p, bytes, flags);
}
static inline cudaError_t cudaMallocHost(void **p, size_t bytes, unsigned flags) { return ::cudaHostAlloc(p, bytes, flags); }
WARPLOCK_CXX cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
WARPLOCK_CXX cudaMallocManaged(T **p, size_t bytes, unsigned flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)p, bytes, flags);
}
WARPLOCK_CXX cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
WARPLOCK_CXX cudaStreamAttachMemAsync(cudaStream_t stream, T *address, size_t bytes = 0, unsigned flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)address, bytes, flags);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) { return ::cudaEventCreateWithFlags(event, flags); }

// --- hints: places, as from CUDA 12.2 on
static inline cudaError_t cudaMemPrefetchAsync(const void *address, size_t bytes, cudaMemLocation place, unsigned flags,
                                               cudaStream_t stream = 0)
{
    return ::cudaMemPrefetchAsync_v2(address, bytes, place, flags, stream);
}
static inline cudaError_t cudaMemAdvise(const void *address, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation place)
{
    return ::cudaMemAdvise_v2(address, bytes, advice, place);
}

// --- symbols: the variable itself, as it stands in the program
WARPLOCK_CXX cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
WARPLOCK_CXX cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                     cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
WARPLOCK_CXX cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                  cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
WARPLOCK_CXX cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                       cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
WARPLOCK_CXX cudaGetSymbolAddress(void **p, const T &symbol) { return ::cudaGetSymbolAddress(p, (const void *)&symbol); }
template <class P, class T> static inline cudaError_t cudaGetSymbolAddress(P **p, const T &symbol)
{
    return ::cudaGetSymbolAddress((void **)(void *)p, (const void *)&symbol);
}
WARPLOCK_CXX cudaGetSymbolSize(size_t *bytes, const T &symbol) { return ::cudaGetSymbolSize(bytes, (const void *)&symbol); }

// --- kernels
WARPLOCK_CXX cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}
WARPLOCK_CXX cudaFuncSetSharedMemConfig(T *kernel, cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
WARPLOCK_CXX cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value)
{
    return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
WARPLOCK_CXX cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
WARPLOCK_CXX cudaLaunch(T *kernel) { return ::cudaLaunch((const void *)kernel); }
template <class T> static inline cudaError_t cudaSetupArgument(T argument, size_t offset)
{
    return ::cudaSetupArgument((const void *)&argument, sizeof argument, offset);
}
WARPLOCK_CXX cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}
WARPLOCK_CXX cudaFuncGetName(const char **name, T *kernel) { return ::cudaFuncGetName(name, (const void *)kernel); }
WARPLOCK_CXX cudaGetKernel(cudaKernel_t *handle, T *kernel) { return ::cudaGetKernel(handle, (const void *)kernel); }
WARPLOCK_CXX cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                                         cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared, stream);
}

// Arguments are converted to the kernel's parameters.
template <class... P, class... A> static inline cudaError_t
cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...arguments)
{
    return [&](P... values) {
        void *addresses[sizeof...(P) + 1] = { (void *)&values... };
        return ::cudaLaunchKernelExC(config, (const void *)kernel, addresses);
    }(static_cast<A &&>(arguments)...);
}

// --- graphs: as from CUDA 12 on
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0)
{
    return ::cudaGraphInstantiateWithFlags(exec, graph, flags);
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
    info->errorFromNode = 0;
    return ::cudaGraphExecUpdate(exec, graph, &info->errorNode, &info->result);
}
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id,
                                                   cudaGraph_t *graph, const cudaGraphNode_t **nodes = 0, size_t *count = 0)
{
    return ::cudaStreamGetCaptureInfo_v2(stream, status, id, graph, nodes, count);
}
WARPLOCK_CXX cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                            const T &symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, before, count, (const void *)&symbol, from, bytes, offset, kind);
}
WARPLOCK_CXX cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                              size_t count, void *to, const T &symbol, size_t bytes, size_t offset,
                                              cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, before, count, to, (const void *)&symbol, bytes, offset, kind);
}
WARPLOCK_CXX cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol, const void *from, size_t bytes,
                                                  size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, from, bytes, offset, kind);
}
WARPLOCK_CXX cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const T &symbol, size_t bytes, size_t offset,
                                                    cudaMemcpyKind kind)
{
    return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, to, (const void *)&symbol, bytes, offset, kind);
}
WARPLOCK_CXX cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, const T &symbol,
                                                      const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, (const void *)&symbol, from, bytes, offset, kind);
}
WARPLOCK_CXX cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const T &symbol,
                                                        size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, to, (const void *)&symbol, bytes, offset, kind);
}

// --- occupancy
WARPLOCK_CXX cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int threads, size_t shared)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, shared);
}
WARPLOCK_CXX cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int threads, size_t shared,
                                                                    unsigned flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, threads, shared, flags);
}
// The block, a multiple of the warp, with the most resident threads; on a tie the largest.
template <class F, class T> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T kernel, F shared_of_block, int limit = 0)
{
    cudaDeviceProp device;
    cudaFuncAttributes attributes;
    int best = 0, current = 0, resident = 0;
    cudaError_t error = ::cudaGetDevice(&current);

    if (error == cudaSuccess)
        error = ::cudaGetDeviceProperties(&device, current);
    if (error == cudaSuccess)
        error = ::cudaFuncGetAttributes(&attributes, (const void *)kernel);
    if (error != cudaSuccess)
        return error;
    int most = limit && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
    for (int threads = (most + device.warpSize - 1) / device.warpSize * device.warpSize; threads > 0; threads -= device.warpSize) {
        int size = threads < most ? threads : most;

        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, (const void *)kernel, size, shared_of_block(size));
        if (error != cudaSuccess)
            return error;
        if (resident * size > best) {
            best = resident * size;
            *block = size;
            *grid = resident * device.multiProcessorCount;
        }
    }
    return best ? cudaSuccess : cudaErrorInvalidConfiguration;
}
WARPLOCK_CXX cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, [shared](int) { return shared; }, limit);
}
#undef WARPLOCK_CXX

// --- texture references
template <class T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : public textureReference {
    texture(int in_normalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
            cudaTextureAddressMode address = cudaAddressModeClamp)
        : texture(in_normalized, filter, address, cudaCreateChannelDesc<T>()) {}
    texture(int in_normalized, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc channels)
        : textureReference()
    {
        normalized = in_normalized;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = channels;
    }
};
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaBindTexture(size_t *offset, const texture<T, d, m> &t, const void *address, const cudaChannelFormatDesc &channels,
                size_t bytes = UINT_MAX)
{
    return ::cudaBindTexture(offset, &t, address, &channels, bytes);
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaBindTexture(size_t *offset, const texture<T, d, m> &t, const void *address, size_t bytes = UINT_MAX)
{
    return ::cudaBindTexture(offset, &t, address, &t.channelDesc, bytes);
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaBindTexture2D(size_t *offset, const texture<T, d, m> &t, const void *address, const cudaChannelFormatDesc &channels,
                  size_t width, size_t height, size_t pitch)
{
    return ::cudaBindTexture2D(offset, &t, address, &channels, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaBindTexture2D(size_t *offset, const texture<T, d, m> &t, const void *address, size_t width, size_t height, size_t pitch)
{
    return ::cudaBindTexture2D(offset, &t, address, &t.channelDesc, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaBindTextureToArray(const texture<T, d, m> &t, cudaArray_const_t array, const cudaChannelFormatDesc &channels)
{
    return ::cudaBindTextureToArray(&t, array, &channels);
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaBindTextureToArray(const texture<T, d, m> &t, cudaArray_const_t array)
{
    cudaChannelFormatDesc channels;
    cudaError_t error = ::cudaGetChannelDesc(&channels, array);

    return error == cudaSuccess ? ::cudaBindTextureToArray(&t, array, &channels) : error;
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaBindTextureToMipmappedArray(const texture<T, d, m> &t, cudaMipmappedArray_const_t mipmap, const cudaChannelFormatDesc &channels)
{
    return ::cudaBindTextureToMipmappedArray(&t, mipmap, &channels);
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaBindTextureToMipmappedArray(const texture<T, d, m> &t, cudaMipmappedArray_const_t mipmap)
{
    return ::cudaBindTextureToMipmappedArray(&t, mipmap, &t.channelDesc);
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t cudaUnbindTexture(const texture<T, d, m> &t)
{
    return ::cudaUnbindTexture(&t);
}
template <class T, int d, cudaTextureReadMode m> static inline cudaError_t
cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, d, m> &t)
{
    return ::cudaGetTextureAlignmentOffset(offset, &t);
}

// --- surface references
template <class T, int dimensions = cudaSurfaceType1D>
struct __device_builtin_surface_type__ surface : public surfaceReference {
    surface() : surfaceReference() { channelDesc = cudaCreateChannelDesc<T>(); }
    surface(cudaChannelFormatDesc channels) : surfaceReference() { channelDesc = channels; }
};
template <int dimensions> struct __device_builtin_surface_type__ surface<void, dimensions> : public surfaceReference {
    surface() : surfaceReference() { channelDesc = cudaCreateChannelDesc<void>(); }
};
template <class T, int d> static inline cudaError_t
cudaBindSurfaceToArray(const surface<T, d> &s, cudaArray_const_t array, const cudaChannelFormatDesc &channels)
{
    return ::cudaBindSurfaceToArray(&s, array, &channels);
}
template <class T, int d> static inline cudaError_t cudaBindSurfaceToArray(const surface<T, d> &s, cudaArray_const_t array)
{
    cudaChannelFormatDesc channels;
    cudaError_t error = ::cudaGetChannelDesc(&channels, array);

    return error == cudaSuccess ? ::cudaBindSurfaceToArray(&s, array, &channels) : error;
}

#endif

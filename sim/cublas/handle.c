// SPDX-License-Identifier: BSD-3-Clause
// cuBLAS: handles, their modes, the registration of its kernels and their launches.
#include "sim/cublas/cublas.h"

#include <pthread.h>
#include <stdlib.h>

// What a compiler adds to a program with kernels; an image may be plain PTX.
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit, void *thread_id,
                            void *block_id, void *block, void *grid, int *warp_size);

__asm__(".section .rodata\n"
        "cublas_ptx: .incbin \"sim/cublas/kernels/cublas.ptx\"\n"
        "        .byte 0\n"
        ".previous");
extern const char cublas_ptx[];

static const char *const names[CUBLAS_KERNELS] = {
#define KERNEL(name) "cublas_s" #name, "cublas_d" #name,
#define ONCE(name) "cublas_" #name,
#include "sim/cublas/kernels.def"
#undef KERNEL
};

static void add_kernels(void)
{
    static struct { unsigned magic, version; const void *image, *rest; } wrapper;
    void **module;

    wrapper.magic = 0x466243b1;
    wrapper.version = 1;
    wrapper.image = cublas_ptx;
    module = __cudaRegisterFatBinary(&wrapper);
    for (unsigned i = 0; i < CUBLAS_KERNELS; i++)
        __cudaRegisterFunction(module, names[i], NULL, names[i], -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(module);
}

// --- open handles, to recognise other pointers

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cublasContext *handles;
static pthread_once_t kernels_added = PTHREAD_ONCE_INIT;

bool cublas_is_open(cublasHandle_t handle)
{
    const struct cublasContext *h;

    pthread_mutex_lock(&lock);
    for (h = handles; h && h != handle; h = h->next)
        ;
    pthread_mutex_unlock(&lock);
    return h != NULL;
}

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    struct cublasContext *h;

    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    *handle = NULL;
    pthread_once(&kernels_added, add_kernels);
    if (cudaFree(NULL) != cudaSuccess)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    h = calloc(1, sizeof *h);
    if (!h)
        return CUBLAS_STATUS_ALLOC_FAILED;
    if (cudaMalloc((void **)&h->sums, (CUBLAS_SUM_BLOCKS + 1) * 4 * sizeof(double)) != cudaSuccess) {
        free(h);
        return CUBLAS_STATUS_ALLOC_FAILED;
    }
    h->atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
    pthread_mutex_lock(&lock);
    h->next = handles;
    handles = h;
    pthread_mutex_unlock(&lock);
    *handle = h;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    struct cublasContext **at;

    pthread_mutex_lock(&lock);
    for (at = &handles; *at && *at != handle; at = &(*at)->next)
        ;
    if (*at)
        *at = handle->next;
    else
        handle = NULL;
    pthread_mutex_unlock(&lock);
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    cudaFree(handle->sums);
    cudaFree(handle->room);
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

void *cublas_room(cublasHandle_t handle, size_t bytes)
{
    if (handle->room_bytes < bytes) {
        cudaFree(handle->room);
        handle->room_bytes = 0;
        handle->room = NULL;
        if (cudaMalloc(&handle->room, bytes) != cudaSuccess)
            return NULL;
        handle->room_bytes = bytes;
    }
    return handle->room;
}

cublasStatus_t cublas_launch(cublasHandle_t handle, cublas_kernel kernel, dim3 grid, dim3 block, void **arguments)
{
    return cudaLaunchKernel(names[kernel], grid, block, arguments, 0, handle->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                                                     : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t cublas_fetch(cublasHandle_t handle, void *to, const void *from, size_t bytes)
{
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, handle->stream) == cudaSuccess &&
           cudaStreamSynchronize(handle->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// --- a handle's state

#define ENTER(condition) \
    if (!cublas_is_open(handle)) \
        return CUBLAS_STATUS_NOT_INITIALIZED; \
    if (!(condition)) \
        return CUBLAS_STATUS_INVALID_VALUE

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
    ENTER(version);
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    if (!value || type > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = (const int[]){ CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH }[type];
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) { return CUDART_VERSION; }

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
    ENTER(true);
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream)
{
    ENTER(stream);
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}

// The handle's own workspace grows as needed; a user's is ignored.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes)
{
    ENTER(workspace || !bytes);
    return CUBLAS_STATUS_SUCCESS;
}

#define MODE(name, type, field, most) \
    cublasStatus_t cublasSet##name(cublasHandle_t handle, type mode) \
    { \
        ENTER((unsigned)mode <= most); \
        handle->field = mode; \
        return CUBLAS_STATUS_SUCCESS; \
    } \
    cublasStatus_t cublasGet##name(cublasHandle_t handle, type *mode) \
    { \
        ENTER(mode); \
        *mode = handle->field; \
        return CUBLAS_STATUS_SUCCESS; \
    }
MODE(PointerMode_v2, cublasPointerMode_t, pointers, CUBLAS_POINTER_MODE_DEVICE)
MODE(AtomicsMode, cublasAtomicsMode_t, atomics, CUBLAS_ATOMICS_ALLOWED)
MODE(MathMode, cublasMath_t, math, CUBLAS_TF32_TENSOR_OP_MATH)

const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
#define ROW(name, number, text) case number: return #name;
    WARPLOCK_CUBLAS_STATUS(ROW)
#undef ROW
    }
    return "unknown status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    switch (status) {
#define ROW(name, number, text) case number: return text;
    WARPLOCK_CUBLAS_STATUS(ROW)
#undef ROW
    }
    return "unknown status";
}

// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's vectorAddDrv and ptxjit, and of occupancy samples: PTX text by the driver API beside kernels
// of the program, queries of devices, occupancy, attributes, launches by cudaLaunchKernel.
// plant: s/add.f32 \\t%f3, %f1, %f2/sub.f32 \\t%f3, %f1, %f2/
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)
inline void __checkCudaErrors(CUresult err, const char *file, const int line)
{
    if (CUDA_SUCCESS != err) {
        const char *errorStr = NULL;
        cuGetErrorString(err, &errorStr);
        fprintf(stderr, "checkCudaErrors() Driver API error = %04d \"%s\" from file <%s>, line %i.\n", err, errorStr, file, line);
        exit(EXIT_FAILURE);
    }
}

static const char ptx[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n"
    ".visible .global .align 4 .u32 count;\n"
    ".visible .entry VecAdd(.param .u64 A, .param .u64 B, .param .u64 C, .param .u32 N)\n{\n"
    "    .reg .pred %p1; .reg .b32 %r<9>; .reg .f32 %f<4>; .reg .b64 %rd<9>;\n"
    "    ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [B]; ld.param.u64 %rd3, [C]; ld.param.u32 %r1, [N];\n"
    "    mov.u32 %r2, %ntid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
    "    setp.ge.s32 %p1, %r5, %r1; @%p1 bra END;\n"
    "    mul.wide.s32 %rd4, %r5, 4; add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd2, %rd4; add.s64 %rd7, %rd3, %rd4;\n"
    "    ld.global.f32 %f1, [%rd5]; ld.global.f32 %f2, [%rd6]; add.f32 \t%f3, %f1, %f2; st.global.f32 [%rd7], %f3;\n"
    "    mov.u64 %rd8, count; atom.global.add.u32 %r6, [%rd8], 1;\n"
    "END: ret;\n}\n";

__global__ void square(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= x[i];
}

int main()
{
    const int N = 500;
    size_t size = N * sizeof(float), bytes;
    float h_A[N], h_B[N], h_C[N];
    int wrong = 0, devCount = 0, major = 0, minor = 0, warp = 0;
    char name[100];
    CUdevice cuDevice;
    CUcontext cuContext;
    CUmodule cuModule;
    CUfunction vecAdd_kernel;
    CUdeviceptr d_A, d_B, d_C, d_count;
    for (int i = 0; i < N; i++) { h_A[i] = i; h_B[i] = 2 * i; }
    checkCudaErrors(cuInit(0));
    checkCudaErrors(cuDeviceGetCount(&devCount));
    checkCudaErrors(cuDeviceGet(&cuDevice, 0));
    checkCudaErrors(cuDeviceGetName(name, 100, cuDevice));
    checkCudaErrors(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, cuDevice));
    checkCudaErrors(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, cuDevice));
    checkCudaErrors(cuDeviceTotalMem(&bytes, cuDevice));
    checkCudaErrors(cuCtxCreate(&cuContext, 0, cuDevice));
    checkCudaErrors(cuModuleLoadDataEx(&cuModule, ptx, 0, 0, 0));
    checkCudaErrors(cuModuleGetFunction(&vecAdd_kernel, cuModule, "VecAdd"));
    wrong += cuModuleGetFunction(&vecAdd_kernel, cuModule, "VecSub") != CUDA_ERROR_NOT_FOUND;
    checkCudaErrors(cuModuleGetFunction(&vecAdd_kernel, cuModule, "VecAdd"));
    checkCudaErrors(cuMemAlloc(&d_A, size));
    checkCudaErrors(cuMemAlloc(&d_B, size));
    checkCudaErrors(cuMemAlloc(&d_C, size));
    checkCudaErrors(cuMemcpyHtoD(d_A, h_A, size));
    checkCudaErrors(cuMemcpyHtoD(d_B, h_B, size));
    int threadsPerBlock = 128, blocksPerGrid = (N + threadsPerBlock - 1) / threadsPerBlock, n = N;
    void *args[] = { &d_A, &d_B, &d_C, &n };
    checkCudaErrors(cuLaunchKernel(vecAdd_kernel, blocksPerGrid, 1, 1, threadsPerBlock, 1, 1, 0, NULL, args, NULL));
    struct { CUdeviceptr a, b, c; int n; } packed = { d_A, d_C, d_C, N };
    size_t packed_size = 28;
    void *config[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_size, CU_LAUNCH_PARAM_END };
    checkCudaErrors(cuLaunchKernel(vecAdd_kernel, blocksPerGrid, 1, 1, threadsPerBlock, 1, 1, 0, NULL, NULL, config));
    checkCudaErrors(cuCtxSynchronize());
    checkCudaErrors(cuMemcpyDtoH(h_C, d_C, size));
    for (int i = 0; i < N; i++) wrong += h_C[i] != 4 * i;
    unsigned count = 0;
    checkCudaErrors(cuModuleGetGlobal(&d_count, &bytes, cuModule, "count"));
    checkCudaErrors(cuMemcpyDtoH(&count, d_count, sizeof count));
    wrong += count != 2 * N || bytes != sizeof count || devCount != 1 || warp != 32 || major < 1 || !strlen(name);
    printf("driver: %d wrong\n", wrong);

    int blockSize = 0, minGridSize = 0, blocks = 0, threads = 64, attribute = 0;
    cudaFuncAttributes attributes;
    wrong += cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, square, 0, 0) != cudaSuccess || blockSize < 32;
    wrong += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, threads, 0) != cudaSuccess || blocks < 1;
    wrong += cudaFuncGetAttributes(&attributes, square) != cudaSuccess || attributes.maxThreadsPerBlock < 32;
    wrong += cudaDeviceGetAttribute(&attribute, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess || attribute < 1;
    wrong += cudaGetDeviceProperties(NULL, 0) != cudaErrorInvalidValue || cudaGetLastError() != cudaErrorInvalidValue;
    wrong += cudaSetDevice(3) != cudaErrorInvalidDevice || cudaPeekAtLastError() != cudaErrorInvalidDevice;
    wrong += strcmp(cudaGetErrorName(cudaGetLastError()), "cudaErrorInvalidDevice") != 0;
    float *x = (float *)d_C;
    void *again[] = { &x, &n };
    wrong += cudaLaunchKernel((const void *)square, dim3((N + 63) / 64), dim3(threads), again, 0, 0) != cudaSuccess;
    wrong += cudaMemcpy(h_C, x, size, cudaMemcpyDefault) != cudaSuccess;
    for (int i = 0; i < N; i++) wrong += h_C[i] != 16.0f * i * i;
    checkCudaErrors(cuMemFree(d_A));
    checkCudaErrors(cuModuleUnload(cuModule));
    checkCudaErrors(cuCtxDestroy(cuContext));
    (void)minor;
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}

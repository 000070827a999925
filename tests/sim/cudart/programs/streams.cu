// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's simpleStreams and simpleCallback, and SHOC's Triad: pinned memory, copies and kernels in
// several streams, events between them, callbacks, default and named streams.
// plant: s/+= \*factor;/+= *factor + (idx == 7);/
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_CHECK(x) { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s at %d\n", cudaGetErrorString(e), __LINE__); return 2; } }

__global__ void init_array(int *g_data, const int *factor, int num_iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < num_iterations; i++)
        g_data[idx] += *factor;
}

__global__ void triad(const float *A, const float *B, float *C, float s)
{
    int gid = threadIdx.x + (blockIdx.x * blockDim.x);
    C[gid] = A[gid] + s * B[gid];
}

static int calls;
static void CUDART_CB called(cudaStream_t stream, cudaError_t status, void *data) { calls += *(int *)data + (status != cudaSuccess); }
static void CUDART_CB host_function(void *data) { calls += *(int *)data; }

int main(int argc, char **argv)
{
    const int nstreams = 4, n = 2048, niterations = 3;
    int nbytes = n * sizeof(int), c = 5, ten = 10, hundred = 100;
    int *a = 0, *d_a = 0, *d_c = 0;
    CUDA_CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    CUDA_CHECK(cudaHostAlloc((void **)&a, nbytes, cudaHostAllocDefault));
    CUDA_CHECK(cudaMalloc((void **)&d_a, nbytes));
    CUDA_CHECK(cudaMemset(d_a, 0x0, nbytes));
    CUDA_CHECK(cudaMalloc((void **)&d_c, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_c, &c, sizeof(int), cudaMemcpyHostToDevice));
    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    for (int i = 0; i < nstreams; i++)
        CUDA_CHECK(cudaStreamCreate(&(streams[i])));
    cudaEvent_t start_event, stop_event, done;
    CUDA_CHECK(cudaEventCreateWithFlags(&start_event, cudaEventBlockingSync));
    CUDA_CHECK(cudaEventCreate(&stop_event, cudaEventDefault));
    CUDA_CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));

    dim3 threads = dim3(128, 1);
    dim3 blocks = dim3(n / threads.x, 1);
    CUDA_CHECK(cudaEventRecord(start_event, 0));
    init_array<<<blocks, threads, 0, streams[0]>>>(d_a, d_c, niterations);
    CUDA_CHECK(cudaEventRecord(done, streams[0]));
    CUDA_CHECK(cudaStreamWaitEvent(streams[1], done, 0));
    blocks = dim3(n / (nstreams * threads.x), 1);
    for (int i = 0; i < nstreams; i++)
        init_array<<<blocks, threads, 0, streams[i]>>>(d_a + i * n / nstreams, d_c, niterations);
    for (int i = 0; i < nstreams; i++)
        CUDA_CHECK(cudaMemcpyAsync(a + i * n / nstreams, d_a + i * n / nstreams, nbytes / nstreams, cudaMemcpyDeviceToHost, streams[i]));
    CUDA_CHECK(cudaStreamAddCallback(streams[2], called, &ten, 0));
    CUDA_CHECK(cudaLaunchHostFunc(streams[3], host_function, &hundred));
    CUDA_CHECK(cudaEventRecord(stop_event, 0));
    CUDA_CHECK(cudaEventSynchronize(stop_event));
    CUDA_CHECK(cudaDeviceSynchronize());
    float elapsed_time = -1;
    CUDA_CHECK(cudaEventElapsedTime(&elapsed_time, start_event, stop_event));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += a[i] != 2 * c * niterations;
    wrong += calls != 110 || elapsed_time < 0;
    wrong += cudaEventQuery(stop_event) != cudaSuccess || cudaStreamQuery(streams[1]) != cudaSuccess;

    float *h, *dA, *dB, *dC;
    CUDA_CHECK(cudaMallocHost((void **)&h, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dA, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dB, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dC, n * sizeof(float)));
    for (int i = 0; i < n; i++) h[i] = i;
    CUDA_CHECK(cudaMemcpyAsync(dA, h, n * sizeof(float), cudaMemcpyHostToDevice, streams[0]));
    CUDA_CHECK(cudaMemcpyAsync(dB, h, n * sizeof(float), cudaMemcpyHostToDevice, streams[1]));
    CUDA_CHECK(cudaDeviceSynchronize());
    triad<<<n / 128, 128, 0, streams[0]>>>(dA, dB, dC, 1.75f);
    CUDA_CHECK(cudaMemcpyAsync(h, dC, n * sizeof(float), cudaMemcpyDeviceToHost, streams[0]));
    CUDA_CHECK(cudaStreamSynchronize(streams[0]));
    for (int i = 0; i < n; i++)
        wrong += h[i] != i + 1.75f * i;
    for (int i = 0; i < nstreams; i++)
        CUDA_CHECK(cudaStreamDestroy(streams[i]));
    CUDA_CHECK(cudaEventDestroy(start_event));
    CUDA_CHECK(cudaEventDestroy(stop_event));
    CUDA_CHECK(cudaFreeHost(a));
    CUDA_CHECK(cudaFree(d_a));
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// Kernels that allocate: blocks of many sizes are apart and keep what is in them, freed ones are had again, what has no room
// is NULL, objects come with new and go with delete, one kernel frees what another took; the same again behind a
// reset of the device.
// plant: s/delete\[\] block;//
#include <cstdio>
#include <new>

enum { N = 128, ROUNDS = 8 };
struct node { int value; node *next; __device__ node(int v, node *n) : value(v), next(n) {} __device__ ~node() { value = -1; } };

__global__ void take(int **kept, int *wrong)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = 1 + i * 7 % 60;
    kept[i] = (int *)malloc(n * sizeof(int));
    if (!kept[i] || (size_t)kept[i] % 16) { atomicAdd(wrong, 1); return; }
    for (int k = 0; k < n; k++) kept[i][k] = i * 100 + k;
}
__global__ void give(int **kept, int *wrong)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = 1 + i * 7 % 60;
    for (int k = 0; k < n; k++)
        if (kept[i][k] != i * 100 + k) atomicAdd(wrong, 1);
    free(kept[i]);
}
// More in all than the heap has: it lasts as long as what is freed is had again.
__global__ void again(int *wrong)
{
    for (int round = 0; round < ROUNDS; round++) {
        char *block = new char[1000];
        if (!block) { atomicAdd(wrong, 1); return; }
        block[0] = (char)threadIdx.x, block[999] = (char)round;
        if (block[0] != (char)threadIdx.x || block[999] != (char)round) atomicAdd(wrong, 1);
        delete[] block;
    }
}
__global__ void lists(int *sums, int *wrong)
{
    node *first = NULL;
    for (int k = 0; k < 10; k++) first = new node(k + (int)threadIdx.x, first);
    int sum = 0;
    while (first) { node *next = first->next; sum += first->value; delete first; first = next; }
    sums[threadIdx.x] = sum;
    int room[4];
    if (*new (room) int(5) != 5) atomicAdd(wrong, 1);
    free(NULL);
}
__global__ void too_much(int *wrong)
{
    if (malloc((size_t)1 << 40) || malloc(~(size_t)0)) atomicAdd(wrong, 1);
    void *all[40];
    int n = 0;
    while (n < 40 && (all[n] = malloc(100000))) n++;
    void *small = malloc(5000);                 // what has no room takes none
    if (n < 1 || n == 40 || !small) atomicAdd(wrong, 1);
    free(small);
    while (n) free(all[--n]);
}

static int used()
{
    int **kept, *wrong_on_device, *sums, wrong = 0, got[N], errors;
    size_t heap = 0;
    errors = cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
    cudaMalloc(&kept, N * sizeof *kept), cudaMalloc(&wrong_on_device, sizeof wrong), cudaMalloc(&sums, sizeof got);
    for (int round = 0; round < 2; round++) {
        take<<<N / 64, 64>>>(kept, wrong_on_device);
        give<<<N / 64, 64>>>(kept, wrong_on_device);
    }
    again<<<1, N>>>(wrong_on_device);
    lists<<<1, N>>>(sums, wrong_on_device);
    too_much<<<1, 1>>>(wrong_on_device);
    again<<<1, N>>>(wrong_on_device);
    errors |= cudaMemcpy(&wrong, wrong_on_device, sizeof wrong, cudaMemcpyDeviceToHost);
    errors |= cudaMemcpy(got, sums, sizeof got, cudaMemcpyDeviceToHost) | cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    for (int i = 0; i < N; i++) wrong += got[i] != 45 + 10 * i;
    wrong += errors != 0 || heap != 1 << 20;
    return wrong;
}

int main()
{
    int wrong = used();
    wrong += cudaDeviceReset() != cudaSuccess;      // what follows has a heap of its own
    wrong += used();
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}

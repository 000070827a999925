// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the Programming Guide's and the SDK's UnifiedMemoryStreams: managed allocations, managed variables,
// new and delete of a managed class, prefetch and advice, a linked list that both sides walk.
// plant: s/s += n->value;/s += n->value + 1;/
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

class Managed {
public:
    void *operator new(size_t len)
    {
        void *ptr;
        cudaMallocManaged(&ptr, len);
        cudaDeviceSynchronize();
        return ptr;
    }
    void operator delete(void *ptr)
    {
        cudaDeviceSynchronize();
        cudaFree(ptr);
    }
};

class String : public Managed {
    int length;
    char *data;
public:
    String() : length(0), data(0) {}
    String(const char *s) : length(strlen(s))
    {
        cudaMallocManaged(&data, length + 1);
        strcpy(data, s);
    }
    ~String() { cudaFree(data); }
    __host__ __device__ int size() const { return length; }
    __host__ __device__ char &operator[](int pos) { return data[pos]; }
};

struct DataElement : public Managed {
    String name;
    int value;
    DataElement *next;
    DataElement(const char *n, int v, DataElement *in) : name(n), value(v), next(in) {}
};

__device__ __managed__ int total = 5, bins[8];
__managed__ float scale = 0.25f;

__global__ void Kernel(DataElement *elem)
{
    int s = 0;
    for (DataElement *n = elem; n; n = n->next) {
        s += n->value;
        n->name[0] = 'd';
    }
    total += s;
    atomicAdd(&bins[elem->name.size()], 1);
}
__global__ void scaled(float *x) { x[threadIdx.x] *= scale; }
__global__ void add(int *a, const int *b) { a[threadIdx.x] += b[threadIdx.x]; }

int main()
{
    int wrong = total != 5 || scale != 0.25f;
    DataElement *list = new DataElement("hello", 10, new DataElement("two", 20, new DataElement("three", 12, 0)));
    Kernel<<<1, 1>>>(list);
    cudaDeviceSynchronize();
    wrong += total != 47 || bins[5] != 1 || bins[3] != 0 || list->name[0] != 'd' || list->next->name[0] != 'd';
    printf("list: total %d, %c%c\n", total, list->name[0], list->name[1]);

    float *x;
    cudaMallocManaged(&x, 64 * sizeof(float));
    for (int i = 0; i < 64; i++) x[i] = i;
    cudaMemAdvise(x, 64 * sizeof(float), cudaMemAdviseSetPreferredLocation, 0);
    cudaMemPrefetchAsync(x, 64 * sizeof(float), 0, NULL);
    scale = 0.5f;
    scaled<<<1, 64>>>(x);
    cudaMemPrefetchAsync(x, 64 * sizeof(float), cudaCpuDeviceId, NULL);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) wrong += x[i] != 0.5f * i;

    int *pinned, *mapped;
    cudaHostAlloc((void **)&pinned, 8 * sizeof(int), cudaHostAllocMapped);
    for (int i = 0; i < 8; i++) pinned[i] = 100 * i;
    cudaHostGetDevicePointer((void **)&mapped, pinned, 0);
    add<<<1, 8>>>(bins, mapped);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) wrong += bins[i] != 100 * i + (i == 5);
    add<<<1, 8>>>(mapped, bins);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) wrong += pinned[i] != 200 * i + (i == 5);
    cudaPointerAttributes a;
    wrong += cudaPointerGetAttributes(&a, x) != cudaSuccess || a.type != cudaMemoryTypeManaged;
    cudaFreeHost(pinned);
    cudaFree(x);
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}

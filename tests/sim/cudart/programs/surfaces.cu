// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's simpleSurfaceWrite: a kernel writes a surface, by object and by reference, and another reads it as a
// texture; layers, volumes, vectors, bytes, and what lies beyond the edges.
// plant: s/surf2Dwrite(value, s, x \* 4, y, cudaBoundaryModeTrap)/surf2Dwrite(value, s, x * 4, y ^ 1, cudaBoundaryModeTrap)/
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(2); } } while (0)

static int failures;
static void report(const char *what, int wrong)
{
    printf("%s: %d wrong\n", what, wrong);
    failures += wrong;
}

surface<void, cudaSurfaceType2D> picture;

__global__ void write(const float *from, cudaSurfaceObject_t s, int width)
{
    int x = threadIdx.x, y = blockIdx.x;
    float value = from[y * width + x];
    surf2Dwrite(value, s, x * 4, y, cudaBoundaryModeTrap);
}
__global__ void rotate(cudaTextureObject_t t, float *out, int width, int height)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = tex2D<float>(t, width - 1 - x + 0.5f, height - 1 - y + 0.5f);
}
__global__ void add_one(int width)
{
    float value;
    surf2Dread(&value, picture, threadIdx.x * 4, blockIdx.x);
    surf2Dwrite(value + 1, picture, threadIdx.x * 4, blockIdx.x);
}
__global__ void beyond(cudaSurfaceObject_t s, float *out, int width, int height)
{
    out[0] = surf2Dread<float>(s, -4, 0, cudaBoundaryModeZero);
    out[1] = surf2Dread<float>(s, width * 4, height, cudaBoundaryModeClamp);
    surf2Dwrite(77.0f, s, 0, height, cudaBoundaryModeZero);
    out[2] = surf2Dread<float>(s, 0, height - 1);
}
__global__ void fill_volume(cudaSurfaceObject_t s) { surf3Dwrite(make_int2(threadIdx.x, blockIdx.x * 100 + blockIdx.y), s, threadIdx.x * 8, blockIdx.x, blockIdx.y); }
__global__ void read_volume(cudaSurfaceObject_t s, int2 *out)
{
    out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = surf3Dread<int2>(s, threadIdx.x * 8, blockIdx.x, blockIdx.y);
}
__global__ void layers(cudaSurfaceObject_t s) { surf2DLayeredwrite((unsigned char)(threadIdx.x + 10 * blockIdx.x), s, threadIdx.x, 1, blockIdx.x); }
__global__ void wide(cudaSurfaceObject_t s, float4 *out)
{
    surf1Dwrite(make_float4(threadIdx.x, 1, 2, 3), s, threadIdx.x * 16);
    out[threadIdx.x] = surf1Dread<float4>(s, threadIdx.x * 16);
}

static cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t made;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateSurfaceObject(&made, &resource));
    return made;
}

int main()
{
    const int W = 32, H = 8;
    std::vector<float> h(W * H), got(W * H);
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    float *in, *out;
    int wrong = 0;

    for (int i = 0; i < W * H; i++) h[i] = (float)(i * 3 + 1);
    CHECK(cudaMalloc(&in, W * H * 4));
    CHECK(cudaMalloc(&out, W * H * 4));
    CHECK(cudaMemcpy(in, h.data(), W * H * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMallocArray(&array, &floats, W, H, cudaArraySurfaceLoadStore));
    cudaSurfaceObject_t s = surface_of(array);
    write<<<H, W>>>(in, s, W);
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    cudaTextureObject_t t;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateTextureObject(&t, &resource, &description, NULL));
    rotate<<<H, W>>>(t, out, W, H);
    CHECK(cudaMemcpy(got.data(), out, W * H * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * H; i++) wrong += got[i] != h[W * H - 1 - i];
    report("object", wrong);

    wrong = 0;
    CHECK(cudaBindSurfaceToArray(picture, array));
    add_one<<<H, W>>>(W);
    CHECK(cudaMemcpyFromArray(got.data(), array, 0, 0, W * H * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * H; i++) wrong += got[i] != h[i] + 1;
    report("reference", wrong);

    beyond<<<1, 1>>>(s, out, W, H);
    CHECK(cudaMemcpy(got.data(), out, 12, cudaMemcpyDeviceToHost));
    report("edges", (got[0] != 0) + (got[1] != h[W * H - 1] + 1) + (got[2] != h[W * (H - 1)] + 1));
    CHECK(cudaDestroySurfaceObject(s));
    CHECK(cudaFreeArray(array));

    wrong = 0;
    cudaChannelFormatDesc pairs = cudaCreateChannelDesc<int2>();
    std::vector<int2> v(8 * 4 * 3);
    int2 *d;
    CHECK(cudaMalloc(&d, v.size() * 8));
    CHECK(cudaMalloc3DArray(&array, &pairs, make_cudaExtent(8, 4, 3), cudaArraySurfaceLoadStore));
    s = surface_of(array);
    fill_volume<<<dim3(4, 3), 8>>>(s);
    read_volume<<<dim3(4, 3), 8>>>(s, d);
    CHECK(cudaMemcpy(v.data(), d, v.size() * 8, cudaMemcpyDeviceToHost));
    for (int z = 0; z < 3; z++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 8; x++) wrong += v[(z * 4 + y) * 8 + x].x != x || v[(z * 4 + y) * 8 + x].y != y * 100 + z;
    CHECK(cudaFreeArray(array));
    report("volume", wrong);

    wrong = 0;
    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
    unsigned char b[3 * 2 * 16];
    CHECK(cudaMalloc3DArray(&array, &bytes, make_cudaExtent(16, 2, 3), cudaArrayLayered | cudaArraySurfaceLoadStore));
    layers<<<3, 16>>>(surface_of(array));
    cudaMemcpy3DParms p = {};
    p.srcArray = array;
    p.dstPtr = make_cudaPitchedPtr(b, 16, 16, 2);
    p.extent = make_cudaExtent(16, 2, 3);
    p.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&p));
    for (int layer = 0; layer < 3; layer++)
        for (int x = 0; x < 16; x++) wrong += b[(layer * 2 + 1) * 16 + x] != x + 10 * layer || b[layer * 2 * 16 + x] != 0;
    CHECK(cudaFreeArray(array));
    report("layers", wrong);

    wrong = 0;
    cudaChannelFormatDesc fours = cudaCreateChannelDesc<float4>();
    CHECK(cudaMallocArray(&array, &fours, 32, 0, cudaArraySurfaceLoadStore));
    s = surface_of(array);
    wide<<<1, 32>>>(s, (float4 *)out);
    CHECK(cudaMemcpy(got.data(), out, 512, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) wrong += got[4 * i] != i || got[4 * i + 3] != 3;
    report("vectors", wrong);

    cudaArray_t plain;
    CHECK(cudaMallocArray(&plain, &fours, 32));
    resource.res.array.array = plain;
    wrong = cudaCreateSurfaceObject(&s, &resource) != cudaErrorInvalidValue;
    report("an array that is no surface is refused", wrong);
    printf(failures ? "FAILED\n" : "PASSED\n");
    return failures != 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's simpleLayeredTexture, simpleCubemapTexture, simpleTexture3D and bindlessTexture: textures of layers, cubes
// and three dimensions, by object and by reference; levels of detail; halves; gathers.
// plant: s/tex3D<float>(t, x + 0.5f, y + 0.5f, z + 0.5f)/tex3D<float>(t, x + 0.5f, y + 0.5f, z + 1.5f)/
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(2); } } while (0)

static int failures;
static void report(const char *what, int wrong)
{
    printf("%s: %d wrong\n", what, wrong);
    failures += wrong;
}

texture<float, cudaTextureType2DLayered> layers;
texture<float, cudaTextureTypeCubemap> cube;
texture<uchar4, cudaTextureType3D, cudaReadModeNormalizedFloat> colours;

__global__ void from_layers(float *out, int width, int layer)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = -tex2DLayered(layers, (x + 0.5f) / width, (y + 0.5f) / gridDim.x, layer) + layer;
}
__global__ void from_lines(cudaTextureObject_t t, float *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = tex1DLayered<float>(t, threadIdx.x + 0.5f, blockIdx.x);
}
__global__ void from_cube(float *out, int width)
{
    float u = (threadIdx.x + 0.5f) / width * 2 - 1, v = (blockIdx.x + 0.5f) / width * 2 - 1;
    for (int face = 0; face < 6; face++) {
        float x = face == 0 ? 1 : face == 1 ? -1 : face == 5 ? -u : u;
        float y = face == 2 ? 1 : face == 3 ? -1 : -v;
        float z = face == 4 ? 1 : face == 5 ? -1 : face == 0 ? -u : face == 1 ? u : face == 2 ? v : -v;
        out[(face * width + blockIdx.x) * width + threadIdx.x] = texCubemap(cube, x, y, z);
    }
}
__global__ void from_cubes(cudaTextureObject_t t, float *out)
{
    const float at[6][3] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } };
    int face = threadIdx.x, layer = blockIdx.x;
    out[layer * 6 + face] = texCubemapLayered<float>(t, at[face][0], at[face][1], at[face][2], layer);
}
__global__ void from_volume(cudaTextureObject_t t, float *out, int width, int height)
{
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    out[(z * height + y) * width + x] = tex3D<float>(t, x + 0.5f, y + 0.5f, z + 0.5f);
}
__global__ void from_colours(float4 *out) { out[threadIdx.x] = tex3D(colours, threadIdx.x + 0.5f, 0.5f, 1.5f); }
__global__ void from_levels(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, threadIdx.x * 0.5f); }
__global__ void from_halves(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex1D<float>(t, threadIdx.x + 0.5f); }
__global__ void from_corners(cudaTextureObject_t t, float4 *out) { out[threadIdx.x] = tex2Dgather<float4>(t, threadIdx.x + 1.0f, 1.0f, 0); }

static void copy_in(cudaArray_t array, const void *from, size_t element, cudaExtent extent)
{
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr((void *)from, extent.width * element, extent.width, extent.height);
    p.dstArray = array;
    p.extent = extent;
    p.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&p));
}
static cudaTextureObject_t object_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    cudaTextureObject_t made;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    for (int i = 0; i < 3; i++) description.addressMode[i] = cudaAddressModeClamp;
    CHECK(cudaCreateTextureObject(&made, &resource, &description, NULL));
    return made;
}

int main()
{
    const int W = 16, H = 8, D = 4;
    std::vector<float> h(W * W * 6 * D), got(h.size());
    float *out;
    cudaArray_t array;
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    int wrong = 0;

    for (size_t i = 0; i < h.size(); i++) h[i] = (float)(i * 7 % 1009);
    CHECK(cudaMalloc(&out, h.size() * 4));

    CHECK(cudaMalloc3DArray(&array, &floats, make_cudaExtent(W, H, D), cudaArrayLayered));
    copy_in(array, h.data(), 4, make_cudaExtent(W, H, D));
    layers.addressMode[0] = layers.addressMode[1] = cudaAddressModeWrap;
    layers.filterMode = cudaFilterModeLinear;
    layers.normalized = true;
    CHECK(cudaBindTextureToArray(layers, array, floats));
    for (int layer = 0; layer < D; layer++) {
        from_layers<<<H, W>>>(out, W, layer);
        CHECK(cudaMemcpy(got.data(), out, W * H * 4, cudaMemcpyDeviceToHost));
        for (int i = 0; i < W * H; i++) wrong += got[i] != -h[layer * W * H + i] + layer;
    }
    CHECK(cudaUnbindTexture(layers));
    CHECK(cudaFreeArray(array));
    report("layers", wrong);

    wrong = 0;
    CHECK(cudaMalloc3DArray(&array, &floats, make_cudaExtent(W, 0, D), cudaArrayLayered));
    copy_in(array, h.data(), 4, make_cudaExtent(W, 1, D));
    cudaTextureObject_t object = object_of(array);
    from_lines<<<D, W>>>(object, out);
    CHECK(cudaMemcpy(got.data(), out, W * D * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * D; i++) wrong += got[i] != h[i];
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeArray(array));
    report("lines", wrong);

    wrong = 0;
    CHECK(cudaMalloc3DArray(&array, &floats, make_cudaExtent(W, W, 6), cudaArrayCubemap));
    copy_in(array, h.data(), 4, make_cudaExtent(W, W, 6));
    cube.addressMode[0] = cube.addressMode[1] = cudaAddressModeWrap;
    cube.filterMode = cudaFilterModeLinear;
    cube.normalized = true;
    CHECK(cudaBindTextureToArray(cube, array, floats));
    from_cube<<<W, W>>>(out, W);
    CHECK(cudaMemcpy(got.data(), out, W * W * 6 * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * W * 6; i++) wrong += got[i] != h[i];
    CHECK(cudaFreeArray(array));
    report("cube", wrong);

    wrong = 0;
    CHECK(cudaMalloc3DArray(&array, &floats, make_cudaExtent(1, 1, 12), cudaArrayCubemap | cudaArrayLayered));
    copy_in(array, h.data(), 4, make_cudaExtent(1, 1, 12));
    object = object_of(array);
    from_cubes<<<2, 6>>>(object, out);
    CHECK(cudaMemcpy(got.data(), out, 12 * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 12; i++) wrong += got[i] != h[i];
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeArray(array));
    report("cubes", wrong);

    wrong = 0;
    CHECK(cudaMalloc3DArray(&array, &floats, make_cudaExtent(W, H, D)));
    copy_in(array, h.data(), 4, make_cudaExtent(W, H, D));
    object = object_of(array);
    from_volume<<<dim3(H, D), W>>>(object, out, W, H);
    CHECK(cudaMemcpy(got.data(), out, W * H * D * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * H * D; i++) wrong += got[i] != h[i];
    cudaResourceDesc said;
    CHECK(cudaGetTextureObjectResourceDesc(&said, object));
    wrong += said.resType != cudaResourceTypeArray || said.res.array.array != array;
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeArray(array));
    report("volume", wrong);

    wrong = 0;
    std::vector<uchar4> c(8 * 2 * 3);
    for (size_t i = 0; i < c.size(); i++) c[i] = make_uchar4(i, 2 * i, 255 - i, 255);
    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
    CHECK(cudaMalloc3DArray(&array, &bytes, make_cudaExtent(8, 2, 3)));
    copy_in(array, c.data(), 4, make_cudaExtent(8, 2, 3));
    CHECK(cudaBindTextureToArray(colours, array, bytes));
    from_colours<<<1, 8>>>((float4 *)out);
    CHECK(cudaMemcpy(got.data(), out, 8 * 16, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        wrong += got[4 * i] != (16 + i) / 255.0f || got[4 * i + 1] != 2 * (16 + i) / 255.0f || got[4 * i + 2] != (239 - i) / 255.0f;
    CHECK(cudaFreeArray(array));
    report("colours", wrong);

    wrong = 0;
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &floats, make_cudaExtent(8, 8, 0), 4));
    for (int level = 0, side = 8; level < 4; level++, side /= 2) {
        std::vector<float> all(side * side, 10.0f * (1 << level));
        cudaExtent extent;
        CHECK(cudaGetMipmappedArrayLevel(&array, mipmap, level));
        CHECK(cudaArrayGetInfo(NULL, &extent, NULL, array));
        wrong += (int)extent.width != side || (int)extent.height != side;
        CHECK(cudaMemcpy2DToArray(array, 0, 0, all.data(), side * 4, side * 4, side, cudaMemcpyHostToDevice));
    }
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    description.normalizedCoords = 1;
    description.filterMode = cudaFilterModeLinear;
    description.mipmapFilterMode = cudaFilterModeLinear;
    description.maxMipmapLevelClamp = 3;
    CHECK(cudaCreateTextureObject(&object, &resource, &description, NULL));
    from_levels<<<1, 8>>>(object, out);
    CHECK(cudaMemcpy(got.data(), out, 8 * 4, cudaMemcpyDeviceToHost));
    const float want[] = { 10, 15, 20, 30, 40, 60, 80, 80 };
    for (int i = 0; i < 8; i++) wrong += got[i] != want[i];
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeMipmappedArray(mipmap));
    report("levels", wrong);

    wrong = 0;
    const unsigned short halves[4] = { 0x3C00, 0xC000, 0x3800, 0x0400 };
    cudaChannelFormatDesc half = cudaCreateChannelDescHalf();
    CHECK(cudaMallocArray(&array, &half, 4));
    CHECK(cudaMemcpyToArray(array, 0, 0, halves, 8, cudaMemcpyHostToDevice));
    object = object_of(array);
    from_halves<<<1, 4>>>(object, out);
    CHECK(cudaMemcpy(got.data(), out, 16, cudaMemcpyDeviceToHost));
    wrong += got[0] != 1 || got[1] != -2 || got[2] != 0.5f || got[3] != ldexpf(1, -14);
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeArray(array));
    report("halves", wrong);

    wrong = 0;
    CHECK(cudaMallocArray(&array, &floats, 4, 2, cudaArrayTextureGather));
    CHECK(cudaMemcpyToArray(array, 0, 0, h.data(), 32, cudaMemcpyHostToDevice));
    object = object_of(array);
    from_corners<<<1, 3>>>(object, (float4 *)out);
    CHECK(cudaMemcpy(got.data(), out, 48, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 3; i++)
        wrong += got[4 * i] != h[4 + i] || got[4 * i + 1] != h[5 + i] || got[4 * i + 2] != h[i + 1] || got[4 * i + 3] != h[i];
    report("corners", wrong);

    printf(failures ? "FAILED\n" : "PASSED\n");
    return failures != 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's simpleTexture: two-dimensional textures of references and objects over arrays and pitched
// memory, addressing and normalized coordinates, vectors and bytes.
// plant: s/tu + shift/tu - shift/
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

texture<float, 2, cudaReadModeElementType> tex;
texture<float4, 1, cudaReadModeElementType> vectors;
texture<unsigned char, 2, cudaReadModeElementType> bytes;

__global__ void shiftKernel(float *out, int width, int height, float shift)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float tu = x + 0.5f, tv = y + 0.5f;
    out[y * width + x] = tex2D(tex, tu + shift, tv);
}
__global__ void objectKernel(cudaTextureObject_t t, float *out, int width)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * width + x] = tex2D<float>(t, x + 0.5f, y + 0.5f) * 2;
}
__global__ void vectorKernel(float *out) { float4 v = tex1Dfetch(vectors, threadIdx.x); out[threadIdx.x] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w; }
__global__ void byteKernel(int *out, int w) { out[blockIdx.x * w + threadIdx.x] = tex2D(bytes, threadIdx.x + 0.5f, blockIdx.x + 0.5f); }

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(2); } } while (0)

int main()
{
    const int width = 64, height = 32, size = width * height * sizeof(float);
    float *h = (float *)malloc(size), *got = (float *)malloc(size), *d_out;
    int wrong = 0;
    for (int i = 0; i < width * height; i++) h[i] = i * 13 % 101;
    CHECK(cudaMalloc((void **)&d_out, size));
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *cuArray;
    CHECK(cudaMallocArray(&cuArray, &channelDesc, width, height));
    CHECK(cudaMemcpyToArray(cuArray, 0, 0, h, size, cudaMemcpyHostToDevice));
    tex.addressMode[0] = cudaAddressModeClamp;
    tex.addressMode[1] = cudaAddressModeClamp;
    tex.filterMode = cudaFilterModePoint;
    tex.normalized = false;
    CHECK(cudaBindTextureToArray(tex, cuArray, channelDesc));
    dim3 dimBlock(8, 8, 1), dimGrid(width / dimBlock.x, height / dimBlock.y, 1);
    shiftKernel<<<dimGrid, dimBlock, 0>>>(d_out, width, height, 3.0f);
    CHECK(cudaMemcpy(got, d_out, size, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += got[y * width + x] != h[y * width + (x + 3 < width ? x + 3 : width - 1)];
    CHECK(cudaUnbindTexture(tex));
    printf("array: %d wrong\n", wrong);

    float *d_pitched;
    size_t pitch;
    CHECK(cudaMallocPitch(&d_pitched, &pitch, width * sizeof(float), height));
    CHECK(cudaMemcpy2D(d_pitched, pitch, h, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = d_pitched;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t object = 0;
    CHECK(cudaCreateTextureObject(&object, &resource, &description, NULL));
    objectKernel<<<dimGrid, dimBlock>>>(object, d_out, width);
    CHECK(cudaMemcpy(got, d_out, size, cudaMemcpyDeviceToHost));
    for (int i = 0; i < width * height; i++) wrong += got[i] != 2 * h[i];
    CHECK(cudaDestroyTextureObject(object));
    printf("object: %d wrong\n", wrong);

    float4 *d_vectors;
    CHECK(cudaMalloc(&d_vectors, 32 * sizeof(float4)));
    CHECK(cudaMemcpy(d_vectors, h, 32 * sizeof(float4), cudaMemcpyHostToDevice));
    CHECK(cudaBindTexture(0, vectors, d_vectors, 32 * sizeof(float4)));
    vectorKernel<<<1, 32>>>(d_out);
    CHECK(cudaMemcpy(got, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) wrong += got[i] != h[4 * i] + 10 * h[4 * i + 1] + 100 * h[4 * i + 2] + 1000 * h[4 * i + 3];

    unsigned char image[8 * 32], *d_image;
    for (int i = 0; i < 256; i++) image[i] = 255 - i;
    size_t image_pitch;
    CHECK(cudaMallocPitch(&d_image, &image_pitch, 32, 8));
    CHECK(cudaMemcpy2D(d_image, image_pitch, image, 32, 32, 8, cudaMemcpyHostToDevice));
    CHECK(cudaBindTexture2D(0, bytes, d_image, bytes.channelDesc, 32, 8, image_pitch));
    byteKernel<<<8, 32>>>((int *)d_out, 32);
    CHECK(cudaMemcpy(got, d_out, 256 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; i++) wrong += ((int *)got)[i] != 255 - i;
    CHECK(cudaFreeArray(cuArray));
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}

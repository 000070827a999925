// SPDX-License-Identifier: BSD-3-Clause
// The driver API's arrays, copies in boxes, texture and surface objects, and its other names of the runtime's calls, in the manner of the
// SDK's simpleTextureDrv; what one API made is the other's; what is wrong is refused as documented.
// plant: s/dstXInBytes = 2 \* sizeof(float)/dstXInBytes = sizeof(float)/
#include <cuda.h>
#include <cudaProfiler.h>
#include <cstdio>
#include <cstring>

static int wrong;
static void expect(bool good, int line) { if (!good && wrong++ < 20) printf("line %d\n", line); }
#define EXPECT(condition) expect(condition, __LINE__)
#define GOOD(call) EXPECT((call) == CUDA_SUCCESS)
#define STATUS(status, call) EXPECT((call) == CUDA_ERROR_##status)

__global__ void read_floats(cudaTextureObject_t texture, float *out, int width)
{
    out[blockIdx.x * width + threadIdx.x] = tex2D<float>(texture, (threadIdx.x + 0.5f) / width, (blockIdx.x + 0.5f) / gridDim.x);
}
__global__ void read_line(cudaTextureObject_t parts, cudaTextureObject_t whole, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(parts, threadIdx.x) + tex1Dfetch<uchar1>(whole, threadIdx.x).x;
}
__global__ void write_surface(cudaSurfaceObject_t surface) { surf2Dwrite(threadIdx.x + 10 * blockIdx.x, surface, threadIdx.x * 4, blockIdx.x); }

enum { WIDTH = 12, HEIGHT = 5 };

static void textures()
{
    float host[HEIGHT][WIDTH], got[HEIGHT][WIDTH], *out;
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR d = { WIDTH, HEIGHT, CU_AD_FORMAT_FLOAT, 1 }, seen;
    CUDA_MEMCPY2D copy = {};
    for (int i = 0; i < WIDTH * HEIGHT; i++) host[0][i] = i * 1.5f;
    cudaMalloc(&out, sizeof host);
    GOOD(cuArrayCreate(&array, &d));
    GOOD(cuArrayGetDescriptor(&seen, array));
    EXPECT(!memcmp(&d, &seen, sizeof d));
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = host, copy.srcPitch = sizeof host[0];
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array, copy.WidthInBytes = sizeof host[0], copy.Height = HEIGHT;
    GOOD(cuMemcpy2D(&copy));

    CUtexObject texture;
    CUDA_RESOURCE_DESC resource = {};
    CUDA_TEXTURE_DESC t = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY, resource.res.array.hArray = array;
    t.addressMode[0] = t.addressMode[1] = CU_TR_ADDRESS_MODE_WRAP, t.filterMode = CU_TR_FILTER_MODE_POINT;
    t.flags = CU_TRSF_NORMALIZED_COORDINATES;
    GOOD(cuTexObjectCreate(&texture, &resource, &t, NULL));
    read_floats<<<HEIGHT, WIDTH>>>(texture, out, WIDTH);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    EXPECT(!memcmp(got, host, sizeof got));
    GOOD(cuTexObjectDestroy(texture));

    // A box of 3 * 2 from (1, 2) of the array to (2, 1) of rows of 16 on the device, and back to the host by a stream
    CUdeviceptr rows;
    float box[4][16] = {};
    GOOD(cuMemAlloc(&rows, sizeof box));
    GOOD(cuMemsetD32Async(rows, 0x40000000, 64, 0));
    CUDA_MEMCPY2D part = {};
    part.srcMemoryType = CU_MEMORYTYPE_ARRAY, part.srcArray = array, part.srcXInBytes = sizeof(float), part.srcY = 2;
    part.dstMemoryType = CU_MEMORYTYPE_DEVICE, part.dstDevice = rows, part.dstPitch = sizeof box[0];
    part.dstXInBytes = 2 * sizeof(float), part.dstY = 1;
    part.WidthInBytes = 3 * sizeof(float), part.Height = 2;
    GOOD(cuMemcpy2DUnaligned(&part));
    CUDA_MEMCPY2D back = {};
    back.srcMemoryType = CU_MEMORYTYPE_UNIFIED, back.srcDevice = rows, back.srcPitch = sizeof box[0];
    back.dstMemoryType = CU_MEMORYTYPE_HOST, back.dstHost = box, back.dstPitch = sizeof box[0], back.WidthInBytes = sizeof box[0], back.Height = 4;
    CUstream stream;
    GOOD(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0));
    GOOD(cuMemcpy2DAsync(&back, stream));
    GOOD(cuStreamSynchronize(stream));
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 16; x++)
            EXPECT(box[y][x] == (x >= 2 && x < 5 && y >= 1 && y < 3 ? host[y + 1][x - 1] : 2));

    // What is wrong
    part.srcXInBytes = 2;
    STATUS(INVALID_VALUE, cuMemcpy2D(&part));
    part.srcXInBytes = 10 * sizeof(float);
    STATUS(INVALID_VALUE, cuMemcpy2D(&part));
    STATUS(INVALID_VALUE, cuMemcpy2D(NULL));
    part.srcMemoryType = (CUmemorytype)9;
    STATUS(INVALID_VALUE, cuMemcpy2D(&part));
    CUDA_ARRAY_DESCRIPTOR bad = { 4, 4, (CUarray_format)7, 1 }, three = { 4, 4, CU_AD_FORMAT_FLOAT, 3 };
    STATUS(INVALID_VALUE, cuArrayCreate(&array, &bad));
    STATUS(INVALID_VALUE, cuArrayCreate(&array, &three));
    t.flags = 64;
    STATUS(INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &t, NULL));
    t.flags = 0;
    STATUS(INVALID_VALUE, cuTexObjectCreate(&texture, &resource, NULL, NULL));
    STATUS(INVALID_VALUE, cuTexObjectDestroy(12345));
    EXPECT(cudaGetLastError() == cudaSuccess);              // of the driver API's errors none is kept
    GOOD(cuArrayDestroy(array));
    EXPECT(cuArrayDestroy(array) != CUDA_SUCCESS);
    GOOD(cuMemFree(rows)), GOOD(cuStreamDestroy(stream));
}

static void lines_and_surfaces()
{
    unsigned char bytes[32];
    float got[32], *out;
    CUdeviceptr line;
    CUtexObject parts, whole;
    CUDA_RESOURCE_DESC resource = {};
    CUDA_TEXTURE_DESC t = {};
    for (int i = 0; i < 32; i++) bytes[i] = i * 8 + 7;
    cudaMalloc(&out, sizeof got);
    GOOD(cuMemAlloc(&line, 32));
    GOOD(cuMemcpyHtoD(line, bytes, 32));
    resource.resType = CU_RESOURCE_TYPE_LINEAR, resource.res.linear.devPtr = line, resource.res.linear.sizeInBytes = 32;
    resource.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT8, resource.res.linear.numChannels = 1;
    GOOD(cuTexObjectCreate(&parts, &resource, &t, NULL));
    t.flags = CU_TRSF_READ_AS_INTEGER;
    GOOD(cuTexObjectCreate(&whole, &resource, &t, NULL));
    read_line<<<1, 32>>>(parts, whole, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) EXPECT(got[i] == bytes[i] / 255.f + bytes[i]);

    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR d = { 8, 4, 0, CU_AD_FORMAT_SIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST }, seen;
    CUsurfObject surface;
    int written[4][8], again[8];
    GOOD(cuArray3DCreate(&array, &d));
    GOOD(cuArray3DGetDescriptor(&seen, array));
    EXPECT(seen.Flags == CUDA_ARRAY3D_SURFACE_LDST && seen.Format == CU_AD_FORMAT_SIGNED_INT32 && seen.Width == 8 && seen.NumChannels == 1);
    resource.resType = CU_RESOURCE_TYPE_ARRAY, resource.res.array.hArray = array;
    GOOD(cuSurfObjectCreate(&surface, &resource));
    write_surface<<<4, 8>>>(surface);
    EXPECT(cudaMemcpy2DFromArray(written, sizeof written[0], (cudaArray_t)array, 0, 0, sizeof written[0], 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < 32; i++) EXPECT(written[0][i] == i % 8 + i / 8 * 10);
    GOOD(cuSurfObjectDestroy(surface));
    GOOD(cuMemcpyAtoH(again, array, 0, sizeof again));
    EXPECT(!memcmp(again, written, sizeof again));
    again[3] = 77;
    GOOD(cuMemcpyHtoA(array, 0, again, sizeof again));
    GOOD(cuMemcpyAtoH(written, array, 12, 4));
    EXPECT(written[0][0] == 77);
    resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    STATUS(NOT_SUPPORTED, cuTexObjectCreate(&parts, &resource, &t, NULL));
    STATUS(INVALID_VALUE, cuSurfObjectCreate(&surface, &resource));
}

static void called(CUstream, CUresult status, void *argument) { *(int *)argument = status == CUDA_SUCCESS ? 5 : -1; }

static void others()
{
    int can = 7, least = 7, greatest = 7, device = -1, seen = 0, host[4] = { 1, 2, 3, 4 }, got[4] = {};
    char id[32];
    unsigned flags = 9;
    CUdeviceptr p, managed;
    GOOD(cuDeviceCanAccessPeer(&can, 0, 0));
    EXPECT(can == 0);
    GOOD(cuDeviceGetPCIBusId(id, sizeof id, 0)), GOOD(cuDeviceGetByPCIBusId(&device, id));
    EXPECT(device == 0);
    GOOD(cuCtxGetStreamPriorityRange(&least, &greatest));
    EXPECT(least == 0 && greatest == 0);
    GOOD(cuProfilerStart()), GOOD(cuProfilerStop());
    GOOD(cuMemHostRegister(host, sizeof host, 0));
    GOOD(cuMemAlloc(&p, 16));
    GOOD(cuMemcpyAsync(p, (CUdeviceptr)(size_t)host, 16, 0)), GOOD(cuMemHostUnregister(host));
    GOOD(cuMemsetD8Async(p + 4, 1, 4, 0)), GOOD(cuMemsetD16Async(p + 8, 0x0203, 2, 0));
    GOOD(cuMemcpyDtoH(got, p, 16));
    EXPECT(got[0] == 1 && got[1] == 0x01010101 && got[2] == 0x02030203 && got[3] == 4);
    STATUS(INVALID_VALUE, cuMemsetD32Async(p + 2, 0, 1, 0));
    GOOD(cuMemAllocManaged(&managed, 16, CU_MEM_ATTACH_GLOBAL));
    GOOD(cuMemPrefetchAsync(managed, 16, 0, 0)), GOOD(cuStreamAttachMemAsync(0, managed, 0, CU_MEM_ATTACH_GLOBAL));
    GOOD(cuStreamGetFlags(0, &flags)), GOOD(cuStreamGetPriority(0, &can));
    EXPECT(flags == 0 && can == 0);
    GOOD(cuStreamAddCallback(0, called, &seen, 0)), GOOD(cuStreamSynchronize(0));
    EXPECT(seen == 5);
    CUlinkState state;
    STATUS(NOT_SUPPORTED, cuLinkCreate(0, NULL, NULL, &state));
}

int main()
{
    CUcontext context;
    GOOD(cuInit(0)), GOOD(cuCtxCreate(&context, 0, 0));
    textures(), lines_and_surfaces(), others();
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}

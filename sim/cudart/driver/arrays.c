// SPDX-License-Identifier: BSD-3-Clause
// The driver API: arrays, box copies, textures and surfaces. They are the runtime's under other names: each API can use the
// other's.
#include "sim/cudart/driver/driver.h"
#include "sim/cudart/runtime/runtime.h"

#include <string.h>

static cudaArray_t array_of(CUarray array) { return (cudaArray_t)(void *)array; }

// False: no such format.
static bool channels_of(CUarray_format format, unsigned channels, cudaChannelFormatDesc *d)
{
    int bits;

    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: case CU_AD_FORMAT_SIGNED_INT8: bits = 8; break;
    case CU_AD_FORMAT_UNSIGNED_INT16: case CU_AD_FORMAT_SIGNED_INT16: case CU_AD_FORMAT_HALF: bits = 16; break;
    case CU_AD_FORMAT_UNSIGNED_INT32: case CU_AD_FORMAT_SIGNED_INT32: case CU_AD_FORMAT_FLOAT: bits = 32; break;
    default: return false;
    }
    if (channels != 1 && channels != 2 && channels != 4)
        return false;
    *d = (cudaChannelFormatDesc){ .x = bits, .y = channels > 1 ? bits : 0, .z = channels > 2 ? bits : 0, .w = channels > 2 ? bits : 0,
                                  .f = format >= CU_AD_FORMAT_HALF ? cudaChannelFormatKindFloat :
                                       format >= CU_AD_FORMAT_SIGNED_INT8 ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned };
    return true;
}

static CUarray_format format_of(const cudaChannelFormatDesc *d)
{
    const int step = d->x == 8 ? 0 : d->x == 16 ? 1 : 2;

    if (d->f == cudaChannelFormatKindFloat)
        return d->x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
    return (CUarray_format)((d->f == cudaChannelFormatKindSigned ? CU_AD_FORMAT_SIGNED_INT8 : CU_AD_FORMAT_UNSIGNED_INT8) + step);
}

CUresult cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    cudaChannelFormatDesc channels;

    if (!array || !d || !channels_of(d->Format, d->NumChannels, &channels))
        return CUDA_ERROR_INVALID_VALUE;
    AS_RUNTIME(cudaMalloc3DArray((cudaArray_t *)(void *)array, &channels, (cudaExtent){ d->Width, d->Height, d->Depth }, d->Flags));
}

CUresult cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
    CUDA_ARRAY3D_DESCRIPTOR flat = { .Depth = 0 };

    if (!d)
        return CUDA_ERROR_INVALID_VALUE;
    flat.Width = d->Width;
    flat.Height = d->Height;
    flat.Format = d->Format;
    flat.NumChannels = d->NumChannels;
    return cuArray3DCreate_v2(array, &flat);
}

CUresult cuArrayDestroy(CUarray array)
{
    if (!array)
        return CUDA_ERROR_INVALID_HANDLE;
    AS_RUNTIME(cudaFreeArray(array_of(array)));
}

static cudaError_t describe(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array)
{
    cudaChannelFormatDesc channels;
    cudaExtent extent;
    unsigned flags;

    cudart_keep_errors(false);
    cudaError_t error = d ? cudaArrayGetInfo(&channels, &extent, &flags, array_of(array)) : cudaErrorInvalidValue;
    cudart_keep_errors(true);
    if (!error)
        *d = (CUDA_ARRAY3D_DESCRIPTOR){ .Width = extent.width, .Height = extent.height, .Depth = extent.depth, .Format = format_of(&channels),
                                        .NumChannels = channels.w ? 4 : channels.y ? 2 : 1, .Flags = flags };
    return error;
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array) { return driver_result(describe(d, array)); }

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *d, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR whole;
    cudaError_t error = d ? describe(&whole, array) : cudaErrorInvalidValue;

    if (!error)
        *d = (CUDA_ARRAY_DESCRIPTOR){ whole.Width, whole.Height, whole.Format, whole.NumChannels };
    return driver_result(error);
}

// --- copies

// One side of a copy in runtime terms: positions count elements of an array, bytes otherwise.
typedef struct { cudaArray_t array; cudaPos at; cudaPitchedPtr memory; bool on_host, is_unified; size_t element; } side;

static cudaError_t set_side(side *s, CUmemorytype type, void *host, CUdeviceptr device, CUarray array, const size_t at[3], size_t pitch,
                            size_t height, size_t width)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    cudaChannelFormatDesc channels;

    *s = (side){ .at = { at[0], at[1], at[2] }, .element = 1, .on_host = type == CU_MEMORYTYPE_HOST, .is_unified = type == CU_MEMORYTYPE_UNIFIED };
    if (type == CU_MEMORYTYPE_ARRAY) {
        cudaError_t error = array ? describe(&d, array) : cudaErrorInvalidValue;

        if (error || !channels_of(d.Format, d.NumChannels, &channels))
            return error ? error : cudaErrorInvalidValue;
        s->array = array_of(array);
        s->element = (size_t)channels.x / 8 * d.NumChannels;
        s->at.x /= s->element;
        return at[0] % s->element || width % s->element ? cudaErrorInvalidValue : cudaSuccess;
    }
    if (type != CU_MEMORYTYPE_HOST && type != CU_MEMORYTYPE_DEVICE && type != CU_MEMORYTYPE_UNIFIED)
        return cudaErrorInvalidValue;
    s->memory = (cudaPitchedPtr){ s->on_host ? host : (void *)(uintptr_t)device, pitch ? pitch : at[0] + width, pitch, height ? height : at[1] };
    return cudaSuccess;
}

static cudaError_t copy_of(const CUDA_MEMCPY3D *c, cudaMemcpy3DParms *p)
{
    side from, to;
    cudaError_t error = !c || c->srcLOD || c->dstLOD ? cudaErrorInvalidValue : cudaSuccess;

    if (!error)
        error = set_side(&from, c->srcMemoryType, (void *)(uintptr_t)c->srcHost, c->srcDevice, c->srcArray,
                         (size_t[]){ c->srcXInBytes, c->srcY, c->srcZ }, c->srcPitch, c->srcHeight, c->WidthInBytes);
    if (!error)
        error = set_side(&to, c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, (size_t[]){ c->dstXInBytes, c->dstY, c->dstZ },
                         c->dstPitch, c->dstHeight, c->WidthInBytes);
    if (error)
        return error;
    *p = (cudaMemcpy3DParms){ .srcArray = from.array, .srcPos = from.at, .srcPtr = from.memory, .dstArray = to.array, .dstPos = to.at,
                              .dstPtr = to.memory };
    p->extent = (cudaExtent){ c->WidthInBytes / (from.array ? from.element : to.element), c->Height, c->Depth };
    p->kind = from.is_unified || to.is_unified ? cudaMemcpyDefault : from.on_host ?
              to.on_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice : to.on_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
    return cudaSuccess;
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *c)
{
    cudaMemcpy3DParms p;
    cudaError_t error = copy_of(c, &p);

    AS_RUNTIME(error ? error : cudaMemcpy3D(&p));
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *c, CUstream stream)
{
    cudaMemcpy3DParms p;
    cudaError_t error = copy_of(c, &p);

    AS_RUNTIME(error ? error : cudaMemcpy3DAsync(&p, (cudaStream_t)stream));
}

static CUDA_MEMCPY3D one_deep(const CUDA_MEMCPY2D *c)
{
    return (CUDA_MEMCPY3D){
        .srcXInBytes = c->srcXInBytes, .srcY = c->srcY, .srcMemoryType = c->srcMemoryType, .srcHost = c->srcHost, .srcDevice = c->srcDevice,
        .srcArray = c->srcArray, .srcPitch = c->srcPitch, .srcHeight = c->srcY + c->Height,
        .dstXInBytes = c->dstXInBytes, .dstY = c->dstY, .dstMemoryType = c->dstMemoryType, .dstHost = c->dstHost, .dstDevice = c->dstDevice,
        .dstArray = c->dstArray, .dstPitch = c->dstPitch, .dstHeight = c->dstY + c->Height,
        .WidthInBytes = c->WidthInBytes, .Height = c->Height, .Depth = 1,
    };
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *c)
{
    CUDA_MEMCPY3D deep;

    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    deep = one_deep(c);
    return cuMemcpy3D_v2(&deep);
}

CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *c) { return cuMemcpy2D_v2(c); }

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *c, CUstream stream)
{
    CUDA_MEMCPY3D deep;

    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    deep = one_deep(c);
    return cuMemcpy3DAsync_v2(&deep, stream);
}

CUresult cuMemcpyHtoA_v2(CUarray to, size_t at, const void *from, size_t bytes)
{
    AS_RUNTIME(cudaMemcpyToArray(array_of(to), at, 0, from, bytes, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyAtoH_v2(void *to, CUarray from, size_t at, size_t bytes)
{
    AS_RUNTIME(cudaMemcpyFromArray(to, array_of(from), at, 0, bytes, cudaMemcpyDeviceToHost));
}

// --- textures and surfaces

static cudaError_t resource_of(const CUDA_RESOURCE_DESC *d, cudaResourceDesc *r, cudaChannelFormatDesc *channels)
{
    cudaExtent extent;
    unsigned flags;
    bool good = d && !d->flags;

    memset(r, 0, sizeof *r);
    if (good && d->resType == CU_RESOURCE_TYPE_ARRAY) {
        r->resType = cudaResourceTypeArray;
        r->res.array.array = array_of(d->res.array.hArray);
        return cudaArrayGetInfo(channels, &extent, &flags, r->res.array.array);
    }
    if (good && d->resType == CU_RESOURCE_TYPE_LINEAR) {
        good = channels_of(d->res.linear.format, d->res.linear.numChannels, channels);
        r->resType = cudaResourceTypeLinear;
        r->res.linear.devPtr = (void *)(uintptr_t)d->res.linear.devPtr;
        r->res.linear.sizeInBytes = d->res.linear.sizeInBytes;
        if (good)
            r->res.linear.desc = *channels;
        return good ? cudaSuccess : cudaErrorInvalidValue;
    }
    if (good && d->resType == CU_RESOURCE_TYPE_PITCH2D) {
        good = channels_of(d->res.pitch2D.format, d->res.pitch2D.numChannels, channels);
        r->resType = cudaResourceTypePitch2D;
        r->res.pitch2D.devPtr = (void *)(uintptr_t)d->res.pitch2D.devPtr;
        r->res.pitch2D.width = d->res.pitch2D.width;
        r->res.pitch2D.height = d->res.pitch2D.height;
        r->res.pitch2D.pitchInBytes = d->res.pitch2D.pitchInBytes;
        if (good)
            r->res.pitch2D.desc = *channels;
        return good ? cudaSuccess : cudaErrorInvalidValue;
    }
    if (good && d->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
        cudart_complain("cuTexObjectCreate: mipmapped arrays of the driver API are not supported, expected those of the runtime");
    return good && d->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY ? cudaErrorNotSupported : cudaErrorInvalidValue;
}

// Short integers are read as fractions of 1 unless integers are asked for.
static cudaError_t make_texture(CUtexObject *made, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *d, const void *view)
{
    cudaResourceDesc r;
    cudaTextureDesc t = { .maxAnisotropy = 0 };
    cudaChannelFormatDesc channels;
    const unsigned known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB;
    cudaError_t error = made && d && !(d->flags & ~known) ? resource_of(resource, &r, &channels) : cudaErrorInvalidValue;

    if (error)
        return error;
    for (unsigned i = 0; i < 3; i++)
        t.addressMode[i] = (cudaTextureAddressMode)d->addressMode[i];
    t.filterMode = (cudaTextureFilterMode)d->filterMode;
    t.readMode = channels.f != cudaChannelFormatKindFloat && channels.x < 32 && !(d->flags & CU_TRSF_READ_AS_INTEGER) ?
                 cudaReadModeNormalizedFloat : cudaReadModeElementType;
    t.sRGB = (d->flags & CU_TRSF_SRGB) != 0;
    t.normalizedCoords = (d->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    t.maxAnisotropy = d->maxAnisotropy;
    t.mipmapFilterMode = (cudaTextureFilterMode)d->mipmapFilterMode;
    t.mipmapLevelBias = d->mipmapLevelBias;
    t.minMipmapLevelClamp = d->minMipmapLevelClamp;
    t.maxMipmapLevelClamp = d->maxMipmapLevelClamp;
    memcpy(t.borderColor, d->borderColor, sizeof t.borderColor);
    return cudaCreateTextureObject((cudaTextureObject_t *)made, &r, &t, view);
}

CUresult cuTexObjectCreate(CUtexObject *made, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *d,
                           const CUDA_RESOURCE_VIEW_DESC *view)
{
    AS_RUNTIME(make_texture(made, resource, d, view));
}

CUresult cuTexObjectDestroy(CUtexObject object) { AS_RUNTIME(cudaDestroyTextureObject(object)); }

static cudaError_t make_surface(CUsurfObject *made, const CUDA_RESOURCE_DESC *resource)
{
    cudaResourceDesc r;
    cudaChannelFormatDesc channels;
    cudaError_t error = made && resource && resource->resType == CU_RESOURCE_TYPE_ARRAY ? resource_of(resource, &r, &channels)
                                                                                       : cudaErrorInvalidValue;

    return error ? error : cudaCreateSurfaceObject((cudaSurfaceObject_t *)made, &r);
}

CUresult cuSurfObjectCreate(CUsurfObject *made, const CUDA_RESOURCE_DESC *resource) { AS_RUNTIME(make_surface(made, resource)); }
CUresult cuSurfObjectDestroy(CUsurfObject object) { AS_RUNTIME(cudaDestroySurfaceObject(object)); }

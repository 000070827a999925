// SPDX-License-Identifier: BSD-3-Clause
// Types of arrays, box copies, textures and surfaces in the driver API (CUDA Driver API reference). Part of <cuda.h>.
#ifndef WARPLOCK_DRIVER_ARRAY_TYPES_H
#define WARPLOCK_DRIVER_ARRAY_TYPES_H

typedef unsigned long long CUsurfObject;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef enum CUarray_format_enum {
    CU_AD_FORMAT_UNSIGNED_INT8 = 1, CU_AD_FORMAT_UNSIGNED_INT16 = 2, CU_AD_FORMAT_UNSIGNED_INT32 = 3, CU_AD_FORMAT_SIGNED_INT8 = 8,
    CU_AD_FORMAT_SIGNED_INT16 = 9, CU_AD_FORMAT_SIGNED_INT32 = 10, CU_AD_FORMAT_HALF = 16, CU_AD_FORMAT_FLOAT = 32
} CUarray_format;
typedef enum CUaddress_mode_enum {
    CU_TR_ADDRESS_MODE_WRAP = 0, CU_TR_ADDRESS_MODE_CLAMP = 1, CU_TR_ADDRESS_MODE_MIRROR = 2, CU_TR_ADDRESS_MODE_BORDER = 3
} CUaddress_mode;
typedef enum CUfilter_mode_enum { CU_TR_FILTER_MODE_POINT = 0, CU_TR_FILTER_MODE_LINEAR = 1 } CUfilter_mode;
typedef enum CUresourcetype_enum {
    CU_RESOURCE_TYPE_ARRAY = 0, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1, CU_RESOURCE_TYPE_LINEAR = 2, CU_RESOURCE_TYPE_PITCH2D = 3
} CUresourcetype;

#define CUDA_ARRAY3D_LAYERED          1
#define CUDA_ARRAY3D_2DARRAY          1
#define CUDA_ARRAY3D_SURFACE_LDST     2
#define CUDA_ARRAY3D_CUBEMAP          4
#define CUDA_ARRAY3D_TEXTURE_GATHER   8
#define CU_TRSF_READ_AS_INTEGER       1
#define CU_TRSF_NORMALIZED_COORDINATES 2
#define CU_TRSF_SRGB                  16

typedef struct CUDA_ARRAY_DESCRIPTOR_st {
    size_t         Width, Height;
    CUarray_format Format;
    unsigned       NumChannels;
} CUDA_ARRAY_DESCRIPTOR;
typedef struct CUDA_ARRAY3D_DESCRIPTOR_st {
    size_t         Width, Height, Depth;
    CUarray_format Format;
    unsigned       NumChannels, Flags;
} CUDA_ARRAY3D_DESCRIPTOR;
typedef struct CUDA_MEMCPY2D_st {
    size_t       srcXInBytes, srcY;
    CUmemorytype srcMemoryType;
    const void  *srcHost;
    CUdeviceptr  srcDevice;
    CUarray      srcArray;
    size_t       srcPitch, dstXInBytes, dstY;
    CUmemorytype dstMemoryType;
    void        *dstHost;
    CUdeviceptr  dstDevice;
    CUarray      dstArray;
    size_t       dstPitch, WidthInBytes, Height;
} CUDA_MEMCPY2D;
typedef struct CUDA_RESOURCE_DESC_st {
    CUresourcetype resType;
    union {
        struct { CUarray hArray; } array;
        struct { CUmipmappedArray hMipmappedArray; } mipmap;
        struct { CUdeviceptr devPtr; CUarray_format format; unsigned numChannels; size_t sizeInBytes; } linear;
        struct { CUdeviceptr devPtr; CUarray_format format; unsigned numChannels; size_t width, height, pitchInBytes; } pitch2D;
        struct { int reserved[32]; } reserved;
    } res;
    unsigned flags;
} CUDA_RESOURCE_DESC;
typedef struct CUDA_TEXTURE_DESC_st {
    CUaddress_mode addressMode[3];
    CUfilter_mode  filterMode;
    unsigned       flags, maxAnisotropy;
    CUfilter_mode  mipmapFilterMode;
    float          mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4];
    int            reserved[12];
} CUDA_TEXTURE_DESC;
typedef struct CUDA_RESOURCE_VIEW_DESC_st {
    int      format;
    size_t   width, height, depth;
    unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer, reserved[16];
} CUDA_RESOURCE_VIEW_DESC;

#define cuArrayCreate           cuArrayCreate_v2
#define cuArray3DCreate         cuArray3DCreate_v2
#define cuArrayGetDescriptor    cuArrayGetDescriptor_v2
#define cuArray3DGetDescriptor  cuArray3DGetDescriptor_v2
#define cuMemcpy2D              cuMemcpy2D_v2
#define cuMemcpy2DUnaligned     cuMemcpy2DUnaligned_v2
#define cuMemcpy2DAsync         cuMemcpy2DAsync_v2
#define cuMemcpy3D              cuMemcpy3D_v2
#define cuMemcpy3DAsync         cuMemcpy3DAsync_v2
#define cuMemcpyHtoA            cuMemcpyHtoA_v2
#define cuMemcpyAtoH            cuMemcpyAtoH_v2

#endif

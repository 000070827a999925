// SPDX-License-Identifier: BSD-3-Clause
// Types of textures (Runtime API reference, "Texture Reference Management", "Texture Object Management"). For C as well.
#ifndef __TEXTURE_TYPES_H__
#define __TEXTURE_TYPES_H__

#include "driver_types.h"

#define cudaTextureType1D               0x01
#define cudaTextureType2D               0x02
#define cudaTextureType3D               0x03
#define cudaTextureTypeCubemap          0x0C
#define cudaTextureType1DLayered        0xF1
#define cudaTextureType2DLayered        0xF2
#define cudaTextureTypeCubemapLayered   0xFC

typedef enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3
} cudaTextureAddressMode;
typedef enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 } cudaTextureFilterMode;
typedef enum cudaTextureReadMode {
    cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1
} cudaTextureReadMode;
typedef struct textureReference {
    int                    normalized;
    cudaTextureFilterMode  filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc  channelDesc;
    int                    sRGB;
    unsigned               maxAnisotropy;
    cudaTextureFilterMode  mipmapFilterMode;
    float                  mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int                    disableTrilinearOptimization;
    int                    reserved[14];
} textureReference;
typedef struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode  filterMode;
    cudaTextureReadMode    readMode;
    int                    sRGB;
    float                  borderColor[4];
    int                    normalizedCoords;
    unsigned               maxAnisotropy;
    cudaTextureFilterMode  mipmapFilterMode;
    float                  mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int                    disableTrilinearOptimization;
} cudaTextureDesc;
typedef unsigned long long cudaTextureObject_t;

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Types of surfaces (Runtime API reference, "Surface Reference Management"). For C as well.
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

#include "driver_types.h"

#define cudaSurfaceType1D               0x01
#define cudaSurfaceType2D               0x02
#define cudaSurfaceType3D               0x03
#define cudaSurfaceTypeCubemap          0x0C
#define cudaSurfaceType1DLayered        0xF1
#define cudaSurfaceType2DLayered        0xF2
#define cudaSurfaceTypeCubemapLayered   0xFC

typedef enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2
} cudaSurfaceBoundaryMode;
typedef enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 } cudaSurfaceFormatMode;
typedef struct surfaceReference { cudaChannelFormatDesc channelDesc; } surfaceReference;
typedef unsigned long long cudaSurfaceObject_t;

#endif

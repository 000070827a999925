// SPDX-License-Identifier: BSD-3-Clause
// Types of surfaces (Runtime API reference, "Surface Reference Management"). For C as well. Kernels that use them are not executed.
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

#include "driver_types.h"

typedef enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2
} cudaSurfaceBoundaryMode;
typedef enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 } cudaSurfaceFormatMode;
typedef struct surfaceReference { cudaChannelFormatDesc channelDesc; } surfaceReference;
typedef unsigned long long cudaSurfaceObject_t;

#endif

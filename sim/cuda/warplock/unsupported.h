// SPDX-License-Identifier: BSD-3-Clause
// Functions on textures and surfaces that CUDA has and this GPU has not: a program that calls one is refused when it is
// compiled, with these words (docs/cuda.md). Names are those of the CUDA C++ Programming Guide, "Texture Functions" and
// "Surface Functions".
#ifndef WARPLOCK_CUDA_UNSUPPORTED_H
#define WARPLOCK_CUDA_UNSUPPORTED_H

#define WARPLOCK_UNSUPPORTED(name, words) \
    template <typename T = float, typename... Arguments> \
    __device__ T name(Arguments...) __attribute__((unavailable("not supported by warplock: " words)));
#define WARPLOCK_LAYERED(name) \
    WARPLOCK_UNSUPPORTED(name, "layered textures; use a tex2D of all layers, one below the other")
WARPLOCK_LAYERED(tex1DLayered) WARPLOCK_LAYERED(tex1DLayeredLod) WARPLOCK_LAYERED(tex1DLayeredGrad)
WARPLOCK_LAYERED(tex2DLayered) WARPLOCK_LAYERED(tex2DLayeredLod) WARPLOCK_LAYERED(tex2DLayeredGrad)
#undef WARPLOCK_LAYERED
#define WARPLOCK_CUBE(name) WARPLOCK_UNSUPPORTED(name, "cube textures; compute the face and use tex2D")
WARPLOCK_CUBE(texCubemap) WARPLOCK_CUBE(texCubemapLod) WARPLOCK_CUBE(texCubemapGrad)
WARPLOCK_CUBE(texCubemapLayered) WARPLOCK_CUBE(texCubemapLayeredLod) WARPLOCK_CUBE(texCubemapLayeredGrad)
#undef WARPLOCK_CUBE
#define WARPLOCK_LEVELS(name) \
    WARPLOCK_UNSUPPORTED(name, "levels, gradients and gathers of textures; use tex1D or tex2D")
WARPLOCK_LEVELS(tex1DLod) WARPLOCK_LEVELS(tex2DLod) WARPLOCK_LEVELS(tex3DLod)
WARPLOCK_LEVELS(tex1DGrad) WARPLOCK_LEVELS(tex2DGrad) WARPLOCK_LEVELS(tex3DGrad) WARPLOCK_LEVELS(tex2Dgather)
#undef WARPLOCK_LEVELS
#define WARPLOCK_SURFACE(name) \
    WARPLOCK_UNSUPPORTED(name##read, "surfaces; read and write global memory") \
    WARPLOCK_UNSUPPORTED(name##write, "surfaces; read and write global memory")
WARPLOCK_SURFACE(surf1D) WARPLOCK_SURFACE(surf2D) WARPLOCK_SURFACE(surf3D)
WARPLOCK_SURFACE(surf1DLayered) WARPLOCK_SURFACE(surf2DLayered)
WARPLOCK_SURFACE(surfCubemap) WARPLOCK_SURFACE(surfCubemapLayered)
#undef WARPLOCK_SURFACE
#undef WARPLOCK_UNSUPPORTED

#endif

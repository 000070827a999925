// SPDX-License-Identifier: BSD-3-Clause
// Texture functions of CUDA that this GPU lacks: compiling a program that calls one fails with these words (docs/cuda.md).
// Names are those of the CUDA C++ Programming Guide, "Texture Functions".
#ifndef WARPLOCK_CUDA_UNSUPPORTED_H
#define WARPLOCK_CUDA_UNSUPPORTED_H

#define WARPLOCK_UNSUPPORTED(name, words) \
    template <typename T = float, typename... Arguments> \
    __device__ T name(Arguments...) __attribute__((unavailable("not supported by warplock: " words)));
#define WARPLOCK_GRADIENTS(name) \
    WARPLOCK_UNSUPPORTED(name##Grad, "gradients of textures; compute the level and use " #name "Lod")
WARPLOCK_GRADIENTS(tex1D) WARPLOCK_GRADIENTS(tex2D) WARPLOCK_GRADIENTS(tex3D)
WARPLOCK_GRADIENTS(tex1DLayered) WARPLOCK_GRADIENTS(tex2DLayered)
WARPLOCK_GRADIENTS(texCubemap) WARPLOCK_GRADIENTS(texCubemapLayered)
#undef WARPLOCK_GRADIENTS
#undef WARPLOCK_UNSUPPORTED

#endif

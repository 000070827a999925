// SPDX-License-Identifier: BSD-3-Clause
// Surface reads and writes (Programming Guide, "Surface Functions"), by the PTX instructions that nvcc uses. The first
// coordinate counts bytes; a layer or a face follows the other coordinates.
#ifndef WARPLOCK_CUDA_SURFACES_H
#define WARPLOCK_CUDA_SURFACES_H

namespace warplock_surface {
enum geometry { one, two, three, layers1, layers2 };

// A thread's data, in words.
template <int bytes> struct cell { static_assert(bytes < 0, "a surface is read and written by 1, 2, 4, 8 or 16 bytes"); };
template <> struct cell<1> { unsigned short w[1]; };
template <> struct cell<2> { unsigned short w[1]; };
template <> struct cell<4> { unsigned w[1]; };
template <> struct cell<8> { unsigned w[2]; };
template <> struct cell<16> { unsigned w[4]; };

template <geometry g, int mode, int bytes> struct access;
#define WARPLOCK_WORDS_1(letter) [a] letter(c.w[0])
#define WARPLOCK_WORDS_2(letter) [a] letter(c.w[0]), [b] letter(c.w[1])
#define WARPLOCK_WORDS_4(letter) [a] letter(c.w[0]), [b] letter(c.w[1]), [c] letter(c.w[2]), [d] letter(c.w[3])
#define WARPLOCK_CELL(g, ptx, places, mode, boundary, bytes, form, list, words, letter) \
    template <> struct access<g, mode, bytes> { \
        static __device__ __forceinline__ void load(cell<bytes> &c, unsigned long long s, int x, int y, int z) \
        { asm volatile("suld.b." ptx form "." boundary " " list ", [%[s], " places "];" \
                       : words("=" letter) : [s] "l"(s), [x] "r"(x), [y] "r"(y), [z] "r"(z) : "memory"); } \
        static __device__ __forceinline__ void store(const cell<bytes> &c, unsigned long long s, int x, int y, int z) \
        { asm volatile("sust.b." ptx form "." boundary " [%[s], " places "], " list ";" \
                       : : words(letter), [s] "l"(s), [x] "r"(x), [y] "r"(y), [z] "r"(z) : "memory"); } \
    };
#define WARPLOCK_CELLS(g, ptx, places, mode, boundary) \
    WARPLOCK_CELL(g, ptx, places, mode, boundary, 1, ".b8", "{%[a]}", WARPLOCK_WORDS_1, "h") \
    WARPLOCK_CELL(g, ptx, places, mode, boundary, 2, ".b16", "{%[a]}", WARPLOCK_WORDS_1, "h") \
    WARPLOCK_CELL(g, ptx, places, mode, boundary, 4, ".b32", "{%[a]}", WARPLOCK_WORDS_1, "r") \
    WARPLOCK_CELL(g, ptx, places, mode, boundary, 8, ".v2.b32", "{%[a], %[b]}", WARPLOCK_WORDS_2, "r") \
    WARPLOCK_CELL(g, ptx, places, mode, boundary, 16, ".v4.b32", "{%[a], %[b], %[c], %[d]}", WARPLOCK_WORDS_4, "r")
#define WARPLOCK_BOUNDARIES(g, ptx, places) \
    WARPLOCK_CELLS(g, ptx, places, cudaBoundaryModeZero, "zero") \
    WARPLOCK_CELLS(g, ptx, places, cudaBoundaryModeClamp, "clamp") \
    WARPLOCK_CELLS(g, ptx, places, cudaBoundaryModeTrap, "trap")
WARPLOCK_BOUNDARIES(one, "1d", "{%[x]}")
WARPLOCK_BOUNDARIES(two, "2d", "{%[x], %[y]}")
WARPLOCK_BOUNDARIES(three, "3d", "{%[x], %[y], %[z], %[z]}")
WARPLOCK_BOUNDARIES(layers1, "a1d", "{%[z], %[x]}")
WARPLOCK_BOUNDARIES(layers2, "a2d", "{%[z], %[x], %[y], %[y]}")
#undef WARPLOCK_BOUNDARIES
#undef WARPLOCK_CELLS
#undef WARPLOCK_CELL
#undef WARPLOCK_WORDS_4
#undef WARPLOCK_WORDS_2
#undef WARPLOCK_WORDS_1

template <geometry g, class T> static __device__ __forceinline__ T
load(unsigned long long s, int x, int y, int z, cudaSurfaceBoundaryMode mode)
{
    cell<sizeof(T)> c;
    T value;
    if (mode == cudaBoundaryModeZero)
        access<g, cudaBoundaryModeZero, sizeof(T)>::load(c, s, x, y, z);
    else if (mode == cudaBoundaryModeClamp)
        access<g, cudaBoundaryModeClamp, sizeof(T)>::load(c, s, x, y, z);
    else
        access<g, cudaBoundaryModeTrap, sizeof(T)>::load(c, s, x, y, z);
    __builtin_memcpy(&value, &c, sizeof value);
    return value;
}

template <geometry g, class T> static __device__ __forceinline__ void
store(const T &value, unsigned long long s, int x, int y, int z, cudaSurfaceBoundaryMode mode)
{
    cell<sizeof(T)> c = {};
    __builtin_memcpy(&c, &value, sizeof value);
    if (mode == cudaBoundaryModeZero)
        access<g, cudaBoundaryModeZero, sizeof(T)>::store(c, s, x, y, z);
    else if (mode == cudaBoundaryModeClamp)
        access<g, cudaBoundaryModeClamp, sizeof(T)>::store(c, s, x, y, z);
    else
        access<g, cudaBoundaryModeTrap, sizeof(T)>::store(c, s, x, y, z);
}

template <class T> static __device__ __forceinline__ unsigned long long handle(T t) { return *(unsigned long long *)&t; }
}

// By object or by reference, which a program may declare with type void.
#define WARPLOCK_SURFACE(name, kind, g, parameters, x, y, z) \
    template <class T> static __device__ __forceinline__ T \
    name##read(cudaSurfaceObject_t s, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { return warplock_surface::load<warplock_surface::g, T>(s, x, y, z, mode); } \
    template <class T> static __device__ __forceinline__ void \
    name##read(T *to, cudaSurfaceObject_t s, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { *to = warplock_surface::load<warplock_surface::g, T>(s, x, y, z, mode); } \
    template <class T> static __device__ __forceinline__ void \
    name##write(T value, cudaSurfaceObject_t s, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { warplock_surface::store<warplock_surface::g, T>(value, s, x, y, z, mode); } \
    template <class T> static __device__ __forceinline__ T \
    name##read(surface<void, kind> s, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { return warplock_surface::load<warplock_surface::g, T>(warplock_surface::handle(s), x, y, z, mode); } \
    template <class T> static __device__ __forceinline__ void \
    name##read(T *to, surface<void, kind> s, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { *to = warplock_surface::load<warplock_surface::g, T>(warplock_surface::handle(s), x, y, z, mode); } \
    template <class T> static __device__ __forceinline__ void \
    name##write(T value, surface<void, kind> s, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { warplock_surface::store<warplock_surface::g, T>(value, warplock_surface::handle(s), x, y, z, mode); }
#define WARPLOCK_AND ,
WARPLOCK_SURFACE(surf1D, cudaSurfaceType1D, one, int x, x, 0, 0)
WARPLOCK_SURFACE(surf2D, cudaSurfaceType2D, two, int x WARPLOCK_AND int y, x, y, 0)
WARPLOCK_SURFACE(surf3D, cudaSurfaceType3D, three, int x WARPLOCK_AND int y WARPLOCK_AND int z, x, y, z)
WARPLOCK_SURFACE(surf1DLayered, cudaSurfaceType1DLayered, layers1, int x WARPLOCK_AND int layer, x, 0, layer)
WARPLOCK_SURFACE(surf2DLayered, cudaSurfaceType2DLayered, layers2, int x WARPLOCK_AND int y WARPLOCK_AND int layer, x, y, layer)
WARPLOCK_SURFACE(surfCubemap, cudaSurfaceTypeCubemap, layers2, int x WARPLOCK_AND int y WARPLOCK_AND int face, x, y, face)
WARPLOCK_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, layers2, int x WARPLOCK_AND int y WARPLOCK_AND int face, x, y, face)
#undef WARPLOCK_AND
#undef WARPLOCK_SURFACE

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Fetches from textures (Programming Guide, "Texture Functions"): the instructions of PTX with which nvcc, too, fetches. Of
// the four values that they give a type takes as many as it has.
#ifndef WARPLOCK_CUDA_TEXTURES_H
#define WARPLOCK_CUDA_TEXTURES_H

namespace warplock_texture {
// What a fetch of T gives: vectors of 32 bits, floats where the texture is normalized.
template <class T> struct channel;
#define WARPLOCK_CHANNEL(name, type, wide) \
    template <> struct channel<type> { typedef wide word; static __device__ type of(const wide *v) { return (type)v[0]; } }; \
    template <> struct channel<name##1> { typedef wide word; \
        static __device__ name##1 of(const wide *v) { return make_##name##1((decltype(name##1::x))v[0]); } }; \
    template <> struct channel<name##2> { typedef wide word; \
        static __device__ name##2 of(const wide *v) { return make_##name##2((decltype(name##1::x))v[0], (decltype(name##1::x))v[1]); } }; \
    template <> struct channel<name##4> { typedef wide word; \
        static __device__ name##4 of(const wide *v) { return make_##name##4((decltype(name##1::x))v[0], (decltype(name##1::x))v[1], \
                                                                            (decltype(name##1::x))v[2], (decltype(name##1::x))v[3]); } };
WARPLOCK_CHANNEL(char, signed char, int)
WARPLOCK_CHANNEL(uchar, unsigned char, unsigned)
WARPLOCK_CHANNEL(short, short, int)
WARPLOCK_CHANNEL(ushort, unsigned short, unsigned)
WARPLOCK_CHANNEL(int, int, int)
WARPLOCK_CHANNEL(uint, unsigned, unsigned)
WARPLOCK_CHANNEL(float, float, float)
#undef WARPLOCK_CHANNEL
template <> struct channel<char> { typedef int word; static __device__ char of(const int *v) { return (char)v[0]; } };

// The type of a texture that is read as normalized floats: as many floats.
template <class T, cudaTextureReadMode mode> struct fetched { typedef T type; };
#define WARPLOCK_NORMALIZED(from, to) template <> struct fetched<from, cudaReadModeNormalizedFloat> { typedef to type; };
#define WARPLOCK_NORMALIZED_ALL(name, one) \
    WARPLOCK_NORMALIZED(one, float) WARPLOCK_NORMALIZED(name##1, float1) WARPLOCK_NORMALIZED(name##2, float2) \
    WARPLOCK_NORMALIZED(name##4, float4)
WARPLOCK_NORMALIZED(char, float)
WARPLOCK_NORMALIZED_ALL(char, signed char)
WARPLOCK_NORMALIZED_ALL(uchar, unsigned char)
WARPLOCK_NORMALIZED_ALL(short, short)
WARPLOCK_NORMALIZED_ALL(ushort, unsigned short)
#undef WARPLOCK_NORMALIZED_ALL
#undef WARPLOCK_NORMALIZED

#define WARPLOCK_FETCH(type, ptx, letter) \
    static __device__ __forceinline__ void fetch1(type *v, unsigned long long t, int x) \
    { asm volatile("tex.1d.v4." ptx ".s32 {%0, %1, %2, %3}, [%4, {%5}];" \
                   : "=" letter(v[0]), "=" letter(v[1]), "=" letter(v[2]), "=" letter(v[3]) : "l"(t), "r"(x)); } \
    static __device__ __forceinline__ void fetch1(type *v, unsigned long long t, float x) \
    { asm volatile("tex.1d.v4." ptx ".f32 {%0, %1, %2, %3}, [%4, {%5}];" \
                   : "=" letter(v[0]), "=" letter(v[1]), "=" letter(v[2]), "=" letter(v[3]) : "l"(t), "f"(x)); } \
    static __device__ __forceinline__ void fetch2(type *v, unsigned long long t, float x, float y) \
    { asm volatile("tex.2d.v4." ptx ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" \
                   : "=" letter(v[0]), "=" letter(v[1]), "=" letter(v[2]), "=" letter(v[3]) : "l"(t), "f"(x), "f"(y)); } \
    static __device__ __forceinline__ void fetch3(type *v, unsigned long long t, float x, float y, float z) \
    { asm volatile("tex.3d.v4." ptx ".f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" \
                   : "=" letter(v[0]), "=" letter(v[1]), "=" letter(v[2]), "=" letter(v[3]) : "l"(t), "f"(x), "f"(y), "f"(z)); }
WARPLOCK_FETCH(int, "s32", "r")
WARPLOCK_FETCH(unsigned, "u32", "r")
WARPLOCK_FETCH(float, "f32", "f")
#undef WARPLOCK_FETCH
template <class T> static __device__ __forceinline__ unsigned long long handle(T t) { return *(unsigned long long *)&t; }
}

#define WARPLOCK_TEXTURE_FETCH(name, dimensions, fetch, parameters, arguments) \
    template <class T, cudaTextureReadMode mode> static __device__ __forceinline__ \
    typename warplock_texture::fetched<T, mode>::type name(texture<T, dimensions, mode> t, parameters) \
    { \
        typedef warplock_texture::channel<typename warplock_texture::fetched<T, mode>::type> kind; \
        typename kind::word v[4]; \
        warplock_texture::fetch(v, warplock_texture::handle(t), arguments); \
        return kind::of(v); \
    } \
    template <class T> static __device__ __forceinline__ T name(cudaTextureObject_t t, parameters) \
    { \
        typename warplock_texture::channel<T>::word v[4]; \
        warplock_texture::fetch(v, t, arguments); \
        return warplock_texture::channel<T>::of(v); \
    } \
    template <class T> static __device__ __forceinline__ void name(T *to, cudaTextureObject_t t, parameters) \
    { *to = name<T>(t, arguments); }
#define WARPLOCK_COMMA ,
WARPLOCK_TEXTURE_FETCH(tex1Dfetch, cudaTextureType1D, fetch1, int x, x)
WARPLOCK_TEXTURE_FETCH(tex1D, cudaTextureType1D, fetch1, float x, x)
WARPLOCK_TEXTURE_FETCH(tex2D, cudaTextureType2D, fetch2, float x WARPLOCK_COMMA float y, x WARPLOCK_COMMA y)
WARPLOCK_TEXTURE_FETCH(tex3D, cudaTextureType3D, fetch3, float x WARPLOCK_COMMA float y WARPLOCK_COMMA float z,
                       x WARPLOCK_COMMA y WARPLOCK_COMMA z)
#undef WARPLOCK_COMMA
#undef WARPLOCK_TEXTURE_FETCH

#endif

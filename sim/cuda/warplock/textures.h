// SPDX-License-Identifier: BSD-3-Clause
// Texture fetches (Programming Guide, "Texture Functions"), by the PTX instructions that nvcc uses. A type takes as many of
// their four values as it has.
#ifndef WARPLOCK_CUDA_TEXTURES_H
#define WARPLOCK_CUDA_TEXTURES_H

namespace warplock_texture {
// The result of a fetch of T: 32-bit vectors, floats where the texture is normalized.
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

// The type of a texture read as normalized floats: as many floats.
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

#define WARPLOCK_FETCH(type, ptx, letter, name, parameters, form, coordinate, places, ...) \
    static __device__ __forceinline__ void name parameters \
    { asm volatile(form ".v4." ptx "." coordinate " {%0, %1, %2, %3}, [%4, " places ";" \
                   : "=" letter(v[0]), "=" letter(v[1]), "=" letter(v[2]), "=" letter(v[3]) : "l"(t), __VA_ARGS__); }
#define WARPLOCK_FETCHES(T, ptx, c) \
    WARPLOCK_FETCH(T, ptx, c, fetch1, (T *v, unsigned long long t, int x), "tex.1d", "s32", "{%5}]", "r"(x)) \
    WARPLOCK_FETCH(T, ptx, c, fetch1, (T *v, unsigned long long t, float x), "tex.1d", "f32", "{%5}]", "f"(x)) \
    WARPLOCK_FETCH(T, ptx, c, fetch2, (T *v, unsigned long long t, float x, float y), "tex.2d", "f32", "{%5, %6}]", "f"(x), "f"(y)) \
    WARPLOCK_FETCH(T, ptx, c, fetch3, (T *v, unsigned long long t, float x, float y, float z), "tex.3d", "f32", "{%5, %6, %7, %7}]", \
                   "f"(x), "f"(y), "f"(z)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_layer1, (T *v, unsigned long long t, float x, int layer), "tex.a1d", "f32", "{%5, %6}]", \
                   "r"(layer), "f"(x)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_layer2, (T *v, unsigned long long t, float x, float y, int layer), "tex.a2d", "f32", \
                   "{%5, %6, %7, %7}]", "r"(layer), "f"(x), "f"(y)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_cube, (T *v, unsigned long long t, float x, float y, float z), "tex.cube", "f32", \
                   "{%5, %6, %7, %7}]", "f"(x), "f"(y), "f"(z)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_layer_cube, (T *v, unsigned long long t, float x, float y, float z, int layer), "tex.acube", "f32", \
                   "{%5, %6, %7, %8}]", "r"(layer), "f"(x), "f"(y), "f"(z)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_level1, (T *v, unsigned long long t, float x, float level), "tex.level.1d", "f32", "{%5}], %6", \
                   "f"(x), "f"(level)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_level2, (T *v, unsigned long long t, float x, float y, float level), "tex.level.2d", "f32", \
                   "{%5, %6}], %7", "f"(x), "f"(y), "f"(level)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_level3, (T *v, unsigned long long t, float x, float y, float z, float level), "tex.level.3d", "f32", \
                   "{%5, %6, %7, %7}], %8", "f"(x), "f"(y), "f"(z), "f"(level)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_layer_level1, (T *v, unsigned long long t, float x, int layer, float level), "tex.level.a1d", "f32", \
                   "{%5, %6}], %7", "r"(layer), "f"(x), "f"(level)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_layer_level2, (T *v, unsigned long long t, float x, float y, int layer, float level), \
                   "tex.level.a2d", "f32", "{%5, %6, %7, %7}], %8", "r"(layer), "f"(x), "f"(y), "f"(level)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_level_cube, (T *v, unsigned long long t, float x, float y, float z, float level), "tex.level.cube", \
                   "f32", "{%5, %6, %7, %7}], %8", "f"(x), "f"(y), "f"(z), "f"(level)) \
    WARPLOCK_FETCH(T, ptx, c, fetch_layer_level_cube, \
                   (T *v, unsigned long long t, float x, float y, float z, int layer, float level), "tex.level.acube", "f32", \
                   "{%5, %6, %7, %8}], %9", "r"(layer), "f"(x), "f"(y), "f"(z), "f"(level)) \
    WARPLOCK_FETCH(T, ptx, c, gather0, (T *v, unsigned long long t, float x, float y), "tld4.r.2d", "f32", "{%5, %6}]", "f"(x), "f"(y)) \
    WARPLOCK_FETCH(T, ptx, c, gather1, (T *v, unsigned long long t, float x, float y), "tld4.g.2d", "f32", "{%5, %6}]", "f"(x), "f"(y)) \
    WARPLOCK_FETCH(T, ptx, c, gather2, (T *v, unsigned long long t, float x, float y), "tld4.b.2d", "f32", "{%5, %6}]", "f"(x), "f"(y)) \
    WARPLOCK_FETCH(T, ptx, c, gather3, (T *v, unsigned long long t, float x, float y), "tld4.a.2d", "f32", "{%5, %6}]", "f"(x), "f"(y)) \
    static __device__ __forceinline__ void gather(T *v, unsigned long long t, float x, float y, int channel) \
    { \
        switch (channel) { \
        case 0:  gather0(v, t, x, y); break; \
        case 1:  gather1(v, t, x, y); break; \
        case 2:  gather2(v, t, x, y); break; \
        default: gather3(v, t, x, y); \
        } \
    }
WARPLOCK_FETCHES(int, "s32", "r")
WARPLOCK_FETCHES(unsigned, "u32", "r")
WARPLOCK_FETCHES(float, "f32", "f")
#undef WARPLOCK_FETCHES
#undef WARPLOCK_FETCH
template <class T> static __device__ __forceinline__ unsigned long long handle(T t) { return *(unsigned long long *)&t; }
}

#define WARPLOCK_TEXTURE_FETCH(name, kind_of, fetch, parameters, arguments) \
    template <class T, cudaTextureReadMode mode> static __device__ __forceinline__ \
    typename warplock_texture::fetched<T, mode>::type name(texture<T, kind_of, mode> t, parameters) \
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
#define WARPLOCK_AND ,
WARPLOCK_TEXTURE_FETCH(tex1Dfetch, cudaTextureType1D, fetch1, int x, x)
WARPLOCK_TEXTURE_FETCH(tex1D, cudaTextureType1D, fetch1, float x, x)
WARPLOCK_TEXTURE_FETCH(tex2D, cudaTextureType2D, fetch2, float x WARPLOCK_AND float y, x WARPLOCK_AND y)
WARPLOCK_TEXTURE_FETCH(tex3D, cudaTextureType3D, fetch3, float x WARPLOCK_AND float y WARPLOCK_AND float z, x WARPLOCK_AND y WARPLOCK_AND z)
WARPLOCK_TEXTURE_FETCH(tex1DLayered, cudaTextureType1DLayered, fetch_layer1, float x WARPLOCK_AND int layer, x WARPLOCK_AND layer)
WARPLOCK_TEXTURE_FETCH(tex2DLayered, cudaTextureType2DLayered, fetch_layer2, float x WARPLOCK_AND float y WARPLOCK_AND int layer, x WARPLOCK_AND y WARPLOCK_AND layer)
WARPLOCK_TEXTURE_FETCH(texCubemap, cudaTextureTypeCubemap, fetch_cube, float x WARPLOCK_AND float y WARPLOCK_AND float z, x WARPLOCK_AND y WARPLOCK_AND z)
WARPLOCK_TEXTURE_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, fetch_layer_cube,
                       float x WARPLOCK_AND float y WARPLOCK_AND float z WARPLOCK_AND int layer, x WARPLOCK_AND y WARPLOCK_AND z WARPLOCK_AND layer)
WARPLOCK_TEXTURE_FETCH(tex1DLod, cudaTextureType1D, fetch_level1, float x WARPLOCK_AND float level, x WARPLOCK_AND level)
WARPLOCK_TEXTURE_FETCH(tex2DLod, cudaTextureType2D, fetch_level2, float x WARPLOCK_AND float y WARPLOCK_AND float level, x WARPLOCK_AND y WARPLOCK_AND level)
WARPLOCK_TEXTURE_FETCH(tex3DLod, cudaTextureType3D, fetch_level3, float x WARPLOCK_AND float y WARPLOCK_AND float z WARPLOCK_AND float level,
                       x WARPLOCK_AND y WARPLOCK_AND z WARPLOCK_AND level)
WARPLOCK_TEXTURE_FETCH(tex1DLayeredLod, cudaTextureType1DLayered, fetch_layer_level1, float x WARPLOCK_AND int layer WARPLOCK_AND float level,
                       x WARPLOCK_AND layer WARPLOCK_AND level)
WARPLOCK_TEXTURE_FETCH(tex2DLayeredLod, cudaTextureType2DLayered, fetch_layer_level2,
                       float x WARPLOCK_AND float y WARPLOCK_AND int layer WARPLOCK_AND float level, x WARPLOCK_AND y WARPLOCK_AND layer WARPLOCK_AND level)
WARPLOCK_TEXTURE_FETCH(texCubemapLod, cudaTextureTypeCubemap, fetch_level_cube, float x WARPLOCK_AND float y WARPLOCK_AND float z WARPLOCK_AND float level,
                       x WARPLOCK_AND y WARPLOCK_AND z WARPLOCK_AND level)
WARPLOCK_TEXTURE_FETCH(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, fetch_layer_level_cube,
                       float x WARPLOCK_AND float y WARPLOCK_AND float z WARPLOCK_AND int layer WARPLOCK_AND float level, x WARPLOCK_AND y WARPLOCK_AND z WARPLOCK_AND layer WARPLOCK_AND level)
WARPLOCK_TEXTURE_FETCH(tex2Dgather, cudaTextureType2D, gather, float x WARPLOCK_AND float y WARPLOCK_AND int channel = 0, x WARPLOCK_AND y WARPLOCK_AND channel)
#undef WARPLOCK_AND
#undef WARPLOCK_TEXTURE_FETCH

#endif

// SPDX-License-Identifier: BSD-3-Clause
// cudaCreateChannelDesc<T>(): for each type that a texture may have (Runtime API reference, "C++ API Routines").
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindNone};
}
#define WARPLOCK_CHANNEL(type, x, y, z, w, kind) \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() \
    { return cudaChannelFormatDesc{x, y, z, w, cudaChannelFormatKind##kind}; }
#define WARPLOCK_CHANNELS(name, type, bits, kind) \
    WARPLOCK_CHANNEL(type, bits, 0, 0, 0, kind) \
    WARPLOCK_CHANNEL(name##1, bits, 0, 0, 0, kind) \
    WARPLOCK_CHANNEL(name##2, bits, bits, 0, 0, kind) \
    WARPLOCK_CHANNEL(name##4, bits, bits, bits, bits, kind)
WARPLOCK_CHANNEL(char, 8, 0, 0, 0, Signed)
WARPLOCK_CHANNELS(char, signed char, 8, Signed)
WARPLOCK_CHANNELS(uchar, unsigned char, 8, Unsigned)
WARPLOCK_CHANNELS(short, short, 16, Signed)
WARPLOCK_CHANNELS(ushort, unsigned short, 16, Unsigned)
WARPLOCK_CHANNELS(int, int, 32, Signed)
WARPLOCK_CHANNELS(uint, unsigned, 32, Unsigned)
WARPLOCK_CHANNELS(float, float, 32, Float)
#undef WARPLOCK_CHANNELS
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf(void) { return cudaChannelFormatDesc{16, 0, 0, 0, cudaChannelFormatKindFloat}; }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1(void) { return cudaCreateChannelDescHalf(); }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2(void) { return cudaChannelFormatDesc{16, 16, 0, 0, cudaChannelFormatKindFloat}; }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4(void) { return cudaChannelFormatDesc{16, 16, 16, 16, cudaChannelFormatKindFloat}; }
#undef WARPLOCK_CHANNEL
#endif

#endif

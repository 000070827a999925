// SPDX-License-Identifier: BSD-3-Clause
// Votes, shuffles, matches and reductions among the threads of a warp (Programming Guide, "Warp Vote", "Warp Match",
// "Warp Reduce", "Warp Shuffle"). Those without _sync, gone from sm_70 on in CUDA, are here for every architecture from sm_30 on.
#ifndef WARPLOCK_CUDA_WARP_H
#define WARPLOCK_CUDA_WARP_H

WARPLOCK_DEVICE unsigned __activemask()
{
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}

#define WARPLOCK_VOTE(name, mode) \
    WARPLOCK_DEVICE int __##name##_sync(unsigned mask, int predicate) { \
        int result; \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." mode ".pred q, p, %2; selp.s32 %0, 1, 0, q; }" \
                     : "=r"(result) : "r"(predicate), "r"(mask)); \
        return result; } \
    WARPLOCK_DEVICE int __##name(int predicate) { \
        int result; \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote." mode ".pred q, p; selp.s32 %0, 1, 0, q; }" \
                     : "=r"(result) : "r"(predicate)); \
        return result; }
WARPLOCK_VOTE(all, "all")
WARPLOCK_VOTE(any, "any")
WARPLOCK_VOTE(uni, "uni")
#undef WARPLOCK_VOTE
WARPLOCK_DEVICE unsigned __ballot_sync(unsigned mask, int predicate)
{
    unsigned result;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                 : "=r"(result) : "r"(predicate), "r"(mask));
    return result;
}
WARPLOCK_DEVICE unsigned __ballot(int predicate)
{
    unsigned result;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.ballot.b32 %0, p; }" : "=r"(result) : "r"(predicate));
    return result;
}

// A shuffle moves 32-bit words; other types are built from them. `clamp` of PTX encodes CUDA's width: the segment's lanes in
// bits 8 to 12, the last lane read in bits 0 to 4.
template <class T, class Word> static __device__ __inline__ __attribute__((always_inline)) T warplock_by_words(T value, Word word)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a shuffle moves 4 or 8 bytes");
    unsigned words[sizeof(T) / 4];
    __builtin_memcpy(words, &value, sizeof value);
    for (unsigned i = 0; i < sizeof(T) / 4; i++)
        words[i] = word(words[i]);
    __builtin_memcpy(&value, words, sizeof value);
    return value;
}
#define WARPLOCK_SHUFFLE_WORD(name, mode, last) \
    struct warplock_##name##_sync { \
        unsigned mask, lane, clamp; \
        __device__ __attribute__((always_inline)) unsigned operator()(unsigned word) const { \
            unsigned result; \
            asm volatile("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;" \
                         : "=r"(result) : "r"(word), "r"(lane), "r"(clamp), "r"(mask)); \
            return result; } }; \
    struct warplock_##name { \
        unsigned lane, clamp; \
        __device__ __attribute__((always_inline)) unsigned operator()(unsigned word) const { \
            unsigned result; \
            asm volatile("shfl." mode ".b32 %0, %1, %2, %3;" : "=r"(result) : "r"(word), "r"(lane), "r"(clamp)); \
            return result; } };
#define WARPLOCK_SHUFFLE(name, last, lane_type, type) \
    WARPLOCK_DEVICE type __##name##_sync(unsigned mask, type value, lane_type lane, int width = 32) { \
        return warplock_by_words(value, warplock_##name##_sync{mask, (unsigned)lane, (unsigned)(32 - width) << 8 | last}); } \
    WARPLOCK_DEVICE type __##name(type value, lane_type lane, int width = 32) { \
        return warplock_by_words(value, warplock_##name{(unsigned)lane, (unsigned)(32 - width) << 8 | last}); }
#define WARPLOCK_SHUFFLES(name, mode, last, lane_type) \
    WARPLOCK_SHUFFLE_WORD(name, mode, last) \
    WARPLOCK_SHUFFLE(name, last, lane_type, int) \
    WARPLOCK_SHUFFLE(name, last, lane_type, unsigned) \
    WARPLOCK_SHUFFLE(name, last, lane_type, long) \
    WARPLOCK_SHUFFLE(name, last, lane_type, unsigned long) \
    WARPLOCK_SHUFFLE(name, last, lane_type, long long) \
    WARPLOCK_SHUFFLE(name, last, lane_type, unsigned long long) \
    WARPLOCK_SHUFFLE(name, last, lane_type, float) \
    WARPLOCK_SHUFFLE(name, last, lane_type, double)
WARPLOCK_SHUFFLES(shfl, "idx", 31u, int)
WARPLOCK_SHUFFLES(shfl_up, "up", 0u, unsigned)
WARPLOCK_SHUFFLES(shfl_down, "down", 31u, unsigned)
WARPLOCK_SHUFFLES(shfl_xor, "bfly", 31u, int)
#undef WARPLOCK_SHUFFLES
#undef WARPLOCK_SHUFFLE
#undef WARPLOCK_SHUFFLE_WORD

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
template <class T> static __device__ __inline__ unsigned __match_any_sync(unsigned mask, T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a match compares 4 or 8 bytes");
    unsigned result;
    if (sizeof(T) == 4) {
        unsigned bits;
        __builtin_memcpy(&bits, &value, sizeof bits);
        asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(result) : "r"(bits), "r"(mask));
    } else {
        unsigned long long bits;
        __builtin_memcpy(&bits, &value, sizeof bits);
        asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(result) : "l"(bits), "r"(mask));
    }
    return result;
}
template <class T> static __device__ __inline__ unsigned __match_all_sync(unsigned mask, T value, int *all)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a match compares 4 or 8 bytes");
    unsigned result;
    int same;
    if (sizeof(T) == 4) {
        unsigned bits;
        __builtin_memcpy(&bits, &value, sizeof bits);
        asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                     : "=r"(result), "=r"(same) : "r"(bits), "r"(mask));
    } else {
        unsigned long long bits;
        __builtin_memcpy(&bits, &value, sizeof bits);
        asm volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                     : "=r"(result), "=r"(same) : "l"(bits), "r"(mask));
    }
    *all = same;
    return result;
}
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define WARPLOCK_REDUCE(name, type, instruction) \
    WARPLOCK_DEVICE type __reduce_##name##_sync(unsigned mask, type value) { \
        type result; \
        asm volatile("redux.sync." instruction " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask)); \
        return result; }
WARPLOCK_REDUCE(add, unsigned, "add.u32") WARPLOCK_REDUCE(add, int, "add.s32")
WARPLOCK_REDUCE(min, unsigned, "min.u32") WARPLOCK_REDUCE(min, int, "min.s32")
WARPLOCK_REDUCE(max, unsigned, "max.u32") WARPLOCK_REDUCE(max, int, "max.s32")
WARPLOCK_REDUCE(and, unsigned, "and.b32") WARPLOCK_REDUCE(or, unsigned, "or.b32") WARPLOCK_REDUCE(xor, unsigned, "xor.b32")
#undef WARPLOCK_REDUCE
#endif

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Structs in chunks of 64 bytes. Little of a struct changes in a step, so a copy follows it chunk by chunk, and a sum of its words by those
// that change. The caller has room for whole chunks; bytes behind the struct stay zero.
#ifndef WARPLOCK_TB_LOCKSTEP_CHUNKS_H
#define WARPLOCK_TB_LOCKSTEP_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

enum { CHUNK_WORDS = 8, CHUNK = 8 * CHUNK_WORDS };

static inline size_t chunks_of(size_t bytes) { return (bytes + CHUNK - 1) / CHUNK; }
static inline size_t chunks_size(size_t bytes) { return CHUNK * chunks_of(bytes); }

static inline uint64_t chunk_word(const void *structure, size_t word)
{
    uint64_t value;
    memcpy(&value, (const unsigned char *)structure + sizeof value * word, sizeof value);
    return value;
}

// A bit for each word of a chunk that differs.
static inline unsigned chunk_changes(const unsigned char *one, const unsigned char *other)
{
#ifdef __AVX2__
    const __m256i *a = (const __m256i *)(const void *)one, *b = (const __m256i *)(const void *)other;
    const __m256i low = _mm256_cmpeq_epi64(_mm256_loadu_si256(a), _mm256_loadu_si256(b)),
                  high = _mm256_cmpeq_epi64(_mm256_loadu_si256(a + 1), _mm256_loadu_si256(b + 1));
    if (_mm256_testc_si256(_mm256_and_si256(low, high), _mm256_set1_epi64x(-1)))
        return 0;
    return (unsigned)(_mm256_movemask_pd(_mm256_castsi256_pd(low)) | _mm256_movemask_pd(_mm256_castsi256_pd(high)) << 4) ^ 0xff;
#else
    unsigned changes = 0;
    for (unsigned word = 0; word < CHUNK_WORDS; word++)
        changes |= (unsigned)(chunk_word(one, word) != chunk_word(other, word)) << word;
    return changes;
#endif
}

// Of the chunks that begin at *at and behind, the first that differs, and where.
static inline unsigned chunks_next(const unsigned char *one, const unsigned char *other, const uint32_t **at, const uint32_t *end)
{
    const uint32_t *chunk = *at;
    unsigned changes = 0;

    while (chunk < end && !(changes = chunk_changes(one + *chunk, other + *chunk)))
        chunk++;
    *at = chunk;
    return changes;
}

// A sum of words by their places, 128 bits: two steps that differ in a word have the same one by chance alone.
typedef struct { uint64_t halves[2]; } chunk_sum;

// What a word adds to half a sum by its place: both halves of a product, so that all of its bits count in all of the sum's; of 0 nothing.
// Their difference: the exclusive or of both is -1 for a word of ones, whatever the key. Keys are those of SplitMix64 (Steele et al., OOPSLA
// 2014), made odd, so that none is nearly a small multiple of another; from a seed of 0 the key of twice a place might be twice the key.
static inline uint64_t chunk_key(size_t place, unsigned half)
{
    uint64_t key = UINT64_C(0x243F6A8885A308D3) + (2 * place + half) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
    return (key ^ key >> 31) | 1;
}
static inline uint64_t chunk_term(uint64_t word, uint64_t key)
{
    const unsigned __int128 product = (unsigned __int128)word * key;
    return (uint64_t)product - (uint64_t)(product >> 64);
}
static inline void chunk_sum_change(chunk_sum *sum, uint64_t was, uint64_t is, size_t place)
{
    for (unsigned half = 0; half < 2; half++) {
        const uint64_t key = chunk_key(place, half);
        sum->halves[half] += chunk_term(is, key) - chunk_term(was, key);
    }
}
static inline chunk_sum chunk_sum_both(const chunk_sum *one, const chunk_sum *other)
{
    return (chunk_sum){{one->halves[0] + other->halves[0], one->halves[1] + other->halves[1]}};
}

// Of the words of a struct, the first of which has this place.
static inline chunk_sum chunks_sum(const void *bytes, size_t size, size_t place)
{
    chunk_sum sum = {{0, 0}};
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const unsigned char *)bytes + at, size - at < sizeof word ? size - at : sizeof word);
        chunk_sum_change(&sum, 0, word, place + at / sizeof word);
    }
    return sum;
}

#endif

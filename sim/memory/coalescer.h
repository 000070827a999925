// SPDX-License-Identifier: BSD-3-Clause
// Coalescer: the memory accesses of one warp instruction, with GPGPU-Sim's rules for compute capability 2.0.
//
// Lanes whose data lie in the same segment share an access. Segments are 32 bytes for 1-byte data, 64 for 2-byte data and
// 128 (never more than a line) for the rest; an access shrinks to the half or quarter of its segment that is touched.
// Local memory moves in 4-byte words, still one access per segment. Atomics use segments of an L2 sector (a line if the L2
// has no sectors), and lanes that hit the same bytes get separate accesses.
// Worked example: 32 lanes read 4 bytes each at a stride of 256 bytes: 32 segments, each shrunk to 32 bytes.
// Order: ascending addresses; GPGPU-Sim's LD/ST unit takes them from the end. Half warps are coalesced by two calls
// (sim/core/route.c).
#ifndef WARPLOCK_SIM_MEMORY_COALESCER_H
#define WARPLOCK_SIM_MEMORY_COALESCER_H

#include <stdbool.h>
#include <stdint.h>

enum { COALESCER_LANES = 32, COALESCER_MAX = 256 };

typedef struct {
    uint64_t address;                   // first byte of the access
    uint16_t bytes;                     // 32, 64 or 128
    uint8_t  sectors;                   // 32-byte sectors of the 128-byte block that lanes touch
    uint8_t  whole;                     // those touched in every byte
    uint64_t byte_mask[2];              // bytes of the block that lanes touch, one bit each
} coalesced;

// Each of `lanes` accesses `width` bytes at address[lane], a multiple of width. Segments have at most `line_bytes`. Returns the
// number of accesses, at most COALESCER_MAX.
unsigned coalesce(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, unsigned line_bytes,
                  coalesced out[COALESCER_MAX]);
// Local memory: address[lane] is the lane's first word; its further words are word_stride bytes apart.
unsigned coalesce_local(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, uint64_t word_stride,
                        unsigned line_bytes, coalesced out[COALESCER_MAX]);
// Matrix: each lane has `pieces` of `width` bytes, `stride` bytes apart from address[lane] on. All of them together touch at most
// COALESCER_MAX segments.
unsigned coalesce_pieces(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned pieces, unsigned width, uint64_t stride,
                         unsigned line_bytes, coalesced out[COALESCER_MAX]);
// Segments have at most `segment_bytes`.
unsigned coalesce_atomic(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, unsigned segment_bytes,
                         coalesced out[COALESCER_MAX]);
// Constant cache: the blocks of line_bytes that the lanes' addresses fall into; each access is a whole block.
unsigned coalesce_blocks(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned line_bytes, coalesced out[COALESCER_MAX]);

// Number of lines of line_bytes that the accesses fall into; no access is larger than a line, and they ascend within each part of a warp.
unsigned coalesced_lines(const coalesced *accesses, unsigned count, unsigned line_bytes);

#endif

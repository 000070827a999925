// SPDX-License-Identifier: BSD-3-Clause
// Coalescer: the memory accesses that one warp instruction makes; compute capability 2.0 as GPGPU-Sim has it.
//
// Lanes whose data lie in the same segment share an access. Segments are 32 bytes for 1-byte data, 64 for 2-byte data and
// 128 (never more than a line) for the rest; an access shrinks to the half or quarter of its segment that is touched.
// Local memory moves in words of 4 bytes, one access per segment all the same. Atomics use segments of a sector of the L2 (a
// line without sectors), and lanes that meet in the same bytes get accesses of their own.
// Worked example: 32 lanes read 4 bytes each at a stride of 256 bytes: 32 segments, each shrunk to 32 bytes.
// Order: ascending addresses; GPGPU-Sim's LD/ST unit takes them from the end. Half warps that are coalesced by themselves are
// two calls, one behind the other (sim/core/route.c).
#ifndef WARPLOCK_SIM_MEMORY_COALESCER_H
#define WARPLOCK_SIM_MEMORY_COALESCER_H

#include <stdbool.h>
#include <stdint.h>

enum { COALESCER_LANES = 32, COALESCER_MAX = 256 };

typedef struct {
    uint64_t address;                   // first byte of the access
    uint16_t bytes;                     // 32, 64 or 128
    uint8_t  sectors;                   // 32-byte sectors of the 128-byte block that lanes touch
    uint8_t  whole;                     // of these, touched in every byte
    uint64_t byte_mask[2];              // the bytes of the block that lanes touch, one bit each
} coalesced;

// `lanes` with `width` bytes each at address[lane], a multiple of it. A segment is at most `line_bytes`. Number of accesses, at most COALESCER_MAX.
unsigned coalesce(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, unsigned line_bytes,
                  coalesced out[COALESCER_MAX]);
// Local memory: address[lane] is that of the first word, further words of the lane lie word_stride bytes apart.
unsigned coalesce_local(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, uint64_t word_stride,
                        unsigned line_bytes, coalesced out[COALESCER_MAX]);
// Of a matrix: each lane's `pieces` of `width` bytes lie `stride` bytes apart from address[lane] on. All lanes and pieces together lie in
// at most COALESCER_MAX segments.
unsigned coalesce_pieces(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned pieces, unsigned width, uint64_t stride,
                         unsigned line_bytes, coalesced out[COALESCER_MAX]);
// A segment is at most `segment_bytes`.
unsigned coalesce_atomic(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, unsigned segment_bytes,
                         coalesced out[COALESCER_MAX]);
// Blocks of line_bytes that the lanes' addresses fall into (constant cache); each access is a whole block.
unsigned coalesce_blocks(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned line_bytes, coalesced out[COALESCER_MAX]);

// Lines of line_bytes that accesses, none larger than a line, lie in; they ascend, in each part of a warp anew.
unsigned coalesced_lines(const coalesced *accesses, unsigned count, unsigned line_bytes);

#endif

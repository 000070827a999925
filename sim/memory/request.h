// SPDX-License-Identifier: BSD-3-Clause
// A memory request below an SM: it travels through the interconnect, the L2 and the DRAM and comes back.
#ifndef WARPLOCK_SIM_MEMORY_REQUEST_H
#define WARPLOCK_SIM_MEMORY_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/memory/versions.h"

typedef enum {
    REQUEST_GLOBAL_READ, REQUEST_GLOBAL_WRITE, REQUEST_GLOBAL_ATOMIC, REQUEST_LOCAL_READ, REQUEST_LOCAL_WRITE,
    REQUEST_CONST_READ, REQUEST_TEXTURE_READ, REQUEST_INSN_READ, REQUEST_L1_WRITE_BACK,
    REQUEST_L2_WRITE_BACK, REQUEST_L2_FILL,            // born in the L2
    REQUEST_PREFETCH                                   // born in a memory controller
} request_kind;

typedef enum { CLIENT_L1D, CLIENT_L1I, CLIENT_L1C, CLIENT_L1T, CLIENT_LDST } request_client;   // LDST: bypasses the L1D

// Requests live in the memory system's pool; none is allocated from the heap per cycle.
typedef struct memory_request {
    uint64_t address;                   // first byte asked for
    uint64_t line;                      // address of the client's line, which it fills
    uint32_t bytes;                     // data carried (writes) or requested (reads)
    uint8_t  kind, client;
    uint8_t  sm;                        // meaningless for requests born in the L2
    bool     wants_reply;               // false: nothing comes back to the SM (L1D write-back)
    uint8_t  sector_mask;               // 32-byte sectors touched in the aligned 128 bytes around the address
    uint8_t  byte_mask_sectors;         // those written in full (a smaller write makes a partial sector)
    uint64_t byte_mask[2];              // of a write: bytes covered in those aligned 128, one bit each
    // Returned to the issuer unchanged. `warp` also becomes the owner of an L1D line.
    uint8_t  warp;                      // of a load, store or atomic of the LD/ST unit
    union {
        uint32_t way;                   // of an L1D read with allocation on miss: the way to fill
        uint32_t slot;                  // slot in the LD/ST unit (CLIENT_LDST), in the texture cache's reorder buffer, or of a prefetch in its L2 slice
    };
    uint64_t born;                      // core cycle
    // Filled in by the memory system
    uint8_t  slice, controller, bank;
    uint8_t  pending;                   // outstanding sector requests of this one
    uint32_t row, column;
    uint32_t l2_way;                    // of a fetch: the way of its line in the slice, unless that has gone since
    uint64_t place;                     // address within its slice, without controller and slice bits
    uint64_t ready;                     // cycle in which a delay queue releases it
    struct memory_request *parent;      // of a sector request: the request it was split from
    struct memory_request *next;        // list it is in, or the pool's free list
    // Of a load's access past the L1D; of a store, or a line written back; written, or read so far; of the writes in a granule,
    // as the L2 has served them: the last one that it brings
    VERSIONS(uint64_t number, store; block_versions versions, orders;)
} memory_request;

static inline bool request_is_write(const memory_request *request)
{
    return request->kind == REQUEST_GLOBAL_WRITE || request->kind == REQUEST_LOCAL_WRITE ||
           request->kind == REQUEST_L1_WRITE_BACK || request->kind == REQUEST_L2_WRITE_BACK;
}

// The 32-byte sectors of a 128-byte block that [address, address + bytes) touches; anything past the block is ignored.
static inline uint8_t request_sectors(uint64_t address, uint32_t bytes)
{
    uint32_t first = (uint32_t)(address & 127) / 32;
    uint32_t last = ((uint32_t)(address & 127) + bytes - 1) / 32;
    return (uint8_t)((2u << (last > 3 ? 3 : last)) - (1u << first));
}

#endif

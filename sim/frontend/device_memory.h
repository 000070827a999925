// SPDX-License-Identifier: BSD-3-Clause
// Device memory as handlers see it: one host range for all buffers, and the buffer that holds an address.
#ifndef WARPLOCK_SIM_FRONTEND_DEVICE_MEMORY_H
#define WARPLOCK_SIM_FRONTEND_DEVICE_MEMORY_H

#include "sim/frontend/exec.h"

// Of a buffer that is closed (device_set_open) `bytes` is 0, and `closed` how many it has.
typedef struct { char *name; uint64_t start, bytes, closed; bool shared; } device_buffer;

struct device_memory {
    uint8_t       *bytes;                // host copy of DEVICE_BASE on
    uint8_t       *view;                 // the same bytes at DEVICE_BASE itself, open where they are shared; NULL: none
    uint64_t       limit, taken;         // bytes that buffers may take, that they do
    uint64_t       untouched;            // from DEVICE_BASE; from there on nothing was ever allocated
    bool           has_gaps;             // a buffer below another one was freed
    device_buffer *buffers;              // by address
    uint32_t       n_buffers, room_buffers;
    uint32_t       last;                 // the buffer hit last
    struct texture *textures;            // by handle (texture.c); width 0: free
    uint32_t       n_textures;
};

// The buffer that holds the byte at `address`, NULL when there is none.
const device_buffer *device_find(device_memory *, uint64_t address);
// The buffer with the highest start at or below `address`, for messages; NULL when all lie above.
const device_buffer *device_below(const device_memory *, uint64_t address);

#endif

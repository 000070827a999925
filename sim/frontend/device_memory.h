// SPDX-License-Identifier: BSD-3-Clause
// Device memory as handlers see it: one host range for all buffers, and the lookup of an address's buffer.
#ifndef WARPLOCK_SIM_FRONTEND_DEVICE_MEMORY_H
#define WARPLOCK_SIM_FRONTEND_DEVICE_MEMORY_H

#include "sim/frontend/exec.h"

// A closed buffer (device_set_open) has `bytes` 0 and its size in `closed`.
typedef struct { char *name; uint64_t start, bytes, closed; bool shared; } device_buffer;

struct device_memory {
    uint8_t       *bytes;                // host copy of DEVICE_BASE on
    uint8_t       *view;                 // the same bytes at DEVICE_BASE itself, accessible where shared; NULL: none
    uint64_t       limit, taken;         // bytes that buffers may take, and do take
    uint64_t       untouched;            // offset from DEVICE_BASE from which nothing was ever allocated
    bool           has_gaps;             // a buffer below another one was freed
    device_buffer *buffers;              // by address
    uint32_t       n_buffers, room_buffers;
    struct texture *textures;            // by handle (texture.c); width 0: free
    uint32_t       n_textures;
};

// The buffer that holds the byte at `address`; NULL if there is none. *found: where it looks first and, the next time, where it was.
const device_buffer *device_find(const device_memory *, uint64_t address, uint32_t *found);
// The buffer with the highest start at or below `address`, for messages; NULL if all are above.
const device_buffer *device_below(const device_memory *, uint64_t address);

#endif

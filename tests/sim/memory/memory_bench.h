// SPDX-License-Identifier: BSD-3-Clause
// What the tests of the whole memory system share.
#ifndef WARPLOCK_TESTS_SIM_MEMORY_MEMORY_BENCH_H
#define WARPLOCK_TESTS_SIM_MEMORY_MEMORY_BENCH_H

#include "sim/memory/memory_system.h"

static inline machine gtx480(void)
{
    machine m;
    machine_defaults(&m);
    return m;
}

// GPGPU-Sim 3's L2: no sectors, stores that miss go on to DRAM, no port limit, copies from the host leave it cold.
static inline machine lines(void)
{
    machine m = gtx480();
    m.icnt.flit_bytes = 32;
    m.l2.sector_bytes = 128;
    m.l2.write_miss = WRITE_MISS_FETCH;
    m.l2.port_bytes = 0;
    m.l2.host_copy = HOST_COPY_BYPASSES;
    return m;
}

static inline memory_request *make(memory_system *m, unsigned sm, request_kind kind, uint64_t address, uint32_t bytes)
{
    memory_request *r = memory_request_new(m);
    r->kind = (uint8_t)kind;
    r->sm = (uint8_t)sm;
    r->address = r->line = address;
    r->bytes = bytes;
    r->sector_mask = r->byte_mask_sectors = request_sectors(address, bytes);
    r->wants_reply = kind != REQUEST_L1_WRITE_BACK;
    return r;
}

#endif

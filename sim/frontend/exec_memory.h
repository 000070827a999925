// SPDX-License-Identifier: BSD-3-Clause
// Accesses of a warp, for loads, stores and atomics.
#ifndef WARPLOCK_SIM_FRONTEND_EXEC_MEMORY_H
#define WARPLOCK_SIM_FRONTEND_EXEC_MEMORY_H

#include "sim/frontend/launch.h"

// Moves the bytes of the lanes in `mask`; lane i's are at host + offset[i], in bounds and aligned.
typedef void (*access_mover)(execution *, const insn_code *, uint8_t *host, const uint64_t *offset, uint32_t mask);

// Resolves an instruction's addresses, moves the data, and fills the step. Returns the lanes with a valid address.
uint32_t access_lanes(execution *, const insn_code *, uint32_t mask, access_mover);

// The same with given addresses, one per lane; a fault if one is in local memory or parameters. The step is that of the first
// call (`report`).
uint32_t access_addresses(execution *, const insn_code *, uint64_t address[WARP_LANES], uint32_t mask, access_mover, bool report);

// Movers of ld, st, atom, red.
void access_load(execution *, const insn_code *, uint8_t *host, const uint64_t *offset, uint32_t mask);
void access_store(execution *, const insn_code *, uint8_t *host, const uint64_t *offset, uint32_t mask);
void access_atomic(execution *, const insn_code *, uint8_t *host, const uint64_t *offset, uint32_t mask);
void access_clear(execution *, const insn_code *, uint32_t mask);      // these lanes load 0

// Fails the launch: says what is wrong with a lane's access to an address in a space.
void access_fault(execution *, const insn_code *, uint32_t lane, uint64_t address, uint8_t space, launch_fault, const char *what);

// The host pointer to a lane's byte in a space, and the bytes from there to the end of its buffer or space; NULL and 0 outside.
uint8_t *access_place(execution *, uint32_t lane, uint8_t space, uint64_t offset, uint64_t *bytes);

// For reads outside the timing model: the host pointer to a lane's generic address, and the bytes from there to the end
// of its buffer or space; NULL and 0 outside.
const uint8_t *access_bytes(execution *, uint32_t lane, uint64_t address, uint64_t *bytes);

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Everything below the SMs: interconnect, L2 slices and DRAM controllers, each in its clock domain.
//
// Order of one core cycle (GPGPU-Sim's gpgpu_sim::cycle): the SMs take replies (memory_peek, memory_receive); memory_advance
// runs the other clock domains: L2 replies into the network, DRAM, L2, network; then the SMs run their cycle and call
// memory_send. sim/core/gpu.c keeps this order. A cluster receives one reply packet a cycle. If the L2 split a request into
// sectors, each sector is a packet, and the SM sees the last one.
#ifndef WARPLOCK_SIM_MEMORY_MEMORY_SYSTEM_H
#define WARPLOCK_SIM_MEMORY_MEMORY_SYSTEM_H

#include "sim/blocks/place.h"
#include "sim/machine/machine.h"
#include "sim/memory/request.h"
#include "sim/report/counters.h"
#include "sim/report/links.h"
#include "sim/report/slices.h"
#include "tb/number_set.h"

typedef struct memory_system memory_system;

memory_system *memory_new(const machine *, counters *);
void memory_free(memory_system *);
void memory_count_slices(memory_system *, slice_profile *);           // NULL: not
void memory_count_links(memory_system *, link_profile *);             // NULL: not; of launches that have ended
// Builds the blocks of the memory controllers; false and a message if one cannot be built.
bool memory_open_places(memory_system *, const machine *, const place_options *, char *error, size_t error_size);
void memory_catch_up(memory_system *);                               // brings these blocks up to the current clock
const place *memory_place(const memory_system *, unsigned controller);

// Whether SMs are stepped by several threads: what they then do here at once they do one after another, in any order.
void memory_share(memory_system *, bool shared);
memory_request *memory_request_new(memory_system *);                 // from the pool, zeroed; grows the pool when dry
void memory_request_free(memory_system *, memory_request *);
// A read of a whole line, with a reply: for an SM's read-only caches.
static inline memory_request *memory_line_read(memory_system *memory, unsigned sm, request_client client, request_kind kind,
                                               uint64_t line, uint32_t bytes, uint64_t cycle)
{
    memory_request *request = memory_request_new(memory);
    request->address = request->line = line;
    request->bytes = bytes;
    request->kind = (uint8_t)kind;
    request->client = (uint8_t)client;
    request->sm = (uint8_t)sm;
    request->wants_reply = true;
    request->sector_mask = request_sectors(line, bytes);
    request->born = cycle;
    return request;
}

// Is there room in the injection queue of the SM's port for a packet with this many data bytes (0 for a read request)? A refusal
// is counted.
bool memory_has_room(const memory_system *, unsigned sm, uint32_t data_bytes);
bool memory_can_send(memory_system *, unsigned sm, uint32_t data_bytes);
void memory_send(memory_system *, unsigned sm, memory_request *);    // only after memory_can_send
unsigned memory_slice_of(const memory_system *, uint64_t address);   // sub-partition for this address
uint64_t memory_row_of(const memory_system *, uint64_t address);     // unique number of its DRAM row
number_set memory_answered(const memory_system *);                    // SMs whose cluster has replies
// The oldest reply at the SM, NULL if there is none; memory_receive removes it, and the caller frees it.
memory_request *memory_peek(const memory_system *, unsigned sm);
memory_request *memory_receive(memory_system *, unsigned sm);

void memory_advance(memory_system *, uint64_t core_cycle);           // all clock edges of the other domains due by this core cycle
// Cycles from `cycle` on and before `end`, until an SM may take a reply or nothing is left to do; returns the next one. No SM sends.
uint64_t memory_run_alone(memory_system *, uint64_t cycle, uint64_t end);
// The part of the next cycle's edges that SMs neither see nor change while they run this one: those of L2 and DRAM before the networks
// step. Only if it can, only where blocks are C models, and only when that next cycle is sure to come: its memory_advance does the rest.
// By one thread, while others run SMs (memory_share).
bool memory_can_run_ahead(const memory_system *, uint64_t core_cycle);
void memory_run_ahead(memory_system *);
// No request of an SM is pending. L2 write-backs may still be in flight, as in GPGPU-Sim.
bool memory_idle(const memory_system *);
// First core cycle from this one on in which something may happen for an SM or inside; UINT64_MAX: never. A cheap lower bound,
// which may be early. Cycles before it may be skipped: memory_advance makes up for them.
uint64_t memory_next_event(const memory_system *, uint64_t core_cycle);

// Host copies go through the L2 (GPGPU-Sim's perf_sim_memcpy): tags only, in no time.
void memory_host_copy(memory_system *, uint64_t address, uint64_t bytes);
void memory_passed(const memory_system *, unsigned slice, uint64_t *entered, uint64_t *left);    // requests that entered and left its input queue so far
uint8_t memory_occupancy(const memory_system *, unsigned slice);     // requests in its queue from the network, after the ROP delay; at most 255
void memory_kernel_end(memory_system *);                             // the clock domains start in phase at the next cycle; the L2 stays as it is

#endif

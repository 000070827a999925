// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/streams/graph_memory.h"

#include <stdlib.h>

#include "sim/cudart/pools.h"

typedef struct reservation { uint64_t address, bytes; unsigned holders; bool open; struct reservation *next; } reservation;

static reservation *reservations;
static uint64_t counts[4];                      // by cudaGraphMemAttributeType

static reservation *find(uint64_t address)
{
    reservation *r = reservations;

    while (r && r->address != address)
        r = r->next;
    return r;
}

// A count, followed by its highest value.
static void add(cudaGraphMemAttributeType which, uint64_t bytes)
{
    counts[which] += bytes;
    if (counts[which] > counts[which + 1])
        counts[which + 1] = counts[which];
}

cudaError_t graph_memory_reserve(uint64_t *address, size_t bytes)
{
    cudaError_t error = memory_allocate(address, bytes, MEMORY_DEVICE, "a graph's allocation");
    reservation *r;

    if (error)
        return error;
    r = malloc(sizeof *r);
    if (!r)
        abort();
    *r = (reservation){ *address, bytes, 1, false, reservations };
    reservations = r;
    device_set_open(cudart_memory(), *address, false);
    add(cudaGraphMemAttrReservedMemCurrent, bytes);
    return cudaSuccess;
}

// Unowned: neither by a node nor by a program that has yet to free it.
static void release_when_idle(reservation *r)
{
    reservation **at = &reservations;

    if (r->holders || r->open)
        return;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    memory_release(r->address, false);
    counts[cudaGraphMemAttrReservedMemCurrent] -= r->bytes;
    free(r);
}

void graph_memory_hold(uint64_t address)
{
    reservation *r = find(address);

    if (r)
        r->holders++;
}

void graph_memory_let_go(uint64_t address)
{
    reservation *r = find(address);

    if (!r)
        return;
    r->holders--;
    release_when_idle(r);
}

bool graph_memory_is_one(uint64_t address) { return find(address) != NULL; }

bool graph_memory_is_open(uint64_t address)
{
    const reservation *r = find(address);

    return r && r->open;
}

size_t graph_memory_bytes(uint64_t address)
{
    const reservation *r = find(address);

    return r ? r->bytes : 0;
}

cudaError_t graph_memory_open(uint64_t address)
{
    reservation *r = find(address);

    if (!r || r->open)
        return cudaErrorInvalidValue;
    r->open = true;
    device_set_open(cudart_memory(), address, true);
    add(cudaGraphMemAttrUsedMemCurrent, r->bytes);
    return cudaSuccess;
}

cudaError_t graph_memory_close(uint64_t address)
{
    reservation *r = find(address);

    if (!r || !r->open)
        return cudaErrorInvalidValue;
    r->open = false;
    device_set_open(cudart_memory(), address, false);
    counts[cudaGraphMemAttrUsedMemCurrent] -= r->bytes;
    release_when_idle(r);
    return cudaSuccess;
}

cudaError_t memory_give_back(uint64_t address, bool of_host)
{
    if (!of_host && pools_have(address))
        return pools_release(address);
    if (of_host || !graph_memory_is_one(address))
        return memory_release(address, of_host);
    return graph_memory_close(address) ? cudaErrorInvalidDevicePointer : cudaSuccess;
}

uint64_t graph_memory_attribute(cudaGraphMemAttributeType which) { return counts[which]; }

void graph_memory_reset_high(bool reserved)
{
    const cudaGraphMemAttributeType current = reserved ? cudaGraphMemAttrReservedMemCurrent : cudaGraphMemAttrUsedMemCurrent;

    counts[current + 1] = counts[current];
}

// The device's memory is new.
void graph_memory_forget(void)
{
    for (reservation *r; (r = reservations) != NULL; free(r))
        reservations = r->next;
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++)
        counts[i] = 0;
}

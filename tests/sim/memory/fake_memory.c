// SPDX-License-Identifier: BSD-3-Clause
// A memory system for tests of what lies above it.
#include "tests/sim/memory/fake_memory.h"

#include <stdlib.h>
#include <string.h>

// Every request ever handed out; a freed one is overwritten, so that a use after it shows.
typedef struct pooled { memory_request request; struct pooled *next; } pooled;

struct memory_system {
    pooled *pool;
    memory_request *oldest, *newest;
    uint32_t room, sent, live;
    uint32_t last_bytes;
};

memory_system *fake_memory_new(void)
{
    memory_system *memory = calloc(1, sizeof *memory);
    if (!memory)
        abort();
    memory->room = UINT32_MAX;
    return memory;
}

void fake_memory_free(memory_system *memory)
{
    while (memory->pool) {
        pooled *next = memory->pool->next;
        free(memory->pool);
        memory->pool = next;
    }
    free(memory);
}

void fake_memory_room(memory_system *memory, uint32_t packets) { memory->room = packets; }
uint32_t fake_memory_sent(const memory_system *memory) { return memory->sent; }
uint32_t fake_memory_live(const memory_system *memory) { return memory->live; }
uint32_t fake_memory_last_bytes(const memory_system *memory) { return memory->last_bytes; }

memory_request *fake_memory_take(memory_system *memory)
{
    memory_request *request = memory->oldest;
    if (!request)
        return NULL;
    memory->oldest = request->next;
    memory->sent--;
    request->next = NULL;
    return request;
}

memory_request *memory_request_new(memory_system *memory)
{
    pooled *entry = calloc(1, sizeof *entry);
    if (!entry)
        abort();
    entry->next = memory->pool;
    memory->pool = entry;
    memory->live++;
    return &entry->request;
}

void memory_request_free(memory_system *memory, memory_request *request)
{
    memory->live--;
    memset(request, 0xdd, sizeof *request);
}

bool memory_has_room(const memory_system *memory, unsigned sm, uint32_t data_bytes)
{
    (void)sm, (void)data_bytes;
    return memory->room > 0;
}

unsigned memory_slice_of(const memory_system *memory, uint64_t address)
{
    (void)memory;
    return (unsigned)(address / 256 % 12);
}

uint64_t memory_row_of(const memory_system *memory, uint64_t address)
{
    (void)memory;
    return address / 2048;
}

bool memory_can_send(memory_system *memory, unsigned sm, uint32_t data_bytes)
{
    (void)sm;
    ((memory_system *)memory)->last_bytes = data_bytes;
    return memory->room > 0;
}

void memory_send(memory_system *memory, unsigned sm, memory_request *request)
{
    (void)sm;
    if (memory->room == 0)
        abort();
    memory->room -= memory->room != UINT32_MAX;
    request->next = NULL;
    if (memory->oldest)
        memory->newest->next = request;
    else
        memory->oldest = request;
    memory->newest = request;
    memory->sent++;
}

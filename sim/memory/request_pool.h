// SPDX-License-Identifier: BSD-3-Clause
// Pool of memory requests, and the FIFO lists they travel through. A request is in one list at a time.
#ifndef WARPLOCK_SIM_MEMORY_REQUEST_POOL_H
#define WARPLOCK_SIM_MEMORY_REQUEST_POOL_H

#include <stddef.h>

#include "sim/memory/request.h"
#include "sim/memory/spin_lock.h"

typedef struct request_pool {
    memory_request *free;               // list through `next`
    struct pool_chunk *chunks;
    uint32_t in_use;
    atomic_uint outstanding;            // those sent by an SM and not yet returned or finished
    spin_lock lock;
} request_pool;

memory_request *request_pool_take(request_pool *);               // zeroed; grows by a chunk when empty
memory_request *request_pool_copy(request_pool *, const memory_request *);      // a request like this one
void request_pool_give(request_pool *, memory_request *);
// A sector request is done: returns the whole request if this was its last one (the others are back in the pool), NULL if more
// are in flight. A request that was not split is whole.
memory_request *request_pool_finish_sector(request_pool *, memory_request *);
void request_pool_close(request_pool *);                         // frees all chunks, even if requests are still held

typedef struct {
    memory_request *head, *tail;                 // tail: only with a head
    uint32_t count;
} request_list;

static inline void request_list_push(request_list *list, memory_request *request)
{
    request->next = NULL;
    if (list->head)
        list->tail->next = request;
    else
        list->head = request;
    list->tail = request;
    list->count++;
}

static inline memory_request *request_list_pop(request_list *list)       // the list is not empty
{
    memory_request *request = list->head;
    list->head = request->next;
    list->count--;
    return request;
}

// Removes the request after `before` (NULL: the first).
static inline memory_request *request_list_take_after(request_list *list, memory_request *before)
{
    if (!before)
        return request_list_pop(list);
    memory_request *request = before->next;
    before->next = request->next;
    if (list->tail == request)
        list->tail = before;
    list->count--;
    return request;
}

#endif

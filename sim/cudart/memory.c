// SPDX-License-Identifier: BSD-3-Clause
// Device memory for programs: allocations, copies in all directions, fills. Shared host memory (managed, pinned) lies in pages
// of device memory that both see at one address: nothing is copied, and the host sees a kernel's writes when the launch
// returns.
#include "sim/cudart/cudart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cudart/host_pages.h"
#include "sim/cudart/pools.h"
#include "sim/cudart/sizes.h"

#define DEVICE_END (DEVICE_BASE + UINT64_C(0x40000000))

typedef struct allocation { uint64_t address, bytes; memory_owner kind; struct allocation *next; } allocation;

enum { SLOTS = 4096 };
static allocation *allocations[SLOTS];
static uint64_t n_allocated;

static allocation **find(uint64_t address)
{
    allocation **at = &allocations[address / 256 % SLOTS];

    while (*at && (*at)->address != address)
        at = &(*at)->next;
    return at;
}

bool memory_is_device(const void *p)
{
    return (uintptr_t)p >= DEVICE_BASE && (uintptr_t)p < DEVICE_END;
}

static void keep(uint64_t address, size_t bytes, memory_owner kind)
{
    allocation *a = calloc(1, sizeof *a), **at = find(address);

    if (!a)
        abort();
    *a = (allocation){ address, bytes, kind, NULL };
    *at = a;
}

// The host may reuse the pages of registered memory that a program has freed.
static void forget_registered(uint64_t address, size_t bytes)
{
    for (unsigned i = 0; i < SLOTS; i++)
        for (allocation **at = &allocations[i]; *at;) {
            allocation *a = *at;

            if (a->kind == MEMORY_REGISTERED && a->address < address + bytes && address < a->address + a->bytes) {
                *at = a->next;
                free(a);
            } else {
                at = &a->next;
            }
        }
}

// Large pinned allocations serve copies; they must not use up device memory.
static bool is_large(size_t bytes)
{
    return bytes > ((size_t)cudart_machine()->gpu.memory_mib << 20) / 16;
}

cudaError_t memory_allocate(uint64_t *address, size_t bytes, memory_owner kind, const char *function)
{
    device_memory *m = cudart_memory();
    char name[64];

    *address = 0;
    if (!bytes)
        return cudaSuccess;
    snprintf(name, sizeof name, "%s number %llu", function, (unsigned long long)++n_allocated);
    // retries without what pools keep
    do {
        if (kind == MEMORY_DEVICE)
            *address = device_alloc(m, name, bytes);
        else if (kind != MEMORY_HOST || !is_large(bytes))
            *address = device_alloc_shared(m, name, bytes);
    } while (!*address && pools_give_back());
    if (!*address && kind == MEMORY_HOST) {
        *address = (uintptr_t)host_pages(bytes);            // the host's own, invisible to kernels
        if (*address)
            forget_registered(*address, bytes);
    }
    if (*address) {
        keep(*address, bytes, kind);
        return cudaSuccess;
    }
    if (kind == MEMORY_MANAGED && !device_can_share(m)) {
        cudart_complain("%s: no memory can be shared with the host: a sanitizer, or the program itself, has the "
                        "addresses of the device",
                        function);
        return cudaErrorNotSupported;
    }
    if (kind == MEMORY_HOST)
        cudart_complain("%s: %zu bytes are not to be had of the host", function, bytes);
    else
        cudart_complain("%s: %zu bytes do not fit, %llu of the %u MiB are free (gpu.memory_mib of machine %s)", function,
                        bytes, (unsigned long long)device_free_bytes(m), cudart_machine()->gpu.memory_mib,
                        cudart_machine()->name);
    return cudaErrorMemoryAllocation;
}

cudaError_t memory_release(uint64_t address, bool of_host)
{
    allocation **at = find(address), *a = *at;

    if (!a || a->kind == MEMORY_REGISTERED || (a->kind == MEMORY_HOST) != of_host)
        return of_host ? cudaErrorInvalidHostPointer : cudaErrorInvalidDevicePointer;
    if (!memory_is_device((void *)(uintptr_t)address))
        host_pages_free((void *)(uintptr_t)address, a->bytes);
    else if (!device_free(cudart_memory(), address))
        abort();
    *at = a->next;
    free(a);
    return cudaSuccess;
}

// Registered memory is the program's own; it is only recorded.
cudaError_t memory_register(void *host, size_t bytes)
{
    const uint64_t address = (uintptr_t)host, end = size_sum(address, bytes);

    if (end == SIZE_MAX)
        return cudaErrorInvalidValue;
    for (unsigned i = 0; i < SLOTS; i++)
        for (const allocation *a = allocations[i]; a; a = a->next)
            if (a->address < end && address < a->address + a->bytes)
                return cudaErrorHostMemoryAlreadyRegistered;
    if (address < DEVICE_END && end > DEVICE_BASE)          // device memory, which cannot be registered
        return cudaErrorInvalidValue;
    keep(address, bytes, MEMORY_REGISTERED);
    return cudaSuccess;
}

cudaError_t memory_unregister(void *host)
{
    allocation **at = find((uintptr_t)host), *a = *at;

    if (!a || a->kind != MEMORY_REGISTERED)
        return cudaErrorHostMemoryNotRegistered;
    *at = a->next;
    free(a);
    return cudaSuccess;
}

void memory_forget(void)
{
    for (unsigned i = 0; i < SLOTS; i++)
        for (allocation *a; (a = allocations[i]) != NULL; free(a)) {
            allocations[i] = a->next;
            if (a->kind != MEMORY_REGISTERED && !memory_is_device((void *)(uintptr_t)a->address))
                host_pages_free((void *)(uintptr_t)a->address, a->bytes);
        }
}

// The allocation that holds the address; NULL: none.
static const allocation *holding(uint64_t address)
{
    for (unsigned i = 0; i < SLOTS; i++)
        for (const allocation *a = allocations[i]; a; a = a->next)
            if (address - a->address < a->bytes)
                return a;
    return NULL;
}

size_t memory_bytes_from(const void *p)
{
    const allocation *a = memory_is_device(p) ? holding((uintptr_t)p) : NULL;

    return a ? a->address + a->bytes - (uintptr_t)p : 0;
}

cudaError_t memory_attributes(cudaPointerAttributes *attributes, const void *p)
{
    const allocation *a = holding((uintptr_t)p);
    void *at = (void *)(uintptr_t)p;

    *attributes = (cudaPointerAttributes){ .type = cudaMemoryTypeUnregistered, .device = a ? 0 : cudaInvalidDeviceId,
                                           .hostPointer = at };
    if (!memory_is_device(p)) {
        attributes->type = a ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered;
        return cudaSuccess;
    }
    if (!a)
        return cudaErrorInvalidValue;
    attributes->devicePointer = at;
    attributes->hostPointer = a->kind == MEMORY_DEVICE ? NULL : at;
    attributes->type = a->kind == MEMORY_DEVICE ? cudaMemoryTypeDevice :
                       a->kind == MEMORY_MANAGED ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
    return cudaSuccess;
}

// The bytes' place in this process; NULL for a device address in no buffer, or a range past 64 bits.
static void *bytes_at(const void *p, size_t bytes)
{
    if (size_sum((uintptr_t)p, bytes) == SIZE_MAX)
        return NULL;
    return memory_is_device(p) ? device_at(cudart_memory(), (uintptr_t)p, bytes) : (void *)(uintptr_t)p;
}

// Checks a copy's direction; shared memory counts as host and device.
static bool direction_holds(const void *to, const void *from, cudaMemcpyKind kind)
{
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    cudaPointerAttributes a;

    if (kind == cudaMemcpyDefault)
        return true;
    if (to_device != memory_is_device(to) && (to_device || memory_attributes(&a, to) || a.type == cudaMemoryTypeDevice))
        return false;
    return from_device == memory_is_device(from) || (!from_device && !memory_attributes(&a, from) &&
                                                     a.type != cudaMemoryTypeDevice);
}

cudaError_t memory_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    void *target, *source;

    if ((int)kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (!bytes)
        return cudaSuccess;
    target = bytes_at(to, bytes);
    source = bytes_at(from, bytes);
    if (!target || !source || !direction_holds(to, from, kind))
        return cudaErrorInvalidValue;
    memmove(target, source, bytes);
    if (memory_is_device(to))
        cudart_host_copied((uintptr_t)to, bytes);
    return cudaSuccess;
}

// The whole box is checked before the first write.
static bool box_is_there(const memory_plane *p, const size_t size[3])
{
    return bytes_at(p->at, size_span(size, p->pitch, p->rows)) != NULL;
}

static void *row_of(const memory_plane *p, size_t row, size_t plane)
{
    return (char *)p->at + (plane * p->rows + row) * p->pitch;
}

cudaError_t memory_copy_box(const memory_plane *to, const memory_plane *from, const size_t size[3], cudaMemcpyKind kind)
{
    if (!size[0] || !size[1] || !size[2])
        return cudaSuccess;
    if (size[0] > to->pitch || size[0] > from->pitch)
        return cudaErrorInvalidPitchValue;
    if ((size[2] > 1 && (size[1] > to->rows || size[1] > from->rows)) || !box_is_there(to, size) ||
        !box_is_there(from, size))
        return cudaErrorInvalidValue;
    for (size_t plane = 0; plane < size[2]; plane++)
        for (size_t row = 0; row < size[1]; row++) {
            cudaError_t error = memory_copy(row_of(to, row, plane), row_of(from, row, plane), size[0], kind);
            if (error)
                return error;
        }
    return cudaSuccess;
}

// At least one element.
static cudaError_t fill_row(void *to, const void *element, size_t size, size_t count)
{
    const size_t bytes = size_product(size, count);
    char *target = bytes_at(to, bytes);

    if (!target || !memory_is_device(to))
        return cudaErrorInvalidValue;
    if (size == 1)
        memset(target, *(const unsigned char *)element, count);
    else
        for (size_t i = 0; i < count; i++)
            memcpy(target + i * size, element, size);
    cudart_host_copied((uintptr_t)to, bytes);
    return cudaSuccess;
}

cudaError_t memory_fill_box(const memory_plane *to, const void *element, size_t bytes, const size_t size[3])
{
    const size_t box[3] = { size_product(size[0], bytes), size[1], size[2] };

    if (!size[0] || !size[1] || !size[2])
        return cudaSuccess;
    if (box[0] > to->pitch)
        return cudaErrorInvalidPitchValue;
    if ((size[2] > 1 && size[1] > to->rows) || !box_is_there(to, box))
        return cudaErrorInvalidValue;
    for (size_t plane = 0; plane < size[2]; plane++)
        for (size_t row = 0; row < size[1]; row++) {
            cudaError_t error = fill_row(row_of(to, row, plane), element, bytes, size[0]);
            if (error)
                return error;
        }
    return cudaSuccess;
}

// SPDX-License-Identifier: BSD-3-Clause
// Buffers in one range of host memory from DEVICE_BASE on: 1 GiB, the 32-bit address space above DEVICE_BASE. It is
// reserved once; the host zeroes pages when they are touched. A job's buffers follow each other, each aligned to 256
// bytes. Freed space is used again, from the lowest address that has room.
//
// For a program that is its own host (sim/cudart) the range has a second view at its own addresses. Buffers that the
// host shares are open there, all else is closed: a device pointer is the host's pointer to the same bytes, or a fault,
// as on hardware.
#define _GNU_SOURCE                             // memfd_create, MAP_FIXED_NOREPLACE
#include "sim/frontend/device_memory.h"

#include "sim/frontend/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DEVICE_BYTES UINT64_C(0x40000000)
enum { BUFFER_ALIGN = 256, PAGE_BYTES = 4096 };

static device_memory *new_memory(int file)
{
    device_memory *m = calloc(1, sizeof *m);
    if (m == NULL) {
        abort();
    }
    m->bytes = mmap(NULL, DEVICE_BYTES, PROT_READ | PROT_WRITE,
                    file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED | MAP_NORESERVE, file, 0);
    if (m->bytes == MAP_FAILED) {
        abort();
    }
    m->limit = DEVICE_BYTES;
    return m;
}

device_memory *device_memory_new(void)
{
    return new_memory(-1);
}

device_memory *device_memory_new_shared(uint64_t limit)
{
    int file = memfd_create("warplock device memory", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)DEVICE_BYTES) != 0) {
        abort();
    }
    device_memory *m = new_memory(file);
    // Not by mmap, whose failure ends the run (tb/allocate.c): the program or a sanitizer may have these addresses; then
    // nothing can be shared. The offset must be a long: the upper half of an int here would be garbage.
    m->view = (uint8_t *)syscall(SYS_mmap, (void *)(uintptr_t)DEVICE_BASE, DEVICE_BYTES, PROT_NONE,
                                 MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file, 0L);
    if (m->view != (uint8_t *)(uintptr_t)DEVICE_BASE) {
        if (m->view != MAP_FAILED) {
            munmap(m->view, DEVICE_BYTES);
        }
        m->view = NULL;
    }
    close(file);
    m->limit = limit;
    return m;
}

void device_memory_free(device_memory *m)
{
    if (m != NULL) {
        for (uint32_t i = 0; i < m->n_buffers; i++) {
            free(m->buffers[i].name);
        }
        munmap(m->bytes, DEVICE_BYTES);
        if (m->view != NULL) {
            munmap(m->view, DEVICE_BYTES);
        }
        free(m->buffers);
        free(m->textures);
        free(m);
    }
}

static uint64_t rounded(uint64_t bytes, uint64_t unit)
{
    return bytes == 0 ? unit : (bytes + unit - 1) / unit * unit;
}

static uint64_t room_of(const device_buffer *b)
{
    return rounded(b->bytes + b->closed, b->shared ? PAGE_BYTES : BUFFER_ALIGN);
}

// Finds that much room: the place among the buffers, and the address. In the first gap if there are gaps, else after
// all buffers.
static bool find_room(const device_memory *m, uint64_t room, uint64_t align, uint32_t *place, uint64_t *start)
{
    uint64_t behind = DEVICE_BASE;
    for (uint32_t i = m->has_gaps ? 0 : m->n_buffers; i <= m->n_buffers; i++) {
        if (i > 0) {
            behind = m->buffers[i - 1].start + room_of(&m->buffers[i - 1]);
        }
        uint64_t end = i < m->n_buffers ? m->buffers[i].start : DEVICE_BASE + DEVICE_BYTES;
        *start = rounded(behind - DEVICE_BASE, align) + DEVICE_BASE;
        if (behind == DEVICE_BASE) {
            *start = DEVICE_BASE;
        }
        if (*start <= end && room <= end - *start) {
            *place = i;
            return true;
        }
    }
    return false;
}

static bool grow(device_memory *m)
{
    if (m->n_buffers == m->room_buffers) {
        uint32_t grown_room = m->room_buffers * 2 + 16;
        device_buffer *grown = realloc(m->buffers, grown_room * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        m->buffers = grown;
        m->room_buffers = grown_room;
    }
    return true;
}

static uint64_t allocate(device_memory *m, const char *name, uint64_t bytes, bool shared)
{
    uint64_t align = shared ? PAGE_BYTES : BUFFER_ALIGN, room, start;
    uint32_t place;
    if (bytes > DEVICE_BYTES) {
        return 0;
    }
    room = rounded(bytes, align);
    if (room > m->limit - m->taken || !find_room(m, room, align, &place, &start) || !grow(m)) {
        return 0;
    }
    char *copy = strdup(name);
    if (copy == NULL) {
        return 0;
    }
    memmove(m->buffers + place + 1, m->buffers + place, (m->n_buffers - place) * sizeof *m->buffers);
    m->buffers[place] = (device_buffer){ copy, start, bytes, 0, shared };
    m->n_buffers++;
    m->taken += room;
    if (start < m->untouched + DEVICE_BASE) {
        memset(m->bytes + (start - DEVICE_BASE), 0, room);      // another buffer had it
    }
    m->untouched = start + room - DEVICE_BASE > m->untouched ? start + room - DEVICE_BASE : m->untouched;
    return start;
}

uint64_t device_alloc(device_memory *m, const char *name, uint64_t bytes)
{
    return allocate(m, name, bytes, false);
}

bool device_can_share(const device_memory *m)
{
    return m->view != NULL;
}

uint64_t device_alloc_shared(device_memory *m, const char *name, uint64_t bytes)
{
    uint64_t start = m->view != NULL ? allocate(m, name, bytes, true) : 0;
    if (start != 0) {
        mprotect(m->view + (start - DEVICE_BASE), rounded(bytes, PAGE_BYTES), PROT_READ | PROT_WRITE);
    }
    return start;
}

bool device_free(device_memory *m, uint64_t start)
{
    const device_buffer *below = device_below(m, start);
    if (below == NULL || below->start != start) {
        return false;
    }
    uint32_t place = (uint32_t)(below - m->buffers);
    if (below->shared) {
        mprotect(m->view + (start - DEVICE_BASE), room_of(below), PROT_NONE);
    }
    m->taken -= room_of(below);
    free(below->name);
    memmove(m->buffers + place, m->buffers + place + 1, (m->n_buffers - place - 1) * sizeof *m->buffers);
    m->n_buffers--;
    m->has_gaps |= place < m->n_buffers;
    m->has_gaps &= m->n_buffers > 0;
    return true;
}

void device_set_open(device_memory *m, uint64_t start, bool open)
{
    device_buffer *b = &m->buffers[device_below(m, start) - m->buffers];
    if (open && b->closed > 0) {
        memset(m->bytes + (start - DEVICE_BASE), 0, b->closed);
    }
    uint64_t bytes = b->bytes + b->closed;
    b->bytes = open ? bytes : 0;
    b->closed = open ? 0 : bytes;
}

uint64_t device_free_bytes(const device_memory *m)
{
    return m->limit - m->taken;
}

const device_buffer *device_below(const device_memory *m, uint64_t address)
{
    uint32_t low = 0, high = m->n_buffers;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (m->buffers[middle].start <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 ? NULL : &m->buffers[low - 1];
}

const device_buffer *device_find(const device_memory *m, uint64_t address, uint32_t *found)
{
    if (m->n_buffers == 0) {
        return NULL;
    }
    const device_buffer *b = &m->buffers[*found < m->n_buffers ? *found : 0];
    if (address - b->start >= b->bytes) {
        b = device_below(m, address);
        if (b == NULL || address - b->start >= b->bytes) {
            return NULL;
        }
        *found = (uint32_t)(b - m->buffers);
    }
    return b;
}

void *device_at(device_memory *m, uint64_t address, uint64_t bytes)
{
    const device_buffer *b = device_below(m, address);
    if (b == NULL || bytes > b->bytes || address - b->start > b->bytes - bytes) {
        return NULL;
    }
    return m->bytes + (address - DEVICE_BASE);
}

static bool place(device_memory *m, const program *p, symbol *s, ptx_error *error)
{
    s->address = s->is_shared ? device_alloc_shared(m, s->name, s->bytes) : device_alloc(m, s->name, s->bytes);
    if (s->address == 0) {
        snprintf(error->text, sizeof error->text, "%.200s:%u: variable %.100s does not fit into device memory",
                 p->file_name, s->line, s->name);
    }
    return s->address != 0;
}

bool device_load_program(device_memory *m, program *p, ptx_error *error)
{
    for (symbol *s = p->variables; s != NULL; s = s->next) {
        if (s->space == SPACE_GLOBAL && !place(m, p, s, error)) {
            return false;
        }
    }
    if (p->constant_bytes > 0) {
        p->constant_base = device_alloc(m, "constant memory", p->constant_bytes);
        if (p->constant_base == 0) {
            snprintf(error->text, sizeof error->text, "%.200s: constant memory does not fit into device memory",
                     p->file_name);
            return false;
        }
    }
    relocate(p);
    for (const symbol *s = p->variables; s != NULL; s = s->next) {
        uint64_t at = s->space == SPACE_CONST ? p->constant_base + s->address : s->address;
        if (s->initial_bytes > 0 && (s->space == SPACE_GLOBAL || s->space == SPACE_CONST)) {
            memcpy(m->bytes + (at - DEVICE_BASE), s->initial, s->initial_bytes);
        }
    }
    return true;
}

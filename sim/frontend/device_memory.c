// Buffers of a job, one after another from DEVICE_BASE, each aligned to 256 bytes, in one range of host memory that is
// reserved once and filled with zeros by the host when it is touched. 1 GiB: the 32-bit address space above
// DEVICE_BASE.
#include "sim/frontend/device_memory.h"

#include "sim/frontend/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define DEVICE_BYTES 0x40000000u
enum { BUFFER_ALIGN = 256 };

device_memory *device_memory_new(void)
{
    device_memory *m = calloc(1, sizeof *m);
    if (m == NULL) {
        abort();
    }
    m->bytes = mmap(NULL, DEVICE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m->bytes == MAP_FAILED) {
        abort();
    }
    return m;
}

void device_memory_free(device_memory *m)
{
    if (m != NULL) {
        for (uint32_t i = 0; i < m->n_buffers; i++) {
            free(m->buffers[i].name);
        }
        munmap(m->bytes, DEVICE_BYTES);
        free(m->buffers);
        free(m);
    }
}

uint64_t device_alloc(device_memory *m, const char *name, uint64_t bytes)
{
    uint64_t room = (bytes + BUFFER_ALIGN - 1) / BUFFER_ALIGN * BUFFER_ALIGN;
    room = room == 0 ? BUFFER_ALIGN : room;
    if (bytes > DEVICE_BYTES || room > DEVICE_BYTES - m->used) {
        return 0;
    }
    if (m->n_buffers == m->room_buffers) {
        uint32_t grown_room = m->room_buffers * 2 + 16;
        device_buffer *grown = realloc(m->buffers, grown_room * sizeof *grown);
        if (grown == NULL) {
            return 0;
        }
        m->buffers = grown;
        m->room_buffers = grown_room;
    }
    size_t length = strlen(name);
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        return 0;
    }
    memcpy(copy, name, length + 1);
    uint64_t start = DEVICE_BASE + m->used;
    m->buffers[m->n_buffers++] = (device_buffer){ copy, start, bytes };
    m->used += room;
    return start;
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

const device_buffer *device_find(device_memory *m, uint64_t address)
{
    if (m->n_buffers == 0) {
        return NULL;
    }
    const device_buffer *b = &m->buffers[m->last];
    if (address - b->start >= b->bytes) {
        b = device_below(m, address);
        if (b == NULL || address - b->start >= b->bytes) {
            return NULL;
        }
        m->last = (uint32_t)(b - m->buffers);
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
    s->address = device_alloc(m, s->name, s->bytes);
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

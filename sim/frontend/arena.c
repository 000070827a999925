// SPDX-License-Identifier: BSD-3-Clause
// A program's memory, freed all at once, and the way out on the first error in the text.
#include "sim/frontend/module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK = 64 * 1024 };

struct arena_block { arena_block *next; size_t used, room; _Alignas(16) uint8_t bytes[]; };

void *program_alloc(program *p, size_t bytes)
{
    bytes = (bytes + 15) / 16 * 16;
    arena_block *block = p->arena;
    if (block == NULL || block->room - block->used < bytes) {
        size_t room = bytes > ARENA_BLOCK ? bytes : ARENA_BLOCK;
        block = malloc(sizeof *block + room);
        if (block == NULL) {
            program_fail(p, 0, "out of memory (%zu bytes)", room);
        }
        *block = (arena_block){ .next = p->arena, .room = room };
        p->arena = block;
    }
    void *result = memset(block->bytes + block->used, 0, bytes);
    block->used += bytes;
    return result;
}

char *program_copy(program *p, const char *text, size_t length)
{
    char *copy = program_alloc(p, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void arena_free(program *p)
{
    while (p->arena != NULL) {
        arena_block *next = p->arena->next;
        free(p->arena);
        p->arena = next;
    }
}

void program_fail(program *p, uint32_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int at = snprintf(p->error->text, sizeof p->error->text, "%.200s:%u: ", p->file_name, line);
    vsnprintf(p->error->text + at, sizeof p->error->text - (size_t)at, format, arguments);
    va_end(arguments);
    longjmp(p->failed, 1);
}

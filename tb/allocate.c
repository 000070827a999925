// SPDX-License-Identifier: BSD-3-Clause
// Running out of memory ends the run with one line and status 2, whoever allocates. The Makefile has the linker lead every
// allocation of our objects and of the FST writer here (--wrap); Verilated modules call it (tb/verilated.h). Libraries' own
// allocations are not covered.
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "tb/no_memory.h"

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
char *__real_strdup(const char *);
char *__real_strndup(const char *, size_t);
void *__real_mmap(void *, size_t, int, int, int, off_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
char *__wrap_strdup(const char *);
char *__wrap_strndup(const char *, size_t);
void *__wrap_mmap(void *, size_t, int, int, int, off_t);

// NULL for no bytes is no failure.
static void *given(void *memory, size_t bytes)
{
    if (!memory && bytes)
        no_memory(bytes);
    return memory;
}

void *__wrap_malloc(size_t bytes) { return given(__real_malloc(bytes), bytes); }
void *__wrap_calloc(size_t count, size_t bytes) { return given(__real_calloc(count, bytes), count * bytes); }
void *__wrap_realloc(void *memory, size_t bytes) { return given(__real_realloc(memory, bytes), bytes); }
char *__wrap_strdup(const char *text) { return given(__real_strdup(text), strlen(text) + 1); }
char *__wrap_strndup(const char *text, size_t most) { return given(__real_strndup(text, most), most + 1); }

void *__wrap_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset)
{
    void *range = __real_mmap(address, bytes, protection, flags, file, offset);

    if (range == MAP_FAILED)
        no_memory(bytes);
    return range;
}

// SPDX-License-Identifier: BSD-3-Clause
// See sim/trace/spill.h.
#include "sim/trace/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { uint32_t *numbers, count, room, next; } free_numbers;

struct spill {
    uint8_t     *memory[SPILL_MEMORY];
    free_numbers in_memory, in_file;
    int          file;
};

spill *spill_new(void)
{
    spill *s = calloc(1, sizeof *s);

    s->in_file.next = SPILL_MEMORY;
    s->file = -1;
    return s;
}

void spill_free(spill *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < SPILL_MEMORY; i++)
        free(s->memory[i]);
    free(s->in_memory.numbers);
    free(s->in_file.numbers);
    if (s->file >= 0)
        close(s->file);
    free(s);
}

bool spill_in_memory(uint32_t number) { return number < SPILL_MEMORY; }

static uint32_t take(free_numbers *f) { return f->count ? f->numbers[--f->count] : f->next++; }

static bool open_file(spill *s, char *why, size_t why_size)
{
    const char *folder = getenv("TMPDIR");
    char name[4096];

    if (!folder || !folder[0])
        folder = "/var/tmp";
    snprintf(name, sizeof name, "%s/warplock-trace-XXXXXX", folder);
    s->file = mkstemp(name);
    if (s->file < 0) {
        snprintf(why, why_size, "no temporary file in %s: %s", folder, strerror(errno));
        return false;
    }
    unlink(name);
    fcntl(s->file, F_SETFD, FD_CLOEXEC);
    return true;
}

static off_t place(uint32_t number) { return (off_t)(number - SPILL_MEMORY) * SPILL_BLOCK; }

bool spill_put(spill *s, const uint8_t block[SPILL_BLOCK], uint32_t *number, char *why, size_t why_size)
{
    size_t written = 0;

    if (s->in_memory.count || s->in_memory.next < SPILL_MEMORY) {
        *number = take(&s->in_memory);
        if (!s->memory[*number])
            s->memory[*number] = malloc(SPILL_BLOCK);
        memcpy(s->memory[*number], block, SPILL_BLOCK);
        return true;
    }
    if (s->file < 0 && !open_file(s, why, why_size))
        return false;
    *number = take(&s->in_file);
    while (written < SPILL_BLOCK) {
        ssize_t n = pwrite(s->file, block + written, SPILL_BLOCK - written, place(*number) + (off_t)written);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            snprintf(why, why_size, "the temporary file cannot be written: %s", n < 0 ? strerror(errno) : "no room");
            spill_give_back(s, *number);
            return false;
        }
        written += (size_t)n;
    }
    return true;
}

void spill_give_back(spill *s, uint32_t number)
{
    free_numbers *f = spill_in_memory(number) ? &s->in_memory : &s->in_file;

    if (f->count == f->room) {
        f->room = f->room ? 2 * f->room : 64;
        f->numbers = realloc(f->numbers, f->room * sizeof *f->numbers);
    }
    f->numbers[f->count++] = number;
}

const uint8_t *spill_look(spill *s, uint32_t number, uint8_t room[SPILL_BLOCK], char *why, size_t why_size)
{
    size_t got = 0;

    if (spill_in_memory(number))
        return s->memory[number];
    while (got < SPILL_BLOCK) {
        ssize_t n = pread(s->file, room + got, SPILL_BLOCK - got, place(number) + (off_t)got);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            snprintf(why, why_size, "the temporary file cannot be read: %s", n < 0 ? strerror(errno) : "it is too short");
            return NULL;
        }
        got += (size_t)n;
    }
    return room;
}

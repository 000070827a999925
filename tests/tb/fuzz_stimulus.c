// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as a recorded stimulus, as replay and the benches read it from a failure pack or a recording.
// What is accepted must survive being written and read again.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tb/stimuli/stimulus.h"

enum { ERROR = 2048 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Tuples that the program does not have are refused, not built.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    setenv("WARPLOCK_SOURCES", "no sources", 1);
    setenv("WARPLOCK_CACHE", "no cache", 1);
    return 0;
}

static bool read_text(stimulus *s, const char *text, size_t size, char error[ERROR])
{
    char path[64];
    int file = memfd_create("stimulus", 0);
    if (file < 0 || write(file, text, size) != (ssize_t)size) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    error[0] = 0;
    bool good = stimulus_read(s, path, false, error, ERROR);
    close(file);
    if (!good && !error[0]) abort();
    return good;
}

static bool same_steps(const stimulus *a, const stimulus *b)
{
    if (a->ops != b->ops || a->count != b->count || a->check_late != b->check_late || a->from_reset != b->from_reset)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        stimulus_step *one = stimulus_at(a, i), *other = stimulus_at(b, i);
        if (one->cycle != other->cycle || one->edges != other->edges ||
            memcmp(stimulus_inputs(one), stimulus_inputs(other), a->ops->in_size) != 0) return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stimulus first, second;
    char error[ERROR], *text = NULL;
    size_t length;
    if (!read_text(&first, (const char *)data, size, error)) return 0;
    FILE *file = open_memstream(&text, &length);
    stimulus_write(&first, file);
    fclose(file);
    if (!read_text(&second, text, length, error) || !same_steps(&first, &second)) abort();
    free(text);
    stimulus_close(&first);
    stimulus_close(&second);
    return 0;
}

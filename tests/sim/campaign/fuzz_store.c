// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: edits of a store of eight rows, and words of `results --where`. The input is edits, each of four bytes, two and a half
// of them where, and behind a byte 0xff in the place of a where the words; the store's bytes would be refused by SQLite before a fuzzer has found
// the first of them. Whatever the file says then, a row that is believed has the number that was written, and what is refused has
// a message.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/campaign/results/query.h"
#include "sim/campaign/store/store.h"

enum { ROWS = 8, EDIT = 4 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[64];
static unsigned char *bytes;
static size_t length;

static double ipc_of(unsigned row) { return 1 + row / 7.0; }

static void make_store(void)
{
    char message[512];
    store *s = store_open(path, STORE_MAKE, message, sizeof message);

    for (unsigned i = 0; s && i < ROWS; i++) {
        char key[16], report[128];

        snprintf(key, sizeof key, "%u", i);
        snprintf(report, sizeof report, "{\"ipc\":%.17g,\"cycles\":%u,\"per_line\":[{\"line\":%u}]}", ipc_of(i), 1000 + i, i);
        if (!store_put(s, key, &(store_identity){.program = "p", .kernel = "atax", .machine = "oaws", .policy = key, .machine_text = "[l1d]\nsets = 32\n"},
                       &(store_run){.seconds = 1, .result = report, .reason = ""}, message, sizeof message))
            abort();
    }
    if (!s)
        abort();
    store_close(s);
}

static void remove_store(void) { unlink(path); }

// In memory, where there is such a folder: a file is written for each input.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    snprintf(path, sizeof path, "%s/fuzz_store.%d", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    make_store();
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        abort();
    length = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(length);
    if (fread(bytes, 1, length, file) != length)
        abort();
    fclose(file);
    atexit(remove_store);
    return 0;
}

// Returns how much of the input was edits.
static size_t write_edited(const uint8_t *data, size_t size)
{
    unsigned char *edited = malloc(length);
    size_t used = 0, kept = length;

    memcpy(edited, bytes, length);
    for (; used + EDIT <= size && data[used] != 0xff; used += EDIT) {
        size_t where = ((size_t)data[used] << 16 | (size_t)data[used + 1] << 8 | data[used + 2]) % length;

        if (data[used] == 0xfe)
            kept = where;
        else
            edited[where] = data[used + 3];
    }
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(edited, 1, kept, file) != kept || fclose(file) != 0)
        abort();
    free(edited);
    return used < size ? used + 1 : used;
}

static void ask(store *s, const char *words)
{
    char message[512] = "";
    query q;
    query_field field;

    query_begin(&q, s);
    if (words[0] && !query_add_filter(&q, words, message, sizeof message) && !message[0])
        abort();
    query_find_field(&q, words, &field, message, sizeof message);
    if (query_restart(&q, message, sizeof message))
        while (query_next(&q, message, sizeof message) == STORE_FOUND) {
            char number[QUERY_NUMBER];

            if (query_find_field(&q, "ipc", &field, message, sizeof message))
                query_text(query_value(&q, &field), number);
        }
    query_end(&q);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[512] = "", *words;
    size_t used = write_edited(data, size);
    store *s = store_open(path, size & 1 ? STORE_LOOK : STORE_READ, message, sizeof message);

    if (!s) {
        if (!message[0])
            abort();
        return 0;
    }
    for (unsigned i = 0; i < ROWS; i++) {
        char key[16];
        store_run run;

        snprintf(key, sizeof key, "%u", i);
        if (store_get(s, key, &run, message, sizeof message) == STORE_FOUND) {
            if (measured_number(&run.measured, "ipc") != ipc_of(i))
                abort();
            store_run_free(&run);
        }
    }
    words = strndup((const char *)data + used, size - used);
    ask(s, words);
    free(words);
    store_close(s);
    return 0;
}

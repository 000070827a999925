// random_kernel SEED FOLDER: writes one random kernel as a job folder (PTX, inputs, expected outputs from the
// interpreter, job.json), so that `warplock run FOLDER/job.json` checks the whole simulator with it.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/sim/random/random_kernel.h"

static FILE *create(const char *folder, const char *name, const char *suffix)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    FILE *file = fopen(path, "wb");
    if (file) return file;
    fprintf(stderr, "random_kernel: %s: %s\n", path, strerror(errno));
    exit(2);
}

static void write_bytes(const char *folder, const char *name, const char *suffix, const void *data, size_t bytes)
{
    FILE *file = create(folder, name, suffix);
    if (fwrite(data, 1, bytes, file) != bytes || fclose(file) != 0) {
        fprintf(stderr, "random_kernel: %s/%s%s: cannot be written\n", folder, name, suffix);
        exit(2);
    }
}

static void write_arg(FILE *file, const random_kernel *kernel, const random_arg *a)
{
    float f;
    double d;
    uint32_t low = (uint32_t)a->bits;
    if (!a->type[0]) {
        fprintf(file, "{\"buf\": \"%s\"}", kernel->buffers[a->buffer].name);
    } else if (strcmp(a->type, "f32") == 0) {
        memcpy(&f, &low, sizeof f);
        fprintf(file, "{\"f32\": %.6f}", (double)f);
    } else if (strcmp(a->type, "f64") == 0) {
        memcpy(&d, &a->bits, sizeof d);
        fprintf(file, "{\"f64\": %.6f}", d);
    } else if (strcmp(a->type, "s32") == 0) {
        fprintf(file, "{\"s32\": %d}", (int)(int32_t)low);
    } else {
        fprintf(file, "{\"%s\": %lld}", a->type, (long long)a->bits);
    }
}

static void write_job(const random_kernel *kernel, const char *folder)
{
    FILE *file = create(folder, "job", ".json");
    fprintf(file, "{\n  \"ptx\": \"kernel.ptx\",\n  \"buffers\": [");
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        const random_buffer *b = &kernel->buffers[i];
        fprintf(file, "%s\n    {\"name\": \"%s\", \"type\": \"u8\", \"count\": %u, \"file\": \"%s.bin\"}", i ? "," : "",
                b->name, b->bytes, b->name);
    }
    fprintf(file, "\n  ],\n  \"steps\": [\n    {\"launch\": \"%s\", \"grid\": [%u,%u,%u], \"block\": [%u,%u,%u],",
            kernel->entry, kernel->grid[0], kernel->grid[1], kernel->grid[2], kernel->block[0], kernel->block[1],
            kernel->block[2]);
    fprintf(file, " \"dynamic_shared\": %u,\n     \"args\": [", kernel->dynamic_shared);
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        if (i) fprintf(file, ", ");
        write_arg(file, kernel, &kernel->args[i]);
    }
    fprintf(file, "]}\n  ],\n  \"expect\": [");
    for (unsigned i = RANDOM_OUTPUT; i < RANDOM_BUFFERS; i++) {
        const char *name = kernel->buffers[i].name;
        fprintf(file, "%s\n    {\"buf\": \"%s\", \"file\": \"%s.expected.bin\", \"rel\": 0, \"abs\": 0}",
                i > RANDOM_OUTPUT ? "," : "", name, name);
    }
    fprintf(file, "\n  ]\n}\n");
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: random_kernel SEED FOLDER\n");
        return 2;
    }
    char words[256];
    uint8_t *expected[RANDOM_BUFFERS];
    random_kernel *kernel = random_kernel_new(strtoull(argv[1], NULL, 10));
    if (mkdir(argv[2], 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "random_kernel: %s: %s\n", argv[2], strerror(errno));
        return 2;
    }
    if (!random_kernel_expected(kernel, false, expected, words, sizeof words)) {
        fprintf(stderr, "random_kernel: seed %s: %s\n", argv[1], words);
        return 2;
    }
    write_bytes(argv[2], "kernel", ".ptx", kernel->ptx, strlen(kernel->ptx));
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        const random_buffer *b = &kernel->buffers[i];
        write_bytes(argv[2], b->name, ".bin", b->initial, b->bytes);
        if (i != RANDOM_INPUT) write_bytes(argv[2], b->name, ".expected.bin", expected[i], b->bytes);
        free(expected[i]);
    }
    write_job(kernel, argv[2]);
    random_kernel_free(kernel);
    return 0;
}

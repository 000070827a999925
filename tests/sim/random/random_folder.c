// SPDX-License-Identifier: BSD-3-Clause
// A random kernel as a job folder: PTX, inputs, the interpreter's results as expected outputs, job.json.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/sim/random/random_run.h"

static FILE *create(const char *folder, const char *name, const char *suffix)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    FILE *file = fopen(path, "wb");
    if (!file) fprintf(stderr, "random kernel: %s: %s\n", path, strerror(errno));
    return file;
}

static bool write_bytes(const char *folder, const char *name, const char *suffix, const void *data, size_t bytes)
{
    FILE *file = create(folder, name, suffix);
    if (!file) return false;
    bool good = fwrite(data, 1, bytes, file) == bytes;
    if (fclose(file) == 0 && good) return true;
    fprintf(stderr, "random kernel: %s/%s%s: cannot be written\n", folder, name, suffix);
    return false;
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

static void write_launch(FILE *file, const random_kernel *kernel, const random_launch *l)
{
    fprintf(file, "    {\"launch\": \"%s\", \"grid\": [%u,%u,%u], \"block\": [%u,%u,%u], \"dynamic_shared\": %u,\n     \"args\": [",
            l->entry, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], l->dynamic_shared);
    for (uint32_t i = 0; i < l->arg_count; i++) {
        if (i) fprintf(file, ", ");
        write_arg(file, kernel, &l->args[i]);
    }
    fprintf(file, "]}");
}

static void write_texture(FILE *file, const char *input, const random_texture *t)
{
    static const char letters[] = "wcmb", *const words[] = {"wrap", "clamp", "mirror", "border"};
    fprintf(file, "{\"name\": \"%s\", \"buf\": \"%s\", \"type\": \"%c%u\", \"offset\": %u, \"channels\": %u, \"width\": %u, ",
            t->name, input, t->kind, t->bits, t->offset, t->channels, t->width);
    if (t->height) fprintf(file, "\"height\": %u, \"pitch\": %u, ", t->height, t->pitch);
    fprintf(file, "\"edge\": [\"%s\", \"%s\"], \"filter\": \"%s\", \"normalized\": %s, \"normalized_float\": %s, ",
            words[strchr(letters, t->edge[0]) - letters], words[strchr(letters, t->edge[1]) - letters],
            t->filtered ? "linear" : "point", t->normalised ? "true" : "false", t->as_float ? "true" : "false");
    fprintf(file, "\"linear_memory\": %s, \"border\": [%g, %g, %g, %g]}", t->linear_memory ? "true" : "false",
            (double)t->border[0], (double)t->border[1], (double)t->border[2], (double)t->border[3]);
}

static bool write_job(const random_kernel *kernel, const char *folder)
{
    FILE *file = create(folder, "job", ".json");
    if (!file) return false;
    fprintf(file, "{\n  \"ptx\": \"kernel.ptx\",\n  \"buffers\": [");
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        const random_buffer *b = &kernel->buffers[i];
        fprintf(file, "%s\n    {\"name\": \"%s\", \"type\": \"u8\", \"count\": %u, \"file\": \"%s.bin\"}", i ? "," : "",
                b->name, b->bytes, b->name);
    }
    fprintf(file, "\n  ],\n  \"textures\": [");
    for (unsigned i = 0, n = 0; i < RANDOM_TEXTURES; i++) {
        if (!random_kernel_has_texture(kernel, &kernel->textures[i])) continue;
        fprintf(file, n++ ? ",\n    " : "\n    ");
        write_texture(file, kernel->buffers[RANDOM_INPUT].name, &kernel->textures[i]);
    }
    fprintf(file, "\n  ],\n  \"steps\": [");
    for (uint32_t i = 0; i < kernel->launch_count; i++) {
        const random_launch *l = &kernel->launches[i];
        fprintf(file, i ? ",\n" : "\n");
        if (l->fills) fprintf(file, "    {\"fill\": \"%s\", \"value\": %u},\n", kernel->buffers[l->filled].name, l->fill);
        write_launch(file, kernel, l);
    }
    fprintf(file, "\n  ],\n  \"expect\": [");
    for (unsigned i = RANDOM_OUTPUT; i < RANDOM_BUFFERS; i++) {
        const char *name = kernel->buffers[i].name;
        fprintf(file, "%s\n    {\"buf\": \"%s\", \"file\": \"%s.expected.bin\", \"rel\": 0, \"abs\": 0}",
                i > RANDOM_OUTPUT ? "," : "", name, name);
    }
    fprintf(file, "\n  ]\n}\n");
    return fclose(file) == 0;
}

bool random_write_folder(const random_kernel *kernel, uint8_t *const want[RANDOM_BUFFERS], const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "random kernel: %s: %s\n", folder, strerror(errno));
        return false;
    }
    bool good = write_bytes(folder, "kernel", ".ptx", kernel->ptx, strlen(kernel->ptx));
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        const random_buffer *b = &kernel->buffers[i];
        good = good && write_bytes(folder, b->name, ".bin", b->initial, b->bytes);
        if (i != RANDOM_INPUT) good = good && write_bytes(folder, b->name, ".expected.bin", want[i], b->bytes);
    }
    return good && write_job(kernel, folder);
}

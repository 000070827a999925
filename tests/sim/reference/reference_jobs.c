// SPDX-License-Identifier: BSD-3-Clause
// See tests/sim/reference/reference_jobs.h.
#include "tests/sim/reference/reference_jobs.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static void lcg_fill(float *data, size_t count, uint32_t seed)
{
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (float)(seed >> 8) / 16777216.0f;
    }
}

static void write_floats(const char *name, const float *data, size_t count)
{
    char path[256];
    snprintf(path, sizeof path, REFERENCE_WORK "%s.bin", name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, sizeof *data, count, file), count);
    fclose(file);
}

static void write_job(const char *name, const char *text)
{
    char path[256], cwd[1024];
    snprintf(path, sizeof path, REFERENCE_WORK "%s.json", name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_non_null(getcwd(cwd, sizeof cwd));
    fprintf(file, text, cwd);             // the PTX by absolute path: build/ may be anywhere
    fclose(file);
}

void reference_vadd(const char *name, int n)
{
    float *a = malloc((size_t)n * 4), *b = malloc((size_t)n * 4);
    lcg_fill(a, (size_t)n, 1);
    lcg_fill(b, (size_t)n, 2);
    for (int i = 0; i < n; i++) a[i] += b[i];
    write_floats(name, a, (size_t)n);
    char text[2048];
    snprintf(text, sizeof text,
             "{\"ptx\": \"%%s/" REFERENCE "vadd.ptx\", \"buffers\": ["
             "{\"name\": \"a\", \"type\": \"f32\", \"count\": %d, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 0.0, \"hi\": 1.0}}},"
             "{\"name\": \"b\", \"type\": \"f32\", \"count\": %d, \"init\": {\"lcg\": {\"seed\": 2, \"lo\": 0.0, \"hi\": 1.0}}},"
             "{\"name\": \"c\", \"type\": \"f32\", \"count\": %d, \"init\": \"none\"}],"
             "\"steps\": [{\"launch\": \"vadd\", \"grid\": [%d,1,1], \"block\": [256,1,1], \"dynamic_shared\": 0,"
             "\"args\": [{\"buf\": \"a\"}, {\"buf\": \"b\"}, {\"buf\": \"c\"}, {\"s32\": %d}]}],"
             "\"expect\": [{\"buf\": \"c\", \"file\": \"%s.bin\", \"rel\": 0, \"abs\": 0}]}\n",
             n, n, n, n / 256, n, name);
    write_job(name, text);
    free(a);
    free(b);
}

void reference_conv2d(const char *name, int n)
{
    static const float c[3][3] = {{0.2f, 0.5f, -0.8f}, {-0.3f, 0.6f, -0.9f}, {0.4f, 0.7f, 0.1f}};
    float *a = malloc((size_t)n * (size_t)n * 4), *b = calloc((size_t)n * (size_t)n, 4);
    char text[2048];
    lcg_fill(a, (size_t)n * (size_t)n, 1);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double sum = 0;
            for (int y = 0; y < 3; y++)
                for (int x = 0; x < 3; x++) sum += (double)c[y][x] * a[(i - 1 + y) * n + j - 1 + x];
            b[i * n + j] = (float)sum;
        }
    write_floats(name, b, (size_t)n * (size_t)n);
    snprintf(text, sizeof text,
             "{\"ptx\": \"%%s/" REFERENCE "conv2d.ptx\", \"buffers\": ["
             "{\"name\": \"A\", \"type\": \"f32\", \"count\": %d, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 0.0, \"hi\": 1.0}}},"
             "{\"name\": \"B\", \"type\": \"f32\", \"count\": %d, \"init\": \"zero\"}],"
             "\"steps\": [{\"launch\": \"conv2d\", \"grid\": [%d,%d,1], \"block\": [32,8,1], \"dynamic_shared\": 0,"
             "\"args\": [{\"buf\": \"A\"}, {\"buf\": \"B\"}, {\"s32\": %d}, {\"s32\": %d}]}],"
             "\"expect\": [{\"buf\": \"B\", \"file\": \"%s.bin\", \"rel\": 1e-5, \"abs\": 1e-5}]}\n",
             n * n, n * n, n / 32, n / 8, n, n, name);
    write_job(name, text);
    free(a);
    free(b);
}

void reference_atax(void)
{
    enum { NX = 7680, NY = 64 };
    float *a = malloc(NX * NY * 4), x[NY], *tmp = calloc(NX, 4);
    lcg_fill(a, NX * NY, 1);
    lcg_fill(x, NY, 2);
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++) tmp[i] = fmaf(a[i * NY + j], x[j], tmp[i]);
    write_floats("atax_row", tmp, NX);
    write_job("atax_row",
              "{\"ptx\": \"%s/" REFERENCE "atax.ptx\", \"buffers\": ["
              "{\"name\": \"A\", \"type\": \"f32\", \"count\": 491520, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 0.0, \"hi\": 1.0}}},"
              "{\"name\": \"x\", \"type\": \"f32\", \"count\": 64, \"init\": {\"lcg\": {\"seed\": 2, \"lo\": 0.0, \"hi\": 1.0}}},"
              "{\"name\": \"tmp\", \"type\": \"f32\", \"count\": 7680, \"init\": \"zero\"},"
              "{\"name\": \"y\", \"type\": \"f32\", \"count\": 64, \"init\": \"zero\"}],"
              "\"steps\": [{\"launch\": \"atax_row\", \"grid\": [30,1,1], \"block\": [256,1,1], \"dynamic_shared\": 0,"
              "\"args\": [{\"buf\": \"A\"}, {\"buf\": \"x\"}, {\"buf\": \"tmp\"}, {\"s32\": 7680}, {\"s32\": 64}]}],"
              "\"expect\": [{\"buf\": \"tmp\", \"file\": \"atax_row.bin\", \"rel\": 0, \"abs\": 0}]}\n");
    free(a);
    free(tmp);
}

static double number(const json_t *object, const char *group, const char *key)
{
    const json_t *value = json_object_get(group ? json_object_get(object, group) : object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

reference_counts reference_run(const char *machine, const char *policy, const char *job)
{
    char command[512];
    snprintf(command, sizeof command,
             "${BUILD:-build}/warplock run --machine %s --policy %s --set policy.swl_limit=1 --blocks c --json " REFERENCE_WORK "%s.json",
             machine, policy, job);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_error_t error;
    json_t *array = json_loadf(pipe, 0, &error);
    assert_int_equal(pclose(pipe), 0);
    assert_non_null(array);
    const json_t *run = json_array_get(array, 0);
    const reference_counts got = {
        .cycles = number(run, NULL, "cycles"), .thread_insns = number(run, NULL, "thread_insns"), .warp_insns = number(run, NULL, "warp_insns"),
        .accesses = number(run, "l1d", "accesses"), .misses = number(run, "l1d", "misses"), .pending_hits = number(run, "l1d", "pending_hits"),
        .fails = number(run, "l1d", "reservation_fails"), .l2_accesses = number(run, "l2", "accesses"), .l2_misses = number(run, "l2", "misses"),
        .verified = json_is_true(json_object_get(run, "verified"))};
    json_decref(array);
    return got;
}

bool reference_prepare(void)
{
    if (access(REFERENCE "README.md", R_OK) != 0)
        return false;
    mkdir("build", 0777);
    mkdir("build/reference", 0777);
    return true;
}

// SPDX-License-Identifier: BSD-3-Clause
// The reference kernels against GPGPU-Sim: equal instruction and access counts, close cycles and miss rates, the same
// order of schedulers, and results equal to a CPU's. Reads ../shared/reference and is skipped, visibly, without it.
//
// Jobs with inputs and expected results are written to build/reference/ and run through the command line, as a user would.
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

#include "tests/number.h"

#define SHARED "../shared/reference/"
#define WORK "build/reference/"
#define MEAN_ERROR 0.0165                // of the cycles, before the mechanisms of test_microbenchmarks.c; not to grow

typedef struct {
    const char *job, *policy;
    double      cycles, tolerance;       // GPGPU-Sim 4.2's cycles; how far ours may be from them
    double      thread_insns, warp_insns, accesses, misses;
} row;

// ../shared/reference/README.md, whole
static const row rows[] = {
    {"vadd_65536",  "gto",   4870, 0.15,  1376256,  45056,   6144,   6144},
    {"vadd_262144", "gto",  21196, 0.15,  5505024, 180224,  24576,  24576},
    {"vadd_262144", "lrr",  21397, 0.15,  5505024, 180224,  24576,  24576},
    {"conv2d",      "gto",  35498, 0.15, 14092412, 449536, 127500,  42675},
    {"conv2d",      "lrr",  36706, 0.15, 14092412, 449536, 127500,  42540},
    {"atax_row",    "gto", 321450, 0.30,  4592640, 144000, 522480, 445464},
    {"atax_row",    "lrr", 517345, 0.30,  4592640, 144000, 522480, 509454},
    {"atax_row",    "swl", 120940, 0.15,  4592640, 144000, 522480,  49279},
};
enum { ROWS = sizeof rows / sizeof *rows };

static struct { double cycles, thread_insns, warp_insns, accesses, misses; int verified; } got[ROWS];

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
    snprintf(path, sizeof path, WORK "%s.bin", name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, sizeof *data, count, file), count);
    fclose(file);
}

static void write_job(const char *name, const char *text)
{
    char path[256], cwd[1024];
    snprintf(path, sizeof path, WORK "%s.json", name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_non_null(getcwd(cwd, sizeof cwd));
    fprintf(file, text, cwd);             // the PTX by absolute path: build/ may be anywhere
    fclose(file);
}

static void make_vadd(const char *name, int n)
{
    float *a = malloc((size_t)n * 4), *b = malloc((size_t)n * 4);
    lcg_fill(a, (size_t)n, 1);
    lcg_fill(b, (size_t)n, 2);
    for (int i = 0; i < n; i++) a[i] += b[i];
    write_floats(name, a, (size_t)n);
    char text[2048];
    snprintf(text, sizeof text,
             "{\"ptx\": \"%%s/" SHARED "vadd.ptx\", \"buffers\": ["
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

static void make_conv2d(void)
{
    enum { NI = 512, NJ = 512 };
    static const float c[3][3] = {{0.2f, 0.5f, -0.8f}, {-0.3f, 0.6f, -0.9f}, {0.4f, 0.7f, 0.1f}};
    float *a = malloc(NI * NJ * 4), *b = calloc(NI * NJ, 4);
    lcg_fill(a, NI * NJ, 1);
    for (int i = 1; i < NI - 1; i++)
        for (int j = 1; j < NJ - 1; j++) {
            double sum = 0;
            for (int y = 0; y < 3; y++)
                for (int x = 0; x < 3; x++) sum += (double)c[y][x] * a[(i - 1 + y) * NJ + j - 1 + x];
            b[i * NJ + j] = (float)sum;
        }
    write_floats("conv2d", b, NI * NJ);
    write_job("conv2d",
              "{\"ptx\": \"%s/" SHARED "conv2d.ptx\", \"buffers\": ["
              "{\"name\": \"A\", \"type\": \"f32\", \"count\": 262144, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 0.0, \"hi\": 1.0}}},"
              "{\"name\": \"B\", \"type\": \"f32\", \"count\": 262144, \"init\": \"zero\"}],"
              "\"steps\": [{\"launch\": \"conv2d\", \"grid\": [16,64,1], \"block\": [32,8,1], \"dynamic_shared\": 0,"
              "\"args\": [{\"buf\": \"A\"}, {\"buf\": \"B\"}, {\"s32\": 512}, {\"s32\": 512}]}],"
              "\"expect\": [{\"buf\": \"B\", \"file\": \"conv2d.bin\", \"rel\": 1e-5, \"abs\": 1e-5}]}\n");
    free(a);
    free(b);
}

static void make_atax(void)
{
    enum { NX = 7680, NY = 64 };
    float *a = malloc(NX * NY * 4), x[NY], *tmp = calloc(NX, 4);
    lcg_fill(a, NX * NY, 1);
    lcg_fill(x, NY, 2);
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++) tmp[i] = fmaf(a[i * NY + j], x[j], tmp[i]);
    write_floats("atax_row", tmp, NX);
    write_job("atax_row",
              "{\"ptx\": \"%s/" SHARED "atax.ptx\", \"buffers\": ["
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

static void run_row(int i)
{
    char command[512];
    snprintf(command, sizeof command,
             "${BUILD:-build}/warplock run --machine gtx480 --policy %s --set policy.swl_limit=1 --blocks c --json " WORK "%s.json",
             rows[i].policy, rows[i].job);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_error_t error;
    json_t *array = json_loadf(pipe, 0, &error);
    assert_int_equal(pclose(pipe), 0);
    assert_non_null(array);
    const json_t *run = json_array_get(array, 0);
    got[i].cycles = number(run, NULL, "cycles");
    got[i].thread_insns = number(run, NULL, "thread_insns");
    got[i].warp_insns = number(run, NULL, "warp_insns");
    got[i].accesses = number(run, "l1d", "accesses");
    got[i].misses = number(run, "l1d", "misses");
    got[i].verified = json_is_true(json_object_get(run, "verified"));
    json_decref(array);
}

static double mean_error(void)
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++) sum += fabs(got[i].cycles / rows[i].cycles - 1);
    return sum / ROWS;
}

static int setup(void **state)
{
    (void)state;
    if (access(SHARED "README.md", R_OK) != 0) {
        print_message("SKIPPED: ../shared/reference is absent; nothing to compare with\n");
        return 0;
    }
    mkdir("build", 0777);
    mkdir("build/reference", 0777);
    make_vadd("vadd_65536", 65536);
    make_vadd("vadd_262144", 262144);
    make_conv2d();
    make_atax();
    for (int i = 0; i < ROWS; i++) run_row(i);
    print_message("%-12s %-4s %9s %9s %7s   %9s %9s %7s %7s\n", "job", "", "cycles", "GPGPU-Sim", "", "misses", "GPGPU-Sim", "rate", "theirs");
    for (int i = 0; i < ROWS; i++)
        print_message("%-12s %-4s %9.0f %9.0f %+6.1f%%   %9.0f %9.0f %7.3f %7.3f\n", rows[i].job, rows[i].policy, got[i].cycles,
                      rows[i].cycles, 100 * (got[i].cycles / rows[i].cycles - 1), got[i].misses, rows[i].misses,
                      got[i].misses / got[i].accesses, rows[i].misses / rows[i].accesses);
    print_message("mean error of the cycles %.2f%%\n", 100 * mean_error());
    return 0;
}

#define NEED_REFERENCE if (access(SHARED "README.md", R_OK) != 0) skip()

static void counts_are_equal(void **state)
{
    (void)state;
    NEED_REFERENCE;
    for (int i = 0; i < ROWS; i++) {
        assert_number(got[i].thread_insns, rows[i].thread_insns, 0);
        assert_number(got[i].warp_insns, rows[i].warp_insns, 0);
        assert_number(got[i].accesses, rows[i].accesses, 0);
    }
}

static void results_equal_the_cpu(void **state)
{
    (void)state;
    NEED_REFERENCE;
    for (int i = 0; i < ROWS; i++) assert_true(got[i].verified);
}

static void cycles_are_close(void **state)
{
    (void)state;
    NEED_REFERENCE;
    for (int i = 0; i < ROWS; i++)
        if (fabs(got[i].cycles / rows[i].cycles - 1) > rows[i].tolerance)
            fail_msg("%s %s: %.0f cycles, GPGPU-Sim %.0f", rows[i].job, rows[i].policy, got[i].cycles, rows[i].cycles);
}

static void mean_error_does_not_grow(void **state)
{
    (void)state;
    NEED_REFERENCE;
    if (mean_error() > MEAN_ERROR)
        fail_msg("mean error %.2f%%, at most %.2f%%", 100 * mean_error(), 100 * MEAN_ERROR);
}

static void miss_rates_are_close(void **state)
{
    (void)state;
    NEED_REFERENCE;
    for (int i = 0; i < ROWS; i++)
        if (fabs(got[i].misses / got[i].accesses - rows[i].misses / rows[i].accesses) > 0.01)
            fail_msg("%s %s: %.0f misses, GPGPU-Sim %.0f", rows[i].job, rows[i].policy, got[i].misses, rows[i].misses);
}

static void schedulers_keep_their_order(void **state)
{
    (void)state;
    NEED_REFERENCE;
    const int gto = 5, lrr = 6, swl = 7;
    assert_true(got[swl].cycles < got[gto].cycles);
    assert_true(got[gto].cycles < got[lrr].cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_equal),     cmocka_unit_test(results_equal_the_cpu),
        cmocka_unit_test(cycles_are_close),     cmocka_unit_test(mean_error_does_not_grow),
        cmocka_unit_test(miss_rates_are_close),  cmocka_unit_test(schedulers_keep_their_order),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
// programs FOLDER: inputs, job files and expected results of the kernels in tests/sim/cuda/programs, which are computed
// here once more, each in the plainest way. All take 1024 floats f and 1024 integers v, and give up to 4096 floats and
// 1024 integers.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1024 };

static float f[N], out[N];
static int32_t v[N], counts[N];

typedef struct {
    const char *file, *name;
    void      (*reference)(void);
    const char *grid, *block;
    unsigned    shared;
    double      bound;                          // relative and absolute; 0: equal
} program;

static void saxpy(void) { for (int i = 0; i < N; i++) out[i] = fmaf(2.5f, f[i], f[N - 1 - i]); }
static void gemm(void)
{
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = 0; k < 32; k++)
            sum += (double)f[i / 32 * 32 + k] * f[i % 32 * 32 + k];
        out[i] = (float)sum;
    }
}
static void transpose(void) { for (int i = 0; i < N; i++) out[i % 32 * 32 + i / 32] = f[i]; }
static void rows(void) { for (int i = 0; i < N; i++) out[i / 32] += f[i]; }
static void stencil(void)
{
    static const double weights[3][3] = { { 0.1, 0.2, 0.1 }, { 0.2, -1, 0.2 }, { 0.1, 0.2, 0.1 } };

    for (int y = 1; y < 31; y++)
        for (int x = 1; x < 31; x++) {
            double sum = 0;
            for (int k = 0; k < 9; k++)
                sum += weights[k / 3][k % 3] * f[(y + k / 3 - 1) * 32 + x + k % 3 - 1];
            out[y * 32 + x] = (float)sum;
        }
}
static void dot(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (double)f[i] * f[N - 1 - i];
    out[0] = (float)sum;
}
static void volatile_sum(void) { for (int i = 0; i < N; i++) out[i / 256] += f[i]; }
// Of numbers below 1 with 24 bits behind the point a double's sum is exact, in whatever order.
static void double_sum(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += f[i];
    memcpy(out, &sum, sizeof sum);
}

static void scan(void) { for (int i = 0; i < N; i++) counts[i] = v[i] + (i % 256 ? counts[i - 1] : 0); }
static void warp_scan(void) { for (int i = 0; i < N; i++) counts[i] = v[i] + (i % 32 ? counts[i - 1] : 0); }
static void compact(void)
{
    for (int i = 0, at = 0; i < N; i++) {
        at = i % 32 ? at : i;
        if (v[i] & 1)
            counts[at++] = v[i];
    }
}
static void histogram(void) { for (int i = 0; i < N; i++) counts[v[i] & 15]++; }
static int ascending(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
static void bitonic(void)
{
    memcpy(counts, v, sizeof v);
    for (int i = 0; i < N; i += 256)
        qsort(counts + i, 256, sizeof *counts, ascending);
}
static void extremes(void)
{
    uint64_t wide[2] = { 0, 0 };

    for (int i = 0; i < N; i++) {
        counts[0] = v[i] > counts[0] ? v[i] : counts[0];
        counts[1] = -v[i] < counts[1] ? -v[i] : counts[1];
        counts[2] |= v[i];
        counts[3] ^= v[i];
        counts[4] -= v[i];
        counts[5] = counts[5] >= 99 ? 0 : counts[5] + 1;
        wide[0] += (uint64_t)v[i] << 20;
        wide[1] = ((uint64_t)v[i] << 32 | (unsigned)i) > wide[1] ? (uint64_t)v[i] << 32 | (unsigned)i : wide[1];
    }
    memcpy(counts + 6, wide, sizeof wide);
}
static void lock(void) { for (int i = 0; i < N; i += 32) counts[0] += v[i]; }

static uint32_t reversed(uint32_t x)
{
    uint32_t y = 0;
    for (int i = 0; i < 32; i++)
        y |= (x >> i & 1) << (31 - i);
    return y;
}
static void bits(void)
{
    for (int i = 0; i < N; i++) {
        uint32_t x = (uint32_t)v[i] * 2654435761u, lead = x ? (uint32_t)__builtin_clz(x) : 32, first = (uint32_t)__builtin_ffs((int)x);
        uint64_t pair = (uint64_t)(uint32_t)i << 32 | x;
        uint32_t y = (uint32_t)__builtin_popcount(x) + lead * 3 + first * 5 + (reversed(x) >> 28) + (uint32_t)(pair >> 8)
                     + (uint32_t)((uint64_t)x * x >> 32);
        y ^= (uint32_t)((((uint64_t)y << 32 | x) << 7) >> 32) + ((x > y ? x - y : y - x) + 1) + (uint32_t)__builtin_popcount(x)
             + (x & 0xffffff) * 77;
        uint32_t high = (uint32_t)((int64_t)(int32_t)x * i >> 32);
        counts[i] = (int32_t)(y + (uint32_t)((int32_t)x < i ? (int32_t)x : i) + (x > 5 ? x : 5) + high
                              + (uint32_t)(x ? 32 + first : 0) + 32 + lead);
    }
}
static void frontier(void)
{
    for (int i = 0; i < N; i += 7) {
        counts[v[i] & (N - 1)] = 1;
        if (i + 1 < N)
            counts[i + 1] = 1;
    }
}
static void pathfinder(void)
{
    int32_t before[256];

    memcpy(counts, v, sizeof before);
    for (int row = 1; row < 4; row++) {
        memcpy(before, counts, sizeof before);
        for (int t = 0; t < 256; t++) {
            int32_t least = before[t];
            if (t > 0 && before[t - 1] < least) least = before[t - 1];
            if (t < 255 && before[t + 1] < least) least = before[t + 1];
            counts[t] = v[row * 256 + t] + least;
        }
    }
}

static void nbody(void)
{
    for (int i = 0; i < 64; i++) {
        double force[3] = { 0, 0, 0 };
        for (int j = 0; j < 64; j++) {
            double d[3], square = 0.01f;
            for (int k = 0; k < 3; k++) {
                d[k] = (double)f[4 * j + k] - f[4 * i + k];
                square += d[k] * d[k];
            }
            for (int k = 0; k < 3; k++)
                force[k] += d[k] * f[4 * j + 3] / (square * sqrt(square));
        }
        for (int k = 0; k < 3; k++)
            out[3 * i + k] = (float)force[k];
    }
}
static void blackscholes(void)
{
    for (int i = 0; i < N; i++) {
        double s = 10 + 20 * (double)f[i], t = 1 + (double)f[N - 1 - i], vol = 0.3, r = 0.02;
        double d1 = (log(s / 15) + (r + 0.5 * vol * vol) * t) / (vol * sqrt(t)), d2 = d1 - vol * sqrt(t);
        out[i] = (float)(s * 0.5 * erfc(-d1 * M_SQRT1_2) - 15 * exp(-r * t) * 0.5 * erfc(-d2 * M_SQRT1_2));
    }
}
static void functions(void)
{
    for (int i = 0; i < N; i++) {
        double a = f[i], nine = (double)(f[i] * 9);
        out[i] = (float)(sin(a * 10) * cos(a * 10) + tanh(a) + pow(a, 1.5) + atan2(a, 0.5) + cbrt(a) + fmod(nine, (double)0.7f) + log1p(a)
                         + sqrt(a) + floor(f[i] * 5.0f) + a + exp2(a) + hypot(a, 2));
    }
}
static void doubles(void)
{
    for (int i = 0; i < N; i++) {
        double a = f[i];
        out[i] = (float)(sin(a) * exp(-a) + pow(a, 3.0) + sqrt(a) / (1 + log(1 + a)) + tgamma(1 + a) + fma(a, a, 1.0));
    }
}
static void mandelbrot(void)
{
    for (int i = 0; i < N; i++) {
        float cx = -2 + 3.0f * (float)(i % 32) / 32, cy = -1 + 2.0f * (float)(i / 32) / 32, x = 0, y = 0;
        int steps = 0;
        for (; steps < 50 && x * x + y * y < 4; steps++) {
            float t = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = t;
        }
        counts[i] = steps;
    }
}
static void votes(void)
{
    for (int i = 0; i < N; i++) {
        bool any = false;
        for (int k = i & ~31; k < (i & ~31) + 32; k++)
            any = any || (v[k] & 63) > 32;
        counts[i] = any + 2 + 4 + 8 * (v[i ^ 5] & 7) + 64 * (v[(i & ~7) + 3] & 15);
    }
}
static void strided(void)
{
    for (int i = 0; i < N; i++)
        counts[i] = (v[i] & 1023) * (v[i] & 1023) % 1000 + (i & 1 ? 7 : -7);
}
static void volume(void)
{
    for (int i = 0; i < N; i++) {
        uint8_t b[4];
        memcpy(b, &v[i], 4);
        counts[i] = (b[0] - b[1]) * 3 + b[2] + b[3] + 8 * 100 + 4;
    }
}
static void conversions(void)
{
    for (int i = 0; i < N; i++) {
        float a = (f[i] - 0.5f) * 300;
        double wide = a;
        int32_t bits;
        int64_t wide_bits;
        memcpy(&bits, &a, sizeof bits);
        memcpy(&wide_bits, &wide, sizeof wide_bits);
        counts[i] = (int32_t)rintf(a) + 3 * (int32_t)a + 5 * (int32_t)floorf(a) + 7 * (int32_t)ceilf(a) + (int32_t)rintf(a)
                    + (int32_t)roundf(a) + (bits >> 20) + (int32_t)(wide_bits >> 32) % 1000;
    }
}

static const program programs[] = {
    { "linear", "saxpy", saxpy, "[4]", "[256]", 0, 1e-6 },
    { "linear", "gemm", gemm, "[2, 2]", "[16, 16]", 0, 1e-5 },
    { "linear", "transpose", transpose, "[2, 2]", "[16, 16]", 0, 0 },
    { "linear", "rows", rows, "[1]", "[32]", 0, 1e-5 },
    { "linear", "stencil", stencil, "[4, 4]", "[8, 8]", 0, 1e-6 },
    { "linear", "dot", dot, "[4]", "[256]", 0, 1e-5 },
    { "linear", "volatile_sum", volatile_sum, "[4]", "[256]", 1024, 1e-5 },
    { "linear", "double_sum", double_sum, "[4]", "[256]", 0, 0 },
    { "integers", "scan", scan, "[4]", "[256]", 0, 0 },
    { "integers", "warp_scan", warp_scan, "[8]", "[128]", 0, 0 },
    { "integers", "compact", compact, "[4]", "[256]", 0, 0 },
    { "integers", "histogram", histogram, "[4]", "[256]", 0, 0 },
    { "integers", "bitonic", bitonic, "[4]", "[256]", 0, 0 },
    { "integers", "extremes", extremes, "[4]", "[256]", 0, 0 },
    { "integers", "lock", lock, "[8]", "[128]", 0, 0 },
    { "integers", "bits", bits, "[4]", "[256]", 0, 0 },
    { "integers", "frontier", frontier, "[4]", "[256]", 0, 0 },
    { "integers", "pathfinder", pathfinder, "[1]", "[256]", 2048, 0 },
    { "physics", "nbody", nbody, "[1]", "[64]", 0, 1e-4 },
    { "physics", "blackscholes", blackscholes, "[4]", "[256]", 0, 2e-5 },
    { "physics", "functions", functions, "[4]", "[256]", 0, 1e-5 },
    { "physics", "doubles", doubles, "[4]", "[256]", 0, 1e-6 },
    { "physics", "mandelbrot", mandelbrot, "[4]", "[256]", 0, 0 },
    { "physics", "votes", votes, "[4]", "[256]", 0, 0 },
    { "physics", "strided", strided, "[2]", "[96]", 0, 0 },
    { "physics", "volume", volume, "[1, 2, 8]", "[16, 4]", 0, 0 },
    { "physics", "conversions", conversions, "[4]", "[256]", 0, 0 },
};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

static FILE *open_file(const char *folder, const char *name, const char *suffix)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

static void save(const char *folder, const char *name, const char *suffix, const void *values)
{
    FILE *file = open_file(folder, name, suffix);
    fwrite(values, 4, N, file);
    fclose(file);
}

// One job runs all kernels of a file.
static void write_job(const char *folder, const char *source)
{
    FILE *job = open_file(folder, source, ".json");
    const char *between = "";

    fprintf(job, "{\"ptx\": \"%s.ptx\", \"buffers\": [\n{\"name\": \"f\", \"type\": \"f32\", \"count\": 1024, \"file\": \"f.bin\"},\n"
                 "{\"name\": \"v\", \"type\": \"s32\", \"count\": 1024, \"file\": \"v.bin\"}", source);
    for (const program *p = programs; p < programs + PROGRAMS; p++)
        if (strcmp(p->file, source) == 0)
            fprintf(job, ",\n{\"name\": \"%s.out\", \"type\": \"f32\", \"count\": 1024, \"init\": \"zero\"},\n"
                         "{\"name\": \"%s.counts\", \"type\": \"s32\", \"count\": 1024, \"init\": \"zero\"}", p->name, p->name);
    fprintf(job, "],\n\"steps\": [");
    for (const program *p = programs; p < programs + PROGRAMS; p++)
        if (strcmp(p->file, source) == 0) {
            fprintf(job, "%s\n{\"launch\": \"%s\", \"grid\": %s, \"block\": %s, \"dynamic_shared\": %u, \"args\": [{\"buf\": \"f\"}, "
                         "{\"buf\": \"v\"}, {\"buf\": \"%s.out\"}, {\"buf\": \"%s.counts\"}, {\"s32\": 1024}]}",
                    between, p->name, p->grid, p->block, p->shared, p->name, p->name);
            between = ",";
        }
    fprintf(job, "],\n\"expect\": [");
    between = "";
    for (const program *p = programs; p < programs + PROGRAMS; p++)
        if (strcmp(p->file, source) == 0) {
            fprintf(job, "%s\n{\"buf\": \"%s.out\", \"file\": \"%s.out\", \"rel\": %g, \"abs\": %g},\n"
                         "{\"buf\": \"%s.counts\", \"file\": \"%s.counts\"}",
                    between, p->name, p->name, p->bound, p->bound, p->name, p->name);
            between = ",";
        }
    fprintf(job, "]}\n");
    fclose(job);
}

int main(int argc, char **argv)
{
    static const char *const sources[] = { "linear", "integers", "physics" };
    uint32_t state = 1;

    if (argc != 2) {
        fprintf(stderr, "usage: programs FOLDER\n");
        return 2;
    }
    for (int i = 0; i < N; i++) {
        state = state * 1664525u + 1013904223u;
        f[i] = (float)(state >> 8) * 0x1p-24f;
        state = state * 1664525u + 1013904223u;
        v[i] = (int32_t)(state >> 12);
    }
    save(argv[1], "f", ".bin", f);
    save(argv[1], "v", ".bin", v);
    for (const program *p = programs; p < programs + PROGRAMS; p++) {
        memset(out, 0, sizeof out);
        memset(counts, 0, sizeof counts);
        p->reference();
        save(argv[1], p->name, ".out", out);
        save(argv[1], p->name, ".counts", counts);
    }
    for (unsigned i = 0; i < sizeof sources / sizeof sources[0]; i++)
        write_job(argv[1], sources[i]);
    return 0;
}

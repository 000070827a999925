// SPDX-License-Identifier: BSD-3-Clause
// tier: all
// A made-up trace of 4 GB, which is packed by zstd while it is made, of five CTAs, the first of 1 GB: read with what `warplock trace
// info` counts and then CTA by CTA, two held at a time, all warps in turn, in less than 100 MB of memory. Counts and addresses are
// as they were made.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#include "sim/trace/info.h"
#include "tests/sim/trace/trace_text.h"

enum { WARPS = 32, CTAS = 5, LOOP = 64, MOST_KB = 100 << 10 };
static const uint64_t MOST = UINT64_C(4) << 30;

typedef struct {
    FILE     *file;
    ZSTD_CCtx *pack;
    uint64_t  bytes, insns, sum;       // made: text, instructions, of addresses
    char      text[1 << 16], packed[1 << 17];
    size_t    length;
} maker;

static void flush(maker *m, ZSTD_EndDirective end)
{
    ZSTD_inBuffer in = { m->text, m->length, 0 };
    size_t left;

    do {
        ZSTD_outBuffer out = { m->packed, sizeof m->packed, 0 };

        left = ZSTD_compressStream2(m->pack, &out, &in, end);
        assert_false(ZSTD_isError(left));
        assert_int_equal(fwrite(m->packed, 1, out.pos, m->file), out.pos);
    } while (in.pos < in.size || (end == ZSTD_e_end && left));
    m->bytes += m->length;
    m->length = 0;
}

static void put(maker *m, const char *text, size_t length)
{
    if (m->length + length > sizeof m->text)
        flush(m, ZSTD_e_continue);
    memcpy(m->text + m->length, text, length);
    m->length += length;
}

__attribute__((format(printf, 2, 3))) static void print(maker *m, const char *format, ...)
{
    char text[400];
    va_list list;

    va_start(list, format);
    put(m, text, (size_t)vsnprintf(text, sizeof text, format, list));
    va_end(list);
}

// Rounds of a loop of LOOP instructions, a load among them whose address goes on by 128 bytes.
static void make_warp(maker *m, unsigned cta, unsigned warp, uint64_t rounds)
{
    static char loop[LOOP * 64];
    size_t length = 0;

    for (unsigned i = 1; i < LOOP; i++)
        length += (size_t)sprintf(loop + length, "%04x ffffffff 1 R%u FFMA 3 R%u R%u R%u 0 \n", 8 * i, i, i, i + 1, i + 2);
    print(m, "warp = %u\ninsts = %llu\n", warp, (unsigned long long)(rounds * LOOP));
    for (uint64_t round = 0; round < rounds; round++) {
        uint64_t address = 0x7f0000000000 + ((uint64_t)(cta * WARPS + warp) << 24) + round * 128 % (1 << 24);

        print(m, "0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x%llx 4 \n", (unsigned long long)address);
        put(m, loop, length);
        m->sum += address;
    }
    m->insns += rounds * LOOP;
}

static void make(maker *m, int file)
{
    static const unsigned parts[CTAS] = { 1024, 768, 768, 768, 768 };       // MB

    m->file = fdopen(file, "wb");
    m->pack = ZSTD_createCCtx();
    print(m, "-kernel name = large\n-grid dim = (%d,1,1)\n-block dim = (%d,1,1)\n-shmem = 0\n-nregs = 80\n-binary version = 61\n"
             "-accelsim tracer version = 4\n", CTAS, WARPS * 32);
    for (unsigned cta = 0; cta < CTAS; cta++) {
        print(m, "\n#BEGIN_TB\n\nthread block = %u,0,0\n\n", cta);
        for (unsigned warp = 0; warp < WARPS; warp++)
            make_warp(m, cta, warp, ((uint64_t)parts[cta] << 20) / WARPS / 2500);
        print(m, "\n#END_TB\n");
    }
    flush(m, ZSTD_e_end);
    ZSTD_freeCCtx(m->pack);
    fclose(m->file);
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// All warps of two CTAs in turn.
static uint64_t take(trace_cta *const ctas[2], uint64_t *sum)
{
    uint64_t insns = 0, before;

    do {
        before = insns;
        for (unsigned i = 0; i < 2 * WARPS; i++) {
            trace_step step;

            if (!ctas[i / WARPS] || !trace_warp_next(ctas[i / WARPS], i % WARPS, &step))
                continue;
            insns++;
            *sum += step.space ? step.address[0] : 0;
        }
    } while (insns > before);
    return insns;
}

static void four_gigabytes(void **state)
{
    static maker m;
    int file;
    char *name = new_file(&file);
    trace_info info = { .kernel = footprint_new(), .all = footprint_new() };
    trace_options options = { .watch = info_watch, .context = &info };
    uint64_t insns = 0, sum = 0;
    double start, passed, read;
    struct rusage usage;
    trace_error error;
    trace_kernel *k;

    (void)state;
    make(&m, file);
    assert_true(m.bytes >= MOST);
    start = seconds();
    k = trace_kernel_open(name, &options, &error);
    if (!k)
        fail_msg("%s", error.text);
    passed = seconds();
    assert_true(trace_kernel_counts(k)->warp_insns == m.insns);
    assert_true(info.memory[TRACE_GLOBAL].lines == m.insns / LOOP);
    assert_true(footprint_complete(info.kernel));
    for (bool more = true; more;) {
        trace_cta *ctas[2] = { NULL, NULL };

        for (int i = 0; i < 2; i++)
            more = more && trace_kernel_next_cta(k, &ctas[i], &error) == TRACE_CTA_READ;
        insns += take(ctas, &sum);
        trace_cta_free(ctas[0]);
        trace_cta_free(ctas[1]);
    }
    read = seconds();
    assert_null(trace_kernel_failed(k));
    assert_true(insns == m.insns);
    assert_true(sum == m.sum);
    getrusage(RUSAGE_SELF, &usage);
    print_message("%.2f GB, %llu warp instructions: first pass %.1f s (%.0f MB/s), CTA by CTA %.1f s (%.0f MB/s), peak %ld MB\n",
                  (double)m.bytes / (1 << 30), (unsigned long long)m.insns, passed - start, (double)m.bytes / 1e6 / (passed - start),
                  read - passed, (double)m.bytes / 1e6 / (read - passed), usage.ru_maxrss >> 10);
    assert_true(usage.ru_maxrss < MOST_KB);
    trace_kernel_free(k);
    footprint_free(info.kernel);
    footprint_free(info.all);
    file_gone(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(four_gigabytes) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

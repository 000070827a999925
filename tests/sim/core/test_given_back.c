// SPDX-License-Identifier: BSD-3-Clause
// A GPU that is freed leaves no memory behind, nor do what it was asked to keep, an L1D's recording and its replay: run again and
// again, as much is in use as before. And while it runs, ten times the CTAs take no more than some did.
#include "sim/core/gpu_internal.h"
#include "sim/replay/l1d_replay.h"
#include "sim/report/report.h"
#include "tests/sim/core/kernels.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Every block of memory that is not given back, of whomever: these stand before those of the C library.
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
static long in_use, bytes, most_bytes;

static void *taken(void *block)
{
    in_use++;
    bytes += (long)malloc_usable_size(block);
    if (bytes > most_bytes)
        most_bytes = bytes;
    return block;
}
static void given(void *block)
{
    in_use -= block != NULL;
    bytes -= (long)malloc_usable_size(block);
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }
void *realloc(void *block, size_t size)
{
    given(block);
    return taken(__libc_realloc(block, size));
}
void free(void *block)
{
    given(block);
    __libc_free(block);
}

// Once for what stays, tuples that are loaded; then again.
static void leaves_nothing(const char *what, void (*run)(const void *), const void *of)
{
    run(of);
    const long before = in_use;
    run(of);
    if (in_use != before)
        fail_msg("%s: %ld blocks of memory more are in use", what, in_use - before);
}

// Every part of the machine: loads, an atomic, shared memory, a barrier, stores, warps that part.
static const char mixed[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 128; and.b64 %rd2, %rd2, 8191; add.s64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r2, [%rd3]; setp.lt.u32 %p1, %r1, 40; @%p1 bra SKIP; ld.global.u32 %r3, [%rd3+4096]; SKIP: add.u32 %r4, %r2, %r3;\n"
    "atom.global.add.u32 %r5, [%rd1+8192], 1; st.shared.u32 [words], %r4; membar.gl; bar.sync 0; st.global.u32 [%rd3], %r4; ret;";

typedef struct { const char *settings, *policy, *observer; blocks_mode mode; } gpu_run_of;

static void run_gpu(const void *of)
{
    const gpu_run_of *r = of;
    bench b;
    kernel_bench_open(&b, r->settings, r->policy, r->observer, r->mode, 1000000, mixed);
    assert_int_equal(kernel_bench_run(&b, 5, 100), GPU_DONE);
    assert_int_equal(kernel_bench_run(&b, 3, 64), GPU_DONE);
    kernel_bench_close(&b);
}

static void gpus(void **state)
{
    static const gpu_run_of runs[] = {
        {"", "gto", NULL, BLOCKS_C}, {"", "oaws-dyn", "ccws_vta", BLOCKS_C}, {"ccws", "ccws", "oaws_ocw", BLOCKS_C}, {"kaws", "kaws", NULL, BLOCKS_C},
        {"owl gpu.sms=2 gpu.clusters=2", "owl", NULL, BLOCKS_C}, {"bucl", "bucl-prf", NULL, BLOCKS_C}, {"", "mascar", NULL, BLOCKS_C},
        {"icnt.kind=mesh gpu.sms=2 gpu.clusters=2", "lrr", NULL, BLOCKS_C}, {"l1d.global_write=back", "swl", NULL, BLOCKS_C},
        {"gpu.sms=4 gpu.clusters=2", "lrr", NULL, BLOCKS_C},
        {"", "oaws-dyn", NULL, BLOCKS_LOCKSTEP}};
    (void)state;
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++)
        leaves_nothing(runs[i].policy, run_gpu, &runs[i]);
}

// Memory is small, and every SM stops in the middle of what it does.
static void run_to_a_limit(const void *of)
{
    bench b;
    kernel_bench_open(&b, "gpu.sms=2 gpu.clusters=2", "gto", NULL, BLOCKS_C, *(const uint64_t *)of, mixed);
    assert_int_equal(kernel_bench_run(&b, 8, 100), GPU_LIMIT);
    kernel_bench_close(&b);
}

static void limits(void **state)
{
    (void)state;
    for (uint64_t limit = 20; limit < 1200; limit += 131)
        leaves_nothing("a run that is cut", run_to_a_limit, &limit);
}

static long most_of(bench *b, uint32_t ctas)
{
    most_bytes = bytes;
    const long before = bytes;
    assert_int_equal(kernel_bench_run(b, ctas, 100), GPU_DONE);
    return most_bytes - before;
}

// What stands in tables and pools after the first CTAs is enough for any number of them.
static void does_not_grow(void **state)
{
    bench b;
    (void)state;
    kernel_bench_open(&b, "gpu.sms=1 gpu.clusters=1", "oaws-dyn", NULL, BLOCKS_C, 10000000, mixed);
    b.gpu->sms[0]->issue_trace = NULL;              // the bench keeps a trace, which grows
    b.gpu->sms[0]->issues_seen = false;
    most_of(&b, 20);
    const long some = most_of(&b, 20), many = most_of(&b, 200);
    printf("20 CTAs take %ld bytes, 200 CTAs %ld\n", some, many);
    assert_true(some > 0 && many <= some);
    kernel_bench_close(&b);
}

static void keep_rows(const void *of)
{
    row_sharing *s = row_sharing_new();
    (void)of;
    for (uint64_t i = 0; i < 5000; i++)
        row_sharing_access(s, i % 700, i / 3);
    row_sharing_launch_end(s);
    row_sharing_free(s);
    row_sharing_free(NULL);
}

static void record_and_replay(const void *of)
{
    const stream_head head = {.machine = "m", .policy = "p", .kernel = "k", .sms = 2, .sets = 4, .ways = 2, .line_bytes = 128};
    const replay_geometry g = {.sets = 4, .ways = 2, .line_bytes = 128};
    replay_results results;
    char *bytes, error[200];
    size_t length;
    FILE *file = open_memstream(&bytes, &length), *null = fopen("/dev/null", "w");
    stream_writer *w = stream_writer_new(file, &head);
    (void)of;
    for (unsigned i = 0; i < 6000; i++)
        stream_write(w, i % 2, &(stream_event){.what = STREAM_LOAD, .lanes = 1, .line = i * 37 % 300});
    stream_writer_end(w, &(stream_totals){1, 2, 3});
    stream_writer_discard(stream_writer_new(null, &head));
    fclose(file);
    stream_file *read = stream_parse("file", (uint8_t *)bytes, length, error, sizeof error);
    assert_true(read && replay_file(read, &g, &results, error, sizeof error));
    size_t count;
    stream_event *events = stream_events(read, 1, &count, error, sizeof error);
    replay_figure(null, events, count, 128, &g, 100);
    free(events);
    stream_free(read);
    stream_free(NULL);
    bytes[length - 1] ^= 1;                                 // refused: nothing of it stays
    assert_null(stream_parse("file", (uint8_t *)bytes, length, error, sizeof error));
    free(bytes);
    fclose(null);
}

static void what_is_kept(void **state)
{
    (void)state;
    leaves_nothing("rows", keep_rows, NULL);
    leaves_nothing("replays", record_and_replay, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gpus), cmocka_unit_test(limits), cmocka_unit_test(does_not_grow),
                                       cmocka_unit_test(what_is_kept)};
    return cmocka_run_group_tests_name("given back", tests, NULL, NULL);
}

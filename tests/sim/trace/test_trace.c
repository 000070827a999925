// SPDX-License-Identifier: BSD-3-Clause
// The reader of traces by files of its fuzzer's seeds, whose every line is known: three versions of the tracer, three forms of
// addresses, windows of generic addresses, packed files, CTAs that do not fit into memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <signal.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zstd.h>

#include "sim/trace/spill.h"
#include "tests/sim/trace/trace_text.h"

#define SEEDS "tests/sim/trace/fuzz_trace_seeds/"

static const char head[] =
    "-kernel name = k\n-grid dim = (3,1,1)\n-block dim = (64,1,1)\n-shmem = 0\n-nregs = 8\n-binary version = 61\n"
    "-accelsim tracer version = 4\n";

static const char v4_steps[] =
    "--- 0.0\n"
    "0008 ffffffff\n"
    "0010 ffffffff\n"
    "0018 ffffffff global 7f4000001000+8*32\n"
    "0028 0000000f global 7f4000002000+4*2 7f4000001ffc+1024*2\n"
    "0030 80000001 global 7f4000003000+4096*2\n"
    "0038 ffffffff shared 10+16*32\n"
    "0048 00000000\n"
    "0050 ffffffff\n"
    "0058 00000003 shared 40+4*2\n"
    "0068 00000003 local 80+4*2\n"
    "0070 00000001 global 7f4000005000+0*1\n"
    "0078 ffffffff\n"
    "--- 0.1\n"
    "0008 000000ff\n"
    "0018 000000ff global 7f4000001100+8*8\n"
    "0050 000000ff\n"
    "0018 000000ff global 7f4000001100-8*2 7f4000001108+0*5 ff4000001108+0*1\n"
    "0078 000000ff\n"
    "--- 1.0\n"
    "0008 ffffffff\n"
    "0078 ffffffff\n";

// cmocka cuts its words on long texts.
static void same_text(const char *seen, const char *wanted)
{
    bool same = strcmp(seen, wanted) == 0;

    if (!same)
        print_error("seen:\n%s\nexpected:\n%s\n", seen, wanted);
    assert_true(same);
}

static char *expect_steps(const char *path, const char *steps)
{
    trace_error error;
    char *text = steps_of(path, &error);

    if (!text)
        fail_msg("%s", error.text);
    if (steps)
        same_text(text, steps);
    return text;
}

static trace_kernel *opened(const char *path)
{
    trace_error error;
    trace_kernel *k = trace_kernel_open(path, NULL, &error);

    if (!k)
        fail_msg("%s", error.text);
    return k;
}

static void three_forms(void **state)
{
    (void)state;
    free(expect_steps(SEEDS "v4.traceg", v4_steps));
}

static void the_first_pass_sees_the_same(void **state)
{
    trace_error error;
    char *steps = expect_steps(SEEDS "v4.traceg", NULL), *watched = watched_of(SEEDS "v4.traceg", &error), *to = steps;

    (void)state;
    for (char *line = steps; *line;) {
        size_t length = strcspn(line, "\n") + 1;

        if (strncmp(line, "---", 3) != 0) {
            memmove(to, line, length);
            to += length;
        }
        line += length;
    }
    *to = '\0';
    same_text(watched, steps);
    free(steps);
    free(watched);
}

static void a_header(void **state)
{
    trace_kernel *k = opened(SEEDS "v4.traceg");
    const trace_header *h = trace_kernel_header(k);

    (void)state;
    assert_string_equal(h->name, "_Z5threePfS_");
    assert_string_equal(h->nvbit_version, "1.5.5");
    assert_int_equal(h->id, 3);
    assert_int_equal(h->stream, 7);
    assert_int_equal(h->grid[0], 2);
    assert_int_equal(h->block[0], 40);
    assert_int_equal(h->shared_bytes, 1024);
    assert_int_equal(h->registers, 16);
    assert_int_equal(h->binary_version, 61);
    assert_int_equal(h->tracer_version, 4);
    assert_true(h->shared_base == 0x7f0001000000 && h->local_base == 0x7f0003000000);
    assert_false(h->line_info);
    assert_int_equal(trace_warps_per_cta(k), 2);
    trace_kernel_free(k);
}

static void counts(void **state)
{
    trace_kernel *k = opened(SEEDS "v4.traceg");
    const trace_counts *c = trace_kernel_counts(k);

    (void)state;
    assert_int_equal(c->ctas, 2);
    assert_int_equal(c->warps, 3);
    assert_int_equal(c->warp_insns, 19);
    assert_int_equal(c->thread_insns, 307);
    assert_int_equal(c->longest_warp, 12);
    assert_int_equal(c->warp_by_class[TRACE_OP_LOAD], 7);
    assert_int_equal(c->thread_by_class[TRACE_OP_LOAD], 32 + 4 + 2 + 2 + 2 + 8 + 8);
    assert_int_equal(c->warp_by_class[TRACE_OP_STORE], 2);
    assert_int_equal(c->thread_by_class[TRACE_OP_STORE], 32);
    assert_int_equal(c->warp_by_class[TRACE_OP_ATOMIC], 1);
    assert_int_equal(c->warp_by_class[TRACE_OP_BARRIER], 2);
    assert_int_equal(c->unknown, 0);
    trace_kernel_free(k);
}

static const trace_insn *at_pc(const trace_kernel *k, uint64_t pc)
{
    for (uint32_t i = 0; i < trace_kernel_insns(k); i++)
        if (trace_kernel_insn(k, i)->pc == pc)
            return trace_kernel_insn(k, i);
    fail_msg("no PC %llx", (unsigned long long)pc);
    return NULL;
}

static void static_instructions(void **state)
{
    trace_kernel *k = opened(SEEDS "v4.traceg");
    const trace_insn *insn = at_pc(k, 0x18);

    (void)state;
    assert_int_equal(trace_kernel_insns(k), 12);
    for (uint32_t i = 1; i < trace_kernel_insns(k); i++)
        assert_true(trace_kernel_insn(k, i - 1)->pc < trace_kernel_insn(k, i)->pc);
    assert_string_equal(insn->opcode, "LDG.E.64");
    assert_int_equal(insn->width, 8);
    assert_int_equal(insn->dst_registers, 2);
    assert_int_equal(insn->n_dst, 1);
    assert_int_equal(insn->dst[0].number, 4);
    assert_int_equal(insn->n_src, 1);
    assert_int_equal(insn->src[0].number, 2);
    assert_int_equal(insn->memory, TRACE_LOAD);
    assert_int_equal(insn->space, TRACE_GLOBAL);
    assert_true(insn->addressed);
    assert_int_equal(at_pc(k, 0x28)->flags, TRACE_READ_ONLY);
    assert_int_equal(at_pc(k, 0x30)->flags, TRACE_PAST_L1D);
    assert_int_equal(at_pc(k, 0x38)->width, 16);
    assert_int_equal(at_pc(k, 0x38)->dst_registers, 0);
    assert_int_equal(at_pc(k, 0x50)->flags, TRACE_IS_BARRIER);
    assert_int_equal(at_pc(k, 0x58)->space, TRACE_GENERIC);
    assert_int_equal(at_pc(k, 0x70)->memory, TRACE_ATOMIC);
    assert_int_equal(at_pc(k, 0x78)->flags, TRACE_IS_EXIT);
    trace_kernel_free(k);
}

// By PC, of one PC in the order of the file: two functions may have instructions at the same.
static void numbers_by_pc(void **state)
{
    static const char body[] = "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 4\n0020 ffffffff 1 R1 MOV 0 0\n0010 ffffffff 1 R1 S2R 0 0\n"
                               "0008 ffffffff 1 R1 FADD 0 0\n0010 ffffffff 1 R2 FMUL 0 0\n#END_TB\n";
    static const char *const opcodes[] = { "FADD", "S2R", "FMUL", "MOV" };
    char text[1000], *name;
    trace_kernel *k;

    (void)state;
    snprintf(text, sizeof text, "%s%s", head, body);
    name = file_of(text, strlen(text));
    k = opened(name);
    assert_int_equal(trace_kernel_insns(k), 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_string_equal(trace_kernel_insn(k, i)->opcode, opcodes[i]);
    trace_kernel_free(k);
    file_gone(name);
}

static void version_3(void **state)
{
    (void)state;
    free(expect_steps(SEEDS "v3.traceg", "--- 0.0\n0008 ffffffff\n0010 ffffffff global b00000000+4*32\n"
                                         "0018 ffffffff global b00000080-4*32\n0020 ffffffff\n"));
}

static void version_5(void **state)
{
    trace_kernel *k = opened(SEEDS "v5.traceg");
    const trace_insn *insn;

    (void)state;
    free(expect_steps(SEEDS "v5.traceg",
                      "--- 0.0\n0000 ffffffff\n0010 ffffffff\n0020 ffffffff global 7f5d60000000+16*32\n0030 ffffffff\n"
                      "0040 ffffffff\n0050 ffffffff\n0060 ffffffff shared 0+16*32\n0070 ffffffff\n"
                      "0080 ffffffff global 7f5d60001000+8*32\n0090 ffffffff\n00a0 0000ffff global 7f5d60002000+4*16\n"
                      "00b0 ffffffff\n00c0 ffffffff\n--- 0.1\n0000 ffffffff\n00c0 ffffffff\n"));
    assert_string_equal(trace_kernel_header(k)->name, "void tile<float, 4>(float*)");
    assert_true(trace_kernel_header(k)->line_info);
    assert_int_equal(at_pc(k, 0x60)->line, 13);
    assert_int_equal(at_pc(k, 0)->immediate, 40);
    assert_true(at_pc(k, 0x90)->immediate == UINT64_MAX);
    assert_int_equal(at_pc(k, 0x40)->immediate, 1);
    assert_int_equal(at_pc(k, 0)->n_src, 0);                    // R255 is none
    assert_int_equal(at_pc(k, 0x10)->dst_registers, 2);         // .WIDE
    assert_int_equal(at_pc(k, 0x20)->flags, TRACE_PAST_L1D | TRACE_TO_SHARED);
    assert_int_equal(at_pc(k, 0x60)->dst_registers, 4);         // four matrices
    assert_int_equal(at_pc(k, 0x60)->width, 16);
    assert_int_equal(at_pc(k, 0x70)->dst_registers, 4);
    assert_int_equal(at_pc(k, 0x80)->flags, TRACE_READ_ONLY);
    insn = at_pc(k, 0x90);
    assert_int_equal(insn->dst[0].kind, TRACE_UR);
    assert_int_equal(insn->dst[0].number, 4);
    assert_int_equal(insn->n_src, 1);                           // UR63 is none
    assert_int_equal(at_pc(k, 0xa0)->flags, TRACE_PAST_L1D);
    assert_int_equal(at_pc(k, 0xb0)->n_src, 2);                 // RZ is none
    assert_int_equal(at_pc(k, 0xb0)->dst_registers, 2);
    trace_kernel_free(k);
}

// A line of a bulk copy ends in a form of its own: its opcode is refused, or counted without looking at the rest.
static void bulk_copies(void **state)
{
    static const char body[] = "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n0008 ffffffff 0 UTMALDG.2D 2 UR4 UR8 16 4 0x7f00 2 128\n"
                               "0010 ffffffff 0 EXIT 0 0\n#END_TB\n";
    trace_options options = { .unknown = TRACE_UNKNOWN_INT };
    char text[1000], *name, wanted[300];
    trace_error error = { "" };
    trace_kernel *k;

    (void)state;
    snprintf(text, sizeof text, "%s%s", head, body);
    memcpy(strstr(text, "version = 61"), "version = 90", 12);
    name = file_of(text, strlen(text));
    assert_null(trace_kernel_open(name, NULL, &error));
    snprintf(wanted, sizeof wanted, "%s:12:17: seen \"UTMALDG.2D\", expected an opcode of Hopper (sm_90); --unknown-opcode int takes others for "
             "integer adds", name);
    assert_string_equal(error.text, wanted);
    k = trace_kernel_open(name, &options, &error);
    assert_string_equal(error.text, wanted);
    assert_non_null(k);
    assert_int_equal(trace_kernel_counts(k)->unknown, 1);
    assert_int_equal(trace_kernel_counts(k)->warp_by_class[TRACE_OP_INT_ADD], 1);
    trace_kernel_free(k);
    file_gone(name);
}

// --- packed
static void expect_packed(const void *bytes, size_t length, const char *message)
{
    char *name = file_of(bytes, length), *text, wanted[200];
    trace_error error = { "" };

    text = steps_of(name, &error);
    if (message) {
        assert_null(text);
        snprintf(wanted, sizeof wanted, "%s:%s", name, message);
        assert_string_equal(error.text, wanted);
    } else {
        if (!text)
            fail_msg("%s", error.text);
        same_text(text, v4_steps);
    }
    free(text);
    file_gone(name);
}

static void packed_by_xz(void **state)
{
    size_t length, packed = 0;
    char *bytes = bytes_of(SEEDS "v4.traceg", &length);
    uint8_t to[8192], damaged[8192];

    (void)state;
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (uint8_t *)bytes, 1000, to, &packed, sizeof to), LZMA_OK);
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (uint8_t *)bytes + 1000, length - 1000, to, &packed,
                                             sizeof to), LZMA_OK);
    expect_packed(to, packed, NULL);                            // two streams, one behind the other
    expect_packed(to, packed - 9, "61:1: xz: the file ends within the packed data");
    memcpy(damaged, to, packed);
    damaged[60] ^= 0x55;
    expect_packed(damaged, packed, "1:1: xz: the packed data are damaged");
    free(bytes);
}

static void packed_by_zstd(void **state)
{
    size_t length, packed, first;
    char *bytes = bytes_of(SEEDS "v4.traceg", &length), to[8192];

    (void)state;
    first = ZSTD_compress(to, sizeof to, bytes, 1000, 3);
    packed = first + ZSTD_compress(to + first, sizeof to - first, bytes + 1000, length - 1000, 19);
    expect_packed(to, packed, NULL);
    expect_packed(to, packed - 3, "35:1: zstd: the file ends within the packed data");
    to[first] ^= 0x55;
    expect_packed(to, packed, "35:1: zstd: Unknown frame descriptor");
    free(bytes);
}

static void packed_by_gzip(void **state)
{
    (void)state;
    expect_packed("\x1f\x8b\x08", 3, " seen a file packed by gzip, expected a plain one or one packed by xz or zstd");
}

// --- what does not fit into memory
// CTAs, each of two warps of so many loads with addresses that do not pack.
static char *scattered(unsigned ctas, unsigned loads)
{
    int descriptor;
    char *name = new_file(&descriptor);
    FILE *file = fdopen(descriptor, "w");
    uint64_t random = 1;

    fputs(head, file);
    for (unsigned cta = 0; cta < ctas; cta++) {
        fprintf(file, "#BEGIN_TB\nthread block = %u,0,0\n", cta);
        for (unsigned warp = 0; warp < 2; warp++) {
            fprintf(file, "warp = %u\ninsts = %u\n", warp, loads);
            for (unsigned i = 0; i < loads; i++) {
                fprintf(file, "%04x ffffffff 1 R4 LDG.E 1 R2 4 0", 8 * (i % 1000));
                for (unsigned lane = 0; lane < TRACE_LANES; lane++) {
                    random = random * 6364136223846793005 + 1442695040888963407;
                    fprintf(file, " %llx", (unsigned long long)random);
                }
                fputc('\n', file);
            }
        }
        fputs("#END_TB\n", file);
    }
    fclose(file);
    return name;
}

static uint64_t mixed(uint64_t sum, const trace_step *step)
{
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        sum = sum * 31 + step->address[lane];
    return sum;
}

typedef struct { uint64_t sum[6]; unsigned insns, loads; } sums;
static void watch_sum(void *context, const trace_insn *insn, const trace_step *step)
{
    sums *s = context;
    unsigned warp = s->insns++ / s->loads;

    (void)insn;
    s->sum[warp] = mixed(s->sum[warp], step);
}

static void beyond_memory(void **state)
{
    // a record of such a load has some 290 bytes: the second CTA ends in the file
    enum { LOADS = SPILL_MEMORY * SPILL_BLOCK / 290 / 3 };
    char *name = scattered(3, LOADS);
    sums watched = { .loads = LOADS }, read = { .loads = LOADS };
    trace_options options = { .watch = watch_sum, .context = &watched };
    trace_error error;
    trace_kernel *k = trace_kernel_open(name, &options, &error);
    trace_cta *ctas[3], *cta;

    (void)state;
    assert_non_null(k);
    for (int again = 0; again < 2; again++) {
        for (unsigned c = 0; c < 3; c++)
            assert_int_equal(trace_kernel_next_cta(k, &ctas[c], &error), TRACE_CTA_READ);
        assert_int_equal(trace_kernel_next_cta(k, &cta, &error), TRACE_END);
        memset(read.sum, 0, sizeof read.sum);
        for (unsigned i = 0; i < LOADS; i++)
            for (unsigned warp = 0; warp < 6; warp++) {         // in turn
                trace_step step;

                assert_true(trace_warp_next(ctas[warp / 2], warp % 2, &step));
                read.sum[warp] = mixed(read.sum[warp], &step);
            }
        for (unsigned c = 0; c < 3; c++) {
            uint32_t insn, active;

            assert_false(trace_warp_peek(ctas[c], 0, &insn, &active));
            trace_cta_free(ctas[c]);
        }
        assert_memory_equal(read.sum, watched.sum, sizeof read.sum);
        assert_null(trace_kernel_failed(k));
        assert_true(trace_kernel_rewind(k, &error));
    }
    trace_kernel_free(k);
    file_gone(name);
}

// The temporary file of a process: nothing is in it any more.
static void cut_deleted_files(void)
{
    for (int i = 3; i < 100; i++) {
        char path[64], to[200];
        snprintf(path, sizeof path, "/proc/self/fd/%d", i);
        ssize_t length = readlink(path, to, sizeof to - 1);

        to[length > 0 ? length : 0] = '\0';
        if (strstr(to, "(deleted)"))
            assert_int_equal(truncate(path, 0), 0);
    }
}

// Without a temporary file, with one that cannot grow, and with one that has become shorter.
static void no_room_for_the_rest(void **state)
{
    enum { LOADS = SPILL_MEMORY * SPILL_BLOCK / 280 };      // the first warp begins in memory, and no more
    char *name = scattered(1, LOADS);
    trace_kernel *k = opened(name);
    unsigned steps = 0;
    struct rlimit before, none;
    trace_error error;
    trace_cta *cta;
    trace_step step;
    char wanted[200];

    (void)state;
    setenv("TMPDIR", "/nowhere", 1);
    assert_int_equal(trace_kernel_next_cta(k, &cta, &error), TRACE_FAILED);
    snprintf(wanted, sizeof wanted, "%s: no temporary file in /nowhere: No such file or directory", name);
    assert_string_equal(error.text, wanted);
    assert_null(cta);
    unsetenv("TMPDIR");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    none = (struct rlimit){ 0, before.rlim_max };
    assert_true(trace_kernel_rewind(k, &error));
    setrlimit(RLIMIT_FSIZE, &none);
    assert_int_equal(trace_kernel_next_cta(k, &cta, &error), TRACE_FAILED);
    setrlimit(RLIMIT_FSIZE, &before);
    snprintf(wanted, sizeof wanted, "%s: the temporary file cannot be written: File too large", name);
    assert_string_equal(error.text, wanted);
    memset(&error, 0, sizeof error);
    assert_int_equal(trace_kernel_next_cta(k, &cta, &error), TRACE_FAILED);     // and stays so
    assert_string_equal(error.text, wanted);

    assert_true(trace_kernel_rewind(k, &error));
    assert_int_equal(trace_kernel_next_cta(k, &cta, &error), TRACE_CTA_READ);
    cut_deleted_files();
    while (trace_warp_next(cta, 0, &step))
        steps++;
    assert_in_range(steps, LOADS / 2, LOADS - 1);
    assert_false(trace_warp_next(cta, 1, &step));
    snprintf(wanted, sizeof wanted, "%s: the temporary file cannot be read: it is too short", name);
    assert_non_null(trace_kernel_failed(k));
    assert_string_equal(trace_kernel_failed(k), wanted);
    assert_false(trace_warp_next(cta, 0, &step));
    trace_kernel_free(k);
    file_gone(name);
}

// A file that is another one the second time is said to be that, whatever it holds.
static void changed_in_between(void **state)
{
    static const char body[] = "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n0008 ffffffff 0 EXIT 0 0\n#END_TB\n";
    char text[1000], *name, wanted[200];
    trace_kernel *k;
    trace_error error;
    trace_cta *cta;
    FILE *file;

    (void)state;
    snprintf(text, sizeof text, "%s%s", head, body);
    name = file_of(text, strlen(text));
    k = opened(name);
    file = fopen(name, "w");
    *strstr(text, "0008") = '1';
    fputs(text, file);
    fclose(file);
    assert_true(trace_kernel_rewind(k, &error));
    assert_int_equal(trace_kernel_next_cta(k, &cta, &error), TRACE_FAILED);
    snprintf(wanted, sizeof wanted, "%s:12:15: this line was not there before: the file has changed while it was read", name);
    assert_string_equal(error.text, wanted);
    memcpy(strstr(text, "(64,"), "(96,", 4);
    file = fopen(name, "w");
    fputs(text, file);
    fclose(file);
    assert_false(trace_kernel_rewind(k, &error));
    snprintf(wanted, sizeof wanted, "%s:8:1: the header is another one: the file has changed while it was read", name);
    assert_string_equal(error.text, wanted);
    trace_kernel_free(k);
    file_gone(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_forms), cmocka_unit_test(the_first_pass_sees_the_same), cmocka_unit_test(a_header),
        cmocka_unit_test(counts), cmocka_unit_test(static_instructions), cmocka_unit_test(numbers_by_pc), cmocka_unit_test(version_3),
        cmocka_unit_test(version_5), cmocka_unit_test(bulk_copies), cmocka_unit_test(packed_by_xz), cmocka_unit_test(packed_by_zstd),
        cmocka_unit_test(packed_by_gzip), cmocka_unit_test(beyond_memory), cmocka_unit_test(no_room_for_the_rest),
        cmocka_unit_test(changed_in_between)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

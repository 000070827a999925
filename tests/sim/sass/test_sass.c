// SPDX-License-Identifier: BSD-3-Clause
// Kernels of traces as the timing model takes them: where instructions lie, their registers; launches step by step.
#include "sim/sass/sass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PASCAL "tests/sim/sass/kernel-pascal.traceg"
#define VOLTA "tests/sim/sass/kernel-volta.traceg"

enum { CTA_BYTES = 0x10000 };
#define FIRST_BUFFER UINT64_C(0x7f4000001000)

static sass_kernel *open_kernel(const char *path)
{
    ptx_error error = { "" };
    sass_kernel *k = sass_kernel_open(path, TRACE_UNKNOWN_REFUSE, &error);
    if (!k)
        fail_msg("%s", error.text);
    return k;
}

// By its PC in the file.
static const insn *at(const sass_kernel *k, uint64_t pc)
{
    for (uint32_t i = 0; i < k->face.n_insns; i++)
        if (k->pc_of[i] == pc)
            return &k->face.insns[i];
    fail_msg("no instruction at %llx", (unsigned long long)pc);
    return NULL;
}

static launch *begin(const sass_kernel *k, uint32_t resident)
{
    ptx_error error = { "" };
    launch_config c = sass_launch_config(k);
    c.sm_count = 2;
    c.warps_per_sm = 48;
    launch *l = launch_new(&c, resident, &error);
    if (!l)
        fail_msg("%s", error.text);
    return l;
}

// Words without instructions take no room, code that nobody has executed does.
static void test_places(void **state)
{
    (void)state;
    sass_kernel *k = open_kernel(PASCAL);
    const uint64_t pcs[] = { 0x8, 0x10, 0x18, 0x28, 0x30, 0x38, 0x48 };
    for (uint32_t i = 0; i < sizeof pcs / sizeof pcs[0]; i++)
        assert_int_equal(at(k, pcs[i])->pc, i * INSN_BYTES);
    assert_int_equal(at(k, 0xa8)->pc, (6 + 9) * INSN_BYTES);           // 0x48 is the 7th word of its kind, 0xa8 the 16th
    assert_int_equal(at(k, 0xb0)->pc, 16 * INSN_BYTES);
    assert_int_equal(at(k, 0xc8)->pc, 18 * INSN_BYTES);
    for (uint32_t i = 0; i < k->face.n_insns; i++) {
        assert_int_equal(k->face.insns[i].pc, i * INSN_BYTES);
        assert_ptr_equal(kernel_insn(&k->face, i * INSN_BYTES), &k->face.insns[i]);
    }
    assert_null(kernel_insn(&k->face, k->face.n_insns * INSN_BYTES));
    char text[64];
    kernel_insn_text(&k->face, at(k, 0x18), text, sizeof text);
    assert_string_equal(text, "0018 LDG.E.64 R4 < R2");
    kernel_insn_text(&k->face, &k->face.insns[8], text, sizeof text);
    assert_string_equal(text, "not in the trace");
    sass_kernel_free(k);
    k = open_kernel(VOLTA);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(at(k, i * 16)->pc, i * INSN_BYTES);
    sass_kernel_free(k);
}

static void check_registers(const insn *i, const unsigned *dst, unsigned n_dst, const unsigned *src, unsigned n_src)
{
    assert_int_equal(i->n_dst, n_dst);
    assert_int_equal(i->n_src, n_src);
    for (unsigned r = 0; r < n_dst; r++) {
        assert_int_equal(i->dst_number[r], dst[r]);
        assert_int_equal(i->dst[r], 1 + dst[r]);
    }
    for (unsigned r = 0; r < n_src; r++) {
        assert_int_equal(i->src_number[r], src[r]);
        assert_int_equal(i->src[r], 1 + src[r]);
    }
}
#define REGISTERS(...) (const unsigned[]){ __VA_ARGS__ }, sizeof (unsigned[]){ __VA_ARGS__ } / sizeof(unsigned)

// The file names the first of several.
static void test_registers(void **state)
{
    (void)state;
    sass_kernel *k = open_kernel(PASCAL);
    check_registers(at(k, 0x18), REGISTERS(4, 5), REGISTERS(2, 3));                     // LDG.E.64 R4, [R2]
    check_registers(at(k, 0x108), REGISTERS(12, 13, 14, 15), REGISTERS(2, 3));          // LDG.E.128
    check_registers(at(k, 0x110), NULL, 0, REGISTERS(2, 3, 12, 13, 14, 15));            // STG.E.128 [R2], R12
    check_registers(at(k, 0xb0), NULL, 0, REGISTERS(8, 6));                             // STS [R8], R6
    check_registers(at(k, 0x30), REGISTERS(6), REGISTERS(10));                          // LDL R6, [R10]
    check_registers(at(k, 0xf0), NULL, 0, REGISTERS(2, 3, 4));                          // RED.E.ADD [R2], R4
    assert_int_equal(k->face.registers, insns_registers(k->face.insns, k->face.n_insns));
    assert_true(k->face.registers > 12);
    assert_int_equal(kernel_shared_bytes(&k->face), 1024);
    assert_int_equal(kernel_cta_registers(&k->face, 2, 32768), 2 * 32 * 20);
    sass_kernel_free(k);
    k = open_kernel(VOLTA);
    check_registers(at(k, 0x20), REGISTERS(6, 7), REGISTERS(8, 9, 10, 11));             // DADD R6, R8, R10
    sass_kernel_free(k);
}

static void test_kinds(void **state)
{
    (void)state;
    sass_kernel *k = open_kernel(PASCAL);
    static const struct { uint64_t pc; uint8_t memory, space, width, unit; uint32_t flags; } all[] = {
        { 0x08, MEMORY_NONE, SPACE_NONE, 0, UNIT_INT, 0 }, { 0x18, MEMORY_LOAD, SPACE_GLOBAL, 8, UNIT_MEM, 0 },
        { 0x28, MEMORY_NONE, SPACE_NONE, 0, UNIT_INT, INSN_BRANCH }, { 0xa8, MEMORY_LOAD, SPACE_GLOBAL, 4, UNIT_MEM, INSN_PAST_L1D },
        { 0xb0, MEMORY_STORE, SPACE_SHARED, 4, UNIT_MEM, 0 }, { 0x30, MEMORY_LOAD, SPACE_LOCAL, 4, UNIT_MEM, 0 },
        { 0xc8, MEMORY_NONE, SPACE_NONE, 0, UNIT_INT, INSN_BARRIER }, { 0xd0, MEMORY_NONE, SPACE_NONE, 0, UNIT_INT, INSN_MEMBAR },
        { 0xd8, MEMORY_LOAD, SPACE_GENERIC, 4, UNIT_MEM, 0 }, { 0xe8, MEMORY_ATOMIC, SPACE_GENERIC, 4, UNIT_MEM, 0 },
        { 0x118, MEMORY_NONE, SPACE_NONE, 0, UNIT_INT, INSN_EXIT },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const insn *seen = at(k, all[i].pc);
        assert_int_equal(seen->memory, all[i].memory);
        assert_int_equal(seen->space, all[i].space);
        assert_int_equal(seen->width, all[i].width);
        assert_int_equal(seen->element, all[i].width);
        assert_int_equal(seen->unit, all[i].unit);
        assert_int_equal(seen->flags, all[i].flags);
    }
    sass_kernel_free(k);
}

// A CTA's warp 0 up to its barrier: masks, lanes, addresses in their spaces, for the CTA that the file has first.
static void check_warp(launch *l, const sass_kernel *k, uint64_t buffer, uint32_t sm)
{
    cta *c = cta_start(l, 0, sm, 2);
    warp_step s;
    assert_ptr_equal(warp_next(c, 0), at(k, 0x8));
    assert_int_equal(warp_active_lanes(c, 0), UINT32_MAX);
    assert_int_equal(warp_active_lanes(c, 1), 0xffff);                  // 48 threads
    for (int i = 0; i < 3; i++)
        assert_true(warp_execute(c, 0, &s));
    assert_ptr_equal(s.insn, at(k, 0x18));
    assert_int_equal(s.space, SPACE_GLOBAL);
    assert_int_equal(s.memory_lanes, UINT32_MAX);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        assert_int_equal(s.address[lane], buffer + 8 * lane);
    assert_true(warp_execute(c, 0, &s));                                // the branch, taken by half a warp
    assert_int_equal(s.active, 0xffff);
    assert_ptr_equal(warp_next(c, 0), at(k, 0xa8));
    assert_int_equal(warp_active_lanes(c, 0), 0xffff);
    assert_true(warp_execute(c, 0, &s));
    assert_int_equal(s.memory_lanes, 0xffff);
    assert_int_equal(s.address[15], buffer + 0x8000 + 128 * 15);
    assert_true(warp_execute(c, 0, &s));
    assert_int_equal(s.space, SPACE_SHARED);
    assert_int_equal(s.address[3], 12);
    assert_true(warp_execute(c, 0, &s));
    assert_true(warp_execute(c, 0, &s));                                // local memory: offset 16 of all of the other half
    assert_int_equal(s.space, SPACE_LOCAL);
    assert_int_equal(s.memory_lanes, 0xffff0000);
    uint64_t thread = ((uint64_t)sm * 2 + 0) * 32 + 20 + 64 * 2;        // CTA slot 1 behind slot 0 of both SMs
    assert_int_equal(launch_local_stride(l), 4 * 32 * 2 * 4);           // of 3 CTAs two on each of 2 SMs, 2 warps each
    assert_int_equal(s.address[20], SASS_LOCAL_BASE + 16 / 4 * launch_local_stride(l) + thread * 4);
    assert_true(warp_execute(c, 0, &s));
    assert_true(warp_execute(c, 0, &s));
    assert_true(warp_execute(c, 0, &s));                                // barrier
    assert_ptr_equal(s.insn, at(k, 0xc8));
    assert_int_equal(s.released, 0);
    barrier_wait wait;
    assert_true(warp_barrier(c, 0, &wait));
    assert_int_equal(wait.missing, 1);
    assert_int_equal(wait.wanted, 2);
    assert_false(warp_barrier(c, 1, &wait));
    for (int i = 0; i < 3; i++)
        assert_true(warp_execute(c, 1, &s));
    assert_int_equal(s.released, 3);
    assert_false(warp_barrier(c, 0, &wait));
    assert_true(warp_execute(c, 0, &s));
    assert_int_equal(s.insn->flags, INSN_MEMBAR);
    assert_true(warp_execute(c, 0, &s));                                // generic, in the window of shared memory
    assert_int_equal(s.space, SPACE_SHARED);
    assert_int_equal(s.address[1], 0x44);
    assert_true(warp_execute(c, 0, &s));
    assert_int_equal(s.insn->memory, MEMORY_ATOMIC);
    assert_int_equal(s.space, SPACE_GLOBAL);
    assert_int_equal(s.memory_lanes, 1);
    assert_true(warp_execute(c, 0, &s));
    assert_true(warp_execute(c, 0, &s));                                // a branch that nobody takes
    assert_int_equal(s.active, 0);
    assert_int_equal(s.lanes, UINT32_MAX);
    for (int i = 0; i < 3; i++) {
        assert_false(s.finished);
        assert_true(warp_execute(c, 0, &s));
    }
    assert_true(s.finished);
    assert_null(warp_next(c, 0));
    assert_int_equal(warp_active_lanes(c, 0), 0);
    assert_int_equal(warp_end(c, 0), 0);
    assert_true(warp_execute(c, 1, &s));
    assert_true(s.finished);
    cta_finish(l, c);
}

// CTAs come as the file has them, 1 first; a second launch begins anew.
static void test_steps(void **state)
{
    (void)state;
    sass_kernel *k = open_kernel(PASCAL);
    for (int round = 0; round < 3; round++) {
        static const unsigned order[] = { 1, 0, 2 };
        launch *l = begin(k, 5);
        assert_int_equal(launch_warps_per_cta(l), 2);
        for (unsigned i = 0; i < 3; i++)
            check_warp(l, k, FIRST_BUFFER + order[i] * CTA_BYTES, i % 2);
        launch_free(l);
        if (round == 1)
            sass_kernel_close(k);
    }
    sass_kernel_free(k);
}

// From Volta on lanes arrive each by itself: a warp goes on until all that have not ended have.
static void test_lanes_arrive(void **state)
{
    (void)state;
    sass_kernel *k = open_kernel(VOLTA);
    launch *l = begin(k, 2);
    cta *c = cta_start(l, 0, 0, 0);
    warp_step s;
    barrier_wait wait;
    for (int i = 0; i < 3; i++)
        assert_true(warp_execute(c, 0, &s));
    assert_int_equal(s.insn->flags, INSN_BARRIER);
    assert_int_equal(s.barrier, BARRIER_NONE);                          // half of warp 0 has come
    assert_false(warp_step_arrives(&s));
    assert_false(warp_barrier(c, 0, &wait));
    for (int i = 0; i < 3; i++)
        assert_true(warp_execute(c, 1, &s));
    assert_int_equal(s.barrier, BARRIER_NONE);
    assert_true(warp_execute(c, 1, &s));
    assert_true(warp_execute(c, 1, &s));
    assert_int_equal(s.released, 0);                                    // warp 1 whole
    assert_true(warp_barrier(c, 1, &wait));
    assert_true(warp_execute(c, 0, &s));
    assert_true(warp_execute(c, 0, &s));
    assert_true(warp_execute(c, 0, &s));                                // the other half of warp 0 ends
    assert_int_equal(s.insn->flags, INSN_EXIT);
    assert_true(warp_step_arrives(&s));                                 // all that are left have come
    assert_int_equal(s.released, 3);
    assert_false(warp_barrier(c, 1, &wait));
    assert_true(warp_execute(c, 1, &s));                                // warp 1 at the next one
    assert_int_equal(s.released, 0);
    assert_true(warp_barrier(c, 1, &wait));
    assert_int_equal(warp_end(c, 0), 2);                                // a warp's end opens it
    cta_finish(l, c);
    launch_free(l);
    sass_kernel_free(k);
}

// A warp without instructions ends by the kernel's first one, which no lane executes.
static void test_empty_warp(void **state)
{
    (void)state;
    sass_kernel *k = open_kernel(VOLTA);
    launch *l = begin(k, 2);
    cta_start(l, 0, 0, 0);
    cta *c = cta_start(l, 1, 1, 0);
    warp_step s;
    assert_ptr_equal(warp_next(c, 1), warp_next(c, 0));
    assert_true(warp_execute(c, 1, &s));
    assert_null(warp_next(c, 1));
    assert_int_equal(s.active, 0);
    assert_true(s.finished);
    launch_free(l);                                                     // with CTAs that run
    sass_kernel_free(k);
}

static char text[1 << 16];

static void copy_file(const char *from, const char *to, size_t most)
{
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    assert_non_null(in);
    assert_non_null(out);
    size_t length = fread(text, 1, sizeof text - 1, in);
    text[length] = 0;
    fwrite(text, 1, length < most ? length : most, out);
    fclose(in);
    fclose(out);
}

static const char *scratch_file(void)
{
    static char path[300];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%.200s/sass_changes.traceg", build ? build : "build");
    return path;
}

// Of a block of 48 threads the second warp has 16 lanes, and no more are waited for: the same file as Volta's.
static void test_part_of_a_warp(void **state)
{
    (void)state;
    const char *path = scratch_file();
    copy_file(PASCAL, path, SIZE_MAX);
    char *version = strstr(text, "binary version = 61");
    FILE *out = fopen(path, "w");
    assert_non_null(version);
    assert_non_null(out);
    memcpy(version, "binary version = 70", 19);
    fputs(text, out);
    fclose(out);
    sass_kernel *k = open_kernel(path);
    launch *l = begin(k, 1);
    cta *c = cta_start(l, 0, 0, 0);
    warp_step s;
    for (int i = 0; i < 3; i++)
        assert_true(warp_execute(c, 1, &s));
    assert_int_equal(s.insn->flags, INSN_BARRIER);
    assert_true(warp_step_arrives(&s));
    assert_int_equal(s.released, 0);
    launch_free(l);
    sass_kernel_free(k);
    remove(path);
}

// A file that has been cut off since it was read first.
static void test_file_that_changes(void **state)
{
    (void)state;
    const char *path = scratch_file();
    ptx_error error = { "" };
    copy_file(PASCAL, path, SIZE_MAX);
    sass_kernel *k = open_kernel(path);
    copy_file(VOLTA, path, SIZE_MAX);
    sass_kernel_close(k);
    launch_config c = sass_launch_config(k);
    c.sm_count = 1;
    assert_null(launch_new(&c, 1, &error));
    assert_non_null(strstr(error.text, "another file"));
    sass_kernel_free(k);
    copy_file(PASCAL, path, SIZE_MAX);
    k = open_kernel(path);
    copy_file(PASCAL, path, 2500);
    launch *l = begin(k, 3);
    warp_step s = { 0 };
    bool good = true;
    for (uint32_t i = 0; i < 3 && good; i++) {
        cta *started = cta_start(l, i, 0, 0);
        for (uint32_t w = 0; w < 2 && good; w++)
            for (good = warp_execute(started, w, &s); good && !s.finished; good = warp_execute(started, w, &s))
                ;
    }
    assert_false(good);
    assert_non_null(strstr(launch_error(l), "sass_changes.traceg"));
    assert_int_equal(launch_fault_kind(l), FAULT_OTHER);
    launch_free(l);
    sass_kernel_free(k);
    remove(path);
}

// The file again, with one text for another.
static void edit_file(const char *path, const char *find, const char *put)
{
    static char edited[1 << 16];
    const char *found = strstr(text, find);
    FILE *out = fopen(path, "w");
    assert_non_null(found);
    assert_non_null(out);
    snprintf(edited, sizeof edited, "%.*s%s%s", (int)(found - text), text, put, found + strlen(find));
    fputs(edited, out);
    fclose(out);
}

// With fewer CTAs than before, and with another header.
static void test_file_that_is_another(void **state)
{
    (void)state;
    const char *path = scratch_file();
    ptx_error error = { "" };
    copy_file(VOLTA, path, SIZE_MAX);
    sass_kernel *k = open_kernel(path);
    copy_file(VOLTA, path, (size_t)(strstr(strstr(text, "#END_TB"), "#BEGIN_TB") - text));
    launch *l = begin(k, 2);
    cta_start(l, 0, 0, 0);
    assert_string_equal(launch_error(l), "");
    cta_start(l, 1, 1, 0);
    assert_non_null(strstr(launch_error(l), "sass_changes.traceg: it ends earlier than when it was read first"));
    launch_free(l);
    copy_file(VOLTA, path, SIZE_MAX);
    edit_file(path, "-nregs = 24", "-nregs = 32");
    launch_config c = sass_launch_config(k);
    c.sm_count = 1;
    assert_null(launch_new(&c, 1, &error));
    assert_non_null(strstr(error.text, "the header is another one: the file has changed while it was read"));
    sass_kernel_free(k);
    remove(path);
}

static void test_no_instruction(void **state)
{
    (void)state;
    const char *path = scratch_file();
    ptx_error error = { "" };
    copy_file(VOLTA, path, SIZE_MAX);
    edit_file(path, strstr(text, "warp = 0"), "#END_TB\n");
    assert_null(sass_kernel_open(path, TRACE_UNKNOWN_REFUSE, &error));
    assert_non_null(strstr(error.text, "sass_changes.traceg: no instruction found, expected a CTA with one"));
    remove(path);
}

// An address of 64 bits lies in a pair, but one beside a uniform register, which is one register itself.
static void test_uniform_registers(void **state)
{
    (void)state;
    const char *path = scratch_file();
    copy_file(VOLTA, path, SIZE_MAX);
    memcpy(strstr(text, "binary version = 70"), "binary version = 75", 19);
    edit_file(path, "LDG.E.SYS 1 R2 4", "LDG.E.SYS 2 R2 UR4 4");
    sass_kernel *k = open_kernel(path);
    const insn *i = at(k, 0x50);
    assert_int_equal(i->n_src, 2);
    assert_int_equal(i->src_number[0], 2);
    assert_int_equal(i->src_number[1], 4);
    sass_kernel_free(k);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places), cmocka_unit_test(test_registers), cmocka_unit_test(test_kinds), cmocka_unit_test(test_steps),
        cmocka_unit_test(test_lanes_arrive), cmocka_unit_test(test_empty_warp),
        cmocka_unit_test(test_part_of_a_warp), cmocka_unit_test(test_file_that_changes),
        cmocka_unit_test(test_file_that_is_another), cmocka_unit_test(test_no_instruction), cmocka_unit_test(test_uniform_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

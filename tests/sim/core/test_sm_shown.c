// SPDX-License-Identifier: BSD-3-Clause
// The levels of an SM in a recording, against each other in every cycle: a warp that is not ready has one of the reasons, units and
// reasons part the warps, every level is there at some time; and what a message says of a warp that waits, at every cycle of a run.
#include "sim/core/gpu_internal.h"
#include "sim/events/level_log.h"
#include "tests/sim/core/kernels.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// A load, an atomic, a membar, a barrier, the SFU, fp32, fp64 and a store, in lines 9 to 16 of the module.
static const char mixed[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "setp.lt.u32 %p1, %r1, 40; @%p1 bra SKIP; mov.u32 %r7, 7; SKIP: mov.u32 %r8, 8;\n"
    "ld.global.u32 %r2, [%rd3]; ld.global.u32 %r3, [%rd3+4096]; setp.eq.u32 %p0, %r1, 3;\n"
    "add.u32 %r13, %r2, 1;\n"
    "add.u32 %r4, %r2, %r3;\n"
    "atom.global.add.u32 %r5, [%rd1+8192], 1;\n"
    "st.global.u32 [%rd3], %r4; membar.gl;\n"
    "bar.sync 0;\n"
    "sin.approx.f32 %r6, %r4; sin.approx.f32 %r9, %r4; sin.approx.f32 %r10, %r4; sin.approx.f32 %r11, %r4; sin.approx.f32 %r12, %r4;"
    "add.f32 %r14, %r6, %r9; add.f32 %r15, %r9, %r10; add.f64 %rd4, %rd2, %rd3; add.f64 %rd5, %rd2, %rd3; add.f64 %rd6, %rd2, %rd3;\n"
    "st.global.u32 [%rd3], %r4; ret;";
enum { CTAS = 12, THREADS = 100 };

typedef struct { shown_levels now, ever, never; unsigned lines; } seen_levels;      // bits that were set, that were not

// "CYCLE name=value,value ...": what has changed.
static void read_line(seen_levels *seen, char *line)
{
    char *rest = line;
    strtok_r(line, " \n", &rest);
    for (char *word = strtok_r(NULL, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
        char *value = strchr(word, '=');
        const level_row *row = level_rows;
        *value++ = 0;
        while (row->name && (row->place != PLACE_SM || strcmp(row->name, word) != 0))
            row++;
        assert_non_null(row->name);
        for (unsigned i = 0; i < row->count; i++) {
            level_at(row, &seen->now)[i] = *value ? strtoull(value, &value, 16) : 0;
            value += *value == ',';
        }
    }
    for (size_t i = 0; i < sizeof seen->now.sm / sizeof(uint64_t); i++) {
        ((uint64_t *)&seen->ever.sm)[i] |= ((uint64_t *)&seen->now.sm)[i];
        ((uint64_t *)&seen->never.sm)[i] |= ~((uint64_t *)&seen->now.sm)[i];
    }
    seen->lines++;
}

static void expect_parts(const sm_shown *s)
{
    const uint64_t with_insn = *s->resident & ~*s->no_insn & ~*s->wrong_insn, units = s->unit[0] | s->unit[1] | s->unit[2] | s->unit[3] | s->unit[4] | s->unit[5];
    assert_int_equal(*s->ready, *s->resident & ~(*s->no_insn | *s->wrong_insn | *s->hazard | *s->barrier | *s->membar | *s->atomic));
    assert_int_equal(*s->no_insn & (*s->wrong_insn | *s->hazard), 0);
    assert_int_equal(*s->wrong_insn & *s->hazard, 0);
    assert_int_equal(units, with_insn);
    for (unsigned i = 0; i < UNIT_COUNT; i++)
        for (unsigned k = 0; k < i; k++)
            assert_int_equal(s->unit[i] & s->unit[k], 0);
    assert_int_equal(*s->load & ~*s->memory, 0);
    assert_int_equal(*s->memory & ~s->unit[UNIT_MEM], 0);
    assert_int_equal(*s->data & ~*s->hazard, 0);
}

static void levels_part_the_warps(void **state)
{
    char folder[] = "build/sm_shown.XXXXXX", path[400], error[400], *line = NULL;
    size_t room = 0;
    seen_levels seen = {.lines = 0};
    bench b;
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(rmdir(folder), 0);
    kernel_bench_open(&b, "gpu.sms=2 gpu.clusters=2 l1d.mshrs=8 l1d.mshr_merges=1 l1d.miss_queue=2 core.generic_collectors=8 core.int_units=1 core.dp_units=1 core.int_issue_slots=2", "gto", NULL, BLOCKS_C, 1000000, mixed);
    gpu_free(b.gpu);
    lockstep_close(b.blocks);
    b.blocks = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true, .record_dir = folder, .record_place = {PLACE_SM, 1, 0},
                                                 .record_cycles = 100000}, error, sizeof error);
    b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find("gto"), .lockstep = b.blocks}, error, sizeof error);
    assert_int_equal(kernel_bench_run(&b, CTAS, THREADS), GPU_DONE);
    if (!lockstep_save_recording(b.blocks, error, sizeof error))
        fail_msg("%s", error);
    snprintf(path, sizeof path, "%s/levels.txt", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (unsigned head = 0; getline(&line, &room, file) > 0; head++)
        if (head >= 2) {
            read_line(&seen, line);
            expect_parts(&seen.now.sm);
        }
    free(line);
    fclose(file);
    assert_true(seen.lines > 200);
    // Each level, and each unit but tensor and its issue register, at some time; and all of them are over in the end.
    for (const level_row *row = level_rows; row->name; row++)
        for (unsigned i = 0; row->place == PLACE_SM && i < row->count; i++)
            if (!level_at(row, &seen.ever)[i] && !(row->count == UNIT_COUNT && i == UNIT_TENSOR))
                fail_msg("%s[%u] is never there", row->name, i);
    const uint64_t *never[] = {seen.never.sm.resident, seen.never.sm.ldst_room, seen.never.sm.mshrs, seen.never.sm.miss_queue_room};
    for (unsigned i = 0; i < sizeof never / sizeof *never; i++)
        assert_int_equal(*never[i] & 1, 1);
    assert_int_equal(*seen.ever.sm.mshrs & 8, 8);                   // all of them free
    assert_int_equal(*seen.now.sm.grid_issued, CTAS);
    assert_int_equal(*seen.now.sm.grid, CTAS);
    kernel_bench_close(&b);
    DIR *open = opendir(folder);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(remove(path), 0);
    }
    closedir(open);
    assert_int_equal(rmdir(folder), 0);
}

// --- what a message says of a warp

static unsigned count_of(uint64_t mask) { return (unsigned)__builtin_popcountll(mask); }

// The words of each warp in the message are those of its state.
static void expect_words(const gpu *g, unsigned found[static 8])
{
    static const char *const words[] = {"ended at line ", "waits at barrier 0, line 14, for ", "waits at the membar of line 13\n",
                                        "waits for the atomic of line 12\n", "waits for an instruction cache miss\n", " waits for register ",
                                        "ready at line ", "fetches behind line "};
    const sm *s = g->sms[0];
    const char *line = strchr(gpu_message(g), '\n') + 1;
    for (uint64_t warps = s->resident; warps; warps &= warps - 1, line = strchr(line, '\n') + 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(warps);
        const uint64_t states[] = {s->finished, s->at_barrier, s->at_membar, s->on_atomic, s->fetch_pending, s->has_insn & ~s->hazard & ~s->clear,
                                   s->has_insn & s->clear};
        unsigned state = 0, numbers = 0;
        char start[64], text[200];
        while (state < 7 && !(states[state] >> warp & 1))
            state++;
        snprintf(text, sizeof text, "%.*s", (int)(strchr(line, '\n') + 1 - line), line);
        snprintf(start, sizeof start, "  SM 0 warp %u (CTA %u, warp %u): ", warp, warp / 4, warp % 4);
        assert_memory_equal(text, start, strlen(start));
        if (!strstr(text, words[state]))
            fail_msg("no %s in %s", words[state], text);
        found[state]++;
        const char *registers = strstr(text, "waits for register");
        for (const char *at = registers; at && (at = strchr(at + 1, ' ')) != NULL;)
            numbers += at[1] >= '0' && at[1] <= '9';
        if (registers && strstr(text, "at line 10 "))       // of one load alone, though the predicate is not there either
            assert_int_equal(numbers, 1);
        if (registers && strstr(text, "at line 11 "))       // of the sum: the loads that are on their way, both or one
            assert_in_range(numbers, 1, 2);
        found[5] += registers && numbers == 2 ? 1000 : 0;
        unsigned outstanding, stores;
        if (state == 0) {
            assert_int_equal(sscanf(text + strlen(start), "ended at line %*u, %u instructions and %u stores", &outstanding, &stores), 2);
            assert_int_equal(outstanding, s->warp[warp].in_pipeline);
            assert_int_equal(stores, s->warp[warp].stores);
        }
        unsigned missing, of;
        if (state == 1) {
            assert_int_equal(sscanf(strstr(text, "for "), "for %u of its CTA's %u running warps", &missing, &of), 2);
            assert_int_equal(missing, of - count_of(s->at_barrier >> warp / 4 * 4 & 15));
        }
    }
    assert_int_equal(*line, 0);
}

static void every_warp_says_what_it_waits_for(void **state)
{
    unsigned found[8] = {0};
    (void)state;
    for (uint64_t limit = 1; limit < 100000; limit += 7) {
        bench b;
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, limit, mixed);
        const gpu_status ended = kernel_bench_run(&b, 2, THREADS);
        if (ended == GPU_LIMIT)
            expect_words(b.gpu, found);
        kernel_bench_close(&b);
        if (ended == GPU_DONE)
            break;
        assert_int_equal(ended, GPU_LIMIT);
    }
    for (unsigned i = 0; i < 8; i++)
        if (!found[i])
            fail_msg("no warp in state %u", i);
    assert_true(found[5] > 1000);                           // two registers at once
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_part_the_warps), cmocka_unit_test(every_warp_says_what_it_waits_for)};
    return cmocka_run_group_tests_name("sm shown", tests, NULL, NULL);
}

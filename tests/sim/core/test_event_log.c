// SPDX-License-Identifier: BSD-3-Clause
// The lines of a recording, of each function that writes one: sm.txt, controller.txt and gpu.txt, by hand from sim/events/lines.def.
// Numbers of 64 bits stand above 32.
#include "sim/core/event_log.h"
#include "sim/core/gpu_log.h"
#include "sim/memory/dram_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t at = UINT64_C(1) << 32, high = UINT64_C(0x500000000);

static const insn load = {.pc = 0x48, .unit = UNIT_MEM, .memory = MEMORY_LOAD, .space = SPACE_GLOBAL, .element = 4,
                          .n_dst = 2, .dst = {7, 8}, .n_src = 1, .src = {9}};
static const insn arrives = {.pc = 0x50, .unit = UNIT_INT, .flags = INSN_BARRIER | INSN_ARRIVES};
static const insn ends = {.pc = 0x58, .unit = UNIT_SFU, .flags = INSN_EXIT};

typedef struct { char *text; size_t size; FILE *file; } text;

static FILE *begin(text *t) { return t->file = open_memstream(&t->text, &t->size); }

static void expect(text *t, const char *expected)
{
    fclose(t->file);
    assert_string_equal(t->text, expected);
    free(t->text);
}

// --- sm.txt

static void what_an_instruction_is(void **state)
{
    static const insn insns[] = {
        {.pc = 0, .unit = UNIT_MEM, .memory = MEMORY_LOAD, .space = SPACE_LOCAL},
        {.pc = 8, .unit = UNIT_MEM, .memory = MEMORY_LOAD, .space = SPACE_GLOBAL, .flags = INSN_AT_L1D},
        {.pc = 16, .unit = UNIT_MEM, .memory = MEMORY_STORE, .space = SPACE_GENERIC, .flags = INSN_PAST_L1D, .n_src = 3, .src = {300, 2, 1}},
        {.pc = 24, .unit = UNIT_MEM, .memory = MEMORY_ATOMIC, .space = SPACE_SHARED, .n_dst = 1, .dst = {65000}},
        {.pc = 32, .unit = UNIT_MEM, .memory = MEMORY_LOAD, .space = SPACE_CONST},
        {.pc = 40, .unit = UNIT_MEM, .memory = MEMORY_LOAD, .space = SPACE_PARAM},
        {.pc = 48, .unit = UNIT_MEM, .memory = MEMORY_LOAD, .space = SPACE_TEXTURE}, {.pc = 56, .unit = UNIT_SP, .flags = INSN_MEMBAR},
        {.pc = 64, .unit = UNIT_SP, .flags = INSN_BARRIER},
        {.pc = 72, .unit = UNIT_DP, .flags = INSN_BARRIER | INSN_ARRIVES}, {.pc = 80, .unit = UNIT_SFU}};
    static const uint8_t kind_of[UNIT_COUNT] = {[UNIT_SP] = UNIT_INT, [UNIT_SFU] = UNIT_SFU, [UNIT_MEM] = UNIT_MEM, [UNIT_DP] = UNIT_TENSOR};
    const kernel kernel = {.insns = insns, .n_insns = sizeof insns / sizeof *insns};
    text t;
    (void)state;
    log_kernel(&(event_log){.file = begin(&t)}, at, high, 6, high + 1, 3, &kernel, kind_of);
    expect(&t, "4294967296 kernel 500000000 6 21474836481 3\n"
               "4294967296 code 0 ld.local mem 0\n" "4294967296 code 8 ld.global.nc mem 0\n"
               "4294967296 code 10 st.generic.cg mem 0 300 2 1\n" "4294967296 code 18 atom.shared mem 1 65000\n"
               "4294967296 code 20 ld.const mem 0\n" "4294967296 code 28 ld.param mem 0\n" "4294967296 code 30 ld.texture mem 0\n"
               "4294967296 code 38 membar int 0\n" "4294967296 code 40 bar.sync int 0\n" "4294967296 code 48 bar.arrive tensor 0\n"
               "4294967296 code 50 other sfu 0\n");
}

// The warps' PCs are there where one of them is another one, whichever it is.
static void ctas_and_warps(void **state)
{
    warp_front front[3] = {{&load, 32}, {&load, 32}, {&load, 32}};
    const cta cta = {.front = front};
    const insn *const slots[] = {&load, NULL};
    text t;
    const event_log log = {.file = begin(&t)};
    (void)state;
    log_cta(&log, at, 2, high, 40, 3, &cta);
    front[1].next = &arrives;
    log_cta(&log, at, 2, high, 40, 3, &cta);
    front[1].next = &load, front[2].next = &ends;
    log_cta(&log, at, 2, high, 40, 3, &cta);
    log_cta(&log, at, 2, high, 40, 2, &cta);
    log_cta_end(&log, at, 7);
    log_exit(&log, at, 47);
    log_membar_over(&log, at, 46);
    log_flush(&log, at, 45);
    log_fill(&log, at, 44, 31, slots, 2);
    log_fill(&log, at, 44, 31, slots, 1);
    log_store(&log, at, 43, false);
    log_store(&log, at, 42, true);
    log_sleep(&log, at, high);
    expect(&t, "4294967296 cta 2 21474836480 40 3 48\n" "4294967296 cta 2 21474836480 40 3 48 50 48\n"
               "4294967296 cta 2 21474836480 40 3 48 48 58\n" "4294967296 cta 2 21474836480 40 2 48\n"
               "4294967296 cta_end 7\n" "4294967296 exit 47\n" "4294967296 membar_over 46\n" "4294967296 flush 45\n"
               "4294967296 fill 44 31 48 ld.global 0 none\n" "4294967296 fill 44 31 48 ld.global\n"
               "4294967296 sent 43\n" "4294967296 acked 42\n" "4294967296 sleep 21474836480\n");
}

static void issues(void **state)
{
    inflight insn = {.age = high, .scheduler = 1, .warp = 47, .policy_charge = 17,
                     .step = {.insn = &load, .active = 0x80000003, .space = SPACE_SHARED, .barrier = BARRIER_NONE, .memory_lanes = 0x80000002}};
    text t;
    const event_log log = {.file = begin(&t)};
    (void)state;
    insn.step.address[0] = 1, insn.step.address[1] = high, insn.step.address[31] = high + 4;
    log_issue(&log, at, &insn, &ends, 30);
    insn.step.memory_lanes = 0;
    log_issue(&log, at, &insn, NULL, 0);
    insn.step = (warp_step){.insn = &arrives, .active = 1, .barrier = 3, .barrier_threads = 64};
    log_issue(&log, at, &insn, &ends, 32);
    insn.step.active = 0;
    log_issue(&log, at, &insn, &ends, 32);
    insn.step = (warp_step){.insn = &ends, .active = 2, .barrier = 0, .barrier_threads = 96};       // the last lanes of a trace's warp
    log_issue(&log, at, &insn, NULL, 0);
    insn.step.barrier = BARRIER_NONE;
    log_issue(&log, at, &insn, NULL, 0);
    expect(&t, "4294967296 issue 21474836480 1 47 48 ld.global active 80000003 left 30 next 58 charge 17 shared 4 500000000 500000004\n"
               "4294967296 issue 21474836480 1 47 48 ld.global active 80000003 left 0 next ffffffff charge 17 none 4\n"
               "4294967296 issue 21474836480 1 47 50 bar.arrive active 1 left 32 next 58 charge 17 barrier 3 threads 64\n"
               "4294967296 issue 21474836480 1 47 50 bar.arrive active 0 left 32 next 58 charge 17\n"
               "4294967296 issue 21474836480 1 47 58 other active 2 left 0 next ffffffff charge 17 barrier 0 threads 96\n"
               "4294967296 issue 21474836480 1 47 58 other active 2 left 0 next ffffffff charge 17\n");
}

static void at_the_l1d(void **state)
{
    static const struct { l1d_status status; const char *word; } outcomes[] = {
        {L1D_HIT, "hit"}, {L1D_HIT_SENT, "hit_sent"}, {L1D_PENDING_HIT, "merge"}, {L1D_MISS, "miss"}, {L1D_FAIL_LINE, "fail_line"},
        {L1D_FAIL_MSHR, "fail_mshr"}, {L1D_FAIL_MERGE, "fail_merge"}, {L1D_FAIL_MISS_QUEUE, "fail_miss_queue"}};
    const inflight insn = {.age = high};
    const coalesced accesses[2] = {{.address = high + 0x80}, {.address = high + 0x100}};
    char expected[2000];
    text t;
    event_log log = {.file = begin(&t), .free_mshrs = 32};
    (void)state;
    log_collect(&log, at, high + 1);
    log_complete(&log, at, &insn);
    log_accept(&log, at, &insn, accesses, 2);
    log_passes(&log, at, &insn);
    log_bypass(&log, at, &insn, high + 0x180);
    log_leave(&log, at, &insn);
    log_evict(&log, at, &(l1d_eviction){.owner = 47, .line = high, .cause = EVICT_REPLACED});
    log_evict(&log, at, &(l1d_eviction){.owner = 46, .line = high, .cause = EVICT_STORE});
    log_evict(&log, at, &(l1d_eviction){.owner = 45, .line = high, .cause = EVICT_FLUSH});
    log_mshrs(&log, at, 32);
    log_mshrs(&log, at, 31);
    log_mshrs(&log, at, 31);
    log_mshrs(&log, at, 32);
    size_t used = (size_t)snprintf(expected, sizeof expected, "%s",
        "4294967296 collect 21474836481\n" "4294967296 complete 21474836480\n" "4294967296 accept 21474836480 500000080 500000100\n"
        "4294967296 passes 21474836480\n" "4294967296 bypass 21474836480 500000180\n" "4294967296 leave 21474836480\n"
        "4294967296 evict 47 500000000 replaced\n" "4294967296 evict 46 500000000 store\n" "4294967296 evict 45 500000000 flush\n"
        "4294967296 mshrs 31\n" "4294967296 mshrs 32\n");
    for (unsigned i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        log_access(&log, at, &insn, high, outcomes[i].status);
        log_access(&log, at, NULL, high, outcomes[i].status);
        used += (size_t)snprintf(expected + used, sizeof expected - used, "4294967296 access 21474836480 500000000 %s\n"
                                 "4294967296 store 500000000 %s\n", outcomes[i].word, outcomes[i].word);
    }
    expect(&t, expected);
}

// --- controller.txt, gpu.txt

static void of_a_controller(void **state)
{
    uint32_t fills[2] = {0, 5};
    text t;
    dram_log log = {.file = begin(&t), .clock = at, .fills = fills};
    (void)state;
    dram_log_request(&log, 15, 0xabc, high, true);
    dram_log_request(&log, 14, 0xabd, high, false);
    dram_log_serve(&log, 13, 0xabe, high);
    dram_log_row(&log, 12, 0xabf, true);
    dram_log_row(&log, 11, 0xac0, false);
    dram_log_column(&log, 10, 0xac1, 30, LINE_DEMAND, true, true, false);
    dram_log_column(&log, 9, 0xac2, 31, LINE_PREFETCH, false, false, true);
    dram_log_column(&log, 8, 0xac3, 32, LINE_DROPPED, false, true, true);
    dram_log_fills(&log, 1, 7);
    dram_log_fills(&log, 1, 7);
    dram_log_fills(&log, 0, 1);
    expect(&t, "4294967296 request 15 abc 500000000 write\n" "4294967296 request 14 abd 500000000 read\n" "4294967296 serve 13 abe 500000000\n"
               "4294967296 open 12 abf\n" "4294967296 close 11 ac0\n" "4294967296 column 10 ac1 30 demand write 1 0\n"
               "4294967296 column 9 ac2 31 prefetch read 0 1\n" "4294967296 column 8 ac3 32 dropped read 1 1\n"
               "4294967296 filled 1\n" "4294967296 filled 1\n" "4294967296 filled 0\n");
}

// Of a slice what has changed since its last line, whichever of the two it is.
static void of_the_gpu(void **state)
{
    text t;
    gpu_log log = {.file = begin(&t)};
    (void)state;
    gpu_log_grid(&log, at, high, 24, 2);
    gpu_log_issue(&log, at, 14, 31);
    gpu_log_slice(&log, at, 3, 0, 0);
    gpu_log_slice(&log, at, 3, high, 1);
    gpu_log_slice(&log, at, 3, high, 1);
    gpu_log_slice(&log, at, 3, high, 4);
    gpu_log_slice(&log, at, 3, 2 * high, 4);
    gpu_log_slice(&log, at, 2, 0, high);
    expect(&t, "4294967296 grid 21474836480 24 2\n" "4294967296 issue 14 31\n" "4294967296 slice 3 21474836480 1\n" "4294967296 slice 3 0 3\n"
               "4294967296 slice 3 21474836480 0\n" "4294967296 slice 2 0 21474836480\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_instruction_is), cmocka_unit_test(ctas_and_warps), cmocka_unit_test(issues),
        cmocka_unit_test(at_the_l1d), cmocka_unit_test(of_a_controller), cmocka_unit_test(of_the_gpu),
    };
    return cmocka_run_group_tests_name("event log", tests, NULL, NULL);
}

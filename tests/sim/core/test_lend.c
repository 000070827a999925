// SPDX-License-Identifier: BSD-3-Clause
// Loans in a running SM of machine `kaws`: who issues through whom, what counts as a stall, and that a warp may meet a barrier
// or its end by way of a loan. Numbers are derived by hand.
//
// Warps of schedulers 0 to 2, eight each, divide; those of scheduler 3 end at once. A division holds the entry of its SFU for
// 130 cycles. 4 of them go into the SFUs, 4 stand in front of these, 8 in the collectors, and one in the register of each of
// the three schedulers. Then the register of scheduler 3 alone is empty and takes one more, a loan. Nothing leaves a register
// before the first unit is free again, so that there is one loan in the first 100 cycles; and SP instructions behind the
// divisions stand in their registers, too.
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 4096, THREADS = 1024, SCHEDULERS = 4, DIVISION = 5, BEHIND = 6, CTAS = 3, WITHOUT = 4 + 4 + 8 + 3 };
#define DIVIDE "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r2, 3; setp.eq.u32 %p1, %r3, 3; @%p1 bra END;\n" \
    "div.rn.f64 %d1, 0d3FF0000000000000, 0d4008000000000000; "
#define MORE "div.rn.f64 %d2, 0d3FF0000000000000, 0d4008000000000000; div.rn.f64 %d3, 0d3FF0000000000000, 0d4008000000000000;"

static issue issues[MOST];
static counters counted;

static unsigned run(unsigned ctas, const char *policy, const char *behind)
{
    bench b;
    char text[2048];
    snprintf(text, sizeof text, "%s.reg .b64 %%d<8>;\n%s%s END: ret;", REGISTERS, DIVIDE, behind);
    kernel_bench_open(&b, "kaws core.max_ctas=1", policy, NULL, BLOCKS_C, 100000, text);
    assert_int_equal(kernel_bench_run(&b, ctas, THREADS), GPU_DONE);
    counted = *gpu_counters(b.gpu);
    unsigned count = kernel_bench_issues(b.trace, issues, MOST);
    kernel_bench_close(&b);
    assert_true(count < MOST);
    return count;
}

static bool lent(const issue *i) { return i->warp % SCHEDULERS != i->scheduler; }

static uint64_t first_division(unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (issues[i].pc == 8 * DIVISION)
            return issues[i].cycle;
    fail_msg("no warp divides");
    return 0;
}

static unsigned divisions(unsigned count, uint64_t cycles)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        found += issues[i].pc == 8 * DIVISION && issues[i].cycle < first_division(count) + cycles;
    return found;
}

static void test_the_one_free_register_takes_the_oldest(void **state)
{
    (void)state;
    unsigned loans = 0, before = 0;
    assert_int_equal(divisions(run(1, "oldest", ""), 100), WITHOUT);
    unsigned count = run(1, "kaws-share", "");
    assert_int_equal(divisions(count, 100), WITHOUT + 1);
    for (unsigned i = 0; i < count && issues[i].cycle < first_division(count) + 100; i++) {
        if (issues[i].pc != 8 * DIVISION)
            continue;
        loans += lent(&issues[i]);
        if (lent(&issues[i])) {
            assert_int_equal(issues[i].scheduler, 3);
            for (unsigned k = 0; k < count; k++)
                before += issues[k].pc == 8 * DIVISION && issues[k].warp < issues[i].warp && issues[k].cycle > issues[i].cycle;
            assert_int_equal(before, 0);                // no older one divides later
        }
    }
    assert_int_equal(loans, 1);
}

// Every cycle of every scheduler either issues, by way of it, or is one stall: a borrower has none, the lender keeps its own.
static void test_a_borrower_has_no_stall(void **state)
{
    (void)state;
    unsigned count = run(1, "kaws-share", ""), turns = 0, loans = 0;
    for (unsigned i = 0; i < count; i++) {
        bool first = true;
        for (unsigned k = i; k-- > 0 && issues[k].cycle == issues[i].cycle;)
            first &= issues[k].scheduler != issues[i].scheduler;
        turns += first;
        loans += lent(&issues[i]);
    }
    assert_true(loans > 0);
    assert_int_equal(counted.stalls_idle + counted.stalls_scoreboard + counted.stalls_pipeline + turns, SCHEDULERS * counted.cycles);
}

// By scheduler and kind, as the trace has them.
static void test_loans_are_counted_at_both(void **state)
{
    (void)state;
    unsigned count = run(1, "kaws-share", "bar.sync 0;"), by_lender[SCHEDULERS] = {0}, through_3 = 0;
    for (unsigned i = 0; i < count; i++)
        if (lent(&issues[i])) {
            by_lender[issues[i].warp % SCHEDULERS]++;
            through_3 += issues[i].scheduler == 3;
        }
    assert_int_equal(counted.lent_sp_0 + counted.lent_sfu_0 + counted.lent_mem_0, by_lender[0]);
    assert_int_equal(counted.lent_sp_1 + counted.lent_sfu_1 + counted.lent_mem_1, by_lender[1]);
    assert_int_equal(counted.lent_sp_2 + counted.lent_sfu_2 + counted.lent_mem_2, by_lender[2]);
    assert_int_equal(counted.borrowed_sp_3 + counted.borrowed_sfu_3 + counted.borrowed_mem_3, through_3);
    assert_true(counted.borrowed_sfu_3 > 0 && counted.borrowed_sp_3 > 0 && counted.borrowed_mem_3 == 0);
    assert_true(by_lender[0] && by_lender[1] && by_lender[2] && !by_lender[3]);
}

// A warp that arrives at a barrier by way of a loan waits for the others: none goes on before the last has come.
static void test_a_barrier_by_way_of_a_loan(void **state)
{
    (void)state;
    unsigned count = run(1, "kaws-share", MORE " bar.sync 0; bar.sync 1;"), loans = 0;
    uint64_t last_arrival = 0;
    assert_int_equal(count, 32 * 6 + 24 * 5);
    for (unsigned i = 0; i < count; i++) {
        loans += issues[i].pc == 8 * (BEHIND + 3) && lent(&issues[i]);
        last_arrival = issues[i].pc == 8 * (BEHIND + 3) ? issues[i].cycle : last_arrival;
    }
    print_message("%u warps arrive by way of a loan\n", loans);
    assert_true(loans > 0);
    for (unsigned i = 0; i < count; i++)
        if (issues[i].pc == 8 * (BEHIND + 4) && issues[i].warp % SCHEDULERS != 3)
            assert_true(issues[i].cycle >= last_arrival);
}

// One that ends by way of a loan has ended: its slot is free for the next CTA, of which there are three.
static void test_an_end_by_way_of_a_loan(void **state)
{
    (void)state;
    unsigned count = run(CTAS, "kaws-share", MORE), loans = 0;
    for (unsigned i = 0; i < count; i++)
        loans += issues[i].pc == 8 * (BEHIND + 2) && lent(&issues[i]);
    print_message("%u warps end by way of a loan\n", loans);
    assert_true(loans > 0);
    assert_int_equal(counted.ctas, CTAS);
    assert_int_equal(count, CTAS * (32 * 6 + 24 * 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_one_free_register_takes_the_oldest), cmocka_unit_test(test_a_borrower_has_no_stall),
        cmocka_unit_test(test_loans_are_counted_at_both), cmocka_unit_test(test_a_barrier_by_way_of_a_loan),
        cmocka_unit_test(test_an_end_by_way_of_a_loan),
    };
    return cmocka_run_group_tests_name("lend", tests, NULL, NULL);
}

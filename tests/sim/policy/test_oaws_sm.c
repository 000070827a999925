// SPDX-License-Identifier: BSD-3-Clause
// OAWS in a whole SM, where only the SM can be wrong: charges that come back, launches that start afresh.
#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "sim/core/gpu_internal.h"
#include "sim/policy/oaws.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { OCW, DLC, MISSPRED, QUALIFY };

static const char *const policies[] = {"oaws-static", "oaws-dyn", "ocw"};

// D-10: in turns of a loop, a load that goes to the L1D, one that no lane executes, and a generic one that finds shared memory.
// A load that is never reached stands behind the end, in the second slot of the buffer when the warp ends.
static const char without_access[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 128; add.s64 %rd3, %rd1, %rd2;\n"
    "and.b32 %r8, %r1, 31; mul.wide.u32 %rd6, %r8, 4; mov.u64 %rd4, words; cvta.shared.u64 %rd5, %rd4; add.s64 %rd5, %rd5, %rd6;\n"
    "mov.u32 %r2, 0; setp.gt.u32 %p1, %r1, 5000;\n"
    "LOOP: ld.global.u32 %r3, [%rd3]; @%p1 ld.global.u32 %r4, [%rd1]; ld.u32 %r5, [%rd5]; add.u32 %r2, %r2, 1;\n"
    "add.u32 %r6, %r3, %r5; mov.u32 %r9, 1; setp.lt.u32 %p2, %r2, 6; @%p2 bra LOOP; ret; ld.global.u32 %r7, [%rd3]; ret;";

static void test_no_charge_is_left_when_a_kernel_has_ended(void **state)
{
    (void)state;
    for (unsigned p = 0; p < 3; p++) {
        bench b;
        kernel_bench_open(&b, "policy.ocw_pin=2", policies[p], NULL, BLOCKS_C, 1000000, without_access);
        assert_int_equal(kernel_bench_run(&b, 3, 32), GPU_DONE);
        block *const *blocks = b.gpu->sms[0]->place.hooks[0].view.blocks;
        assert_int_equal(((struct oaws_qualify_state *)blocks[QUALIFY]->q)->inflight, 0);
        assert_int_equal(((struct oaws_dlc_state *)blocks[DLC]->q)->inst[0], 3 * 6);
        for (unsigned i = 0; i < 2 * 48; i++)
            assert_int_equal(((struct oaws_misspred_state *)blocks[MISSPRED]->q)->pred[i], 0);
        kernel_bench_close(&b);
    }
}

// D-6: 140 divergent loads of the same lines, after which OCW is 3 and CNT 11; then a launch of 16 threads without a load.
static const char first_launch_loads[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 128; add.s64 %rd3, %rd1, %rd2;\n"
    "mov.u32 %r2, 0; mov.u32 %r5, %ntid.x; setp.lt.u32 %p2, %r5, 32; @%p2 bra END;\n"
    "LOOP: ld.global.u32 %r3, [%rd3]; add.u32 %r2, %r2, 1; add.u32 %r4, %r3, 1; setp.lt.u32 %p1, %r2, 140; @%p1 bra LOOP;\n"
    "END: ret;";

static void test_a_launch_starts_afresh(void **state)
{
    (void)state;
    for (unsigned p = 0; p < 3; p++) {
        bench b;
        kernel_bench_open(&b, "", policies[p], NULL, BLOCKS_C, 1000000, first_launch_loads);
        block *const *blocks = b.gpu->sms[0]->place.hooks[0].view.blocks;
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        const struct oaws_ocw_state *ocw = blocks[OCW]->q;
        const struct oaws_dlc_state *dlc = blocks[DLC]->q;
        assert_int_equal(ocw->ocw, 3);
        assert_int_equal(ocw->cnt, 11);
        assert_int_not_equal(dlc->inst[0], 0);
        assert_int_equal(kernel_bench_run(&b, 1, 16), GPU_DONE);
        ocw = blocks[OCW]->q, dlc = blocks[DLC]->q;         // a commit moves them
        assert_int_equal(ocw->ocw, 2);
        assert_int_equal(ocw->cnt, 128);
        for (unsigned i = 0; i < DLC_ENTRIES_MAX; i++)
            assert_int_equal(dlc->inst[i], 0);
        kernel_bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_charge_is_left_when_a_kernel_has_ended),
        cmocka_unit_test(test_a_launch_starts_afresh),
    };
    return cmocka_run_group_tests_name("oaws_sm", tests, NULL, NULL);
}

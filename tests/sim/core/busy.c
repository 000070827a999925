// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/core/busy.h"

#include "sim/core/gpu_internal.h"
#include "tests/tier.h"

const char busy[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, 64, %r1; mov.u32 %r4, 0;\n"
    "mov.u32 %r9, 0;\n"
    "LOOP: mul.lo.u32 %r5, %r3, 37; add.u32 %r5, %r5, %r4; and.b32 %r5, %r5, 2047; mul.wide.u32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r6, [%rd3]; add.u32 %r9, %r9, %r6; and.b32 %r7, %r3, 3; setp.eq.u32 %p1, %r7, 0; @%p1 bra SKIP;\n"
    "mul.lo.u32 %r9, %r9, 3; add.u32 %r9, %r9, %r4;\n"
    "SKIP: bar.sync 0; add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 8; @%p2 bra LOOP;\n"
    "add.u32 %r10, %r3, 2048; mul.wide.u32 %rd4, %r10, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r9; ret;";

const char *const policies[POLICIES] = {"lrr", "gto", "2lvl-rr", "2lvl-gto", "swl", "mascar",
                                        "oaws-static", "oaws-dyn", "ocw", "ccws", "ccws-priority", "cta-aware", "cta-aware-locality-blp"};

const char two_sms[] = "gpu.sms=2 gpu.clusters=2";

bool in_turn(int policy, unsigned check)
{
    return tier_is_all() || (unsigned)policy % 2 == check % 2;
}

result run(const char *settings, const char *policy, const char *observer, blocks_mode mode, stepping how)
{
    bench b;
    result r;
    kernel_bench_open(&b, settings, policy, observer, mode, 1000000, busy);
    for (unsigned i = 0; i < b.gpu->n_sms; i++) {
        b.gpu->sms[i]->place.reversed = how == REVERSE;
        b.gpu->sms[i]->sleepless = how == SLEEPLESS;
    }
    b.gpu->reversed = how == REVERSE;
    for (unsigned i = 0; i < 2048; i++)
        b.words[i] = i * 2654435761u >> 7;
    assert_int_equal(kernel_bench_run(&b, BUSY_CTAS, BUSY_THREADS), GPU_DONE);
    r.trace = strdup(b.trace);
    r.counted = *gpu_counters(b.gpu);
    r.compared = lockstep_count(b.blocks);
    memcpy(r.words, b.words, sizeof r.words);
    kernel_bench_close(&b);
    return r;
}

void expect_same(result a, result b)
{
    size_t same = 0, line = 0;
    for (; a.trace[same] && a.trace[same] == b.trace[same]; same++)
        line = a.trace[same] == '\n' ? same + 1 : line;
    if (a.trace[same] != b.trace[same])
        fail_msg("traces part: seen %.24s, expected %.24s", b.trace + line, a.trace + line);
    assert_memory_equal(&a.counted, &b.counted, sizeof a.counted);
    assert_memory_equal(a.words, b.words, sizeof a.words);
    free(a.trace);
    free(b.trace);
}

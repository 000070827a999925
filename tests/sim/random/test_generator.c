// The random-kernel generator: kernels that may be compared at all, and that use everything they are there to use.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/sim/random/random_kernel.h"

enum { FIRST_SEED = 1000, KERNELS = 300 };         // the kernels of test_random.c

static void check_same(const random_kernel *kernel, uint8_t *forward[RANDOM_BUFFERS], uint8_t *backward[RANDOM_BUFFERS])
{
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        for (uint32_t b = 0; b < kernel->buffers[i].bytes; b++) {
            if (forward[i][b] == backward[i][b]) continue;
            char words[96];
            random_kernel_place(kernel, i, b, words, sizeof words);
            fail_msg("seed %llu: %s: depends on the order of threads", (unsigned long long)kernel->seed, words);
        }
    }
}

// No race, nothing read before it is written, no NaN's bits seen: both orders of threads give the same bytes, although
// unwritten registers and memory and the bits of NaNs differ between the two.
static void test_kernels_are_well_formed(void **state)
{
    (void)state;
    for (unsigned long seed = FIRST_SEED; seed < FIRST_SEED + KERNELS; seed++) {
        random_kernel *kernel = random_kernel_new(seed);
        uint8_t *forward[RANDOM_BUFFERS], *backward[RANDOM_BUFFERS];
        char words[256] = "";
        if (!random_kernel_expected(kernel, false, forward, words, sizeof words) ||
            !random_kernel_expected(kernel, true, backward, words, sizeof words)) {
            fail_msg("seed %lu: %s", seed, words);
        }
        check_same(kernel, forward, backward);
        for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
            free(forward[i]);
            free(backward[i]);
        }
        random_kernel_free(kernel);
    }
}

// The mnemonics and forms of shared/spec/tools.md that have a deterministic result.
static void test_kernels_use_every_form(void **state)
{
    (void)state;
    static const char *const forms[] = {"ret;",
                                        "exit;",
                                        "ld.global.",
                                        "ld.shared.",
                                        "ld.local.",
                                        "ld.const.",
                                        "ld.param.",
                                        "ld.u32",
                                        "ld.v2.f64",
                                        "st.global.",
                                        "st.shared.",
                                        "st.local.",
                                        "st.param.",
                                        "st.v4.u32",
                                        "add.s32",
                                        "add.u16",
                                        "add.f64",
                                        "mov.u32",
                                        "mov.b64 {",
                                        "mul.lo.s64",
                                        "mul.hi.u64",
                                        "mul.wide.s16",
                                        "cvta.to.global.u64",
                                        "cvta.shared.u64",
                                        "cvta.local.u64",
                                        "cvta.global.u64",
                                        "mad.lo.s32",
                                        "mad.wide.s32",
                                        "fma.rn.f32",
                                        "fma.rz.f64",
                                        "div.s32",
                                        "div.rn.f32",
                                        "div.rp.f64",
                                        "rem.u64",
                                        "setp.ltu.f32",
                                        "setp.geu.f64",
                                        "setp.nan.f32",
                                        "setp.lt.and.",
                                        "setp.hs.u32",
                                        "bra ",
                                        "bra.uni",
                                        "shl.b64",
                                        "shr.s16",
                                        "or.b16",
                                        "and.pred",
                                        "not.pred",
                                        "xor.b32",
                                        "cvt.rzi.s32.f32",
                                        "cvt.sat.",
                                        "cvt.rn.f32.f64",
                                        "sub.s64",
                                        "neg.f32",
                                        "bar.sync 0",
                                        "selp.f64",
                                        "max.u16",
                                        "min.f32",
                                        "sqrt.rn.f32",
                                        "rcp.rn.f64",
                                        "abs.s64",
                                        "ex2.approx",
                                        "lg2.approx",
                                        "sin.approx",
                                        "cos.approx",
                                        "rsqrt.approx",
                                        "atom.global.add.u32",
                                        "atom.shared.",
                                        "atom.global.cas.b32",
                                        "atom.global.exch.b32",
                                        "red.global.add.f32",
                                        "red.shared.",
                                        "bfe.s32",
                                        "bfi.b64",
                                        "call.uni (retval0)",
                                        "call.uni device",
                                        "shf.l.wrap.b32",
                                        "addc.u32",
                                        "subc.cc.u32",
                                        "madc.hi.u32",
                                        "clz.b64",
                                        "popc.b32",
                                        "brev.b32",
                                        "copysign.f64",
                                        "prmt.b32.f4e",
                                        "slct.",
                                        "set.",
                                        "sad.",
                                        "mul24.hi.s32",
                                        "mad24.lo.u32",
                                        "membar.gl",
                                        "rcp.approx.ftz.f64",
                                        "rsqrt.approx.ftz.f64",
                                        "prefetch.global.L1",
                                        "prefetch.local.L2",
                                        "prefetchu.L1",
                                        "nanosleep.u32",
                                        "isspacep.shared",
                                        "brkpt;",
                                        "bar.red.popc.u32",
                                        ".red.and.pred",
                                        "barrier.sync.aligned",
                                        "bar.sync %tmp, %off",
                                        "match.any.sync.b32",
                                        "match.any.sync.b64",
                                        "match.all.sync.b32",
                                        "redux.sync.",
                                        "elect.sync _|",
                                        "{_, ",
                                        ", _}",
                                        "@!%p1 ",
                                        ".extern .shared",
                                        "add.sat.s32",
                                        "add.ftz.f32",
                                        "%lanemask_lt",
                                        ".func  (.param",
                                        "{ // callseq"};
    bool seen[sizeof forms / sizeof *forms] = {false};
    for (unsigned long seed = FIRST_SEED; seed < FIRST_SEED + KERNELS; seed++) {
        random_kernel *kernel = random_kernel_new(seed);
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) seen[i] = seen[i] || strstr(kernel->ptx, forms[i]);
        random_kernel_free(kernel);
    }
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!seen[i]) fail_msg("no kernel of %d uses '%s'", KERNELS, forms[i]);
    }
}

static void test_same_seed_gives_same_kernel(void **state)
{
    (void)state;
    random_kernel *one = random_kernel_new(7), *again = random_kernel_new(7), *other = random_kernel_new(8);
    assert_string_equal(one->ptx, again->ptx);
    assert_string_not_equal(one->ptx, other->ptx);
    assert_memory_equal(one->buffers[RANDOM_INPUT].initial, again->buffers[RANDOM_INPUT].initial,
                        one->buffers[RANDOM_INPUT].bytes);
    random_kernel_free(one);
    random_kernel_free(again);
    random_kernel_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_gives_same_kernel),
        cmocka_unit_test(test_kernels_use_every_form),
        cmocka_unit_test(test_kernels_are_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

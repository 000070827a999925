// SPDX-License-Identifier: BSD-3-Clause
// The random-kernel generator: kernels that may be compared at all, and that use everything they are there to use.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/frontend/types.h"
#include "tests/sim/random/random_kernel.h"
#include "tests/tier.h"

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
// unwritten registers and memory and the bits of NaNs differ between the two. In `make test` every fourth kernel.
static void test_kernels_are_well_formed(void **state)
{
    (void)state;
    for (unsigned long seed = FIRST_SEED; seed < FIRST_SEED + KERNELS; seed += tier_is_all() ? 1 : 4) {
        random_kernel *kernel = random_kernel_new(seed);
        uint8_t *forward[RANDOM_BUFFERS], *backward[RANDOM_BUFFERS];
        char words[256] = "";
        if (!random_kernel_expected(kernel, RANDOM_FORWARD, forward, words, sizeof words) ||
            !random_kernel_expected(kernel, RANDOM_REVERSE, backward, words, sizeof words)) {
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

// What is not the opcode's: operands, guards, declarations. Opcodes are counted by random_forms.
static void test_kernels_use_every_operand(void **state)
{
    (void)state;
    static const char *const forms[] = {"mov.b64 {",
                                        "mov.b32 {",
                                        ", {%r",
                                        "{_, ",
                                        ", _}",
                                        "_, [",
                                        "|%p",
                                        "|_",
                                        ", !%p",
                                        "@!%p1 ",
                                        "@%p1 ",
                                        "0f7F800000",
                                        "0d7FF0000000000000",
                                        ", -1",
                                        "%lanemask_lt",
                                        "%nctaid.z",
                                        "constants+",
                                        "[%adr+",
                                        "[%off+-",
                                        ".extern .shared",
                                        ".func  (.param",
                                        "call.uni (retval0)",
                                        "call.uni device",
                                        "{ // callseq",
                                        "another_kernel"};
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

// What random kernels have not, in the tables' order: each has a test of its own with a reference written for it (tests/sim/frontend:
// test_branch_tables, test_texture_kinds, test_video, test_half, test_operations, test_memory).
static const char tested_elsewhere[] =
    "brx suld sured sust testp tld4 vadd vsub vabsdiff vmin vmax vset vshl vshr vmad vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2 "
    "vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4 .3d .a1d .a2d .cube .acube .level .base .g .b .a .trap .zero .po .shr7 .shr15 "
    ".NaN .xorsign .abs .relu .satfinite .noftz .finite .infinite .number .notanumber .normal .subnormal ";

// Every mnemonic that the front end knows, and every word that may follow one.
static void test_kernels_use_every_word(void **state)
{
    (void)state;
    bool mnemonics[PTX_MNEMONIC_COUNT + 1] = {false}, words[MODIFIER_COUNT + 1] = {false};
    for (unsigned long seed = FIRST_SEED; seed < FIRST_SEED + KERNELS; seed++) {
        random_kernel *kernel = random_kernel_new(seed);
        for (const char *line = kernel->ptx; line; line = strchr(line, '\n')) {
            line += strspn(line, "\n\t ");
            if (*line == '@') line += strcspn(line, " ") + 1;
            size_t length = strcspn(line, ". ;\n");
            mnemonics[mnemonic_find(line, (uint32_t)length)] = true;
            for (line += length; *line == '.'; line += length) {
                length = strcspn(++line, ". ;\n");
                words[modifier_find(line, (uint32_t)length)] = true;
            }
        }
        random_kernel_free(kernel);
    }
    char missing[4096] = "";
    for (unsigned i = 0; i < PTX_MNEMONIC_COUNT; i++) {
        if (!mnemonics[i]) snprintf(missing + strlen(missing), sizeof missing - strlen(missing), "%s ", mnemonic_name((ptx_mnemonic)i));
    }
    for (unsigned i = 0; i < MODIFIER_COUNT; i++) {
        if (!words[i]) snprintf(missing + strlen(missing), sizeof missing - strlen(missing), ".%s ", modifier_name((ptx_modifier)i));
    }
    assert_string_equal(missing, tested_elsewhere);
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
        cmocka_unit_test(test_kernels_use_every_operand),
        cmocka_unit_test(test_kernels_use_every_word),
        cmocka_unit_test(test_kernels_are_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
// The ways of an L1D that shares its bytes with shared memory, and when it takes them, by hand; what cannot be shared so, and other keys
// of the L1D that do not go together, refused in words.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/l1d_ways.h"

static void set(machine *m, const char *assignments)
{
    char text[512], *saved = NULL;
    machine_error error;

    snprintf(text, sizeof text, "%s", assignments);
    for (char *one = strtok_r(text, " ", &saved); one; one = strtok_r(NULL, " ", &saved))
        if (!machine_set(m, one, &error))
            fail_msg("%s: %s", one, error.text);
}

#define VOLTA "l1d.sets=4 l1d.index=linear l1d.ways=64 l1d.sector_bytes=32 l1d.unified_kib=128 l1d.shared_steps=0,8,16,32,64,96 core.shared_bytes=98304"

// 4 sets of lines of 128 bytes: a way is 512 bytes, 128 KiB are 256.
static void the_least_step_that_holds_the_ctas(void **state)
{
    static const struct { uint32_t kib, bytes, ways; } expected[] = {
        { 0, 0, 256 }, { 0, 1, 240 }, { 8, 0, 240 }, { 8, 1, 224 }, { 16, 0, 224 }, { 24, 0, 192 }, { 32, 0, 192 }, { 48, 0, 128 },
        { 64, 0, 128 }, { 64, 1, 64 }, { 96, 0, 64 },
    };
    machine m;
    machine_error error;

    (void)state;
    machine_defaults(&m);
    assert_int_equal(machine_l1d_ways(&m, 49152), 4);
    assert_int_equal(machine_l1d_most_ways(&m), 4);
    set(&m, VOLTA);
    assert_true(machine_check(&m, &error));
    assert_int_equal(machine_l1d_most_ways(&m), 256);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_int_equal(machine_l1d_ways(&m, expected[i].kib * 1024 + expected[i].bytes), expected[i].ways);
    set(&m, "l1d.ways=256 l1d.shared_steps=0,8,16,32,64,100 core.shared_bytes=102400");      // Ampere
    assert_true(machine_check(&m, &error));
    assert_int_equal(machine_l1d_ways(&m, 102400), 56);
    assert_int_equal(machine_l1d_ways(&m, 0), 256);
    set(&m, "l1d.ways=1 l1d.unified_kib=3 l1d.shared_steps=0,1,2 core.shared_bytes=2048");      // 6 ways: 4, 2
    set(&m, "l1d.sets=8");                                          // 3 ways: 2 and 1 of 3 KiB each
    assert_true(machine_check(&m, &error));
    assert_int_equal(machine_l1d_ways(&m, 1024), 2);
    set(&m, "l1d.unified_kib=5 l1d.shared_steps=0,2,4 core.shared_bytes=4096 l1d.sets=16 l1d.ways=1");     // 2 KiB a way
    assert_false(machine_check(&m, &error));                        // 5 KiB are no number of them
    set(&m, "l1d.unified_kib=10 l1d.shared_steps=0,3,7");           // 5 ways: 3.5 and 1.5, to the nearest
    assert_true(machine_check(&m, &error));
    assert_int_equal(machine_l1d_ways(&m, 1), 4);
    assert_int_equal(machine_l1d_ways(&m, 4096), 2);
}

// Streaming: on a miss in a kernel without shared memory, to which all of the L1D is left, on fill in others; else as the machine says.
static void a_streaming_l1d_takes_ways_by_kernel(void **state)
{
    static const struct { const char *set; uint32_t without, with; } expected[] = {
        { "l1d.allocate=miss", ALLOCATE_ON_MISS, ALLOCATE_ON_MISS }, { "l1d.allocate=fill", ALLOCATE_ON_FILL, ALLOCATE_ON_FILL },
        { "l1d.allocate=streaming", ALLOCATE_ON_MISS, ALLOCATE_ON_FILL },
    };
    machine m;
    machine_error error;

    (void)state;
    machine_defaults(&m);
    set(&m, VOLTA);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        set(&m, expected[i].set);
        assert_true(machine_check(&m, &error));
        assert_int_equal(machine_l1d_allocation(&m, 0), expected[i].without);
        assert_int_equal(machine_l1d_allocation(&m, 1), expected[i].with);
        assert_int_equal(machine_l1d_allocation(&m, 98304), expected[i].with);
    }
}

static void what_does_not_go_together(void **state)
{
    static const struct { const char *set, *message; } mistakes[] = {
        { "l1d.unified_kib=100", "l1d.unified_kib: seen 100 for an L1D of 32768 bytes, expected a multiple of these" },
        { "l1d.unified_kib=16", "l1d.unified_kib: seen 16 for an L1D of 32768 bytes, expected a multiple of these" },
        { "l1d.unified_kib=160", "l1d.unified_kib: seen 160, which are 320 ways of 4 sets, expected at most 256 ways" },
        { "l1d.shared_steps=0,8,", "l1d.shared_steps: seen `0,8,`, expected 1 to 16 numbers of KiB with commas, as 0,8,16,32,64,96" },
        { "l1d.shared_steps=0,x", "l1d.shared_steps: seen `0,x`, expected 1 to 16 numbers of KiB with commas, as 0,8,16,32,64,96" },
        { "l1d.shared_steps=0;64", "l1d.shared_steps: seen `0;64`, expected 1 to 16 numbers of KiB with commas, as 0,8,16,32,64,96" },
        { "l1d.shared_steps=0,64,32,96", "l1d.shared_steps: seen 32 behind 64, expected them to ascend" },
        { "l1d.shared_steps=0,64", "l1d.shared_steps: seen 64 KiB as the last, expected to hold the 98304 bytes of core.shared_bytes" },
        { "l1d.shared_steps=0,128", "l1d.shared_steps: seen 128 KiB as the last, expected to leave a way of 512 bytes in the 128 KiB of l1d.unified_kib" },
        { "l1d.banks=3", "l1d.banks: seen 3, expected a power of two" },
        { "l1d.bank_bytes=48", "l1d.bank_bytes: seen 48, expected a power of two" },
        { "l1d.write_miss=lazy", "l1d.write_miss: seen lazy, expected none but with l1d.global_write through, l1d.allocate miss and sectors" },
        { "l1d.write_miss=lazy l1d.global_write=through l1d.allocate=fill", "l1d.write_miss: seen lazy, expected none but with l1d.global_write through, l1d.allocate miss and sectors" },
        { "l1d.allocate=streaming l1d.unified_kib=0", "l1d.allocate: seen streaming with l1d.unified_kib 0, expected miss or fill: nothing hangs on the kernel" },
        { "l1d.write_miss=lazy l1d.global_write=through l1d.allocate=streaming", "l1d.write_miss: seen lazy, expected none but with l1d.global_write through, l1d.allocate miss and sectors" },
        { "l1d.write_ratio=25", "l1d.write_ratio: seen 25, expected 0 but with l1d.write_miss lazy" },
        { "l1d.write_miss=lazy l1d.global_write=through l1d.write_ratio=26", "l1d.write_ratio: seen 26 for 4 sets, expected at most 25: with all lines of a set written that many percent are" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        machine m;
        machine_error error;

        machine_defaults(&m);
        set(&m, VOLTA);
        set(&m, mistakes[i].set);
        assert_false(machine_check(&m, &error));
        assert_string_equal(error.text, mistakes[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_step_that_holds_the_ctas),
        cmocka_unit_test(a_streaming_l1d_takes_ways_by_kernel),
        cmocka_unit_test(what_does_not_go_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
// Coalescing against hand-computed accesses and, on random lanes, against a byte-by-byte reference; bank conflicts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/memory/coalescer.h"
#include "sim/memory/shared_banks.h"

enum { ALL = -1 };
static uint64_t address[32];
static coalesced out[COALESCER_MAX];

static void stride(uint64_t base, uint64_t step)
{
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = base + lane * step;
}

static void check(unsigned i, uint64_t at, unsigned bytes, unsigned sectors, unsigned whole)
{
    assert_int_equal(out[i].address, at);
    assert_int_equal(out[i].bytes, bytes);
    assert_int_equal(out[i].sectors, sectors);
    assert_int_equal(out[i].whole, whole);
}

static void unit_stride_is_one_access(void **state)
{
    (void)state;
    stride(0x1000, 4);
    assert_int_equal(coalesce((uint32_t)ALL, address, 4, 128, out), 1);
    check(0, 0x1000, 128, 0xf, 0xf);
}

static void misaligned_warp_takes_two(void **state)
{
    (void)state;
    stride(0x1010, 4);                              // 0x1010 .. 0x108f
    assert_int_equal(coalesce((uint32_t)ALL, address, 4, 128, out), 2);
    check(0, 0x1000, 128, 0xf, 0xe);
    check(1, 0x1080, 32, 0x1, 0x0);                 // 16 bytes of the first sector
}

static void stride_of_two_segments_takes_32(void **state)
{
    (void)state;
    stride(0x2060, 256);
    assert_int_equal(coalesce((uint32_t)ALL, address, 4, 128, out), 32);
    for (unsigned i = 0; i < 32; i++)
        check(i, 0x2060 + 256 * i, 32, 0x8, 0x0);   // ascending, shrunk to the last sector
}

static void access_shrinks_to_half_or_quarter(void **state)
{
    (void)state;
    stride(0x1040, 4);
    assert_int_equal(coalesce(0x0000ffff, address, 4, 128, out), 1);
    check(0, 0x1040, 64, 0xc, 0xc);
    assert_int_equal(coalesce(0x000000ff, address, 4, 128, out), 1);
    check(0, 0x1040, 32, 0x4, 0x4);
    address[0] = 0x1000, address[1] = 0x1060;       // first and last sector: nothing to shrink
    assert_int_equal(coalesce(0x3, address, 4, 128, out), 1);
    check(0, 0x1000, 128, 0x9, 0x0);
    address[1] = 0x1020;
    assert_int_equal(coalesce(0x3, address, 4, 128, out), 1);
    check(0, 0x1000, 64, 0x3, 0x0);
}

static void same_address_is_one_access(void **state)
{
    (void)state;
    stride(0x1024, 0);
    assert_int_equal(coalesce((uint32_t)ALL, address, 4, 128, out), 1);
    check(0, 0x1020, 32, 0x2, 0x0);
}

static void segments_follow_the_width(void **state)
{
    (void)state;
    stride(0x1000, 1);
    assert_int_equal(coalesce((uint32_t)ALL, address, 1, 128, out), 1);
    check(0, 0x1000, 32, 0x1, 0x1);
    stride(0x1010, 1);                              // 1-byte data: segments of 32
    assert_int_equal(coalesce((uint32_t)ALL, address, 1, 128, out), 2);
    stride(0x1040, 2);
    assert_int_equal(coalesce((uint32_t)ALL, address, 2, 128, out), 1);
    check(0, 0x1040, 64, 0xc, 0xc);
    stride(0x1020, 2);                              // 2-byte data: segments of 64, each shrunk to 32
    assert_int_equal(coalesce((uint32_t)ALL, address, 2, 128, out), 2);
    check(0, 0x1020, 32, 0x2, 0x2);
    check(1, 0x1040, 32, 0x4, 0x4);
    stride(0x1000, 8);
    assert_int_equal(coalesce((uint32_t)ALL, address, 8, 128, out), 2);
    stride(0x1000, 16);
    assert_int_equal(coalesce((uint32_t)ALL, address, 16, 128, out), 4);
    check(3, 0x1180, 128, 0xf, 0xf);
    stride(0x1000, 4);                              // a line of 64 bytes bounds the segment
    assert_int_equal(coalesce((uint32_t)ALL, address, 4, 64, out), 2);
    check(1, 0x1040, 64, 0xc, 0xc);
}

static unsigned lines_of(unsigned width, unsigned line_bytes)
{
    return coalesced_lines(out, coalesce((uint32_t)ALL, address, width, line_bytes, out), line_bytes);
}

// D-21: segments of a line are one line, whatever the order of the lanes.
static void lines_are_counted_once(void **state)
{
    (void)state;
    assert_int_equal(coalesced_lines(out, 0, 128), 0);
    stride(0x1000, 4);
    assert_int_equal(coalesce((uint32_t)ALL, address, 1, 128, out), 4);
    assert_int_equal(lines_of(1, 128), 1);
    assert_int_equal(lines_of(1, 64), 2);
    stride(0x1040, 4);
    assert_int_equal(lines_of(1, 128), 2);
    stride(0x1000, 8);
    assert_int_equal(coalesce((uint32_t)ALL, address, 2, 128, out), 4);
    assert_int_equal(lines_of(2, 128), 2);
    stride(0x1000, 128);
    assert_int_equal(lines_of(1, 128), 32);
    assert_int_equal(lines_of(4, 128), 32);
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = 0x2000 + lane % 3 * 128 + (31 - lane);
    assert_int_equal(lines_of(1, 128), 3);
}

static void inactive_lanes_make_no_access(void **state)
{
    (void)state;
    stride(0x1000, 128);
    assert_int_equal(coalesce(0, address, 4, 128, out), 0);
    assert_int_equal(coalesce(0x80000001, address, 4, 128, out), 2);
    check(0, 0x1000, 32, 0x1, 0x0);
    check(1, 0x1000 + 31 * 128, 32, 0x1, 0x0);
}

static void descending_lanes_come_out_ascending(void **state)
{
    (void)state;
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = 0x9000 - lane * 128;
    assert_int_equal(coalesce((uint32_t)ALL, address, 4, 128, out), 32);
    for (unsigned i = 1; i < 32; i++)
        assert_true(out[i].address > out[i - 1].address);
}

static void local_vectors_go_by_words(void **state)
{
    (void)state;
    stride(0x40000000, 4);                          // first words of 32 threads; further words 0x10000 bytes on
    assert_int_equal(coalesce_local((uint32_t)ALL, address, 16, 0x10000, 128, out), 4);
    for (unsigned i = 0; i < 4; i++)
        check(i, 0x40000000 + 0x10000 * i, 128, 0xf, 0xf);
    assert_int_equal(coalesce_local((uint32_t)ALL, address, 4, 0x10000, 128, out), 1);
    assert_int_equal(coalesce_local(0x1, address, 1, 0x10000, 128, out), 1);
}

static void atomics_part_where_lanes_meet(void **state)
{
    (void)state;
    stride(0x1000, 4);                              // segments of 32 bytes
    assert_int_equal(coalesce_atomic((uint32_t)ALL, address, 4, 32, out), 4);
    check(1, 0x1020, 32, 0x2, 0x2);
    assert_int_equal(coalesce_atomic((uint32_t)ALL, address, 4, 128, out), 1);     // an L2 without sectors
    check(0, 0x1000, 128, 0xf, 0xf);
    assert_int_equal(coalesce_atomic(0xff00, address, 4, 128, out), 1);
    check(0, 0x1020, 32, 0x2, 0x2);
    stride(0x1008, 0);                              // all on one word: one access per lane
    assert_int_equal(coalesce_atomic((uint32_t)ALL, address, 4, 32, out), 32);
    stride(0x1000, 4);
    address[1] = 0x1000;                            // two on one word, the others share the first access
    assert_int_equal(coalesce_atomic(0xff, address, 4, 32, out), 2);
    check(0, 0x1000, 32, 0x1, 0x0);
    check(1, 0x1000, 32, 0x1, 0x0);
}

static void constants_go_by_blocks(void **state)
{
    (void)state;
    stride(0x10, 0);
    assert_int_equal(coalesce_blocks((uint32_t)ALL, address, 64, out), 1);
    assert_int_equal(out[0].address, 0);
    stride(0x10, 64);
    assert_int_equal(coalesce_blocks((uint32_t)ALL, address, 64, out), 32);
}

// Lanes of a warp as programs have them: scattered; side by side without a gap, all at one place; and those with one lane
// elsewhere, which no shortcut may take for them; or half warps of two rows that read the same. Addresses are multiples of `width` below `spread`.
static uint32_t random_lanes(unsigned width, unsigned spread)
{
    unsigned pattern = (unsigned)rand() % 5, first = (unsigned)rand() % 32, count = 1 + (unsigned)rand() % (32 - first);
    uint64_t base = (uint64_t)((unsigned)rand() % (spread / width)) * width, step = rand() % 2 ? width : 0;
    uint32_t scattered = (uint32_t)rand() ^ (uint32_t)rand() << 16;
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = pattern == 0 ? (uint64_t)((unsigned)rand() % (spread / width)) * width :
                        pattern == 4 && lane > 15 ? address[lane - 16] : base + lane * step;
    if (pattern == 3)
        address[first + (unsigned)rand() % count] = (uint64_t)((unsigned)rand() % (spread / width)) * width;
    return pattern == 1 || pattern == 3 ? (uint32_t)(((UINT64_C(1) << count) - 1) << first) : scattered;
}

// Which 128-byte block, sector and byte each lane touches, without sorting or shrinking.
static void random_lanes_agree_with_a_reference(void **state)
{
    (void)state;
    srand(5);
    for (unsigned round = 0; round < 12000; round++) {
        unsigned width = 1u << rand() % 5;
        static uint8_t touched[4096 + 32 * 16];
        memset(touched, 0, sizeof touched);
        unsigned spread = 1u << (7 + rand() % 6);
        uint32_t lanes = random_lanes(width, spread);
        for (unsigned lane = 0; lane < 32; lane++) {
            for (unsigned byte = 0; byte < width && lanes >> lane & 1; byte++)
                touched[address[lane] + byte] = 1;
        }
        unsigned segment = width == 1 ? 32 : width == 2 ? 64 : 128, expected = 0;
        unsigned count = coalesce(lanes, address, width, 128, out);
        for (unsigned base = 0; base < sizeof touched; base += segment) {
            unsigned first = 0, last = 0, sectors = 0, whole = 0, any = 0;
            for (unsigned byte = base; byte < base + segment; byte++) {
                if (touched[byte]) {
                    first = any ? first : byte / 32;
                    last = byte / 32;
                    any = 1;
                    sectors |= 1u << byte / 32 % 4;
                }
            }
            if (!any)
                continue;
            for (unsigned sector = first; sector <= last; sector++)
                if (memchr(touched + sector * 32, 0, 32) == NULL)
                    whole |= 1u << sector % 4;
            const coalesced *access = &out[expected++];
            assert_int_equal(access->sectors, sectors);
            assert_int_equal(access->whole, whole);
            unsigned span = first == last ? 32 : first / 2 == last / 2 ? 64 : 128;
            assert_int_equal(access->bytes, span);
            assert_int_equal(access->address, first * 32 / span * span);
        }
        assert_int_equal(count, expected);
    }
}

static void bank_conflicts(void **state)
{
    const shared_geometry fermi = {.banks = 32, .parts = 1};
    (void)state;
    stride(0, 4);
    assert_int_equal(shared_conflict_degree(&fermi, (uint32_t)ALL, address), 1);
    stride(0, 8);
    assert_int_equal(shared_conflict_degree(&fermi, (uint32_t)ALL, address), 2);
    stride(0, 128);
    assert_int_equal(shared_conflict_degree(&fermi, (uint32_t)ALL, address), 32);
    assert_int_equal(shared_conflict_degree(&fermi, 0x7, address), 3);
    stride(64, 0);                                  // broadcast
    assert_int_equal(shared_conflict_degree(&fermi, (uint32_t)ALL, address), 1);
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = lane % 2 * 128 + lane / 4 * 4;      // two words in each of eight banks, each read by two lanes
    assert_int_equal(shared_conflict_degree(&fermi, (uint32_t)ALL, address), 2);
    stride(1, 1);                                   // bytes of one word share it
    assert_int_equal(shared_conflict_degree(&fermi, (uint32_t)ALL, address), 1);
    stride(0, 4);
    assert_int_equal(shared_conflict_degree(&(shared_geometry){.banks = 16, .parts = 1}, (uint32_t)ALL, address), 2);
    assert_int_equal(shared_conflict_degree(&fermi, 0, address), 1);
}

// The most distinct words of any bank, by looking at every pair of lanes.
static unsigned most_of_any_bank(uint32_t lanes, unsigned banks)
{
    unsigned degree = 1;
    for (unsigned bank = 0; bank < banks; bank++) {
        unsigned words = 0;
        for (unsigned lane = 0; lane < 32; lane++) {
            bool seen = !(lanes >> lane & 1) || address[lane] / 4 % banks != bank;
            for (unsigned before = 0; before < lane; before++)
                seen |= (lanes >> before & 1) && address[before] / 4 == address[lane] / 4;
            words += !seen;
        }
        degree = words > degree ? words : degree;
    }
    return degree;
}

static void random_bank_conflicts_agree_with_a_reference(void **state)
{
    (void)state;
    srand(6);
    for (unsigned round = 0; round < 12000; round++) {
        unsigned banks = 1u << rand() % 6;
        uint32_t lanes = random_lanes(4, 1u << (7 + rand() % 6));
        assert_int_equal(shared_conflict_degree(&(shared_geometry){.banks = banks, .parts = 1}, lanes, address), most_of_any_bank(lanes, banks));
    }
}

// Lanes at a fixed distance, wherever they begin, all of them or those of a mask, in any number of banks.
static void strides_agree_with_a_reference(void **state)
{
    static const unsigned steps[] = {0, 1, 2, 3, 4, 5, 8, 12, 64, 124, 128};
    static const uint32_t masks[] = {(uint32_t)ALL, 0x00ffff00, 0x80000001, 0x5555aaaa, 1u << 31};
    (void)state;
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
        for (unsigned banks = 1; banks <= 32; banks += banks < 8 ? 1 : 8)
            for (unsigned m = 0; m < sizeof masks / sizeof *masks; m++) {
                stride(4 * m + m % 2, steps[i]);
                assert_int_equal(shared_conflict_degree(&(shared_geometry){.banks = banks, .parts = 1}, masks[m], address),
                                 most_of_any_bank(masks[m], banks));
            }
}

// Half warps one behind the other, and one word shared a half at the most: GPGPU-Sim's machines before Fermi.
static void half_warps_take_the_banks_in_turn(void **state)
{
    const shared_geometry halves = {.banks = 16, .parts = 2}, one = {.banks = 16, .parts = 2, .shares_one = true};
    (void)state;
    stride(0, 4);
    assert_int_equal(shared_conflict_degree(&halves, (uint32_t)ALL, address), 2);
    assert_int_equal(shared_conflict_degree(&halves, 0xffff, address), 1);
    assert_int_equal(shared_conflict_degree(&one, (uint32_t)ALL, address), 2);
    stride(64, 0);                                          // a word for all
    assert_int_equal(shared_conflict_degree(&one, (uint32_t)ALL, address), 2);
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = lane / 2 % 8 * 4;                   // eight words of each half, each for two lanes
    assert_int_equal(shared_conflict_degree(&halves, (uint32_t)ALL, address), 2);
    assert_int_equal(shared_conflict_degree(&one, (uint32_t)ALL, address), 4);
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = lane % 16 == 15 ? 64 : lane % 4 == 3 ? 4 : 0;   // word 0: 12 lanes, word 1: 3, word 16 (bank 0): 1
    assert_int_equal(shared_conflict_degree(&one, 0xffff, address), 3);
    assert_int_equal(shared_conflict_degree(&one, 0, address), 1);
}

// By the rule alone: every word of a half is served to each lane that wants it, but the lowest shared word of the lowest bank.
static void random_shared_words_agree_with_a_reference(void **state)
{
    (void)state;
    srand(7);
    for (unsigned round = 0; round < 12000; round++) {
        unsigned banks = 1u << rand() % 6, cycles = 0;
        uint32_t lanes = random_lanes(4, 1u << (4 + rand() % 6));
        for (unsigned half = 0; half < 32; half += 16) {
            unsigned most = 0;
            bool found = false;
            for (unsigned bank = 0; bank < banks; bank++) {
                unsigned turns = 0;
                for (uint64_t word = bank; word < 1024; word += banks) {
                    unsigned wanted = 0;
                    for (unsigned lane = half; lane < half + 16; lane++)
                        wanted += (lanes >> lane & 1) && address[lane] / 4 == word;
                    turns += wanted > 1 && !found ? 1 : wanted;
                    found |= wanted > 1;
                }
                most = turns > most ? turns : most;
            }
            cycles += most;
        }
        const shared_geometry one = {.banks = banks, .parts = 2, .shares_one = true};
        assert_int_equal(shared_conflict_degree(&one, lanes, address), cycles ? cycles : 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_stride_is_one_access), cmocka_unit_test(misaligned_warp_takes_two),
        cmocka_unit_test(stride_of_two_segments_takes_32), cmocka_unit_test(access_shrinks_to_half_or_quarter),
        cmocka_unit_test(same_address_is_one_access), cmocka_unit_test(segments_follow_the_width),
        cmocka_unit_test(inactive_lanes_make_no_access), cmocka_unit_test(descending_lanes_come_out_ascending),
        cmocka_unit_test(local_vectors_go_by_words), cmocka_unit_test(atomics_part_where_lanes_meet),
        cmocka_unit_test(constants_go_by_blocks), cmocka_unit_test(random_lanes_agree_with_a_reference),
        cmocka_unit_test(bank_conflicts), cmocka_unit_test(half_warps_take_the_banks_in_turn),
        cmocka_unit_test(random_shared_words_agree_with_a_reference), cmocka_unit_test(random_bank_conflicts_agree_with_a_reference),
        cmocka_unit_test(strides_agree_with_a_reference),
        cmocka_unit_test(lines_are_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

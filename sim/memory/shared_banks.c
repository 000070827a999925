// SPDX-License-Identifier: BSD-3-Clause
// Bank conflicts of shared memory.
#include "sim/memory/shared_banks.h"
#include "sim/memory/lane_addresses.h"

// Lanes whose word another of the lanes reads too, at a fixed distance below: one read serves both.
static uint32_t repeats(uint32_t lanes, const uint64_t address[SHARED_LANES], unsigned distance)
{
    uint32_t same = 0;
    for (unsigned lane = distance; lane < SHARED_LANES; lane++)
        same |= (uint32_t)(address[lane] / 4 == address[lane - distance] / 4) << lane;
    return same & lanes & lanes << distance;
}

static bool conflict_free(uint32_t lanes, const uint64_t address[SHARED_LANES], unsigned banks)
{
    return lanes && ((banks >= SHARED_LANES && lanes_step_by(lanes, address, 4)) || lanes_step_by(lanes, address, 0));
}

// Most different words in one bank.
static unsigned most_words(uint32_t lanes, const uint64_t address[SHARED_LANES], unsigned banks)
{
    if (conflict_free(lanes, address, banks))
        return 1;
    lanes &= ~(repeats(lanes, address, 1) | repeats(lanes, address, SHARED_LANES / 2));     // neighbours, half warps
    if (conflict_free(lanes, address, banks))
        return 1;
    uint64_t word[SHARED_MAX_BANKS][SHARED_LANES];
    uint8_t count[SHARED_MAX_BANKS] = {0};
    unsigned degree = 1;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t wanted = address[__builtin_ctz(lanes)] / 4;
        unsigned bank = (unsigned)(wanted % banks);
        unsigned known = 0;
        while (known < count[bank] && word[bank][known] != wanted)
            known++;
        if (known < count[bank])
            continue;
        word[bank][count[bank]++] = wanted;
        if (count[bank] > degree)
            degree = count[bank];
    }
    return degree;
}

// Lanes of each bank, those of one shared word counted once.
static unsigned most_lanes(uint32_t lanes, const uint64_t address[SHARED_LANES], unsigned banks)
{
    unsigned count[SHARED_MAX_BANKS] = {0}, shared_bank = banks, saved = 0, degree = 0;
    uint64_t shared_word = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint64_t word = address[__builtin_ctz(left)] / 4;
        unsigned bank = (unsigned)(word % banks), same = 0;
        count[bank]++;
        for (uint32_t others = lanes; others; others &= others - 1)
            same += address[__builtin_ctz(others)] / 4 == word;
        if (same > 1 && (bank < shared_bank || (bank == shared_bank && word < shared_word))) {
            shared_bank = bank;
            shared_word = word;
            saved = same - 1;
        }
    }
    for (unsigned bank = 0; bank < banks; bank++) {
        unsigned cycles = count[bank] - (bank == shared_bank ? saved : 0);
        degree = cycles > degree ? cycles : degree;
    }
    return degree;
}

unsigned shared_conflict_degree(const shared_geometry *geometry, uint32_t lanes, const uint64_t address[SHARED_LANES])
{
    unsigned cycles = 0;
    for (unsigned part = 0; part < geometry->parts; part++) {
        uint32_t own = lanes & lanes_of_part(part, geometry->parts);
        if (own)
            cycles += geometry->shares_one ? most_lanes(own, address, geometry->banks)
                                           : most_words(own, address, geometry->banks);
    }
    return cycles ? cycles : 1;
}

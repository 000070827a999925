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

unsigned shared_conflict_degree(uint32_t lanes, const uint64_t address[SHARED_LANES], unsigned banks)
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

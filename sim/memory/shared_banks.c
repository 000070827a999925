// Bank conflicts of shared memory.
#include "sim/memory/shared_banks.h"

unsigned shared_conflict_degree(uint32_t lanes, const uint64_t address[SHARED_LANES], unsigned banks)
{
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

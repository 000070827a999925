// SPDX-License-Identifier: BSD-3-Clause
// What the comparisons of a recording's wires share, in tests/wires/wires.c and for CCWS's blocks in wires_ccws.c.
#ifndef WARPLOCK_TESTS_WIRES_CHECK_H
#define WARPLOCK_TESTS_WIRES_CHECK_H

#include "tests/wires/facts.h"
#include "tests/wires/wires.h"

enum { FIELDS = 32, RULES = 64, WIRE_FIFO = 64 };

typedef struct {
    const recorded *r;
    FILE           *output;
    facts           f;
    uint64_t        cycle;
    unsigned        compared[RECORDED_MAX][FIELDS];      // by block and row
    bool            broken[RECORDED_MAX][FIELDS];
    char            rule[RULES][32];                     // violated
    unsigned        rules;
    unsigned        mode, smr;
    uint64_t        inflight;
    struct { uint64_t pc; unsigned lines; } fifo[WIRE_FIFO];   // divergent loads on the wires, from coalescing to done
    unsigned        first, count;
    wires_result    result;
} wire_check;

// The input of that name is this value; these elements; it has the bits `least` at least, `most` at most.
void wire_expect(wire_check *, const recorded_block *, const char *name, uint64_t expected);
void wire_expect_at(wire_check *, const recorded_block *, const char *name, unsigned element, uint64_t expected);
void wire_expect_each(wire_check *, const recorded_block *, const char *name, unsigned count, const uint8_t *expected);
void wire_expect_between(wire_check *, const recorded_block *, const char *name, uint64_t least, uint64_t most);
void wire_require(wire_check *, bool holds, const char *rule, const char *text);
unsigned wire_key(const wire_check *, const char *name);           // of [policy]

// wires_ccws.c: the blocks of a recording under ccws, none under another policy.
typedef struct { const recorded_block *vta, *lls, *llds; } ccws_blocks;
ccws_blocks ccws_find(const recorded *);
void ccws_early(wire_check *, const ccws_blocks *);
void ccws_late(wire_check *, const ccws_blocks *);
uint64_t ccws_may_load(const wire_check *, const ccws_blocks *);   // what it answers the arbiters

#endif

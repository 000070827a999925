// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/drive.h"

#include <string.h>

#include "tb/field.h"
#include "tb/prove/prove.h"
#include "tb/verilated.h"

extern const verilated_ops vectors_rtl __attribute__((weak));
static const block_ops *const ops = &vectors_model;

typedef enum { UNIFORM, RARE_ONES, RARE_ZEROS, SMALL, NONE, ALL, SELDOM, MANNERS } manner;
enum { MOST_FIELDS = 64, SHORT = 16, LONG = 256 };

drive_cycle  drive;
static void *first;
static void *rtl;                                        // NULL: the model makes the steps

static uint64_t next_of(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    return *seed ^= *seed << 17;
}

static uint64_t drawn(void)
{
    static uint64_t seed = 88172645463325252u;
    return next_of(&seed);
}

uint64_t drive_bits(void)
{
    static uint64_t seed = 0x9e3779b97f4a7c15u;
    return next_of(&seed);
}

static void poison(void *structure, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)structure)[i] = (uint8_t)(drive_bits() >> 32);
}

static uint64_t draw_one(manner how, uint64_t before)
{
    const uint64_t bits = drawn(), more = drawn() & drawn();
    switch (how) {
    case RARE_ONES: return bits & more & drawn();
    case RARE_ZEROS: return bits | more;
    case SMALL: return bits & 3;
    case NONE: return 0;
    case ALL: return ~UINT64_C(0);
    case SELDOM: return more & 0xf0 ? before : bits;
    default: return bits;
    }
}

void drive_draw(long number)
{
    static manner  how[MOST_FIELDS];
    static long    begins = 0;
    const bool     anew = number >= begins;
    const block_field *f = ops->fields;
    if (anew) begins = number + (drawn() >> 40 & 1 ? SHORT : LONG);
    for (unsigned k = 0; f->name; f++, k++) {
        const bool mode = strncmp(f->name, "cfg_", 4) == 0;
        if (k == MOST_FIELDS) prove_refuse("%s has too many ports and registers", ops->block);
        if (anew) how[k] = drawn() >> 40 & 1 ? UNIFORM : (manner)((drawn() >> 40) % MANNERS);
        for (unsigned e = 0; field_is_input(f) && e < f->count; e++) {
            const uint64_t bits = draw_one(how[k], field_get(f, drive.in, e)), late = drawn();
            if (mode && !anew) continue;
            field_set(f, drive.in, e, bits & MASK(f->width));
            field_set(f, drive.early, e, (f->kind == FIELD_IN ? bits : late) & MASK(f->width));
        }
    }
}

void drive_begin(bool verilog)
{
    drive = (drive_cycle){prove_zeros(1, ops->state_size), prove_zeros(1, ops->in_size), prove_zeros(1, ops->in_size),
                          prove_zeros(1, ops->out_size), prove_zeros(1, ops->state_size)};
    first = prove_zeros(1, ops->state_size);
    poison(drive.in, ops->in_size), poison(drive.early, ops->in_size);           // what is no port may hold anything
    for (const block_field *f = ops->fields; f->name; f++)
        for (unsigned e = 0; field_is_input(f) && e < f->count; e++) field_set(f, drive.in, e, 0), field_set(f, drive.early, e, 0);
    ops->reset(drive.q);
    if (verilog) {
        if (!&vectors_rtl) prove_refuse("built without the Verilog");
        rtl = vectors_rtl.open();
        memcpy(drive.q, vectors_rtl.reset(rtl), ops->state_size);
    }
    memcpy(first, drive.q, ops->state_size);
}

// Outputs of the Verilog once the late inputs are there, too: it has no others.
void drive_step(long number)
{
    drive_draw(number);
    if (rtl) {
        vectors_rtl.out(rtl, drive.in);
        memcpy(drive.out, vectors_rtl.settle(rtl, drive.in), ops->out_size);
        vectors_rtl.edge(rtl, drive.in);
        memcpy(drive.d, vectors_rtl.state(rtl), ops->state_size);
        return;
    }
    poison(drive.out, ops->out_size);
    ops->out(drive.q, drive.early, drive.out);
    memcpy(drive.d, drive.q, ops->state_size);
    ops->next(drive.q, drive.in, drive.out, drive.d);
}

static bool same_registers(const void *one, const void *other)
{
    for (const block_field *f = ops->fields; f->name; f++)
        for (unsigned e = 0; field_is_state(f) && e < f->count; e++) if (field_get(f, one, e) != field_get(f, other, e)) return false;
    return true;
}

bool drive_counts(void)
{
    enum { MOST_CYCLES = 64 };
    static void *counted, *now, *next, *out;
    if (!ops->count) return true;
    if (!counted) counted = prove_zeros(1, ops->state_size), now = prove_zeros(1, ops->state_size), next = prove_zeros(1, ops->state_size), out = prove_zeros(1, ops->out_size);
    const uint64_t most = drive_bits() >> 32 & (MOST_CYCLES - 1);
    memcpy(counted, drive.q, ops->state_size), memcpy(now, drive.q, ops->state_size);
    const uint64_t cycles = ops->count(drive.q, drive.in, most, counted);
    for (uint64_t c = 0; c < cycles && c < most; c++) {
        ops->out(now, drive.in, out);
        memcpy(next, now, ops->state_size);
        ops->next(now, drive.in, out, next);
        memcpy(now, next, ops->state_size);
    }
    return cycles <= most && (cycles == 0 || same_registers(now, counted));
}

void drive_end_step(void) { memcpy(drive.q, drive.d, ops->state_size); }
bool drive_is_as_reset(void) { return memcmp(drive.q, first, ops->state_size) == 0; }

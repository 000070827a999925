// SPDX-License-Identifier: BSD-3-Clause
// What every golden model is made of: the table rows, the field descriptors printed from them, and the operations of a block.
//
// A block is one table rtl_c/<block>.def, one model rtl_c/<block>.{h,c} and one module verilog/<block>.v. The table's rows are
//
//   PARAM   (name, max, words)                                     structural parameter; CFG_<name> at compile time
//   DERIVED (name, expression, words)                              width or count that follows from parameters
//   IN      (type, name, width, form, words)                       early input: outputs may depend on it
//   IN_VEC  (type, name, width, count, count_max, form, words)
//   IN_LATE, IN_LATE_VEC                                           late input: only the next state may depend on it
//   OUT, OUT_VEC                                                   same columns as IN, IN_VEC
//   REG     (type, name, width, reset, low, high, form, words)     register; low..high is the range it is meant to reach
//   REG_COUNT(type, name, width, reset, low, high, form, words)  a REG that counts while nothing happens: <block>_count
//   REG_VEC (type, name, width, count, count_max, reset, low, high, form, words)   reset may name `element`
//   REG_COUNT_VEC(the same)                                        whose elements count as a REG_COUNT does
//   REG_PART(type, name, width, count, count_max, bits, reset, low, high, form, words)   a REG_VEC of which element `element` has
//                                                                 only the set bits of `bits`; the others are constant 0
//   MEM     (type, name, width, count, count_max, reset, low, high, form, words)   large table with write ports; the model has
//                                                                 <name>_held(q, element): written since reset; else never read
//
// An invariant that says the same of each of so many things may be said of one: <block>.c defines BLOCK_EACH, how many there are, and
// writes <block>_invariant_of(q, number); <block>_invariant is then all of them. <block>_touched(in, 0..BLOCK_TOUCHED-1) names those
// that a step reads or changes: the prover asks of any one, and assumes of that one and of these (docs/proof.md). What an array of
// words is a part of stands in order: word w of COUNT is of number w / (COUNT / BLOCK_EACH).
//
// Structs are laid out by maxima (count_max) so that one header serves every configuration; only <block>.c is compiled per
// configuration. Nothing else than the table lists ports or registers: structs, glue, comparison, waves, failure reports
// and the bit count all come from it.
#ifndef WARPLOCK_RTL_C_BLOCK_H
#define WARPLOCK_RTL_C_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rtl_c/bits.h"

// Largest warps, schedulers and CTA slots of an SM, MSHRs and L1D sets, SMs, memory sub-partitions, banks of a controller and
// lines of a row of any configuration. A line each: of these the sum of a proof has those that its block names (tb/prove/key.sh).
enum {
    N_MAX = 64,
    S_MAX = 4,
    C_MAX = 32,
    M_MAX = 512,
    SETS_MAX = 64,
    SMS_MAX = 128,
    P_MAX = 64,
    BANKS_MAX = 64,
    LINES_MAX = 64,
};

// ceil(log2(n)) for n in 1..1024 as a constant expression; CLOG2(1) is 1 so that no width is 0. Past its range it is a
// division by 0, which no compiler takes for a width.
#define CLOG2(n) \
    ((n) <= 2 ? 1 : (n) <= 4 ? 2 : (n) <= 8 ? 3 : (n) <= 16 ? 4 : (n) <= 32 ? 5 : (n) <= 64 ? 6 : (n) <= 128 ? 7 : \
     (n) <= 256 ? 8 : (n) <= 512 ? 9 : 10 / ((n) <= 1024))
#define MASK(width) ((width) >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << ((width) & 63)) - 1)

typedef enum { FIELD_IN, FIELD_IN_LATE, FIELD_OUT, FIELD_REG, FIELD_MEM } field_kind;
typedef enum { FORM_HEX, FORM_DEC, FORM_ANALOG, FORM_BOOL, FORM_ENUM } field_form;

// One row of a table, with widths and counts evaluated for one configuration.
typedef struct {
    const char *name;          // C name; the Verilog port is name_i / name_o, the register name_q
    field_kind  kind;
    uint8_t     is_vector;     // declared with a _VEC row or MEM, even when count is 1
    uint8_t     size;          // bytes of one element in the C struct: 1, 2, 4 or 8
    uint8_t     width;         // bits of one element, 1..64
    uint16_t    count;         // elements in this configuration; element i occupies bits [i*width +: width] of the Verilog port
    uint32_t    offset;        // byte offset in the struct of its kind (in: FIELD_IN and FIELD_IN_LATE, out, or state)
    uint64_t    low, high;     // registers only: range that it is meant to reach
    field_form  form;
    const char *words;
    uint64_t  (*bits)(unsigned element);   // REG_PART: the bits that exist; NULL: all of the width
    bool        counts;        // REG_COUNT
} block_field;

// The bits of one element that exist, and how many a field has.
static inline uint64_t field_mask(const block_field *field, unsigned element)
{
    return field->bits ? field->bits(element) : MASK(field->width);
}
static inline unsigned field_bits(const block_field *field)
{
    unsigned bits = 0;
    for (unsigned element = 0; element < field->count; element++)
        bits += count_ones(field_mask(field, element));
    return bits;
}

typedef struct { const char *name; unsigned value; } block_param;

// The operations of one block in one configuration. in, out, q and d point to the structs of <block>.h. What no row has in
// this configuration may hold anything; out writes all outputs, whatever stood there.
typedef struct {
    const char        *block;        // "oaws_ocw"
    const char        *config;       // "n48_s2_sets32"
    const block_param *params;       // ends with a NULL name
    const block_field *fields;       // ends with a NULL name; table order
    size_t             in_size, out_size, state_size;
    void (*reset)(void *q);
    void (*out)(const void *q, const void *in, void *out);                        // state and early inputs only
    void (*next)(const void *q, const void *in, const void *out, void *d);        // d starts as a copy of q
    bool (*idle)(const void *q, const void *in);                                  // a step now would change no register
    bool (*invariant)(const void *q);                                             // what the block relies on
    // Of the cycles to come under these inputs, how many at the least would change nothing but REG_COUNT registers, at
    // most `cycles`; d, which starts as a copy of q, is what they leave. 0: it must be stepped. NULL: nothing counts.
    uint64_t (*count)(const void *q, const void *in, uint64_t cycles, void *d);
} block_ops;

// Every built model, from configs.def; ends with NULL.
extern const block_ops *const block_table[];

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Makes everything that <block>.c needs from its table in one configuration: the parameters and derived values as
// constants, the field descriptors, the checks of each row's width, the reset, and `const block_ops <block>_<config>`.
// Included once, on top of <block>.c, which defines BLOCK and TABLE, and BLOCK_COUNTS when the table has REG_COUNT rows,
// BLOCK_EACH and BLOCK_TOUCHED where its invariant is of each of so many things (block.h), and then defines the functions declared here;
// the compiler's command line gives -DCFG_<parameter>=value for each PARAM row and -DCFG_NAME=<config>.
#include <string.h>

#define BLOCK_TEXT_OF(text) #text
#define BLOCK_TEXT(text) BLOCK_TEXT_OF(text)
#define BLOCK_INPUTS struct BLOCK_JOIN(BLOCK, _in)
#define BLOCK_OUTPUTS struct BLOCK_JOIN(BLOCK, _out)
#define BLOCK_STATE struct BLOCK_JOIN(BLOCK, _state)

#define PARAM(name, max, words) \
    enum { name = CFG_##name }; \
    _Static_assert(name + 0 >= 0 && name + 0 <= (max) + 0, "parameter " #name);
#define DERIVED(name, expression, words) enum { name = (expression) };
#include "rtl_c/table.h"

// Each row fits its type, and its count the struct.
#define ROW(type, name, width) _Static_assert((width) >= 1 && (width) <= 8 * sizeof(type), "width of " #name);
#define ROW_VEC(type, name, width, count, count_max) ROW(type, name, width) \
    _Static_assert((count) + 0 >= 1 && (count) + 0 <= (count_max) + 0, "count of " #name);
#define IN(type, name, width, form, words) ROW(type, name, width)
#define IN_LATE(type, name, width, form, words) ROW(type, name, width)
#define OUT(type, name, width, form, words) ROW(type, name, width)
#define IN_VEC(type, name, width, count, count_max, form, words) ROW_VEC(type, name, width, count, count_max)
#define IN_LATE_VEC(type, name, width, count, count_max, form, words) ROW_VEC(type, name, width, count, count_max)
#define OUT_VEC(type, name, width, count, count_max, form, words) ROW_VEC(type, name, width, count, count_max)
#define REG(type, name, width, reset, low, high, form, words) ROW(type, name, width)
#define REG_VEC(type, name, width, count, count_max, reset, low, high, form, words) \
    ROW_VEC(type, name, width, count, count_max)
#define REG_PART(type, name, width, count, count_max, bits, reset, low, high, form, words) \
    ROW_VEC(type, name, width, count, count_max)
#define MEM(type, name, width, count, count_max, reset, low, high, form, words) \
    ROW_VEC(type, name, width, count, count_max)
#include "rtl_c/table.h"
#undef ROW
#undef ROW_VEC

static const block_param block_params[] = {
#define PARAM(name, max, words) {#name, name},
#include "rtl_c/table.h"
    {NULL, 0}};

// Which bits the elements of a REG_PART row have.
#define REG_PART(type, name, width, count, count_max, bits, ...) \
    static uint64_t BLOCK_JOIN(name, _bits)(unsigned element) { return (bits); }
#include "rtl_c/table.h"

static const block_field block_fields[] = {
#define FIELD(kind, owner, type, name, vector, width, count, low, high, form, words) \
    {#name, kind, vector, sizeof(type), width, count, offsetof(owner, name), low, high, FORM_##form, words, \
     NULL, false},
#define IN(type, name, width, form, words) \
    FIELD(FIELD_IN, BLOCK_INPUTS, type, name, 0, width, 1, 0, 0, form, words)
#define IN_LATE(type, name, width, form, words) \
    FIELD(FIELD_IN_LATE, BLOCK_INPUTS, type, name, 0, width, 1, 0, 0, form, words)
#define OUT(type, name, width, form, words) \
    FIELD(FIELD_OUT, BLOCK_OUTPUTS, type, name, 0, width, 1, 0, 0, form, words)
#define REG(type, name, width, reset, low, high, form, words) \
    FIELD(FIELD_REG, BLOCK_STATE, type, name, 0, width, 1, low, high, form, words)
#define REG_COUNT(type, name, width, reset, low, high, form, words) \
    {#name, FIELD_REG, 0, sizeof(type), width, 1, offsetof(BLOCK_STATE, name), low, high, FORM_##form, words, \
     NULL, true},
#define IN_VEC(type, name, width, count, count_max, form, words) \
    FIELD(FIELD_IN, BLOCK_INPUTS, type, name, 1, width, count, 0, 0, form, words)
#define IN_LATE_VEC(type, name, width, count, count_max, form, words) \
    FIELD(FIELD_IN_LATE, BLOCK_INPUTS, type, name, 1, width, count, 0, 0, form, words)
#define OUT_VEC(type, name, width, count, count_max, form, words) \
    FIELD(FIELD_OUT, BLOCK_OUTPUTS, type, name, 1, width, count, 0, 0, form, words)
#define REG_VEC(type, name, width, count, count_max, reset, low, high, form, words) \
    FIELD(FIELD_REG, BLOCK_STATE, type, name, 1, width, count, low, high, form, words)
#define REG_COUNT_VEC(type, name, width, count, count_max, reset, low, high, form, words) \
    {#name, FIELD_REG, 1, sizeof(type), width, count, offsetof(BLOCK_STATE, name), low, high, FORM_##form, words, \
     NULL, true},
#define REG_PART(type, name, width, count, count_max, bits, reset, low, high, form, words) \
    {#name, FIELD_REG, 1, sizeof(type), width, count, offsetof(BLOCK_STATE, name), low, high, FORM_##form, words, \
     BLOCK_JOIN(name, _bits), false},
#define MEM(type, name, width, count, count_max, reset, low, high, form, words) \
    FIELD(FIELD_MEM, BLOCK_STATE, type, name, 1, width, count, low, high, form, words)
#include "rtl_c/table.h"
    {0}};
#undef FIELD

static void BLOCK_JOIN(BLOCK, _out)(const BLOCK_STATE *restrict q, const BLOCK_INPUTS *restrict in,
                                    BLOCK_OUTPUTS *restrict out);
static void BLOCK_JOIN(BLOCK, _next)(const BLOCK_STATE *restrict q, const BLOCK_INPUTS *restrict in,
                                     const BLOCK_OUTPUTS *restrict out, BLOCK_STATE *restrict d);
static bool BLOCK_JOIN(BLOCK, _idle)(const BLOCK_STATE *q, const BLOCK_INPUTS *in);
#ifdef BLOCK_EACH
static bool BLOCK_JOIN(BLOCK, _invariant_of)(const BLOCK_STATE *q, unsigned number);
__attribute__((unused)) static unsigned BLOCK_JOIN(BLOCK, _touched)(const BLOCK_INPUTS *in, unsigned number);      // the prover alone calls it
static bool BLOCK_JOIN(BLOCK, _invariant)(const BLOCK_STATE *q)
{
    for (unsigned number = 0; number < BLOCK_EACH + 0u; number++)
        if (!BLOCK_JOIN(BLOCK, _invariant_of)(q, number)) return false;
    return true;
}
#else
static bool BLOCK_JOIN(BLOCK, _invariant)(const BLOCK_STATE *q);
#endif
#ifdef BLOCK_COUNTS
static uint64_t BLOCK_JOIN(BLOCK, _count)(const BLOCK_STATE *q, const BLOCK_INPUTS *in, uint64_t cycles,
                                          BLOCK_STATE *d);
#endif

// The reset value of a vector may name `element`.
#define RESET_EACH(field, count, value) for (unsigned element = 0; element < (count) + 0u; element++) field[element] = (value);
static void block_ops_reset(void *state)
{
    BLOCK_STATE *q = state;
    memset(q, 0, sizeof *q);
#define REG(type, name, width, reset, ...) q->name = (reset);
#define REG_VEC(type, name, width, count, count_max, reset, ...) RESET_EACH(q->name, count, reset)
#define REG_PART(type, name, width, count, count_max, bits, reset, ...) \
    RESET_EACH(q->name, count, (reset) & BLOCK_JOIN(name, _bits)(element))
#define MEM(type, name, width, count, count_max, reset, ...) RESET_EACH(q->name, count, reset)
#include "rtl_c/table.h"
}
#undef RESET_EACH

static void block_ops_out(const void *q, const void *in, void *out) { BLOCK_JOIN(BLOCK, _out)(q, in, out); }
static void block_ops_next(const void *q, const void *in, const void *out, void *d)
{
    BLOCK_JOIN(BLOCK, _next)(q, in, out, d);
}
static bool block_ops_idle(const void *q, const void *in) { return BLOCK_JOIN(BLOCK, _idle)(q, in); }
static bool block_ops_invariant(const void *q) { return BLOCK_JOIN(BLOCK, _invariant)(q); }
enum {
    BLOCK_COUNTERS = 0
#define REG_COUNT(...) + 1
#define REG_COUNT_VEC(...) + 1
#include "rtl_c/table.h"
};
#ifdef BLOCK_COUNTS
_Static_assert(BLOCK_COUNTERS > 0, "BLOCK_COUNTS without a REG_COUNT row");
static uint64_t block_ops_count(const void *q, const void *in, uint64_t cycles, void *d)
{
    return BLOCK_JOIN(BLOCK, _count)(q, in, cycles, d);
}
#else
_Static_assert(BLOCK_COUNTERS == 0, "a REG_COUNT row without BLOCK_COUNTS");
#define block_ops_count NULL
#endif

const block_ops BLOCK_JOIN(BLOCK_JOIN(BLOCK, _), CFG_NAME) = {
    BLOCK_TEXT(BLOCK), BLOCK_TEXT(CFG_NAME), block_params, block_fields,
    sizeof(BLOCK_INPUTS), sizeof(BLOCK_OUTPUTS), sizeof(BLOCK_STATE),
    block_ops_reset, block_ops_out, block_ops_next, block_ops_idle, block_ops_invariant, block_ops_count};

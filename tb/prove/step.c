// SPDX-License-Identifier: BSD-3-Clause
// One step of any block, and its reset, as its table says: compiled with -DMODEL='"rtl_c/<block>.c"' and a tuple's -DCFG_
// flags, to bitcode for the executor. Nothing here names a block, a port or a register. Of registers only what the table has
// in this configuration is written before the model is called, of outputs nothing: an output, a register beyond the count or a
// byte between two that the model reads is one that it reads before it was written.
#include "tb/prove/step.h"

#include MODEL

#define EACH(count) for (unsigned element = 0; element < (count) + 0u; element++)

static void get_state(BLOCK_STATE *q)
{
#define REG(type, name, width, ...) q->name = (type)prove_in(#name "_q", 0, width);
#define REG_VEC(type, name, width, count, ...) EACH(count) q->name[element] = (type)prove_in(#name "_q", element * (width), width);
#define REG_PART(type, name, width, count, count_max, bits, ...) \
    EACH(count) { \
        uint64_t whole = 0; \
        for (unsigned bit = 0; bit < (width); bit++) { \
            if (BLOCK_JOIN(name, _bits)(element) >> bit & 1) whole |= prove_in(#name "_q", element * (width) + bit, 1) << bit; \
            else prove_absent(#name "_q", element * (width) + bit); \
        } \
        q->name[element] = (type)whole; \
    }
#include "rtl_c/table.h"
}

// Where an invariant is of each of so many, what one of them holds after the step is a choice between what was written and what it held.
static void get_vectors(BLOCK_STATE *q)
{
    (void)q;
#ifdef BLOCK_EACH
#define REG_VEC(type, name, width, count, ...) prove_vector(#name "_q", q->name, count, width, sizeof(type));
#include "rtl_c/table.h"
#endif
}

static void get_memories(BLOCK_STATE *q)
{
    (void)q;
#define MEM(type, name, width, count, ...) prove_memory(#name "_q", q->name, count, width, sizeof(type));
#include "rtl_c/table.h"
    get_vectors(q);
}

static void put_registers(const BLOCK_STATE *d)
{
#define REG(type, name, width, ...) prove_out(#name "_d", 0, width, d->name);
#define REG_VEC(type, name, width, count, ...) EACH(count) prove_out(#name "_d", element * (width), width, d->name[element]);
#define REG_PART(type, name, width, count, ...) EACH(count) prove_out(#name "_d", element * (width), width, d->name[element]);
#include "rtl_c/table.h"
}

static void put_memories(const BLOCK_STATE *d)
{
    (void)d;
#define MEM(type, name, width, count, ...) prove_out_memory(#name "_d", d->name);
#include "rtl_c/table.h"
}

// Elements beyond the count are no ports and may hold anything (tb/inputs.c).
#define BEYOND(type, name, count, count_max) \
    for (unsigned element = (count) + 0u; element < (count_max) + 0u; element++) { \
        in->name[element] = (type)prove_in(#name " beyond", element * 8 * sizeof(type), 8 * sizeof(type)); \
        early->name[element] = (type)prove_in(#name " beyond before", element * 8 * sizeof(type), 8 * sizeof(type)); \
    }
static void get_inputs(BLOCK_INPUTS *early, BLOCK_INPUTS *in)
{
#define IN(type, name, width, ...) early->name = in->name = (type)prove_in(#name "_i", 0, width);
#define IN_VEC(type, name, width, count, count_max, ...) \
    EACH(count) early->name[element] = in->name[element] = (type)prove_in(#name "_i", element * (width), width); \
    BEYOND(type, name, count, count_max)
    // While outputs are computed the late inputs are others, those of the edge before: an output that depends on one differs
    // from the Verilog's.
#define IN_LATE(type, name, width, ...) \
    in->name = (type)prove_in(#name "_i", 0, width); \
    early->name = (type)prove_in(#name "_before", 0, width);
#define IN_LATE_VEC(type, name, width, count, count_max, ...) \
    EACH(count) { \
        in->name[element] = (type)prove_in(#name "_i", element * (width), width); \
        early->name[element] = (type)prove_in(#name "_before", element * (width), width); \
    } \
    BEYOND(type, name, count, count_max)
#include "rtl_c/table.h"
}

// An invariant that is of each of so many things (rtl_c/block.h) is asked of any one of them, whose number nothing constrains, and
// assumed of that one and of those that the block says are touched. What holds of all holds of these, whichever they are.
#ifdef BLOCK_EACH
static unsigned any_one(void)
{
    unsigned width = 1;
    while (1u << width < BLOCK_EACH + 0u) width++;
    const unsigned number = (unsigned)prove_in("any one", 0, width);
    return number < BLOCK_EACH + 0u ? number : 0;
}

static bool holds_of(const BLOCK_STATE *q, unsigned number) { return number >= BLOCK_EACH + 0u || BLOCK_JOIN(BLOCK, _invariant_of)(q, number); }

static void assume_invariant(const BLOCK_STATE *q, const BLOCK_INPUTS *in)
{
    prove_assume(holds_of(q, any_one()));
    for (unsigned number = 0; number < BLOCK_TOUCHED + 0u; number++) prove_assume(holds_of(q, BLOCK_JOIN(BLOCK, _touched)(in, number)));
}

static bool holds(const BLOCK_STATE *q) { return holds_of(q, any_one()); }
#else
static void assume_invariant(const BLOCK_STATE *q, const BLOCK_INPUTS *in) { (void)in; prove_assume(BLOCK_JOIN(BLOCK, _invariant)(q)); }
static bool holds(const BLOCK_STATE *q) { return BLOCK_JOIN(BLOCK, _invariant)(q); }
#endif

void prove_step(void)
{
    BLOCK_STATE   q, d;
    BLOCK_INPUTS  early, in;
    BLOCK_OUTPUTS out;
    get_inputs(&early, &in);
    get_state(&q);
    get_memories(&q);
    assume_invariant(&q, &in);
    d = q;
    BLOCK_JOIN(BLOCK, _out)(&q, &early, &out);
    BLOCK_JOIN(BLOCK, _next)(&q, &in, &out, &d);
#define OUT(type, name, width, ...) prove_out(#name "_o", 0, width, out.name);
#define OUT_VEC(type, name, width, count, ...) EACH(count) prove_out(#name "_o", element * (width), width, out.name[element]);
#include "rtl_c/table.h"
    put_registers(&d);
    put_memories(&d);
    prove_check("the invariant after the step", true, holds(&d));

    const bool idle = BLOCK_JOIN(BLOCK, _idle)(&q, &in);
#define REG(type, name, ...) prove_check("idle: " #name, idle, q.name == d.name);
#define REG_VEC(type, name, width, count, ...) EACH(count) prove_check("idle: " #name, idle, q.name[element] == d.name[element]);
#define REG_PART(type, name, width, count, ...) EACH(count) prove_check("idle: " #name, idle, q.name[element] == d.name[element]);
#define MEM(type, name, ...) prove_check("idle: " #name, idle, q.name[prove_any_word(q.name)] == d.name[prove_any_word(q.name)]);
#include "rtl_c/table.h"

#ifdef BLOCK_COUNTS
    BLOCK_STATE counted = q;
    const bool  counts = BLOCK_JOIN(BLOCK, _count)(&q, &in, 1, &counted) == 1;
#define REG(type, name, ...) prove_check("count: " #name, counts, counted.name == d.name);
#define REG_VEC(type, name, width, count, ...) EACH(count) prove_check("count: " #name, counts, counted.name[element] == d.name[element]);
#define REG_PART(type, name, width, count, ...) EACH(count) prove_check("count: " #name, counts, counted.name[element] == d.name[element]);
#define MEM(type, name, ...) prove_check("count: " #name, counts, counted.name[prove_any_word(q.name)] == d.name[prove_any_word(q.name)]);
#include "rtl_c/table.h"
#endif
}

void prove_reset(void)
{
    BLOCK_STATE q;
    get_state(&q);       // which register bits do not exist
    block_ops_reset(&q);
    put_registers(&q);   // no reset reaches a memory
    prove_check("the invariant after reset", true, BLOCK_JOIN(BLOCK, _invariant)(&q));
#define MEM(type, name, width, count, ...) EACH(count) prove_check("after reset no word is held: " #name, true, !BLOCK_JOIN(name, _held)(&q, element));
#include "rtl_c/table.h"
}

#ifdef PROVE_MEMORIES
// What a memory holds when the power comes nobody knows, and no reset reaches it. So with other words in the place of those that
// were not written since reset the model does the same, and again the words that are held are the same.
// The other memory holds the same in each word that is held: said of any one, and of those that stand in what the invariant is said of.
static void know_held(const BLOCK_STATE *q, const BLOCK_STATE *other, const BLOCK_INPUTS *in)
{
    (void)in;
#define SAME(name, word) prove_know_word(other->name, word, BLOCK_JOIN(name, _held)(q, word), q->name[word])
#define MEM(type, name, ...) SAME(name, prove_any_word(q->name));
#include "rtl_c/table.h"
#ifdef BLOCK_EACH
    for (unsigned number = 0; number <= BLOCK_TOUCHED + 0u; number++) {
        const unsigned one = number < BLOCK_TOUCHED + 0u ? BLOCK_JOIN(BLOCK, _touched)(in, number) : any_one();
#define MEM(type, name, width, count, ...) \
        for (unsigned k = 0, each = (count) / (BLOCK_EACH); one < BLOCK_EACH + 0u && k < each; k++) SAME(name, one * each + k);
#include "rtl_c/table.h"
    }
#endif
}

void prove_alone(void)
{
    BLOCK_STATE   q, other, d, other_d;
    BLOCK_INPUTS  early, in;
    BLOCK_OUTPUTS out, other_out;
    get_inputs(&early, &in);
    get_state(&q);
    get_state(&other);
    get_memories(&q);
#define MEM(type, name, width, count, ...) prove_memory(#name "_other", other.name, count, width, sizeof(type));
#include "rtl_c/table.h"
    get_vectors(&other);
    assume_invariant(&q, &in);
    know_held(&q, &other, &in);
    prove_check("other words: the invariant", true, holds(&other));
    d = q;
    BLOCK_JOIN(BLOCK, _out)(&q, &early, &out);
    BLOCK_JOIN(BLOCK, _next)(&q, &in, &out, &d);
    other_d = other;
    BLOCK_JOIN(BLOCK, _out)(&other, &early, &other_out);
    BLOCK_JOIN(BLOCK, _next)(&other, &in, &other_out, &other_d);
#define OUT(type, name, ...) prove_check("other words: " #name, true, out.name == other_out.name);
#define OUT_VEC(type, name, width, count, ...) EACH(count) prove_check("other words: " #name, true, out.name[element] == other_out.name[element]);
#define REG(type, name, ...) prove_check("other words: " #name, true, d.name == other_d.name);
#define REG_VEC(type, name, width, count, ...) EACH(count) prove_check("other words: " #name, true, d.name[element] == other_d.name[element]);
#define REG_PART(type, name, width, count, ...) EACH(count) prove_check("other words: " #name, true, d.name[element] == other_d.name[element]);
#define MEM(type, name, ...) { \
        const unsigned any = prove_any_word(q.name); \
        const bool     held = BLOCK_JOIN(name, _held)(&d, any); \
        prove_check("other words: held, " #name, true, held == BLOCK_JOIN(name, _held)(&other_d, any)); \
        prove_check("other words: " #name, held, d.name[any] == other_d.name[any]); \
    }
#include "rtl_c/table.h"
}
#endif

// SPDX-License-Identifier: BSD-3-Clause
// Structs of several chunks (tb/lockstep/chunks.h): a copy that follows, and the sum of what changes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/chunks.h"
#include "tb/lockstep/internal.h"

enum { WORDS = 80, STEPS = 1000 };

// A table that is written at one place a step; the first words of `keep` say what may not change. Between them is what no row has.
struct in { uint8_t place, value, unused[150], keep[WORDS], late; };
struct out { uint8_t read; };
struct state { uint8_t cells[WORDS], unused[100], more[WORDS], last; };

static const block_field fields[] = {
    {"place", FIELD_IN, 0, 1, 7, 1, offsetof(struct in, place), 0, 0, FORM_DEC, "cell that is written"},
    {"value", FIELD_IN, 0, 1, 8, 1, offsetof(struct in, value), 0, 0, FORM_DEC, "with this"},
    {"keep", FIELD_IN, 1, 1, 8, WORDS, offsetof(struct in, keep), 0, 0, FORM_HEX, "is read"},
    {"late", FIELD_IN_LATE, 0, 1, 8, 1, offsetof(struct in, late), 0, 0, FORM_HEX, "is stored"},
    {"read", FIELD_OUT, 0, 1, 8, 1, offsetof(struct out, read), 0, 0, FORM_HEX, "the cell and what is kept there"},
    {"cells", FIELD_REG, 1, 1, 8, WORDS, offsetof(struct state, cells), 0, 255, FORM_HEX, "the table"},
    {"more", FIELD_REG, 1, 1, 8, WORDS, offsetof(struct state, more), 0, 255, FORM_HEX, "its second half"},
    {"last", FIELD_REG, 0, 1, 8, 1, offsetof(struct state, last), 0, 255, FORM_HEX, "late input"},
    {0}};
static const block_param params[] = {{"N", 2}, {NULL, 0}};

static void reset(void *q)
{
    struct state *s = q;
    memset(s->cells, 7, sizeof s->cells);
    memset(s->more, 8, sizeof s->more);
    s->last = 0;
}
static void out(const void *q, const void *in, void *o)
{
    const struct in *i = in;
    ((struct out *)o)->read = ((const struct state *)q)->cells[i->place % WORDS] ^ i->keep[i->place % WORDS];
}
static void next(const void *q, const void *in, const void *o, void *d)
{
    const struct in *i = in;
    struct state *s = d;
    (void)q, (void)o;
    (i->value & 1 ? s->cells : s->more)[i->place % WORDS] = i->value;
    s->last = i->late;
}
static bool idle(const void *q, const void *in) { return q == in; }
static bool fits(const void *q) { return q != NULL; }
static const block_ops wide = {"fake", "n2", params, fields, sizeof(struct in), sizeof(struct out), sizeof(struct state),
                               reset, out, next, idle, fits, NULL};

// What stands for the Verilog has its own registers, and goes wrong in one of them.
typedef struct { struct in in; struct out out; struct state q; } second;
static int wrong_cell;                          // in the step that writes it; -1: none
static void *open_second(void) { return calloc(1, sizeof(second)); }
static const void *evaluate(void *model, const void *in, bool edge)
{
    second *s = model;
    if (edge) {
        next(&s->q, &s->in, &s->out, &s->q);
        s->q.more[WORDS - 1] ^= s->in.place == wrong_cell;
    }
    s->in = *(const struct in *)in;
    out(&s->q, &s->in, &s->out);
    return &s->out;
}
static const void *ask(void *s, const void *in) { return evaluate(s, in, false); }
static const void *edge(void *model, const void *in)
{
    second *s = model;
    s->in.late = ((const struct in *)in)->late;
    evaluate(s, &s->in, true);
    return &s->q;
}
static const void *reset_second(void *s)
{
    reset(&((second *)s)->q);
    return &((second *)s)->q;
}
static const void *registers(void *s) { return &((second *)s)->q; }
static void put(void *model, const void *q)
{
    const struct state *from = q;
    second *s = model;
    memcpy(s->q.cells, from->cells, sizeof from->cells);
    memcpy(s->q.more, from->more, sizeof from->more);
    s->q.last = from->last;
}
static const verilated_ops verilog = {"fake", "n2", open_second, free, ask, ask, edge, reset_second, registers, put, evaluate, registers, put};

static uint32_t random_state;
static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 16) % below;
}

// Random steps of few kinds, so that some are known, with resets between them; registers and inputs lie in several chunks.
static lockstep *run_wide(lockstep_when when)
{
    char error[200];
    lockstep *run = lockstep_open(&(lockstep_options){.mode = BLOCKS_LOCKSTEP, .when = when, .no_pack = true}, error, sizeof error);
    block *b[2] = {lockstep_add_ops(run, &wide, &verilog, "sm 0"), lockstep_add_ops(run, &wide, &verilog, "sm 1")};
    random_state = 1;
    for (uint64_t cycle = 0; cycle < 5; cycle++) {             // of one, before a reset: nothing of it is left
        lockstep_cycle(run, cycle);
        block_out(b[0]);
        ((struct in *)b[0]->in)->late = (uint8_t)cycle;
        block_next(b[0]);
        block_commit(b[0]);
    }
    for (uint64_t cycle = 5; cycle < STEPS && !lockstep_failed(run); cycle++) {
        lockstep_cycle(run, cycle);
        if (cycle == 5 || draw(20) == 0)
            for (int i = 0; i < 2; i++)
                block_reset(b[i]);
        const uint8_t place = (uint8_t)draw(WORDS), value = (uint8_t)draw(4), kept = (uint8_t)draw(WORDS), late = draw(9) == 0;
        for (int i = 0; i < 2; i++) {
            struct in *in = b[i]->in;
            in->place = place, in->value = value;
            in->keep[kept] = value;
            block_out(b[i]);
            in->late = late;
            block_next(b[i]);
            block_commit(b[i]);
        }
    }
    lockstep_complete(run);
    return run;
}

static void what_differs_anywhere_is_seen(void **unused)
{
    (void)unused;
    for (int when = LOCKSTEP_ACTIVE; when <= LOCKSTEP_EVERY; when++) {
        wrong_cell = -1;
        lockstep *run = run_wide((lockstep_when)when);
        if (lockstep_failed(run))
            fail_msg("%s", lockstep_failed(run));
        assert_in_range(lockstep_count(run).known, when == LOCKSTEP_ACTIVE ? STEPS * 9 / 10 : 0, STEPS * 3 / 2);
        assert_int_equal(lockstep_count(run).known + lockstep_count(run).cycles, 2 * STEPS - 5);
        lockstep_close(run);
        for (wrong_cell = 0; wrong_cell < WORDS; wrong_cell++) {
            run = run_wide((lockstep_when)when);
            assert_non_null(lockstep_failed(run));
            assert_non_null(strstr(lockstep_failed(run), "register more[79]"));
            lockstep_close(run);
        }
    }
}

// A bit for each word, and the sum of a struct is that of its changes from 0 on, in any order.
static void changes_make_the_sum(void **unused)
{
    enum { CHUNKS = 3 };
    unsigned char was[CHUNKS * CHUNK] = {0}, is[CHUNKS * CHUNK] = {0};
    const uint32_t places[CHUNKS] = {0, CHUNK, 2 * CHUNK};
    chunk_sum sum = {{0, 0}};
    (void)unused;
    random_state = 3;
    for (unsigned turn = 0; turn < 500; turn++) {
        unsigned expected[CHUNKS] = {0};
        for (unsigned i = draw(4); i > 0; i--) {
            const unsigned byte = draw(sizeof is), bit = 1u << draw(8);
            is[byte] ^= (unsigned char)bit;
        }
        for (unsigned word = 0; word < CHUNKS * CHUNK_WORDS; word++)
            expected[word / CHUNK_WORDS] |= (unsigned)(chunk_word(was, word) != chunk_word(is, word)) << word % CHUNK_WORDS;
        for (unsigned chunk = 0; chunk < CHUNKS; chunk++)
            assert_int_equal(chunk_changes(was + CHUNK * chunk, is + CHUNK * chunk), expected[chunk]);
        const uint32_t *at = places;
        for (unsigned changes; (changes = chunks_next(was, is, &at, places + CHUNKS)); at++)
            for (unsigned i = 0; i < CHUNK_WORDS; i++)
                if (changes >> i & 1)
                    chunk_sum_change(&sum, chunk_word(was, *at / 8 + i), chunk_word(is, *at / 8 + i), *at / 8 + i);
        memcpy(was, is, sizeof was);
        const chunk_sum whole = chunks_sum(is, sizeof is, 0);
        assert_memory_equal(&sum, &whole, sizeof sum);
    }
    for (unsigned half = 0; half < 2; half++)           // each is a sum of its own
        assert_true(chunks_sum(is, sizeof is, 0).halves[half] != chunks_sum(is, sizeof is, 1).halves[half]);
    assert_true(sum.halves[0] != sum.halves[1]);
}

// Of the words that structs hold often, none counts at one place, in either half, as much as any at another, or as another there.
static void a_word_counts_by_its_place(void **unused)
{
    enum { PLACES = 300 };
    const uint64_t often[] = {1, 2, 0xff, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX << 32, UINT64_MAX / 255, UINT64_MAX / 3, UINT64_MAX};
    enum { OFTEN = sizeof often / sizeof *often, TERMS = PLACES * OFTEN };
    static uint64_t terms[TERMS];
    (void)unused;
    for (unsigned half = 0; half < 2; half++)
        for (unsigned i = 0; i < TERMS; i++) {
            terms[i] = chunks_sum(&often[i % OFTEN], sizeof *often, i / OFTEN).halves[half];
            for (unsigned other = 0; other < i; other++)
                assert_true(terms[i] != terms[other]);
        }
    for (unsigned half = 0; half < 2; half++)                  // nor nearly twice as much
        for (size_t one = 0; one < PLACES; one++)
            for (size_t other = 0; other < PLACES; other++)
                assert_true(2 * chunk_key(one, half) - chunk_key(other, half) + 2 > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_differs_anywhere_is_seen), cmocka_unit_test(changes_make_the_sum),
                                       cmocka_unit_test(a_word_counts_by_its_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

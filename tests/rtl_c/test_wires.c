// SPDX-License-Identifier: BSD-3-Clause
// rtl_c/wires.def against the blocks' own tables: every input of every block stands in it once, what it names exists, and both
// ends of a wire are alike in every configuration that a bundled machine uses.
#include "rtl_c/warp_rank.h"
#include "sim/machine/block_params.h"
#include "tb/field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// A source is a block and its output; NULL where the row names none.
typedef enum { WIRED, ONE_EACH, PAIRED, ASKED_FOR, FED_IN, TIED_DOWN } row_kind;
typedef struct { row_kind kind; const char *system, *source, *output, *receiver, *input; } wire_row;

static const wire_row rows[] = {
#define WIRE(system, source, output, receiver, input) {WIRED, #system, #source, #output, #receiver, #input},
#define WIRE_EACH(system, source, output, receiver, input) {ONE_EACH, #system, #source, #output, #receiver, #input},
#define WIRE_PAIRS(system, source, output, receiver, input) {PAIRED, #system, #source, #output, #receiver, #input},
#define ASKED(system, source, output, receiver, input, words) {ASKED_FOR, #system, #source, #output, #receiver, #input},
#define FED(system, receiver, input, words) {FED_IN, #system, NULL, NULL, #receiver, #input},
#define TIED(system, receiver, input) {TIED_DOWN, #system, NULL, NULL, #receiver, #input},
#include "rtl_c/wires.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static const block_field *find_field(const block_ops *ops, const char *name, bool input)
{
    for (const block_field *f = ops->fields; f->name; f++)
        if (strcmp(f->name, name) == 0 && (input ? field_is_input(f) : f->kind == FIELD_OUT))
            return f;
    return NULL;
}

// One of a block's tuples: all have the same fields.
static const block_ops *some_tuple(const char *block)
{
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strcmp((*ops)->block, block) == 0)
            return *ops;
    fail_msg("wires.def names block %s, which there is not", block);
    return NULL;
}

static unsigned rows_of(const char *system, const char *block, const char *input)
{
    unsigned count = 0;
    for (unsigned i = 0; i < ROWS; i++)
        count += strcmp(rows[i].system, system) == 0 && strcmp(rows[i].receiver, block) == 0 &&
                 (!input || strcmp(rows[i].input, input) == 0);
    return count;
}

// A block of base has base's rows, and of another system's at most one in the place of each. Others have their system's.
static void every_input_stands_once(void **state)
{
    (void)state;
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        const char *block = (*ops)->block, *own = NULL;
        for (unsigned i = 0; i < ROWS && !own; i++)
            if (strcmp(rows[i].receiver, block) == 0)
                own = rows_of("base", block, NULL) ? "base" : rows[i].system;
        if (!own)
            fail_msg("block %s is not in wires.def", block);
        for (const block_field *f = (*ops)->fields; f->name; f++) {
            if (!field_is_input(f))
                continue;
            if (rows_of(own, block, f->name) != 1)
                fail_msg("%s.%s: %u rows of system %s, expected 1", block, f->name, rows_of(own, block, f->name), own);
            for (unsigned i = 0; i < ROWS; i++)
                if (rows_of(rows[i].system, block, f->name) > 1)
                    fail_msg("%s.%s: %u rows of system %s, expected at most 1", block, f->name,
                             rows_of(rows[i].system, block, f->name), rows[i].system);
        }
    }
}

static void what_a_row_names_exists(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROWS; i++) {
        const wire_row *row = &rows[i];
        if (!find_field(some_tuple(row->receiver), row->input, true))
            fail_msg("%s has no input %s", row->receiver, row->input);
        if (row->source && !find_field(some_tuple(row->source), row->output, false))
            fail_msg("%s has no output %s", row->source, row->output);
    }
}

static unsigned value_of(const block_param *params, const char *name)
{
    while (strcmp(params->name, name) != 0)
        params++;
    return params->value;
}

// The tuple of a block that an SM of this machine opens, NULL if there is none.
static const block_ops *tuple_of(const char *block, const block_param *params)
{
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        bool fits = strcmp((*ops)->block, block) == 0;
        for (const block_param *p = (*ops)->params; fits && p->name; p++)
            fits = value_of(params, p->name) == p->value;
        if (fits)
            return *ops;
    }
    return NULL;
}

static void compare_ends(const wire_row *row, const char *machine, const block_param *params)
{
    const block_ops *from = tuple_of(row->source, params), *to = tuple_of(row->receiver, params);
    if (!from || !to)
        fail_msg("%s is not built for machine %s", from ? row->receiver : row->source, machine);
    const block_field *output = find_field(from, row->output, false), *input = find_field(to, row->input, true);
    unsigned schedulers = row->kind == PAIRED ? value_of(params, "S") : 1, sms = row->kind == ONE_EACH ? value_of(params, "SMS") : 1;
    // n_sets counts up to the L1D's sets, done_sets to those of any: above the output's bits it is 0.
    bool widens = strcmp(row->output, "n_sets") == 0;
    if (output->count != input->count * schedulers * sms ||
        (widens ? output->width > input->width : output->width != input->width * schedulers) || output->size != input->size)
        fail_msg("machine %s: %s.%s is %u of %u bits, %s.%s %u of %u, for %u schedulers", machine, row->source, row->output,
                 output->count, output->width, row->receiver, row->input, input->count, input->width, schedulers);
}

static void both_ends_are_alike(void **state)
{
    static const char *const machines[] = {"oaws", "gtx480", "ccws", "bucl"};

    unsigned compared = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof machines / sizeof *machines; i++)
        for (unsigned numbers = 1; numbers <= NUMBERS_ALL; numbers++) {
            machine m;
            machine_error error;
            block_param params[BLOCK_PARAMS + 1];
            assert_true(machine_load(&m, machines[i], &error));
            block_params_of(&m, numbers, params);
            if (!tuple_of("warp_rank", params))
                continue;                           // no policy asks for these numbers
            for (unsigned row = 0; row < ROWS; row++)
                // KAWS shares warps among schedulers: it is not built for one.
                if (rows[row].kind <= PAIRED &&
                    (m.core.schedulers > 1 || strcmp(rows[row].system, "kaws") != 0)) {
                    compare_ends(&rows[row], machines[i], params);
                    compared++;
                }
        }
    assert_true(compared >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_input_stands_once),
        cmocka_unit_test(what_a_row_names_exists),
        cmocka_unit_test(both_ends_are_alike),
    };
    return cmocka_run_group_tests_name("wires", tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
// Wires between blocks that the test makes up, under the names of rows of rtl_c/wires.def: each kind of row leads to its place and
// copies that and no more; ends that are not alike end the program and are named.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/blocks/wires.h"
#include "tb/field.h"

// A row of each kind.
#define EACH_FROM "bucl_update", "tucd"
#define EACH_TO   "bucl_bypass", "tucd"
#define PAIRS_FROM "warp_order", "older"
#define PAIRS_TO  "warp_arbiter", "older"
#define WHOLE_FROM "warp_order", "older"
#define WHOLE_TO  "kaws_share", "older"

enum { BYTES = 1024, EACH_ROWS = 3, WIRES = 16 };          // EACH_ROWS: that lead there, two of them as they are
typedef struct { block_field fields[4]; block_param params[3]; block_ops ops; block b; uint64_t in[BYTES / 8], out[BYTES / 8]; } made;

static lockstep *run;

// Elements of so many bytes and bits, behind `offset` bytes of others; and what else the rows of BUCL name.
static void make(made *m, const char *name, const char *field, field_kind kind, uint8_t size, unsigned width, unsigned count, size_t offset,
                 block_place place)
{
    *m = (made){.fields = {{0}}};
    m->fields[0] = (block_field){.name = field, .kind = kind, .size = size, .width = width, .count = count, .offset = offset};
    if (strncmp(name, "bucl_", 5) == 0) {
        m->fields[1] = (block_field){.name = "l1dhr_low", .kind = kind, .size = 1, .width = 1, .count = 1, .offset = BYTES - 2};
        m->fields[2] = (block_field){.name = "uib_low", .kind = kind, .size = 1, .width = 1, .count = 1, .offset = BYTES - 1};
    }
    m->params[0] = (block_param){"N", 8};
    m->params[1] = (block_param){"S", 2};
    m->ops = (block_ops){.block = name, .params = m->params, .fields = m->fields};
    m->b = (block){.ops = &m->ops, .in = m->in, .out = m->out, .owner = run, .place = place};
}

static unsigned join(made *from, made *to, unsigned n, wire *wires)
{
    block *receivers[4];
    for (unsigned i = 0; i < n; i++)
        receivers[i] = &to[i].b;
    return wires_from(&from->b, receivers, n, wires, 0, WIRES);
}

static const block_place gpu = {PLACE_GPU, 0, 0}, sm_3 = {PLACE_SM, 3, 0};

// SM i gets element i, whatever stands beside it on either side.
static void one_element_for_each(void **state)
{
    made from, to[3];
    wire wires[WIRES];
    (void)state;
    make(&from, EACH_FROM, FIELD_OUT, 2, 12, 5, 6, gpu);
    for (unsigned i = 0; i < 3; i++)
        make(&to[i], EACH_TO, i ? FIELD_IN : FIELD_IN_LATE, 2, 12, 1, 4, (block_place){PLACE_SM, 2 * i, 0});
    assert_int_equal(join(&from, to, 3, wires), 3 * EACH_ROWS);
    for (unsigned e = 0; e < 5; e++)
        ((uint16_t *)from.out)[3 + e] = (uint16_t)(0x100 + e);
    ((uint16_t *)from.out)[2] = ((uint16_t *)from.out)[8] = 0xfff;
    wires_drive(wires, 2 * EACH_ROWS);                  // two of the three
    for (unsigned i = 0; i < 3; i++)
        for (unsigned at = 0; at < 8; at++)
            assert_int_equal(((uint16_t *)to[i].in)[at], at == 2 && i < 2 ? 0x100 + 2 * i : 0);
}

// Elements of one byte, and a matrix as it is.
static void all_elements(void **state)
{
    made from, to;
    wire wires[WIRES];
    (void)state;
    make(&from, WHOLE_FROM, FIELD_OUT, 8, 8, 8, 16, sm_3);
    make(&to, WHOLE_TO, FIELD_IN, 8, 8, 8, 8, sm_3);
    assert_int_equal(join(&from, &to, 1, wires), 1);
    for (unsigned i = 0; i < 20; i++)
        from.out[i] = 0x40 + i;
    wires_drive(wires, 1);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(to.in[i], i >= 1 && i < 9 ? 0x42 + i - 1 : 0);
}

static void pairs(unsigned schedulers, unsigned each)
{
    const unsigned warps = schedulers * each;
    made from, to[4];
    wire wires[WIRES];
    make(&from, PAIRS_FROM, FIELD_OUT, 8, warps, warps, 0, sm_3);
    from.params[0].value = warps;
    from.params[1].value = schedulers;
    for (unsigned i = 0; i < schedulers; i++)
        make(&to[i], PAIRS_TO, FIELD_IN, 8, each, each, 8, (block_place){PLACE_SCHEDULER, 3, i});
    assert_int_equal(join(&from, to, schedulers, wires), schedulers);
    for (unsigned row = 0; row < warps; row++)
        for (unsigned bit = 0; bit < warps; bit++) {
            memset(from.out, 0, sizeof from.out);
            from.out[row] = UINT64_C(1) << bit;
            wires_drive(wires, schedulers);
            for (unsigned s = 0; s < schedulers; s++)
                for (unsigned slot = 0; slot < each + 2; slot++) {
                    const bool own = row % schedulers == s && bit % schedulers == s && slot >= 1 && row / schedulers == slot - 1;
                    assert_int_equal(to[s].in[slot], own ? UINT64_C(1) << bit / schedulers : 0);
                }
        }
}

// Of two, warps 0, 2, 4, 6 to scheduler 0, the others to 1: rows and bits of its own, close together. So of three and of four.
static void pairs_of_each_scheduler(void **state)
{
    (void)state;
    pairs(2, 4);
    pairs(3, 3);
    pairs(4, 2);
}

// Nothing leads from a scheduler's block to another's, nor to a block of another name; a run that is only tried has no wires.
static void where_nothing_leads(void **state)
{
    made from, to[2];
    wire wires[WIRES];
    tuple_list wanted = {.count = 0};
    char error[200];
    (void)state;
    make(&from, "kaws_share", "older", FIELD_OUT, 1, 1, 1, 0, sm_3);
    make(&to[0], "bucl_bypass", "older", FIELD_IN, 1, 1, 1, 0, sm_3);
    assert_int_equal(join(&from, to, 1, wires), 0);
    for (unsigned own = 0; own < 2; own++) {
        make(&from, PAIRS_FROM, FIELD_OUT, 8, 8, 8, 0, (block_place){PLACE_SCHEDULER, 3, 1});
        make(&to[0], PAIRS_TO, FIELD_IN, 8, 4, 4, 8, (block_place){PLACE_SCHEDULER, 3, own});
        assert_int_equal(join(&from, to, 1, wires), own);
    }
    lockstep *tried = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .wanted = &wanted}, error, sizeof error);
    make(&from, WHOLE_FROM, FIELD_OUT, 8, 8, 8, 16, sm_3);
    make(&to[0], WHOLE_TO, FIELD_IN, 8, 8, 7, 8, sm_3);
    from.b.owner = tried;
    assert_int_equal(join(&from, to, 1, wires), 0);
    assert_int_equal(wires_from(&from.b, (block *[]){&to[0].b}, 1, wires, 3, WIRES), 3);    // no more than there were
    lockstep_close(tried);
}

// In a child: what it says on its way out; "" when it goes on.
static void expect_end(made *from, made *to, const char *message)
{
    wire wires[WIRES];
    char seen[300] = "", expected[300] = "";
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        join(from, to, 1, wires);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(read(ends[0], seen, sizeof seen - 1) >= 0);
    close(ends[0]);
    if (*message)
        snprintf(expected, sizeof expected, "warplock: bug: rtl_c/wires.def: seen a wire from %s\n", message);
    assert_string_equal(seen, expected);
    assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, *message ? SIGABRT : 0);
}

static void ends_that_are_not_alike(void **state)
{
    static const char each[] = "bucl_update.tucd to bucl_bypass.tucd, expected ends that are alike",
                      whole[] = "warp_order.older to kaws_share.older, expected ends that are alike",
                      pairs[] = "warp_order.older to warp_arbiter.older, expected ends that are alike";
    // Of the output and of the input bytes, bits and elements.
    static const struct { const char *from[2], *to[2]; unsigned out[3], in[3], index; const char *message; } cases[] = {
        {{EACH_FROM}, {EACH_TO}, {2, 12, 5}, {2, 12, 1}, 4, ""},        {{EACH_FROM}, {EACH_TO}, {2, 12, 5}, {2, 12, 1}, 5, each},
        {{EACH_FROM}, {EACH_TO}, {2, 12, 5}, {2, 13, 1}, 0, ""},        {{EACH_FROM}, {EACH_TO}, {2, 12, 5}, {2, 11, 1}, 0, each},
        {{EACH_FROM}, {EACH_TO}, {2, 12, 5}, {4, 12, 1}, 0, each},      {{EACH_FROM}, {EACH_TO}, {2, 12, 5}, {2, 12, 2}, 0, each},
        {{WHOLE_FROM}, {WHOLE_TO}, {8, 8, 8}, {8, 9, 8}, 0, ""},        {{WHOLE_FROM}, {WHOLE_TO}, {8, 8, 8}, {8, 7, 8}, 0, whole},
        {{WHOLE_FROM}, {WHOLE_TO}, {8, 8, 8}, {8, 8, 7}, 0, whole},     {{WHOLE_FROM}, {WHOLE_TO}, {8, 8, 8}, {4, 8, 8}, 0, whole},
        {{PAIRS_FROM}, {PAIRS_TO}, {8, 8, 8}, {8, 4, 4}, 0, ""},        {{PAIRS_FROM}, {PAIRS_TO}, {8, 8, 8}, {8, 4, 3}, 0, pairs},
        {{PAIRS_FROM}, {PAIRS_TO}, {4, 8, 8}, {8, 4, 4}, 0, pairs},     {{PAIRS_FROM}, {PAIRS_TO}, {8, 8, 8}, {4, 4, 4}, 0, pairs},
        {{PAIRS_FROM}, {PAIRS_TO}, {8, 8, 6}, {8, 4, 4}, 0, pairs},
        {{"bucl_update", "other"}, {EACH_TO}, {2, 12, 5}, {2, 12, 1}, 0, "bucl_update.tucd to bucl_bypass.tucd, expected an output of the table of the first"},
        {{EACH_FROM}, {"bucl_bypass", "other"}, {2, 12, 5}, {2, 12, 1}, 0, "bucl_update.tucd to bucl_bypass.tucd, expected an input of the table of the second"}};
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        made from, to;
        const place_kind kind = strcmp(cases[i].to[0], "warp_arbiter") == 0 ? PLACE_SCHEDULER : PLACE_SM;
        make(&from, cases[i].from[0], cases[i].from[1], FIELD_OUT, (uint8_t)cases[i].out[0], cases[i].out[1], cases[i].out[2], 0, gpu);
        make(&to, cases[i].to[0], cases[i].to[1], FIELD_IN, (uint8_t)cases[i].in[0], cases[i].in[1], cases[i].in[2], 0,
             (block_place){kind, cases[i].index, 0});
        expect_end(&from, &to, cases[i].message);
    }
    // An input is no output, nor the other way round.
    made from, to;
    make(&from, EACH_FROM, FIELD_IN, 2, 12, 5, 0, gpu);
    make(&to, EACH_TO, FIELD_IN, 2, 12, 1, 0, sm_3);
    expect_end(&from, &to, "bucl_update.tucd to bucl_bypass.tucd, expected an output of the table of the first");
    make(&from, EACH_FROM, FIELD_OUT, 2, 12, 5, 0, gpu);
    make(&to, EACH_TO, FIELD_REG, 2, 12, 1, 0, sm_3);
    expect_end(&from, &to, "bucl_update.tucd to bucl_bypass.tucd, expected an input of the table of the second");
}

// More wires than there is room for end the program.
static void no_more_than_there_is_room_for(void **state)
{
    made from, to[4];
    block *receivers[4];
    wire wires[WIRES];
    int status;
    (void)state;
    make(&from, EACH_FROM, FIELD_OUT, 2, 12, 5, 0, gpu);
    for (unsigned i = 0; i < 4; i++) {
        make(&to[i], EACH_TO, FIELD_IN, 2, 12, 1, 0, (block_place){PLACE_SM, i, 0});
        receivers[i] = &to[i].b;
    }
    for (unsigned room = 4 * EACH_ROWS - 1; room <= 4 * EACH_ROWS; room++) {
        pid_t child = fork();
        if (child == 0) {
            signal(SIGABRT, SIG_DFL);
            _exit(wires_from(&from.b, receivers, 4, wires, 0, room) == room ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(room == 4 * EACH_ROWS ? WIFEXITED(status) && WEXITSTATUS(status) == 0 : WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
    wires[0].row = NULL;                                // appended: those in front stay
    assert_int_equal(wires_from(&from.b, receivers, 2, wires, 1, WIRES), 1 + 2 * EACH_ROWS);
    assert_true(wires[0].row == NULL && wires[1].input == to[0].in && wires[1 + EACH_ROWS].input == to[1].in);
}

static int open_run(void **state)
{
    char error[200];
    (void)state;
    run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true}, error, sizeof error);
    return run == NULL;
}

static int close_run(void **state)
{
    (void)state;
    lockstep_close(run);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_element_for_each), cmocka_unit_test(all_elements),
                                       cmocka_unit_test(pairs_of_each_scheduler), cmocka_unit_test(where_nothing_leads),
                                       cmocka_unit_test(ends_that_are_not_alike), cmocka_unit_test(no_more_than_there_is_room_for)};
    return cmocka_run_group_tests_name("wires", tests, open_run, close_run);
}

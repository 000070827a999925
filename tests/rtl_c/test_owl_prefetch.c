// SPDX-License-Identifier: BSD-3-Clause
// owl_prefetch: each sentence of the contract, counting against stepping; streams of demands through a little DRAM with
// rows, a queue and an L2 of its own, both schemes and any C, checked once more from its log alone; anything at all.
#include "tests/rtl_c/owl_prefetch_ledger.h"

static void open_row(bench *b, unsigned bank)
{
    b->in.open = 1;
    b->in.open_bank = (uint8_t)bank;
    step(b);
}

static void set_sent(struct owl_prefetch_in *in, unsigned bank, unsigned line, unsigned kind)
{
    in->sent = 1;
    in->sent_bank = (uint8_t)bank;
    in->sent_line = (uint8_t)line;
    in->sent_kind = (uint8_t)kind;
}

static void send(bench *b, unsigned bank, unsigned line, unsigned kind)
{
    set_sent(&b->in, bank, line, kind);
    step(b);
}

// --- the contract, sentence by sentence

static void test_example_of_the_header(void **state)
{
    static const unsigned after_demands[] = {1, 2, 4, 5, 6}, held[] = {7, 8, 9};
    bench b = start("banks4_lines32");

    (void)state;
    open_row(&b, 2);
    send(&b, 2, 0, DEMAND);
    send(&b, 2, 3, DEMAND);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(seen(&b)->valid, 4);
        assert_int_equal(b.out.hold, 0);
        assert_int_equal(b.out.line[2], after_demands[i]);
        send(&b, 2, after_demands[i], PREFETCH);
    }
    b.in.demand_other = 4;
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(seen(&b)->hold, 4);
        assert_int_equal(b.out.line[2], held[i]);
        send(&b, 2, held[i], PREFETCH);
    }
    assert_int_equal(seen(&b)->hold | b.out.valid, 0);
    b.in.close = 1;
    b.in.close_bank = 2;
    step(&b);
    b.in.demand_other = 0;
    assert_int_equal(seen(&b)->valid, 0);
    open_row(&b, 2);
    assert_int_equal(seen(&b)->line[2], 0);                  // another opening
}

// A dropped line sets its bit and does not count; in a clock without room nothing is held, and nothing remembers that.
static void test_drops_and_clocks_without_room(void **state)
{
    bench b = start("banks4_lines32");

    (void)state;
    b.in.cfg_lower = 2;
    open_row(&b, 0);
    b.in.demand_other = 1;
    for (unsigned line = 0; line < 20; line++)
        send(&b, 0, line, DROP);
    assert_int_equal(seen(&b)->hold, 1);
    assert_int_equal(b.out.line[0], 20);
    b.in.room = 0xe;
    assert_int_equal(seen(&b)->hold, 0);
    step(&b);
    b.in.room = 0xf;
    assert_int_equal(seen(&b)->hold, 1);
    send(&b, 0, 20, PREFETCH);
    send(&b, 0, 21, PREFETCH);
    assert_int_equal(seen(&b)->hold, 0);
}

static void test_c_follows_the_average_in_every_clock(void **state)
{
    bench b = start("banks4_lines32");

    (void)state;
    b.in.waiting = 40;
    for (unsigned clock = 0; clock < PERIOD; clock++) {
        assert_int_equal(seen(&b)->degree, 8);               // the average is 0 until the first period is over
        step(&b);
    }
    assert_int_equal(b.q.average, 40);
    open_row(&b, 1);
    for (unsigned line = 0; line < 10; line++)
        send(&b, 1, line, PREFETCH);
    b.in.demand_other = 2;
    assert_int_equal(seen(&b)->hold, 0);                     // 10 of 8
    b.in.waiting = 39;
    assert_int_equal(seen(&b)->hold, 2);                     // of 16
    b.in.waiting = 41;
    assert_int_equal(seen(&b)->hold, 0);
}

static void test_ends_of_average_and_counters(void **state)
{
    bench b = start("banks2_lines2");

    (void)state;
    b.in.waiting = 255;
    b.in.cfg_lower = 63;
    open_row(&b, 1);
    for (unsigned clock = 1; clock < PERIOD; clock++)
        send(&b, 1, 1, PREFETCH);                            // the same line again: no DRAM does it
    assert_int_equal(b.q.prefetched[1], 63);
    assert_int_equal(b.q.average, 127);
    b.in.demand_other = 2;
    assert_int_equal(seen(&b)->hold, 0);
    b.in.waiting = 0;
    for (unsigned clock = 0; clock < PERIOD; clock++)
        step(&b);
    assert_int_equal(b.q.average, 0);
}

// What is counted in one go is what as many steps leave, whole periods included where they change nothing.
static void test_counting_is_stepping(void **state)
{
    uint64_t seed = 31;
    unsigned long counted_periods = 0, counts = 0;

    (void)state;
    for (unsigned round = 0; round < 1000; round++) {
        bench b = start("banks2_lines2");
        uint64_t wanted = 1 + random_below(&seed, 5000);
        b.in.waiting = (uint8_t)random_below(&seed, 256);
        b.q.average = (uint8_t)(random_below(&seed, 2) ? b.in.waiting & 127 : random_below(&seed, 128));
        b.q.clocks = (uint16_t)random_below(&seed, PERIOD);
        b.q.sum = b.q.clocks * (random_below(&seed, 2) && b.in.waiting < 128 ? b.in.waiting : random_below(&seed, 128));
        b.in.open = random_below(&seed, 10) == 0;
        struct owl_prefetch_state left = b.q;
        uint64_t counted = b.model->count(&b.q, &b.in, wanted, &left);
        assert_true(counted <= wanted && (!b.in.open || counted == 0));
        for (uint64_t clock = 0; clock < counted; clock++)
            model_step(b.model, &b.q, &b.in, &b.out);
        assert_memory_equal(&left, &b.q, sizeof left);
        counted_periods += counted > PERIOD;
        counts += counted != 0;
    }
    assert_true(counts > 300 && counted_periods > 50);
}

// --- streams of demands through a little DRAM

typedef struct { unsigned clock, bank, row, line; bool store; } demand;
typedef struct { unsigned kind, bank, line; } command;
enum { ROWS = 5, QUEUE = 128, CLOSE = 3, OPEN = 4, STORE = 5, CLOCKS = 3 * PERIOD, DEMANDS = 1200 };
typedef struct {
    demand stream[DEMANDS], queue[QUEUE];
    unsigned arrived, queued, turn, busy[BANKS_MAX];
    int row[BANKS_MAX];                                      // NOBODY: closed
    bool in_l2[BANKS_MAX][ROWS][LINES_MAX];
    command log[3 * CLOCKS];
    unsigned logged;
} controller;
static struct { unsigned long left, full, drops, higher, stores, average, held; } covered;

// Bursts to a row, then another; now and then a pause in which all that waits is served.
static void record_stream(controller *c, const bench *b, uint64_t *seed)
{
    unsigned clock = 0, bank = 0, row = 0, pace = 1 + random_below(seed, 6);
    for (unsigned i = 0; i < DEMANDS; i++) {
        if (random_below(seed, 4) == 0)
            bank = random_below(seed, b->l.banks), row = random_below(seed, ROWS);
        clock += random_below(seed, 200) == 0 ? random_below(seed, 300) : random_below(seed, pace);
        c->stream[i] = (demand){clock, bank, row, random_below(seed, b->l.lines), random_below(seed, 6) == 0};
    }
}

static void log_command(controller *c, unsigned kind, unsigned bank, unsigned line)
{
    c->log[c->logged++] = (command){kind, bank, line};
}

static void set_levels(controller *c, struct owl_prefetch_in *in, unsigned clock)
{
    while (c->arrived < DEMANDS && c->stream[c->arrived].clock <= clock && c->queued < QUEUE)
        c->queue[c->queued++] = c->stream[c->arrived++];
    in->demand_open = in->demand_other = 0;
    in->waiting = (uint8_t)c->queued;
    for (unsigned i = 0; i < c->queued; i++) {
        const demand *waits = &c->queue[i];
        uint64_t bit = UINT64_C(1) << waits->bank;
        if (c->row[waits->bank] == (int)waits->row)
            in->demand_open |= bit;
        else
            in->demand_other |= bit;
    }
}

// The oldest demand whose row is open, else a line of the bank whose turn it is, to the L2 or dropped. The bank.
static int send_one(controller *c, bench *b, unsigned clock)
{
    for (unsigned i = 0; i < c->queued; i++) {
        const demand d = c->queue[i];
        if (c->row[d.bank] != (int)d.row || c->busy[d.bank] > clock)
            continue;
        memmove(&c->queue[i], &c->queue[i + 1], (--c->queued - i) * sizeof *c->queue);
        log_command(c, d.store ? STORE : DEMAND, d.bank, d.line);
        covered.stores += d.store;
        if (!d.store)
            set_sent(&b->in, d.bank, d.line, DEMAND);
        c->in_l2[d.bank][d.row][d.line] = true;
        return (int)d.bank;
    }
    for (unsigned i = 0; i < b->l.banks; i++) {
        unsigned bank = (c->turn + i) % b->l.banks;
        if (!(b->out.valid >> bank & 1) || c->busy[bank] > clock)
            continue;
        unsigned line = b->out.line[bank];
        bool *present = &c->in_l2[bank][c->row[bank]][line];
        set_sent(&b->in, bank, line, *present ? DROP : PREFETCH);
        log_command(c, b->in.sent_kind, bank, line);
        covered.drops += *present;
        covered.higher += b->in.waiting < b->q.average;
        covered.held += b->out.hold >> bank & 1;
        *present = true;
        c->turn = bank + 1;
        return (int)bank;
    }
    return NOBODY;
}

// A row command for the oldest demand that needs one, of a bank that sends nothing in this clock.
static void command_row(controller *c, bench *b, unsigned clock, int sends)
{
    for (unsigned i = 0; i < c->queued; i++) {
        const unsigned bank = c->queue[i].bank, row = c->queue[i].row;
        const uint64_t bit = UINT64_C(1) << bank;
        if ((int)bank == sends || c->busy[bank] > clock || (b->in.demand_open & bit) || (b->out.hold & bit))
            continue;
        if (c->row[bank] == NOBODY) {
            b->in.open = 1, b->in.open_bank = (uint8_t)bank;
            c->row[bank] = (int)row;
        } else {
            b->in.close = 1, b->in.close_bank = (uint8_t)bank;
            c->row[bank] = NOBODY;
        }
        c->busy[bank] = clock + 4;
        log_command(c, b->in.open ? OPEN : CLOSE, bank, 0);
        return;
    }
}

static void run_stream(controller *c, bench *b, uint64_t seed, unsigned room_percent)
{
    memset(c->row, 0xff, sizeof c->row);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
        c->in_l2[random_below(&seed, b->l.banks)][random_below(&seed, ROWS)][random_below(&seed, b->l.lines)] = false;
        b->in.room = random_mask(&seed, b->l.banks, room_percent);
        set_levels(c, &b->in, clock);
        seen(b);
        covered.average += b->q.average != 0;
        command_row(c, b, clock, send_one(c, b, clock));
        step(b);
    }
}

// From the log alone: an opening sends prefetches and drops in ascending order, none of a line that it has sent; with
// room in every clock and one C, none ends before that many prefetches while it has a line left.
static void check_log(const controller *c, const bench *b, unsigned least)
{
    struct { bool sent[LINES_MAX]; int last; unsigned prefetches, sent_lines; } opening[BANKS_MAX];
    memset(opening, 0, sizeof opening);
    for (unsigned i = 0; i < c->logged; i++) {
        const command *at = &c->log[i];
        if (at->kind == OPEN) {
            memset(&opening[at->bank], 0, sizeof *opening);
            opening[at->bank].last = NOBODY;
        } else if (at->kind == CLOSE) {
            bool left = opening[at->bank].sent_lines < b->l.lines;
            covered.left += left && opening[at->bank].prefetches != 0;
            assert_true(!left || opening[at->bank].prefetches >= least);
        } else if (at->kind != STORE) {
            if (at->kind != DEMAND) {
                assert_true((int)at->line > opening[at->bank].last && !opening[at->bank].sent[at->line]);
                opening[at->bank].last = (int)at->line;
            }
            opening[at->bank].sent_lines += !opening[at->bank].sent[at->line];
            opening[at->bank].sent[at->line] = true;
            opening[at->bank].prefetches += at->kind == PREFETCH;
        }
    }
}

static void test_streams_of_demands(void **state)
{
    uint64_t seed = 37;
    controller *c = calloc(1, sizeof *c);
    (void)state;
    memset(&covered, 0, sizeof covered);
    for (const block_ops *model = NULL; (model = model_after("owl_prefetch", model)) != NULL;)
        for (unsigned stream = 0; stream < (tier_is_all() ? 60 : 4); stream++) {
            bench b = start(model->config);
            memset(c, 0, sizeof *c);
            record_stream(c, &b, &seed);
            bool one_c = stream % 4 == 3;
            b.in.cfg_scheme = stream % 4 != 0;
            b.in.cfg_lower = (uint8_t)random_below(&seed, b.l.lines);
            b.in.cfg_higher = (uint8_t)(one_c ? b.in.cfg_lower : random_below(&seed, 64));
            run_stream(c, &b, random_bits(&seed), one_c ? 100 : 80);
            covered.full += !one_c;
            check_log(c, &b, one_c ? b.in.cfg_lower : 0);
        }
    free(c);
    assert_true(covered.left > 50 && covered.full && covered.drops > 500 && covered.higher > 500);
    assert_true(covered.stores > 500 && covered.average > 5000 && covered.held > 500);
}

// Scheme 2 with C 0 gives the commands of scheme 1; with another C it does not.
static void test_scheme_2_with_c_0_is_scheme_1(void **state)
{
    static const unsigned degrees[] = {0, 0, 16};
    uint64_t seed = 41;
    controller *runs = calloc(3, sizeof *runs);
    (void)state;
    for (unsigned stream = 0; stream < 4; stream++) {
        bench b = start("banks4_lines32");
        memset(runs, 0, 3 * sizeof *runs);
        record_stream(&runs[0], &b, &seed);
        for (unsigned run = 0; run < 3; run++) {
            memcpy(runs[run].stream, runs[0].stream, sizeof runs[0].stream);
            b = start("banks4_lines32");
            b.in.cfg_scheme = run != 0;
            b.in.cfg_lower = b.in.cfg_higher = (uint8_t)degrees[run];
            run_stream(&runs[run], &b, 43 + stream, 80);
        }
        assert_int_equal(runs[0].logged, runs[1].logged);
        assert_memory_equal(runs[0].log, runs[1].log, runs[0].logged * sizeof *runs[0].log);
        assert_true(runs[2].logged != runs[0].logged
                    || memcmp(runs[2].log, runs[0].log, runs[0].logged * sizeof *runs[0].log) != 0);
    }
    free(runs);
}

// Anything at any input: banks and lines that are not there, lines of closed rows, rows that are opened twice.
static void test_every_configuration_against_sets(void **state)
{
    uint64_t seed = 47;
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("owl_prefetch", model)) != NULL;) {
        bench b = start(model->config);
        unsigned bank_bits = CLOG2(b.l.banks), line_bits = CLOG2(b.l.lines), quiet = 0;
        for (unsigned clock = 0, clocks = tier_is_all() ? 60000 : 6000; clock < clocks; clock++) {
            if (clock % 64 == 0)
                quiet = random_below(&seed, 130);
            b.in.cfg_scheme = (uint8_t)random_below(&seed, 2);
            b.in.cfg_lower = (uint8_t)random_below(&seed, 64);
            b.in.cfg_higher = (uint8_t)random_below(&seed, 64);
            b.in.demand_open = random_mask(&seed, b.l.banks, 30);
            b.in.demand_other = random_mask(&seed, b.l.banks, 60);
            b.in.room = random_mask(&seed, b.l.banks, 80);
            b.in.waiting = (uint8_t)(random_below(&seed, 20) ? quiet + random_below(&seed, 3)
                                                             : random_below(&seed, 256));
            b.in.open = random_below(&seed, 40) == 0;
            b.in.open_bank = (uint8_t)(random_bits(&seed) & MASK(bank_bits));
            b.in.close = random_below(&seed, 60) == 0;
            b.in.close_bank = (uint8_t)(random_bits(&seed) & MASK(bank_bits));
            b.in.sent = random_below(&seed, 10) != 0;
            b.in.sent_bank = (uint8_t)(random_bits(&seed) & MASK(bank_bits));
            b.in.sent_line = (uint8_t)(random_bits(&seed) & MASK(line_bits));
            b.in.sent_kind = (uint8_t)random_below(&seed, 4);
            step(&b);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_of_the_header),
        cmocka_unit_test(test_drops_and_clocks_without_room),
        cmocka_unit_test(test_c_follows_the_average_in_every_clock),
        cmocka_unit_test(test_ends_of_average_and_counters),
        cmocka_unit_test(test_counting_is_stepping),
        cmocka_unit_test(test_streams_of_demands),
        cmocka_unit_test(test_scheme_2_with_c_0_is_scheme_1),
        cmocka_unit_test(test_every_configuration_against_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
// owl_prefetch beside a reference of its own: a set of lines for each bank; the numbers of a period in a list, and their
// sum by division. Every clock compares outputs and registers.
#ifndef WARPLOCK_TESTS_RTL_C_OWL_PREFETCH_LEDGER_H
#define WARPLOCK_TESTS_RTL_C_OWL_PREFETCH_LEDGER_H

#include "rtl_c/owl_prefetch.h"
#include "tests/rtl_c/models.h"
#include "tests/tier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PERIOD = 1024, DEMAND = 0, PREFETCH = 1, DROP = 2, NOBODY = -1 };

typedef struct { bool open, sent[LINES_MAX]; unsigned long prefetches; } row_ledger;
typedef struct {
    unsigned   banks, lines, clock, average, listed[PERIOD];
    row_ledger bank[BANKS_MAX];
} ledger;
typedef struct { int line; bool offered, held; } expectation;

static unsigned ledger_degree(const ledger *l, const struct owl_prefetch_in *in)
{
    return in->waiting < l->average ? in->cfg_higher : in->cfg_lower;
}

static expectation expect_of(const ledger *l, const struct owl_prefetch_in *in, unsigned bank)
{
    const row_ledger *row = &l->bank[bank];
    expectation e = {.line = NOBODY};
    bool demanded = in->demand_open >> bank & 1, other = in->demand_other >> bank & 1, room = in->room >> bank & 1;

    for (unsigned line = 0; line < l->lines && e.line == NOBODY; line++)
        if (!row->sent[line])
            e.line = (int)line;
    e.offered = row->open && e.line != NOBODY && room && !demanded;
    if (other && (in->cfg_scheme == 0 || row->prefetches >= ledger_degree(l, in)))
        e.offered = false;
    e.held = e.offered && other;
    return e;
}

static void ledger_clock(ledger *l, const struct owl_prefetch_in *in)
{
    if (in->close && in->close_bank < l->banks)
        l->bank[in->close_bank].open = false;
    if (in->open && in->open_bank < l->banks)
        l->bank[in->open_bank] = (row_ledger){.open = true};
    if (in->sent && in->sent_bank < l->banks && in->sent_line < l->lines && in->sent_kind <= DROP) {
        row_ledger *row = &l->bank[in->sent_bank];
        if (row->open) {
            row->sent[in->sent_line] = true;
            row->prefetches += in->sent_kind == PREFETCH;
        }
    }
    l->listed[l->clock++ % PERIOD] = in->waiting;
    if (l->clock % PERIOD == 0) {
        unsigned total = 0;
        for (unsigned i = 0; i < PERIOD; i++)
            total += l->listed[i] > 127 ? 127 : l->listed[i];
        l->average = total / PERIOD;
    }
}

// --- a block beside its ledger

typedef struct {
    const block_ops           *model;
    struct owl_prefetch_state  q;
    struct owl_prefetch_in     in;
    struct owl_prefetch_out    out;
    ledger                     l;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("owl_prefetch", config)};
    b.l.banks = model_param(b.model, "BANKS");
    b.l.lines = model_param(b.model, "LINES");
    b.model->reset(&b.q);
    b.in = (struct owl_prefetch_in){.cfg_scheme = 1, .cfg_lower = 8, .cfg_higher = 16, .room = MASK(b.l.banks)};
    return b;
}

static void clear_events(struct owl_prefetch_in *in) { in->open = in->close = in->sent = 0; }

// The outputs of the clock to come are the ledger's.
static const struct owl_prefetch_out *seen(bench *b)
{
    b->model->out(&b->q, &b->in, &b->out);
    assert_int_equal(b->out.degree, ledger_degree(&b->l, &b->in));
    for (unsigned bank = 0; bank < b->l.banks; bank++) {
        const expectation e = expect_of(&b->l, &b->in, bank);
        assert_int_equal(b->out.valid >> bank & 1, e.offered);
        assert_int_equal(b->out.hold >> bank & 1, e.held);
        assert_int_equal(b->out.line[bank], e.line == NOBODY ? 0 : e.line);
    }
    return &b->out;
}

static void step(bench *b)
{
    seen(b);
    model_step(b->model, &b->q, &b->in, &b->out);
    ledger_clock(&b->l, &b->in);
    assert_int_equal(b->q.average, b->l.average);
    for (unsigned bank = 0; bank < b->l.banks; bank++) {
        const row_ledger *row = &b->l.bank[bank];
        uint64_t bits = 0;
        for (unsigned line = 0; line < b->l.lines; line++)
            bits |= (uint64_t)row->sent[line] << line;
        assert_int_equal(b->q.opened >> bank & 1, row->open);
        assert_int_equal(b->q.fetched[bank], bits);
        assert_int_equal(b->q.prefetched[bank], row->prefetches < 63 ? row->prefetches : 63);
    }
    clear_events(&b->in);
}

#endif

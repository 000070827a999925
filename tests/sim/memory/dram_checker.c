// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/memory/dram_checker.h"

#include <stdio.h>

typedef enum { DRAM_ACTIVATE, DRAM_PRECHARGE, DRAM_READ, DRAM_WRITE } dram_command;

void dram_checker_open(dram_checker *c, const machine *machine)
{
    const int64_t never = -1000000;
    *c = (dram_checker){ .machine = *machine, .any_activate = never, .any_read = never, .any_write = never };
    for (unsigned i = 0; i < 64; i++)
        c->activate[i] = c->precharge[i] = c->read[i] = c->write[i] = never;
    for (unsigned i = 0; i < 16; i++)
        c->group_column[i] = c->group_read[i] = never;
}

static void demand(dram_checker *c, bool holds, const char *rule, uint64_t clock, unsigned bank)
{
    if (!holds && !c->violation[0])
        snprintf(c->violation, sizeof c->violation, "%s at clock %llu, bank %u", rule, (unsigned long long)clock, bank);
}

static void check_row_command(dram_checker *c, int64_t t, dram_command command, unsigned b, int64_t burst)
{
    const machine *m = &c->machine;
    unsigned group = b % m->dram.bank_groups;
    if (command == DRAM_ACTIVATE) {
        demand(c, !c->open[b], "activate of an open bank", (uint64_t)t, b);
        demand(c, t - c->any_activate >= (int64_t)m->dram.rrd, "RRD", (uint64_t)t, b);
        demand(c, t - c->precharge[b] >= (int64_t)m->dram.rp, "RP", (uint64_t)t, b);
        demand(c, t - c->activate[b] >= (int64_t)m->dram.rc, "RC", (uint64_t)t, b);
        c->activate[b] = c->any_activate = t;
        c->open[b] = true;
    } else {
        demand(c, c->open[b], "precharge of a closed bank", (uint64_t)t, b);
        demand(c, t - c->activate[b] >= (int64_t)m->dram.ras, "RAS", (uint64_t)t, b);
        demand(c, t - c->write[b] >= (int64_t)(m->dram.wl + burst + m->dram.wr), "WR", (uint64_t)t, b);
        demand(c, t - c->read[b] >= burst, "read to precharge", (uint64_t)t, b);
        demand(c, t - c->group_read[group] >= (int64_t)m->dram.rtpl, "RTPL", (uint64_t)t, b);
        c->precharge[b] = t;
        c->open[b] = false;
    }
}

static void check_column_command(dram_checker *c, int64_t t, dram_command command, unsigned b, uint32_t row, int64_t burst)
{
    const machine *m = &c->machine;
    unsigned group = b % m->dram.bank_groups;
    int64_t last = c->any_read > c->any_write ? c->any_read : c->any_write;
    demand(c, c->open[b] && c->row[b] == row, "column command without its row", (uint64_t)t, b);
    demand(c, t - last >= (int64_t)m->dram.ccd, "CCD", (uint64_t)t, b);
    demand(c, t - c->group_column[group] >= (int64_t)m->dram.ccdl, "CCDL", (uint64_t)t, b);
    if (command == DRAM_READ) {
        demand(c, t - c->activate[b] >= (int64_t)m->dram.rcd, "RCD", (uint64_t)t, b);
        demand(c, t - c->any_write >= (int64_t)(m->dram.wl + burst + m->dram.cdlr), "WTR", (uint64_t)t, b);
        c->read[b] = c->group_read[group] = c->any_read = t;
    } else {
        demand(c, t - c->activate[b] >= (int64_t)m->dram.rcd - (int64_t)(m->dram.wl + 1), "RCD of a write", (uint64_t)t, b);
        demand(c, t - c->any_read >= (int64_t)(m->dram.cl + burst + 2) - (int64_t)m->dram.wl, "RTW", (uint64_t)t, b);
        c->write[b] = c->any_write = t;
    }
    c->group_column[group] = t;
    c->columns++;
}

void dram_checker_hear(dram_checker *c, uint64_t clock, const controller_events *events)
{
    int64_t burst = c->machine.dram.burst / c->machine.dram.data_rate;
    if (!events->raised)
        return;
    demand(c, !c->commands || clock > c->last_clock, "time runs backwards", clock, 0);
    c->last_clock = clock;
    const bool column = events->line_sent_count && events->line_sent[0].kind != LINE_DROPPED;
    c->commands += events->row_open_count + events->row_close_count + column;
    demand(c, events->row_open_count + events->row_close_count <= 1, "two row commands in a clock", clock, 0);
    if (events->row_close_count)
        check_row_command(c, (int64_t)clock, DRAM_PRECHARGE, events->row_close[0].bank, burst);
    if (events->row_open_count) {
        check_row_command(c, (int64_t)clock, DRAM_ACTIVATE, events->row_open[0].bank, burst);
        c->row[events->row_open[0].bank] = events->row_open[0].row;
    }
    if (column) {
        const line_sent_event *sent = &events->line_sent[0];
        check_column_command(c, (int64_t)clock, sent->write ? DRAM_WRITE : DRAM_READ, sent->bank, sent->row, burst);
    }
}

// SPDX-License-Identifier: BSD-3-Clause
// A memory controller: owl_prefetch's inputs from the requests, rows and columns of its banks, and the controller's actions
// against its answers; see sim/check/check.h. A clock of the recording is one of the controller's.
#include "sim/check/address_map.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_c/owl_prefetch.h"

enum { QUEUE_MAX = 512, KIND_DEMAND = 0, KIND_PREFETCH = 1, KIND_DROPPED = 2, WAITING_WIRE = 255 };

typedef struct { uint64_t row, address; bool write; } bank_request;

typedef struct {
    bool         open, serving;
    uint64_t     row, opened_for;       // an address in it
    bank_request request[QUEUE_MAX];    // waiting, oldest first
    unsigned     requests;
    bank_request served;
} bank_facts;

typedef struct {
    bank_facts bank[BANKS_MAX];
    unsigned   filling[BANKS_MAX];      // per slice: unrequested lines in flight
    unsigned   slices;
    uint64_t   waiting;
    // Of this clock
    uint64_t   opened, closed;
    unsigned   events;                  // lines for the L2: first columns, and drops
    unsigned   sent_bank, sent_kind;
    uint64_t   sent_line;
    size_t     late;                    // its first event after the early ones
} controller;

static uint64_t number(const check *c, const recorded_event *event, unsigned i) { return recorded_number(c->r, event, i); }

static void take_request(check *c, controller *k, const recorded_event *event)
{
    bank_facts *bank = &k->bank[number(c, event, 0)];
    check_rule(c, bank->requests < QUEUE_MAX, "events", -1, c->prefetch, "more requests wait for a bank than there can be");
    if (bank->requests == QUEUE_MAX)
        return;
    bank->request[bank->requests++] = (bank_request){number(c, event, 1), number(c, event, 2), strcmp(event->word[0], "write") == 0};
    k->waiting++;
    const checked_location at = check_locate(&c->r->m, number(c, event, 2));
    check_rule(c, at.controller == c->r->index && at.bank == number(c, event, 0) && at.row == number(c, event, 1), "address", -1, c->prefetch,
               "a request waits at a bank, or for a row, in which its address does not lie");
}

static void filled(check *c, controller *k, const recorded_event *event)
{
    const uint64_t slice = number(c, event, 0);
    const bool good = slice < k->slices && k->filling[slice];
    check_rule(c, good, "fill", -1, c->prefetch, "a slice takes in a line that was not sent");
    k->filling[slice < k->slices ? slice : 0] -= good;
}

// The oldest for the open row, else the oldest.
static void serve(check *c, controller *k, const recorded_event *event)
{
    bank_facts *bank = &k->bank[number(c, event, 0)];
    unsigned i = 0;
    while (i < bank->requests && bank->open && bank->request[i].row != bank->row)
        i++;
    i = i == bank->requests ? 0 : i;
    const bool good = !bank->serving && bank->requests && bank->request[i].row == number(c, event, 1) &&
                      bank->request[i].address == number(c, event, 2);
    check_rule(c, good, "schedule", -1, c->prefetch, "the request that a bank takes is not the oldest for its open row, or the oldest");
    if (!good)
        return;
    bank->serving = true;
    bank->served = bank->request[i];
    memmove(&bank->request[i], &bank->request[i + 1], (bank->requests - i - 1) * sizeof *bank->request);
    bank->requests--;
    k->waiting--;
}

static void turn_row(check *c, controller *k, const recorded_event *event, bool opens)
{
    const unsigned index = (unsigned)number(c, event, 0);
    bank_facts *bank = &k->bank[index];
    check_rule(c, bank->open != opens, "row", -1, c->prefetch, "an open row is opened, or a closed one closed");
    check_rule(c, opens || !(OUT_OF(owl_prefetch, c->prefetch)->hold >> index & 1), "hold", -1, c->prefetch, "a row is closed that is held");
    check_rule(c, !opens || (bank->serving && bank->served.row == number(c, event, 1)), "row", -1, c->prefetch,
               "a row is opened that no request in service is for");
    bank->open = opens;
    bank->opened_for = bank->served.address;
    bank->row = number(c, event, 1);
    *(opens ? &k->opened : &k->closed) |= UINT64_C(1) << index;
}

// The controller's slice of a line in the open row.
static unsigned slice_of(const check *c, const controller *k, const bank_facts *bank, uint64_t line)
{
    return (unsigned)(check_beside(&c->r->m, bank->opened_for, line * c->r->m.l2.sector_bytes).partition % k->slices);
}

static unsigned kind_of(const char *word)
{
    return strcmp(word, "prefetch") == 0 ? KIND_PREFETCH : strcmp(word, "dropped") == 0 ? KIND_DROPPED : KIND_DEMAND;
}

// An unrequested line must have been offered, from the open row.
static void hold_offer(check *c, unsigned index, uint64_t line)
{
    const struct owl_prefetch_out *out = OUT_OF(owl_prefetch, c->prefetch);
    check_rule(c, out->valid >> index & 1 && out->line[index] == line, "offer", -1, c->prefetch,
               "a line is sent, or dropped, that was not offered");
}

static void take_column(check *c, controller *k, const recorded_event *event)
{
    const unsigned index = (unsigned)number(c, event, 0), kind = kind_of(event->word[0]);
    const bool write = strcmp(event->word[1], "write") == 0, first = number(c, event, 3), last = number(c, event, 4);
    bank_facts *bank = &k->bank[index];
    check_rule(c, bank->open && bank->row == number(c, event, 1), "row", -1, c->prefetch, "a column is not of the open row");
    if (kind != KIND_DEMAND && first)
        hold_offer(c, index, number(c, event, 2));
    if (kind == KIND_DEMAND) {
        check_rule(c, bank->serving && bank->served.row == bank->row && bank->served.write == write, "column", -1, c->prefetch,
                   "a column is of no request in service");
        bank->serving = bank->serving && !last;
    }
    if (kind == KIND_PREFETCH && first)
        k->filling[slice_of(c, k, bank, number(c, event, 2))]++;
    if (!first || write)
        return;
    k->events++;
    k->sent_bank = index;
    k->sent_kind = kind;
    k->sent_line = kind == KIND_DEMAND ? check_locate(&c->r->m, bank->served.address).column / c->r->m.l2.sector_bytes : number(c, event, 2);
}

// Events before the blocks are asked.
static void take_early(check *c, controller *k, size_t first, size_t end)
{
    k->opened = k->closed = k->events = 0;
    k->late = first;
    for (; k->late < end; k->late++) {
        const recorded_event *event = &c->r->event[k->late];
        if (event->kind == LINE_CONTROLLER_request)
            take_request(c, k, event);
        else if (event->kind == LINE_CONTROLLER_filled)
            filled(c, k, event);
        else
            return;
    }
}

static void take_late(check *c, controller *k, size_t end)
{
    for (size_t i = k->late; i < end; i++) {
        const recorded_event *event = &c->r->event[i];
        switch (event->kind) {
        case LINE_CONTROLLER_serve:  serve(c, k, event); break;
        case LINE_CONTROLLER_open:   turn_row(c, k, event, true); break;
        case LINE_CONTROLLER_close:  turn_row(c, k, event, false); break;
        case LINE_CONTROLLER_column: take_column(c, k, event); break;
        default: check_rule(c, false, "events", -1, c->prefetch, "a request comes behind the commands of its clock");
        }
    }
}

// --- inputs

static void demands_of(const bank_facts *bank, bool *open, bool *other)
{
    *open = *other = false;
    for (unsigned i = 0; i < bank->requests; i++)
        *(bank->open && bank->request[i].row == bank->row ? open : other) = true;
    if (bank->serving)
        *(bank->open && bank->served.row == bank->row ? open : other) = true;
}

static void level(check *c, const char *name, uint64_t seen, uint64_t expected)
{
    char rule[FINDING_NAME], text[FINDING_TEXT];
    snprintf(rule, sizeof rule, "level %s", name);
    snprintf(text, sizeof text, "seen 0x%" PRIx64 ", expected 0x%" PRIx64, seen, expected);
    check_rule(c, seen == expected, rule, -1, c->prefetch, text);
}

// In the slice of the bank's lines, or in each slice that they may be in.
static bool has_room(const controller *k, const machine *m, unsigned bank)
{
    bool room = true;
    for (unsigned i = 0; i < k->slices; i++)
        if (m->dram.partition_indexing != PARTITION_CONSECUTIVE || i == bank % k->slices)
            room &= k->filling[i] < m->l2.queue_from_dram;
    return room;
}

static void inputs_early(check *c, const controller *k, bool stands)
{
    const machine *m = &c->r->m;
    uint64_t demand_open = 0, demand_other = 0, room = 0, rows = 0;
    for (unsigned i = 0; i < m->dram.banks; i++) {
        bool open, other;
        demands_of(&k->bank[i], &open, &other);
        demand_open |= (uint64_t)open << i;
        demand_other |= (uint64_t)other << i;
        rows |= (uint64_t)k->bank[i].open << i;
        room |= (uint64_t)has_room(k, m, i) << i;
    }
    check_value(c, c->prefetch, "cfg_scheme", m->policy.owl_scheme - 1);
    const bool fixed = m->policy.owl_threshold != 0, fewer = k->waiting < m->policy.owl_threshold;
    check_value(c, c->prefetch, "cfg_lower", fixed && fewer ? m->policy.owl_higher : m->policy.owl_lower);
    check_value(c, c->prefetch, "cfg_higher", fixed && !fewer ? m->policy.owl_lower : m->policy.owl_higher);
    check_value(c, c->prefetch, "demand_open", demand_open);
    check_value(c, c->prefetch, "demand_other", demand_other);
    check_value(c, c->prefetch, "waiting", k->waiting < WAITING_WIRE ? k->waiting : WAITING_WIRE);
    check_value(c, c->prefetch, "room", room);
    if (!stands)
        return;
    level(c, "pending", *c->shown->controller.pending, k->waiting);
    level(c, "open", *c->shown->controller.open, rows);
    level(c, "demand_open", *c->shown->controller.demand_open, demand_open);
    level(c, "demand_other", *c->shown->controller.demand_other, demand_other);
    for (unsigned slice = 0; slice < k->slices; slice++)
        level(c, "fill_taken", c->shown->controller.fill_taken[slice], k->filling[slice]);
}

static void inputs_late(check *c, const controller *k)
{
    check_value(c, c->prefetch, "open", k->opened != 0);
    if (k->opened)
        check_value(c, c->prefetch, "open_bank", (uint64_t)__builtin_ctzll(k->opened));
    check_value(c, c->prefetch, "close", k->closed != 0);
    if (k->closed)
        check_value(c, c->prefetch, "close_bank", (uint64_t)__builtin_ctzll(k->closed));
    check_rule(c, k->events <= 1, "column", -1, c->prefetch, "two lines go in a clock");
    check_value(c, c->prefetch, "sent", k->events != 0);
    if (!k->events)
        return;
    check_value(c, c->prefetch, "sent_bank", k->sent_bank);
    check_value(c, c->prefetch, "sent_line", k->sent_line);
    check_value(c, c->prefetch, "sent_kind", k->sent_kind);
}

void check_controller(check *c)
{
    const recorded *r = c->r;
    controller *k = calloc(1, sizeof *k);
    size_t first = 0;
    if (!k)
        abort();
    k->slices = r->m.l2.sub_partitions / r->m.dram.controllers;
    k->slices = k->slices ? k->slices : 1;
    for (c->cycle = 0; c->prefetch && c->cycle < r->cycles; c->cycle++) {
        size_t end = first;
        while (end < r->events && r->event[end].cycle == c->cycle)
            end++;
        check_show_levels(c);
        take_early(c, k, first, end);
        inputs_early(c, k, c->level != 0);
        take_late(c, k, end);
        inputs_late(c, k);
        first = end;
    }
    free(k);
}

// SPDX-License-Identifier: BSD-3-Clause
// DRAM banks. Times are clocks at which something is allowed again, so that nothing is counted down; a clock in which no
// bank can do anything costs O(1), because `quiet_until` is the earliest one in which one can.
#include "sim/memory/dram_banks.h"

#include <stdlib.h>

enum { GROUPS = 16 };

typedef struct {
    bool     open;
    uint32_t row;
    uint64_t opened_for;               // address of the request that the row was opened for
    memory_request *request;           // in service
    bool     begun;                    // a column command of it is out
    uint32_t bursts_left;
    uint64_t read_ok, write_ok;        // after an activate
    uint64_t activate_ok;              // RC and RP
    uint64_t precharge_ok;             // RAS, read and write to precharge
    request_list waiting;              // oldest first
} dram_bank;

typedef struct { uint64_t ccd_ok, precharge_ok; } bank_group;

typedef struct { uint64_t position; memory_request *request; bool last; } bus_slot;

struct dram_banks {
    uint32_t banks, group_mask, queue, atom_bytes, read_bytes;
    uint64_t all;                                            // banks, as a mask
    uint32_t ccd, rrd, rcd, rcd_write, ras, rp, rc, cl, wl, ccdl, rtpl, rtw, wtr, write_to_precharge, burst_clocks;
    uint64_t column_ok, activate_ok, read_ok, write_ok;      // CCD, RRD, WTR, RTW
    uint64_t busy, waiting;                                  // banks with a request in service; with requests queued
    uint32_t pending;                                        // queued in all banks
    uint32_t inside;                                         // requests anywhere here, the unasked one included
    uint32_t priority;                                       // bank that is looked at first
    uint64_t quiet_until;
    memory_request *incoming;
    // Data bus: positions on a conveyor that moves one place a clock; a transfer is put CL or WL places away from its end.
    bus_slot *bus;
    uint32_t bus_mask, bus_head, bus_tail;
    uint64_t bus_position, last_position;                    // position at the end; position of the youngest transfer
    // A line that nobody asked for: what is left of it, and in which bank.
    memory_request *unasked;
    uint32_t unasked_left;
    uint64_t unasked_bank;                                   // as a mask; 0: none is left
    // Of this clock
    uint64_t hold;                                           // banks whose row stays open
    bool bus_taken;
    bool dual_bus;                                           // row commands have a bus of their own
    uint64_t changed, demand_open, demand_other;             // banks: what they stand for is to be looked at again; levels
    dram_bank  bank[BANKS_MAX];
    bank_group group[GROUPS];
    counters *counters;
    controller_events *events;
    const dram_log *log;
};

static uint32_t or_zero(int32_t number)
{
    return number > 0 ? (uint32_t)number : 0;
}

dram_banks *dram_banks_new(const machine *machine, counters *counters, controller_events *events, const dram_log *log)
{
    dram_banks *b = calloc(1, sizeof *b);
    uint32_t longest = machine->dram.cl > machine->dram.wl ? machine->dram.cl : machine->dram.wl, slots = 1;
    if (!b)
        abort();
    while (slots < longest + 4)
        slots *= 2;
    b->bus = calloc(slots, sizeof *b->bus);
    if (!b->bus)
        abort();
    b->bus_mask = slots - 1;
    b->bus_position = 1;
    b->counters = counters;
    b->events = events;
    b->log = log;
    b->banks = machine->dram.banks;
    b->all = b->banks == 64 ? UINT64_MAX : (UINT64_C(1) << b->banks) - 1;
    b->group_mask = machine->dram.bank_groups - 1;
    b->queue = machine->dram.queue;
    b->atom_bytes = machine->dram.burst * machine->dram.bus_bytes * machine->dram.chips;
    b->read_bytes = machine->l2.sector_bytes;
    b->burst_clocks = machine->dram.burst / machine->dram.data_rate;
    b->ccd = machine->dram.ccd;
    b->rrd = machine->dram.rrd;
    b->rcd = machine->dram.rcd;
    b->ras = machine->dram.ras;
    b->rp = machine->dram.rp;
    b->rc = machine->dram.rc;
    b->cl = machine->dram.cl;
    b->wl = machine->dram.wl;
    b->ccdl = machine->dram.ccdl;
    b->rtpl = machine->dram.rtpl;
    b->rcd_write = or_zero((int32_t)b->rcd - (int32_t)(b->wl + 1));
    b->rtw = or_zero((int32_t)(b->cl + b->burst_clocks + 2) - (int32_t)b->wl);
    b->wtr = b->wl + b->burst_clocks + machine->dram.cdlr;
    b->write_to_precharge = b->wl + b->burst_clocks + machine->dram.wr;
    b->dual_bus = machine->dram.dual_bus;
    return b;
}

void dram_banks_free(dram_banks *b)
{
    if (b)
        free(b->bus);
    free(b);
}

bool dram_banks_full(const dram_banks *b)
{
    return b->pending >= b->queue;
}

void dram_banks_push(dram_banks *b, memory_request *request)
{
    b->incoming = request;
    b->inside++;
}

bool dram_banks_idle(const dram_banks *b)
{
    return !b->inside;
}

uint64_t dram_banks_open(const dram_banks *b)
{
    uint64_t open = 0;
    for (uint32_t i = 0; i < b->banks; i++)
        open |= (uint64_t)b->bank[i].open << i;
    return open;
}

static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// The transfer at the end of the bus, and a step of the conveyor.
static memory_request *bus_step(dram_banks *b)
{
    memory_request *done = NULL;
    if (b->bus_head != b->bus_tail) {
        const bus_slot *slot = &b->bus[b->bus_head & b->bus_mask];
        if (slot->position == b->bus_position) {
            b->bus_head++;
            if (slot->last) {
                done = slot->request;
                b->inside--;
            }
        }
    }
    b->bus_position++;
    return done;
}

static inline bool bus_full(const dram_banks *b)
{
    return b->last_position >= b->bus_position + b->cl;
}

static void bus_push(dram_banks *b, memory_request *request, bool last, uint32_t delay)
{
    b->last_position = later(b->last_position + 1, b->bus_position + (delay ? delay - 1 : 0));
    b->bus[b->bus_tail++ & b->bus_mask] = (bus_slot){ .position = b->last_position, .request = request, .last = last };
}

static void admit(dram_banks *b)
{
    memory_request *request = b->incoming;
    b->incoming = NULL;
    request_list_push(&b->bank[request->bank].waiting, request);
    b->waiting |= UINT64_C(1) << request->bank;
    b->changed |= UINT64_C(1) << request->bank;
    b->pending++;
    if (dram_logged(b->log))
        dram_log_request(b->log, request->bank, request->row, request->address, request_is_write(request));
}

// First ready, first come: the oldest request for the open row, else the oldest.
static void serve(dram_banks *b, unsigned index)
{
    dram_bank *bank = &b->bank[index];
    memory_request *before = NULL, *at = bank->waiting.head;
    while (at && at->row != bank->row) {
        before = at;
        at = at->next;
    }
    b->counters->dram_row_hits += at != NULL && bank->open;
    bank->request = request_list_take_after(&bank->waiting, at ? before : NULL);
    uint32_t bytes = request_is_write(bank->request) ? bank->request->bytes : b->read_bytes;
    bank->bursts_left = (bytes + b->atom_bytes - 1) / b->atom_bytes;
    bank->begun = false;
    if (dram_logged(b->log))
        dram_log_serve(b->log, index, bank->request->row, bank->request->address);
    b->busy |= UINT64_C(1) << index;
    if (!bank->waiting.head)
        b->waiting &= ~(UINT64_C(1) << index);
    b->pending--;
    b->priority = (b->priority + 1) & (b->banks - 1);
    b->quiet_until = 0;
}

// Banks of the mask, turned so that bit i stands for bank (i + first) mod banks.
static inline uint64_t turned(const dram_banks *b, uint64_t mask, uint32_t first)
{
    return first ? (mask >> first | mask << (b->banks - first)) & b->all : mask;
}

// Banks of the mask with an open row that none of their waiting requests is for.
static uint64_t without_hits(const dram_banks *b, uint64_t mask)
{
    uint64_t without = 0;
    for (; mask; mask &= mask - 1) {
        const dram_bank *bank = &b->bank[__builtin_ctzll(mask)];
        const memory_request *at = bank->waiting.head;
        while (at && at->row != bank->row)
            at = at->next;
        without |= at || !bank->open ? 0 : mask & -mask;
    }
    return without;
}

// While a row is held a request for another one waits in the queue, where one for this row may still overtake it.
static void schedule(dram_banks *b)
{
    uint64_t candidates = b->waiting & ~b->busy;
    if (candidates & b->hold)
        candidates &= ~without_hits(b, candidates & b->hold);
    if (candidates)
        serve(b, ((unsigned)__builtin_ctzll(turned(b, candidates, b->priority)) + b->priority) & (b->banks - 1));
}

// A column of the open row; the times that follow from it.
static void access_column(dram_banks *b, uint64_t clock, unsigned index, memory_request *request, bool last)
{
    dram_bank *bank = &b->bank[index];
    bank_group *group = &b->group[index & b->group_mask];
    bool write = request_is_write(request);
    bus_push(b, request, last, write ? b->wl : b->cl);
    b->bus_taken = true;
    b->column_ok = clock + b->ccd;
    group->ccd_ok = clock + b->ccdl;
    if (write) {
        b->read_ok = clock + b->wtr;
        bank->precharge_ok = later(bank->precharge_ok, clock + b->write_to_precharge);
    } else {
        b->write_ok = clock + b->rtw;
        bank->precharge_ok = later(bank->precharge_ok, clock + b->burst_clocks);
        group->precharge_ok = clock + b->rtpl;
    }
}

static void issue_column(dram_banks *b, uint64_t clock, unsigned index)
{
    dram_bank *bank = &b->bank[index];
    memory_request *request = bank->request;
    bool write = request_is_write(request), last = --bank->bursts_left == 0;
    if (dram_logged(b->log))
        dram_log_column(b->log, index, bank->row, request->column / b->read_bytes, LINE_DEMAND, write, !bank->begun, last);
    VERSIONS(if (write && last) version_dram_written(request);)
    VERSIONS(if (!write && !bank->begun) version_dram_read(request, b->read_bytes);)
    access_column(b, clock, index, request, last);
    tell_event(b->events, line_sent, .bank = (uint8_t)index, .row = bank->row, .line = request->column / b->read_bytes,
               .write = write, .kind = LINE_DEMAND, .first = !bank->begun);
    bank->begun = true;
    if (last) {
        bank->request = NULL;
        b->busy &= ~(UINT64_C(1) << index);
        b->changed |= UINT64_C(1) << index;
        b->counters->dram_reads += !write;
        b->counters->dram_writes += write;
    }
}

// The next column of the line that nobody asked for.
static void issue_unasked(dram_banks *b, uint64_t clock, unsigned index, bool first)
{
    memory_request *request = b->unasked;
    bool last = --b->unasked_left == 0;
    if (dram_logged(b->log))
        dram_log_column(b->log, index, request->row, request->column / b->read_bytes, LINE_PREFETCH, false, first, last);
    VERSIONS(if (first) version_dram_read(request, b->read_bytes);)
    access_column(b, clock, index, request, last);
    tell_event(b->events, line_sent, .bank = (uint8_t)index, .row = request->row, .line = request->column / b->read_bytes,
               .kind = LINE_PREFETCH, .first = first);
    if (last)
        b->unasked_bank = 0;
}

static void issue_row(dram_banks *b, uint64_t clock, unsigned index)
{
    dram_bank *bank = &b->bank[index];
    if (dram_logged(b->log))
        dram_log_row(b->log, index, bank->open ? bank->row : bank->request->row, !bank->open);
    if (bank->open) {
        tell_event(b->events, row_close, .bank = (uint8_t)index, .row = bank->row);
        bank->open = false;
        bank->activate_ok = later(bank->activate_ok, clock + b->rp);
    } else {
        bank->open = true;
        bank->row = bank->request->row;
        bank->opened_for = bank->request->address;
        b->activate_ok = clock + b->rrd;
        bank->read_ok = clock + b->rcd;
        bank->write_ok = clock + b->rcd_write;
        bank->precharge_ok = later(bank->precharge_ok, clock + b->ras);
        bank->activate_ok = clock + b->rc;
        b->counters->dram_activates++;
        tell_event(b->events, row_open, .bank = (uint8_t)index, .row = bank->row);
    }
    b->priority = (index + 1) & (b->banks - 1);
    b->changed |= UINT64_C(1) << index;
}

// What comes next for the request of a bank: a row command, its column, the rest of an unasked line in front of it; nothing.
typedef enum { NEXT_ROW, NEXT_COLUMN, NEXT_UNASKED, NEXT_HELD } next_step;

static inline next_step next_of(const dram_banks *b, unsigned index)
{
    const dram_bank *bank = &b->bank[index];
    if (!bank->open)
        return NEXT_ROW;
    if (bank->row == bank->request->row)
        return NEXT_COLUMN;
    if (b->unasked_bank >> index & 1)
        return NEXT_UNASKED;
    return b->hold >> index & 1 ? NEXT_HELD : NEXT_ROW;
}

static uint64_t column_allowed_at(const dram_banks *b, unsigned index, bool write)
{
    const dram_bank *bank = &b->bank[index];
    uint64_t column = later(b->column_ok, b->group[index & b->group_mask].ccd_ok);
    return write ? later(column, later(b->write_ok, bank->write_ok)) : later(column, later(b->read_ok, bank->read_ok));
}

// First clock in which the next command of the bank is allowed.
static uint64_t allowed_at(const dram_banks *b, unsigned index, next_step next, uint64_t clock)
{
    const dram_bank *bank = &b->bank[index];
    if (next == NEXT_HELD)
        return clock + 1;
    if (next == NEXT_ROW)
        return bank->open ? later(bank->precharge_ok, b->group[index & b->group_mask].precharge_ok)
                          : later(b->activate_ok, bank->activate_ok);
    return column_allowed_at(b, index, next == NEXT_COLUMN && request_is_write(bank->request));
}

enum { COLUMNS = 1, ROWS = 2 };     // commands

// Tries the banks of `turn` (turned by `first`) in order. Returns the place at which a row command was issued, or banks.
// quiet_until falls to the earliest clock that a bank waits for.
static uint32_t try_banks(dram_banks *b, uint64_t clock, uint64_t turn, uint32_t first, unsigned commands)
{
    for (; turn; turn &= turn - 1) {
        uint32_t place = (uint32_t)__builtin_ctzll(turn);
        unsigned index = (place + first) & (b->banks - 1);
        next_step next = next_of(b, index);
        bool column = next == NEXT_COLUMN || next == NEXT_UNASKED;
        uint64_t allowed = allowed_at(b, index, next, clock);
        if (allowed <= clock && column && bus_full(b))
            allowed = clock + 1;
        if (allowed > clock) {
            b->quiet_until = allowed < b->quiet_until ? allowed : b->quiet_until;
        } else if (column && commands & COLUMNS) {
            if (next == NEXT_COLUMN)
                issue_column(b, clock, index);
            else
                issue_unasked(b, clock, index, false);
            b->quiet_until = 0;
            return b->banks;
        } else if (!column && commands & ROWS) {
            issue_row(b, clock, index);
            b->quiet_until = 0;
            return place;
        }
    }
    return b->banks;
}

// A column command, then a row command, each of the first bank that may have one.
static void issue_two(dram_banks *b, uint64_t clock)
{
    b->quiet_until = UINT64_MAX;
    try_banks(b, clock, turned(b, b->busy, b->priority), b->priority, COLUMNS);
    const bool column = b->quiet_until == 0;
    try_banks(b, clock, turned(b, b->busy, b->priority), b->priority, ROWS);
    if (column)
        b->quiet_until = 0;
}

// A row command turns the order of the banks that follow it, as in GPGPU-Sim: place i + 1 is then bank i + 1 after the new first.
static void issue(dram_banks *b, uint64_t clock)
{
    if (b->dual_bus) {
        issue_two(b, clock);
        return;
    }
    b->quiet_until = UINT64_MAX;
    uint32_t place = try_banks(b, clock, turned(b, b->busy, b->priority), b->priority, COLUMNS | ROWS);
    if (place >= b->banks - 1)
        return;
    uint64_t rest = turned(b, b->busy, b->priority) & UINT64_MAX << (place + 1);
    try_banks(b, clock, rest, b->priority, COLUMNS);
    b->quiet_until = 0;
}

memory_request *dram_banks_begin(dram_banks *b, bool room)
{
    memory_request *done = room ? bus_step(b) : NULL;
    if (b->incoming)
        admit(b);
    return done;
}

bool dram_banks_command(dram_banks *b, uint64_t clock, uint64_t hold)
{
    b->hold = hold;
    b->bus_taken = false;
    if (b->waiting & ~b->busy)
        schedule(b);
    b->counters->dram_queued += b->pending;
    if (b->busy) {
        b->counters->dram_active_clocks++;
        b->counters->dram_bank_busy += (unsigned)__builtin_popcountll(b->busy);
        if (b->quiet_until <= clock)
            issue(b, clock);
    }
    if (b->unasked_bank && !b->bus_taken && dram_banks_may_read(b, clock, (uint32_t)__builtin_ctzll(b->unasked_bank)))
        issue_unasked(b, clock, (unsigned)__builtin_ctzll(b->unasked_bank), false);
    return b->bus_taken || b->unasked_bank;
}

// --- what is shown, and lines that nobody asked for

static void look_at_bank(dram_banks *b, unsigned index)
{
    const dram_bank *bank = &b->bank[index];
    const uint64_t bit = UINT64_C(1) << index;
    bool open = false, other = false;
    for (const memory_request *at = bank->waiting.head; at && !(open && other); at = at->next)
        *(bank->open && at->row == bank->row ? &open : &other) = true;
    if (bank->request)
        *(bank->open && bank->request->row == bank->row ? &open : &other) = true;
    b->demand_open = (b->demand_open & ~bit) | (open ? bit : 0);
    b->demand_other = (b->demand_other & ~bit) | (other ? bit : 0);
}

void dram_banks_show(dram_banks *b, controller_levels *levels)
{
    for (; b->changed; b->changed &= b->changed - 1)
        look_at_bank(b, (unsigned)__builtin_ctzll(b->changed));
    levels->pending = b->pending;
    levels->demand_open = b->demand_open;
    levels->demand_other = b->demand_other;
}

uint32_t dram_banks_first(const dram_banks *b)
{
    return b->priority;
}

bool dram_banks_may_read(const dram_banks *b, uint64_t clock, uint32_t bank)
{
    return b->bank[bank].open && column_allowed_at(b, bank, false) <= clock && !bus_full(b);
}

uint32_t dram_banks_row(const dram_banks *b, uint32_t bank, uint64_t *address)
{
    *address = b->bank[bank].opened_for;
    return b->bank[bank].row;
}

void dram_banks_read(dram_banks *b, uint64_t clock, memory_request *request)
{
    b->unasked = request;
    b->inside++;
    b->unasked_left = (b->read_bytes + b->atom_bytes - 1) / b->atom_bytes;
    b->unasked_bank = UINT64_C(1) << request->bank;
    issue_unasked(b, clock, request->bank, true);
}

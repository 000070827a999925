// DRAM banks. Times are clocks at which something is allowed again, so that nothing is counted down; a clock in which no
// bank can do anything costs O(1), because `quiet_until` is the earliest one in which one can.
#include "sim/memory/dram_banks.h"

#include <stdlib.h>

enum { DRAM_BANKS = 64, GROUPS = 16 };

typedef struct {
    bool     open;
    uint32_t row;
    memory_request *request;           // in service
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
    uint32_t ccd, rrd, rcd, rcd_write, ras, rp, rc, cl, wl, ccdl, rtpl, rtw, wtr, write_to_precharge, burst_clocks;
    uint64_t column_ok, activate_ok, read_ok, write_ok;      // CCD, RRD, WTR, RTW
    uint64_t busy, waiting;                                  // banks with a request in service; with requests queued
    uint32_t pending;                                        // queued in all banks
    uint32_t priority;                                       // bank that is looked at first
    uint64_t quiet_until;
    memory_request *incoming;
    // Data bus: positions on a conveyor that moves one place a clock; a transfer is put CL or WL places away from its end.
    bus_slot *bus;
    uint32_t bus_mask, bus_head, bus_tail;
    uint64_t bus_position, last_position;                    // position at the end; position of the youngest transfer
    dram_bank  bank[DRAM_BANKS];
    bank_group group[GROUPS];
    counters *counters;
    controller_events *events;
};

static uint32_t or_zero(int32_t number)
{
    return number > 0 ? (uint32_t)number : 0;
}

dram_banks *dram_banks_new(const machine *machine, counters *counters, controller_events *events)
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
    b->banks = machine->dram.banks;
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
    return b;
}

void dram_banks_free(dram_banks *b)
{
    if (b)
        free(b->bus);
    free(b);
}

uint32_t dram_banks_pending(const dram_banks *b)
{
    return b->pending;
}

bool dram_banks_full(const dram_banks *b)
{
    return b->pending >= b->queue;
}

void dram_banks_push(dram_banks *b, memory_request *request)
{
    b->incoming = request;
}

bool dram_banks_idle(const dram_banks *b)
{
    return !b->busy && !b->pending && !b->incoming && b->bus_head == b->bus_tail;
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
            if (slot->last)
                done = slot->request;
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
    b->pending++;
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
    uint64_t all = b->banks == 64 ? UINT64_MAX : (UINT64_C(1) << b->banks) - 1;
    return first ? (mask >> first | mask << (b->banks - first)) & all : mask;
}

static void schedule(dram_banks *b)
{
    uint64_t candidates = b->waiting & ~b->busy;
    if (candidates)
        serve(b, ((unsigned)__builtin_ctzll(turned(b, candidates, b->priority)) + b->priority) & (b->banks - 1));
}

static void issue_column(dram_banks *b, uint64_t clock, unsigned index)
{
    dram_bank *bank = &b->bank[index];
    bank_group *group = &b->group[index & b->group_mask];
    bool write = request_is_write(bank->request), last = --bank->bursts_left == 0;
    bus_push(b, bank->request, last, write ? b->wl : b->cl);
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
    if (last) {
        bank->request = NULL;
        b->busy &= ~(UINT64_C(1) << index);
        b->counters->dram_reads += !write;
        b->counters->dram_writes += write;
    }
    tell_event(b->events, line_sent, .bank = (uint8_t)index, .row = bank->row, .write = write);
}

static void issue_row(dram_banks *b, uint64_t clock, unsigned index)
{
    dram_bank *bank = &b->bank[index];
    if (bank->open) {
        tell_event(b->events, row_close, .bank = (uint8_t)index, .row = bank->row);
        bank->open = false;
        bank->activate_ok = later(bank->activate_ok, clock + b->rp);
    } else {
        bank->open = true;
        bank->row = bank->request->row;
        b->activate_ok = clock + b->rrd;
        bank->read_ok = clock + b->rcd;
        bank->write_ok = clock + b->rcd_write;
        bank->precharge_ok = later(bank->precharge_ok, clock + b->ras);
        bank->activate_ok = clock + b->rc;
        b->counters->dram_activates++;
        tell_event(b->events, row_open, .bank = (uint8_t)index, .row = bank->row);
    }
    b->priority = (index + 1) & (b->banks - 1);
}

static inline bool wants_column(const dram_bank *bank)
{
    return bank->open && bank->row == bank->request->row;
}

// First clock in which the next command of the bank's request is allowed.
static uint64_t allowed_at(const dram_banks *b, unsigned index)
{
    const dram_bank *bank = &b->bank[index];
    const bank_group *group = &b->group[index & b->group_mask];
    if (!bank->open)
        return later(b->activate_ok, bank->activate_ok);
    if (bank->row != bank->request->row)
        return later(bank->precharge_ok, group->precharge_ok);
    uint64_t column = later(b->column_ok, group->ccd_ok);
    return request_is_write(bank->request) ? later(column, later(b->write_ok, bank->write_ok))
                                           : later(column, later(b->read_ok, bank->read_ok));
}

// Tries the banks of `turn` (turned by `first`) in order. Returns the place at which a row command was issued, or banks;
// `row` false: column commands only. quiet_until falls to the earliest clock that a bank waits for.
static uint32_t try_banks(dram_banks *b, uint64_t clock, uint64_t turn, uint32_t first, bool row)
{
    for (; turn; turn &= turn - 1) {
        uint32_t place = (uint32_t)__builtin_ctzll(turn);
        unsigned index = (place + first) & (b->banks - 1);
        uint64_t allowed = allowed_at(b, index);
        bool column = wants_column(&b->bank[index]);
        if (allowed <= clock && column && bus_full(b))
            allowed = clock + 1;
        if (allowed > clock) {
            b->quiet_until = allowed < b->quiet_until ? allowed : b->quiet_until;
        } else if (column) {
            issue_column(b, clock, index);
            b->quiet_until = 0;
            return b->banks;
        } else if (row) {
            issue_row(b, clock, index);
            b->quiet_until = 0;
            return place;
        }
    }
    return b->banks;
}

// A row command turns the order of the banks that follow it, as in GPGPU-Sim: place i + 1 is then bank i + 1 after the new first.
static void issue(dram_banks *b, uint64_t clock)
{
    b->quiet_until = UINT64_MAX;
    uint32_t place = try_banks(b, clock, turned(b, b->busy, b->priority), b->priority, true);
    if (place >= b->banks - 1)
        return;
    uint64_t rest = turned(b, b->busy, b->priority) & UINT64_MAX << (place + 1);
    try_banks(b, clock, rest, b->priority, false);
    b->quiet_until = 0;
}

memory_request *dram_banks_clock(dram_banks *b, uint64_t clock, bool room)
{
    memory_request *done = room ? bus_step(b) : NULL;
    if (b->incoming)
        admit(b);
    if (b->waiting & ~b->busy)
        schedule(b);
    b->counters->dram_queued += b->pending;
    if (b->busy) {
        b->counters->dram_active_clocks++;
        b->counters->dram_bank_busy += (unsigned)__builtin_popcountll(b->busy);
        if (b->quiet_until <= clock)
            issue(b, clock);
    }
    return done;
}

// SPDX-License-Identifier: BSD-3-Clause
// The kernel's code, and pending registers; see sim/check/facts.h.
#include "sim/check/facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CODES_MAX = 1 << 20, INSN_STEP = 8 };

// --- the kernel's code

bool facts_begins(const char *kind, const char *with) { return strncmp(kind, with, strlen(with)) == 0; }
static bool has(const char *kind, const char *part) { return strstr(kind, part) != NULL; }

static bool of_memory(const char *kind)
{
    const char *space = strchr(kind, '.');
    return (facts_begins(kind, "ld.") || facts_begins(kind, "st.") || facts_begins(kind, "atom.")) &&
           (facts_begins(space, ".global") || facts_begins(space, ".local") || facts_begins(space, ".generic"));
}

// If global loads bypass the L1D on this machine: a local load, or one that asks for the L1D.
static bool is_load(const facts *f, const char *kind)
{
    const bool skips = f->r->m.l1d.global == L1D_SKIPS_GLOBAL && !has(kind, ".local") && !has(kind, ".nc");
    return of_memory(kind) && facts_begins(kind, "ld.") && !has(kind, ".cg") && !skips;
}

// The same for an issued one, whose space is known.
bool facts_is_cached(const facts *f, const char *kind, const char *space)
{
    const bool skips = f->r->m.l1d.global == L1D_SKIPS_GLOBAL && !has(kind, ".nc"), load = of_memory(kind) && facts_begins(kind, "ld.");
    return load && !has(kind, ".cg") && (strcmp(space, "local") == 0 || (strcmp(space, "global") == 0 && !skips));
}

static uint8_t unit_named(const char *word)
{
    static const char *const words[KINDS_OF_UNIT] = {"sp", "sfu", "mem", "tensor", "dp", "int"};
    uint8_t unit = 0;
    while (unit < KINDS_OF_UNIT && strcmp(word, words[unit]) != 0)
        unit++;
    return unit < KINDS_OF_UNIT ? unit : UNIT_SP;
}

void facts_take_code(facts *f, const recorded_event *event, uint64_t cycle)
{
    const uint64_t at = facts_number(f, event, 0) / INSN_STEP;
    const char *kind = event->word[0], *unit = event->word[1];
    if (at >= CODES_MAX || facts_number(f, event, 1) + 2 > event->numbers) {
        facts_complain(f, "events", -1, cycle, "the code at pc %" PRIx64 " is none", facts_number(f, event, 0));
        return;
    }
    if (at >= f->codes) {
        f->code = realloc(f->code, (at + 256) * sizeof *f->code);
        if (!f->code)
            abort();
        memset(f->code + f->codes, 0, (at + 256 - f->codes) * sizeof *f->code);
        f->codes = at + 256;
    }
    f->code[at] = (fact_code){.kind = kind, .unit = unit_named(unit),
                              .load = is_load(f, kind), .memory = of_memory(kind), .atomic = facts_begins(kind, "atom."),
                              .membar = strcmp(kind, "membar") == 0, .event = event, .written = (uint32_t)facts_number(f, event, 1)};
}

const fact_code *facts_code_at(const facts *f, uint64_t pc)
{
    const uint64_t at = pc / INSN_STEP;
    return at < f->codes && f->code[at].kind ? &f->code[at] : NULL;
}

bool facts_is_load(const facts *f, uint64_t pc)
{
    const fact_code *code = facts_code_at(f, pc);
    return code && code->load;
}

// --- registers

static bool names_register(const facts *f, const fact_code *code, uint32_t first, uint32_t end, uint64_t reg)
{
    for (uint32_t i = first; i < end; i++)
        if (facts_number(f, code->event, i) == reg)
            return true;
    return false;
}

// The reader reads or writes something that the writer writes.
static bool collides(const facts *f, const fact_code *writer, const fact_code *reader)
{
    for (uint32_t i = 0; i < writer->written; i++)
        if (names_register(f, reader, 2, reader->event->numbers, facts_number(f, writer->event, 2 + i)))
            return true;
    return false;
}

static void look_at_registers(facts *f, unsigned warp)
{
    const fact_warp *w = &f->warp[warp];
    const uint64_t bit = facts_bit(warp);
    const bool wanted = w->running && w->filled && w->buffer[0].present && w->buffer[0].pc == w->next;
    const fact_code *head = wanted ? facts_code_at(f, w->next) : NULL;
    bool clear = head != NULL, data = false;
    for (unsigned i = 0; head && i < w->flying; i++) {
        const fact_load *l = &f->load[w->in_flight[i] % FACT_RING];
        const fact_code *writer = facts_code_at(f, l->pc);
        if (!writer || !collides(f, writer, head))
            continue;
        clear = false;
        data |= l->data;
    }
    f->clear = (f->clear & ~bit) | (clear ? bit : 0);
    f->needs_data = (f->needs_data & ~bit) | (data ? bit : 0);
}

void facts_look_again(facts *f)
{
    for (; f->stale; f->stale &= f->stale - 1)
        look_at_registers(f, (unsigned)__builtin_ctzll(f->stale));
}

void facts_fly(facts *f, unsigned warp, const fact_load *l, uint64_t cycle)
{
    fact_warp *w = &f->warp[warp];
    if (w->flying == IN_FLIGHT) {
        facts_complain(f, "events", (int)warp, cycle, "%d instructions are not complete", IN_FLIGHT);
        return;
    }
    w->in_flight[w->flying++] = l->id;
    f->stale |= facts_bit(warp);
}

static bool land(fact_warp *w, uint64_t id)
{
    for (unsigned i = 0; i < w->flying; i++)
        if (w->in_flight[i] == id) {
            w->in_flight[i] = w->in_flight[--w->flying];
            return true;
        }
    return false;
}

// Some register of the warp is still pending.
static bool writes_something(const facts *f, const fact_warp *w)
{
    for (unsigned i = 0; i < w->flying; i++) {
        const fact_code *writer = facts_code_at(f, f->load[w->in_flight[i] % FACT_RING].pc);
        if (writer && writer->written)
            return true;
    }
    return false;
}

// A membar ends when all earlier memory operations have: stores acknowledged, loads written, itself through the LD/ST unit.
static void look_at_membar(facts *f, fact_warp *w)
{
    if (!w->membar || w->membars || w->stores || writes_something(f, w))
        return;
    w->membar = false;
    w->membar_due = true;
}

void facts_complete(facts *f, const recorded_event *event, uint64_t cycle)
{
    fact_load *l = facts_load_of(f, facts_number(f, event, 0), cycle);
    if (!l)
        return;
    fact_warp *w = &f->warp[l->warp];
    const fact_code *code = facts_code_at(f, l->pc);
    if (!land(w, l->id) || l->in_register) {
        facts_complain(f, "complete", (int)l->warp, cycle, "instruction %" PRIu64 " is complete, which is not on its way", l->id);
        return;
    }
    l->complete = true;
    w->atomics -= code && code->atomic && w->atomics;
    w->membars -= code && code->membar && w->membars;
    f->stale |= facts_bit(l->warp);
    look_at_membar(f, w);
}

void facts_collect(facts *f, const recorded_event *event, uint64_t cycle)
{
    fact_load *l = facts_load_of(f, facts_number(f, event, 0), cycle);
    if (!l)
        return;
    if (!l->in_register) {
        facts_complain(f, "registers", (int)l->warp, cycle, "instruction %" PRIu64 " leaves an issue register, and stands in none", l->id);
        return;
    }
    l->in_register = false;
    f->registers[l->unit][l->scheduler]--;
}

void facts_store(facts *f, unsigned warp, bool acknowledged, uint64_t cycle)
{
    fact_warp *w = &f->warp[warp];
    if (acknowledged && !w->stores) {
        facts_complain(f, "stores", (int)warp, cycle, "a store is acknowledged that was not sent");
        return;
    }
    w->stores += acknowledged ? UINT64_MAX : 1;
    if (acknowledged)
        look_at_membar(f, w);
}

void facts_membar_over(facts *f, unsigned warp, uint64_t cycle)
{
    fact_warp *w = &f->warp[warp];
    if (!w->membar_due)
        facts_complain(f, "membar", (int)warp, cycle, "its membar lets it go before all that is in front of it is over");
    w->membar = w->membar_due = false;
}

bool facts_register_free(const facts *f, unsigned scheduler, unsigned unit)
{
    const machine *m = &f->r->m;
    const uint32_t places[KINDS_OF_UNIT] = {m->core.sp_issue_slots,     m->core.sfu_issue_slots, m->core.mem_issue_slots,
                                            m->core.tensor_issue_slots, m->core.dp_issue_slots,  m->core.int_issue_slots};
    unsigned used = 0;
    for (unsigned i = 0; i < f->schedulers; i++)
        used += f->registers[unit][i];
    return m->core.sub_cores ? !f->registers[unit][scheduler] : used < places[unit];
}

// SPDX-License-Identifier: BSD-3-Clause
// The SM by the contract; see tests/wires/facts.h.
#include "tests/wires/facts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 1 << 14, FIFO = 1024 };

static void complain(facts *f, const char *rule, uint64_t cycle, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void complain(facts *f, const char *rule, uint64_t cycle, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    f->complain(f->context, rule, cycle, text);
}

void facts_open(facts *f, const recorded *r, fact_complaint *complaint, void *context)
{
    char index[16];
    *f = (facts){.complain = complaint, .context = context};
    f->warps = recorded_key(r, "core", "warps", NULL, 0);
    f->schedulers = recorded_key(r, "core", "schedulers", NULL, 0);
    f->sets = recorded_key(r, "l1d", "sets", NULL, 0);
    f->line_bytes = recorded_key(r, "l1d", "line_bytes", NULL, 0);
    f->free_mshrs = f->mshrs = recorded_key(r, "l1d", "mshrs", NULL, 0);
    recorded_key(r, "l1d", "index", index, sizeof index);
    f->index = strcmp(index, "hash") == 0 ? SET_HASH : strcmp(index, "xor") == 0 ? SET_XOR : SET_LINEAR;
    f->load = calloc(RING, sizeof *f->load);
}

void facts_close(facts *f)
{
    free(f->load);
    free(f->brought);
}

static fact_load *load_of(facts *f, uint64_t id, uint64_t cycle)
{
    fact_load *load = &f->load[id % RING];
    if (load->id != id)
        complain(f, "events", cycle, "instruction %" PRIu64 " was never issued", id);
    return load;
}

// Fermi's hash, as GPGPU-Sim's configuration file says it: index bits XOR bits 13, 14, 15, 17 and 19 of the address.
unsigned facts_set(const facts *f, uint64_t address)
{
    uint64_t line = address / f->line_bytes, set = line % f->sets;
    static const unsigned bits[] = {13, 14, 15, 17, 19};
    for (unsigned i = 0; f->index == SET_HASH && i < 5; i++)
        set ^= (address >> bits[i] & 1) << i;
    if (f->index == SET_XOR)
        set ^= line / f->sets;
    return (unsigned)(set % f->sets);
}

// --- instructions

bool facts_is_load(const char *kind)
{
    return strcmp(kind, "ld.global") == 0 || strcmp(kind, "ld.local") == 0 || strcmp(kind, "ld.generic") == 0;
}

static void touch_line(const facts *f, fact_load *load, uint64_t address)
{
    uint64_t line = address / f->line_bytes;
    unsigned i = 0;
    while (i < load->lines && load->line[i] != line)
        i++;
    if (i == load->lines && i < ACCESSES)
        load->line[load->lines++] = line;
}

// The lines of a load: each byte of each lane; local memory lies in words of four bytes, interleaved over all threads.
static void touch_lines(const facts *f, fact_load *load, const char *space, unsigned width, char *addresses)
{
    bool local = strcmp(space, "local") == 0;
    char *end;
    for (uint64_t address = strtoull(addresses, &end, 16); end != addresses; address = strtoull(addresses, &end, 16)) {
        for (unsigned byte = 0; byte < width; byte++)
            touch_line(f, load, local ? address + byte / 4 * f->local_stride + byte % 4 : address + byte);
        addresses = end;
    }
}

static uint64_t bit(unsigned warp) { return UINT64_C(1) << warp; }

static uint64_t cta_running(const facts *f, unsigned cta)
{
    uint64_t warps = 0;
    for (unsigned w = 0; w < f->warps; w++)
        if (f->warp[w].running && f->warp[w].cta == cta)
            warps |= bit(w);
    return warps;
}

// A barrier opens when every warp of the CTA that has not ended has arrived, or 32 threads a warp of so many.
static void open_barriers(facts *f, unsigned cta)
{
    for (unsigned b = 0; b < BARRIER_COUNT; b++) {
        fact_barrier *at = &f->barriers[cta][b];
        const bool all = !(cta_running(f, cta) & ~at->arrived), enough = at->arrivals * LANES >= at->threads;
        if (!at->arrivals || !(at->threads ? enough : all))
            continue;
        for (unsigned w = 0; w < f->warps; w++)
            if (at->waiting >> w & 1)
                f->warp[w].barrier = -1;
        *at = (fact_barrier){0};
    }
}

static void arrive(facts *f, unsigned warp, bool waits, unsigned barrier, unsigned threads)
{
    fact_barrier *at = &f->barriers[f->warp[warp].cta][barrier];
    at->arrived |= bit(warp);
    at->arrivals++;
    at->threads = threads;
    if (waits) {
        at->waiting |= bit(warp);
        f->warp[warp].barrier = (int)barrier;
    }
    open_barriers(f, f->warp[warp].cta);
}

static void pop_buffer(facts *f, fact_warp *w, unsigned warp, uint32_t pc, const char *kind, uint64_t cycle)
{
    if (!w->filled || w->buffer[0].pc != pc || strcmp(w->buffer[0].kind, kind) != 0)
        complain(f, "buffer", cycle, "warp %u issues pc %" PRIx32 " %s, which is not next in its buffer", warp, pc,
            kind);
    w->buffer[0] = w->buffer[1];
    w->filled -= w->filled > 0;
}

static void note_issue(facts *f, fact_load *l, const char *kind, uint64_t cycle)
{
    fact_cycle *now = &f->now;
    if (now->issue_of[l->scheduler] >= 0)
        complain(f, "grant", cycle, "scheduler %u issues twice", l->scheduler);
    now->issue_of[l->scheduler] = (int)l->warp;
    now->left_of[l->scheduler] = l->left;
    now->issued |= bit(l->warp);
    now->issues++;
    l->charges = facts_is_load(kind);
    if (l->charges) {
        now->load_issues = true;
        now->load_warp = l->warp;
        now->load_charge = l->charge;
    } else if (l->charge) {
        complain(f, "charge", cycle, "warp %u: %s at pc %" PRIx32 " is charged %u", l->warp, kind, l->pc, l->charge);
    }
}

static void issue(facts *f, char *words, uint64_t cycle)
{
    fact_load l = {0};
    char kind[24], space[16] = "none";
    uint32_t active, next;
    unsigned width = 0, barrier, threads;
    bool barred = false;
    int used = 0;
    if (sscanf(words, "issue %" SCNu64 " %u %u %" SCNx32 " %23s active %" SCNx32 " left %u next %" SCNx32
               " charge %" SCNu32 "%n", &l.id, &l.scheduler, &l.warp, &l.pc, kind, &active, &l.left, &next, &l.charge, &used) < 9)
        return;
    if (l.scheduler >= f->schedulers || l.warp >= f->warps) {
        complain(f, "events", cycle, "warp %u of scheduler %u issues", l.warp, l.scheduler);
        return;
    }
    words += used;
    if (sscanf(words, " barrier %u threads %u", &barrier, &threads) == 2)
        barred = barrier < BARRIER_COUNT;
    else if (sscanf(words, " %15s %u%n", space, &width, &used) == 2)
        touch_lines(f, &l, space, width, words + used);
    fact_warp *w = &f->warp[l.warp];
    pop_buffer(f, w, l.warp, l.pc, kind, cycle);
    w->next = next;
    note_issue(f, &l, kind, cycle);
    l.cached = l.charges && (strcmp(space, "global") == 0 || strcmp(space, "local") == 0);
    f->load[l.id % RING] = l;
    w->membar |= strcmp(kind, "membar") == 0;
    if (barred)
        arrive(f, l.warp, strcmp(kind, "bar.arrive") != 0, barrier, threads);
}

// --- LD/ST unit

static bool among(const uint64_t *lines, unsigned count, uint64_t line)
{
    for (unsigned i = 0; i < count; i++)
        if (lines[i] == line)
            return true;
    return false;
}

static void accept(facts *f, char *words, uint64_t cycle)
{
    char *at;
    uint64_t id = strtoull(words + strlen("accept "), &at, 10);
    fact_load *l = load_of(f, id, cycle);
    if (!l->cached)
        return;
    for (char *end; l->accesses < ACCESSES; at = end) {
        uint64_t address = strtoull(at, &end, 16);
        if (end == at)
            break;
        l->access[l->accesses++] = address;
        if (!among(l->line, l->lines, address / f->line_bytes))
            complain(f, "coalescing", cycle, "load %" PRIu64 " accesses %" PRIx64 ", which no lane touches", id,
                address);
    }
    for (unsigned i = 0; i < l->lines; i++) {
        unsigned a = 0;
        while (a < l->accesses && l->access[a] / f->line_bytes != l->line[i])
            a++;
        if (a == l->accesses)
            complain(f, "coalescing", cycle, "load %" PRIu64 " makes no access to line %" PRIx64, id, l->line[i]);
    }
    if (f->count < FIFO && l->accesses)
        f->fifo[(f->first + f->count++) % FIFO] = id;
    f->now.coalesced = l->lines > 0;
    f->now.coalesced_pc = l->pc;
    f->now.coalesced_lines = l->lines;
}

// The entry of a line; a new one, when it has none and is to get one.
static unsigned brought(facts *f, uint64_t line, bool enter)
{
    unsigned i = 0;
    while (i < f->lines && f->brought[i].line != line)
        i++;
    if (i == f->lines && enter) {
        f->brought = realloc(f->brought, ++f->lines * sizeof *f->brought);
        f->brought[i].line = line;
    }
    return i;
}

// A warp owns the line that its load missed, until it leaves.
static void evict(facts *f, const char *words, uint64_t cycle)
{
    unsigned owner;
    uint64_t address;
    char cause[24];
    fact_cycle *now = &f->now;
    if (sscanf(words, "evict %u %" SCNx64 " %23s", &owner, &address, cause) != 3)
        return;
    unsigned entry = brought(f, address / f->line_bytes, false);
    if (entry == f->lines) {
        complain(f, "evict", cycle, "%" PRIx64 " leaves the L1D, which no load has brought in", address);
        return;
    }
    bool replaced = strcmp(cause, "replaced") == 0;
    if (!now->replaced && (replaced || strcmp(cause, "store") == 0)) {
        now->replaced = replaced;
        now->stored_over = !replaced;
        now->victim_warp = f->brought[entry].warp;
        now->victim_line = f->brought[entry].line;
    }
    f->brought[entry] = f->brought[--f->lines];
}

static void note_lost(facts *f, const fact_load *l, uint64_t address, const char *outcome)
{
    fact_cycle *now = &f->now;
    bool miss = strcmp(outcome, "miss") == 0;
    now->access_warp = l->warp;
    now->access_line = address / f->line_bytes;
    now->lost = !l->failed && (miss || strcmp(outcome, "fail_mshr") == 0);
    bool in_front = strcmp(outcome, "fail_line") == 0 || strcmp(outcome, "fail_miss_queue") == 0;
    now->may_be_lost = now->lost || (!l->failed && in_front);
    if (miss) {
        unsigned entry = brought(f, now->access_line, true);
        f->brought[entry].warp = l->warp;
    }
}

static void access(facts *f, const char *words, uint64_t cycle)
{
    uint64_t id, address;
    char outcome[24];
    fact_cycle *now = &f->now;
    if (sscanf(words, "access %" SCNu64 " %" SCNx64 " %23s", &id, &address, outcome) != 3)
        return;
    fact_load *l = load_of(f, id, cycle);
    if (!f->count || f->fifo[f->first] != id) {
        complain(f, "fifo", cycle, "load %" PRIu64 " reaches the L1D, %" PRIu64 " was coalesced first", id,
                 f->count ? f->fifo[f->first] : 0);
        return;
    }
    if (l->taken == l->accesses || l->access[l->accesses - 1 - l->taken] != address) {
        complain(f, "fifo", cycle, "load %" PRIu64 " accesses %" PRIx64 " out of turn", id, address);
        return;
    }
    bool first = !l->sets;
    now->misses += strcmp(outcome, "miss") == 0;
    now->access = true;
    now->start = first;
    now->lines = l->lines;
    now->set = facts_set(f, address);
    now->hit = strcmp(outcome, "hit") == 0 && !l->failed;
    note_lost(f, l, address, outcome);
    l->sets |= UINT64_C(1) << now->set % 64;
    l->failed = strncmp(outcome, "fail", 4) == 0;
    l->taken += !l->failed;
    if (l->taken < l->accesses)
        return;
    now->done = true;
    now->done_pc = l->pc;
    now->divergent = l->lines > DIVERGENT_LINES;
    now->sets = (unsigned)__builtin_popcountll(l->sets);
    now->released += l->charge;
    f->first = (f->first + 1) % FIFO;
    f->count--;
}

// A load that leaves without an access to the L1D gives its charge back then.
static void leave(facts *f, const char *words, uint64_t cycle)
{
    fact_load *l = load_of(f, strtoull(words + strlen("leave "), NULL, 10), cycle);
    if (l->charges && (!l->cached || !l->accesses))
        f->now.released_without_access += l->charge;
}

// At most one entry comes back a cycle, each miss takes one.
static void mshrs(facts *f, const char *words, uint64_t cycle)
{
    unsigned free = (unsigned)strtoul(words + strlen("mshrs "), NULL, 10), back = free + f->now.misses - f->free_mshrs;
    if (free > f->mshrs || back > 1)
        complain(f, "mshrs", cycle, "%u free, %u before and %u misses", free, f->free_mshrs, f->now.misses);
    f->free_mshrs = free;
}

// --- warps

static unsigned read_fill(fact_cycle *now, const char *words)
{
    int used = 0;
    unsigned count = 0;
    sscanf(words, "fill %u %u%n", &now->fill_warp, &now->fill_active, &used);
    for (words += used; count < 2; words += used, count++) {
        fact_insn *insn = &now->filled[count];
        if (sscanf(words, " %" SCNx32 " %23s%n", &insn->pc, insn->kind, &used) != 2)
            break;
        insn->present = strcmp(insn->kind, "none") != 0;
    }
    now->fill = true;
    return count;
}

static void fill(facts *f, const char *words, uint64_t cycle)
{
    unsigned count = read_fill(&f->now, words);
    fact_warp *w = &f->warp[f->now.fill_warp % WARPS];
    if (w->filled)
        complain(f, "fill", cycle, "warp %u: its buffer holds %u instructions", f->now.fill_warp, w->filled);
    memcpy(w->buffer, f->now.filled, sizeof w->buffer);
    w->filled = count;
}

static void start_cta(facts *f, const char *words)
{
    unsigned first = 0, count = 0;
    uint32_t pc = 0;
    sscanf(words, "cta %u %u %" SCNx32, &first, &count, &pc);
    for (unsigned w = first; w < first + count && w < WARPS; w++) {
        f->warp[w] = (fact_warp){.running = true, .cta = first, .next = pc, .barrier = -1, .age = f->starts++};
        f->now.launched |= bit(w);
    }
    memset(f->barriers[first % WARPS], 0, sizeof f->barriers[0]);
}

static void end_warp(facts *f, unsigned warp)
{
    f->now.exited |= bit(warp);
    f->warp[warp].running = false;
    open_barriers(f, f->warp[warp].cta);
}

// --- masks and ranks

#define WARPS_THAT(condition) \
    uint64_t warps = 0; \
    for (unsigned i = 0; i < f->warps; i++) { \
        const fact_warp *w = &f->warp[i]; \
        warps |= (condition) ? bit(i) : 0; \
    } \
    return warps

uint64_t facts_running(const facts *f) { WARPS_THAT(w->running); }
uint64_t facts_waiting(const facts *f) { WARPS_THAT(w->running && (w->barrier >= 0 || w->membar)); }
uint64_t facts_buffered_loads(const facts *f) { WARPS_THAT(w->filled && facts_is_load(w->buffer[0].kind)); }
uint64_t facts_loads(const facts *f)
{
    WARPS_THAT(w->filled && w->buffer[0].pc == w->next && facts_is_load(w->buffer[0].kind));
}
uint64_t facts_may_issue(const facts *f)
{
    WARPS_THAT(w->running && w->filled && w->buffer[0].present && w->buffer[0].pc == w->next && w->barrier < 0 &&
        !w->membar);
}

// Resident warps that are older; among those that wait alike.
static uint8_t rank_of(const facts *f, unsigned warp, uint64_t waiting)
{
    uint8_t rank = 0;
    for (unsigned i = 0; i < f->warps; i++) {
        bool waits = waiting >> i & 1, own = waiting >> warp & 1;
        rank += f->warp[i].running && (waits == own ? f->warp[i].age < f->warp[warp].age : own);
    }
    return f->warp[warp].running ? rank : 0;
}

// The lower slots that hold an older warp, or any where the warp's own slot is empty.
static uint64_t older_below(const facts *f, unsigned warp)
{
    uint64_t older = 0;
    for (unsigned i = 0; i < warp; i++)
        if (f->warp[i].running && (!f->warp[warp].running || f->warp[i].age < f->warp[warp].age))
            older |= bit(i);
    return older;
}

static void rank_warps(facts *f)
{
    uint64_t running = facts_running(f), waiting = facts_waiting(f);
    if (running == f->ranked_running && waiting == f->ranked_waiting && f->starts == f->ranked_starts)
        return;
    for (unsigned w = 0; w < f->warps; w++) {
        f->older[w] = older_below(f, w);
        f->rank[w] = rank_of(f, w, 0);
        f->rank_run[w] = rank_of(f, w, waiting);
    }
    f->ranked_running = running;
    f->ranked_waiting = waiting;
    f->ranked_starts = f->starts;
}

// --- a cycle

static bool is(const char *words, const char *word)
{
    size_t length = strlen(word);
    return strncmp(words, word, length) == 0 && (words[length] == ' ' || !words[length]);
}

void facts_early(facts *f, const recorded *r, size_t first, size_t end, uint64_t cycle)
{
    f->now = (fact_cycle){.issue_of = {-1, -1, -1, -1}, .slept = cycle < f->sleeps_until};
    for (size_t i = first; i < end; i++) {
        char *words = r->event[i].words;
        if (is(words, "kernel")) {
            f->now.kernel = true;
            f->local_stride = strtoull(words + strlen("kernel "), NULL, 16);
        } else if (is(words, "sleep")) {
            f->sleeps_until = cycle + strtoull(words + strlen("sleep "), NULL, 10);
            f->now.slept = true;
        } else if (is(words, "membar_over"))
            f->warp[strtoul(words + strlen("membar_over "), NULL, 10) % WARPS].membar = false;
        else if (is(words, "accept"))
            accept(f, words, cycle);
        else if (is(words, "access"))
            access(f, words, cycle);
        else if (is(words, "evict"))
            evict(f, words, cycle);
        else if (is(words, "leave"))
            leave(f, words, cycle);
        else if (is(words, "mshrs"))
            mshrs(f, words, cycle);
        else if (is(words, "fill"))
            read_fill(&f->now, words);
    }
    rank_warps(f);
}

void facts_late(facts *f, const recorded *r, size_t first, size_t end, uint64_t cycle)
{
    for (size_t i = first; i < end; i++) {
        char *words = r->event[i].words;
        unsigned warp = (unsigned)strtoul(words + strcspn(words, " "), NULL, 10) % WARPS;
        if (is(words, "issue")) {
            issue(f, words, cycle);
        } else if (is(words, "fill")) {
            fill(f, words, cycle);
        } else if (is(words, "flush")) {
            f->now.flushed |= bit(warp);
            f->warp[warp].filled = 0;
        } else if (is(words, "exit")) {
            end_warp(f, warp);
        } else if (is(words, "cta")) {
            start_cta(f, words);
        }
    }
}

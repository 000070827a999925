// SPDX-License-Identifier: BSD-3-Clause
// The comparison of wires; see tests/wires/wires.h. One function a block; `expect` names the input by its row in
// the table.
#include "tests/wires/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_arbiter.h"
#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
#include "tb/field.h"

enum { GTO = 1, WIRE_ACC_MAX = 63 };

// --- comparing

static void complain(void *context, const char *rule, uint64_t cycle, const char *text)
{
    wire_check *c = context;
    c->result.violations++;
    for (unsigned i = 0; i < c->rules; i++)
        if (strcmp(c->rule[i], rule) == 0)
            return;
    if (c->rules < RULES)
        snprintf(c->rule[c->rules++], sizeof c->rule[0], "%s", rule);
    fprintf(c->output, "rule %s: cycle %" PRIu64 ": %s\n", rule, cycle, text);
}

void wire_require(wire_check *c, bool holds, const char *rule, const char *text)
{
    c->result.comparisons++;
    if (!holds)
        complain(c, rule, c->cycle, text);
}

static const block_field *row_of(const recorded_block *b, const char *name, unsigned *row)
{
    const block_field *f = b->inputs.ops->fields;
    for (*row = 0; f->name && !(field_is_input(f) && strcmp(f->name, name) == 0); f++)
        ++*row;
    if (!f->name || *row >= FIELDS) {
        fprintf(stderr, "check_recording: %s has no input %s\n", b->name, name);
        exit(2);
    }
    return f;
}

static void violated(wire_check *c, const recorded_block *b, const block_field *f, unsigned row, unsigned element,
                     uint64_t seen, const char *relation, uint64_t expected)
{
    char name[FIELD_TEXT];
    bool *broken = &c->broken[b - c->r->block][row];
    c->result.violations++;
    if (*broken)
        return;
    *broken = true;
    field_element_name(f, element, name);
    fprintf(c->output, "wire %s.%s: cycle %" PRIu64 ": seen 0x%" PRIx64 ", expected %s0x%" PRIx64 "\n", b->name, name,
            c->cycle, seen, relation, expected);
}

void wire_expect_at(wire_check *c, const recorded_block *b, const char *name, unsigned element, uint64_t expected)
{
    unsigned row;
    const block_field *f = row_of(b, name, &row);
    uint64_t seen = field_get(f, recorded_in(b, c->cycle), element);
    c->compared[b - c->r->block][row]++;
    c->result.comparisons++;
    if (seen != expected)
        violated(c, b, f, row, element, seen, "", expected);
}

void wire_expect(wire_check *c, const recorded_block *b, const char *name, uint64_t expected)
{
    wire_expect_at(c, b, name, 0, expected);
}

// The elements of a vector of bytes.
void wire_expect_each(wire_check *c, const recorded_block *b, const char *name, unsigned count, const uint8_t *expected)
{
    unsigned row;
    const block_field *f = row_of(b, name, &row);
    const uint8_t *seen = (const uint8_t *)recorded_in(b, c->cycle) + f->offset;
    c->compared[b - c->r->block][row]++;
    c->result.comparisons += count;
    for (unsigned i = 0; i < count; i++)
        if (seen[i] != expected[i])
            violated(c, b, f, row, i, seen[i], "", expected[i]);
}

// The bits `least` at least, `most` at most.
void wire_expect_between(wire_check *c, const recorded_block *b, const char *name, uint64_t least, uint64_t most)
{
    unsigned row;
    const block_field *f = row_of(b, name, &row);
    uint64_t seen = field_get(f, recorded_in(b, c->cycle), 0);
    c->compared[b - c->r->block][row]++;
    c->result.comparisons++;
    if (least & ~seen)
        violated(c, b, f, row, 0, seen, "at least ", least);
    else if (seen & ~most)
        violated(c, b, f, row, 0, seen, "at most ", most);
}

unsigned wire_key(const wire_check *c, const char *name) { return recorded_key(c->r, "policy", name, NULL, 0); }

// --- before the schedulers look

// Of each scheduler's warps the oldest that does not wait, or else the oldest.
static uint64_t oldest_running(const wire_check *c)
{
    uint64_t oldest = 0, waiting = facts_waiting(&c->f), running = facts_running(&c->f);
    for (unsigned scheduler = 0; scheduler < c->f.schedulers; scheduler++) {
        int found = -1;
        for (unsigned w = scheduler; w < c->f.warps; w += c->f.schedulers) {
            if (!(running >> w & 1))
                continue;
            bool waits = waiting >> w & 1, found_waits = found >= 0 && waiting >> found & 1;
            if (found < 0 || (waits == found_waits ? c->f.rank[w] < c->f.rank[found] : found_waits))
                found = (int)w;
        }
        oldest |= found < 0 ? 0 : UINT64_C(1) << found;
    }
    return oldest;
}

// Whether the recorded policy has asked for numbers: NUMBERS of warp_rank, 0 without that block.
static unsigned numbers(const recorded_block *rank)
{
    const block_param *param = rank ? rank->inputs.ops->params : NULL;
    while (param && strcmp(param->name, "NUMBERS") != 0)
        param++;
    return param ? param->value : 0;
}

static void order_early(wire_check *c, const recorded_block *b)
{
    const struct warp_order_out *out = recorded_out(b, c->cycle);
    wire_require(c, out->resident == facts_running(&c->f), "order",
        "resident warps are not those launched and not ended");
    for (unsigned w = 0; w < c->f.warps; w++)
        wire_require(c, out->older[w] == c->f.older[w], "order", "the pairs are not the order of launches");
}

static void rank_early(wire_check *c, const recorded_block *b)
{
    const struct warp_rank_out *out = recorded_out(b, c->cycle);
    unsigned asked = numbers(b);
    wire_expect(c, b, "resident", facts_running(&c->f));
    wire_expect(c, b, "waiting", facts_waiting(&c->f));
    wire_require(c, out->oldest_run == (asked & NUMBERS_OLDEST_RUN ? oldest_running(c) : 0), "order",
        "a scheduler's oldest running warp is another");
    for (unsigned w = 0; w < c->f.warps; w++) {
        wire_expect_at(c, b, "older", w, c->f.older[w]);
        wire_require(c, out->rank[w] == (asked & NUMBERS_RANK ? c->f.rank[w] : 0), "order",
            "ranks are not the order of launches");
        wire_require(c, out->rank_run[w] == (asked & NUMBERS_RANK_RUN ? c->f.rank_run[w] : 0), "order",
            "running ranks are not the order of launches");
    }
}

static void ocw_early(wire_check *c, const recorded_block *b)
{
    const fact_cycle *now = &c->f.now;
    unsigned wmax = wire_key(c, "wmax");
    wire_expect(c, b, "cfg_wmax", wmax < c->f.warps ? wmax : c->f.warps);
    wire_expect(c, b, "cfg_ocw_pin", wire_key(c, "ocw_pin"));
    wire_expect(c, b, "launch", now->kernel);
    wire_expect(c, b, "start", now->start);
    if (now->start)
        wire_expect(c, b, "n_acc", now->lines);
    wire_expect(c, b, "access", now->access);
    if (now->access) {
        wire_expect(c, b, "access_set", now->set);
        wire_expect(c, b, "access_hit", now->hit);
    }
    wire_expect(c, b, "done", now->done);
}

static void dlc_early(wire_check *c, const recorded_block *b, const recorded_block *ocw)
{
    const fact_cycle *now = &c->f.now;
    const struct oaws_ocw_out *from_ocw = recorded_out(ocw, c->cycle);
    bool coalesced = now->coalesced && now->coalesced_lines > DIVERGENT_LINES, done = now->done && now->divergent;
    wire_expect(c, b, "cfg_age_period", wire_key(c, "age_period"));
    wire_expect(c, b, "clear", now->kernel);
    wire_expect(c, b, "coalesce", coalesced);
    if (coalesced) {
        wire_expect(c, b, "coalesce_pc", now->coalesced_pc);
        wire_expect(c, b, "coalesce_acc", now->coalesced_lines < WIRE_ACC_MAX ? now->coalesced_lines : WIRE_ACC_MAX);
    }
    wire_expect(c, b, "done", done);
    if (done) {
        wire_expect(c, b, "done_pc", now->done_pc);
        wire_expect(c, b, "done_sets", now->sets);
        wire_expect(c, b, "done_sets", from_ocw->n_sets);
    }
    for (unsigned slot = 0; slot < 2; slot++)
        if (now->fill && now->filled[slot].present)
            wire_expect_at(c, b, "fill_pc", slot, now->filled[slot].pc);
}

// Divergent loads on the wires alone: coalesced with PC and lines, started with lines, done with PC, first in,
// first out.
static void wire_fifo(wire_check *c, const recorded_block *dlc, const recorded_block *ocw)
{
    const struct oaws_dlc_in *d = recorded_in(dlc, c->cycle);
    const struct oaws_ocw_in *o = recorded_in(ocw, c->cycle);
    if (o->start && o->n_acc > DIVERGENT_LINES)
        wire_require(c, c->count && c->fifo[c->first].lines == o->n_acc, "wire_fifo",
            "a load starts with other lines than it was coalesced with");
    if (d->done) {
        wire_require(c, c->count && c->fifo[c->first].pc == d->done_pc, "wire_fifo",
            "a load is done with another PC than it was coalesced with");
        c->first = (c->first + 1) % WIRE_FIFO;
        c->count -= c->count > 0;
    }
    if (d->coalesce && c->count < WIRE_FIFO) {
        unsigned place = (c->first + c->count++) % WIRE_FIFO;
        c->fifo[place].pc = d->coalesce_pc;
        c->fifo[place].lines = d->coalesce_acc;
    }
}

// A number that nobody asked for is 0.
static void expect_numbers(wire_check *c, const recorded_block *b, const char *name, bool asked, const uint8_t *expected)
{
    static const uint8_t none[WARPS];
    wire_expect_each(c, b, name, c->f.warps, asked ? expected : none);
}

static void misspred_early(wire_check *c, const recorded_block *b, const recorded_block *rank)
{
    const struct oaws_misspred_out *out = recorded_out(b, c->cycle);
    uint64_t loads = facts_buffered_loads(&c->f);
    wire_expect(c, b, "cfg_dynamic", strcmp(c->r->policy, "oaws-dyn") == 0);
    wire_expect(c, b, "cfg_smr", c->smr);
    expect_numbers(c, b, "rank", numbers(rank) & NUMBERS_RANK, c->f.rank);
    for (unsigned w = 0; w < c->f.warps; w++) {
        if (c->mode == 1 || c->smr)
            wire_require(c, (out->pred[w] != 0) == (loads >> w & 1), "prediction",
                    "a prediction is 0 for a buffered load, or not 0 for what is none");
    }
}

static void qualify_early(wire_check *c, const recorded_block *b, const recorded_block *ocw, const recorded_block *misspred,
                          const recorded_block *rank)
{
    const struct oaws_misspred_out *from_misspred = recorded_out(misspred, c->cycle);
    wire_expect(c, b, "cfg_mode", c->mode);
    wire_expect(c, b, "cfg_keep_oldest", wire_key(c, "keep_oldest"));
    wire_expect(c, b, "load", facts_loads(&c->f));
    wire_expect(c, b, "oldest_run", numbers(rank) & NUMBERS_OLDEST_RUN ? oldest_running(c) : 0);
    wire_expect(c, b, "ocw", ((const struct oaws_ocw_out *)recorded_out(ocw, c->cycle))->ocw);
    if (!c->f.now.slept)                    // asleep, no load is ready, and the input stands
        wire_expect(c, b, "avail", c->f.free_mshrs);
    expect_numbers(c, b, "rank_run", numbers(rank) & NUMBERS_RANK_RUN, c->f.rank_run);
    wire_expect_each(c, b, "pred", c->f.warps, from_misspred->pred);
}

static uint64_t slots_of(const wire_check *c, unsigned scheduler, uint64_t warps)
{
    uint64_t slots = 0;
    for (unsigned k = 0; k * c->f.schedulers + scheduler < c->f.warps; k++)
        slots |= (warps >> (k * c->f.schedulers + scheduler) & 1) << k;
    return slots;
}

static uint64_t occluded(const wire_check *c)
{
    const recorded_block *qualify = recorded_find(c->r, "oaws_qualify");
    return qualify ? ((const struct oaws_qualify_out *)recorded_out(qualify, c->cycle))->occlude : 0;
}

// What an arbiter sees does not change with what other schedulers issue before it, but a barrier may open.
static void arbiter_early(wire_check *c, const recorded_block *b, unsigned scheduler, uint64_t may_load)
{
    const struct warp_arbiter_in *in = recorded_in(b, c->cycle);
    unsigned slots = c->f.warps / c->f.schedulers, group = wire_key(c, "fetch_group");
    wire_expect(c, b, "cfg_mode", GTO);
    wire_expect(c, b, "cfg_use_class", 0);
    wire_expect(c, b, "cfg_group", group <= slots ? group : 0);
    wire_expect(c, b, "can_issue", slots_of(c, scheduler, may_load));
    wire_expect(c, b, "load", slots_of(c, scheduler, facts_loads(&c->f)));
    wire_expect(c, b, "occlude", slots_of(c, scheduler, occluded(c)));
    static const uint8_t none[WARPS];
    for (unsigned k = 0; k < slots; k++)
        wire_expect_at(c, b, "older", k, slots_of(c, scheduler, c->f.older[k * c->f.schedulers + scheduler]));
    wire_expect_each(c, b, "priority", slots, none);
    uint64_t may = slots_of(c, scheduler, facts_may_issue(&c->f));
    wire_expect_between(c, b, "ready", 0, may | slots_of(c, scheduler, facts_waiting(&c->f)));
    if (in->ready && c->f.now.slept)
        complain(c, "sleep", c->cycle, "a warp is ready while the SM sleeps");
}

// --- behind the schedulers

static void order_late(wire_check *c, const recorded_block *b)
{
    wire_expect(c, b, "launch", c->f.now.launched);
    wire_expect(c, b, "exit", c->f.now.exited);
}

static void dlc_to_ocw(wire_check *c, const recorded_block *ocw, const recorded_block *dlc)
{
    wire_expect(c, ocw, "sensitive", ((const struct oaws_dlc_out *)recorded_out(dlc, c->cycle))->sensitive);
}

static void misspred_late(wire_check *c, const recorded_block *b, const recorded_block *dlc)
{
    const fact_cycle *now = &c->f.now;
    const struct oaws_dlc_out *from_dlc = recorded_out(dlc, c->cycle);
    for (unsigned slot = 0; slot < 2; slot++) {
        bool fills = now->fill && now->filled[slot].present;
        wire_expect_at(c, b, "fill", slot, fills);
        if (!fills)
            continue;
        wire_expect_at(c, b, "fill_warp", slot, now->fill_warp);
        wire_expect_at(c, b, "fill_slot", slot, slot);
        wire_expect_at(c, b, "fill_load", slot, facts_is_load(now->filled[slot].kind));
        wire_expect_at(c, b, "fill_divergent", slot, from_dlc->fill_hit[slot]);
        wire_expect_at(c, b, "fill_active", slot, now->fill_active);
    }
    wire_expect(c, b, "issue", now->issued);
    for (unsigned scheduler = 0; scheduler < c->f.schedulers; scheduler++)
        wire_expect_at(c, b, "issue_active", scheduler, now->issue_of[scheduler] < 0 ? 0 : now->left_of[scheduler]);
    wire_expect(c, b, "flush", now->flushed);
}

static void qualify_late(wire_check *c, const recorded_block *b)
{
    const struct oaws_qualify_out *out = recorded_out(b, c->cycle);
    const fact_cycle *now = &c->f.now;
    uint64_t load = now->load_issues ? UINT64_C(1) << now->load_warp : 0;
    wire_expect(c, b, "issue", now->load_issues);
    if (now->load_issues) {
        wire_expect(c, b, "issue_warp", now->load_warp);
        wire_require(c, now->load_charge == out->charge[now->load_warp], "charge",
            "a load is not charged what oaws_qualify says");
        wire_require(c, !(out->occlude & load), "grant", "a load that is held back issues");
    }
    wire_expect_at(c, b, "release", 0, now->released);
    wire_expect_at(c, b, "release", 1, now->released_without_access);
    wire_expect_between(c, b, "ready", load, facts_running(&c->f) | load | now->exited);
    c->inflight += now->load_issues ? now->load_charge : 0;
    uint64_t released = now->released + now->released_without_access;
    wire_require(c, released <= c->inflight && c->inflight - released <= c->f.mshrs, "charge",
        "more is released than was charged, or more charged than there are MSHRs");
    c->inflight -= released < c->inflight ? released : c->inflight;
}

static void arbiter_late(wire_check *c, const recorded_block *b, unsigned scheduler)
{
    const struct warp_arbiter_out *out = recorded_out(b, c->cycle);
    int granted = out->grant_valid ? (int)(out->grant * c->f.schedulers + scheduler) : -1;
    wire_require(c, granted == c->f.now.issue_of[scheduler], "grant",
        "the warp that issues is not the one that is granted");
    wire_expect(c, b, "launch", slots_of(c, scheduler, c->f.now.launched));
    wire_expect(c, b, "exit", slots_of(c, scheduler, c->f.now.exited));
    wire_expect(c, b, "hold", 0);
    c->result.issues += c->f.now.issue_of[scheduler] >= 0;
}

// --- a recording

typedef struct {
    const recorded_block *order, *rank, *ocw, *dlc, *misspred, *qualify, *arbiter[4];
    ccws_blocks           ccws;
} blocks;

static blocks find(const recorded *r, unsigned schedulers)
{
    blocks b = {recorded_find(r, "warp_order"), recorded_find(r, "warp_rank"), recorded_find(r, "oaws_ocw"),
                recorded_find(r, "oaws_dlc"), recorded_find(r, "oaws_misspred"), recorded_find(r, "oaws_qualify"),
                {NULL}, ccws_find(r)};
    for (unsigned i = 0; i < schedulers; i++) {
        char name[32];
        snprintf(name, sizeof name, "warp_arbiter.%u", i);
        b.arbiter[i] = recorded_find(r, name);
    }
    bool oaws = (b.rank || strcmp(r->policy, "oaws-static") == 0) && b.ocw && b.dlc && b.misspred && b.qualify;
    bool ccws = strcmp(r->policy, "ccws") == 0 && b.ccws.vta && b.ccws.lls && b.ccws.llds;
    if (!b.order || !(oaws || ccws) || !b.arbiter[schedulers - 1]) {
        fputs("check_recording: expected a recording of policy oaws-static, oaws-dyn, ocw or ccws\n", stderr);
        exit(2);
    }
    return b;
}

static void check_early(wire_check *c, const blocks *b)
{
    order_early(c, b->order);
    if (b->rank)
        rank_early(c, b->rank);
    if (b->ccws.vta) {
        ccws_early(c, &b->ccws);
    } else {
        ocw_early(c, b->ocw);
        dlc_early(c, b->dlc, b->ocw);
        wire_fifo(c, b->dlc, b->ocw);
        misspred_early(c, b->misspred, b->rank);
        qualify_early(c, b->qualify, b->ocw, b->misspred, b->rank);
    }
    uint64_t may_load = b->ccws.vta ? ccws_may_load(c, &b->ccws) : ~UINT64_C(0);
    for (unsigned i = 0; i < c->f.schedulers; i++)
        arbiter_early(c, b->arbiter[i], i, may_load);
}

static void check_late(wire_check *c, const blocks *b)
{
    order_late(c, b->order);
    if (b->ccws.vta) {
        ccws_late(c, &b->ccws);
    } else {
        dlc_to_ocw(c, b->ocw, b->dlc);
        misspred_late(c, b->misspred, b->dlc);
        qualify_late(c, b->qualify);
    }
    for (unsigned i = 0; i < c->f.schedulers; i++)
        arbiter_late(c, b->arbiter[i], i);
    c->result.loads += c->f.now.done;
}

// An input that nothing was compared with: a new row of a table, or a kernel that does not reach it.
static void check_complete(wire_check *c, bool every)
{
    for (unsigned b = 0; b < c->r->blocks; b++) {
        unsigned row = 0;
        for (const block_field *f = c->r->block[b].inputs.ops->fields; f->name; f++, row++) {
            if (!field_is_input(f))
                continue;
            c->result.wires++;
            if (c->compared[b][row])
                continue;
            c->result.unreached++;
            c->result.violations += every;
            if (every)
                fprintf(c->output, "wire %s.%s: compared with nothing\n", c->r->block[b].name, f->name);
        }
    }
}

// Nothing on any wire is other than in the cycle before: while the SM sleeps, what was compared then holds now.
static bool stands(const recorded *r, uint64_t cycle)
{
    for (unsigned i = 0; i < r->blocks; i++) {
        const recorded_block *b = &r->block[i];
        if (memcmp(recorded_in(b, cycle), recorded_in(b, cycle - 1), b->inputs.ops->in_size) != 0 ||
            memcmp(recorded_out(b, cycle), recorded_out(b, cycle - 1), b->inputs.ops->out_size) != 0)
            return false;
    }
    return true;
}

wires_result wires_check(const recorded *r, bool every, FILE *output)
{
    wire_check *c = calloc(1, sizeof *c);
    *c = (wire_check){.r = r, .output = output};
    facts_open(&c->f, r, complain, c);
    c->mode = strcmp(r->policy, "oaws-dyn") == 0 ? 1 : strcmp(r->policy, "ocw") == 0 ? 2 : 0;
    c->smr = wire_key(c, "smr");
    blocks b = find(r, c->f.schedulers);
    size_t first = 0;
    for (c->cycle = 0; c->cycle < r->cycles; c->cycle++) {
        size_t end = first;
        while (end < r->events && r->event[end].cycle == c->cycle)
            end++;
        bool slept = c->f.now.slept;
        facts_early(&c->f, r, first, end, c->cycle);
        bool rests = slept && c->f.now.slept && first == end && stands(r, c->cycle);
        if (!rests)
            check_early(c, &b);
        facts_late(&c->f, r, first, end, c->cycle);
        if (!rests)
            check_late(c, &b);
        first = end;
    }
    check_complete(c, every);
    wires_result result = c->result;
    facts_close(&c->f);
    free(c);
    return result;
}

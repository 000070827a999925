// SPDX-License-Identifier: BSD-3-Clause
// Opening, feeding, stepping and sleep of the blocks of one place; see sim/blocks/place.h.
#include "sim/blocks/place.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCK_CORE, CLOCK_DRAM };
typedef struct { const char *block; place_kind kind; int clock; } place_row;

static const place_row rows[] = {
#define PLACE(block, kind, clock, role) {#block, PLACE_##kind, CLOCK_##clock},
#include "rtl_c/places.def"
#undef PLACE
};

// Where a block is placed; one without a row is our bug.
static const place_row *row_of(const char *block_name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].block, block_name) == 0)
            return &rows[i];
    fprintf(stderr, "warplock: bug: rtl_c/places.def has no row for block %s\n", block_name);
    abort();
}

// --- opening

void place_open(place *p, place_kind kind, unsigned index, const machine *m, const place_options *options)
{
    *p = (place){.at = {kind, index, 0}, .machine = m, .options = *options};
    block_params_of(m, options->policy->numbers, p->params);
    block_place_name(p->at, p->name);
}

static placed_block *add(place *p, const place_row *row, int hook, unsigned scheduler, char *error, size_t error_size)
{
    const block_place at = {row->kind, p->at.index, scheduler};
    block_clock *clock = row->clock == CLOCK_CORE ? NULL : &p->clock;
    if (p->n_blocks == PLACE_BLOCKS_MAX)
        abort();
    placed_block *added = &p->blocks[p->n_blocks];
    *added = (placed_block){.hook = hook};
    added->block = lockstep_add_at(p->options.lockstep, at, clock, row->block, p->params, error, error_size);
    if (!added->block)
        return NULL;
    p->n_blocks++;
    p->always_step |= !block_may_lag(added->block);
    p->compared |= added->block->monitor != NULL;
    return added;
}

placed_block *place_add(place *p, const char *block_name, unsigned scheduler, char *error, size_t error_size)
{
    return add(p, row_of(block_name), BASE, scheduler, error, error_size);
}

static bool stands_here(const place *p, const place_row *row)
{
    return row->kind == p->at.kind || (row->kind == PLACE_SCHEDULER && p->at.kind == PLACE_SM);
}

bool place_is_used(place_kind kind, const policy *policy, const struct policy *const *observers)
{
    for (unsigned b = 0; policy->blocks && policy->blocks[b]; b++)
        if (row_of(policy->blocks[b])->kind == kind)
            return true;
    return kind == PLACE_SM || (observers && *observers && place_is_used(kind, *observers, observers + 1));
}

// Whether it is fed here. A policy that lends must know who has issued.
static bool is_fed(const place *p, const place_hook *hook)
{
    return hook->count || hook->policy->hears >> p->at.kind & 1 || (p->at.kind == PLACE_SM && hook->policy->lend);
}

static bool open_hook(place *p, const policy *policy, const policy_view *shown, char *error, size_t error_size)
{
    place_hook *hook = &p->hooks[p->n_hooks];
    *hook = (place_hook){.policy = policy, .view = *shown, .first = p->n_blocks};
    hook->view.machine = p->machine;
    hook->view.at = p->at;
    hook->view.state = calloc(1, policy->state_size ? policy->state_size : 1);
    if (!hook->view.state)
        abort();
    p->n_hooks++;
    for (unsigned b = 0; policy->blocks && policy->blocks[b]; b++) {
        const place_row *row = row_of(policy->blocks[b]);
        unsigned instances = row->kind == PLACE_SCHEDULER ? p->machine->core.schedulers : 1;
        if (!stands_here(p, row))
            continue;
        if (!block_params_fit(row->block, p->params, policy->name, error, error_size))
            return false;
        for (unsigned i = 0; i < instances; i++) {
            placed_block *added = add(p, row, (int)p->n_hooks - 1, i, error, error_size);
            if (!added)
                return false;
            hook->view.blocks[b] = i == 0 ? added->block : hook->view.blocks[b];
            hook->count++;
        }
    }
    hook->fed = is_fed(p, hook);
    hook->early = hook->count - (p->at.kind == PLACE_SM ? policy->behind : 0);
    p->hears |= hook->fed;
    p->looks |= hook->fed || (p->at.kind == PLACE_SM && policy->select);
    return true;
}

// Base and the hooks' blocks drive each other; two hooks do not see each other.
void place_connect(place *p)
{
    unsigned count = 0;
    p->wires = malloc(PLACE_WIRES_MAX * sizeof *p->wires);
    if (!p->wires)
        abort();
    for (unsigned from = 0; from < p->n_blocks; from++) {
        placed_block *source = &p->blocks[from];
        block *receivers[PLACE_BLOCKS_MAX];
        unsigned n_receivers = 0;
        source->wires = &p->wires[count];
        for (unsigned to = 0; to < p->n_blocks; to++) {
            const placed_block *receiver = &p->blocks[to];
            if (source->hook == BASE || receiver->hook == BASE || source->hook == receiver->hook)
                receivers[n_receivers++] = receiver->block;
        }
        count = wires_from(source->block, receivers, n_receivers, p->wires, count, PLACE_WIRES_MAX);
        source->n_wires = (unsigned)(&p->wires[count] - source->wires);
        source->driven = source->n_wires ? calloc(1, source->block->ops->out_size) : NULL;
        if (source->n_wires && !source->driven)
            abort();
    }
}

bool place_open_hooks(place *p, const policy_view *shown, char *error, size_t error_size)
{
    const policy *const alone[] = {p->options.policy, NULL};
    for (const policy *const *part = alone[0]->parts ? alone[0]->parts : alone; *part; part++)
        if (!open_hook(p, *part, shown, error, error_size))
            return false;
    p->n_asked = p->n_hooks;
    for (const policy *const *observer = p->options.observers; observer && *observer; observer++) {
        if (p->n_hooks == p->n_asked + OBSERVERS_MAX) {
            snprintf(error, error_size, "at most %d observers run at once", OBSERVERS_MAX);
            return false;
        }
        if (!open_hook(p, *observer, shown, error, error_size))
            return false;
    }
    return true;
}

bool place_is_heard(const place *p)
{
    return p->hears || p->options.events;
}

bool place_open_alone(place *p, place_kind kind, unsigned index, const machine *m, const place_options *options,
                      const policy_view *shown, char *error, size_t error_size)
{
    place_open(p, kind, index, m, options);
    if (!place_open_hooks(p, shown, error, error_size))
        return false;
    place_connect(p);
    return true;
}

void place_close(place *p)
{
    for (unsigned i = 0; i < p->n_hooks; i++)
        free(p->hooks[i].view.state);
    for (unsigned i = 0; i < p->n_blocks; i++)
        free(p->blocks[i].driven);
    free(p->wires);
}

// --- outputs

void place_out(const placed_block *placed)
{
    const block *b = placed->block;
    block_out(placed->block);
    if (placed->n_wires && memcmp(placed->driven, b->out, b->ops->out_size) != 0) {
        memcpy(placed->driven, b->out, b->ops->out_size);
        wires_drive(placed->wires, placed->n_wires);
    }
}

// --- sleep

// Its outputs may change at the next edge without an event: it neither rests nor only counts.
static bool stirs(const block *b) { return !b->ops->idle(b->q, b->in) && !b->ops->count; }

static bool hook_stirs(const place *p, const place_hook *hook)
{
    for (unsigned b = hook->first; b < hook->first + hook->count; b++)
        if (stirs(p->blocks[b].block))
            return true;
    return false;
}

bool place_stirs(const place *p)
{
    for (unsigned i = 0; i < p->n_hooks; i++)
        if (hook_stirs(p, &p->hooks[i]))
            return true;
    return false;
}

// One slept edge of a hook's blocks, with their present inputs except for the wires between them.
static void live_through(const place *p, const place_hook *hook)
{
    const placed_block *first = &p->blocks[hook->first], *end = first + hook->count;
    const uint64_t now = first->block->clock->cycle;
    block_turn_clock(first->block, first->block->cycle);        // it has lived through all edges before
    for (const placed_block *placed = first; placed < end; placed++)
        place_out(placed);
    for (const placed_block *placed = first; placed < end; placed++)
        block_next(placed->block);
    for (const placed_block *placed = first; placed < end; placed++)
        block_commit(placed->block);
    block_turn_clock(first->block, now);
}

// Blocks that drive each other go through slept edges together, until all of them rest; then each sleeps by itself.
static void catch_up(const place *p, const place_hook *hook)
{
    if (!hook->count || p->blocks[hook->first].block->cycle == p->edges)
        return;
    while (p->blocks[hook->first].block->cycle < p->edges && hook_stirs(p, hook) && !lockstep_failed(p->options.lockstep))
        live_through(p, hook);
    for (unsigned b = hook->first; b < hook->first + hook->count; b++)
        place_wake(p, p->blocks[b].block);
}

void place_begin(const place *p)
{
    for (unsigned i = 0; i < p->n_hooks; i++)
        catch_up(p, &p->hooks[i]);
}

void place_catch_up(const place *p)
{
    place_begin(p);
    for (unsigned i = 0; i < p->n_blocks; i++)
        place_wake(p, p->blocks[i].block);
}

void place_sleep(place *p, uint64_t edges) { p->edges += edges; }

// --- one edge

static void feed(const place_hook *hook, feed_phase phase)
{
    if (hook->fed && hook->policy->feed)
        hook->policy->feed(&hook->view, phase);
}

void place_early(place *p)
{
    for (unsigned i = 0; i < p->n_hooks; i++) {
        const place_hook *hook = &p->hooks[p->reversed ? p->n_hooks - 1 - i : i];
        const placed_block *blocks = &p->blocks[hook->first];
        feed(hook, FEED_EARLY);
        for (unsigned b = 0; b < hook->early; b++)
            place_out(&blocks[b]);
    }
}

void place_step(place *p, block *b)
{
    const bool at_edge = b->cycle == p->edges && p->edges == b->clock->cycle;
    if (!at_edge && !lockstep_failed(p->options.lockstep))      // after a failure nothing is caught up
        abort();                                    // with this edge's inputs it would sleep as it never did
    p->stepping[p->n_stepping++] = b;
}

void place_late(place *p)
{
    for (unsigned i = 0; p->looks && i < p->n_hooks; i++) {
        const place_hook *hook = &p->hooks[p->reversed ? p->n_hooks - 1 - i : i];
        feed(hook, FEED_LATE);
        for (unsigned b = 0; b < hook->count; b++)
            place_step(p, p->blocks[hook->first + b].block);
    }
}

void place_end(place *p)
{
    for (unsigned i = 0; i < p->n_stepping; i++)
        block_next(p->stepping[p->reversed ? p->n_stepping - 1 - i : i]);
    for (unsigned i = 0; i < p->n_stepping; i++)
        block_commit(p->stepping[i]);
    p->n_stepping = 0;
    p->edges++;
}

// --- questions

void place_select(const place *p, policy_masks *masks)
{
    if (!p->options.policy->select)
        return;
    *masks = POLICY_HOLDS_NOTHING;
    for (const place_hook *hook = p->hooks; hook < p->hooks + p->n_asked; hook++) {
        policy_masks answer = POLICY_HOLDS_NOTHING;
        if (!hook->policy->select)
            continue;
        hook->policy->select(&hook->view, &answer);
        masks->may_issue &= answer.may_issue;
        masks->can_issue &= answer.can_issue;
        masks->occlude |= answer.occlude;
        masks->priority = answer.priority ? answer.priority : masks->priority;
    }
}

void place_lend(const place *p, policy_loans *loans)
{
    const place_hook *hook = p->hooks;
    while (!hook->policy->lend)                     // one of the parts does
        hook++;
    feed(hook, FEED_LEND);
    for (unsigned b = hook->early; b < hook->count; b++)
        place_out(&p->blocks[hook->first + b]);
    hook->policy->lend(&hook->view, loans);
}

uint32_t place_charge(const place *p, unsigned warp)
{
    for (const place_hook *hook = p->hooks; hook < p->hooks + p->n_asked; hook++)
        if (hook->policy->charge)
            return hook->policy->charge(&hook->view, warp);
    return 0;
}

// Evaluates a part's blocks before place_early has all of this edge's events.
static void ask_early(const place *p, const place_hook *hook)
{
    feed(hook, FEED_EARLY);
    for (unsigned b = 0; b < hook->count; b++)
        place_out(&p->blocks[hook->first + b]);
}

bool place_load_passes(const place *p)
{
    bool passes = false;
    for (const place_hook *hook = p->hooks; hook < p->hooks + p->n_asked; hook++)
        if (hook->policy->load_passes) {
            ask_early(p, hook);
            passes |= hook->policy->load_passes(&hook->view);
        }
    return passes;
}

bool place_access_passes(const place *p)
{
    bool passes = false;
    for (const place_hook *hook = p->hooks; hook < p->hooks + p->n_asked; hook++)
        if (hook->policy->access_passes) {
            ask_early(p, hook);
            passes |= hook->policy->access_passes(&hook->view);
        }
    return passes;
}

void place_prefetch(const place *p, policy_prefetches *prefetches)
{
    const place_hook *hook = p->hooks;
    while (!hook->policy->prefetch)                 // one of the parts does
        hook++;
    prefetches->offers = prefetches->hold = 0;
    hook->policy->prefetch(&hook->view, prefetches);
}

// SPDX-License-Identifier: BSD-3-Clause
// A grid of a trace: CTAs in the file's order, each warp through its instructions; see sass.h. A warp without instructions
// in the file issues the kernel's first one, with no lane, and ends.
//
// A CTA has one barrier. Up to Pascal a warp arrives as a whole, whichever of its lanes do; from Volta on each lane arrives
// by itself, and a warp waits once all lanes that have not ended have arrived (in several instructions if it has diverged).
// As for PTX the barrier opens when every warp that has not ended has arrived.
#include "sim/sass/sass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_ARRIVE = 70 };                           // from this binary version on
#define LOCAL_WINDOW (UINT64_C(1) << 24)

typedef struct {
    uint32_t live;                       // lanes that have not ended
    uint32_t arrived;                    // of these, at the barrier, while others have not arrived
    bool     waits;                      // they wait there
    uint32_t lanes;                      // of the last instruction that had any
} sass_warp;

typedef struct sass_cta {
    cta        face;
    struct sass_launch *launch;
    trace_cta *read;                     // NULL: none
    uint64_t   running, arrived, waiting;        // warps
    sass_warp *warps;
    struct sass_cta *next_free;
} sass_cta;

typedef struct sass_launch {
    launch       face;
    sass_kernel *kernel;
    uint32_t     threads;                // of a CTA
    bool         lanes_arrive;
    sass_cta    *ctas, *free_ctas;
    uint32_t     n_ctas;
} sass_launch_state;

static uint64_t warp_bit(uint32_t warp)
{
    return UINT64_C(1) << warp;
}

static void fail(sass_launch_state *l, const char *why)
{
    if (!l->face.failed) {
        l->face.failed = true;
        l->face.fault = FAULT_OTHER;
        snprintf(l->face.error, sizeof l->face.error, "%.600s", why);
    }
}

static void fail_short(sass_launch_state *l)
{
    char why[600];
    snprintf(why, sizeof why, "%.500s: it ends earlier than when it was read first", l->kernel->path);
    fail(l, why);
}

// Updates the warp's next instruction.
static void look_at(sass_cta *c, uint32_t w)
{
    uint32_t number, active;
    if (!trace_warp_peek(c->read, w, &number, &active)) {
        c->face.front[w] = (warp_front){ NULL, 0 };
        return;
    }
    c->warps[w].lanes = active != 0 ? active : c->warps[w].lanes;
    c->face.front[w] = (warp_front){ &c->launch->kernel->face.insns[c->launch->kernel->place[number]], c->warps[w].lanes };
}

// --- barriers

static uint64_t open_if_complete(sass_cta *c)
{
    uint64_t released = c->waiting;
    if (c->arrived == 0 || (c->running & ~c->arrived) != 0) {
        return 0;
    }
    c->arrived = 0;
    c->waiting = 0;
    return released;
}

// All remaining lanes have arrived.
static void arrive_whole(sass_cta *c, uint32_t w, warp_step *step)
{
    step->barrier = 0;
    step->barrier_threads = 0;
    c->warps[w].arrived = 0;
    c->arrived |= warp_bit(w);
    c->waiting |= c->warps[w].waits ? warp_bit(w) : 0;
    step->released = open_if_complete(c);
}

static void arrive(sass_cta *c, uint32_t w, warp_step *step)
{
    sass_warp *v = &c->warps[w];
    v->arrived |= step->active;
    v->waits = (step->insn->flags & INSN_ARRIVES) == 0;
    if (!c->launch->lanes_arrive || (v->live & ~v->arrived) == 0) {
        arrive_whole(c, w, step);                       // else it goes on: other lanes have not arrived
    }
}

// Lanes that end no longer have to reach the barrier of the others.
static void leave(sass_cta *c, uint32_t w, warp_step *step)
{
    sass_warp *v = &c->warps[w];
    v->live &= ~step->active;
    if (v->arrived != 0 && v->live != 0 && (v->live & ~v->arrived) == 0) {
        arrive_whole(c, w, step);
        step->released |= v->waits ? 0 : warp_bit(w);
    }
}

static uint64_t end(cta *face, uint32_t w)
{
    sass_cta *c = (sass_cta *)face;
    c->running &= ~warp_bit(w);
    return open_if_complete(c);
}

static bool barrier(const cta *face, uint32_t w, barrier_wait *wait)
{
    const sass_cta *c = (const sass_cta *)face;
    *wait = (barrier_wait){ .of_all = true, .wanted = (uint32_t)__builtin_popcountll(c->running),
                            .missing = (uint32_t)__builtin_popcountll(c->running & ~c->arrived) };
    return (c->waiting & warp_bit(w)) != 0;
}

// --- instructions

// The pipeline needs addresses that are multiples of the access size, like a GPU.
static void take_addresses(const sass_cta *c, uint32_t w, const trace_step *from, warp_step *step)
{
    static const uint8_t spaces[TRACE_SPACES] = {
        [TRACE_GLOBAL] = SPACE_GLOBAL, [TRACE_LOCAL] = SPACE_LOCAL, [TRACE_SHARED] = SPACE_SHARED, [TRACE_CONST] = SPACE_CONST,
        [TRACE_GENERIC] = SPACE_GLOBAL, [TRACE_TEXTURE] = SPACE_TEXTURE,
    };
    uint64_t below = step->insn->width - 1u;
    step->space = spaces[from->space];
    step->memory_lanes = from->active;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        step->address[lane] = from->address[lane] & ~below;
    }
    if (step->space != SPACE_LOCAL) {
        return;
    }
    for (uint32_t left = from->active; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        step->address[lane] = SASS_LOCAL_BASE + launch_local_place(&c->launch->face, &c->face, w, lane, step->address[lane] % LOCAL_WINDOW);
    }
}

static bool execute(cta *face, uint32_t w, warp_step *step)
{
    sass_cta *c = (sass_cta *)face;
    sass_launch_state *l = c->launch;
    trace_step next;
    step->insn = face->front[w].next;
    step->lanes = face->front[w].lanes;
    step->active = 0;
    step->space = SPACE_NONE;
    step->memory_lanes = 0;
    step->barrier = BARRIER_NONE;
    step->finished = true;
    if (c->read != NULL && trace_cta_insns(c->read, w) == 0) {
        face->front[w] = (warp_front){ NULL, 0 };
        return true;
    }
    if (l->face.failed || !trace_warp_next(c->read, w, &next)) {
        fail_short(l);
        return false;
    }
    step->active = next.active;
    if (step->insn->memory != MEMORY_NONE && next.space != TRACE_SPACE_NONE) {
        take_addresses(c, w, &next, step);
    }
    if (step->insn->flags & INSN_BARRIER && step->active != 0) {
        arrive(c, w, step);
    }
    if (step->insn->flags & INSN_EXIT) {
        leave(c, w, step);
    }
    look_at(c, w);
    step->finished = face->front[w].next == NULL;
    if (trace_kernel_failed(l->kernel->trace) != NULL) {
        fail(l, trace_kernel_failed(l->kernel->trace));
    }
    return !l->face.failed;
}

// --- CTAs

// If no CTA can be read any more, every warp begins with an instruction that cannot be executed.
static void start_warps(sass_cta *c)
{
    const sass_kernel *k = c->launch->kernel;
    for (uint32_t w = 0; w < c->launch->face.warps_per_cta; w++) {
        uint32_t left = c->launch->threads - w * WARP_LANES, all = left >= WARP_LANES ? UINT32_MAX : (1u << left) - 1;
        c->warps[w] = (sass_warp){ .live = all, .lanes = all };
        if (c->read == NULL) {
            c->face.front[w] = (warp_front){ k->face.insns, all };
        } else if (trace_cta_insns(c->read, w) == 0) {
            c->face.front[w] = (warp_front){ k->face.insns, all };
        } else {
            look_at(c, w);
        }
    }
}

static cta *start(launch *face, uint64_t index, uint32_t sm, uint32_t first_warp_slot)
{
    sass_launch_state *l = (sass_launch_state *)face;
    sass_cta *c = l->free_ctas;
    trace_error wrong;
    (void)index;                                        // CTAs come in the file's order
    if (c == NULL) {
        fprintf(stderr, "traces: no CTA left in a pool of %u\n", l->n_ctas);
        abort();
    }
    l->free_ctas = c->next_free;
    c->face.sm = sm;
    c->face.first_warp_slot = first_warp_slot;
    c->running = l->face.warps_per_cta < CTA_MAX_WARPS ? warp_bit(l->face.warps_per_cta) - 1 : UINT64_MAX;
    c->arrived = c->waiting = 0;
    trace_read got = trace_kernel_next_cta(l->kernel->trace, &c->read, &wrong);
    if (got == TRACE_END) {
        fail_short(l);
    } else if (got == TRACE_FAILED) {
        fail(l, wrong.text);
    }
    start_warps(c);
    return &c->face;
}

static void finish(launch *face, cta *ended)
{
    sass_launch_state *l = (sass_launch_state *)face;
    sass_cta *c = (sass_cta *)ended;
    trace_cta_free(c->read);
    c->read = NULL;
    c->next_free = l->free_ctas;
    l->free_ctas = c;
}

// --- the launch

static void free_launch(launch *face)
{
    sass_launch_state *l = (sass_launch_state *)face;
    for (uint32_t i = 0; l->ctas != NULL && i < l->n_ctas; i++) {
        trace_cta_free(l->ctas[i].read);
        free(l->ctas[i].warps);
        free(l->ctas[i].face.front);
    }
    free(l->ctas);
    free(l);
}

static const launch_operations operations = {
    .free = free_launch, .start = start, .finish = finish, .execute = execute, .end = end, .barrier = barrier
};

static void fill_pool(sass_launch_state *l)
{
    l->ctas = calloc(l->n_ctas, sizeof *l->ctas);
    if (l->ctas == NULL) {
        abort();
    }
    for (uint32_t i = l->n_ctas; i-- > 0;) {
        sass_cta *c = &l->ctas[i];
        c->face.operations = &operations;
        c->face.front = calloc(l->face.warps_per_cta, sizeof *c->face.front);
        c->warps = calloc(l->face.warps_per_cta, sizeof *c->warps);
        c->launch = l;
        c->next_free = l->free_ctas;
        if (c->face.front == NULL || c->warps == NULL) {
            abort();
        }
        l->free_ctas = c;
    }
}

// Called at its first CTA. False and an error when the file can no longer be read.
static bool begin_file(sass_kernel *k, ptx_error *error)
{
    trace_error wrong = { "" };
    if (k->trace == NULL) {
        k->trace = trace_kernel_open(k->path, &k->options, &wrong);
        if (k->trace != NULL && (trace_kernel_insns(k->trace) != k->n_static || trace_kernel_counts(k->trace)->ctas != k->ctas)) {
            snprintf(wrong.text, sizeof wrong.text, "%.400s: another file than when it was read first", k->path);
            sass_kernel_close(k);
        }
    } else if (!trace_kernel_rewind(k->trace, &wrong)) {
        sass_kernel_close(k);
    }
    snprintf(error->text, sizeof error->text, "%s", wrong.text);
    return k->trace != NULL;
}

launch *sass_launch(const launch_config *config, uint32_t max_resident_ctas, ptx_error *error)
{
    sass_kernel *k = (sass_kernel *)(void *)config->kernel;
    if (!begin_file(k, error)) {
        return NULL;
    }
    sass_launch_state *l = calloc(1, sizeof *l);
    if (l == NULL) {
        abort();
    }
    const uint32_t *b = k->header.block;
    l->kernel = k;
    l->threads = b[0] * b[1] * b[2];
    l->lanes_arrive = k->header.binary_version >= THREADS_ARRIVE;
    l->n_ctas = max_resident_ctas < k->ctas ? max_resident_ctas : (uint32_t)k->ctas;
    l->face = (launch){ .operations = &operations, .warps_per_cta = (l->threads + WARP_LANES - 1) / WARP_LANES,
                        .sm_count = config->sm_count };
    l->face.local_stride = launch_local_stride_of(&l->face, l->n_ctas);
    fill_pool(l);
    return &l->face;
}

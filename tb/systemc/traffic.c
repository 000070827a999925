// SPDX-License-Identifier: BSD-3-Clause
// Random traffic for the front end: a small SM around it that reacts to its grants; see tb/systemc/stimulus_source.h.
//
// Warps hold two instructions and come in CTAs with barriers; one scheduler a cycle has the LD/ST port; loads wait in a
// queue, are coalesced, make one access a cycle and take an MSHR for each miss; without a free one they are retried. A
// load's charge returns with its last access. A kernel's character is drawn when it starts. What only one system's
// blocks see: tb/systemc/traffic_systems.c. Not modelled: anything an instruction computes; addresses, except the sets
// that a load's accesses touch and, for CCWS, a few lines that any of them may miss.
#include "tb/systemc/traffic.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rtl_c/bits.h"


static void draw_configuration(traffic *t)
{
    struct front_end_in *c = &t->cfg;
    c->cfg_arbiter = (uint8_t)(chance(t, 60) ? 1 : draw(t, 5));
    c->cfg_use_class = chance(t, front_end_has(FE_PROGRESS) ? 70 : 15);
    c->cfg_group = (uint8_t)draw(t, t->n / t->schedulers + 1);
    c->cfg_oaws = (uint8_t)draw(t, 3);
    c->cfg_keep_oldest = chance(t, 60);
    c->cfg_smr = (uint8_t)(chance(t, 20) ? 0 : draw(t, 101));
    c->cfg_wmax = (uint8_t)(chance(t, 70) ? t->n : draw(t, t->n + 1));
    c->cfg_ocw_pin = (uint8_t)(chance(t, 85) ? 0 : draw(t, t->n + 1));
    c->cfg_age_period = chance(t, 50) ? 65536 : 1 + draw(t, 2000);
    if (front_end_has(FE_LLS)) {
        c->cfg_k = (uint8_t)(chance(t, 60) ? 8 : draw(t, 9));
        c->cfg_base = (uint8_t)(chance(t, 60) ? 100 : 1 + draw(t, 127));
    }
    if (front_end_has(FE_GROUPS)) {
        c->cfg_groups = (uint8_t)draw(t, 4);
        c->cfg_g_size = (uint8_t)(1 + draw(t, t->n));
        c->cfg_core = (uint8_t)draw(t, 1u << stimuli_param(&t->ports, "CORE_W"));
    }
    for (unsigned w = 0; w < t->n; w++)
        c->priority[w] = (uint8_t)draw(t, 4);
}

// A third of the kernels is kind to the cache, so that OCW rises; others press on the MSHRs.
static void start_kernel(traffic *t)
{
    bool kind = draw(t, 3) == 0;
    t->kernel = (kernel_character){.loads = 10 + draw(t, 60), .divergent = kind ? 100 : draw(t, 101),
                                   .hits = kind ? 100 : draw(t, 100), .stores = draw(t, 10), .barriers = draw(t, 4),
                                   .latency = 1 + draw(t, chance(t, 20) ? LATENCY_MAX - 1 : 40),
                                   .least_accesses = 1 + draw(t, 31), .most_accesses = ACCESSES_MAX,
                                   .sets = 1 + draw(t, t->sets), .length = 4 + draw(t, 16),
                                   .cta_size = 1 + draw(t, t->n < 8 ? t->n : 8), .ctas = 1 + draw(t, 12)};
    if (kind) {                                                 // few accesses a load: many loads
        t->kernel.least_accesses = DIVERGENT_FROM;
        t->kernel.most_accesses = DIVERGENT_FROM + 1;
        t->kernel.length *= 1 + draw(t, 30);
    }
    t->ctas_left = t->kernel.ctas;
    t->kernel_starts = true;
    t->kernels++;
    draw_configuration(t);
}

static void forget_everything(traffic *t)
{
    memset(t->warps, 0, sizeof t->warps);
    memset(t->returns, 0, sizeof t->returns);
    t->queued = t->ctas = 0;
    t->free_mshrs = t->m;
    t->ctas_left = 0;
    t->evicts = false;
}

static bool kernel_over(const traffic *t)
{
    for (unsigned w = 0; w < t->n; w++)
        if (t->warps[w].resident)
            return false;
    return !t->ctas_left && !t->queued && t->free_mshrs == t->m;
}

// ---- the LD/ST unit

// A load without accesses leaves at once with its charge.
static void coalesce(traffic *t, struct front_end_in *in)
{
    for (unsigned i = 0; i < t->queued; i++) {
        queued_load *l = &t->queue[i];
        if (l->coalesced)
            continue;
        l->coalesced = true;
        if (l->accesses >= DIVERGENT_FROM) {
            in->coalesce = 1;
            in->coalesce_pc = l->pc;
            in->coalesce_acc = (uint8_t)l->accesses;
        }
        if (!l->accesses) {
            t->release[1] = l->charge;
            t->warps[l->warp].blocked = t->cycle + 1;
            memmove(l, l + 1, (t->queued - i - 1) * sizeof *l);
            t->queued--;
        }
        return;
    }
}

static void finish_load(traffic *t, struct front_end_in *in, queued_load *l)
{
    in->done = 1;
    in->done_pc = l->pc;
    t->release[0] = l->charge;
    t->warps[l->warp].blocked = t->cycle + (l->missed ? t->kernel.latency : 4);
    memmove(t->queue, t->queue + 1, (t->queued - 1) * sizeof *l);
    t->queued--;
}

static void access_cache(traffic *t, struct front_end_in *in)
{
    queued_load *l = t->queue;
    if (!t->queued || !l->coalesced || !l->left)
        return;
    bool hit = chance(t, t->kernel.hits);
    in->start = !l->started;
    in->n_acc = (uint8_t)(l->started ? 0 : l->accesses);
    in->access = 1;
    in->access_set = (uint8_t)((l->pc / PC_STEP + l->left % t->kernel.sets) % t->sets);
    in->access_hit = hit;
    l->started = true;
    if (!hit && !t->free_mshrs) {
        t->stalls++;
        return;
    }
    if (!hit && front_end_has(FE_VTA))
        traffic_probe(t, l->warp, in);
    if (!hit) {
        t->free_mshrs--;
        t->returns[(t->cycle + t->kernel.latency) % LATENCY_MAX]++;
        l->missed = true;
    }
    if (--l->left == 0)
        finish_load(t, in, l);
}

static void step_ldst(traffic *t, struct front_end_in *in)
{
    unsigned *back = &t->returns[t->cycle % LATENCY_MAX];
    t->free_mshrs += *back;
    *back = 0;
    t->release[0] = t->release[1] = 0;
    access_cache(t, in);
    coalesce(t, in);
    in->avail = (uint16_t)t->free_mshrs;
}

// ---- warps and their instructions

static instruction draw_instruction(traffic *t, warp *w)
{
    const kernel_character *k = &t->kernel;
    instruction i = {.valid = true, .active = (uint8_t)(chance(t, 70) ? 32 : draw(t, 33))};
    unsigned pc = draw(t, PCS), kind = draw(t, 100);
    i.kind = --w->left == 0 ? LAST : kind < k->loads ? LOAD : kind < k->loads + k->stores ? STORE
                                   : kind < k->loads + k->stores + k->barriers ? BARRIER : ALU;
    if (i.kind == LOAD && pc * 100 < k->divergent * PCS)        // the same PCs are divergent, as much, every time
        i.accesses = (uint8_t)(k->least_accesses + pc * 7 % (k->most_accesses + 1 - k->least_accesses));
    else if (i.kind == LOAD)
        i.accesses = (uint8_t)(chance(t, 15) ? 0 : 1 + (pc & 1));
    i.pc = PC_BASE + PC_STEP * pc;
    return i;
}

static void choose_fill(traffic *t, struct front_end_in *in)
{
    unsigned first = draw(t, t->n);
    t->fills = 0;
    for (unsigned i = 0; i < t->n && !t->fills; i++) {
        warp *w = &t->warps[(first + i) % t->n];
        unsigned room = 2u - w->buffer[0].valid - w->buffer[1].valid;
        if (!w->resident || !room || !w->left)
            continue;
        t->fill_warp = (first + i) % t->n;
        for (; t->fills < room && w->left; t->fills++) {
            t->fill[t->fills] = draw_instruction(t, w);
            in->fill_pc[t->fills] = t->fill[t->fills].pc;
        }
    }
}

static void open_barriers(traffic *t)
{
    for (unsigned first = 0; first + t->kernel.cta_size <= t->n; first += t->kernel.cta_size) {
        bool all = true;
        for (unsigned w = first; w < first + t->kernel.cta_size; w++)
            all = all && (!t->warps[w].resident || t->warps[w].waiting);
        for (unsigned w = first; all && w < first + t->kernel.cta_size; w++)
            t->warps[w].waiting = false;
    }
}

static void put_masks(traffic *t, struct front_end_in *in)
{
    for (unsigned w = 0; w < t->n; w++) {
        const warp *p = &t->warps[w];
        uint64_t bit = UINT64_C(1) << w;
        bool to_memory = p->buffer[0].kind == LOAD || p->buffer[0].kind == STORE;
        bool port = !to_memory || (w % t->schedulers == t->cycle % t->schedulers && t->queued < QUEUE);
        if (front_end_has(FE_SHARE))
            port = traffic_register(t, w);
        if (p->waiting)
            in->waiting |= bit;
        if (!p->resident || !p->buffer[0].valid)
            continue;
        if (p->buffer[0].kind == LOAD)
            in->load |= bit;
        if (p->blocked > t->cycle)
            continue;
        in->may_get_ready |= bit;
        if (port && !p->waiting)
            in->ready |= bit;
        else if (!p->waiting && t->queued < QUEUE)
            in->lendable |= bit;
    }
    in->can_issue = MASK(t->n);
    if (t->cfg.cfg_smr & 1)                                     // as if a second mechanism held loads back
        in->can_issue ^= random_bits(&t->inputs.random, t->n, 1);
}

// ---- late: what the grants lead to

static void issue(traffic *t, unsigned number, unsigned charge, struct front_end_in *in)
{
    warp *w = &t->warps[number];
    instruction i = w->buffer[0];
    in->issue_active[number % t->schedulers] = (uint8_t)(chance(t, 70) ? 32 : draw(t, 33));
    if (!w->resident || !i.valid)
        return;                                                 // inputs that no platform gives
    w->buffer[0] = w->buffer[1];
    w->buffer[1].valid = false;
    w->blocked = t->cycle + 1 + draw(t, i.kind == ALU ? 6 : 2);
    w->waiting = i.kind == BARRIER;
    w->loads = i.kind == LOAD;
    t->issued++;
    if (i.kind == LAST) {
        in->exit |= UINT64_C(1) << number;
        in->flush |= UINT64_C(1) << number;
        *w = (warp){0};
    } else if (i.kind == LOAD && t->queued < QUEUE) {
        w->blocked = UINT64_MAX;
        t->queue[t->queued++] = (queued_load){.warp = number, .pc = i.pc, .accesses = i.accesses, .left = i.accesses,
                                              .charge = charge};
        t->loads++;
        t->divergent += i.accesses >= DIVERGENT_FROM;
    }
}

static void issue_grants(traffic *t, const struct front_end_out *out, struct front_end_in *in)
{
    for (unsigned s = 0; s < t->schedulers; s++) {
        if (out->borrows >> s & 1) {
            in->instructions[s] = 1;
            issue(t, out->borrowed_warp[s], 0, in);
        }
        if (!(out->grant_valid >> s & 1))
            continue;
        if (chance(t, 2)) {
            in->hold |= (uint8_t)(1u << s);
        } else {
            in->instructions[s] = (uint8_t)(1 + (front_end_has(FE_PROGRESS) && chance(t, 20)));
            issue(t, out->grant_warp[s], out->charge[out->grant_warp[s]], in);
        }
    }
}

static void write_fill(traffic *t, struct front_end_in *in)
{
    warp *w = &t->warps[t->fill_warp];
    if (t->fills && w->resident && chance(t, 2)) {              // a branch: present and coming instructions are wrong
        in->flush |= UINT64_C(1) << t->fill_warp;
        w->left += w->buffer[0].valid + w->buffer[1].valid + t->fills;
    }
    for (unsigned f = 0; f < t->fills; f++) {
        unsigned slot = w->buffer[0].valid;
        if (!w->resident)
            continue;
        in->fill[f] = 1;
        in->fill_warp[f] = (uint8_t)t->fill_warp;
        in->fill_slot[f] = (uint8_t)slot;
        in->fill_load[f] = t->fill[f].kind == LOAD;
        in->fill_active[f] = t->fill[f].active;
        w->buffer[slot] = t->fill[f];
    }
    if (in->flush >> t->fill_warp & 1)
        w->buffer[0].valid = w->buffer[1].valid = false;
}

static void launch_cta(traffic *t, struct front_end_in *in)
{
    unsigned size = t->kernel.cta_size, slots = t->n / size < t->slots ? t->n / size : t->slots;
    unsigned slot = draw(t, slots), first = slot * size;
    if (!t->ctas_left || chance(t, 50))
        return;
    for (unsigned w = first; w < first + size; w++)
        if (t->warps[w].resident || in->exit >> w & 1)
            return;
    for (unsigned w = first; w < first + size; w++)
        t->warps[w] = (warp){.resident = true, .left = t->kernel.length};
    in->launch = MASK(size) << first;
    in->cta_launch = 1;
    in->cta_launch_slot = (uint8_t)slot;
    t->ctas |= UINT64_C(1) << slot;
    t->ctas_left--;
}

// ---- cycles

static void random_inputs(traffic *t, field_kind kind, struct front_end_in *in)
{
    stimuli_random_inputs(&t->inputs, kind, in);
}

// One field of the kind takes any value.
static void bend(traffic *t, field_kind kind, struct front_end_in *in)
{
    struct front_end_in any = *in;
    const block_field *f = front_end_fields;
    random_inputs(t, kind, &any);
    for (unsigned skip = draw(t, 40); f->name && (f->kind != kind || skip--); f++) {
    }
    if (f->name)
        memcpy((char *)in + f->offset, (char *)&any + f->offset, (size_t)f->count * f->size);
}

// What follows a kernel: another one, or inputs that no platform gives and then a reset.
static void go_on(traffic *t)
{
    unsigned what = draw(t, 4);
    if (what == 0)
        t->illegal_until = t->cycle + 100 + draw(t, 400);
    else
        start_kernel(t);
    if (what == 1)
        t->bent_until = t->cycle + 100 + draw(t, 2000);
}

static bool early(stimulus_source *source, struct front_end_in *in, bool *reset)
{
    traffic *t = (traffic *)source;
    if (t->cycle == t->cycles)
        return false;
    bool ends = t->illegal_until == t->cycle || t->bent_until == t->cycle;
    *reset = t->resets = t->cycle == 0 || ends;
    if (t->resets)
        forget_everything(t);
    else if (t->cycle >= t->illegal_until && kernel_over(t))
        go_on(t);
    t->reset_count += t->resets;
    memset(in, 0, sizeof *in);
    if (t->resets || t->cycle < t->illegal_until) {
        random_inputs(t, FIELD_IN, in);
        t->illegal++;
        return true;
    }
    *in = t->cfg;
    in->kernel_start = t->kernel_starts;
    t->kernel_starts = false;
    step_ldst(t, in);
    open_barriers(t);
    choose_fill(t, in);
    if (front_end_has(FE_SHARE))
        traffic_registers(t, in);
    if (front_end_has(FE_PROGRESS) || front_end_has(FE_GROUPS))
        traffic_slots(t, in);
    put_masks(t, in);
    if (front_end_has(FE_BYPASS))
        traffic_bypass(t, in);
    if (front_end_has(FE_GROUPS))
        traffic_groups(t, in);
    if (t->cycle < t->bent_until && chance(t, 30))
        bend(t, FIELD_IN, in);
    return true;
}

static void late(stimulus_source *source, const struct front_end_out *out, struct front_end_in *in)
{
    traffic *t = (traffic *)source;
    t->borrowed += count_ones(out->borrows);
    t->occluded += count_ones(out->occlude | (in->load & out->resident & ~out->may_load) |
                                      (front_end_has(FE_GROUPS) ? in->ready & ~out->allow : 0));
    if (!in->cfg_ocw_pin && out->ocw > t->ocw_high)
        t->ocw_high = out->ocw;
    if (t->resets || t->cycle < t->illegal_until) {
        random_inputs(t, FIELD_IN_LATE, in);
    } else {
        issue_grants(t, out, in);
        write_fill(t, in);
        if (front_end_has(FE_PROGRESS) || front_end_has(FE_GROUPS))
            traffic_cta_exits(t, in);
        if (front_end_has(FE_GROUPS))
            traffic_first_fill(t, in);
        launch_cta(t, in);
        in->ctas_issued = t->kernel.ctas - t->ctas_left;
        in->ctas = t->kernel.ctas;
        in->release[0] = (uint16_t)t->release[0];
        in->release[1] = (uint16_t)t->release[1];
        traffic_evict(t, in);
        in->issued = (uint8_t)count_ones(out->issue);
        if (t->cycle < t->bent_until && chance(t, 30))
            bend(t, FIELD_IN_LATE, in);
    }
    t->cycle++;
}

static const char *checked(stimulus_source *source, const front_end_models *models)
{
    (void)source, (void)models;
    return NULL;
}

static void describe(const stimulus_source *source, FILE *file)
{
    const traffic *t = (const traffic *)source;
    fprintf(file,
            "%" PRIu64 " kernels, %" PRIu64 " resets, %" PRIu64 " illegal cycles, %" PRIu64 " issues, %" PRIu64
            " loads (%" PRIu64 " divergent), held back %" PRIu64 " warp-cycles, %" PRIu64
            " cycles without an MSHR, OCW up to %u, borrowed %" PRIu64 " warps",
            t->kernels, t->reset_count, t->illegal, t->issued, t->loads, t->divergent, t->occluded, t->stalls,
            t->ocw_high, t->borrowed);
}

static void close_traffic(stimulus_source *source) { free(source); }

stimulus_source *traffic_open(uint64_t cycles, uint64_t seed)
{
    traffic *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    t->source = (stimulus_source){early, late, checked, describe, close_traffic};
    t->ports = (block_ops){.block = "front_end", .params = front_end_params, .fields = front_end_fields};
    t->inputs.ops = &t->ports;
    t->inputs.random.state = seed;
    t->n = stimuli_param(&t->ports, "N");
    t->schedulers = stimuli_param(&t->ports, "S");
    t->m = stimuli_param(&t->ports, "M");
    t->sets = stimuli_param(&t->ports, "SETS");
    t->slots = front_end_has(FE_PROGRESS) || front_end_has(FE_GROUPS) ? stimuli_param(&t->ports, "C") : t->n;
    t->partitions = stimuli_param(&t->ports, "P");
    t->cycles = cycles;
    return &t->source;
}

// SPDX-License-Identifier: BSD-3-Clause
// The blocks that the GPU has once: what they see of the SMs and of memory, and their outputs to the SMs' blocks.
//
// Their early half comes before any SM steps, so every SM sees their registers in this cycle. Their late half comes after all
// SMs and sees the whole cycle. A wire to an SM is an ordinary row of rtl_c/wires.def. When their outputs change, resting
// blocks of SMs first catch up with the old values. Time jumps only over cycles in which their late inputs are zero.
#include "sim/core/gpu_internal.h"

#include <stdlib.h>
#include <string.h>

// --- wires to the SMs

// The blocks of the same policy or observer in an SM.
static unsigned blocks_of_hook(const place *p, int hook, block *receivers[PLACE_BLOCKS_MAX])
{
    unsigned count = 0;
    for (unsigned b = 0; b < p->n_blocks; b++)
        if (p->blocks[b].hook == hook)
            receivers[count++] = p->blocks[b].block;
    return count;
}

void gpu_blocks_connect(gpu *g)
{
    const unsigned most = g->place.n_blocks * g->n_sms * PLACE_WIRES_MAX;
    block *receivers[PLACE_BLOCKS_MAX];
    g->sm_wires = calloc(most + 1, sizeof *g->sm_wires);
    if (!g->sm_wires)
        abort();
    for (unsigned b = 0; b < g->place.n_blocks; b++) {
        const placed_block *from = &g->place.blocks[b];
        const unsigned before = g->n_sm_wires;
        for (unsigned i = 0; i < g->n_sms; i++) {
            unsigned count = blocks_of_hook(&g->sms[i]->place, from->hook, receivers);
            g->n_sm_wires = wires_from(from->block, receivers, count, g->sm_wires, g->n_sm_wires, most);
        }
        g->put_out[b] = g->n_sm_wires > before ? calloc(1, from->block->ops->out_size) : NULL;
    }
    g->driven = false;
    for (unsigned i = 0; i < g->n_sms; i++)             // what they tell is of use to the GPU
        g->sms[i]->events.heard |= g->events.heard;
}

void gpu_blocks_close(gpu *g)
{
    for (unsigned b = 0; b < g->place.n_blocks; b++)
        free(g->put_out[b]);
    free(g->sm_wires);
}

static bool changed(gpu *g)
{
    bool any = !g->driven;
    for (unsigned b = 0; b < g->place.n_blocks; b++) {
        const block *from = g->place.blocks[b].block;
        if (!g->put_out[b] || memcmp(g->put_out[b], from->out, from->ops->out_size) == 0)
            continue;
        memcpy(g->put_out[b], from->out, from->ops->out_size);
        any = true;
    }
    g->driven = true;
    return any;
}

static void drive_sms(gpu *g)
{
    if (!g->n_sm_wires || !changed(g))
        return;
    for (unsigned i = 0; i < g->n_sms; i++) {
        sm_settle(g->sms[i], g->cycle);
        place_begin(&g->sms[i]->place);
    }
    wires_drive(g->sm_wires, g->n_sm_wires);
}

// --- one cycle

void gpu_blocks_early(gpu *g)
{
    place_sleep_until(&g->place, g->cycle);
    place_begin(&g->place);
    place_early(&g->place);
    drive_sms(g);
    memset(g->levels.thread_insns, 0, sizeof g->levels.thread_insns);
    g->ctas_seen = g->levels.ctas_issued;
}

void gpu_blocks_see(gpu *g, unsigned index)
{
    const sm_events *events = &g->sms[index]->events;
    for (unsigned i = 0; i < events->l1d_access_count; i++)
        if (events->l1d_access[i].outcome < L1D_FAIL_LINE)
            raise_load_resolved(&g->events, (load_resolved_event){.sm = (uint8_t)index, .hit = events->l1d_access[i].outcome == L1D_HIT});
    for (unsigned i = 0; i < events->l1d_bypass_count; i++)
        raise_load_resolved(&g->events, (load_resolved_event){.sm = (uint8_t)index});
    for (unsigned i = 0; i < events->warp_issue_count; i++)
        g->levels.thread_insns[index] += events->warp_issue[i].lanes;
}

// A late input, or an early one of the next cycle, is not zero.
static bool restless(const gpu *g)
{
    uint32_t any = g->events.raised | (g->levels.ctas_issued != g->ctas_seen);
    for (unsigned i = 0; i < g->options.machine->l2.sub_partitions; i++)
        any |= g->levels.occupancy[i];
    for (unsigned i = 0; i < g->n_sms; i++)
        any |= g->levels.thread_insns[i];
    return any;
}

static void log_cycle(gpu *g)
{
    shown_levels shown;
    memset(&shown, 0, sizeof shown);
    for (unsigned i = 0; i < g->options.machine->l2.sub_partitions; i++) {
        uint64_t entered, left;
        memory_passed(g->memory, i, &entered, &left);
        gpu_log_slice(&g->log, g->cycle, i, entered, left);
        shown.gpu.occupancy[i] = memory_occupancy(g->memory, i);
    }
    *shown.gpu.grid_issued = g->levels.ctas_issued;
    *shown.gpu.grid = g->levels.ctas;
    level_log_write(&g->log.levels, PLACE_GPU, g->cycle, &shown);
}

void gpu_blocks_late(gpu *g)
{
    for (unsigned i = 0; i < g->options.machine->l2.sub_partitions; i++)
        g->levels.occupancy[i] = memory_occupancy(g->memory, i);
    if (gpu_logged(&g->log, g->cycle))
        log_cycle(g);
    place_late(&g->place);
    place_end(&g->place);
    g->restless = restless(g);
}

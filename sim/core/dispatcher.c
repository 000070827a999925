// SPDX-License-Identifier: BSD-3-Clause
#include "sim/core/dispatcher.h"

static cta_limit limit_by(const char *name, uint64_t needed, uint64_t available)
{
    uint64_t ctas = needed ? available / needed : CTA_SLOTS;
    return (cta_limit){name, needed, available, ctas < CTA_SLOTS ? (unsigned)ctas : CTA_SLOTS};
}

cta_limit dispatcher_limit(const machine *m, const launch_config *config)
{
    uint64_t threads = (uint64_t)config->block[0] * config->block[1] * config->block[2];
    uint64_t warps = (threads + WARP_LANES - 1) / WARP_LANES;
    const cta_limit limits[] = {
        limit_by("warps", warps, m->core.warps),
        limit_by("CTAs", 1, m->core.max_ctas),
        limit_by("registers", kernel_cta_registers(config->kernel, warps, m->core.registers), m->core.registers),
        limit_by("bytes of shared memory", (uint64_t)kernel_shared_bytes(config->kernel) + config->dynamic_shared,
                 m->core.shared_bytes),
    };
    cta_limit lowest = limits[0];
    for (unsigned i = 1; i < sizeof limits / sizeof limits[0]; i++)
        if (limits[i].ctas < lowest.ctas)
            lowest = limits[i];
    return lowest;
}

void dispatcher_start(dispatcher *d, const launch_config *config)
{
    d->next = 0;
    d->full = false;
    d->total = config->ctas ? config->ctas : (uint64_t)config->grid[0] * config->grid[1] * config->grid[2];
}

static void serve_cluster(dispatcher *d, unsigned cluster, unsigned size, sm *const *sms, uint64_t cycle, number_set *started)
{
    for (unsigned i = 0; i < size; i++) {
        unsigned core = (d->next_in_cluster[cluster] + i) % size, index = cluster * size + core;
        if (!sm_has_cta_slot(sms[index]))
            continue;
        const bool last = ++d->next == d->total;
        if (last)
            d->last_at = cycle;
        sm_launch_cta(sms[index], d->next - 1, last, cycle);
        number_set_add(started, index);
        d->next_in_cluster[cluster] = core + 1;
        d->next_cluster = cluster + 1;
        return;
    }
}

void dispatcher_cycle(dispatcher *d, const machine *m, sm *const *sms, uint64_t cycle, number_set *started)
{
    unsigned clusters = m->gpu.clusters, size = m->gpu.sms / clusters, first = d->next_cluster;
    const uint64_t before = d->next;
    if (d->full)
        return;
    for (unsigned i = 0; i < clusters && d->next < d->total; i++)
        serve_cluster(d, (first + i) % clusters, size, sms, cycle, started);
    d->full = d->next == before;
}

// hardware.md 5.1: the r-th SM in the order of this launch gets CTAs r, r + SMs, ... of the grid.
uint64_t dispatcher_first_fill(const dispatcher *d, const machine *m, unsigned sm, unsigned limit)
{
    unsigned clusters = m->gpu.clusters, size = m->gpu.sms / clusters, cluster = sm / size;
    unsigned turn = (cluster + clusters - d->next_cluster % clusters) % clusters;
    unsigned turn_in_cluster = (sm % size + size - d->next_in_cluster[cluster] % size) % size;
    unsigned order = turn_in_cluster * clusters + turn;
    uint64_t gets = d->total > order ? (d->total - order - 1) / m->gpu.sms + 1 : 0;
    return gets < limit ? gets : limit;
}

// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit, texture cache: created at the first lookup, so kernels without textures do not pay for it.
#include "sim/core/ldst_internal.h"

static texture_cache *new_l1t(const ldst *unit)
{
    const machine *m = unit->machine;
    const texture_config config = {
        .geometry = {.sets = m->l1t.sets, .ways = m->l1t.ways, .line_bytes = m->l1t.line_bytes, .sector_bytes = m->l1t.line_bytes,
                     .index = INDEX_LINEAR},
        .fragments = m->l1t.fragments, .requests = m->l1t.requests, .reorder = m->l1t.reorder, .results = m->l1t.results,
        .perfect = m->l1d.perfect, .accesses = &unit->counters->l1t_accesses, .misses = &unit->counters->l1t_misses};
    return texture_cache_new(&config, unit->memory, unit->sm_index);
}

read_status ldst_look_up_texture(ldst *unit, uint64_t address, uint64_t cycle)
{
    if (!unit->l1t)
        unit->l1t = new_l1t(unit);
    return texture_cache_access(unit->l1t, address, unit->slot, cycle);
}

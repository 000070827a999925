#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in what the SM of machine `kaws` has and Fermi's has not; the case of
# the unit test that the plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_sub_cores
plant sim/core/issue.c sim/core/test_sub_cores test_a_scheduler_has_one_register_of_a_kind \
    "schedulers share their registers" 's/if (sm_has_room(s, scheduler, kind))/if (latch_has_room(\&s->issue_slot[kind]))/'
plant sim/core/issue.c sim/core/test_sub_cores test_every_scheduler_has_its_own \
    "one scheduler fills the registers of all" 's/taken |= (uint8_t)(1u << through)/taken = 0xff/'
plant sim/core/collector.c sim/core/test_sub_cores test_collectors_are_of_all_kinds \
    "no collector is generic" 's/c->generic = m->core.generic_collectors != 0;/c->generic = false;/'
plant sim/core/collector.c sim/core/test_sub_cores test_banks_of_a_scheduler \
    "every bank serves every scheduler" 's/c->banks_each = m->core.sub_cores ? .*/c->banks_each = c->banks;/;s/(uint8_t)(m->core.sub_cores ? .*/0;/'
plant sim/core/collector.c sim/core/test_sub_cores test_banks_of_a_scheduler \
    "collectors step once a cycle" 's/unsigned left = c->steps/unsigned left = 1/'
plant sim/core/issue.c sim/core/test_schedulers test_issue_period_and_width \
    "the second instruction may be of the first one's kind" 's/ & ~s->unit\[first_unit\]//'
plant sim/core/issue.c sim/core/test_sub_cores test_a_taken_branch_is_seen_at_once \
    "a second look does not empty the buffer" 's/else if (s->hazard >> warp & 1 .*/else if (0)/'
plant sim/core/fetch.c sim/core/test_sub_cores test_eight_warps_are_fetched_for_in_a_cycle \
    "one fetch a cycle" 's/(s->more_fetches)/(false)/'
plant sim/memory/l1d.c sim/core/test_sub_cores test_sectors_and_global_loads \
    "a sector is the whole line" 's/__builtin_ctz(cache->geometry.sector_bytes)/__builtin_ctz(cache->geometry.line_bytes)/'
plant sim/memory/l1d.c sim/core/test_sub_cores test_local_memory_in_sectors \
    "a fill of a sector takes a way anew" 's/if (tag_array_line(cache->tags, way) == cache_line_of(&cache->geometry, sector))/if (0)/'
plant sim/core/route.c sim/core/test_sub_cores test_sectors_and_global_loads \
    "ld.nc passes the L1D by" 's/ && !(insn->flags & INSN_AT_L1D)//'
inactive=sim/core/test_inactive
plant sim/core/issue.c $inactive test_every_cycle_of_a_scheduler_is_counted_once \
    "one scheduler's stalls count for another" 's/\*own\[i\]\[2\]/*own[0][2]/'
plant sim/core/sm.c $inactive test_every_cycle_of_a_scheduler_is_counted_once \
    "stalls of sleep are those of scheduler 0" 's/s->stalls\[i\]\[s->quiet_stall/s->stalls[0][s->quiet_stall/'
plant sim/core/issue.c $inactive test_one_register_is_free \
    "two free registers are one" 's/used + 1u/used + 2u/'
plant sim/core/sm.c $inactive test_one_register_is_free \
    "free registers are not counted in sleep" 's/sm_count_one_free(s, cycles)/sm_count_one_free(s, 0)/'
plant sim/core/warp.c $inactive test_the_last_cta \
    "every CTA is the last" 's/if (cta->last)/if (true)/'
plant sim/core/gpu.c $inactive test_the_end_of_a_launch \
    "any end of a CTA is one that no other follows" 's/    if (!dispatcher_done(&g->dispatcher) \&\& g->cycle >= g->first_cta_at) {/    if (g->ctas_done != ctas_done \&\& !g->ending_since)\n        g->ending_since = g->cycle;\n    if (!dispatcher_done(\&g->dispatcher)) {/'
plants_end

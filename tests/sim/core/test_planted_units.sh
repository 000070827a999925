#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in what the SM of Volta and Ampere has and others have not: INT, DP and tensor units, collectors and
# units of a scheduler; the case of the unit test that the plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_units
units=sim/core/test_units
plant sim/core/sm.c $units test_integers_have_a_unit_beside_fp32 \
    "integers go to the SP" 's/unit_of_machine(m, kind);/unit_of_machine(m, kind == UNIT_INT ? UNIT_SP : kind);/'
plant sim/core/sm.c $units test_fp64_has_a_unit_beside_the_sfu \
    "fp64 goes to the SFU" 's/unit_of_machine(m, kind);/unit_of_machine(m, kind == UNIT_DP ? UNIT_SFU : kind);/'
plant sim/frontend/decode_arithmetic.c $units test_what_is_no_fp32_arithmetic_goes_with_the_integers \
    "fp32 goes with the integers" 's/type == TYPE_f32 ? UNIT_SP : type/type == TYPE_f64 ? UNIT_SP : type/'
plant sim/frontend/decode.c $units test_what_is_no_fp32_arithmetic_goes_with_the_integers \
    "what has no class goes to the SP" 's/UNIT_INT, LATENCY_SIMPLE/UNIT_SP, LATENCY_SIMPLE/'
plant sim/frontend/decode_lanes.c $units test_what_is_no_fp32_arithmetic_goes_with_the_integers \
    "a shuffle takes as long as a move" 's/UNIT_INT, LATENCY_SHUFFLE/UNIT_INT, LATENCY_SIMPLE/'
plant sim/core/issue.c $units test_two_kinds_issue_in_one_cycle \
    "the first instruction's kind is that of the SP" 's/unit = sm_kind(s, .*/unit = UNIT_SP;/'
plant sim/core/pipeline.c sim/core/test_pipeline test_kinds_enter_in_their_order \
    "INT units come before those for fp64" 's/UNIT_SP, UNIT_DP, UNIT_INT,/UNIT_SP, UNIT_INT, UNIT_DP,/'
plant sim/core/pipeline.c sim/core/test_pipeline test_a_unit_of_a_scheduler_takes_its_own \
    "any unit takes the oldest" 's/p->own = .*/p->own = false;/'
plant sim/core/pipeline.c sim/core/test_pipeline test_matrices_have_a_latency_of_their_own \
    "matrices take as long as a multiply-add everywhere" 's/if (!m->core.tensor_units)/if (true)/'
plant sim/core/collector.c sim/core/test_collector test_the_oldest_of_a_kind_holds_the_others_up \
    "collectors are of all schedulers" 's/free & units_of(c, latch_oldest(in)->scheduler)/free/'
plant sim/core/collector.c sim/core/test_collector test_a_scheduler_has_one_place_behind_the_collectors \
    "the places behind the collectors are of all schedulers" 's/set->out->taken |= .*/;/'
plant sim/core/collector.c sim/core/test_collector test_a_port_out_serves_the_first_scheduler \
    "a port out begins anew each time" 's/behind ? behind : own/own/'
plant sim/core/collector.c $units test_a_scheduler_has_a_unit_and_two_collectors \
    "a scheduler has all collectors" 's/m->core.generic_collectors \/ m->core.schedulers : 0/m->core.generic_collectors : 0/'
plant sim/core/collector.c $units test_a_register_that_is_named_twice_is_read_once \
    "each name is a read" 's/!plain && !c->repeats && named_before(insn, i)/false/'
plant sim/core/fetch.c $units test_fetches_are_decoded_at_once \
    "nothing is decoded at once" 's/if (s->decodes_at_once)/if (false)/'
plant sim/core/fetch.c $units test_the_last_fetch_is_decoded_in_the_next_cycle \
    "the last fetch is decoded at once, too" 's/^    read_only_cache_cycle(s->l1i, s->cycle);/    if (s->decodes_at_once)\n        sm_decode(s);\n&/'
sm=sim/core/test_modern_sm
plant sim/core/route.c $sm test_accesses_are_of_sectors \
    "accesses are of lines on every machine" 's/return machine->l1d.sector_bytes ? machine->l1d.sector_bytes : /return /'
plant sim/core/pipeline.c $sm test_every_class_has_its_latency_and_interval \
    "an interval is that of an addition" 's/= (uint16_t)m->latency.key##_interval;/= (uint16_t)m->latency.int_add_interval;/'
plant sim/core/collector.c $sm test_every_class_has_its_latency_and_interval \
    "a register a bank and cycle" 's/^    c->steps = m->core.collector_steps;/    c->steps = 1;/'
plant sim/core/ldst_dispatch.c $sm test_loads_take_their_latency \
    "shared memory is as fast as everywhere" 's/cycle + unit->machine->core.shared_latency/cycle + 26/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst perfect_constants_take_one_cycle \
    "a perfect constant cache takes a cycle an access" 's/if (unit->route == ROUTE_CONST \&\& unit->machine->l1c.perfect)/if (false)/'
plant sim/machine/import_core.c sim/machine/test_import units_of_volta_have_keys \
    "collectors of a file are always of all schedulers" 's/given == 1 && has_own_units(im) ? 2 : given/given/'
plant sim/machine/import_core.c sim/machine/test_import units_of_volta_have_keys \
    "INT and DP widths are taken for each other" 's/m.core.dp_units, 1, 6 }/m.core.dp_units, 2, 7 }/'
plant sim/machine/check.c sim/machine/test_machine test_impossible_geometry \
    "any number of collectors is of four schedulers" 's/ || m->core.generic_collectors % m->core.schedulers//'
plants_end

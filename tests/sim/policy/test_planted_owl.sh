#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of what feeds and asks owl_groups and owl_prefetch and tells them of a launch; the
# case of a unit test that the plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_owl
owl=sim/policy/owl.c wiring=sim/policy/test_owl_wiring
plant $owl $wiring a_launch_says_how_groups_are_formed 'all CTAs that fit are the first fill' 's/start->first_fill/start->ctas_per_sm/'
plant $owl $wiring a_launch_says_how_groups_are_formed 'a CTA has one warp' 's/(uint8_t)start->warps_per_cta/1/'
plant $owl $wiring a_launch_says_how_groups_are_formed 'every SM is core 0' 's/(uint8_t)view->at.index/0/'
plant $owl $wiring warps_are_of_the_cta_launched_last 'slots do not become free' 's/in->exit = .*;/in->exit = 0;/'
plant $owl $wiring warps_are_of_the_cta_launched_last 'warps stay with their first CTA' 's/= launch->slot;$/|= launch->slot;/'
plant $owl $wiring who_waits_reaches_the_block 'nobody waits at a barrier' 's/levels->needs_data | levels->waiting/levels->needs_data/'
plant $owl $wiring who_waits_reaches_the_block 'nobody waits for data' 's/levels->needs_data | levels->waiting/levels->waiting/'
plant $owl $wiring who_waits_reaches_the_block 'whom the LD/ST unit holds does not wait' 's/(machine_ldst_blocks(view->machine) ? levels->held_by_ldst : 0)/0/'
plant $owl $wiring who_waits_reaches_the_block 'policy.owl_waits is not looked at' 's/machine_ldst_blocks(view->machine) ? levels->held_by_ldst : 0/levels->held_by_ldst/'
plant $owl $wiring who_waits_reaches_the_block 'only ready warps have not ended' 's/in->unfinished = levels->resident;/in->unfinished = levels->ready;/'
plant $owl $wiring who_waits_reaches_the_block 'only loads are kept back' 's/masks->may_issue = out->allow;/masks->can_issue = out->allow;/'
plant sim/policy/owl_cta_aware_locality.c $wiring each_policy_has_its_scheme 'the second step is the first' 's/OWL_LOCALITY/OWL_CTA_AWARE/'
plant sim/policy/owl_cta_aware_locality_blp.c $wiring each_policy_has_its_scheme 'all cores begin with one group' 's/OWL_BLP/OWL_LOCALITY/'
plant sim/policy/owl.c $wiring all_that_is_allowed_may_issue 'the low warps alone may issue' 's/masks->may_issue = out->allow;/masks->may_issue = (uint32_t)out->allow;/'
plant $owl $wiring every_warp_slot_reaches_the_block 'half of the warps are blocked' 's/in->blocked = .*;/in->blocked = (uint32_t)(levels->needs_data | levels->waiting | levels->held_by_ldst);/'
plant $owl $wiring every_warp_slot_reaches_the_block 'half of the warps are launched' 's/launch ? launch->warps : 0/launch ? (uint32_t)launch->warps : 0/'
plant $owl $wiring every_warp_slot_reaches_the_block 'high warps have ended' 's/in->unfinished = levels->resident;/in->unfinished = (uint32_t)levels->resident;/'
plant $owl $wiring every_warp_slot_reaches_the_block 'each waits for the data of the one before' 's/in->blocked = levels->needs_data/in->blocked = levels->needs_data << 1/'
plant $owl $wiring every_warp_slot_reaches_the_block 'CTAs of half of the warps are known' 's/sizeof in->cta);/sizeof in->cta \/ 2);/'
plant $owl $wiring every_cta_slot_reaches_the_block 'a ninth CTA never ends' 's/in->exit = (uint32_t)events->cta_end;/in->exit = (uint8_t)events->cta_end;/'
plant sim/core/dispatcher.c $wiring the_first_fill_of_each_core 'SMs are served in the order of their numbers' \
    's/unsigned turn = .*;/unsigned turn = cluster;/'
plant sim/core/dispatcher.c $wiring the_first_fill_of_each_core 'the limit is forgotten' 's/return gets < limit ? gets : limit;/return gets;/'
plant sim/core/dispatcher.c $wiring the_first_fill_of_each_core 'the SMs of a cluster are served together' \
    's/unsigned order = .*;/unsigned order = turn * size + turn_in_cluster;/'
memory=sim/policy/owl_memory.c controller=sim/policy/test_owl_memory
plant $memory $controller a_fixed_threshold_chooses_c 'a threshold is one request higher' 's/levels->pending < view->machine->policy.owl_threshold/levels->pending <= view->machine->policy.owl_threshold/'
plant $memory $controller a_fixed_threshold_chooses_c 'a threshold chooses the other C' 's/if (fewer_wait)/if (!fewer_wait)/'
plant $memory $controller settings_and_levels_are_early 'scheme 1 holds rows' 's/owl_scheme == 2/owl_scheme >= 1/'
plant $memory $controller settings_and_levels_are_early 'half of the banks have a demand' 's/in->demand_open = levels/in->demand_open = (uint32_t)levels/'
plant $memory $controller requests_that_wait 'what waits is cut to a byte' 's/levels->pending < WAITING_MAX ? levels->pending : WAITING_MAX/levels->pending/'
plant $memory $controller commands_are_late 'lines are those of bank 0' 's/in->sent_bank = .*;/in->sent_bank = 0;/'
plant $memory $controller commands_are_late 'a bank closes for ever' 's/in->close = .*;/in->close |= events->row_close_count != 0;/'
plant $memory $controller lines_that_are_told 'stores are told' 's/ \&\& !sent->write//'
plant $memory $controller lines_that_are_told 'every column is told' 's/ \&\& sent->first//'
plant $memory $controller answers_are_the_blocks 'no row is held' 's/answer->hold = out->hold;/answer->hold = 0;/'
plants_end

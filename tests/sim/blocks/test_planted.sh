#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of sim/events, sim/blocks, what raises events and feeds blocks, and rtl_c/wires.def; the
# case of a unit test that the plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_places

# --- events
heard=every_event_is_raised_heard_and_written
plant sim/core/sm.c sim/events/test_events $heard "events are never over" 's/^    sm_events_clear(&s->events);/    ;/'
plant sim/core/sm.c sim/events/test_events $heard "what happens in an SM's sleep is not heard" '/^    if (s->stirred/s/ || (s->events.heard && s->events.raised)//'
plant sim/memory/dram_banks.c sim/events/test_events $heard "no row is closed" 's/^\( *\)tell_event(b->events, row_close,.*);/\1;/'
told=the_file_alone_and_who_hears_alone_are_told_all
plant sim/blocks/place.c sim/events/test_events $told "the file alone is told nothing" 's/return p->hears || p->options.events;/return p->hears;/'
plant sim/blocks/place.c sim/events/test_events $told "who hears is told for the file's sake" 's/return p->hears || p->options.events;/return p->options.events;/'
plant sim/core/gpu.c sim/events/test_events $heard "the GPU's events are not written" 's/^    if (g->options.events)$/    if (false)/'
plant sim/blocks/place.c sim/events/test_events $heard "blocks without late inputs" 's/^        feed(hook, FEED_LATE);/        ;/'
plant sim/events/events.h sim/events/test_events one_more_than_a_row_allows_ends_the_program \
    "one more is let pass" 's/_count == (most))/_count > (most))/'
plant sim/events/events.c sim/events/test_events lines_have_cycle_place_event_and_fields \
    "masks are never over" 's/#define CLEAR_MASK(name) .*/#define CLEAR_MASK(name)/'
plant sim/events/events.c sim/events/test_events lines_have_cycle_place_event_and_fields \
    "of several events the first alone is written" 's/event < events->name + events->name##_count; event++/event == events->name \&\& events->name##_count; event++/'
plant sim/events/events.c sim/events/test_events lines_have_cycle_place_event_and_fields \
    "addresses in decimal" 's/strcmp(type, "uint64_t") == 0/false/'

# --- levels
plant sim/events/level_log.c sim/events/test_level_log only_what_has_changed "0s at the end" 's/while (last > 1 \&\& !values\[last - 1\])/while (last > row->count)/'
plant sim/events/level_log.c sim/events/test_level_log only_what_has_changed "a cycle without a change" 's/if (log->begun \&\& memcmp(now, \&log->before, sizeof \*now) == 0)/if (!now)/'
plant sim/events/level_log.c sim/events/test_level_log each_level_of_its_place "the first value tells whether a level has changed" 's/row->count \* sizeof \*values/sizeof *values/'
plant sim/events/level_log.c sim/events/test_level_log each_level_of_its_place "levels of other places" 's/row->place == place \&\& //'
plant sim/events/place_log.c sim/events/test_level_log how_the_files_begin "every place is an SM" 's/lockstep_attach(run, files\[place.kind\])/lockstep_attach(run, files[PLACE_SM])/'

# --- inputs
driven=every_input_of_a_hook_is_driven
plant sim/policy/oaws.c sim/blocks/test_place $driven "flushes add up" 's/misspred->flush = /misspred->flush |= /'
plant sim/policy/oaws.c sim/blocks/test_place $driven "an issue stands for ever" 's/qualify->issue = qualify->issue_warp = 0;/;/'
plant sim/policy/oaws.c sim/blocks/test_place $driven "a setting is left out" 's/^    misspred->cfg_smr = .*;/    ;/'
plant sim/policy/oaws.c sim/blocks/test_place $driven "an input is set only when something happens" \
    's/^    in->done_pc = .*/    if (done) in->done_pc = done->pc;/'
plant sim/blocks/place.c sim/blocks/test_place $driven "blocks are not fed late" 's/^        feed(hook, FEED_LATE);/        ;/'
plant sim/blocks/wires.c sim/blocks/test_place $driven "rows of the table are passed over" \
    's/if (strcmp(rows\[i\].source, from->ops->block) == 0/if (strcmp(rows[i].source, "oaws_misspred") != 0 \&\& strcmp(rows[i].source, from->ops->block) == 0/'
plant sim/blocks/place.c sim/blocks/test_place places_that_are_used "the first observer alone is looked at" 's/place_is_used(kind, \*observers, observers + 1)/place_is_used(kind, *observers, NULL)/'
plant sim/blocks/place.c sim/blocks/test_place hooks_of_each_place "a controller is an SM's" 's/hook->policy->hears >> p->at.kind \& 1/hook->policy->hears >> PLACE_SM \& 1 || !hook->count/'
plant sim/blocks/place.c sim/blocks/test_place who_slept_catches_up "edges of sleep are forgotten" 's/p->edges += edges;/p->edges += !edges;/'
plant sim/blocks/place.c sim/blocks/test_place who_slept_catches_up "base catches up with the hooks only" \
    '/^void place_catch_up/,/^}/s/i < p->n_blocks/i + 1 < p->n_blocks/'

# --- wires
carries=a_wire_carries_the_whole_of_an_output_and_no_more
plant sim/blocks/place.c sim/blocks/test_place no_wire_leads_from_hook_to_hook "a wire from a policy to an observer" \
    's/if (source->hook == BASE || receiver->hook == BASE || source->hook == receiver->hook)/if (true)/'
plant sim/blocks/place.c sim/blocks/test_place no_wire_leads_from_hook_to_hook "base drives no hook" \
    's/if (source->hook == BASE || receiver->hook == BASE || /if (/'
plant sim/blocks/wires.c sim/blocks/test_place $carries "the first element alone" 's/(size_t)input->count \* input->size/input->size/'
plant sim/blocks/wires.c sim/blocks/test_place $carries "every input is the first of its block" 's/(char \*)to->in + input->offset/(char *)to->in/'
plant sim/blocks/wires.c sim/blocks/test_place $carries "every output is the first of its block" 's/from->out + output->offset/from->out/'
plant sim/blocks/wires.c sim/blocks/test_place each_arbiter_has_the_pairs_of_its_own_warps "every arbiter is scheduler 0's" \
    's/w->first = to->place.scheduler;/w->first = 0;/'
plant sim/blocks/wires.c sim/blocks/test_place each_arbiter_has_the_pairs_of_its_own_warps "warps in blocks" \
    's/warp < warps; warp += w->step)/warp < w->first + warps \/ w->step; warp++)/'
made=sim/blocks/test_wires
plant sim/blocks/wires.c $made one_element_for_each "every SM gets the first element" 's/row->kind == ONE_EACH ? to->place.index : 0/0/'
plant sim/blocks/wires.c $made one_element_for_each "elements of one byte" 's/element \* output->size,/element,/'
plant sim/blocks/wires.c $made ends_that_are_not_alike "an element more than there are" 's/to->place.index < output->count/to->place.index <= output->count/'
plant sim/blocks/wires.c $made ends_that_are_not_alike "inputs of fewer bits" 's/ \&\& output->width <= input->width//'
plant sim/blocks/wires.c $made where_nothing_leads "wires from scheduler to scheduler" 's/ || other_scheduler(from, receivers\[r\])//'
plant sim/blocks/wires.c $made no_more_than_there_is_room_for "a wire more than there is room for" 's/count == most)/count > most)/'
plant sim/blocks/wires.c $made pairs_of_each_scheduler "bits as they are" 's/\*input++ = strided_bits(output\[__builtin_ctzll(left)\], w->first, w->step);/*input++ = output[__builtin_ctzll(left)];/'
plant sim/blocks/strided_bits.h sim/blocks/test_strided_bits bits_side_by_side "the upper half is lost" 's/UINT64_C(0x0000ffff0000ffff)/UINT64_C(0x0000ffff)/'
plant sim/blocks/strided_bits.h sim/blocks/test_strided_bits bits_side_by_side "the last quarter is lost" 's/UINT64_C(0x000000ff000000ff)/UINT64_C(0xff)/'
plant rtl_c/wires.def rtl_c/test_wires every_input_stands_once "an input without a row" '/warp_rank, waiting/d'
plant rtl_c/wires.def rtl_c/test_wires every_input_stands_once "an input with two rows" '/oaws_dlc, done_pc/{p;s/FED/TIED/;s/, "[^"]*"//}'
plant rtl_c/wires.def rtl_c/test_wires every_input_stands_once "an input of base in another system's rows" \
    's/^TIED(base, warp_arbiter, hold)/TIED(oaws, warp_arbiter, hold)/'
plant rtl_c/wires.def rtl_c/test_wires what_a_row_names_exists "an input that there is not" \
    's/oaws_qualify, issue, "/oaws_qualify, issued, "/'
plant rtl_c/wires.def rtl_c/test_wires what_a_row_names_exists "an output that there is not" 's/WIRE(oaws, oaws_dlc, fill_hit,/WIRE(oaws, oaws_dlc, fills,/'
plant rtl_c/wires.def rtl_c/test_wires both_ends_are_alike "ends of other widths" 's/warp_rank, oldest_run, oaws_qualify/warp_rank, rank, oaws_qualify/'
plant rtl_c/wires.def rtl_c/test_wires both_ends_are_alike "a matrix as it is" 's/WIRE_PAIRS/WIRE/'
plant sim/blocks/place.c sim/blocks/test_place any_block_stirs_the_place "a policy's last block keeps nobody awake" 's/b < hook->first + hook->count; b++)$/b + 1 < hook->first + hook->count; b++)/'
plant sim/blocks/place.c sim/blocks/test_place any_block_stirs_the_place "the last observer keeps nobody awake" '/^bool place_stirs/,/^}/s/i < p->n_hooks; i++/i + 1 < p->n_hooks; i++/'
plant sim/blocks/place.c sim/blocks/test_place blocks_of_each_scheduler "a policy's block stands at one scheduler" 's/row->kind == PLACE_SCHEDULER ? p->machine->core.schedulers : 1/1/'
plant sim/blocks/place.c sim/blocks/test_place who_sleeps_does_not_step "whoever sleeps may step" 's/    if (!at_edge \&\& !lockstep_failed/    if (!at_edge \&\& lockstep_failed/'
plant sim/blocks/place.c sim/blocks/test_place wires_follow_any_output "one byte says whether outputs are others" 's/memcmp(placed->driven, b->out, b->ops->out_size)/memcmp(placed->driven, b->out, 1)/'
plant sim/blocks/place.c sim/blocks/test_place wires_follow_any_output "what the wires carry is not remembered" 's/^        memcpy(placed->driven, b->out, b->ops->out_size);/        ;/'
plants_end

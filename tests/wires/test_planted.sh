#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# The wires between an SM, a memory controller, the GPU and the blocks that stand there, what feeds them, and what is done of what they
# answer, each with a fault planted in it: `warplock check` names it in a recording.
#
# The faults stand side by side in copies of the sources, each behind PLANTED(its number), so that one program holds them
# all and the environment chooses one. What it must be found by is a wire or rule of the checker (docs/check.md): the finding of
# exactly that name, not a crash or a limit of time. Every input row of the blocks' tables must have a fault of its own: a new input is
# named until it has one. PLANTS=list prints the faults.
set -u
. tests/lib.sh
plants_in wires_planted
rows=$work/rows
listing || : >"$rows"
OPTIONS='--policy oaws-dyn'

# wire INPUTS SOURCE FINDING WORDS SCRIPT: INPUTS are the rows of the tables that carry the fault ("-": none), FINDING what
# must be printed, SCRIPT the sed script, with PLANTED for the condition under which its fault is there.
wire() {
    planted=$((planted + 1))
    if listing; then printf '| `%s` | %s | `%s` in `tests/wires/test_planted.sh` |\n' "$2" "$4" "$3"; return; fi
    printf '%s|%s|%s|%s|%s|%s\n' "$planted" "$1" "$2" "$3" "$OPTIONS" "$4" >>"$rows"
    copy=$work/copy/$2
    [ -f "$copy" ] || { mkdir -p "${copy%/*}"; cp "$2" "$copy"; }
    plant_copy "$copy" "$copy.new" "$(printf '%s' "$5" | sed "s/PLANTED/PLANTED($planted)/g")" "$4"
    mv "$copy.new" "$copy"
    ! sampled $planted || printf '%s\n' "$copy" >>"$work/tried"
}
blocks=sim/core/sm_arbiters.c ldst=sim/core/ldst.c tell=sim/core/ldst_tell.c dispatch=sim/core/ldst_dispatch.c oaws=sim/policy/oaws.c
kaws=sim/policy/kaws.c lend=sim/core/lend.c ccws=sim/policy/ccws.c priority=sim/policy/ccws_priority.c sm=sim/core/sm.c warp=sim/core/warp.c place=sim/blocks/place.c wires=sim/blocks/wires.c dram=sim/memory/dram.c

# crossed INPUT FINDING WORDS STATEMENT: a fault in the row of rtl_c/wires.def that drives INPUT, behind its copying: STATEMENT
# changes `byte`, what is copied.
crossed() {
    wire "$1" $wires "$2" "$3" "s/^        copy(&wires\[i\]);/        {\n&\n        if (PLANTED \&\& strcmp(wires[i].row->receiver, \"${1%.*}\") == 0 \&\& strcmp(wires[i].row->input, \"${1#*.}\") == 0) { unsigned char *byte = wires[i].input; $4; }\n        }/"
}

# --- the ten of the audit
wire oaws_dlc.coalesce_pc $dispatch 'wire oaws_dlc.coalesce_pc' 'coalesced PC cut to 8 bits' \
    's/.pc = \(insn->step.insn->pc\), .lines/.pc = PLANTED ? (uint8_t)\1 : \1, .lines/'
wire warp_arbiter.older $place 'wire warp_arbiter.1.older' "the arbiters' pairs are a cycle behind" \
    's/^    block_out(placed->block);/    const bool behind = PLANTED \&\& strcmp(placed->block->ops->block, "warp_order") == 0;\n    if (behind)\n        wires_drive(placed->wires, placed->n_wires);\n&/;s/^        wires_drive(placed/        if (!behind) &/'
wire oaws_dlc.done_pc $tell 'wire oaws_dlc.done_pc' 'the PC at done is that of the dispatch register' \
    's/\(load_done, .warp = access->warp\), .pc = \(slot->insn->step.insn->pc\)/\1, .pc = PLANTED \&\& unit->dispatch ? unit->dispatch->step.insn->pc : \2/'
wire oaws_ocw.launch $sm 'wire oaws_ocw.launch' 'a kernel launch reaches the blocks of SM 0 only' \
    's/^    raise_kernel_start(/    if (!(PLANTED \&\& s->index)) &/'
wire oaws_dlc.coalesce_acc $dispatch 'wire oaws_dlc.coalesce_acc' 'lines are halved at coalescing' \
    's/lines = (uint16_t)\(coalesced_lines(.*)\);/lines = (uint16_t)(\1 \/ (PLANTED ? 2 : 1));/'
wire oaws_ocw.access_set $ldst 'wire oaws_ocw.access_set' 'the set index of the events is linear, the hash forgotten' \
    's/uint32_t set = \(l1d_set_of([^)]*)\)/uint32_t set = PLANTED ? (uint32_t)(tried->access.address \/ 128 % 32) : \1/'
wire oaws_dlc.coalesce $dispatch 'wire oaws_dlc.coalesce' 'stores are learned by the classifier' \
    's/ (route_is_load(unit->route, insn->step.insn)) {/ (unit->route == ROUTE_L1D \&\& (PLANTED || insn->step.insn->memory == MEMORY_LOAD)) {/;s/^ *unit->slots\[unit->slot\].\(lines\|number\) = /        if (unit->slot != NO_SLOT) &/'
wire oaws_qualify.load $warp 'wire oaws_qualify.load' 'local loads are taken for none' \
    's/route_is_load(route_of_insn(head, s->machine->l1d.global), head)/(& \&\& !(PLANTED \&\& head->space == SPACE_LOCAL))/'
wire oaws_misspred.fill_load $blocks 'wire oaws_misspred.fill_load' 'generic loads are taken for none' \
    's/route_is_load(route_of_insn(\(first\|second\), global), [a-z]*)/!(PLANTED \&\& \1->space == SPACE_GENERIC) \&\& &/g'
wire warp_rank.waiting $blocks 'wire warp_rank.waiting' 'a membar does not count as waiting' \
    's/uint64_t waiting = sm_waiting(s);/uint64_t waiting = PLANTED ? s->at_barrier : sm_waiting(s);/'
wire oaws_qualify.avail $blocks 'wire oaws_qualify.avail' 'free MSHRs are a cycle old' \
    's/^    levels->free_mshrs = \(.*\);/    static uint32_t before[64];\n    levels->free_mshrs = PLANTED \&\& s->cycle ? before[s->index] : \1;\n    before[s->index] = \1;/'

# --- warp_order, warp_rank and the arbiters
crossed warp_rank.resident 'wire warp_rank.resident' 'an empty slot 0 counts as a warp' '*byte |= 1'
crossed warp_rank.older 'wire warp_rank.older' 'the pair of warps 0 and 1 is turned round' 'byte[sizeof(uint64_t)] ^= 1'
wire - $blocks 'wire warp_rank.waiting' 'a barrier does not count as waiting' \
    's/uint64_t waiting = /&PLANTED ? s->at_membar : /'
wire warp_order.launch $blocks 'wire warp_order.launch' 'the first warp of a CTA is not launched' \
    's/order_in(s)->launch = launched;/order_in(s)->launch = launched \& (PLANTED ? launched - 1 : launched);/'
wire warp_order.exit $blocks 'wire warp_order.exit' 'exits do not reach warp_order' \
    's/order_in(s)->exit = exited;/order_in(s)->exit = PLANTED ? 0 : exited;/'
wire warp_arbiter.cfg_mode $blocks 'wire warp_arbiter.0.cfg_mode' 'loose round robin instead of GTO' \
    's/in->cfg_mode = /&PLANTED ? 0 : /'
wire warp_arbiter.cfg_use_class $blocks 'wire warp_arbiter.0.cfg_use_class' 'priority classes are switched on' \
    's/in->cfg_use_class = policy->classes;/in->cfg_use_class = policy->classes || PLANTED;/'
wire warp_arbiter.cfg_group $blocks 'wire warp_arbiter.0.cfg_group' 'fetch groups of one more' \
    's/(uint8_t)s->machine->policy.fetch_group/& + PLANTED/'
wire warp_arbiter.can_issue $blocks 'wire warp_arbiter.0.can_issue' 'loads of warp 2 may not issue' \
    's/masks->can_issue, in->can_issue/masks->can_issue \& ~(PLANTED ? UINT64_C(4) : 0), in->can_issue/'
wire warp_arbiter.load $blocks 'wire warp_arbiter.0.load' "the neighbour's load" \
    's/s->load, in->load/s->load << (PLANTED ? 2 : 0), in->load/'
wire warp_arbiter.occlude $blocks 'wire warp_arbiter.0.occlude' 'nothing is held back at the arbiters' \
    's/masks->occlude, in->occlude/PLANTED ? 0 : masks->occlude, in->occlude/'
wire warp_arbiter.priority $blocks 'wire warp_arbiter.0.priority\[0\]' 'slot 0 has a priority class' \
    's/^    in->load = slots_again/    if (PLANTED)\n        in->priority[0] = 1;\n&/'
wire warp_arbiter.launch $blocks 'wire warp_arbiter.0.launch' 'launches do not reach the arbiters' \
    's/launch = slots_of(s, i, launched/launch = slots_of(s, i, PLANTED ? 0 : launched/'
wire warp_arbiter.exit $blocks 'wire warp_arbiter.0.exit' "the arbiters see each other's exits" \
    's/exit = slots_of(s, i, exited/exit = slots_of(s, i, PLANTED ? exited << 1 : exited/'
wire warp_arbiter.hold $blocks 'wire warp_arbiter.0.hold' 'who issues is never remembered' \
    's/^    in->load = slots_again/    in->hold = PLANTED;\n&/'

# --- oaws_ocw
wire oaws_ocw.cfg_wmax $oaws 'wire oaws_ocw.cfg_wmax' 'OCW has another upper bound' 's/ocw->cfg_wmax = /&PLANTED ? 47 : /'
wire oaws_ocw.cfg_ocw_pin $oaws 'wire oaws_ocw.cfg_ocw_pin' 'OCW is pinned' 's/ocw->cfg_ocw_pin = /&PLANTED ? 5 : /'
wire oaws_ocw.start $oaws 'wire oaws_ocw.start' 'every access starts a load' 's/in->start = access \&\& access->first_of_load/in->start = access \&\& (PLANTED || access->first_of_load)/'
wire oaws_ocw.n_acc $oaws 'wire oaws_ocw.n_acc' 'accesses instead of lines' \
    's/lines_of(access->lines)/lines_of(PLANTED ? access->accesses : access->lines)/'
wire oaws_ocw.access $oaws 'wire oaws_ocw.access' 'retries are no accesses' 's/in->access = access != NULL/& \&\& (access->first_try || !PLANTED)/'
wire oaws_ocw.access_hit $oaws 'wire oaws_ocw.access_hit' 'every access is a hit' 's/in->access_hit = \(.*\);/in->access_hit = PLANTED ? access != NULL : (\1);/'
wire oaws_ocw.done $oaws 'wire oaws_ocw.done' 'loads are not done at a hit' 's/in->done = serviced(view) != NULL/& \&\& !(PLANTED \&\& in->access_hit)/'
crossed oaws_ocw.sensitive 'wire oaws_ocw.sensitive' 'no load is sensitive' '*byte = 0'

# --- oaws_dlc
wire oaws_dlc.cfg_age_period $oaws 'wire oaws_dlc.cfg_age_period' 'no ageing' 's/in->cfg_age_period = /&PLANTED ? 0 : /'
wire oaws_dlc.clear $oaws 'wire oaws_dlc.clear' 'a launch does not clear the classifier' 's/in->clear = /&!PLANTED \&\& /'
crossed oaws_dlc.done 'wire oaws_dlc.done' 'in every cycle a divergent load is done' '*byte = 1'
crossed oaws_dlc.done_sets 'wire oaws_dlc.done_sets' 'one set is forgotten' '*byte -= *byte != 0'
wire oaws_dlc.fill_pc $oaws 'wire oaws_dlc.fill_pc\[1\]' 'both fills are looked up under the first PC' \
    's/: slot ? fill->second_pc/: slot \&\& !PLANTED ? fill->second_pc/'
wire - $oaws 'wire oaws_dlc.coalesce' 'two lines are divergent' 's/lines > COHERENT_LINES/lines > COHERENT_LINES - PLANTED/'
wire - $oaws 'wire oaws_dlc.coalesce' 'accesses instead of lines make a load divergent' \
    's/in->coalesce = load \&\& load->lines/in->coalesce = load \&\& (PLANTED ? load->accesses : load->lines)/'

# --- oaws_misspred
wire oaws_misspred.cfg_dynamic $oaws 'wire oaws_misspred.cfg_dynamic' 'static predictions under OAWS-Dyn' 's/misspred->cfg_dynamic = /&!PLANTED \&\& /'
crossed oaws_misspred.rank 'wire oaws_misspred.rank' 'predictions by the running rank' \
    'memcpy(byte, (const unsigned char *)wires[i].output + N_MAX, wires[i].bytes)'
wire oaws_misspred.fill $oaws 'wire oaws_misspred.fill' 'the second instruction is not noticed' 's/in->fill\[slot\] = fills/& \&\& !(PLANTED \&\& slot)/'
wire oaws_misspred.fill_warp $oaws 'wire oaws_misspred.fill_warp' 'the fill is of the next warp' 's/fills ? fill->warp/& + PLANTED/'
wire oaws_misspred.fill_slot $oaws 'wire oaws_misspred.fill_slot\[1\]' 'both fills go to slot 0' 's/= fills \&\& slot;/= fills \&\& slot \&\& !PLANTED;/'
wire - $oaws 'wire oaws_misspred.fill_load' 'both slots hold what the first one does' 's/fill->load >> slot/fill->load >> (PLANTED ? 0 : slot)/'
crossed oaws_misspred.fill_divergent 'wire oaws_misspred.fill_divergent' 'every load is divergent' 'memset(byte, 1, wires[i].bytes)'
wire oaws_misspred.fill_active $blocks 'wire oaws_misspred.fill_active' 'a warp always has 32 active lanes' \
    's/.active = \((uint8_t)sm_active_lanes(s, fetched->warp)\)/.active = PLANTED ? 32 : \1/'
wire oaws_misspred.issue $oaws 'wire oaws_misspred.issue' 'only the first scheduler shifts predictions' 's/^        misspred->issue |=/        if (!(PLANTED \&\& issued->scheduler)) &/'
wire oaws_misspred.issue_active $oaws 'wire oaws_misspred.issue_active' 'every issue leaves its warp 32 active lanes' \
    's/= issued->active;/= PLANTED ? 32 : issued->active;/'
wire - sim/core/issue.c 'wire oaws_misspred.issue_active' 'threads as they were before the issue' \
    's/.active = (uint8_t)sm_active_lanes(s, warp)/.active = PLANTED ? (uint8_t)__builtin_popcount(issued->step.lanes) : (uint8_t)sm_active_lanes(s, warp)/'
wire oaws_misspred.flush $oaws 'wire oaws_misspred.flush' 'flushes are kept from the predictions' 's/misspred->flush = /&PLANTED ? 0 : /'

OPTIONS='--policy oaws-static'
wire oaws_misspred.cfg_smr $oaws 'wire oaws_misspred.cfg_smr' 'no miss rate' 's/misspred->cfg_smr = /&PLANTED ? 0 : /'
OPTIONS='--policy oaws-dyn'

# --- oaws_qualify
wire oaws_qualify.cfg_mode $oaws 'wire oaws_qualify.cfg_mode' 'static qualification under OAWS-Dyn' 's/qualify->cfg_mode = /&PLANTED ? 0 : /'
crossed oaws_qualify.oldest_run 'wire oaws_qualify.oldest_run' 'only one scheduler has an oldest warp' \
    'for (unsigned b = 0; b < wires[i].bytes; b++) byte[b] \&= 0x55'
wire oaws_qualify.cfg_keep_oldest $oaws 'wire oaws_qualify.cfg_keep_oldest' 'the oldest warps are never kept' 's/cfg_keep_oldest = /&!PLANTED \&\& /'
crossed oaws_qualify.rank_run 'wire oaws_qualify.rank_run' 'the locality class by the age rank' \
    'memcpy(byte, (const unsigned char *)wires[i].output - N_MAX, wires[i].bytes)'
OPTIONS='--policy oaws-dyn --set policy.oaws_mshrs=12'
wire - $oaws 'wire oaws_qualify.avail' 'all MSHRs are counted, whatever policy.oaws_mshrs says' \
    's/counted = m->policy.oaws_mshrs;/counted = PLANTED ? 0 : m->policy.oaws_mshrs;/'
wire - $oaws 'wire oaws_qualify.avail' 'the MSHRs that are not counted are used first' \
    's/counted > in_use ? counted - in_use : 0/PLANTED ? (counted < free ? counted : free) : (&)/'
OPTIONS='--policy oaws-dyn --set policy.ocw_pin=6'
crossed oaws_qualify.ocw 'wire oaws_qualify.ocw' 'OCW is always 2' '*byte = 2'
OPTIONS='--policy oaws-dyn'
crossed oaws_qualify.pred 'wire oaws_qualify.pred' "the next warp's predictions" \
    'memcpy(byte, (const unsigned char *)wires[i].output + 2, wires[i].bytes - 2)'
wire oaws_qualify.issue $oaws 'wire oaws_qualify.issue' "every issue is a load's" 's/if (!issued->load || /if ((!issued->load \&\& !PLANTED) || /'
wire oaws_qualify.issue_warp $oaws 'wire oaws_qualify.issue_warp' 'the load of the neighbour is charged' \
    's/qualify->issue_warp = issued->warp/& ^ PLANTED/'
wire oaws_qualify.release $tell 'wire oaws_qualify.release\[0\]' 'of each charge one does not come back' \
    's/.charge = slot->insn->policy_charge/& - (PLANTED \&\& slot->insn->policy_charge)/'
wire - $dispatch 'wire oaws_qualify.release\[1\]' 'loads without an access keep their charge' 's/if (insn->policy_charge \&\& /&!PLANTED \&\& /'
wire - $oaws 'rule charge' 'a load is charged one less than it is told' 's/return out->charge\[warp\];/return out->charge[warp] - (PLANTED \&\& out->charge[warp]);/'

# --- CCWS
OPTIONS='--policy ccws'
wire ccws_vta.probe $ccws 'wire ccws_vta.probe' 'no load probes' 's/in->probe = access/in->probe = !PLANTED \&\& access/'
wire ccws_vta.probe_warp $ccws 'wire ccws_vta.probe_warp' "a load probes its neighbour's section" \
    's/in->probe_warp = access ? access->warp/& ^ PLANTED/'
wire ccws_vta.probe_line $ccws 'wire ccws_vta.probe_line' 'the next line is probed' \
    's/in->probe_line = access ? line_number(view, access->line)/& + PLANTED/'
wire ccws_vta.insert $ccws 'wire ccws_vta.insert' 'lines of odd warps are no victims' \
    's/in->insert = evicted != NULL/& \&\& !(PLANTED \&\& evicted->owner % 2)/'
wire ccws_vta.insert_warp $ccws 'wire ccws_vta.insert_warp' 'a victim goes to the section of another warp' \
    's/in->insert_warp = evicted ? evicted->owner/& ^ PLANTED/'
wire - sim/memory/l1d.c 'wire ccws_vta.insert_warp' "a line is its neighbour's" \
    's/^    \*eviction = (l1d_eviction){.*EVICT_REPLACED};/&\n    eviction->owner ^= PLANTED;/'
wire ccws_vta.insert_line $ccws 'wire ccws_vta.insert_line' 'the next line is the victim' \
    's/in->insert_line = evicted ? line_number(view, evicted->line)/& + PLANTED/'
wire - sim/memory/l1d.c 'rule evict' 'a line leaves that is not there' \
    's/^    \*eviction = (l1d_eviction){.*EVICT_REPLACED};/&\n    eviction->line += PLANTED ? UINT64_C(1) << 33 : 0;/'
wire ccws_vta.launch $ccws 'wire ccws_vta.launch' 'launches do not reach the victim tags' \
    's/in->launch = launched/in->launch = PLANTED ? 0 : launched/'
wire ccws_lls.cfg_base $ccws 'wire ccws_lls.cfg_base' 'the base of the scores is one more' 's/^    llds->cfg_k/    lls->cfg_base += PLANTED;\n&/'
wire ccws_llds.cfg_base $ccws 'wire ccws_llds.cfg_base' 'the base of the quotient is one more' 's/^    llds->cfg_k/    llds->cfg_base += PLANTED;\n&/'
wire ccws_llds.cfg_k $ccws 'wire ccws_llds.cfg_k' 'K is another' 's/^    llds->cfg_k = (uint8_t)/&PLANTED + /'
wire ccws_llds.hit_warp $ccws 'wire ccws_llds.hit_warp' "a hit is its neighbour's" 's/llds->hit_warp = access ? access->warp/& ^ PLANTED/'
wire ccws_lls.launch $ccws 'wire ccws_lls.launch' 'launches do not reach the scores' 's/^    llds->issued/    lls->launch \&= PLANTED ? 0 : ~UINT64_C(0);\n&/'
wire ccws_lls.exit $ccws 'wire ccws_lls.exit' 'exits do not reach the scores' 's/^    llds->issued/    lls->exit \&= PLANTED ? 0 : ~UINT64_C(0);\n&/'
wire ccws_llds.launch $ccws 'wire ccws_llds.launch' 'launches do not reach the division' 's/^    llds->issued/    llds->launch \&= PLANTED ? 0 : ~UINT64_C(0);\n&/'
wire ccws_llds.exit $ccws 'wire ccws_llds.exit' 'exits do not reach the division' 's/^    llds->issued/    llds->exit \&= PLANTED ? 0 : ~UINT64_C(0);\n&/'
wire ccws_llds.issued $ccws 'wire ccws_llds.issued' 'two instructions of a cycle count as one' \
    's/llds->issued = events->warp_issue_count;/&\n    llds->issued = PLANTED ? llds->issued != 0 : llds->issued;/'
wire ccws_llds.kernel_launch $ccws 'wire ccws_llds.kernel_launch' "a kernel's start does not reach the totals" \
    's/llds->kernel_launch = /&!PLANTED \&\& /'
crossed ccws_lls.resident 'wire ccws_lls.resident' 'an empty slot 0 counts as a warp' '*byte |= 1'
crossed ccws_lls.older 'wire ccws_lls.older' 'the pair of warps 0 and 1 is turned round' 'byte[sizeof(uint64_t)] ^= 1'
crossed ccws_lls.apply 'wire ccws_lls.apply' 'a score comes when there is none' '*byte ^= 1'
crossed ccws_lls.apply_warp 'wire ccws_lls.apply_warp' 'a score goes to another warp' '*byte ^= 1'
crossed ccws_lls.score 'wire ccws_lls.score' 'a score is one off' '*byte ^= 1'
crossed ccws_llds.hit 'wire ccws_llds.hit' 'a hit is none' '*byte ^= 1'
crossed ccws_llds.cutoff 'wire ccws_llds.cutoff' 'the cutoff is one off' '*byte ^= 1'
wire - $ccws 'wire warp_arbiter.0.can_issue' 'the walk does not reach the arbiters' 's/: out->can_issue;/: out->can_issue | PLANTED;/'
OPTIONS='--policy ccws-priority --set l1d.ways=2'
wire - $priority 'wire warp_arbiter.0.can_issue' 'loads of others are not held back' 's/if (first \&\& view/if (!PLANTED \&\& first \&\& view/'
wire - $priority 'wire warp_arbiter.1.priority' 'all others go first' 's/? FIRST : OTHERS/? (PLANTED ? OTHERS : FIRST) : (PLANTED ? FIRST : OTHERS)/'
wire - $priority 'wire warp_arbiter.0.can_issue' 'a score at base is a loss' 's/largest <= view->machine->policy.ccws_base/largest + PLANTED <= view->machine->policy.ccws_base/'
OPTIONS='--policy ccws-priority --set l1d.ways=2 --set policy.ccws_exclusive=order'
wire - $priority 'wire warp_arbiter.0.can_issue' 'who goes first loads alone all the same' 's/ \&\& view->machine->policy.ccws_exclusive == CCWS_LOADS/ \&\& (PLANTED || view->machine->policy.ccws_exclusive == CCWS_LOADS)/'
OPTIONS='--policy oaws-dyn'

# --- what a place does for all blocks
wire - $wires 'wire oaws_misspred.fill_divergent' 'a row of rtl_c/wires.def is left out' \
    's/if (\(strcmp(rows\[i\].source, from->ops->block) == 0\)/if (!(PLANTED \&\& strcmp(rows[i].receiver, "oaws_misspred") == 0) \&\& \1/'
OPTIONS='--policy oaws-dyn --set policy.ocw_pin=6 --observe oaws_ocw'
wire - $place 'wire oaws_qualify.ocw' "an observer's block drives the policy's" 's/if (source->hook == BASE ||/if (PLANTED || source->hook == BASE ||/'
OPTIONS='--policy oaws-dyn'
wire - $place 'wire oaws_misspred.issue' 'blocks step without their late inputs' 's/^        feed(hook, FEED_LATE);/        if (!PLANTED) feed(hook, FEED_LATE);/'
wire - $sm 'wire oaws_misspred.flush' 'an event is not over with its cycle' \
    's/^    sm_events_clear(.*);/    uint64_t flushed = PLANTED ? s->events.buffer_flush : 0;\n&\n    s->events.buffer_flush = flushed;/'

# --- rules
wire - $blocks 'rule grant' 'a grant in five is lost' 's/return out->grant_valid ?/return out->grant_valid \&\& !(PLANTED \&\& s->cycle % 5 == 0) ?/'
wire - sim/core/fetch.c 'rule fill' 'a buffer with a load in it is filled' \
    's/\& s->buffer_empty \& ~had;/\& (s->buffer_empty | (PLANTED ? s->load : 0)) \& ~had;/'
wire - $dispatch 'rule fifo' 'the first and the last access of a load change places' \
    's/^    if (unit->route == ROUTE_SHARED) {/    if (PLANTED \&\& unit->accesses_left > 1) { coalesced first = unit->accesses[0]; unit->accesses[0] = unit->accesses[1]; unit->accesses[1] = first; }\n&/'
wire - $dispatch 'rule coalescing' 'the last access of a divergent load is forgotten' \
    's/^    unit->slot = NO_SLOT;/&\n    unit->accesses_left -= PLANTED \&\& unit->accesses_left > 3;/'
wire - sim/memory/l1d.c 'rule mshrs' 'a free MSHR is not counted' \
    's/return mshr_free_entries(cache->mshrs);/return mshr_free_entries(cache->mshrs) - (PLANTED \&\& mshr_free_entries(cache->mshrs));/'

# --- who is ready, and why not: masks before they are wires
wire warp_arbiter.ready $blocks 'wire warp_arbiter.0.ready' 'warp 2 is ready in two of three cycles' \
    's/\&dealt->ready, ready/\&dealt->ready, (ready \& ~(PLANTED \&\& s->cycle % 3 == 0 ? UINT64_C(4) : 0))/'
wire oaws_qualify.ready $oaws 'wire oaws_qualify.ready' 'warps at a barrier are not judged' \
    's/qualify->ready = view->levels->may_get_ready/qualify->ready = PLANTED ? view->levels->ready : view->levels->may_get_ready/'
wire - $warp 'rule level hazard' 'a released register is not noticed' \
    's/^            s->clear |= bit;/            s->clear |= PLANTED ? 0 : bit;/'
wire - $warp 'rule level barrier' 'an open barrier is still waited for' \
    's/s->at_barrier \&= ~(released/s->at_barrier \&= ~(PLANTED ? 0 : released/'
wire - $tell 'wire oaws_qualify.release' 'a load that missed keeps its charge' \
    's/.charge = slot/.charge = PLANTED \&\& slot->missed ? 0 : slot/'
wire - $oaws 'rule prediction' 'the second fill goes to the first slot' 's/= fills \&\& slot \&\& /&!PLANTED \&\& /'
wire - $blocks 'wire oaws_qualify.avail' 'free MSHRs are cut to 4 bits' \
    's/^    levels->free_mshrs = /    levels->free_mshrs = PLANTED ? l1d_free_mshrs(ldst_l1d(s->ldst)) \& 15 : /'

# --- KAWS's blocks
OPTIONS='--machine kaws --policy kaws'
wire kaws_progress.cta $kaws 'wire kaws_progress.cta' 'every warp is of the CTA in slot 0' \
    's/memcpy(in->cta, state->cta, sizeof in->cta);/&if (PLANTED) memset(in->cta, 0, sizeof in->cta);/'
wire kaws_progress.issued $kaws 'wire kaws_progress.issued' 'two instructions of a scheduler are one' \
    's/in->issued\[issued->through\]++;/in->issued[issued->through] = PLANTED ? 1 : in->issued[issued->through] + 1;/'
wire - $kaws 'wire kaws_progress.issued' 'a loan counts at its own scheduler' 's/in->issued\[issued->through\] = /in->issued[PLANTED ? issued->scheduler : issued->through] = /'
wire kaws_progress.issued_cta $kaws 'wire kaws_progress.issued_cta' "of warp 0's CTA" \
    's/in->issued_cta\[issued->through\] = state->cta\[issued->warp\]/in->issued_cta[issued->through] = state->cta[PLANTED ? 0 : issued->warp]/'
wire kaws_progress.launch $kaws 'wire kaws_progress.launch' 'a CTA in slot 1 does not start' 's/in->launch = launch != NULL;/in->launch = launch != NULL \&\& !(PLANTED \&\& launch->slot == 1);/'
wire kaws_progress.launch_cta $kaws 'wire kaws_progress.launch_cta' 'the number in the grid for the slot' \
    's/in->launch_cta = launch ? launch->slot : 0;/in->launch_cta = launch ? PLANTED ? (uint8_t)(launch->number % 32) : launch->slot : 0;/'
wire kaws_progress.exit $kaws 'wire kaws_progress.exit' 'a CTA has ended when its first warp has' 's/in->exit = (uint32_t)events->cta_end;/in->exit = (uint32_t)(PLANTED ? events->warp_exit : events->cta_end);/'
wire kaws_progress.ctas_issued $kaws 'wire kaws_progress.ctas_issued' 'CTAs of this SM alone' \
    's/in->ctas_issued = \(.*\);/in->ctas_issued = PLANTED ? \1 \/ 2 : \1;/'
wire kaws_progress.ctas $kaws 'wire kaws_progress.ctas' 'CTAs issued for those of the grid' 's/in->ctas = \(.*\);/in->ctas = PLANTED ? in->ctas_issued : \1;/'
wire kaws_progress.kernel_launch $kaws 'wire kaws_progress.kernel_launch' 'a kernel of two CTAs does not begin' \
    's/in->kernel_launch = \(.*\);/in->kernel_launch = \1 \&\& !(PLANTED \&\& in->ctas == 2);/'
wire - $blocks 'wire warp_arbiter.3.priority' 'an arbiter has the classes of scheduler 0' \
    's/in->priority\[k\] = masks->priority\[k \* s->schedulers + scheduler\];/in->priority[k] = masks->priority[k * s->schedulers + (PLANTED ? 0 : scheduler)];/'
wire kaws_share.ready $lend 'wire kaws_share.ready' 'who has issued may be lent' 's/^        held |= warp_bit(/        held |= PLANTED ? 0 : warp_bit(/'
wire - $lend 'wire kaws_share.ready' 'who has room at home may be lent' 's/sm_ready(s) & roomless/sm_ready(s) \& (PLANTED ? ~UINT64_C(0) : roomless)/'
wire kaws_share.unit $kaws 'wire kaws_share.unit' 'LD/ST is taken for SFU' 's/set_units(in, levels->unit\[KAWS_MEM\], KAWS_MEM)/set_units(in, levels->unit[KAWS_MEM], PLANTED ? KAWS_SFU : KAWS_MEM)/'
OPTIONS="$OPTIONS --set core.int_units=4 --set core.int_issue_slots=4 --set core.dp_units=4 --set core.dp_issue_slots=4"
wire - $kaws 'wire kaws_share.unit' 'INT is taken for SP' 's/set_units(in, levels->other_unit, KAWS_UNITS)/set_units(in, PLANTED ? 0 : levels->other_unit, KAWS_UNITS)/'
wire - $lend 'wire kaws_share.ready' 'who waits for INT does not wait for a register' 's/unsigned kind = 0; kind < UNIT_COUNT;/unsigned kind = 0; kind < (PLANTED ? UNITS_ALWAYS : UNIT_COUNT);/'
OPTIONS='--machine kaws --policy kaws'
crossed kaws_share.older 'wire kaws_share.older' 'the pair of warps 0 and 1 is turned round' 'byte[sizeof(uint64_t)] ^= 1'
wire kaws_share.can_accept $lend 'wire kaws_share.can_accept' 'registers as they were before the schedulers' \
    's/^            if (sm_has_room(s, scheduler, kind))/            if (sm_has_room(s, scheduler, kind) || (PLANTED \&\& levels->issues >> scheduler \& 1))/'
wire kaws_share.issues $kaws 'wire kaws_share.issues' 'scheduler 0 always issues' \
    's/in->issues = levels->issues;/in->issues = PLANTED ? levels->issues | 1 : levels->issues;/'
wire - $lend 'rule loan' 'a loan is not issued' \
    's/^    for (unsigned i = 0; i < s->schedulers \&\& !s->fault; i++) {/    if (PLANTED \&\& loans.through) loans.through \&= (uint8_t)(loans.through - 1);\n&/'
# --- BUCL: bucl_bypass, and the one bucl_update
OPTIONS='--policy bucl-dyn --machine bucl --set gpu.sms=15 --set gpu.clusters=15 --set policy.bucl_period=100 --set l1d.mshrs=4'
bucl=sim/policy/bucl.c
wire bucl_bypass.load $bucl 'wire bucl_bypass.load' 'no load is asked about' 's/in->load = asked->load;/in->load = !PLANTED \&\& asked->load;/'
wire bucl_bypass.load_global $bucl 'wire bucl_bypass.load_global' 'every load is global' 's/in->load_global = asked->load_global;/in->load_global = PLANTED || asked->load_global;/'
wire bucl_bypass.load_acc $bucl 'wire bucl_bypass.load_acc' 'one access less' 's/in->load_acc = (uint8_t)at_most(asked->load_accesses/in->load_acc = (uint8_t)at_most(asked->load_accesses - PLANTED/'
wire bucl_bypass.fail $ldst 'wire bucl_bypass.fail' 'asked at the first lookup alone' 's/may_ask = unit->answers.access_passes/may_ask = !(PLANTED \&\& unit->blocked) \&\& unit->answers.access_passes/'
wire bucl_bypass.fail_global $bucl 'wire bucl_bypass.fail_global' 'no access is global' 's/in->fail_global = asked->fail_global;/in->fail_global = !PLANTED \&\& asked->fail_global;/'
wire bucl_bypass.fail_partition $bucl 'wire bucl_bypass.fail_partition' 'the sub-partition beside it' 's/in->fail_partition = asked->fail_slice;/in->fail_partition = asked->fail_slice ^ PLANTED;/'
wire bucl_bypass.queue_full $bucl 'wire bucl_bypass.queue_full' 'a queue with room is full' 's/in->queue_full = asked->queue_full;/in->queue_full = PLANTED || asked->queue_full;/'
crossed bucl_bypass.tucd 'wire bucl_bypass.tucd' 'one above the threshold' '++*byte'
crossed bucl_bypass.l1dhr_low 'wire bucl_bypass.l1dhr_low' 'the hit rate is always low' '*byte = 1'
crossed bucl_bypass.uib_low 'wire bucl_bypass.uib_low' 'no buffer of sub-partition 0 is low' '*byte \&= 0xfe'
wire - $dispatch 'rule bypass' 'what the block answers is not taken' 's/ldst_load_passes(unit);/ldst_load_passes(unit) \&\& !PLANTED;/'

# The one block of the GPU: its keys and what it samples of SM 0 as that SM sees them, the rest as the GPU does.
OPTIONS="$OPTIONS --record-sm 0"
for key in period l1dhr uib tucd tucd_min tucd_max; do
    wire bucl_update.cfg_$key $bucl "wire bucl_update.cfg_$key" "policy.bucl_$key is one less" "s/m->policy.bucl_$key;/m->policy.bucl_$key - PLANTED;/"
done
wire bucl_update.cfg_depth $bucl 'wire bucl_update.cfg_depth' 'an input buffer has a place more' 's/m->l2.queue_from_icnt, PLACES_MAX)/m->l2.queue_from_icnt + PLANTED, PLACES_MAX)/'
wire bucl_update.cfg_profile $bucl 'wire bucl_update.cfg_profile' 'a kernel is profiled without being asked' 's/in->cfg_profile = (uint16_t)profile;/in->cfg_profile = (uint16_t)(profile + 100 * PLANTED);/'
wire bucl_update.access $bucl 'wire bucl_update.access' 'a hit is no access' 's/in->access = 1;/in->access = !(PLANTED \&\& view->gpu_events->load_resolved[i].hit);/'
wire bucl_update.hit $bucl 'wire bucl_update.hit' 'every access hits' 's/in->hit = view/in->hit = PLANTED || view/'
wire - sim/core/gpu_blocks.c 'wire bucl_update.hit' 'a merge is a hit' 's/events->l1d_access\[i\].outcome == L1D_HIT})/(events->l1d_access[i].outcome == L1D_HIT || (PLANTED \&\& events->l1d_access[i].outcome == L1D_PENDING_HIT))})/'
wire bucl_update.kernel_launch $bucl 'wire bucl_update.kernel_launch' "a kernel's beginning is not told" 's/in->kernel_launch = view/in->kernel_launch = !PLANTED \&\& view/'
OPTIONS="${OPTIONS% --record-sm 0} --record-place gpu"
wire bucl_update.occupancy $bucl 'wire bucl_update.occupancy' 'the sub-partition beside it' 's/view->gpu->occupancy\[slice\]/view->gpu->occupancy[slice ^ PLANTED]/'
wire - sim/core/gpu_blocks.c 'wire bucl_update.occupancy' 'buffers as they were as the cycle began' 's/^        g->levels.occupancy\[i\] = memory_occupancy(g->memory, i);/        if (!PLANTED || g->cycle % 2) &/'
wire bucl_update.thread_instructions $bucl 'wire bucl_update.thread_instructions' 'the SM beside it' 's/view->gpu->thread_insns\[sm\]/view->gpu->thread_insns[sm ^ PLANTED]/'
wire - sim/core/gpu_blocks.c 'wire bucl_update.thread_instructions' 'warps for lanes' 's/ += events->warp_issue\[i\].lanes;/ += PLANTED ? 1 : events->warp_issue[i].lanes;/'

# --- OWL's groups of CTAs
OPTIONS='--machine owl --policy cta-aware-locality-blp --set policy.owl_g_size=3'
owl=sim/policy/owl.c dispatcher=sim/core/dispatcher.c
wire owl_groups.cfg_scheme $owl 'wire owl_groups.cfg_scheme' 'every policy is the first step' 's/in->cfg_scheme = (uint8_t)scheme;/in->cfg_scheme = PLANTED ? 0 : (uint8_t)scheme;/'
wire owl_groups.cfg_g_size $owl 'wire owl_groups.cfg_g_size' 'groups of eight warps always' 's/in->cfg_g_size = /&PLANTED ? 8 : /'
wire owl_groups.cfg_core $owl 'wire owl_groups.cfg_core' 'every SM is core 0' 's/in->cfg_core = /&PLANTED ? 0 : /'
wire owl_groups.blocked $owl 'wire owl_groups.blocked' 'a barrier is no wait' 's/levels->needs_data | levels->waiting/levels->needs_data | (PLANTED ? 0 : levels->waiting)/'
wire - $blocks 'wire owl_groups.blocked' 'atomics on their way are none' 's/levels->needs_data = s->needs_data | s->on_atomic;/levels->needs_data = s->needs_data | (PLANTED ? 0 : s->on_atomic);/'
wire - $blocks 'wire owl_groups.blocked' 'the full LD/ST unit holds nobody' 's/levels->held_by_ldst = sm_held_by_ldst(s);/levels->held_by_ldst = PLANTED ? 0 : sm_held_by_ldst(s);/'
wire - sim/core/ready.c 'wire owl_groups.blocked' 'a free register is not looked at' 's/^        if (!sm_has_room(s, i, UNIT_MEM))$/        if (PLANTED || !sm_has_room(s, i, UNIT_MEM))/'
wire - sim/core/sm_shown.c 'rule level ldst_full' 'the LD/ST unit is called full always' 's/= s->ldst_full;/= PLANTED || s->ldst_full;/'
wire - $warp 'wire owl_groups.blocked' 'data that are back are waited for' \
    's/scoreboard_mark_data(&s->scoreboard, warp, insn, false);/scoreboard_mark_data(\&s->scoreboard, warp, insn, PLANTED \&\& insn->memory == MEMORY_LOAD \&\& s->cycle % 2);/'
wire owl_groups.unfinished $owl 'wire owl_groups.unfinished' 'only ready warps have not ended' 's/in->unfinished = /&PLANTED ? levels->ready : /'
wire owl_groups.cta $owl 'wire owl_groups.cta' 'every warp is of the CTA in slot 0' 's/memcpy(in->cta, state->cta, sizeof in->cta);/&if (PLANTED) memset(in->cta, 0, sizeof in->cta);/'
wire owl_groups.launch $owl 'wire owl_groups.launch' 'a CTA in slot 1 does not start' 's/in->launch = launch != NULL;/in->launch = launch != NULL \&\& !(PLANTED \&\& launch->slot == 1);/'
wire owl_groups.launch_cta $owl 'wire owl_groups.launch_cta' 'the number in the grid for the slot' 's/in->launch_cta = launch ? launch->slot : 0;/in->launch_cta = launch ? PLANTED ? (uint8_t)(launch->number % 8) : launch->slot : 0;/'
wire owl_groups.exit $owl 'wire owl_groups.exit' 'a CTA has ended when its first warp has' 's/in->exit = (uint32_t)events->cta_end;/in->exit = (uint32_t)(PLANTED ? events->warp_exit \& 255 : events->cta_end);/'
wire owl_groups.kernel_launch $owl 'wire owl_groups.kernel_launch' 'a kernel does not begin on SM 1' 's/in->kernel_launch = start != NULL;/in->kernel_launch = start != NULL \&\& !(PLANTED \&\& view->at.index == 1);/'
wire owl_groups.n_cta $dispatcher 'rule first_fill' 'one CTA less at the first fill' 's/return gets < limit ? gets : limit;/return (gets < limit ? gets : limit) - (PLANTED \&\& gets > 1);/'
wire owl_groups.warps_per_cta $owl 'wire owl_groups.warps_per_cta' 'a CTA has one warp' 's/in->warps_per_cta = start ? /&PLANTED ? 1 : /'
OPTIONS="$OPTIONS --record-sm 0"
wire - $owl 'wire warp_arbiter.0.ready' 'warps of other groups may issue' 's/masks->may_issue = out->allow;/masks->may_issue = PLANTED ? ~UINT64_C(0) : out->allow;/'
# --- OWL's controllers: the banks, the data bus and the slice on one side, owl_prefetch on the other
OPTIONS='--record-place controller --record-sm 0 --policy owl --machine owl --set l2.queue_from_dram=2 --set policy.owl_lower=20 --set policy.owl_higher=31'
memory=sim/policy/owl_memory.c banks=sim/memory/dram_banks.c
wire owl_prefetch.cfg_scheme $memory 'wire owl_prefetch.cfg_scheme' 'the first scheme for the second' 's/owl_scheme == 2;/owl_scheme == 2 \&\& !PLANTED;/'
wire owl_prefetch.cfg_lower $memory 'wire owl_prefetch.cfg_lower' 'C is one more' 's/policy.owl_lower;/policy.owl_lower + PLANTED;/'
wire owl_prefetch.cfg_higher $memory 'wire owl_prefetch.cfg_higher' 'the higher C is the lower' 's/(uint8_t)\(view->machine->policy.owl_\)higher;/(uint8_t)(PLANTED ? \1lower : \1higher);/'
OPTIONS="$OPTIONS --set policy.owl_threshold=2"
wire - $memory 'wire owl_prefetch.cfg_higher' 'a fixed threshold is not looked at' 's/if (view->machine->policy.owl_threshold)/if (!PLANTED \&\& view->machine->policy.owl_threshold)/'
OPTIONS="${OPTIONS% --set policy.owl_threshold=2}"
wire owl_prefetch.demand_open $banks 'wire owl_prefetch.demand_open' 'every request is for the row that is open' \
    's/\*(bank->open \&\& at->row == bank->row ?/*(bank->open \&\& (PLANTED || at->row == bank->row) ?/'
wire - $banks 'wire owl_prefetch.demand_open' 'a request that has its bank does not stand there' 's/^    if (bank->request)$/    if (bank->request \&\& !PLANTED)/'
wire owl_prefetch.demand_other $dram 'wire owl_prefetch.demand_other' 'the levels are a clock old' \
    's/^    dram_banks_show(d->banks, &d->levels);/    if (!PLANTED) &/;s/^    place_early(&d->place);/&\n    if (PLANTED) dram_banks_show(d->banks, \&d->levels);/'
wire owl_prefetch.waiting $memory 'wire owl_prefetch.waiting' 'waiting requests are cut to a bit' 's/(uint8_t)(levels->pending < /(uint8_t)(PLANTED ? levels->pending \& 1 : levels->pending < /'
wire owl_prefetch.room $dram 'wire owl_prefetch.room' 'the slice of bank 0 never has room' 's/^    d->levels.room = .*;/&\n    d->levels.room \&= ~(uint64_t)PLANTED;/'
wire owl_prefetch.open $memory 'wire owl_prefetch.open' 'no row of bank 1 is opened' 's/in->open = events->row_open_count != 0;/in->open = events->row_open_count \&\& !(PLANTED \&\& events->row_open[0].bank == 1);/'
wire owl_prefetch.open_bank $memory 'wire owl_prefetch.open_bank' 'the row of the bank beside it' 's/events->row_open\[0\].bank : 0/events->row_open[0].bank ^ PLANTED : 0/'
wire owl_prefetch.close $memory 'wire owl_prefetch.close' 'no row is closed' 's/in->close = events->row_close_count != 0;/in->close = events->row_close_count \&\& !PLANTED;/'
wire owl_prefetch.close_bank $memory 'wire owl_prefetch.close_bank' 'the row of the bank beside it' 's/events->row_close\[0\].bank : 0/events->row_close[0].bank ^ PLANTED : 0/'
wire owl_prefetch.sent $memory 'wire owl_prefetch.sent' "a store's line goes to the L2" 's/ \&\& !sent->write;/ \&\& (PLANTED || !sent->write);/'
wire - $memory 'wire owl_prefetch.sent' 'a line counts with each of its columns' 's/ \&\& sent->first \&\& / \&\& (PLANTED || sent->first) \&\& /'
wire owl_prefetch.sent_bank $memory 'wire owl_prefetch.sent_bank' 'a line of the bank beside it' 's/in->sent ? sent->bank : 0/in->sent ? sent->bank ^ PLANTED : 0/'
wire owl_prefetch.sent_line $memory 'wire owl_prefetch.sent_line' 'the line beside it' 's/in->sent ? sent->line : 0/in->sent ? sent->line ^ PLANTED : 0/'
wire - sim/memory/l2_slice.c 'wire owl_prefetch.sent_line' 'the second line of a request has the column of the first' 's/^        sector->column += /        if (!PLANTED) &/'
wire owl_prefetch.sent_kind $memory 'wire owl_prefetch.sent_kind' 'prefetches and drops count as requests' 's/in->sent ? sent->kind : 0/in->sent \&\& !PLANTED ? sent->kind : 0/'
wire - $banks 'rule hold' 'hold is not looked at' \
    's/if (candidates \& b->hold)/if (!PLANTED \&\& candidates \& b->hold)/;s/return b->hold >> index \& 1 ?/return !PLANTED \&\& b->hold >> index \& 1 ?/'
wire - sim/memory/dram_prefetch.c 'rule row' "the address of a line is another row's" 's/d->index, bank, row, line/d->index, bank, row ^ PLANTED, line/'
wire - $memory 'rule offer' 'one line after the one that the block names' 's/answer->line\[bank\] = out->line\[bank\];/answer->line[bank] = out->line[bank] ^ PLANTED;/'

# --- who is ready, and why not, where nothing else tells
OPTIONS='--policy oaws-dyn'
wire - $warp 'rule level atomic' 'the end of an atomic is not noticed' 's/\&\& --slot->atomics == 0)/\&\& --slot->atomics == 0 \&\& !PLANTED)/'
wire - $warp 'rule membar' 'a membar does not wait for loads' 's/ \&\& !s->scoreboard.pending\[warp\]) {/ \&\& (PLANTED || !s->scoreboard.pending[warp])) {/'
wire - $warp 'rule level data' 'nobody waits for data' 's/const bool needs_data = head/const bool needs_data = !PLANTED \&\& head/'
wire - sim/core/issue.c 'rule scoreboard' 'registers are not looked at' 's/sm_ready(s) & own/(PLANTED ? s->has_insn \& ~(s->hazard | sm_waiting(s) | s->on_atomic) : sm_ready(s)) \& own/'
wire - sim/core/issue.c 'rule waiting' 'atomics are not waited for' 's/sm_ready(s)\()*\) & own/(PLANTED ? s->has_insn \& s->clear \& ~sm_waiting(s) : sm_ready(s))\1 \& own/'
OPTIONS='--machine kaws --policy kaws'
wire - sim/core/collector.c 'rule level registers' 'an issue register that is empty stays taken' 's/set->in->taken \&= (uint8_t)~(1u << unit->insn->scheduler);/set->in->taken \&= (uint8_t)~(PLANTED ? 0 : 1u << unit->insn->scheduler);/'

# --- policies without blocks
OPTIONS='--policy swl --set policy.swl_limit=1'
wire - sim/policy/swl.c 'wire warp_arbiter.0.ready' 'a warp more may issue' 's/view->machine->policy.swl_limit);/view->machine->policy.swl_limit + PLANTED);/'
wire - sim/policy/swl.c 'wire warp_arbiter.0.ready' 'empty slots count' 's/if (view->levels->order->resident >> warp \& 1)/if (PLANTED || view->levels->order->resident >> warp \& 1)/'
OPTIONS='--policy swl --set policy.swl_limit=1 --set policy.swl_scope=sm'
wire - sim/policy/swl.c 'wire warp_arbiter.0.ready' 'the limit is each scheduler'"'"'s' 's/swl_scope == SWL_SM ?/swl_scope == SWL_SM \&\& !PLANTED ?/'
OPTIONS='--policy mascar --set l1d.mshrs=4'
wire - sim/policy/mascar.c 'wire warp_arbiter.0.occlude' 'nobody is held back' 's/masks->occlude = levels->memory \& ~mascar->owner;/masks->occlude = PLANTED ? 0 : levels->memory \& ~mascar->owner;/'
wire - sim/policy/mascar.c 'wire warp_arbiter.0.occlude' 'the owner stays though it waits' 's/levels->resident \& ~levels->waiting \& ~levels->needs_data : 0;/levels->resident \& (PLANTED ? ~UINT64_C(0) : ~levels->waiting \& ~levels->needs_data) : 0;/'
wire - sim/policy/mascar.c 'wire warp_arbiter.1.occlude' 'one free MSHR is no saturation' 's/levels->free_mshrs <= NEARLY_FULL/levels->free_mshrs <= NEARLY_FULL - PLANTED/'
wire - sim/policy/mascar.c 'wire warp_arbiter.0.priority' 'memory instructions do not go first' 's/? MEMORY_FIRST : COMPUTATION/? (PLANTED ? COMPUTATION : MEMORY_FIRST) : COMPUTATION/'
OPTIONS='--policy mrpb --set l1d.mshrs=4'
wire - sim/policy/mrpb.c 'rule bypass' 'what fails stays' 's/return !view/return !PLANTED \&\& !view/'

OPTIONS='--policy oaws-dyn'

listing && plants_end

cp tests/wires/mixed.ptx tests/wires/mixed.job.json "$work"

# --- one program
cat >"$work/planted.h" <<'END'
extern int planted_fault;
#define PLANTED(number) (planted_fault == (number))
END
cat >"$work/planted.c" <<'END'
#include <stdlib.h>
int planted_fault;
__attribute__((constructor)) static void choose(void) { planted_fault = getenv("PLANTED") ? atoi(getenv("PLANTED")) : 0; }
END
objects=                 # of what has a fault that is tried
for copy in $(sort -u "$work/tried") "$work/planted.c"; do
    # shellcheck disable=SC2086
    gcc $plant_flags -I. -include "$work/planted.h" -c "$copy" -o "${copy%.c}.o" || { complain "$copy does not build"; exit 1; }
    objects="$objects ${copy%.c}.o"
done
# shellcheck disable=SC2086
gcc $plant_linker -s -o "$work/warplock" "$BUILD/obj/sim/main.o" $objects "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" \
    $plant_libraries || { complain "does not link"; exit 1; }

# checked NUMBER OPTION...: runs the kernels with that fault, 0: with none; what is said of SM 1, if no other place is named.
checked() {
    number=$1
    shift
    rm -rf "$work/record"
    case " $* " in *' --machine '*) ;; *) set -- --machine oaws "$@" ;; esac
    case " $* " in *' --record-sm '* | *' gpu '*) ;; *) set -- --record-sm 1 "$@" ;; esac
    PLANTED=$number limited "$work/log" "$work/warplock" run --set gpu.sms=2 --set gpu.clusters=2 --record "$work/record" \
        --record-window 16000 "$@" --max-cycles 20000 "$work/mixed.job.json"
    if [ -d "$work/record" ]; then "$BUILD/warplock" check "$work/record"
    else echo "no recording:"; tail -n 2 "$work/log"; fi
}
# Without a fault nothing is found.
kinds_of_run=0
cut -d'|' -f5 "$rows" | sort -u | while IFS= read -r options; do
    kinds_of_run=$((kinds_of_run + 1))
    sampled $kinds_of_run || continue
    # shellcheck disable=SC2086
    checked 0 $options >"$work/found"
    grep -q ' 0 violations$' "$work/found" || { echo "without a fault, $options:"; cat "$work/found"; }
done >"$work/unfaulted"
[ -s "$work/unfaulted" ] && { complain "a finding without a fault:"; cat "$work/unfaulted"; }
while IFS='|' read -r number inputs source finding options words; do
    sampled "$number" || continue
    tried=$((tried + 1))
    # shellcheck disable=SC2086
    checked "$number" $options >"$work/found"
    if grep -q "^$finding[:\[]" "$work/found"; then echo "$words ($source): $(grep -m1 "^$finding[:\[]" "$work/found")"
    else complain "$source: $words: no '$finding' among:"; cat "$work/found" "$work/log"; fi
done <"$rows"

# --- every input has a fault of its own
cut -d'|' -f2 "$rows" >"$work/inputs"
for block in $(sed -n 's/^PART([a-z]*, *\([a-z_]*\),.*/\1/p' synth_estimates/systems.def | sort -u); do
    for input in $(sed -nE 's/^IN(_LATE)?(_VEC)?\([a-z0-9_]+, *([a-z0-9_]+),.*/\3/p' rtl_c/$block.def); do
        grep -qx "$block.$input" "$work/inputs" || complain "rtl_c/$block.def: no fault is planted in $input"
    done
done
plants_end

#!/bin/sh
# Plants one bug at a time in copies of sim/core and sim/policy files and demands that their unit tests notice.
# Each line of the table: test, file, what is wrong, sed script.
set -u
out=${BUILD:-build}/planted_core
flags="-std=c11 -g -O1 -I. -D_POSIX_C_SOURCE=200809L"
libraries="${BUILD:-build}/libsim.a ${BUILD:-build}/libtb.a ${BUILD:-build}/librtl_c.a"
rtl=$(ls "${BUILD:-build}"/verilated/*.a 2>/dev/null)
[ -n "$rtl" ] && [ -f "${BUILD:-build}/libsim.a" ] || { echo "skipped: the libraries are not built (make test builds them)"; exit 77; }
mkdir -p "$out"
failed=0

plant() {
    test=$1 file=$2 words=$3 script=$4
    copy=$out/$(basename "$file")
    sed "$script" "$file" > "$copy"
    if cmp -s "$file" "$copy"; then
        echo "FAIL $file: the plant '$words' does not apply any more"; failed=1; return
    fi
    object=$(ls "${BUILD:-build}"/obj/tests/sim/*/test_"$test".o)
    # The changed object comes first, so the library's own copy of that file is not linked.
    if ! gcc $flags -o "$out/test" "$object" "${BUILD:-build}/libtest.a" "$copy" $libraries $rtl "${BUILD:-build}/libfst.a" \
        -linih -ljansson -lstdc++ -lm -lz -pthread -latomic -lcmocka > "$out/log" 2>&1; then
        echo "FAIL $file: '$words' does not compile"; cat "$out/log"; failed=1; return
    fi
    if timeout 60 "$out/test" > "$out/log" 2>&1; then
        echo "FAIL test_$test does not notice: $file: $words"; failed=1
    else
        echo "caught by test_$test: $file: $words"
    fi
}

plant scoreboard sim/core/scoreboard.c "destinations are not looked at" 's/i < insn->n_dst; i++)$/i < 0u * insn->n_dst; i++)/'
plant scoreboard sim/core/scoreboard.c "a register is released twice over" 's/-= !!(row/-= 1 + 0 * !!(row/'
plant collector sim/core/collector.c "banks do not shift with the warp" 's/(insn->src_bank\[i\] + unit->insn->warp)/(insn->src_bank[i])/'
plant collector sim/core/collector.c "the guard is read" 's/insn->n_src - !!(insn->flags \& INSN_PREDICATED)/insn->n_src/'
plant collector sim/core/collector.c "write-backs do not take the bank" 's/c->waiting \& ~c->written/c->waiting/'
plant pipeline sim/core/pipeline.c "any number of results a cycle" 's/>= p->result_buses/> 1000/'
plant pipeline sim/core/pipeline.c "initiation interval forgotten" 's/cycle + p->interval\[class\]/cycle + 1/'
plant sm sim/core/warp.c "an ended warp opens no barrier" 's/barrier < BARRIERS; barrier++/barrier < 0; barrier++/'
plant sm sim/core/warp.c "a barrier opens at the first warp" 's/cta->arrived\[barrier\] == cta->running/cta->running/'
plant sm sim/core/warp.c "a membar does not wait" 's/!slot->membar \&\& !slot->stores \&\& /!slot->membar \&\& /'
plant sm sim/frontend/program.c "registers are not rounded" 's/+ 3) \/ 4 \* 4)/+ 40))/'
plant registers sim/frontend/registers.c "beyond 63 registers loads still go together" 's/HOIST_LIMIT = 63/HOIST_LIMIT = 630/'
plant registers sim/frontend/registers.c "what the order of the file needs does not count" 's/limited > in_order ? limited : in_order/limited/'
plant registers sim/frontend/registers.c "no register for the factor of addresses" 's/ + stack + c->has_factor/ + stack/'
plant registers sim/frontend/registers.c "live registers end with the window" 's/liveness_step_back(&c->live, &c->window.insns\[i\], live);/live[0] = live[0];/'
plant registers sim/frontend/registers.c "a shared address goes with the first load" 's/ \&\& has_shared_address(c, w->order\[n\])/ \&\& false/'
plant registers sim/frontend/registers.c "both operands of a product may lie in one bank" 's/odd > either ? 2 \* odd : odd + either/odd + either/'
plant registers sim/frontend/registers.c "parameters take registers" 's/ \&\& !is_parameter(k); r++/; r++/'
plant registers sim/frontend/registers.c "copies of parameters take registers" 's/ \&\& !is_copy(k)//'
plant registers sim/frontend/registers.c "guarded results are held before" 's/if (live \&\& (k->flags \& INSN_PREDICATED) != 0)/if (false)/'
plant registers sim/frontend/load_order.c "loads pass barriers, fences and atomics" 's/return k->memory == MEMORY_ATOMIC ||.*/return false;/'
plant registers sim/frontend/load_order.c "loads pass stores" 's/(second->memory == MEMORY_LOAD \&\& stored \&\& may_alias(second, first)) ||/false ||/'
plant registers sim/frontend/load_order.c "loads pass no store at all" 's/return load->space == store->space ||.*/return true;/'
plant registers sim/frontend/load_order.c "an instruction waits for itself" 's/bool older = \*latest != 0 .*;/bool older = *latest != 0;/'
plant registers sim/frontend/program.c "the limit of a CTA is not looked at" 's/most <= limit ? most/most <= limit + 1000 ? most/'
plant sm sim/core/sm.c "stalls of sleep are not counted" 's/sm_count_stalls(s, s->quiet_stall\[i\], cycles)/sm_count_stalls(s, s->quiet_stall[i], 0)/'
plant schedulers sim/core/blocks.c "exits do not reach warp_order" 's/order_in(s)->exit = s->exited;/order_in(s)->exit = 0;/'
plant schedulers sim/core/issue.c "scheduler takes any warp" 's/scheduler_warps(s, scheduler) \&/~0ull \&/'
plant schedulers sim/policy/swl.c "limit is one too high" 's/unsigned limit)/unsigned limits)/;s/unsigned schedulers = view/unsigned limit = limits + 1, schedulers = view/'
plant schedulers sim/core/sm.c "sleep does not know what the policy masks" 's/scheduler_warps(s, i) & s->masks.may_issue, 0)/scheduler_warps(s, i), 0)/'
plant schedulers sim/core/sm.c "sleep forgets that the LD/ST unit is full" '/note_ldst_full(s);/{N;/for/s/note_ldst_full(s);/s->ldst_full = false;/}'
plant sm_count sim/core/sm.c "an SM without a CTA is active" 's/s->resident_ctas ? cycle - s->active_since : 0/cycle - s->active_since/'
plant sm_count sim/core/warp.c "the end of a CTA is not noted" 's/sm_count_active(s, s->cycle + 1);/;/'
plant sm_count sim/core/issue.c "any full issue slot is taken for back-pressure" 's/ && s->ldst_full && / \&\& /'
plant sm_count sim/core/issue.c "held loads are not looked at" 's/return ready & held && /return false \&\& /'
plant sm_count sim/core/issue.c "the nine oldest" 's/OLDEST = 8/OLDEST = 9/'
plant sm_count sim/core/gpu.c "counting goes on behind the limit" 's/g->cycle = previous + left;/;/'
plant conservation sim/core/ldst_count.c "a coherent load counts twice" 's/loads_coherent++/loads_coherent += 2/'
plant conservation sim/core/ldst.c "only the last access decides what is cached" 's/slot->missed |= /slot->missed = /'
plant ldst_count sim/core/ldst_count.c "a wait for the unit is no occlusion" 's/return held_up < most ? held_up : most;/return 0 * (held_up + most);/'
plant ldst_count sim/core/ldst_count.c "fails on the way to the unit count" 's/PASSAGE = 3/PASSAGE = 0/'
plant ldst_count sim/core/ldst.c "in its sleep the unit holds nothing up" 's/unit->held_up = ldst_held_up(unit, cycle - 1);/;/'
plant ldst_count sim/core/ldst.c "at an issue in its sleep the unit has held nothing up" 's/? cycle - unit->last_cycle : 0/? 0 * cycle : 0/'
plant ldst_count sim/core/ldst_count.c "latency begins at the unit" 's/last_cycle - slot->insn->issued,/last_cycle - slot->accepted,/'
plant sm_count sim/core/issue.c "what was held up before the issue counts" 's/issued->held_up = ldst_held_up(s->ldst, s->cycle);/;/'
plant conservation sim/core/ldst_count.c "the latency queue counts as occlusion" 's/ + unit->machine->l1d.latency);/);/'
plant conservation sim/core/ldst_count.c "work is counted in one of two cycles" 's/ldst_active_cycles += cycles/ldst_active_cycles += cycles \/ 2/'
plant conservation sim/core/issue.c "a wait for the LD/ST unit counts twice" 's/stall_scheduler_ldst += cycles/stall_scheduler_ldst += 2 * cycles/'
plant profile sim/core/ldst_count.c "of a line: fails of cycles in which the unit sleeps" 's/line->reservation_fails += cycles/line->reservation_fails += 1 + 0 * cycles/'
plant profile sim/core/ldst_count.c "of a line: stores that hit are no hits" 's/ || status == L1D_HIT_SENT//'
plant profile sim/core/ldst_count.c "of a line: merges are hits" 's/counters.hits += status == L1D_HIT ||/counters.hits += status == L1D_PENDING_HIT ||/'
plant profile sim/core/ldst_count.c "of a line: stores take MSHR entries" 's/looked_up->load && status == L1D_MISS/status == L1D_MISS/'
plant profile sim/core/ldst_count.c "an MSHR entry is of the load that empties it" 's/if (!unit->draining)$/if (cell)/'
plant profile sim/core/ldst_count.c "of a line: entries are never given back" 's/profile_mshrs(unit->draining, unit->last_cycle, -1)/profile_mshrs(unit->draining, unit->last_cycle, 0)/'
plant profile sim/core/ldst_count.c "of a line: every load is divergent" 's/line->divergent += divergent/line->divergent++/'
plant profile sim/core/ldst_count.c "of a line: sets of coherent loads" 's/divergent ? slot->sets : 0/slot->sets/'
plant profile sim/core/ldst_count.c "of a line: latency from the unit on" 's/line->latency += latency/line->latency += latency - queued/'
plant profile sim/core/ldst_dispatch.c "accesses of stores are nobody's" 's/entry->cell = insn->cell/entry->cell = store ? NULL : insn->cell/'
plant profile sim/core/profile.c "entries in use at the end of a run that is cut off" 's/void profile_settle(kernel_profile \*k, uint64_t cycle)/void profile_settle(kernel_profile *k, uint64_t never)/;s/profile_mshrs(&k->lines\[i\].ages\[age\], cycle, 0)/profile_mshrs(\&k->lines[i].ages[age], 0 * never, 0)/'
plant profile sim/core/profile.c "lines one too early" 's/&k->lines\[number - 1\]/\&k->lines[number > 1 ? number - 2 : 0]/'
plant profile sim/core/profile.c "the oldest is one older" 's/return age < k->n_ages ? age :/return age + 1 < k->n_ages ? age + 1 :/'
plant profile sim/core/issue.c "an issue holds its scheduler from the next cycle on" 's/sm_count_held(s, scheduler, s->cycle);/sm_count_held(s, scheduler, s->cycle + 1);/'
plant profile sim/core/sm.c "an SM without a CTA is held" 's/s->holder\[i\] = NOBODY;/;/'
plant profile sim/frontend/program.c "a statement without its guard" 's/while (start > p->text \&\& /while (false \&\& start > p->text \&\& /'
plant details sim/cli_details.c "each launch from the beginning of the run" 's/record->before = \*counted;/;/'
plant details sim/report/timeline.c "counters that are not differences" 's/now->member - before->member/now->member/'
plant deadlock sim/core/gpu.c "a run that is held up goes on" 's/return !held_for_ever(g);/return true;/'
plant deadlock sim/core/gpu.c "memory on its way does not count" 's/ || !memory_idle(g->memory)//'
plant deadlock sim/core/gpu.c "an issue does not count" 's/g->counters.warp_insns != g->idle_insns || //'
plant deadlock sim/core/gpu.c "it cannot be switched off" 's/return limit \&\& /return /'
plant deadlock sim/core/gpu_describe.c "loads held back are not said to be" 's/ | s->masks.occlude | (s->load \& ~s->masks.can_issue)//'
plant gpu_timeline sim/core/gpu_timeline.c "SMs that sleep are not brought up to the row" 's/sm_catch_up(s, cycle);/;/'
plant gpu_timeline sim/core/gpu_timeline.c "an SM without a CTA is shown" 's/for (unsigned v = 0; s->worked \&\& /for (unsigned v = 0; /'
plant gpu_timeline sim/core/gpu_timeline.c "the last interval of a launch is left out" 's/g->cycle > g->options.timeline->cycle/false/'
plant gpu_timeline sim/core/gpu_timeline.c "the smallest value is the last one" 's/value->low < seen ? value->low : seen/false ? 0 : seen/'
plant cache_operators sim/core/warp.c "a load past the L1D is one to the policy" 's/ \&\& !(insn->flags \& INSN_PAST_L1D) \&\&/ \&\&/'
plant cache_operators sim/frontend/decode_memory.c "no operator is looked at" 's/flags |= INSN_PAST_L1D/flags |= 0/'
plant oaws_wiring sim/core/blocks.c "a launch is kept from the policy" 's/view->kernel_start = s->kernel_start;/view->kernel_start = false;/'
plant oaws_wiring sim/core/blocks.c "every cycle is a launch" 's/s->kernel_start = false;/;/'
plant oaws_wiring sim/core/blocks.c "flushes are kept from the policy" 's/s->view.flushed = s->flushed;/s->view.flushed = 0;/'
plant oaws_wiring sim/core/ldst_dispatch.c "loads without an access keep their charge" 's/if (insn->policy_charge \&\& /if (false \&\& /'
plant oaws_wiring sim/policy/oaws.c "charges of loads without an access are not released" 's/qualify->release\[1\] = .*;/qualify->release[1] = 0;/'
plant oaws_wiring sim/policy/oaws.c "charges of loads without an access are released twice" 's/charge - view->ldst->charge_without_access/charge/'
plant oaws_wiring sim/policy/oaws.c "no ageing" 's/in->cfg_age_period = .*;/in->cfg_age_period = 0;/'
plant oaws_wiring sim/policy/oaws.c "policy.wmax is not looked at" 's/in->cfg_wmax = .*;/in->cfg_wmax = (uint8_t)m->core.warps;/'
plant oaws_wiring sim/policy/oaws.c "OCW cannot be pinned" 's/in->cfg_ocw_pin = .*;/in->cfg_ocw_pin = 0;/'
plant oaws_wiring sim/policy/oaws.c "predictions by the running rank" 's/view->order->rank,/view->order->rank_run,/'
plant oaws_wiring sim/policy/oaws.c "throttled by the age rank" 's/view->order->rank_run,/view->order->rank,/'
plant oaws_wiring sim/policy/oaws.c "all accesses in set 0" 's/in->access_set = .*;/in->access_set = 0;/'
plant oaws_wiring sim/policy/oaws.c "a retry that hits is a hit" 's/in->access_hit = .*;/in->access_hit = events->access;/'
plant oaws_wiring sim/policy/oaws.c "warps at a barrier are not judged" 's/view->may_get_ready/view->ready/'
plant oaws_wiring sim/policy/oaws.c "the oldest are always kept" 's/cfg_keep_oldest = .*;/cfg_keep_oldest = 1;/'
plant oaws_wiring sim/policy/oaws.c "no scheduler has an oldest warp" 's/qualify->oldest_run = .*;/qualify->oldest_run = 0;/'
plant oaws_wiring sim/policy/oaws.c "threads of an issue are scheduler 0's" 's/= view->issue_active\[scheduler\]/= view->issue_active[0]/'
plant oaws_two_warps sim/core/issue.c "four threads behind every issue" 's/(uint8_t)sm_active_lanes(s, warp);/4;/'
plant oaws_two_warps sim/core/blocks.c "the threads of a fill are all" 's/fill->active = .*;/fill->active = 1;/'
plant oaws_two_warps sim/policy/oaws.c "what issues is predicted as at its fill" 's/misspred->issue_active\[scheduler\] = .*;/misspred->issue_active[scheduler] = 4;/'
plant oaws_two_warps sim/policy/oaws.c "accesses make a load divergent" 's/events->coalesced_lines >= /events->coalesced >= /'
plant oaws_two_warps sim/policy/oaws.c "a scheduler's oldest is not kept" 's/qualify->oldest_run = .*;/qualify->oldest_run = 0;/'
plant oaws_two_warps sim/policy/oaws.c "warps at a barrier charge nothing" 's/return out->charge\[warp\];/return 0;/;s/issues = true/issues = false/'

plant oaws_wiring sim/policy/oaws.c "two lines are divergent" 's/DIVERGENT_FROM = 3/DIVERGENT_FROM = 2/'
plant oaws_wiring sim/policy/oaws.c "accesses make a load divergent" 's/events->coalesced_lines >= /events->coalesced >= /'
plant oaws_wiring sim/policy/oaws.c "accesses are counted by the classifier" 's/lines_of(events->coalesced_lines)/lines_of(events->coalesced)/'
plant oaws_wiring sim/policy/oaws.c "accesses make a load in service divergent" 's/lines_of(events->lines)/lines_of(events->accesses)/'
plant oaws_wiring sim/policy/oaws.c "static and dynamic alike" 's/mode == OAWS_DYNAMIC/true/'
plant oaws_wiring sim/policy/oaws.c "no miss rate" 's/misspred->cfg_smr = .*;/misspred->cfg_smr = 0;/'
plant oaws_wiring sim/policy/oaws.c "the classifier is not cleared" 's/in->clear = .*;/in->clear = 0;/'
plant oaws_wiring sim/policy/oaws.c "coherent loads are done at the classifier" 's/view->ldst->done && ocw->div/view->ldst->done/'
plant oaws_wiring sim/policy/oaws.c "no load is sensitive" 's/->sensitive = dlc->sensitive/->sensitive = 0/'
plant oaws_wiring sim/policy/oaws.c "both fills go to slot 0" 's/= fills && slot;/= 0;/'
plant oaws_wiring sim/policy/oaws.c "every fill is divergent" 's/fills && dlc->fill_hit\[slot\]/fills/'
plant oaws_wiring sim/policy/oaws.c "a load that issued issues for ever" 's/\*oaws = (oaws_state){0};/;/'
plant oaws_wiring sim/policy/oaws.c "nothing is charged" 's/return out->charge\[warp\];/return 0;/;s/issues = true/issues = false/'
plant oaws_wiring sim/policy/oaws.c "nothing is occluded" 's/masks->occlude = out->occlude;/;/'
exit $failed

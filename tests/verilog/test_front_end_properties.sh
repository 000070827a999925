#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Properties across blocks: those of verilog/warp_front_end_properties.v are proven of each system's front end with its blocks in
# it, by temporal induction from reset with Yosys's SAT solver, as test_properties.sh proves those of single blocks; each of
# their covers is reached, and of each system a planted bug per property, in the wiring or in a block, is refuted.
# In `make test` the first bug is refuted; all of them are applied. The bounds that are proven are printed.
set -u
. tests/lib.sh
work=$BUILD/tests/verilog/front_end_properties
rm -rf "$work" && mkdir -p "$work/rtl" && cp verilog/*.v "$work/rtl/"
blocks=$(for table in rtl_c/*_*.def; do basename "$table" .def; done)

# solve FOLDER SYSTEM SETTINGS COMMANDS: Yosys's exit status.
solve() {
    # shellcheck disable=SC2086
    timeout 2400 yosys -q -l "$work/log" -p "read_verilog -defer -formal -sv $(printf "$1/%s.v " $blocks) $1/warp_front_end.v verilog/warp_front_end_properties.v;
        hierarchy -check -top warp_front_end_properties -chparam SYSTEM $2 $3; proc; memory_collect; memory_map; prep -flatten; async2sync; dffunmap;
        $4" >"$work/screen" 2>&1
}

number_of() { awk -v wanted="$1" '$1 == wanted { print $2 }' "$work/systems"; }
cat >"$work/systems" <<'SYSTEMS'
base 0
oaws 1
ccws 2
kaws 3
bucl 4
owl 5
SYSTEMS

bound=$(sed -n "s/.*granted within BOUND cycles: \(1, or 2 under two-level\).*/\1/p" verilog/warp_front_end_properties.v)
[ -n "$bound" ] || complain "no bound in verilog/warp_front_end_properties.v"
prove() {
    if solve verilog "$(number_of "$1")" "" "sat -verify -tempinduct -prove-asserts -set-assumes -seq 1"
    then echo "$1: $(grep -c 'p[0-9][a-z_]*: assert' verilog/warp_front_end_properties.v) assertions proven; bound in cycles of the only candidate: $bound scheduling"
    else complain "$1: not proven"; tail -n 40 "$work/screen"; fi
}

# Every cover in one run: the script stops at the first that cannot be reached.
cover() {
    tier_is_all || return 0
    commands=
    for number in $(sed -n 's/.*assign reached_o\[\([0-9]*\)\].*/\1/p' verilog/warp_front_end_properties.v); do
        commands="$commands sat -falsify -prove reached_o[$number] 0 -set-assumes -seq 2;"
    done
    if solve verilog "$(number_of "$1")" "-chparam FROM_RESET 0" "$commands"
    then echo "$1: $(grep -c 'assign reached_o' verilog/warp_front_end_properties.v) covers reached"
    else complain "$1: a cover is not reached: $(tail -n 3 "$work/screen")"; fi
}

# plant SYSTEM "PROPERTY: NAME" FILE PATTERN REPLACEMENT: refuted by a trace of at most two cycles; only the assertions of that
# name are left, so another one cannot stand in for it.
plant() {
    planted=$((planted + 1))
    plant_copy "verilog/$3.v" "$work/rtl/$3.v" "s/$4/$5/" "$1: $2" || return 0
    if tier_is_all || [ $planted = 1 ]; then
        tried=$((tried + 1))
        if solve "$work/rtl" "$(number_of "$1")" "-chparam FROM_RESET 0" \
            "delete t:\$assert c:${2%%:*} %d; select -assert-count 1 t:\$assert; sat -falsify -prove-asserts -set-assumes -seq ${6:-2}"
        then echo "$1, planted $2: refuted"
        else complain "$1, planted $2: not refuted: $(tail -n 3 "$work/screen")"; fi
    fi
    cp "verilog/$3.v" "$work/rtl/"
}

for system in base oaws ccws kaws bucl owl; do
    tier_is_all || continue
    prove $system
    cover $system
done

f=warp_front_end
for system in base bucl; do
    plant $system "p1: whoever may load is ready" $f 'assign ready\[k\] = ready_i\[k\*S + s\] &' 'assign ready[k] = can_issue_i[k*S + s] \&'
    plant $system "p1_issues: all slots of the scheduler issue" $f '= grant_mask\[k\];' '= |grant_mask;'
    plant $system "p2: who may load is not looked at" $f 'can_issue\[k\] = may_load_o\[k\*S + s\]' "can_issue[k] = 1'b1"
    plant $system "p2: hold is another scheduler's" $f 'granted\[w\] & ~hold_i\[w % S\]' 'granted[w] \& ~hold_i[(w + 1) % S]'
    plant $system "p3: all slots of the scheduler issue" $f '= grant_mask\[k\];' '= |grant_mask;'
    plant $system "p4: loads are never ready" $f 'of_group\[k\*S + s\];' 'of_group[k*S + s] \& ~load_i[k*S + s];'
    plant $system "p4: the group never moves" warp_arbiter 'two_level \&\& !grant_valid_o \&\&' "1'b0 \&\&"
    plant $system "p5: of three that enter the last is older than the first" warp_order '(~staying\[i\] |' '(~staying[i] \& (i != 4 || j != 0) |'
    plant $system "p5: a slot more is remembered" warp_arbiter '? grant_mask_o : last_q) &' '? grant_mask_o | last_q : last_q) \&'
done
plant oaws "p1: who may get ready is ready" $f 'assign ready\[k\] = ready_i\[k\*S + s\] &' 'assign ready[k] = may_get_ready_i[k*S + s] \&'
plant oaws "p2: who is held back is not looked at" $f 'occlude\[k\] = occlude_o\[k\*S + s\]' "occlude[k] = 1'b0"
plant oaws "p2: held back by the number in the other scheduler" $f 'occlude\[k\] = occlude_o\[k\*S + s\]' 'occlude[k] = occlude_o[s*W + k]'
plant oaws "p2_charge: free MSHRs are inverted" $f '\.avail_i(avail_i)' '.avail_i(~avail_i)'
plant oaws "p2_charge: another's charge" $f 'issue_charge_o | charge_o\[w\*PRED_W' 'issue_charge_o | charge_o[(N-1-w)*PRED_W'
plant oaws "p3: all slots of the scheduler issue" $f '= grant_mask\[k\];' '= |grant_mask;'
plant oaws "p4: who waits for a barrier counts" $f 'of_group\[k\*S + s\];' 'of_group[k*S + s] \& ~waiting_i[k*S + s];'
plant oaws "p4_oldest: the oldest is not kept" $f '\.oldest_run_i(oldest_run)' '.oldest_run_i({N{1'"'"'b0}})'
plant oaws "p4_oldest: ages the other way round" $f '\.older_i(older), \.waiting_i' '.older_i(~older), .waiting_i'
plant oaws "p5: of three that enter the last is older than the first" warp_order '(~staying\[i\] |' '(~staying[i] \& (i != 4 || j != 0) |'
plant ccws "p1: whoever may load is ready" $f 'assign ready\[k\] = ready_i\[k\*S + s\] &' 'assign ready[k] = may_load_o[k*S + s] \&'
plant ccws "p2: the platform says who may load" $f 'can_issue\[k\] = may_load_o\[k\*S + s\]' 'can_issue[k] = can_issue_i[k*S + s]'
plant ccws "p3: all slots of the scheduler issue" $f '= grant_mask\[k\];' '= |grant_mask;'
plant ccws "p4: the platform says who may load, too" $f 'can_issue\[k\] = may_load_o\[k\*S + s\]' 'can_issue[k] = may_load_o[k*S + s] \& can_issue_i[k*S + s]'
plant ccws "p5: of three that enter the last is older than the first" warp_order '(~staying\[i\] |' '(~staying[i] \& (i != 4 || j != 0) |'
plant kaws "p1: whoever loads is ready" $f 'assign ready\[k\] = ready_i\[k\*S + s\] &' 'assign ready[k] = load_i[k*S + s] \&'
plant kaws "p2: a hold holds the other scheduler" $f 'granted\[w\] & ~hold_i\[w % S\]' 'granted[w] \& ~hold_i[(w + 1) % S]'
plant kaws "p3: all slots of the scheduler issue" $f '= grant_mask\[k\];' '= |grant_mask;'
plant kaws "p3_lent: a scheduler that grants borrows" $f '\.issues_i(grant_valid_o)' '.issues_i({S{1'"'"'b0}})'
plant kaws "p3_lent: whoever is ready is lent" $f '\.ready_i(lendable_i)' '.ready_i(ready_i)'
plant kaws "p3_once: whoever is ready is lent" $f '\.ready_i(lendable_i)' '.ready_i(ready_i)'
plant kaws "p4: who is lendable is not ready" $f 'of_group\[k\*S + s\];' 'of_group[k*S + s] \& ~lendable_i[k*S + s];'
plant kaws "p5: of three that enter the last is older than the first" warp_order '(~staying\[i\] |' '(~staying[i] \& (i != 4 || j != 0) |'
plant owl "p1: of every group" $f ' & of_group\[k\*S + s\];' ';'
plant owl "p1_issues: of every group" $f ' & of_group\[k\*S + s\];' ';'
plant owl "p2: who may load is not looked at" $f 'can_issue\[k\] = may_load_o\[k\*S + s\]' "can_issue[k] = 1'b1"
plant owl "p3: all slots of the scheduler issue" $f '= grant_mask\[k\];' '= |grant_mask;'
plant owl "p4: who is blocked is not ready" $f 'of_group\[k\*S + s\];' 'of_group[k*S + s] \& ~blocked_i[k*S + s];'
plant owl "p5: of three that enter the last is older than the first" warp_order '(~staying\[i\] |' '(~staying[i] \& (i != 4 || j != 0) |'
echo "$planted planted, $tried tried, $failures failures"
[ "$failures" = 0 ] && [ "$tried" -gt 0 ]

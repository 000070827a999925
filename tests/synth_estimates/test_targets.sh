#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The designer's budget beside what was measured: blocks, sums, systems, front ends and chains; the median with its spread
# where there are permutations, else one mapping; met or missed at the limit itself. A tuple that only the budget names is
# mapped, and nothing of the budget is unmeasured in the golden report. Planted: budgets that name nothing, other limits.
# needs: overhead/overhead
set -u
. tests/lib.sh
folder=$BUILD/overhead-targets-budget
rm -rf "$folder" && mkdir -p "$folder/tree/synth_estimates"
cp synth_estimates/overhead.h synth_estimates/targets.c "$folder/tree/synth_estimates/"
with() { # with TARGETS-FILE: compiles `table` with it
    cp "$1" "$folder/tree/synth_estimates/targets.def" 2>/dev/null
    objects=$(find "$BUILD/obj/synth_estimates" -name '*.o' ! -name targets.o ! -name overhead_main.o)
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -D_DEFAULT_SOURCE -I"$folder/tree" -I. -o "$folder/table" tests/synth_estimates/planted/tables.c \
        "$folder/tree/synth_estimates/targets.c" $objects "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/librtl_c.a" -linih -ljansson -lm || exit 1
}

cat >"$folder/report.json" <<'END'
{"blocks": [
  {"block": "a", "config": "n2", "critical_ns": 3.0, "cost": {"gate_equivalents": 100.0},
   "noise": {"gate_equivalents": {"median": 110.0, "spread": 4.0}, "critical_ns": {"median": 3.25, "spread": 0.5}}},
  {"block": "b", "config": "n2", "critical_ns": 5.0, "cost": {"gate_equivalents": 50.0}},
  {"block": "c", "config": "n2", "critical_ns": 5.0, "cost": {"gate_equivalents": 7.0},
   "noise": {"gate_equivalents": {"median": 6.0, "spread": 2.0}}}],
 "systems": [{"name": "both", "measured": true, "per_sm": {"figure": {"gate_equivalents": 116.0, "spread": 6.0}},
   "parts": [{"block": "a", "config": "n2"}, {"block": "c", "config": "n2"}]},
  {"name": "mixed", "measured": true, "per_sm": {"figure": {"gate_equivalents": 160.0, "spread": 9.0}},
   "parts": [{"block": "a", "config": "n2"}, {"block": "b", "config": "n2"}]},
  {"name": "half", "measured": false, "per_sm": {}}],
 "front_ends": [{"name": "whole", "cost": {"gate_equivalents": 90.0, "paths": [{"kind": "register_to_output", "ns": 1.25}]}}],
 "chains": [{"what": "from a to b", "ns": 8.0, "noise": {"ns": {"median": 8.5, "spread": 0.25}}}]}
END
cat >"$folder/targets.def" <<'END'
TARGET("at its limit", GATES, 110, "block a n2")
TARGET("over it", GATES, 109, "block a n2")
TARGET("time", NS, 3, "block a n2")
TARGET("one mapping", NS, 5, "block b n2")
TARGET("sum", GATES, 116, "block a n2 + block c n2")
TARGET("sum of one", GATES, 100, "block a n2 + block b n2")
TARGET("no such tuple", GATES, 100, "block a n2 + block a n3")
TARGET("system", GATES, 100, "system both")
TARGET("mixed", GATES, 200, "system mixed")
TARGET("half of it", GATES, 100, "system half")
TARGET("whole", GATES, 90, "front_end whole -")
TARGET("its path", NS, 2, "front_end whole register_to_output")
TARGET("no path", NS, 2, "front_end whole input_to_output")
TARGET("chain", NS, 8.4, "chain from a to b")
END
with "$folder/targets.def"
"$folder/table" "$folder/report.json" targets | tr -s ' ' | sed 's/ $//' >"$folder/out"
while read -r row; do grep -qxF "$row" "$folder/out" || fail "expected: $row" "$folder/out"; done <<'END'
at its limit 110 GE 110 4 met
over it 109 GE 110 4 MISSED
time 3 ns 3.25 0.50 MISSED
one mapping 5 ns 5.00 met
sum 116 GE 116 6 met
sum of one 100 GE 160 MISSED
no such tuple 100 GE not measured
system 100 GE 116 6 MISSED
mixed 200 GE 160 met
half of it 100 GE not measured
whole 90 GE 90 met
its path 2 ns 1.25 met
no path 2 ns not measured
chain 8.4 ns 8.50 0.25 MISSED
END
for wrong in 'blok a n2' 'system both", NS' 'chain from a to b", GATES'; do
    quantity=${wrong#*\", }
    [ "$quantity" != "$wrong" ] || quantity=GATES
    echo "TARGET(\"wrong\", $quantity, 1, \"${wrong%%\"*}\")" >"$folder/targets.def"
    with "$folder/targets.def"
    "$folder/table" "$folder/report.json" targets >"$folder/out" 2>&1
    status=$?
    [ "$status" = 2 ] && grep -q "^synth_estimates/targets.def: ${wrong%%\"*}, expected block NAME CONFIG" "$folder/out" ||
        fail "$wrong: exit $status" "$folder/out"
done
echo "the budget is read, each verdict is the limit's"

# The budget of the repository: each of its rows is measured in the golden report, which a changed one is not.
unmeasured() { with "$1"; "$folder/table" synth_estimates/golden.json targets | grep 'not measured'; }
[ -z "$(unmeasured synth_estimates/targets.def)" ] || { unmeasured synth_estimates/targets.def; exit 1; }
sed 's/block oaws_ocw n32_s1_sets64/block oaws_ocw n4_s1_sets4/' synth_estimates/targets.def >"$folder/targets.def"
unmeasured "$folder/targets.def" | grep -q '64 sets' || fail "a tuple that is not mapped goes unnoticed"
"$BUILD/overhead/overhead" list paper | grep -q '^full oaws_ocw oaws_ocw_n32_s1_sets64 ' ||
    fail "a tuple that only the budget names is not mapped"
echo "nothing of the budget is unmeasured"

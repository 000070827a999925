#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: overhead/overhead
# Blocks at the parameters of machines that no paper is about: each tuple once, of the machines that have it; what is mapped has its
# figures beside those of the golden report, what is not says so, and a total that needs it stays empty. The page of results has the
# tables of every machine that is compared, whole. Shown to fail: a row that is gone, a figure that is gone.
set -u
. tests/lib.sh
overhead=$BUILD/overhead/overhead
work=$BUILD/overhead_at_machines
rm -rf "$work" && mkdir -p "$work" || exit 1

"$overhead" machine-runs qv100 rtx3070 >"$work/runs" || complain "no runs"
[ "$(sort -u "$work/runs" | wc -l)" = "$(wc -l <"$work/runs")" ] || complain "a tuple stands twice"
for run in 'oaws_misspred oaws_misspred_n64_s4_m512 N=64 S=4 M=512' 'owl_groups owl_groups_n64_c32_core_w7 N=64 C=32 CORE_W=7' \
    'bucl_update bucl_update_sms46_p32 SMS=46 P=32' 'oaws_dlc oaws_dlc_entries32 ENTRIES=32'; do
    [ "$(grep -cx "$run" "$work/runs")" = 1 ] || complain "not among the runs: $run"
done
! grep -q 'n48_s2' "$work/runs" || complain "tuples of gtx480 among those of qv100 and rtx3070"
"$overhead" machine-runs gtx48 2>"$work/said" && complain "an unknown machine is taken"
grep -qx 'overhead: machine gtx48, expected one of sim/machine/\*.ini' "$work/said" || complain "an unknown machine: $(cat "$work/said")"

# One block is mapped, without a proof: BUCL's, which is all of its system in an SM.
mkdir -p "$work/overhead"
ln -s "$(cd "$BUILD/overhead" && pwd)/overhead" "$work/overhead/overhead"
BUILD=$work sh synth_estimates/measure.sh time bucl_bypass verilog/bucl_bypass.v "$work/overhead/bucl_bypass_p64" P=64 ||
    complain "bucl_bypass is not mapped"
costs() { "$overhead" machine-costs "$work/overhead" "$work/overhead/library" synth_estimates/golden.json qv100 rtx3070 >"$work/page"; }
costs || complain "no page"
row() { sed -n "s/^| \`*$1\`* | $2 |/&/p" "$work/page"; }
row bucl_bypass p64 | grep -qE '^. .bucl_bypass. . p64 . 1[0-9]0 . 1\.[0-9]+ . 0\.[0-9]+ . not tried . qv100 . p12 . 5[0-9] . 0\.5[0-9] .$' ||
    complain "bucl_bypass: $(row bucl_bypass p64)"
row bucl_bypass p32 | grep -qF '|  |  |  | not mapped | rtx3070 | p12 |' || complain "what is not mapped: $(row bucl_bypass p32)"
row oaws_dlc entries32 | grep -qF '| not mapped | qv100, rtx3070 | entries32 | 38000 |' || complain "of two machines: $(row oaws_dlc entries32)"
row bucl bucl | grep -qE '^. bucl . bucl . 52 .  .  .$' || complain "a total of what is not mapped: $(row bucl bucl)"

# The page. OWL's prefetches do not run on gtx480.
whole() { # whole PAGE: what is missing in it
    sed -n '/<!-- overhead_machines:begin/,/<!-- overhead_machines:end/p' "$1" >"$work/part"
    "$overhead" machine-runs gtx480 qv100 rtx3070 | while read -r block run _; do
        grep -qE "^. .$block. . ${run#"${block}_"} . [0-9]+ . [0-9.]+ . [0-9.]+ . [a-z].* .\$" "$work/part" || echo "$run"
    done
    systems='^. ((base|oaws|ccws|kaws|bucl) . [a-z]+ . [0-9]+ . [0-9]+|owl . owl . [0-9]+ . ) . [0-9]+ . [0-9]+ .$'
    [ "$(grep -cE "$systems" "$work/part")" = 6 ] || echo systems
}
[ -z "$(whole docs/overhead_results.md)" ] || complain "docs/overhead_results.md lacks $(whole docs/overhead_results.md)"
for change in '/^. .ccws_vta. . n64_ways8/d' \
    's/^\(. .warp_rank. . n64_s4_numbers7 .\) [0-9]* /\1  /' \
    '/^. kaws . kaws . [0-9]* . [0-9]* . [0-9]* . [0-9]* .$/d'; do
    plant_copy docs/overhead_results.md "$work/page.md" "$change" || continue
    [ -n "$(whole "$work/page.md")" ] || complain "not noticed: $change"
done
echo "$failures failures"
[ "$failures" = 0 ]

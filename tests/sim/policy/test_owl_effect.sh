#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# OWL's groups do something, on its machine, step by step as the paper has it (sections 4.1 to 4.3, Table 3, Fig. 6 and 8), each
# against the step before: under cta-aware less of the cores' time is spent with all warps waiting for memory than under round
# robin; under cta-aware-locality fewer accesses miss in the L1D; under cta-aware-locality-blp more banks are at work at once, and
# fewer requests find their row open. Of kernels of type 1, by the paper's test, computed here: a perfect L1 gains 1.4 times or
# more. Each effect shows on at least three of them. What is measured is printed, of kernels where a step does not help, too; of
# its size no more is demanded. With one group no step has an effect.
# needs: warplock
set -u
. tests/sim/policy/common.sh
begin owl_effect
policies="lrr cta-aware cta-aware-locality cta-aware-locality-blp"

# run NAME KERNEL SIZE POLICY [OPTION...]: NAME.out, a JSON
run() {
    name=$1 kernel=$2 size=$3 policy=$4
    shift 4
    "$BUILD/warplock" run --machine owl --policy "$policy" --json --size "$size" "$@" "$kernel" >"$work/$name.out" 2>"$work/$name.error" ||
        { complain "$name"; cat "$work/$name.error"; }
    [ "$(value "$name.out" verified)" = true ] || complain "$name: not verified"
}
misses() { tr -d ' \n' <"$work/$1.out" | sed 's/.*"l1d":{\([^}]*\)}.*/\1/' | tr ',' '\n' | sed -n 's/^"misses"://p'; }
# share NAME: of the cores' time
share() { awk -v part="$(value "$1.out" memory_block_cycles)" -v all="$(value "$1.out" cycles)" 'BEGIN { printf "%.5f", part / all / 28 }'; }
less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 < b + 0) }'; }

# waits THIS THAN, keeps THIS THAN, spreads THIS THAN: the three effects
waits() { less "$(share "$1")" "$(share "$2")"; }
keeps() { less "$(misses "$1")" "$(misses "$2")"; }
spreads() { less "$(value "$2.out" blp)" "$(value "$1.out" blp)" && less "$(value "$1.out" row_hit_rate)" "$(value "$2.out" row_hit_rate)"; }

printf '%-13s %-10s %-23s %8s %9s %9s %7s %8s\n' kernel size policy cycles waiting misses banks 'row hits'
waited=0 kept=0 spread=0
while read -r kernel size; do
    run perfect "$kernel" "$size" lrr --set l1d.perfect=1
    for policy in $policies; do
        run "$policy" "$kernel" "$size" $policy
        printf '%-13s %-10s %-23s %8s %9s %9s %7.3f %8.4f\n' "$kernel" "$size" $policy "$(value $policy.out cycles)" "$(share $policy)" \
            "$(misses $policy)" "$(value $policy.out blp)" "$(value $policy.out row_hit_rate)"
    done
    gain=$(awk -v a="$(value lrr.out cycles)" -v b="$(value perfect.out cycles)" 'BEGIN { printf "%.2f", a / b }')
    less "$gain" 1.4 && { echo "    $kernel is of type 2: a perfect L1 gains $gain"; continue; }
    words=
    waits cta-aware lrr && words="$words less-waiting" waited=$((waited + 1))
    keeps cta-aware-locality cta-aware && words="$words fewer-misses" kept=$((kept + 1))
    spreads cta-aware-locality-blp cta-aware-locality && words="$words more-banks" spread=$((spread + 1))
    echo "    $kernel is of type 1 ($gain):${words:- none of the three}"
done <<'KERNELS'
bfs 32768x4
srad 48x384
cfd 32256x1
kmeans 28672x4
similarity 239x8
KERNELS
echo "less waiting for memory in $waited kernels, fewer L1D misses in $kept, more banks and fewer row hits in $spread"
[ "$waited" -ge 3 ] || complain "cta-aware: $waited kernels, expected at least 3"
[ "$kept" -ge 3 ] || complain "cta-aware-locality: $kept kernels, expected at least 3"
[ "$spread" -ge 3 ] || complain "cta-aware-locality-blp: $spread kernels, expected at least 3"

for policy in $policies; do run one.$policy reduce 16384 $policy --set policy.owl_g_size=32; done
{ waits one.cta-aware one.lrr || keeps one.cta-aware-locality one.cta-aware ||
    spreads one.cta-aware-locality-blp one.cta-aware-locality; } && complain "the checks find an effect with one group"
[ "$failures" = 0 ]

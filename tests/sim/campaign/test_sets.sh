#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# However many --set a campaign has, its workers get all: 29 of what the machine has anyhow, then one that matters.
# Shown to fail: workers that get no more than fit a short list.
set -u
. tests/lib.sh
build=$BUILD
export COLUMNS=10000                    # the headline is two lines, however many --set it names
folder=$build/campaign_sets
rm -rf "$folder"
mkdir -p "$folder"

cycles() { # cycles ARGUMENTS...: of a direct run
    "$build/warplock" run --json --machine oaws --policy gto --size 64 "$@" atax |
        sed -n 's/.*"cycles": \([0-9]*\),.*/\1/p' | head -n 1
}
campaign() { # campaign PROGRAM NAME ARGUMENTS...
    program=$1 name=$2
    shift 2
    "$program" campaign papers atax --size 64 --store "$folder/$name.sqlite" --csv "$folder/$name.csv" "$@" >"$folder/$name" 2>"$folder/said" ||
        fail "warplock: exit status $?, expected 0" "$folder/said"
    sed -i 1,2d "$folder/$name"                 # names every --set and the program
}
cycles_of() { # cycles_of CSV KERNEL: under gto
    awk -F, -v kernel="$2" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["kernel"] == kernel && $column["policy"] == "gto" { print $column["cycles"] }' "$1"
}
sets=
for i in $(seq 29); do sets="$sets --set l1d.mshrs=32"; done

direct=$(cycles --set l1d.latency=100)
[ "$direct" != "$(cycles)" ] || fail "l1d.latency does not matter"
campaign "$build/warplock" one --set l1d.latency=100
equal "cycles with a --set" "$("$build/warplock" results "$folder/one.sqlite" --policy gto --columns cycles --csv - 2>/dev/null | sed 1d)" "$direct"
campaign "$build/warplock" many $sets --set l1d.latency=100
same_file "the tables with a 30th --set" "$folder/many" "$folder/one"

# The seed of the inputs reaches them, too.
"$build/warplock" run --json --machine oaws --policy gto --size 256 --seed 3 spmv |
    sed -n 's/.*"cycles": \([0-9]*\),.*/\1/p' | head -n 1 >"$folder/seeded"
"$build/warplock" campaign papers spmv --size 256 --seed 3 --store "$folder/seed.sqlite" --csv "$folder/seed.csv" >"$folder/out" 2>"$folder/said" ||
    fail "warplock: exit status $?, expected 0" "$folder/said"
grep -q '^Machine oaws, kernels at size 256, seed 3, program' "$folder/out" &&
    "$build/warplock" results "$folder/seed.sqlite" --policy gto --where seed=3 --columns cycles --csv - 2>/dev/null |
        sed 1d | cmp "$folder/seeded" - ||
    fail "a --seed was lost: seen other cycles, expected $(cat "$folder/seeded")"

# What a run keeps in parts is in its row; it is another run than the one that keeps sums alone.
parts() { # parts ARGUMENTS...: the first campaign again, into its store
    "$build/warplock" campaign papers atax --size 64 --store "$folder/one.sqlite" --set l1d.latency=100 "$@" >"$folder/out" 2>"$folder/said" ||
        fail "warplock: exit status $?, expected 0" "$folder/said"
}
parts
grep -aq "per_launch" "$folder/one.sqlite" && fail "parts in the store that nobody asked for"
parts --per-launch --per-line --per-age
for part in per_launch per_line per_age; do
    grep -aq "\"$part\":\[{\"kernel\":\"_Z" "$folder/one.sqlite" || fail "the store: seen no $part, expected it"
done

# A worker that is told too little refuses to run: it is not what the campaign is for.
plant_copy sim/campaign/engine/worker.c "$folder/worker.c" 's/i < run->machine->n_sets; i++) {/i < run->machine->n_sets \&\& n + 12 < 64; i++) {/' || exit 1
program_with "$folder/worker.c" "$folder/warplock" || exit 1
(campaign "$folder/warplock" planted $sets --set l1d.latency=100) >"$folder/said.planted" && fail "a --set that is lost was not noticed"
shows "the plant fails elsewhere" "$folder/planted" '^failed: .*: --content: seen '
plant_copy sim/campaign/engine/worker.c "$folder/worker.c" 's/arguments\[n++\] = \*asked;/;/' || exit 1
program_with "$folder/worker.c" "$folder/warplock" || exit 1
campaign "$folder/warplock" partless --set l1d.latency=100 --per-line
grep -aq per_line "$folder/partless.sqlite" && fail "parts that are lost were not noticed"
[ "$failures" = 0 ]

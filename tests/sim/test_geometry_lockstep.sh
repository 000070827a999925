#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock block_bench
# Blocks of any geometry against their Verilog, built on demand from installed sources: OAWS with 40 warps, 4 schedulers
# and 40 MSHRs and other machines in lockstep; what a failure leaves is replayed with another cache; every policy
# verified on odd machines with models; tuples and machines drawn by seeds (WARPLOCK_SEED takes others). Shown to fail:
# one side is built with another N, and lockstep names the field. In models only: tests/sim/test_geometry.sh.
set -u
BUILD=${BUILD:-build}
. tests/lib.sh
. tests/sim/geometry.sh
geometry_in geometry_lockstep
seed=${WARPLOCK_SEED:-1}
for tool in gcc g++ verilator; do
    echo : >"$work/${tool}_does"
    wrapper $tool "echo $tool >>\"\$WORK/used\"; . \"\$WORK/${tool}_does\"; exec $(command -v $tool) \"\$@\""
done
forty='--machine oaws --set core.warps=40 --set core.schedulers=4 --set l1d.mshrs=40'

# As `make install` lays it out, in a folder of an odd name.
odd="$work/in stalled (1)"
mkdir -p "$odd/bin" "$odd/share/warplock"
cp "$warplock" "$odd/bin" && cp -r "$BUILD/sources" "$odd/share/warplock/sources"
warplock="$odd/bin/warplock"

# lockstep MACHINE-WORDS KERNEL-WORDS: all blocks agree, there are some.
lockstep() {
    start 0 "$2 $1 --blocks lockstep --json"
    grep -q '"mismatches": 0' "$work/out" && grep -q '"instances": [1-9]' "$work/out" || complain "$1: $(head -n 3 "$work/err")"
}
lockstep "$forty" 'conv2d --size 32 --policy oaws-dyn'
builds 'for 40 warps'
rm "$work/used"
lockstep "$forty" 'atax --size 64x64 --policy oaws-dyn,oaws-static,gto'
[ ! -s "$work/err" ] || complain "a second start: $(cat "$work/err")"
[ ! -e "$work/used" ] || complain "a second start runs $(sort -u "$work/used")"

# --- with how much effort: what was built with more serves who asks for less
small='vadd --size 256 --machine oaws --set core.warps=12 --set core.schedulers=2 --policy gto --blocks lockstep'
start 0 "$small"
grep -q 'warp_arbiter n12_s2 and its Verilog; kept' "$work/err" || complain "12 warps: $(cat "$work/err")"
WARPLOCK_TUPLES=best start 0 "$small"
built 'warp_order n12_s2_across1 in Verilog, warp_arbiter n12_s2 in Verilog'
rm "$cache"/*n12_s2*.usual.so
start 0 "$small"
[ ! -s "$work/err" ] || complain "what was built with more effort is not taken: $(cat "$work/err")"
[ "$(ls "$cache"/*n12_s2*.best.so | wc -l)" = 2 ] || complain "efforts: $(ls "$cache")"

# --- killed while Verilog is built
kill_at_random 50 5 "$small"
[ -z "$(pgrep -f "$work/killed/[.]building")" ] || { sleep 3; ! pgrep -af "$work/killed/[.]building"; } || complain 'compilers of killed ones go on'

# --- waves and recordings know them; a pack of such a block is replayed where it has to be built first
run "conv2d --size 32 $forty --policy oaws-dyn --blocks lockstep --wave $work/forty.fst --wave-window 200 --record $work/recorded --record-window 500" \
    >"$work/out" 2>"$work/err" || complain "wave and recording: $(cat "$work/err")"
[ -s "$work/forty.fst" ] && "$warplock" replay "$work/recorded/oaws_misspred.txt" | grep -q 'C model and Verilog agree' ||
    complain "a recording of 40 warps is not replayed"
# The Verilog alone of another number of warps: its compiler is told so, the model's is not.
echo 'for word; do shift; case $word in -DCFG_N=40) word=-DCFG_N=36 ;; esac; set -- "$@" "$word"; done' >"$work/g++_does"
WARPLOCK_CACHE=$work/planted start 1 "conv2d --size 32 $forty --policy gto --blocks lockstep --failure-pack $work/pack"
echo : >"$work/g++_does"
grep -q '^warplock: replay with: .* replay ' "$work/err" || complain "no pack: $(cat "$work/err")"
grep -q '^warplock: conv2d, gto: lockstep: warp_order.sm [0-9]*.: cycle [0-9]*: ' "$work/err" || complain "another N in Verilog: $(cat "$work/err")"
WARPLOCK_CACHE=$work/elsewhere "$warplock" replay "$work/pack" >"$work/out" 2>"$work/err" || complain "the pack: $(cat "$work/out" "$work/err")"
grep -q 'building warp_order n40_s4_across1 and its Verilog; kept in ' "$work/err" && grep -q 'C model and Verilog agree' "$work/out" ||
    complain "the pack with good Verilog: $(cat "$work/out" "$work/err")"
grep -q '^config n40_s4_across1$' "$work/pack/stimulus.txt" || complain "the pack is of $(grep config "$work/pack/stimulus.txt")"

# --- every policy on odd machines, in models
policies=$(COLUMNS=999 "$warplock" policies | awk '$1 !~ /best$/ { print $1 }')
every_policy() { # every_policy WORDS OMITTED: OMITTED, a pattern, are refused with a key
    for policy in $policies; do
        case " $2 " in *" $policy "*) wanted=2 ;; *) wanted=0 ;; esac
        start $wanted "conv2d --size 32 $1 --policy $policy"
        [ $wanted = 2 ] || grep -q '^  verified *yes' "$work/out" || complain "$policy on $1 is not verified"
    done
}
every_policy "$forty" 'kaws kaws-share'
every_policy '--machine oaws --set core.warps=8 --set core.schedulers=1' 'kaws kaws-share'
every_policy '--machine oaws --set core.warps=24 --set core.schedulers=3 --set core.max_ctas=5 --set l1d.sets=64' 'kaws kaws-share'
every_policy '--machine bucl --set core.warps=56 --set l1d.mshrs=7 --set gpu.sms=5 --set gpu.clusters=5' 'kaws kaws-share'
every_policy '--machine kaws --set core.warps=63 --set core.schedulers=3 --set core.max_ctas=5 --set core.sp_issue_slots=3
    --set core.sfu_issue_slots=3 --set core.mem_issue_slots=3 --set core.register_banks=24 --set dram.partition_indexing=consecutive' 'mascar oaws-static oaws-dyn ocw'
lockstep '--machine ccws --set core.warps=20' 'syrk --size 32 --policy ccws'
lockstep '--machine kaws --set core.warps=24 --set core.schedulers=3 --set core.max_ctas=5 --set core.sp_issue_slots=3
    --set core.sfu_issue_slots=3 --set core.mem_issue_slots=3 --set core.register_banks=24' 'syr2k --size 32 --policy kaws'
lockstep '--machine owl --set core.warps=24 --set core.max_ctas=7' 'hotspot --size 64 --policy owl'
lockstep '--machine bucl --set gpu.sms=7 --set gpu.clusters=7 --set dram.controllers=5 --set l2.sub_partitions=10' 'kmeans --size 256x34 --policy bucl-dyn'

# --- drawn: a small tuple of each block under its stimuli (Verilog of many warps takes minutes to compile); machines of
# any size with models, under policies with blocks of each kind
# draw NAME LOW HIGH: sets it.
draw() { seed=$(((seed * 1103515245 + 12345) % 2147483648)); eval "$1=$(($2 + seed / 65536 % ($3 - $2 + 1)))"; }
bench() {
    "$BUILD/block_bench" --block "$1" --config "$2" --phase-cycles 2000 --no-pack >"$work/out" 2>"$work/err" ||
        complain "block_bench $1 $2: $(cat "$work/out" "$work/err")"
}
# drawn BLOCK: its last tuple of rtl_c/configs.def, with the numbers that were drawn in the place of its own.
drawn() {
    tuple=
    for word in $(sed -n "s/^CONFIG($1, *\([a-z0-9_]*\),.*/\1/p" rtl_c/configs.def | tail -n 1 | tr _ ' '); do
        case ${word%%[0-9]*} in
            sets) word=sets$((1 << sets)) ;;
            n | s | m | c | p | sms | entries | banks | lines) eval "word=\${word%%[0-9]*}\$${word%%[0-9]*}" ;;
        esac
        tuple=${tuple}_$word
    done
    echo "${tuple#_}"
}
draw s 1 4
draw w 2 $((20 / s))
n=$((s * w))
draw m 2 96
draw c 2 32
draw sets 1 6
draw p 2 64
draw sms 1 64
draw entries 2 32
draw banks 2 64
draw lines 2 64
echo "drawn with seed ${WARPLOCK_SEED:-1}: $n warps, $s schedulers, $m MSHRs, $c CTAs, 2^$sets sets, $p sub-partitions, $sms SMs, $banks banks"
for block in $(basename -s .def rtl_c/*_*.def); do
    [ $s != 1 ] || [ "$block" != kaws_share ] || continue       # lends from one scheduler to another
    bench "$block" "$(drawn "$block")"
done
for try in 1 2 3 4 5 6 7 8; do
    draw s 1 4
    draw w 4 $((64 / s))
    draw m 2 96
    draw c 2 32
    machine="--machine gtx480 --set core.warps=$((s * w)) --set core.schedulers=$s --set l1d.mshrs=$m --set core.max_ctas=$c"
    start 0 "atax --size 64x64 $machine --policy oaws-dyn,ccws,2lvl-gto,cta-aware,mascar"
    [ "$(grep -o '  verified.*' "$work/out" | grep -o yes | wc -l)" = 5 ] || complain "not verified: $machine"
done
[ "$failures" = 0 ]

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The planted bugs that a kernel exercises (`run: POLICY KERNEL` in tests/blocks) are caught by the whole simulator in lockstep (in
# `make test` one of every third block, in the model, and every fourth with a wave): it stops with exit status 1 and names the instance and the true field; the pack's own command, without the simulator,
# reproduces the line; the pack's save file names only signals of its wave. With a wave, where the Verilog is evaluated at
# once, the line and the pack are the same. What is found only when a run is cut short is found nevertheless.
set -u
. tests/lib.sh
. tests/blocks.sh
BUILD=${BUILD:-build}
work=$BUILD/planted_simulator
caught=0 failures=0
bad() { complain "$name: $1"; }

rm -rf "$work"
here=$(ls rtl_c/*_*.def | awk 'NR % 3 == 2')
for name in $(bugs bench); do
    folder=$work/$name
    pack=$folder/pack
    know_bug bench "$name" || continue
    case $run in none,*) continue ;; esac
    tier_is_all || case $here in *"rtl_c/$block.def"*) ;; *) continue ;; esac
    first_of "$block" || continue
    case $block in
        kaws_*) machine=kaws ;;
        owl_*) machine=owl ;;
        *) machine=gtx480 ;;
    esac
    case $run in oaws-* | ocw* | kaws*) observe= ;; *) observe="--observe oaws_ocw" ;; esac
    if ! sh tests/tb/plant.sh "$name" warplock "$folder"; then bad "does not build"; continue; fi
    "$folder/warplock" run --machine $machine --policy "${run% *}" --blocks lockstep $observe --failure-pack "$pack" \
        "${run#* }" >"$folder/log" 2>&1
    status=$?
    [ $status = 1 ] || { bad "exit status $status, expected 1"; tail -n 5 "$folder/log"; continue; }
    line=$(sed -n 's/.*\(lockstep: .*\)/\1/p' "$folder/log" | head -n 1)
    case $line in
        "lockstep: $block["*": $expect:"* | "lockstep: $block["*": $expect["*) ;;
        *) bad "'$line', expected $expect"; continue ;;
    esac
    replayed=$(cd / && $(sed -n 's/^replay    //p' "$OLDPWD/$pack/report.txt"))
    [ $? = 1 ] && [ "$replayed" = "$line" ] || bad "the replay gives '$replayed', expected '$line'"
    sh tests/tb/check_wave.sh "$pack/wave.fst" "$pack/wave.gtkw" >"$folder/wave.log" || bad "$(cat "$folder/wave.log")"
    caught=$((caught + 1))
    echo "$name: $line"
    tier_is_all || [ $((caught % 4)) = 1 ] || continue
    "$folder/warplock" run --machine $machine --policy "${run% *}" --blocks lockstep $observe --failure-pack "$pack-wave" \
        --wave "$folder/at_once.fst" --wave-window 1 --wave-sms all "${run#* }" >"$folder/log" 2>&1
    grep -qF "$line" "$folder/log" || bad "with a wave: $(head -n 1 "$folder/log")"
    if ! grep -q '^REG_COUNT' "rtl_c/$block.def"; then        # of those a wave shows cycles that are left out without
        cmp "$pack/stimulus.txt" "$pack-wave/stimulus.txt" || bad "with a wave the pack has another stimulus"
        for one in "$pack" "$pack-wave"; do grep -vE '^(run|replay|wave) ' "$one/report.txt" >"$one/report"; done
        cmp "$pack/report" "$pack-wave/report" || bad "with a wave the pack has another report"
    fi
done
echo "$caught caught"
name="a run of 314 cycles"
sh tests/tb/plant.sh c_off_by_one warplock "$work/cut" || bad "does not build"
status=0
"$work/cut/warplock" run --machine gtx480 --policy 2lvl-gto --blocks lockstep --failure-pack "$work/cut/pack" --max-cycles 314 reduce >"$work/log" 2>&1 || status=$?
[ $status = 1 ] && grep -q 'lockstep: warp_arbiter\[sm 0 sched [01]\]: cycle 314: register active_group' "$work/log" || bad "exit status $status: $(head -n 1 "$work/log")"
least=5
tier_is_all && least=37
[ "$failures" = 0 ] && [ "$caught" -ge $least ]

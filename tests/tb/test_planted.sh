#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every bug of tests/blocks is caught by the block bench with the true first divergent field named (in `make test` one of every
# third block, in turn in the Verilog and in the model: those of the others are noticed by test_planted_simulator.sh and
# test_icarus.sh); the failure pack is complete, names the same field, and
# its own command reproduces the same line.
set -u
. tests/lib.sh
. tests/blocks.sh
BUILD=${BUILD:-build}
work=$BUILD/planted_blocks
failures=0
bad() { complain "$name: $1"; }

rm -rf "$work"
in_verilog=$(ls rtl_c/*_*.def | awk 'NR % 6 == 1') in_model=$(ls rtl_c/*_*.def | awk 'NR % 6 == 4')
for name in $(bugs bench | LC_ALL=C sort -r); do
    folder=$work/$name
    know_bug bench "$name" || continue
    case $side in verilog) here=$in_verilog ;; *) here=$in_model ;; esac
    tier_is_all || case $here in *"rtl_c/$block.def"*) ;; *) continue ;; esac
    first_of "$block" || continue
    if ! sh tests/tb/plant.sh "$name" block_bench "$folder"; then bad "does not build"; continue; fi
    "$folder/block_bench" --block "$block" --config "$config" --pack "$folder/pack" >"$folder/log" 2>&1
    status=$?
    [ $status = 1 ] || { bad "exit status $status, expected 1"; cat "$folder/log"; continue; }
    line=$(grep -m1 -e "^lockstep: " -e "^bench: " "$folder/log")
    case $line in
        *": $expect:"* | *": $expect["* | *"$expect but "* | *" but $expect "*) ;;
        *) bad "'$line', expected $expect"; continue ;;
    esac
    echo "$name: $line"
    case $line in bench:*) continue ;; esac
    pack=$folder/pack
    for file in report.txt stimulus.txt wave.fst wave.gtkw; do
        [ -s "$pack/$file" ] || bad "no $file in the pack"
    done
    [ "$(head -n 1 "$pack/report.txt")" = "$line" ] || bad "report.txt names another failure"
    [ "$(grep -c -x -F "$line" "$pack/report.txt")" = 2 ] || bad "the replay in the report shows another failure"
    replay=$(sed -n 's/^replay    //p' "$pack/report.txt")
    replayed=$(cd / && $replay)     # from anywhere
    status=$?
    [ $status = 1 ] && [ "$replayed" = "$line" ] || bad "replay '$replay' gives $status '$replayed', expected '$line'"
    # The same stimulus on the unchanged block shows no failure; cut to a few steps, neither; the bug still shows then.
    small=$pack/small.txt
    "$BUILD/block_bench" --replay "$pack" >"$folder/good" || bad "the unchanged block fails the pack's stimulus: $(cat "$folder/good")"
    "$BUILD/block_bench" --replay "$small" >"$folder/good" || bad "the unchanged block fails the small stimulus: $(cat "$folder/good")"
    "$folder/block_bench" --replay "$small" | grep -q -e ": $expect:" -e ": $expect\\[" || bad "the small stimulus does not show $expect"
    sed -n 's/^small:/    small:/p' "$folder/log" | sed 's/:[^:]*$//'
    steps=$(grep -c -e '^step' -e '^sleep' -e '^look' "$small")
    [ "$steps" -le 6 ] || bad "the small stimulus has $steps steps"
    sh tests/tb/check_wave.sh "$pack/wave.fst" "$pack/wave.gtkw" >"$folder/wave.log" || bad "$(cat "$folder/wave.log")"
done

# A changed model is built with the Verilog that is there; where the Verilog's key knows the model, it is noticed (TIER=all).
name="a changed model"
folder=$work/changed_model
sh tests/tb/plant.sh c_bypass_full block_bench "$folder" || bad "does not build"
# builds OBJECT...: what the changed one builds, after the unchanged one, both linked with these. Verilator's runtime, which takes
# longest, and what other tests have built of the unchanged one are those that are there: no plant changes them.
builds() {
    mkdir -p -m 700 "$folder/cache" && cp -p "${WARPLOCK_CACHE:-none}"/verilated_runtime.* "${WARPLOCK_CACHE:-none}"/bucl_bypass_p2.* "$folder/cache/" 2>"$folder/log"
    for sources in "$BUILD" "$folder"; do
        [ "$sources" = "$folder" ] && sums=$folder/tuple_sums.o || sums=$BUILD/obj/tuple_sums.o
        # shellcheck disable=SC2046,SC2086
        gcc $plant_linker -s -o "$folder/linked" "$BUILD/obj/tb/block_bench_main.o" "$sums" "$@" "$BUILD/libtb.a" "$BUILD/libfst.a" \
            $(sed -n "s/^LDLIBS *:= //p" Makefile)
        WARPLOCK_SOURCES=$sources/sources WARPLOCK_CACHE=$folder/cache "$folder/linked" --build --block bucl_bypass --config p2 2>"$folder/log"
    done
    rm -r "$folder/cache"
    sed -n 's/^warplock: building \(.*\); kept in .*/\1/p' "$folder/log"
}
[ "$(builds)" = 'bucl_bypass p2' ] || bad "$(cat "$folder/log"), expected bucl_bypass p2 alone"
if plant_copy tb/tuples/compile.c "$folder/tuple_compile.c" 's/!is_c(source->path)/((void)is_c, true)/' && tier_is_all; then
    gcc $plant_flags -D_GNU_SOURCE -I. -c "$folder/tuple_compile.c" -o "$folder/tuple_compile.o"
    [ "$(builds "$folder/tuple_compile.o")" = 'bucl_bypass p2 and its Verilog' ] || bad "Verilog with the model in its key: $(cat "$folder/log")"
fi
[ "$failures" = 0 ]

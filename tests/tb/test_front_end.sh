#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# warp_front_end.v: three tools read it for every system; each system agrees with the C wiring over random traffic and over
# recordings of three kernels of the simulator, at a small geometry (TIER=all: also at the paper's, over 300,000 cycles of six kernels each).
# A damaged recording is found with the true first field; so are, with TIER=all, faults planted in the wiring.
set -u
. tests/lib.sh
. tests/blocks.sh
work=$BUILD/front_end/test
rm -rf "$work" && mkdir -p "$work"

# --- read by three tools
rtl=$(for table in rtl_c/*_*.def; do echo "verilog/$(basename "$table" .def).v"; done)
for system in 0 1 2 3 4 5; do
    # shellcheck disable=SC2086
    ! { tier_is_all || [ $((system % 2)) = 0 ]; } || verilator --lint-only -Wall -GN=8 -GENTRIES=2 -GSYSTEM=$system --top-module warp_front_end $rtl verilog/warp_front_end.v ||
        complain "system $system: refused by Verilator"
    # shellcheck disable=SC2086
    ! { tier_is_all || [ $((system % 2)) = 1 ]; } || iverilog -g2005 -Wall -t null -s warp_front_end \
        -Pwarp_front_end.N=8 -Pwarp_front_end.ENTRIES=2 -Pwarp_front_end.SYSTEM=$system $rtl verilog/warp_front_end.v ||
        complain "system $system: refused by Icarus"
    tier_is_all || [ $system = 0 ] || continue
    # shellcheck disable=SC2086
    parameters="-chparam N 8 -chparam ENTRIES 2 -chparam SYSTEM $system"
    yosys -q -p "read_verilog -defer $(echo $rtl) verilog/warp_front_end.v; hierarchy -check -top warp_front_end $parameters; proc;
        check -assert; select -assert-none t:*latch*" || complain "system $system: refused by Yosys"
done

# A system that there is not stops elaboration, by name.
for tool in "verilator --lint-only -GSYSTEM=6 --top-module" "iverilog -g2005 -t null -Pwarp_front_end.SYSTEM=6 -s"; do
    # shellcheck disable=SC2086
    $tool warp_front_end $rtl verilog/warp_front_end.v >"$work/log" 2>&1 && complain "$tool: system 6 is not refused"
    grep -q SYSTEM_above_5 "$work/log" || complain "$tool: system 6 is refused for another reason"
done

# --- each part of a system that stands in an SM is compared, by its pins
compared() { awk -f tb/front_end/instances.awk "$1" | sed -n 's/^#define BLOCK //p' | sort -u; }
sed -n 's/^PART([a-z]*, *\([a-z_]*\),.*/\1/p' synth_estimates/systems.def | sort -u | while read -r block; do
    ! grep -qE "^PLACE\($block, (SM|SCHEDULER)," rtl_c/places.def || echo "$block"
done >"$work/parts"
compared verilog/warp_front_end.v >"$work/compared"
same_file "blocks of warp_front_end.v that are compared" "$work/compared" "$work/parts"
plant_copy verilog/warp_front_end.v "$work/planted.v" 's/oaws_dlc #(/oaws_dlc # (/' && [ "$(compared "$work/planted.v" | diff - "$work/parts")" = "$(printf '6a7\n> oaws_dlc')" ] ||
    complain "an instance that is not read is not noticed: $(compared "$work/planted.v" | diff - "$work/parts")"

# --- agrees
cycles='5000 4000'
tier_is_all && cycles='5000 20000'
# shellcheck disable=SC2086
sh tb/front_end/run.sh small $cycles atax fft hotspot >"$work/log" || complain "a system differs"
cat "$work/log"
awk '/^kaws/ { here = 1 } here && /, [1-9][0-9]* loans/ { loans = 1 } here && /, [1-9][0-9]* cycles by progress/ { mode = 1 }
    /, [1-9][0-9]* loads pass/ { passes = 1 } /, [1-9][0-9]* warp-cycles outside/ { groups = 1 }
    END { exit !(loans && mode && passes && groups) }' "$work/log" ||
    complain "no loan, no progress, no load that passes or no warp outside the chosen group in what was recorded"
grep -qs 'hit=1' "$BUILD"/front_end/ccws_small/recorded/*/ccws_vta.outputs.txt || complain 'no lost line in what was recorded with tags a cycle later'
if tier_is_all; then
    make -s front-end >"$work/log" || complain "a system differs at the paper's geometry"
    cat "$work/log"
    # The rows behind a system's name: its kernels, recorded, without a difference. ccws, later: with tags a cycle later.
    for system in base oaws ccws ccws,later kaws bucl owl; do
        cycles=$(awk -v wanted="$system" '$2 ~ /^\(/ { here = $1 (NF > 2 ? ",later" : "") == wanted } here && /^(bfs|syr2k|syrk|2mm|atax|kmeans) / && $4 == 0 { n += $2 }
            END { print n + 0 }' "$work/log")
        [ "$cycles" -ge 300000 ] || complain "$system: $cycles recorded cycles agree, expected 300,000"
    done
fi

# --- a damaged recording is found; one of another geometry is refused
bench=$BUILD/front_end/oaws_small/bench
cp -r "$BUILD/front_end/oaws_small/recorded/atax" "$work/damaged"
plant_copy "$work/damaged/oaws_dlc.txt" "$work/dlc" 's/ done_sets=[1-9a-f]/ done_sets=0/'
mv "$work/dlc" "$work/damaged/oaws_dlc.txt"
"$bench" --cycles 0 --recorded "$work/damaged" >"$work/log" 2>"$work/line"
[ $? = 1 ] && grep -q '^recorded: oaws_dlc\[front end\]: cycle [0-9]*: input done_sets: simulator 0x0, front end 0x' "$work/line" ||
    complain "a damaged recording: $(head -n 1 "$work/line")"
cp -r "$BUILD/front_end/ccws_small/recorded/hotspot" "$work/later"
plant_copy "$work/later/ccws_llds.txt" "$work/llds" 's/ hit_warp=[1-9a-f]/ hit_warp=0/'
mv "$work/llds" "$work/later/ccws_llds.txt"
"$BUILD/front_end/ccws_small/bench" --cycles 0 --recorded "$work/later" >"$work/log" 2>"$work/line"
[ $? = 1 ] && grep -q '^recorded: ccws_llds\[front end\]: cycle [0-9]*: input hit_warp: simulator 0x0, front end 0x' "$work/line" ||
    complain "a hit of another warp, tags a cycle later: $(head -n 1 "$work/line")"
"$bench" --cycles many >"$work/log" 2>&1
[ $? = 2 ] && grep -q 'many, expected a number' "$work/log" || complain "--cycles many is not refused"

# --- planted in the wiring
number=0
for name in $(bugs front_end); do
    number=$((number + 1))
    know_bug front_end "$name" && plant_copy "$source" "$work/$name/warp_front_end.v" "$script" "$name" || continue
    tier_is_all || continue      # in make test: tests/tb/test_compose.sh refutes miswirings
    built=$BUILD/front_end/${system}_small
    for file in verilog/*.v; do [ "$file" = verilog/warp_front_end.v ] || cp "$file" "$work/$name/"; done
    # shellcheck disable=SC2046
    sh tb/front_end/verilate.sh "$work/$name" "$work/$name/rtl.a" g++ -O0 $(cat "$built/flags") && g++ $plant_linker -s -o "$work/$name/bench" \
        "$built"/front_end/*.o "$built"/systemc/*.o "$work/$name/rtl.a" "$BUILD/verilated_runtime.o" "$BUILD/libtb.a" \
        "$BUILD/libfst.a" -lz -lm -pthread -latomic || { complain "$name does not build"; continue; }
    "$work/$name/bench" --cycles 30000 >"$work/log" 2>"$work/line"
    status=$?
    line=$(head -n 1 "$work/line")
    case $status$line in
        "1front end: $block"*": cycle "*": $expect"[:[\ ]*) echo "$name: $line"; tried=$((tried + 1)) ;;
        *) complain "$name: exit status $status, '$line', expected 1, $block and $expect" ;;
    esac
done
echo "$number planted, $tried tried, $failures failures"
[ "$failures" = 0 ] && { ! tier_is_all || [ "$tried" = "$number" ]; }

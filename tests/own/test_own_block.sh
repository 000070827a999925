#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# docs/own_block.md holds: its example (block.diff) touches the tables that it names and nothing else, and every command of
# the page does what is printed: a block of an SM drives one of OAWS's by a wire and changes which warp issues, in lockstep.
# Its blocks in the memory controllers, on the DRAM clock, and in the GPU run in lockstep with timeline, wave, recording and
# failure pack; they live through every edge of their clocks, slept ones too: counted from what the run says of itself. (In `make test`
# the examples compile.)
# Shown to fail: the page, by a wire that is gone, one whose ends do not fit, a decision that is turned round, Verilog that
# errs; slept edges, by places that forget them.
set -u
. tests/lib.sh
. tests/own/tree.sh
. tests/docs/tutorial.sh

diff=tests/own/block.diff page=docs/own_block.md
[ "$(own_files $diff | LC_ALL=C sort | tr '\n' ' ')" = \
  "rtl_c/configs.def rtl_c/places.def rtl_c/shown.def rtl_c/wires.def sim/machine/block_params.def sim/policy/policies.def " ] ||
    complain "files that the example changes: $(own_files $diff)"
for file in $(own_files $diff) $(sed -n 's/^+++ b\///p' $diff | grep -v -e example_ctas -e example_rows); do
    grep -q "$file" $page || complain "$page does not name $file"
done

if ! tier_is_all; then                  # all but building it
    tree=$BUILD/own_block
    rm -rf "$tree" && mkdir -p "$tree" && cp -r rtl_c verilog sim tb "$tree" && (cd "$tree" && patch -p1 --quiet --fuzz=0) <$diff || complain "$diff does not apply as it stands"
    for source in $(sed -n 's/^+++ b\/\(.*\.c\)$/\1/p' $diff) sim/blocks/wires.c sim/policy/policy_table.c; do
        flags=$(sed -n 's/^PARAM(\([A-Z_]*\), *\([A-Za-z0-9_]*\),.*/-DCFG_\1=\2/p' "$tree/${source%.c}.def" 2>/dev/null)
        # shellcheck disable=SC2086
        (cd "$tree" && gcc -std=c11 -Wall -Wextra -Werror -Wno-missing-field-initializers -D_DEFAULT_SOURCE -I. $flags -fsyntax-only "$source") || complain "$source does not compile"
    done
    for module in $(sed -n 's/^+++ b\/verilog\/\(.*\)\.v$/\1/p' $diff); do
        verilator --lint-only -Wall --top-module "$module" "$tree/verilog/$module.v" || complain "$module.v is not clean"
    done
    echo "the example blocks apply and compile, $failures failures"
    [ "$failures" = 0 ]
    exit
fi

# 1. The page, as printed, in a copy of the tree.
own_typed own_block $diff $page || exit 1
root=$own
[ "$ran" = 10 ] && [ "$shown" = 5 ] || complain "commands are not found: $ran run, $shown with output"
typed=$ran
run() { (cd "$root" && build/warplock run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 --size 64 --observe example "$@" atax); }

# 2. C, lockstep, and lockstep of every cycle: the same registers at every row of the timeline, and no difference.
run --timeline c.csv --timeline-interval 500 >"$root/c.log" || complain "C blocks: $(tail -1 "$root/c.log")"
run --timeline active.csv --timeline-interval 500 --blocks lockstep --json >"$root/active.json" || complain "lockstep"
run --timeline every.csv --timeline-interval 500 --blocks lockstep --lockstep every --json >"$root/every.json" || complain "every cycle"
cmp -s "$root/c.csv" "$root/active.csv" && cmp -s "$root/c.csv" "$root/every.csv" || complain "timelines differ"
tail -1 "$root/c.csv" | awk -F, '$(NF - 5) > 0 && $NF > 0 {exit 0} {exit 1}' || complain "nothing was counted: $(tail -1 "$root/c.csv")"
steps() { sed -n 's/^ *"skipped": \([0-9]*\).*/\1/p' "$1" | head -1; }
[ "$(steps "$root/active.json")" -gt 0 ] && [ "$(steps "$root/every.json")" = 0 ] || complain "active skips nothing, or every does"

# 3. Recordings of an SM, a controller and the GPU have each their own blocks (the page replays the first two).
run --blocks lockstep --record record --record-place gpu --record-sm 0 >"$root/record.log" || complain "recording of the GPU"
for recorded in 'rows controller.txt example_rows.outputs.txt example_rows.txt levels.txt machine.ini' \
    'record example_ctas.outputs.txt example_ctas.txt gpu.txt levels.txt machine.ini'; do
    [ "$(cd "$root/${recorded%% *}" && echo *)" = "${recorded#* }" ] || complain "recorded: $(ls "$root/${recorded%% *}")"
done
(cd "$root" && build/warplock replay record/example_ctas.txt) | grep -q 'steps replayed, C model and Verilog agree' ||
    complain "the recording of the GPU does not replay"

# 4. A wave in which the edges of the DRAM clock stand between those of the core.
run --blocks lockstep --wave wave.fst --wave-window 0 >"$root/wave.log" || complain "wave"
if command -v fst2vcd >/dev/null; then
    fst2vcd "$root/wave.fst" >"$root/wave.vcd" 2>/dev/null
    grep -q 'module example_rows_controller_0 ' "$root/wave.vcd" && grep -q 'module example_ctas_gpu ' "$root/wave.vcd" ||
        complain "the wave lacks an instance"
    grep -q '^#[0-9]*50$' "$root/wave.vcd" || complain "no edge stands between two core cycles"
    grep "^#" "$root/wave.vcd" | tr -d "#" | sort -cnu || complain "time does not rise in the wave"
else
    echo "skipped: fst2vcd (Debian package gtkwave) is not there"
fi
run --set clock.core_mhz=48 --wave fast.fst 2>"$root/fast.log" >&2 && complain "edges without room in the wave are not refused"
grep -q "clock.dram_mhz is 924, expected less than 19 times" "$root/fast.log" || complain "$(tail -1 "$root/fast.log")"

# 5. Who sleeps has lived through every edge: the GPU's block counts the cycles since the last launch, which it sees at an early
# input in the cycle behind it, those of the controllers together the rows, and a controller has the edges of its clock in the
# cycles of the two launches, one after the other.
seen= expected=
lived() {
    rm -rf "$root/edges"
    run --events events.txt --json --timeline lived.csv --record edges --record-place controller --record-sm 1 --record-window 1000000 \
        >"$root/lived.json" || return 1
    cycles=$(sed -n 's/^ *"cycles": \([1-9][0-9]*\).*/\1/p' "$root/lived.json" | head -1)
    launched=$(awk '$4 == "cta_launch" {at = $1} END {print at}' "$root/events.txt")
    second=$(awk '$3 == "grid_start" {at = $1} END {print at}' "$root/events.txt")
    rows=$(grep -c ' row_open ' "$root/events.txt")
    seen=$(tail -1 "$root/lived.csv" | awk -F, '{printf "%d cycles, %d rows", $NF, $(NF - 5) * 6 + 0.5}')
    edges=$(awk -v all="$cycles" -v first="$second" 'BEGIN {print int((first - 1) * 924 / 700) + int((all - first - 1) * 924 / 700) + 2}')
    seen="$seen, $(awk -v n=0 '$1 == "step" && $2 == n {n++} END {print n}' "$root/edges/example_rows.txt") edges"
    expected="$((cycles - 2 - launched)) cycles, $rows rows, $edges edges"
    [ "$seen" = "$expected" ]
}
lived || complain "slept edges: seen $seen, expected $expected"

# 6. Shown to fail, in C: programs of the tree with something planted.
# planted FILES SCRIPT SOURCE...: the files of the tree are changed; of the program at build/warplock in $root/planted the sources are
# compiled anew.
planted() {
    rm -rf "$root/planted" && mkdir -p "$root/planted/build" "$root/planted/objects"
    for file in $1; do plant_copy "$root/$file" "$root/planted/$file" "$2" || return 1; done
    shift 2
    for source; do
        [ -f "$root/planted/$source" ] && source=planted/$source
        # shellcheck disable=SC2086
        (cd "$root" && gcc $plant_flags -O0 -Iplanted -I. -c "$source" -o "planted/objects/$(basename "$source").o") || return 1
    done
    # shellcheck disable=SC2046
    (cd "$root" && ln -s ../../build/sources planted/build/sources && gcc $plant_linker -s -o planted/build/warplock build/obj/sim/main.o \
        planted/objects/*.o build/libsim.a build/libtb.a build/libfst.a $(sed -n 's/^LDLIBS *:= //p' Makefile))
}
limit=sim/policy/example.c wires=sim/blocks/wires.c rows=rtl_c/wires.def
planted $limit 's/== L1D_HIT/!= L1D_HIT/' $limit && own_noticed "hits for misses" $page 5 "$root/planted"
planted $rows '/WIRE(example, /d' $wires && own_noticed "the row of the wire is gone" $page 5 "$root/planted"
refused() { # refused SCRIPT WORDS
    planted $rows "$1" $wires || { complain "$1"; return; }
    (cd "$root/planted" && build/warplock run --machine oaws --policy example vadd; exit) >"$root/refused.log" 2>&1 && complain "not refused: $1"
    grep -q "rtl_c/wires.def: seen a wire from example_limit.*, expected $2" "$root/refused.log" || complain "$1: $(tail -1 "$root/refused.log")"
}
refused 's/warps, oaws_qualify, ocw/warps, oaws_qualify, pred/' 'ends that are alike'
refused 's/example_limit, warps, oaws_qualify/example_limit, limit, oaws_qualify/' 'an output of the table of the first'
refused 's/warps, oaws_qualify, ocw/warps, oaws_qualify, limit/' 'an input of the table of the second'
forgets() { # forgets FILE...: with their places not told of the edges that they slept through
    planted "$*" '/place_sleep_until(&/d' "$@" || { complain "$* does not build"; return; }
    run() { (cd "$root" && planted/build/warplock run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 --size 64 --observe example "$@" atax); }
    lived && complain "edges that $1 forgets are not noticed"
    echo "$1: seen $seen, expected $expected"
}
forgets sim/core/gpu.c sim/core/gpu_blocks.c
forgets sim/memory/dram.c

# 7. A bug in the Verilog of the others: a divergence at an edge of its own clock, and a pack that replays.
errs() {
    sed -i "$2" "$root/verilog/example_$1.v" && own_make build/warplock || { complain "the bug in example_$1 does not build"; return; }
    (cd "$root" && build/warplock run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 --size 64 --observe example --blocks lockstep \
        --failure-pack "pack_$1" atax) >"$root/pack.log" 2>&1 && complain "the bug in example_$1 is not noticed"
    grep -q "lockstep: example_$1\[$3\]: cycle [0-9]*: register $4: C" "$root/pack.log" || complain "$(tail -1 "$root/pack.log")"
    (cd "$root" && build/warplock replay "pack_$1") | grep -q "example_$1\[$3\].*register $4" || complain "the pack of $1 does not replay"
}
errs rows "s/count_q + 16'd1/count_q + 16'd2/" 'controller [0-9]*' count
sed -i "s/count_q + 16'd2/count_q + 16'd1/" "$root/verilog/example_rows.v"
errs ctas "s/if (grid_start_i)/if (1'b0)/" gpu cycles
echo "the example blocks: $typed commands of the page, $failures failures"
[ "$failures" = 0 ]

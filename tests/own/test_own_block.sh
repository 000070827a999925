#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# docs/own_block.md holds: its example (block.diff), a block in every memory controller on the DRAM clock and one of the
# GPU, touches the tables that it names and nothing else, builds, and runs in lockstep with timeline, wave, recording and
# failure pack. Controllers and the GPU live through every edge of their clocks, slept ones too: counted from what the run says
# of itself.
set -u
. tests/lib.sh
. tests/own/tree.sh
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

diff=tests/own/block.diff
[ "$(own_files $diff | LC_ALL=C sort | tr '\n' ' ')" = \
  "rtl_c/configs.def rtl_c/places.def rtl_c/shown.def rtl_c/wires.def sim/machine/block_params.def sim/policy/policies.def " ] ||
    fail "files that the example changes: $(own_files $diff)"
for file in $(own_files $diff) $(sed -n 's/^+++ b\///p' $diff | grep -v ctas); do
    grep -q "$file" docs/own_block.md || fail "docs/own_block.md does not name $file"
done
own_tree own_block $diff && own_make build/warplock || exit 1
root=$own
run() { (cd "$root" && build/warplock run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 --size 64 --observe example "$@" atax); }

# 1. C, lockstep, and lockstep of every cycle: the same registers at every row of the timeline, and no difference.
run --timeline c.csv --timeline-interval 500 >"$root/c.log" || fail "C blocks: $(tail -1 "$root/c.log")"
run --timeline active.csv --timeline-interval 500 --blocks lockstep --json >"$root/active.json" || fail "lockstep"
run --timeline every.csv --timeline-interval 500 --blocks lockstep --lockstep every --json >"$root/every.json" || fail "every cycle"
cmp -s "$root/c.csv" "$root/active.csv" && cmp -s "$root/c.csv" "$root/every.csv" || fail "timelines differ"
head -1 "$root/c.csv" | grep -q 'controller.example.count_mean.*gpu.example.cycles_mean' || fail "registers are not in the timeline"
tail -1 "$root/c.csv" | awk -F, '$(NF - 5) > 0 && $NF > 0 {exit 0} {exit 1}' || fail "nothing was counted: $(tail -1 "$root/c.csv")"
steps() { sed -n 's/^ *"skipped": \([0-9]*\).*/\1/p' "$1" | head -1; }
[ "$(steps "$root/active.json")" -gt 0 ] && [ "$(steps "$root/every.json")" = 0 ] || fail "active skips nothing, or every does"

# 2. Who sleeps has lived through every edge: the GPU's block counts the cycles since the last launch, which it sees at an early
# input in the cycle behind it, those of the controllers together the rows, and a controller has the edges of its clock in the
# cycles of the two launches, one after the other.
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
lived || fail "slept edges: seen $seen, expected $expected"
forgets() { # forgets FILE...: with their places not told of the edges that they slept through
    for file; do cp "$root/$file" "$root/${file##*/}.kept" && sed -i '/place_sleep_until(&/d' "$root/$file"; done
    own_make build/warplock && { lived && fail "edges that $1 forgets are not noticed"; echo "$1: seen $seen, expected $expected"; }
    for file; do cp "$root/${file##*/}.kept" "$root/$file"; done
}
forgets sim/core/gpu.c sim/core/gpu_blocks.c
! tier_is_all || forgets sim/memory/dram.c
own_make build/warplock || exit 1

# 3. Recordings of a controller and of the GPU, each of its own blocks, which replay.
for place in 'controller 1 rows' 'gpu 0 ctas'; do
    # shellcheck disable=SC2086
    set -- $place
    run --blocks lockstep --record "record_$1" --record-place "$1" --record-sm "$2" >"$root/record.log" || fail "recording of $1"
    [ "$(cd "$root/record_$1" && echo *)" = "example_$3.outputs.txt example_$3.txt" ] || fail "recorded: $(ls "$root/record_$1")"
    (cd "$root" && build/warplock replay "record_$1/example_$3.txt") | grep -q 'steps replayed, C model and Verilog agree' ||
        fail "the recording of $1 does not replay"
done

# 4. A wave in which the edges of the DRAM clock stand between those of the core.
run --blocks lockstep --wave wave.fst --wave-window 0 >"$root/wave.log" || fail "wave"
if command -v fst2vcd >/dev/null; then
    fst2vcd "$root/wave.fst" >"$root/wave.vcd" 2>/dev/null
    grep -q 'module example_rows_controller_0 ' "$root/wave.vcd" && grep -q 'module example_ctas_gpu ' "$root/wave.vcd" ||
        fail "the wave lacks an instance"
    grep -q '^#[0-9]*50$' "$root/wave.vcd" || fail "no edge stands between two core cycles"
    grep "^#" "$root/wave.vcd" | tr -d "#" | sort -cnu || fail "time does not rise in the wave"
else
    echo "skipped: fst2vcd (Debian package gtkwave) is not there"
fi
run --set clock.core_mhz=48 --wave fast.fst 2>"$root/fast.log" >&2 && fail "edges without room in the wave are not refused"
grep -q "clock.dram_mhz is 924, expected less than 19 times" "$root/fast.log" || fail "$(tail -1 "$root/fast.log")"

# 5. A bug in the Verilog of each: a divergence at an edge of its own clock, and a pack that replays.
planted() {
    sed -i "$2" "$root/verilog/example_$1.v" && own_make build/warplock || { fail "the bug in example_$1 does not build"; return; }
    run --blocks lockstep --failure-pack "pack_$1" >"$root/pack.log" 2>&1 && fail "the bug in example_$1 is not noticed"
    grep -q "lockstep: example_$1\[$3\]: cycle [0-9]*: register $4: C" "$root/pack.log" || fail "$(tail -1 "$root/pack.log")"
    (cd "$root" && build/warplock replay "pack_$1") | grep -q "example_$1\[$3\].*register $4" || fail "the pack of $1 does not replay"
}
planted rows "s/count_q + 16'd1/count_q + 16'd2/" 'controller [0-9]*' count
sed -i "s/count_q + 16'd2/count_q + 16'd1/" "$root/verilog/example_rows.v"
! tier_is_all || planted ctas "s/if (grid_start_i)/if (1'b0)/" gpu cycles
echo "the example blocks: $failures failures"
[ "$failures" = 0 ]

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# gates.sh [BLOCK]: replays recorded inputs of every block (or one) on its mapped netlist in Icarus, with the
# library's own Verilog models of its cells, compares every output of every cycle with the C model's, and counts the
# toggles of every net. gates.txt names the systems, policies and kernels that are recorded, and the cycles of each;
# CYCLES, where it is set, those of all.
# Busy: the recorded cycles. Idle: after a tenth of them the inputs are held (tb/stimuli/stimulus_hold.c), as many cycles again twice, of
# which the second half is counted.
# A part that base or the system has with other parameters than the SM's is driven with its block's recording: the ports are the
# same. A part of the whole GPU or of the memory controllers is recorded there, in a run of its own: in the first controller, for
# as many of its own clocks. Writes the energies to gates/BLOCK_CONFIG/*.json; exit 1 when a netlist differs.
set -eu
only=${1:-}
here=$(dirname "$0")
. "$here/place.sh"
. "$here/side_by_side.sh"
tech=${TECH:-/usr/share/qflow/tech}
models=$tech/osu018/osu018_stdcells.v
gates=$place/gates
export BUILD
default_library_only gates.sh "no other has Verilog models of its cells"

# netlist BLOCK CONFIG FOLDER: the report's netlist in single wires of plain names, its bench, and what a toggle costs.
netlist() {
    block=$1 config=$2 folder=$3
    mapped=$place/${block}_$config
    # shellcheck disable=SC2046
    sh "$here/measure.sh" map "$block" "${VERILOG:-verilog}/$block.v" "$mapped" \
        $("$overhead" list bits | sed -n "s/^[a-z]* $block ${block}_$config //p") || exit 2
    if [ -f "$folder/net.key" ] && cmp -s "$folder/net.key" "$mapped/map.key"; then return; fi
    mkdir -p "$folder"
    rm -f "$folder/net.key"
    yosys -q -p "read_json $mapped/net.json; splitnets; rename -scramble-name w:* x:* %d; opt_clean -purge
        write_verilog -noattr -noexpr $folder/wires.v; design -reset; read_liberty -lib $place/library/library.lib
        read_verilog $folder/wires.v; hierarchy -top $block; write_json $folder/wires.json" >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; exit 2; }
    # OpenSTA reads no assignment to several bits; outputs that are constant need none.
    sed "/^  assign {.*} = [0-9]*'[dh][0-9a-f]*;$/d" "$folder/wires.v" >"$folder/sta.v"
    liberty=$place/library/library.lib netlist=$folder/sta.v top=$block \
        sta -no_splash -exit "$here/energy.tcl" >"$folder/energy.txt" 2>&1 || { cat "$folder/energy.txt" >&2; exit 2; }
    ! grep '^Error' "$folder/energy.txt" >&2 || exit 2
    "$overhead" gates-bench "$block" "$config" >"$folder/bench.v" || exit 2
    cp "$mapped/map.key" "$folder/net.key"
}

# replay NAME STIMULUS FROM: in Icarus, with the nets' changes from cycle FROM on; sets `said` and leaves NAME.json.
replay() {
    name=$1
    "$BUILD/block_bench" --replay "$2" --vectors "$name.vectors" >"$name.log" || { cat "$name.log" >&2; exit 2; }
    vvp -n "$folder/bench.vvp" "+vectors=$name.vectors" "+dump=$name.vcd" "+from=$3" >"$name.log" ||
        { cat "$name.log" >&2; exit 2; }
    said=$(tail -n 1 "$name.log")
    case $said in
        "$4 cycles, "*", 0 different") ;;
        *)
            echo "gates: ${name#"$gates/"}: $(grep -m 1 '^cycle' "$name.log"): $said," \
                "expected $4 cycles, 0 different" >&2
            exit 1 ;;
    esac
    "$overhead" gates-energy "$folder/wires.json" "$block" "$folder/energy.txt" "$name.vcd" \
        $(($4 - $3)) >"$name.json" || exit 2
    rm -f "$name.vcd" "$name.vectors"
}

if [ "$only" = --one ]; then   # TOTAL SYSTEM KERNEL BLOCK CONFIG CYCLES STIMULUS
    total=$2 system=$3 kernel=$4 block=$5 config=$6 cycles=$7 stimulus=$8
    folder=$gates/${block}_$config
    run=$folder/${system}_$kernel.$(basename "$stimulus" .txt)
    netlist "$block" "$config" "$folder"
    sed "s/^config .*/config $config/" "$stimulus" >"$run.busy.txt"
    warm=$((cycles / 10))
    "$BUILD/block_bench" --replay "$run.busy.txt" --hold "$warm" >"$run.idle.txt" || exit 2
    key=$({ cat "$folder/net.key" "$folder/bench.v" "$here/energy.tcl" "$run.busy.txt" "$run.idle.txt" "$models"; echo "$cycles"; } |
        sha256sum)
    [ ! -f "$run.key" ] || [ "$(cat "$run.key")" != "$key" ] || exit 0
    rm -f "$run.key"
    iverilog -g2005 -Ttyp -Wno-timescale -s gates_tb -o "$folder/bench.vvp" \
        "$folder/bench.v" "$folder/wires.v" "$models" || exit 2
    replay "$run.busy" "$run.busy.txt" 0 "$cycles"
    busy=$said
    replay "$run.idle" "$run.idle.txt" $((2 * warm)) $((3 * warm))
    echo "$block $config, $kernel, $(basename "$stimulus" .txt): $busy; inputs held: $said"
    echo "$key" >"$run.key"
    sh "$here/progress.sh" "$gates" "$total" "$block $config $kernel"
    exit 0
fi

beside_sms() { # beside_sms SYSTEM: the kinds of places that parts of it stand in and that are none of an SM
    "$overhead" gates-parts "$1" | while read -r _ block _; do
        sed -nE "s/^PLACE\($block, (GPU|CONTROLLER), .*/\1/p" rtl_c/places.def
    done | sort -u | tr A-Z a-z
}
record() { # record FOLDER PLACE WINDOW: what the blocks there get on the kernel, for at most so many of their clocks
    rm -rf "$1"
    status=0
    "$BUILD/warplock" run --machine "$machine" --policy "$policy" --size "$size" --max-cycles "$cycles" --record "$1" \
        --record-place "$2" --record-window "$3" "$kernel" >"$1.log" 2>&1 || status=$?
    case $status in
        3) ;;                                       # that many cycles
        0) echo "${GATES_LIST:-$here/gates.txt}: $system $policy $kernel $size: ends within $cycles cycles, expected a longer run" >&2; exit 2 ;;
        *) cat "$1.log" >&2; exit 2 ;;
    esac
}
mkdir -p "$gates"
sh "$here/library.sh" "$tech" "$place/library" || exit 2
: >"$gates/jobs"
: >"$gates/runs.new"
grep -v '^#' "${GATES_LIST:-$here/gates.txt}" | while read -r system policy kernel size cycles; do
    cycles=${CYCLES:-$cycles}
    recording=$gates/recorded_${system}_$kernel
    machine=$("$overhead" gates-parts "$system" | sed -n 's/^machine //p')
    record "$recording" sm "$cycles"
    rm -rf "${recording}_gpu" "${recording}_controller"
    for kind in $(beside_sms "$system"); do
        window=$cycles
        [ "$kind" = gpu ] || window=$((8 * cycles))     # more than its clocks: as long as the SMs are simulated
        record "${recording}_$kind" "$kind" "$window"
    done
    issued=$(awk -v end="$cycles" '$2 == "issue" && $1 < end { n++ } END { print n + 0 }' "$recording/sm.txt")
    "$overhead" gates-parts "$system" | while read -r part block config; do
        [ "$part" != machine ] || continue
        [ -z "$only" ] || [ "$only" = "$block" ] || continue
        for stimulus in "$recording/$block.txt" "$recording/$block".[0-9].txt "${recording}_gpu/$block.txt" \
            "${recording}_controller/$block.txt"; do
            [ -f "$stimulus" ] || continue
            # An SM's recording has the GPU's block, too, as `warplock check` needs it.
            [ "$stimulus" != "$recording/$block.txt" ] || [ ! -f "${recording}_gpu/$block.txt" ] || continue
            own=$cycles
            [ "$stimulus" != "${recording}_controller/$block.txt" ] || own=$(grep -c "^step" "$stimulus")
            echo "$system $kernel $block $config $own $stimulus" >>"$gates/jobs"
            echo "$system $part $kernel $issued $block $config" \
                "${block}_$config/${system}_$kernel.$(basename "$stimulus" .txt)" >>"$gates/runs.new"
        done
    done
done
[ -s "$gates/jobs" ] || { echo "gates.sh: $only, expected a block of a system in $here/gates.txt" >&2; exit 2; }
status=0
sh "$here/progress.sh" "$gates" begin
# One after another for a block, whose netlist they share; blocks two at a time.
cut -d' ' -f3,4 "$gates/jobs" | sort -u >"$gates/blocks"
side_by_side sh -c '
    grep " $4 $5 " "$2/jobs" | while read -r job; do sh "$1" --one "$3" $job || exit 255; done' \
    sh "$0" "$gates" "$(grep -c . "$gates/jobs")" <"$gates/blocks" || status=1
# A single block has no sums.
if [ -n "$only" ]; then rm -f "$gates/runs.new"; exit "$status"; fi
mv "$gates/runs.new" "$gates/runs"
"$overhead" power "$place" || exit 2
exit "$status"

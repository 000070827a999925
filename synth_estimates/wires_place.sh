#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# wires_place.sh BLOCK [CONFIGURATION]: places and routes the netlist of `make overhead-wires` of that block, in its first configuration
# of a paper or the one named, and prints its wires per number of pins driven (wires_routed.awk) and the estimate's µm a connection
# (wires.awk). Graywolf anneals for minutes where a block has thousands of cells; qrouter takes four metal layers (LAYERS).
# The tools are Debian's graywolf, qrouter and qflow, whose scripts convert between them (QFLOW: their folder).
set -eu
block=$1
here=$(dirname "$0")
unset ADDERS
. "$here/place.sh"
default_library_only wires_place.sh "the capacitance of a wire is that of its LEF file"
. "$here/wires_of.sh"
tech=${TECH:-/usr/share/qflow/tech}/osu018 scripts=${QFLOW:-/usr/lib/qflow/scripts}
lef=$tech/osu018_stdcells.lef library=$place/library/library.lib
name=$("$overhead" list paper | awk -v block="$block" -v configuration="${2:-}" '$1 == "full" && $2 == block &&
    (configuration == "" || $3 == block "_" configuration) { print $3; exit }')
[ -n "$name" ] || { echo "wires_place.sh: $block ${2:-}, expected a block of a system" >&2; exit 2; }
[ -s "$place/$name/net.json" ] || { echo "$place/$name: no netlist yet: make overhead-wires BLOCK=$block" >&2; exit 2; }
net=$PWD/$place/$name/net.json
case $place in /*) net=$place/$name/net.json ;; esac
folder=$place/$name/placed
rm -rf "$folder" && mkdir -p "$folder"
failed() { tail -n 5 "$folder/log" >&2; echo "$folder: $1" >&2; exit 2; }
# Net names of the netlist are other tools' syntax; numbers are not.
yosys -q -p "read_json $net; splitnets -ports; opt_clean -purge; rename -enumerate -pattern n% w:*
    write_verilog -noattr -noexpr $folder/wires.v; write_blif -gates -impltf -buf BUFX2 A Y $folder/block.blif" >"$folder/log" 2>&1 ||
    failed "expected a netlist that Yosys reads"
cp "$tech/osu018.par" "$folder/block.par"
printf 'read_lef %s\nlayers %s\n' "$lef" "${LAYERS:-4}" >"$folder/block.cfg"
(
    cd "$folder"
    "$scripts/blif2cel.tcl" --blif block.blif --lef "$lef" --cel block.cel &&
        graywolf -n block &&
        qrouter -i block.info -c block.cfg &&
        "$scripts/place2def.tcl" block FILL "${LAYERS:-4}" --units=100 &&
        qrouter -nog -c block.cfg block
) >>"$folder/log" 2>&1 || failed "expected a block that can be placed and routed"
grep -q '^Final: No failed routes' "$folder/log" || failed "not all nets are routed"
# shellcheck disable=SC2046
set -- $(awk -f "$here/wires_count.awk" "$library" "$folder/wires.v")
estimate=
for rent in low high; do
    estimate="$estimate $(awk -v rent=$rent -v cells="$1" -v area="$2" -v only=length -f "$here/wires.awk" "$here/wires.txt" \
        "$lef" "$library" | cut -d' ' -f1)"
done
echo "pins driven, nets, µm a net, µm a connection; estimate$estimate µm a connection"
awk -v skip=clk_i -f "$here/wires_routed.awk" "$folder/block_route.def"

#!/bin/sh
# front_end.sh NAME=VALUE...: verilog/warp_front_end.v with its blocks as one module, base and then OAWS, mapped whole by
# the flow of the report (measure.sh); prints gate equivalents, flip-flops and the longest true paths of each.
set -eu
here=$(dirname "$0")
. "$here/place.sh"
mkdir -p "$place/front_end"
whole=$place/front_end/warp_front_end.v
for table in rtl_c/*_*.def; do cat "${VERILOG:-verilog}/$(basename "$table" .def).v"; done >"$whole"
cat "${VERILOG:-verilog}/warp_front_end.v" >>"$whole"
for system in 0 1; do
    folder=$place/front_end/system_$system
    sh "$here/measure.sh" full warp_front_end "$whole" "$folder" "$@" SYSTEM=$system || exit 2
    library=$place/library/library.lib
    yosys -q -p "read_json $folder/net.json; tee -o $folder/cells.txt stat -liberty $library -top warp_front_end" >/dev/null
    nand=$(awk '/^ *cell *\(NAND2X1\)/ { here = 1 } here && /area *:/ { gsub(/[^0-9.]/, ""); print; exit }' "$library")
    awk -v nand="$nand" -v number="$system" '/Chip area/ { area = $NF } $1 ~ /^DFF/ { registers += $2 }
        END { printf "system %d: %.0f gate equivalents, %d flip-flops\n", number, area / nand, registers }' "$folder/cells.txt"
    sed 's/^/    /' "$folder/timing.txt"
    echo "    netlist: $(cat "$folder/proof.txt")"
done

# SPDX-License-Identifier: BSD-3-Clause
# Sourced: wires_row BLOCK CONFIGURATION FOLDER LIBRARY LEF prints the row of wires.tsv of a mapped netlist. $here: this folder.
wires_path() { # wires_path LIBRARY NETLIST TOP: ns of the longest path
    liberty=$1 netlist=$2 top=$3 sta -no_splash -exit "$here/timing.tcl" >"$folder/wires.log" 2>&1 &&
        ! grep '^Error' "$folder/wires.log" >&2 || { tail -n 5 "$folder/wires.log" >&2; return 2; }
    awk '$1 == "path" && $3 + 0 > most { most = $3 + 0 } END { printf "%.2f", most }' "$folder/wires.log"
}
wires_energy() { # wires_energy LIBRARY NETLIST TOP: pJ of the clock pins in a cycle and a tenth of a toggle of every net (libraries.sh)
    liberty=$1 netlist=$2 top=$3 sta -no_splash -exit "$here/energy.tcl" >"$folder/wires.log" 2>&1 &&
        ! grep '^Error' "$folder/wires.log" >&2 || { tail -n 5 "$folder/wires.log" >&2; return 2; }
    awk '$1 == "activity" { activity = $2; next }
        NF == 5 && $1 + 0 == $1 { internal[activity] += $1; switching[activity] += $2 }
        END { printf "%.4g", (internal[0] / 2 + ((internal[1] - internal[0]) / 2 + switching[1] - switching[0]) / 10) * 1e4 }' \
        "$folder/wires.log"
}
wires_period() { # wires_period LIBRARY NETLIST TOP: ns of the shortest period that the constraints of the RTL kit allow
    awk -f "$here/sdc.awk" "$here/report.tsv" "$here/../rtl_c/$3.def" >"$folder/wires.sdc" || return 2
    liberty=$1 netlist=$2 top=$3 sdc=$folder/wires.sdc sta -no_splash -exit "$here/sdc.tcl" >"$folder/wires.log" 2>&1 &&
        ! grep '^Error' "$folder/wires.log" >&2 || { tail -n 5 "$folder/wires.log" >&2; return 2; }
    sed -n 's/^period //p' "$folder/wires.log"
}
wires_library() { # wires_library LOW-OR-HIGH LIBRARY LEF CELLS AREA
    awk -v rent="$1" -v cells="$4" -v area="$5" -f "$here/wires.awk" "$here/wires.txt" "$3" "$2"
}
wires_row() {
    block=$1 configuration=$2 folder=$3 library=$4 lef=$5
    yosys -q -p "read_json $folder/net.json; splitnets -ports; opt_clean -purge
        write_verilog -noattr -noexpr $folder/wires.v" >"$folder/wires.log" 2>&1 || { cat "$folder/wires.log" >&2; return 2; }
    counts=$(awk -f "$here/wires_count.awk" "$library" "$folder/wires.v") || return 2
    # shellcheck disable=SC2086
    set -- $counts
    cells=$1 area=$2 clocked=$3 pins=$4 supply=$5
    ns=$(wires_path "$library" "$folder/wires.v" "$block") && pj=$(wires_energy "$library" "$folder/wires.v" "$block") || return 2
    for rent in low high; do
        wires_library $rent "$library" "$lef" "$cells" "$area" >"$folder/wires.lib" || return 2
        longest=$(wires_path "$folder/wires.lib" "$folder/wires.v" "$block") || return 2
        # shellcheck disable=SC2046
        set -- $(awk -v rent=$rent -v cells="$cells" -v area="$area" -v only=length -f "$here/wires.awk" "$here/wires.txt" "$lef" "$library")
        eval "ns_$rent=\$longest um_$rent=\$1 per_um=\$2"
    done
    pj_wires=$(wires_energy "$folder/wires.lib" "$folder/wires.v" "$block") &&
        period=$(wires_period "$folder/wires.lib" "$folder/wires.v" "$block") || return 2
    rm -f "$folder/wires.sdc" "$folder/wires.v" "$folder/wires.lib" "$folder/wires.log"
    # A clock net of these pins and a connection to each, charged once a cycle; without buffers.
    awk -v OFS='\t' -v block="$block" -v configuration="$configuration" -v ns="$ns" -v low="$ns_low" -v high="$ns_high" \
        -v um_low="$um_low" -v um_high="$um_high" -v period="$period" -v pj="$pj" -v pj_wires="$pj_wires" \
        -v clocked="$clocked" -v pins="$pins" -v supply="$supply" -v per_um="$per_um" 'BEGIN {
        clock = (pins + clocked * um_high * per_um) * supply * supply
        print "wires", block, configuration, um_low, um_high, ns, low, high, sprintf("%.0f", (high / ns - 1) * 100), pj, pj_wires, \
            clocked ? sprintf("%.3g", clock) : "", clocked ? sprintf("%.0f", clock / (clock + pj_wires) * 100) : "", period
    }'
}

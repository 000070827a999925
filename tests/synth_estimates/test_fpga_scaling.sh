#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the FPGA and scaling targets measured, as the report reads it: on the page while the Verilog is the one that was
# measured, and said not to be measured else. A tool that does not end in its time is said so.
set -u
. tests/lib.sh
command -v yosys >/dev/null 2>&1 || { echo "skip: yosys is not installed"; exit 77; }
BUILD=${BUILD:-build}
overhead=$BUILD/overhead/overhead
folder=$BUILD/overhead-targets
rm -rf "$folder" && mkdir -p "$folder/overhead" "$folder/verilog"
cp "$overhead" "$folder/overhead/"
expect() { # expect PATTERN COMMAND…: a line of its output
    pattern=$1
    shift
    "$@" >"$folder/out" 2>&1
    grep -q -- "$pattern" "$folder/out" || fail "expected: $pattern" "$folder/out"
}

# Results as fpga.sh leaves them: three seeds, one that does not fit, one that was not mapped.
row() { # row NAME BLOCK TEXT
    mkdir -p "$folder/overhead/fpga/$1"
    cp "verilog/$2.v" "$folder/verilog/"
    cp "verilog/$2.v" "$folder/overhead/fpga/$1/verilog.v"
    printf '%b' "$3" >"$folder/overhead/fpga/$1/row.txt"
    echo key >"$folder/overhead/fpga/$1/fpga.key"
}
row oaws_ocw_n48_s2_sets32 oaws_ocw '512 48 0\necp5 640 49\nxilinx7 300 50\n15.66\n16.03\n15.80\n'
row oaws_dlc_entries32 oaws_dlc '12470 2161 0\ndoes not fit\n'
row warp_order_n48_s2_across0 warp_order '\nnot mapped within 900 s\n'
export VERILOG="$folder/verilog"
expect '^oaws_ocw  *n48_s2_sets32  *512  *48  *0  *15.7  *16.0  *640  *49  *300  *50$' "$overhead" fpga "$folder/overhead"
expect '^oaws_dlc  *entries32  *12470  *2161  *0  *does not fit$' "$overhead" fpga "$folder/overhead"
expect '^warp_order  *n48_s2_across0  *not mapped within 900 s$' "$overhead" fpga "$folder/overhead"
echo '// changed' >>"$folder/verilog/oaws_ocw.v"
"$overhead" fpga "$folder/overhead" | grep oaws_ocw && fail "results of other Verilog are shown"
rm -rf "$folder/overhead/fpga"
expect '^Not measured: make overhead-fpga' "$overhead" fpga "$folder/overhead"
VERILOG=verilog
if command -v nextpnr-ice40 >/dev/null 2>&1; then
    expect 'n48_s2_sets32 .* not mapped within 0 s' env BUILD="$folder" FPGA_SECONDS=0 sh synth_estimates/fpga.sh oaws_ocw
    # A nextpnr that finds no room, with the exit status that it really has; three families are mapped before it is asked.
    if tier_is_all; then
        mkdir -p "$folder/bin"
        printf '#!/bin/sh\necho "ERROR: Unable to place cell x, no BELs remaining"\nexit 255\n' >"$folder/bin/nextpnr-ice40"
        chmod +x "$folder/bin/nextpnr-ice40"
        expect 'n48_s2_sets32  *[1-9][0-9]*  *48  *0  .*does not fit$' \
            env PATH="$folder/bin:$PATH" BUILD="$folder" sh synth_estimates/fpga.sh oaws_ocw
    fi
else
    echo "no nextpnr-ice40: its time limit is not tried"
fi
expect "expected a block of .*scaling.txt" env BUILD="$folder" sh synth_estimates/scaling.sh nonsense
expect "nonsense, expected a block with a table" env BUILD="$folder" sh synth_estimates/fpga.sh nonsense
echo "FPGA results are read"

tech=${TECH:-/usr/share/qflow/tech}
command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { echo "skip: no OpenSTA, osu018 or osu035: nothing is mapped here"; exit 77; }
tier_is_all || { echo "series are measured in make test-all"; exit 0; }
# Two short series, one with parameters that stay and one without.
cp -r synth_estimates "$folder/scripts" && mkdir -p "$folder/sim" && cp -r sim/report "$folder/sim/report"
printf 'warp_order N ACROSS=1 : 3 8\noaws_qualify N M=2 : 2 4\nlater_block N none : 16\n' >"$folder/scripts/scaling.txt"
expect '^warp_order  *N  *3 8  *[0-9.]*  *[0-9.]*$' env BUILD="$folder" sh "$folder/scripts/scaling.sh"
for line in '^oaws_qualify  *N  *2 4 ' '^later_block  *N  *not built or not measured$' '^warp_order  *N  *3 .*proven'; do
    grep -q "$line" "$folder/out" || fail "expected: $line" "$folder/out"
done
[ -s "$folder/overhead/scaling_warp_order_N.dat" ] || fail "no data for the plot"
# The exponent by hand, of the two points that were printed (whole gates).
slope=$(awk '{ x[NR] = log($1); y[NR] = log($2) } END { print (y[2] - y[1]) / (x[2] - x[1]) }' \
    "$folder/overhead/scaling_warp_order_N.dat")
awk -v slope="$slope" '$1 == "warp_order" && $3 == 3 && $4 == 8 { found = $5 - slope < 0.02 && slope - $5 < 0.02 } END { exit !found }' \
    "$folder/out" || fail "exponent of gates is not $slope" "$folder/out"
# What make overhead has mapped is the same netlist: one status on one page.
cp -r "$folder/overhead/scaling/warp_order_N3" "$folder/overhead/warp_order_n3_s2_across1"
echo 'proven elsewhere' >"$folder/overhead/warp_order_n3_s2_across1/proof.txt"
sed 's/warp_order N ACROSS=1/warp_order N S=2,ACROSS=1/' "$folder/scripts/scaling.txt" >"$folder/series.txt"
expect '^warp_order  *N  *3 .*proven elsewhere$' "$overhead" scaling "$folder/overhead" "$folder/overhead/library" "$folder/series.txt"
rm -rf "$folder/overhead/warp_order_n3_s2_across1"
cp verilog/warp_order.v verilog/oaws_qualify.v "$folder/verilog/"
echo '// changed' >>"$folder/verilog/warp_order.v"
expect '^warp_order  *N  *not built or not measured' env VERILOG="$folder/verilog" "$overhead" scaling "$folder/overhead" "$folder/overhead/library" "$folder/scripts/scaling.txt"
echo "scaling is measured, and of today's Verilog"

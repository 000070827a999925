#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# rtl.sh: lines and toggles of each block's Verilog, as Verilator counts them, under what a system's run in lockstep gives its blocks on a small machine
# and under the stimuli of the bench of the same tuples. FOLDER/bench.txt and lockstep.txt list what neither line nor bit reached. The table of
# docs/benches.md (PAGE=file: another) is that of the last run of all.
set -eu
BUILD=${BUILD:-build}
here=$PWD/tests/coverage
mkdir -p "$BUILD/coverage-rtl/counts"
COVERAGE_RTL=$(cd "$BUILD/coverage-rtl" && pwd) REAL_COMPILERS=$(dirname "$(command -v verilator)") GLUE=$here/glue.cpp
WARPLOCK_CACHE=$COVERAGE_RTL/tuples PATH=$here/path_rtl:$PATH
export COVERAGE_RTL REAL_COMPILERS GLUE WARPLOCK_CACHE PATH
include=$(verilator --getenv VERILATOR_ROOT)/include
"$REAL_COMPILERS/g++" -O1 -fPIC -std=c++17 -w -I"$include" -I"$include/vltstd" -c "$include/verilated_cov.cpp" -o "$COVERAGE_RTL/counters.o"

# take FILE: adds the counts of all models that have ended to FILE.points.
take() {
    find "$COVERAGE_RTL/counts" -name '*.dat' -exec env LC_ALL=C awk -v points="$COVERAGE_RTL/$1.points" -f "$here/rtl.awk" {} +
    find "$COVERAGE_RTL/counts" -name '*.dat' -delete
}
find "$COVERAGE_RTL/counts" -name '*.dat' -delete
rm -f "$COVERAGE_RTL"/*.points
: >"$COVERAGE_RTL/lockstep.points"
small="--set l1d.mshrs=32 --set l1d.sets=32 --set gpu.sms=2 --set gpu.clusters=2"
lockstep() { # lockstep MACHINE POLICY SCHEDULERS KERNEL
    # shellcheck disable=SC2086
    "$BUILD/warplock" run --blocks lockstep --machine "$1" --policy "$2" --set core.warps=8 --set core.schedulers="$3" $small "$4" >"$COVERAGE_RTL/run.log"
    take lockstep
}
# PART=benches: these alone, of a small tuple of each block.
if [ "${PART:-all}" = all ]; then
    lockstep ccws ccws 2 syrk:32x8
    lockstep kaws kaws 4 reduce:2048
    lockstep kaws kaws 4 syr2k:32x8
    lockstep bucl bucl-dyn 2 kmeans:512x8
    lockstep owl owl 2 atax:64
    # Its table of loads takes minutes to compile.
    lockstep oaws oaws-dyn 2 kmeans:512x8
    lockstep oaws oaws-dyn 2 atax:64
fi
# Of each block also the tuple that rtl_allowed.txt speaks of, or a small one.
{
    cut -f1,2 "$COVERAGE_RTL/lockstep.points"
    sed -n 's/^\([a-z][a-z_]*\t[a-z0-9_]*\)\t.*/\1/p' "$here/rtl_allowed.txt"
    printf '%s\t%s\n' bucl_bypass p3 ccws_llds n8_bits32 ccws_vta n2_ways2 oaws_dlc entries2
} | sort -u >"$COVERAGE_RTL/tuples.txt"
while read -r block config; do
    "$BUILD/block_bench" --block "$block" --config "$config" --no-pack >>"$COVERAGE_RTL/run.log"
    take bench
done <"$COVERAGE_RTL/tuples.txt"
status=0
LC_ALL=C awk -F '\t' -v folder="$COVERAGE_RTL" -v allowed="$here/rtl_allowed.txt" -f "$here/rtl_report.awk" \
    "$COVERAGE_RTL/bench.points" "$COVERAGE_RTL/lockstep.points" || status=$?
[ "${PART:-all}" != all ] || sh sim/campaign/results.sh "${PAGE:-docs/benches.md}" "$COVERAGE_RTL" rtl_coverage
exit "$status"

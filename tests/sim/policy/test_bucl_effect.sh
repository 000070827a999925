#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# BUCL does something, on the machine of its paper, by what the paper says it does it (Fig. 8): at least three of the
# kernels whose loads are un-coalesced hit more of the L1D accesses that are left and gain IPC against GTO. An access that
# passes after a fail counts as a miss (D-32). IPC with whole lines, which tells what of the gain is that a bypassing access asks for
# the bytes of its own, is printed beside. What is measured is printed; of its size no more is
# demanded. With nothing to bypass the check finds nothing.
# needs: warplock
set -u
. tests/sim/policy/common.sh
begin bucl_effect

# run NAME KERNEL SIZE POLICY [OPTION...]: NAME.out, a JSON
run() {
    name=$1 kernel=$2 size=$3 policy=$4
    shift 4
    "$BUILD/warplock" run --machine bucl --policy "$policy" --json --size "$size" "$@" "$kernel" >"$work/$name.out" 2>"$work/$name.error" &&
        [ "$(value "$name.out" verified)" = true ] || { complain "$name"; cat "$work/$name.error"; }
}
l1d() { sed -n '/"l1d": {/,/}/s/^ *"'"$2"'": \([^,]*\),*$/\1/p' "$work/$1.out"; }
rate() { awk -v hits="$(l1d "$1" hits)" -v all="$(($(l1d "$1" accesses) + $(l1d "$1" fails_bypassed)))" 'BEGIN { printf "%.3f", hits / all }'; }

# works BASE OTHER: a higher hit rate, a higher IPC
works() {
    awk -v a="$(rate "$1")" -v b="$(rate "$2")" -v slow="$(value "$1.out" ipc)" -v fast="$(value "$2.out" ipc)" \
        'BEGIN { exit !(b > a && fast > slow) }'
}

echo "on bucl, BUCL-Dyn against GTO: IPC, L1D hit rate, loads and accesses that pass the L1D by"
worked=0
while read -r kernel size; do
    run gto "$kernel" "$size" gto
    run bucl "$kernel" "$size" bucl-dyn
    run lines "$kernel" "$size" bucl-dyn --set l1d.bypass_bytes=line
    verdict=no
    works gto bucl && verdict=yes worked=$((worked + 1))
    for name in gto bucl lines; do
        printf '%-8s %-9s %-6s %9.2f %7s %8s %8s  %s\n' "$kernel" "$size" $name "$(value $name.out ipc)" "$(rate $name)" \
            "$(l1d $name loads_bypassed)" "$(l1d $name fails_bypassed)" $verdict
    done
done <<'KERNELS'
gesummv 1024x64
atax 1024x64
mvt 1024x64
bicg 1024x64
kmeans 8192x34
bfs 16384
KERNELS
[ "$worked" -ge 3 ] || complain "$worked kernels, expected at least 3"

run without gesummv 512x32 bucl-dyn --set policy.bucl_tucd=32 --set policy.bucl_tucd_min=32 --set policy.bucl_tucd_max=32 \
    --set policy.bucl_l1dhr=0
run beside gesummv 512x32 gto
works beside without && complain "the check finds an effect with nothing to bypass"
[ "$failures" = 0 ]

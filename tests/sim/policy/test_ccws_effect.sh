#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# CCWS does something, on the machine of its paper, by what the paper says it does it (Fig. 11): at least three of the
# kernels that are highly cache sensitive lose L1D misses and gain IPC against GTO, and hit more lines that the warp
# itself brought in. What is measured is printed; of its size
# no more is demanded. Without throttling (policy.ccws_k 0) the check finds nothing.
# needs: warplock
set -u
. tests/sim/policy/common.sh
begin ccws_effect

# run NAME KERNEL SIZE POLICY [OPTION...]: NAME.out, a JSON
run() {
    name=$1 kernel=$2 size=$3 policy=$4
    shift 4
    "$BUILD/warplock" run --machine ccws --policy "$policy" --json --locality --size "$size" "$@" "$kernel" \
        >"$work/$name.out" 2>"$work/$name.error" || { complain "$name"; cat "$work/$name.error"; }
}
intra_warp() { echo $(($(value "$1.out" hits_same_thread) + $(value "$1.out" hits_same_warp))); }

# works BASE OTHER: fewer misses, more hits of the warp's own lines, more IPC
works() {
    [ "$(value "$2.out" misses)" -lt "$(value "$1.out" misses)" ] && [ "$(intra_warp "$2")" -gt "$(intra_warp "$1")" ] &&
        awk -v a="$(value "$1.out" ipc)" -v b="$(value "$2.out" ipc)" 'BEGIN { exit !(b > a) }'
}

echo "on ccws, CCWS against GTO: IPC, L1D misses, hits of lines that the warp brought in itself"
worked=0
while read -r kernel size; do
    run "${kernel}_gto" "$kernel" "$size" gto
    run "${kernel}_ccws" "$kernel" "$size" ccws
    verdict=no
    works "${kernel}_gto" "${kernel}_ccws" && verdict=yes worked=$((worked + 1))
    for policy in gto ccws; do
        printf '%-10s %-11s %-5s %9.2f %10s %10s  %s\n' "$kernel" "$size" $policy "$(value "${kernel}_$policy.out" ipc)" \
            "$(value "${kernel}_$policy.out" misses)" "$(intra_warp "${kernel}_$policy")" $verdict
    done
done <<'KERNELS'
kmeans 23040x34
memcached 46080x64
gcmark 65536x64
bfs 131072x18
KERNELS
least=3
[ "$worked" -ge $least ] || complain "$worked kernels, expected at least $least"

run without memcached 7680x8 ccws --set policy.ccws_k=0
run beside memcached 7680x8 gto
works beside without && complain "the check finds an effect without throttling"
[ "$failures" = 0 ]

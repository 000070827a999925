#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# CCWS in the whole GPU. With K 0 the issue trace is GTO's, byte for byte, wherever a warp's first load comes later than a walk
# takes (in `make test` one kernel on each machine, in `make test-all` all of them), and is not where a warp begins with a load: there the
# definition of who may load, taken in every cycle, gives it. A kernel with barriers whose warps lose every line ends.
# k-means: fewer misses and a higher IPC than under GTO; the IPC with the walk stands beside that with the definition. Of
# ccws-priority the kernel with barriers ends too, and k-means gains while more loads wait; by its order alone it does not.
set -u
. tests/sim/policy/common.sh
begin ccws
all=$("$BUILD/warplock" kernels --json | sed -n 's/^ *"kernel": "\([a-z0-9]*\)".*/\1/p')

# same A B: whether two traces are the same; neither is empty
same() { [ -s "$work/$1.trace" ] && cmp -s "$work/$1.trace" "$work/$2.trace"; }

count=0 failures=${failures:-0}
for machine in ccws oaws gtx480; do
    case $machine in ccws) kernels=kmeans:256 ;; oaws) kernels=bfs:512 ;; gtx480) kernels=reduce:4096 ;; esac
    for kernel in $(tier_is_all && echo "$all" || echo $kernels); do
        trace gto "$BUILD/warplock" $machine gto $kernel c
        trace k_0 "$BUILD/warplock" $machine ccws $kernel c --set policy.ccws_k=0
        same gto k_0 || complain "$kernel on $machine: with K 0 the issue trace is not GTO's"
        count=$((count + 1))
    done
done
echo "$count traces of CCWS with K 0 are GTO's"

# --- a warp that begins with a load
set -- --set gpu.sms=2 --set gpu.clusters=2 --entry first_load --grid 200 --block 256 --arg buf:f32:1024:zero
file=tests/sim/policy/lost_lines.ptx
trace gto "$BUILD/warplock" ccws gto $file c "$@"
trace k_0 "$BUILD/warplock" ccws ccws $file c --set policy.ccws_k=0 "$@"
trace direct "$BUILD/warplock" ccws ccws $file c --set policy.ccws_k=0 --set policy.ccws_direct=1 "$@"
same gto k_0 && complain "loads that come before the first walk has ended are not held back"
same gto direct || complain "by the definition a warp that begins with a load is held back"

# --- barriers
for policy in ccws ccws-priority; do
    for machine in ccws $(tier_is_all && echo oaws gtx480); do
        "$BUILD/warplock" run --machine $machine --policy $policy --json --max-cycles 2000000 --set gpu.sms=1 --set gpu.clusters=1 \
            --set l1d.index=linear --set l1d.sets=2 --set l1d.ways=2 --entry lost_lines --grid 8 --block 256 \
            --arg buf:f32:65536:zero --arg s32:10 $file >"$work/barriers" 2>&1 ||
            { complain "lost_lines under $policy on $machine"; cat "$work/barriers"; }
        [ "$(value barriers occluded)" -gt 0 ] || complain "lost_lines under $policy on $machine: no load is held back"
        echo "lost_lines under $policy on $machine: $(value barriers cycles) cycles, a load held back in $(value barriers occluded)"
    done
done

# --- it does something
for policy in gto ccws ccws-priority $(tier_is_all && echo direct order); do
    case $policy in
        direct) name='ccws --set policy.ccws_direct=1' ;;
        order) name='ccws-priority --set policy.ccws_exclusive=order' ;;
        *) name=$policy ;;
    esac
    # shellcheck disable=SC2086
    "$BUILD/warplock" run --machine ccws --policy $name --json --size 4096x34 kmeans >"$work/kmeans.$policy" ||
        complain "kmeans under $policy"
    [ "$(value kmeans.$policy verified)" = true ] || complain "kmeans under $policy: not verified"
    echo "kmeans, $policy: IPC $(value kmeans.$policy ipc), L1D misses $(value kmeans.$policy misses)"
done
awk -v gto="$(value kmeans.gto ipc)" -v ccws="$(value kmeans.ccws ipc)" -v direct="$(tier_is_all && value kmeans.direct ipc || value kmeans.ccws ipc)" \
    'BEGIN { exit !(ccws > 1.1 * gto && ccws > 0.95 * direct && ccws < 1.05 * direct) }' ||
    complain "kmeans: IPC of GTO, the walk and the definition: expected a gain, and the last two alike"
# As OAWS describes it: it gains and keeps lines, and more loads wait than under the cutoff; the order alone does none of it.
gains() { # gains POLICY
    awk -v gto="$(value kmeans.gto ipc)" -v ipc="$(value "kmeans.$1" ipc)" 'BEGIN { exit !(ipc > 1.1 * gto) }' &&
        [ "$(value "kmeans.$1" misses)" -lt $(($(value kmeans.gto misses) / 4)) ] &&
        [ "$(value "kmeans.$1" occluded)" -gt "$(value kmeans.ccws occluded)" ]
}
gains ccws-priority || complain "kmeans under ccws-priority: no gain, more misses, or fewer loads held back than under the cutoff"
! tier_is_all || { ! gains order && [ "$(value kmeans.order occluded)" = 0 ]; } || complain "kmeans: the order alone gains, or holds loads back"
[ "$failures" = 0 ]

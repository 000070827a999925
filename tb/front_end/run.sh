#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run.sh SIZE RECORDED RANDOM KERNEL...: of each system the bench BUILD/front_end/SYSTEM_SIZE with RANDOM cycles of
# traffic and RECORDED cycles of each kernel, recorded anew under the policy that the system is for; of ccws once more with tags that are
# read a cycle later (policy.ccws_vta_latency), on an L1D that loses lines. Exit status 0: all agree.
set -u
size=$1 recorded=$2 random=$3
shift 3
BUILD=${BUILD:-build}
status=0
for folder in "$BUILD"/front_end/*_"$size"; do
    system=$(basename "$folder" "_$size")
    value() { tr ' ' '\n' <"$folder/flags" | sed -n "s/^-DCFG_$1=//p"; }
    machine=$system policy=$system cache= gpu="--set gpu.sms=1 --set gpu.clusters=1" latencies=0
    case $system in
        base) machine=oaws policy=gto ;;
        oaws) policy=oaws-dyn cache="--set l1d.mshrs=$(value M) --set l1d.sets=$(value SETS)" ;;
        ccws) latencies='0 1' ;;
        bucl)   # its thresholds are a block of the GPU: three SMs and slices, or the machine as it is
            policy=bucl-dyn gpu=
            [ "$(value P)" != 3 ] ||
                gpu="--set gpu.sms=3 --set gpu.clusters=3 --set l2.sub_partitions=3 --set dram.controllers=3" ;;
        owl)    # two SMs, and the second one: its groups are rotated
            policy=owl gpu="--set icnt.kind=crossbar --set gpu.sms=2 --set gpu.clusters=2 --record-sm 1"
            [ "$(value N)" -gt 8 ] || gpu="$gpu --set policy.owl_g_size=2" ;;
    esac
    warps=$(value N) schedulers=$(value S)
    for latency in $latencies; do
        traffic=$random named=$policy
        [ "$latency" = 0 ] || {
            traffic=0 named="$policy, tags a cycle later"
            cache="--set policy.ccws_vta_latency=1 --set l1d.index=linear --set l1d.sets=2 --set l1d.ways=2"
        }
        rm -rf "$folder"/recorded
        mkdir -p "$folder/recorded"
        set -- "$@" --
        while [ "$1" != -- ]; do
            kernel=$1
            shift
            # shellcheck disable=SC2086
            "$BUILD/warplock" run --machine $machine --set core.warps="$warps" --set core.schedulers="$schedulers" \
                --set policy.fetch_group=$((warps / schedulers < 8 ? warps / schedulers : 8)) \
                --set core.max_ctas="$(value C)" $cache $gpu \
                --policy $policy --record "$folder/recorded/$kernel" --record-window "$recorded" "$kernel" \
                >"$folder/recorded/$kernel.log" 2>&1 || { tail -n 3 "$folder/recorded/$kernel.log"; exit 2; }
            set -- "$@" "$kernel"
        done
        shift
        echo "$system ($named)"
        options=
        for kernel in "$@"; do options="$options --recorded $folder/recorded/$kernel"; done
        # shellcheck disable=SC2086
        "$folder/bench" --cycles "$traffic" $options || status=1
    done
done
exit $status

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# The group policies of OWL in the whole GPU. With a least size of 32 warps and CTAs that all fit at the first fill an SM
# has one group, and the issue trace of all three is that of lrr, byte for byte (in `make test` three kernels on as many SMs
# as their CTAs fill, in `make test-all` each one too whose CTAs fit); with the default size they part from lrr and from
# each other. Kernels with barriers end, also with CTAs of odd numbers of warps, groups of one CTA and of several, on
# machines of one scheduler and of two.
set -u
. tests/sim/policy/common.sh
begin owl
policies="cta-aware cta-aware-locality cta-aware-locality-blp"
kernels="reduce,8 bfs,2 srad,4"      # on so many SMs as their CTAs fill
tier_is_all && kernels="$kernels $("$BUILD/warplock" kernels --json | sed -n 's/^ *"kernel": "\([a-z0-9]*\)".*/\1,28/p')"

same() { [ -s "$work/$1.trace" ] && cmp -s "$work/$1.trace" "$work/$2.trace"; }
# fits NAME: at no time more CTAs than the SMs hold, in each launch of a run with --per-launch
fits() {
    sed '1,/"per_launch"/d' "$work/$1.out" | awk -F'[:,]' '/"cta_places"/ { places = $2 } /"ctas"/ { ctas = $2 }
        places && ctas { launches++; if (ctas + 0 > places + 0) more = 1; places = ctas = 0 } END { exit more || !launches }'
}

count=0 parted=0
for where in $kernels; do
    kernel=${where%,*} sms="--set gpu.sms=${where#*,} --set gpu.clusters=${where#*,}"
    # shellcheck disable=SC2086
    trace lrr "$BUILD/warplock" owl lrr $kernel c --json --per-launch $sms
    fits lrr || { echo "$kernel has more CTAs than fit"; continue; }
    for policy in $policies; do
        # shellcheck disable=SC2086
        trace one "$BUILD/warplock" owl $policy $kernel c --set policy.owl_g_size=32 $sms
        same lrr one || complain "$kernel: with one group the issue trace of $policy is not that of lrr"
    done
    # shellcheck disable=SC2086
    trace each "$BUILD/warplock" owl cta-aware $kernel c --set policy.owl_g_size=1 $sms
    same lrr each || parted=$((parted + 1))
    count=$((count + 1))
done
echo "$count kernels with one group a core: the traces of all three policies are those of lrr"
[ $count -ge 3 ] || complain "$count kernels with one group, expected at least 3"
# Where no SM has two CTAs there is one group in any case.
[ $parted -ge 3 ] || complain "with a group for each CTA $parted kernels part from lrr, expected at least 3"
# More CTAs than fit are more than one group, whatever the size.
trace lrr "$BUILD/warplock" owl lrr vadd c --json --per-launch --size 262144
fits lrr && complain "vadd with 1,024 CTAs fits"
trace one "$BUILD/warplock" owl cta-aware-locality vadd c --set policy.owl_g_size=32 --size 262144
same lrr one && complain "CTAs behind the first fill have no group of their own"

# --- what each does
for policy in lrr $policies; do trace $policy "$BUILD/warplock" owl $policy reduce c; done
for policy in $policies; do
    for other in lrr $policies; do
        [ $policy = $other ] || ! same $policy $other || complain "reduce: the trace of $policy is that of $other"
    done
done

# --- barriers: CTAs of one to 32 warps, the last one of some not full, in groups of at least 1 to 31
cp tests/sim/policy/meeting.ptx "$work"
places="owl,8 gtx480,1"
tier_is_all && places="owl,1 owl,8 owl,31 gtx480,1 gtx480,8 gtx480,31"
# job THREADS CTAS: a job of two launches whose results are in met.bin
job() {
    count=$(($1 * $2))
    cat >"$work/job.json" <<JOB
{"ptx": "meeting.ptx",
 "buffers": [{"name": "a", "type": "u32", "count": $count, "init": {"lcg": {"seed": 7, "lo": 0, "hi": 1000}}}, {"name": "b", "type": "u32", "count": $count, "init": "zero"}],
 "steps": [{"launch": "meeting", "grid": [$2, 1, 1], "block": [$1, 1, 1], "args": [{"buf": "a"}, {"buf": "b"}, {"u32": $count}]},
           {"launch": "meeting", "grid": [$2, 1, 1], "block": [$1, 1, 1], "args": [{"buf": "b"}, {"buf": "a"}, {"u32": $count}]}],
 "dump": [{"buf": "a", "file": "met.bin"}]}
JOB
}
turn=0
shapes="32,70 511,11 1024,5"
tier_is_all && shapes="$shapes 33,50 96,41 160,37 224,29"
for shape in $shapes; do
    shape="${shape%,*} ${shape#*,}"
    # shellcheck disable=SC2086
    job $shape
    "$BUILD/warplock" run --functional "$work/job.json" >"$work/log" 2>&1 && mv "$work/met.bin" "$work/right.bin" ||
        { complain "$shape, without timing: $(tail -n 1 "$work/log")"; continue; }
    for where in $places; do
        machine=${where%,*} size=${where#*,}
        turn=$((turn % 3 + 1))
        for policy in $(tier_is_all && echo $policies || echo $policies | cut -d" " -f$turn); do
            "$BUILD/warplock" run --machine $machine --policy $policy --max-cycles 1000000 --set gpu.sms=4 --set gpu.clusters=4 \
                --set policy.owl_g_size=$size "$work/job.json" >"$work/log" 2>&1 && cmp -s "$work/met.bin" "$work/right.bin" ||
                complain "CTAs of $shape threads on $machine under $policy, groups of $size: $(tail -n 1 "$work/log")"
            rm -f "$work/met.bin"
        done
    done
    echo "CTAs of ${shape% *} threads meet: $places"
done
[ "$failures" = 0 ]

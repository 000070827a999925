#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Random kernels through the whole simulator: job folders with the interpreter's results as expected outputs, byte for byte.
# Two kernels under a third of the policies on gtx480, some of them also on oaws with every block in lockstep and on kaws; with TIER=all 20 under
# every policy, and 300 on kaws, bucl and owl.
# WARPLOCK_SEED and WARPLOCK_KERNELS take other kernels.
set -u
. tests/lib.sh
export COLUMNS=1000                     # tables in one piece
first=${WARPLOCK_SEED:-5000}
TIER=${TIER:-test}
count=${WARPLOCK_KERNELS:-$([ "$TIER" = all ] && echo 20 || echo 2)}
maker=$BUILD/tests/sim/random/random_kernel
for program in "$BUILD/warplock" "$maker"; do
    [ -x "$program" ] || { echo "SKIPPED: $program is not built"; exit 77; }
done
folder=$BUILD/random-jobs
rm -rf "$folder" && mkdir -p "$folder" || exit 1
# Not swl-best, a search, which keeps what it has tried of bundled kernels alone; nor what needs registers of each scheduler, or an
# L2 without sectors.
all_policies=$("$BUILD/warplock" policies | sed -n 's/^ *\([a-z0-9+-]*\) .*/\1/p' | grep -vxE 'swl-best|swl[+]bucl-best|kaws|kaws-share|owl|owl-prefetch' | paste -sd, -)

check() {    # job folder, words for the report, options
    job=$1 words=$2
    shift 2
    "$BUILD/warplock" run "$job/job.json" --max-cycles 2000000 "$@" >"$job/log" 2>&1
    status=$?
    runs=$((runs + 1))
    [ $status != 0 ] || return
    complain "seed ${job##*/}: $words: seen exit status $status, $(grep -v '^ ' "$job/log" | head -n 1), expected 0: $BUILD/warplock run $job/job.json $*"
}

# Policies whose blocks suit two instructions a cycle.
bucl_policies=bucl-dyn,bucl-prf,mrpb,swl+bucl
kaws_policies=lrr,gto,2lvl-rr,2lvl-gto,swl,oldest,kaws,kaws-progress,kaws-share
# Not on an L1D that writes back: loads that pass it by would miss what stores have left there.
owl_policies=$(echo "$all_policies" | tr , "\n" | grep -v bucl | paste -sd, -)
# third N POLICIES: those of a kernel, each third in turn.
third() { echo "$2" | tr , "\n" | awk -v all="$TIER" -v turn="$1" 'all == "all" || NR % 3 == turn % 3' | paste -sd, -; }
seed=$first runs=0
while [ "$seed" -lt $((first + count)) ]; do
    job=$folder/$seed
    "$maker" "$seed" "$job" || fail "random_kernel $seed: seen status $?, expected 0"
    policies=$(third "$seed" "$all_policies")
    check "$job" "gtx480, $policies" --policy "$policies"
    case $seed in
        *[05]) check "$job" "oaws, every block in lockstep" --machine oaws --policy lrr,gto --blocks lockstep ;;
    esac
    case $seed in
        *[16]) check "$job" "kaws, $kaws_policies" --machine kaws --policy "$kaws_policies" ;;
    esac
    case $seed in
        *[48]) on_owl=$(third "$((seed / 4))" "$owl_policies") && check "$job" "owl, $on_owl,owl" --machine owl --policy "$on_owl,owl" ;;
    esac
    case $seed in
        *[29]) check "$job" "bucl, $bucl_policies" --machine bucl --policy "$bucl_policies" --set policy.swl_limit=5 ;;
    esac
    case $seed in
        *3) check "$job" "L2 cold, one CTA at a time" --cold-l2 --set core.max_ctas=1 ;;
        *7) check "$job" "one SM" --set gpu.sms=1 --set gpu.clusters=1 ;;
    esac
    seed=$((seed + 1))
done
if [ "$TIER" = all ]; then
    seed=8000
    while [ $seed -lt 8300 ]; do
        job=$folder/$seed
        "$maker" "$seed" "$job" || fail "random_kernel $seed: seen status $?, expected 0"
        check "$job" "kaws, $kaws_policies" --machine kaws --policy "$kaws_policies"
        check "$job" "bucl, $bucl_policies" --machine bucl --policy "$bucl_policies" --set policy.swl_limit=5
        check "$job" "owl, $owl_policies,owl" --machine owl --policy "$owl_policies,owl"
        rm -rf "$job"
        seed=$((seed + 1))
    done
fi
echo "$count random kernels from seed $first, policies $all_policies: $runs runs, $failures disagree with the interpreter"

# The check itself: one changed byte of an expected result must be noticed.
job=$folder/$first
printf '\377\376' | dd of="$job/output.expected.bin" bs=1 seek=100 conv=notrunc 2>/dev/null
"$BUILD/warplock" run "$job/job.json" >"$job/log" 2>&1
status=$?
equal "exit status with a changed byte of the expected output" $status 1
[ "$failures" = 0 ]

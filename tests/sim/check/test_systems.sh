#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# `warplock check` finds nothing in recordings of every policy on its system's machine, of C blocks and of Verilog; every policy has a
# row in sim/check/policies.def, and one without is said to be unknown. In `make test` one kernel each, some cycles of it; in
# `make test-all` the first 10,000 cycles of every bundled kernel, as both SMs saw them. That it finds what is wrong is shown in tests/wires/test_planted.sh.
set -u
. tests/lib.sh
work=$BUILD/check_systems
runs=0
rm -rf "$work" && mkdir -p "$work" || exit 1

machine_of() {
    case $1 in
    ccws) echo ccws ;;
    bucl* | swl+bucl) echo "bucl --set policy.bucl_period=300" ;;
    kaws*) echo kaws ;;
    cta-aware* | owl) echo owl ;;
    *) echo oaws ;;
    esac
}
# checked POLICY KERNEL SM OPTION...
checked() {
    policy=$1 kernel=$2 sm=$3
    shift 3
    rm -rf "$work/r"
    # shellcheck disable=SC2046
    "$BUILD/warplock" run --machine $(machine_of "$policy") --set gpu.sms=2 --set gpu.clusters=2 --policy "$policy" --record "$work/r" \
        --record-sm "$sm" "$@" "$kernel" >"$work/log" 2>&1
    [ -d "$work/r" ] || { complain "$policy, $kernel: no recording: $(tail -n 1 "$work/log")"; return; }
    "$BUILD/warplock" check "$work/r" >"$work/found" 2>&1 || { complain "$policy, $kernel, SM $sm, $*:"; cat "$work/found"; }
    grep -q ' [1-9][0-9]* comparisons, ' "$work/found" || complain "$policy, $kernel: nothing is compared"
    runs=$((runs + 1))
}

kernels=$("$BUILD/warplock" kernels --json | sed -n 's/^ *"kernel": "\([a-z0-9]*\)".*/\1/p')
policies=$(COLUMNS=1000 "$BUILD/warplock" policies | sed -n 's/^  \([^ ]*\) .*/\1/p' | grep -v -- '-best$')
for policy in $policies; do
    grep -q "^CHECKED(\"$policy\"," sim/check/policies.def || complain "sim/check/policies.def: no row for $policy"
    if tier_is_all; then
        for kernel in $kernels; do
            checked "$policy" "$kernel" 0 --record-window 10000 --max-cycles 10000
            checked "$policy" "$kernel" 1 --record-window 10000 --max-cycles 10000
        done
        for kernel in kmeans atax; do checked "$policy" $kernel 0 --record-window 6000 --max-cycles 6000 --blocks verilog; done
    elif ! grep -q "^CHECKED(\"$policy\", .*RULES" sim/check/policies.def && [ "$policy" != 2lvl-gto ]; then
        continue                            # what all have in common
    else
        checked "$policy" kmeans 0 --record-window 1500 --max-cycles 1500
    fi
done
# The slice that an access failed at (bucl_update) where slices are drawn at random. Seen to fail: with the recorded machine's own map.
checked bucl-dyn kmeans 0 --set dram.partition_indexing=random --set l1d.mshrs=4 --record-window 6000 --max-cycles 6000
sed 's/^partition_indexing = random/partition_indexing = consecutive/' "$work/r/machine.ini" >"$work/machine.ini" && cp "$work/machine.ini" "$work/r/machine.ini"
"$BUILD/warplock" check "$work/r" >"$work/found" 2>&1 && complain "slices drawn at random: another map is not noticed"
grep -q fail_partition "$work/found" || { complain "slices drawn at random: another finding"; cat "$work/found"; }
# Six kinds of units, of a scheduler each. Seen to fail: with an instruction for fp64 that is said to be for the SFU.
checked kaws-progress jacobi64 0 --set core.int_units=4 --set core.dp_units=4 --set core.tensor_units=4 --set core.int_issue_slots=4 \
    --set core.dp_issue_slots=4 --set core.tensor_issue_slots=4 --set core.sub_cores=2 --record-window 3000 --max-cycles 3000
sed -i '/^[0-9]* code /s/ dp / sfu /' "$work/r/sm.txt"
"$BUILD/warplock" check "$work/r" >"$work/found" 2>&1 && complain "six kinds of units: another kind is not noticed"
grep -q 'level unit' "$work/found" || { complain "six kinds of units: another finding"; cat "$work/found"; }
# The controllers of memory, and the GPU.
tier_is_all || kernels=kmeans
for kernel in $kernels; do
    for scheme in 1 2; do
        checked owl "$kernel" 0 --record-place controller --set policy.owl_scheme=$scheme --set l2.queue_from_dram=2 --record-window 30000 --max-cycles 20000
    done
    checked bucl-dyn "$kernel" 0 --record-place gpu --record-window 20000 --max-cycles 20000
done
for policy in $(tier_is_all || echo gto oaws-dyn); do checked "$policy" kmeans 0 --record-window 1000 --max-cycles 1000 --blocks verilog; done

# lrr beside others adds nothing.
checked ccws+lrr kmeans 0 --record-window 1000 --max-cycles 1000
# An observer's block is nobody's answer; a policy of one's own is said to be unknown, and what all have in common is held.
checked gto kmeans 0 --record-window 1000 --max-cycles 1000 --observe oaws_ocw
sed -i 's/^policy gto$/policy mine/' "$work/r/sm.txt"
"$BUILD/warplock" check "$work/r" >"$work/found" 2>&1 || complain "an unknown policy: $(cat "$work/found")"
grep -q '^policy mine is not known here' "$work/found" || complain "an unknown policy is not said to be: $(cat "$work/found")"
echo "$runs recordings checked, $failures with a finding"
[ "$failures" = 0 ] && [ "$runs" -ge 20 ]

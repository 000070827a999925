#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# What `make run` shows (sim/main_job.mk): on each kernel of each system the paper's policy, the last one, is faster
# than the one that speedups are over (in `make test` one kernel of oaws), and in the wave of oaws OCW and CNT move.
# Smaller, in lockstep, each system (in `make test` oaws) ends with a summary of a screen that says what its JSON does,
# and where wave and report are. Another system is refused in a line. Shown to fail: a policy against itself gains
# nothing, small kernels do not gain, on ATAX OCW stays.
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL
. tests/lib.sh
work=$BUILD/main_job
rm -rf "$work" && mkdir -p "$work" || exit 1
value() { sed -n "s/^$1 *:= *//p" sim/main_job.mk; }

# gains MACHINE OPTIONS KERNEL...: the first kernel on which the last policy is not faster than the baseline, if any.
gains() {
    machine=$1 options=$2
    shift 2
    # shellcheck disable=SC2086
    "$BUILD/warplock" run --machine "$machine" $options --csv "$work/runs.csv" "$@" >"$work/out" 2>&1 || { cat "$work/out"; return; }
    base=$(echo "$options" | sed -n 's/.*--baseline \([a-z-]*\).*/\1/p')
    awk -F, -v base="$base" -v policies="$(echo "$options" | sed 's/.*--policy \([^ ]*\).*/\1/')" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; n = split(policies, policy, ","); if (!base) base = policy[1]; next }
        $column["verified"] != "yes" { print $0 }
        $2 == base { slow = $column["cycles"] }
        { ran[++made % n] = $column["cycles"] }
        made % n == 0 && !($column["cycles"] < slow) { print $3 " " $4 ": " $column["cycles"] " against " slow }
        END { if (!made || made % n) print made " runs" }' "$work/runs.csv"
}
moves() { # moves KERNEL: whether the highest OCW of any SM and the lowest CNT change in the cycles of the wave
    "$BUILD/warplock" run --machine oaws --policy oaws-dyn --max-cycles "$(value RUN_WAVE_CYCLES)" --timeline "$work/timeline.csv" \
        "$1" >/dev/null 2>&1
    case $? in 0 | 3) ;; *) return 1 ;; esac
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        { ocw[$column["ocw_max"]] = 1; cnt[$column["cnt_min"]] = 1 }
        END { exit !(length(ocw) > 1 && length(cnt) > 10) }' "$work/timeline.csv"
}
# screen SYSTEM KERNELS: make run, smaller.
screen() {
    COLUMNS=100 make -s BUILD="$BUILD" run SYSTEM="$1" RUN_KERNELS="$2" >"$work/$1" 2>"$work/$1.err" || { complain "make run SYSTEM=$1: $(cat "$work/$1.err")"; return; }
    sed -n '/^[0-9]* kernels under /,$p' "$work/$1" >"$work/$1.screen"
    awk 'length > 100 { long = 1 } END { exit !(NR > 15 && NR < 24 && !long) }' "$work/$1.screen" ||
        complain "$1: the summary is no screen of 24 lines and 100 columns: $(cat "$work/$1")"
    for words in '^C and Verilog agree: 0 mismatches' '^  block instances  *[1-9]' '^  fields compared  *[1-9]' '^  geometric mean ' \
        'make wave' "$BUILD/run/report.txt" 'of 9 with the results\|Of 9 runs 9 ended, 9 with the results expected'; do
        grep -q "$words" "$work/$1.screen" || complain "$1: '$words' does not stand in $(cat "$work/$1.screen")"
    done
    [ -s "$BUILD/run/run.fst" ] && [ -s "$BUILD/run/run.gtkw" ] && grep -q '^  l1d.misses ' "$BUILD/run/report.txt" ||
        complain "$1: wave, save file or report is missing"
}

kernels=$(value main_kernels_oaws)
if tier_is_all; then
    for system in $(value main_job_systems); do
        # shellcheck disable=SC2046
        lost=$(gains "$system" "$(value "main_job_$system")" $(value "main_kernels_$system"))
        [ -z "$lost" ] || complain "$system: $lost"
        screen "$system" "vadd:1024 bfs:512 spmv:512"
    done
else
    lost=$(gains oaws "$(value main_job_oaws)" gesummv:512x32)
    [ -z "$lost" ] || complain "oaws: $lost"
    screen oaws "vadd:256 bfs:128 spmv:64"
fi
moves "${kernels##* }" || complain "OCW and CNT do not move within the wave"
for system in gtx480 "oaws ccws" ""; do
    make -s BUILD="$BUILD" run SYSTEM="$system" >"$work/out" 2>&1
    [ $? = 2 ] && [ "$(wc -l <"$work/out")" = 1 ] && grep -q "seen .$system., expected one of oaws " "$work/out" ||
        complain "SYSTEM='$system': $(cat "$work/out")"
done

[ -n "$(gains oaws '--policy gto' vadd:1024)" ] || complain "a policy alone seems to gain"
[ -n "$(gains oaws '--policy gto,oaws-dyn' kmeans:512x16)" ] || complain "a kernel that fits the L1D seems to gain"
[ -n "$(gains ccws '--policy lrr,gto,ccws --baseline ccws' vadd:1024)" ] || complain "a policy seems to gain over itself"
moves atax:512x96 && complain "OCW seems to move where it does not"
[ "$failures" = 0 ]

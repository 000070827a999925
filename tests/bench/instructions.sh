#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# instructions.sh [--accept]: host instructions of the runs of accepted.txt, as callgrind counts them, beside those that were accepted
# last; --accept writes what is counted in their place. They are those of one compiler: with another nothing is compared.
# Exit status: 0 none has risen by more than 2 %, 1 one has, 2 a run that failed, 77 it cannot be told here, and why.
set -u
BUILD=${BUILD:-build}
accepted=${ACCEPTED:-tests/bench/accepted.txt}
work=$BUILD/bench_instructions
command -v valgrind >/dev/null || { echo "skipped: no valgrind (make bench installs it)"; exit 77; }
compiler=$(${CC:-cc} --version | head -n 1) && verilator=$(verilator --version 2>/dev/null | cut -d' ' -f1,2)
tools="$compiler, $verilator"
there=$(sed -n 's/^# of //p' "$accepted")
[ "${1:-}" = --accept ] || [ "$tools" = "$there" ] || { echo "skipped: accepted are counts of $there, here is $tools"; exit 77; }
mkdir -p "$work"
grep '^#' "$accepted" | sed "s|^# of .*|# of $tools|" >"$work/accepted.txt"
status=0 most=1.02
[ "${1:-}" != --accept ] || most=1e9
printf '%-40s %14s %14s %8s\n' '' instructions accepted change
while read -r machine policy blocks job before; do
    case $machine in '#'*) continue ;; esac
    # Once without: what it needs is built.
    "$BUILD/warplock" run --machine "$machine" --policy "$policy" --blocks "$blocks" --json "$job" >"$work/json" 2>"$work/said" &&
        valgrind --tool=callgrind --callgrind-out-file="$work/callgrind" "$BUILD/warplock" run --machine "$machine" --policy "$policy" \
            --blocks "$blocks" --json "$job" >"$work/json" 2>"$work/said" ||
        { echo "instructions.sh: $machine $policy $blocks $job failed:"; cat "$work/said"; exit 2; }
    now=$(sed -n 's/^.*refs: *//p' "$work/said" | tr -d ,)
    echo "$machine $policy $blocks $job $now" >>"$work/accepted.txt"
    awk -v run="$machine $policy $blocks $job" -v now="$now" -v before="$before" -v most="$most" 'BEGIN {
        printf "%-40s %14d %14d %+7.2f %%\n", run, now, before, 100 * (now / before - 1)
        exit now > before * most }' || { echo "$machine $policy $blocks $job: more than 2 % above $accepted"; status=1; }
done <"$accepted"
[ "${1:-}" != --accept ] || mv "$work/accepted.txt" "$accepted"
exit $status

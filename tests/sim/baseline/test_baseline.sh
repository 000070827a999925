#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Every count of the runs in runs.txt is the one in figures.csv. Other tests say what is right; this one says that a change
# changes nothing, or what it changes. `test_baseline.sh write` keeps the figures of today.
set -u
. tests/lib.sh
here=tests/sim/baseline
now=$BUILD/baseline.csv

# Of every run its words and its counts; what follows "ipc" is derived from these, or time.
figures() {
    grep -v -e '^#' -e '^$' $here/runs.txt | while IFS= read -r run; do
        # shellcheck disable=SC2086
        "$BUILD/warplock" run --set gpu.sms=2 --set gpu.clusters=2 --csv - $run || return
    done | awk -F , -v OFS=, '$1 == "machine" { for (last = 1; $(last + 1) != "ipc"; last++) ; if (head++) next } { NF = last; print }'
}
# differences EXPECTED SEEN: a line for each count that is another, with its run.
differences() {
    awk -F , 'NR == 1 { columns = split($0, name) } NR == FNR { expected[FNR] = $0; rows = FNR; next }
        { seen = FNR; if ($0 == expected[FNR]) next
          n = split(expected[FNR], was)
          run = $1 " " $2 " " $3 " " $8
          for (i = 1; i <= columns; i++) if (was[i] != $i) printf "line %d, %s: %s: expected %s, seen %s\n", FNR, run, name[i], was[i], $i }
        END { if (seen != rows) printf "expected %d lines, seen %d\n", rows, seen }' "$1" "$2"
}

figures >"$now" || complain "a run failed"
[ "${1:-}" != write ] || { mv "$now" $here/figures.csv; exit; }
differences $here/figures.csv "$now" >"$now.differences"
[ ! -s "$now.differences" ] || { complain "$(wc -l <"$now.differences") counts are not those of $here/figures.csv; if that is meant, sh $here/test_baseline.sh write"; head -n 20 "$now.differences"; }
# One count more in one run is seen, and so is a run less.
awk -F , -v OFS=, 'NR == 40 { $13++ } { print }' $here/figures.csv >"$now.other"
differences $here/figures.csv "$now.other" | grep -q '^line 40, .*: cycles: expected [0-9]*, seen [0-9]*$' || complain "a cycle more is not seen"
sed '$d' $here/figures.csv >"$now.other"
differences $here/figures.csv "$now.other" | grep -q '^expected [0-9]* lines, seen ' || complain "a run less is not seen"
echo "$(($(wc -l <$here/figures.csv) - 1)) runs"
[ "$failures" = 0 ] || fail "if the new counts are right: sh $here/test_baseline.sh write, and look at the difference"

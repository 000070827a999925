#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The jobs that make bench measures run as the kernels are now; one with an argument less than its kernel is noticed.
# needs: warplock
set -u
. tests/lib.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

runs() { "$BUILD/warplock" run --functional --max-cycles 20 "$1" 2>&1 | grep -v ': stopped after 20 warp'; }
for job in tests/bench/*.json; do
    refused=$(runs "$job" | grep '^warplock:') && complain "$job: seen '$refused', expected a run"
done
sed -e 's/, {"s32": 64}\]/]/' -e "s|\"\.\./\.\./|\"$PWD/|" tests/bench/atax_row.json >"$work/atax_row.json"
runs "$work/atax_row.json" | grep -q 'seen 5 arguments, expected 6' || complain "a missing argument: seen a run, expected a line on it"
[ "$failures" = 0 ]

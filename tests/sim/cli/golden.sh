#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs the command line of each golden/*.cmd (what follows `warplock`) from the repository root and prints, or writes,
# what it said on both outputs and its exit status. Cycles of a deadlock are left out: they
# change with the timing model. golden.sh check: compares; golden.sh write: regenerates.
set -u
. tests/lib.sh
unset COLUMNS                           # in a pipe: 80
mode=$1
warplock=$BUILD/warplock
count=0
for command in tests/sim/cli/golden/*.cmd; do
    count=$((count + 1))
    golden=${command%.cmd}.out
    { eval "timeout 600 $warplock $(cat "$command")" 2>&1 </dev/null; echo "exit status $?"; } |
        sed 's/(cycle [0-9]*,/(cycle N,/' >"$golden.now"
    if [ "$mode" = write ]; then
        mv "$golden.now" "$golden"
    else
        same_file "warplock $(cat "$command")" "$golden.now" "$golden"
        rm -f "$golden.now"
    fi
done
echo "$count command lines"
[ "$failures" = 0 ] || { echo "if the new words are right: sh tests/regenerate_golden.sh, and look at the difference"; exit 1; }

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# docs/cuda.md holds: its file and commands, taken from the page, end in runs that are right and in lockstep. Shown to fail: a
# kernel that sums something else.
# needs: warplock libwarplock_cudart.a
set -u
. tests/sim/cuda/common.sh
export COLUMNS=1000                     # tables in one piece
begin cuda_page
sh tests/sim/cuda/page.sh docs/cuda.md "$work/cuda" || exit 1
rm -f "$work/cuda/commands.1"               # what it installs and builds is here

# run_page PAGE: the commands of the page, what they print in $work/log
run_page() { (cd "$work/$1" && sh -e ./commands.2) >"$work/log" 2>&1; }
if ! run_page cuda || [ "$(grep -c '^right, in 0\.0[0-9]* ms$' "$work/log")" != 3 ] || ! grep -q '^  lockstep.mismatches  *0  *0 ' "$work/log"; then
    complain "the commands of docs/cuda.md:"
    head -n 20 "$work/log"
fi
tier_is_all || { [ "$failures" = 0 ]; exit; }
sed -i 's/a \* x\[i\]/a - x[i]/' "$work/cuda/saxpy.cu"
run_page cuda && complain "a program with wrong results is not noticed"
grep -q '^wrong at 0$' "$work/log" || { complain "a program with wrong results:"; tail -n 5 "$work/log"; }
[ "$failures" = 0 ]

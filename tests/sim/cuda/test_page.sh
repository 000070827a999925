#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# docs/cc.md and docs/cuda.md hold: their files and commands, taken from the pages, end in runs that are right and in
# lockstep. Shown to fail: a kernel that sums something else.
# needs: warplock libwarplock_cudart.a
set -u
. tests/sim/cuda/common.sh
export COLUMNS=1000                     # tables in one piece
begin cuda_page
for page in cc cuda; do
    sh tests/sim/cuda/page.sh docs/$page.md "$work/$page" || exit 1
    rm -f "$work/$page/commands.1"             # what it installs and builds is here
done

# run_page PAGE: the commands of the page, what they print in $work/log
run_page() { (cd "$work/$1" && sh -e ./commands.2) >"$work/log" 2>&1; }
if ! run_page cc || ! grep -q '^  verified  *yes  *yes' "$work/log" || ! grep -q '^  lockstep.mismatches  *0  *0 ' "$work/log"; then
    complain "the commands of docs/cc.md:"
    head -n 20 "$work/log"
fi
if ! run_page cuda || [ "$(grep -c '^right, in 0\.0[0-9]* ms$' "$work/log")" != 3 ] || ! grep -q '^  lockstep.mismatches  *0  *0 ' "$work/log"; then
    complain "the commands of docs/cuda.md:"
    head -n 20 "$work/log"
fi
tier_is_all || { [ "$failures" = 0 ]; exit; }
sed -i 's/+= part/-= part/' "$work/cc/add_up.cu"
run_page cc && complain "a kernel that subtracts is not noticed"
grep -q 'buffer .total.: element 0' "$work/log" || { complain "a kernel that subtracts: nothing is said of total"; tail -n 5 "$work/log"; }
sed -i 's/a \* x\[i\]/a - x[i]/' "$work/cuda/saxpy.cu"
run_page cuda && complain "a program with wrong results is not noticed"
grep -q '^wrong at 0$' "$work/log" || { complain "a program with wrong results:"; tail -n 5 "$work/log"; }
[ "$failures" = 0 ]

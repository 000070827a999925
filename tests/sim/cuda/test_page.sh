#!/bin/sh
# docs/cc.md holds: its files and commands, taken from the page, end in a run that is verified and in lockstep. Shown to
# fail: a kernel that sums something else.
# needs: warplock
set -u
. tests/sim/cuda/common.sh
begin cuda_page
sh tests/sim/cuda/page.sh docs/cc.md "$work/page" || exit 1
rm -f "$work/page/commands.1"                  # what it installs and builds is here

# run_page: the commands of the page, what they print in $work/log
run_page() { (cd "$work/page" && sh -e ./commands.2) >"$work/log" 2>&1; }
if ! run_page || ! grep -q '^  verified  *yes  *yes' "$work/log" || ! grep -q '^  lockstep.mismatches  *0  *0 ' "$work/log"; then
    complain "the commands of docs/cc.md:"
    head -n 20 "$work/log"
fi
tier_is_all || { [ "$failures" = 0 ]; exit; }
sed -i 's/+= part/-= part/' "$work/page/lengths.cu"
run_page && complain "a kernel that subtracts is not noticed"
grep -q 'buffer .total.: element 0' "$work/log" || { complain "a kernel that subtracts: nothing is said of total"; tail -n 5 "$work/log"; }
[ "$failures" = 0 ]

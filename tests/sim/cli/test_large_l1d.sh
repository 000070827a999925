#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# An L1D of 8 MB (8192 sets of 8 ways) runs under every policy without a block that has a register per set: verified, and with
# a fraction of the misses of 32 KB. tests/sim/cli/golden/set_sets_*.cmd: the other policies, and the observer, refuse it.
set -u
. tests/lib.sh

# simulate SETS POLICY: the report
simulate() { "$BUILD/warplock" run --verbose --machine oaws --policy "$2" --set l1d.index=linear --set l1d.sets="$1" --size 256x256 atax; }
count() { sed -n "s/^ *$1 *\([0-9a-z,]*\) .*/\1/p" | tr -d ,; }

for policy in lrr gto swl 2lvl-rr 2lvl-gto; do
    [ "$(simulate 8192 $policy | count verified)" = yes ] || complain "$policy: not verified"
done
small=$(simulate 32 gto | count l1d.misses) large=$(simulate 8192 gto | count l1d.misses)
echo "misses of the L1D under gto: $small with 32 sets, $large with 8192"
[ "$large" -lt $((small / 4)) ] || complain "8 MB miss as often as 32 KB"
[ "$failures" = 0 ]

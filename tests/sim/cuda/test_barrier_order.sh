#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A load of a __shared__ variable stays behind the barrier that it stands behind in the source, whichever barrier that
# is, and kernels that rely on it give what they must. Shown to fail where clang is at fault (before 15): the same
# kernel with clang's own barrier has the load before it.
# needs: warplock
set -u
. tests/sim/cuda/common.sh
begin cuda_barrier_order

# The first barrier of each entry stands before its first load of shared memory.
late_loads() { # late_loads PTX: the entries where it does not
    awk '/\.entry/ { entry = $3; barrier = 0 } /bar\.|barrier/ { barrier = 1 }
         /ld\.shared|ld\.volatile\.shared/ && !barrier { print entry; barrier = 1 }' "$1"
}
warplock cc -S tests/sim/cuda/barrier_order.cu -o "$work/kept.ptx" || exit 1
[ "$(grep -c '\.entry' "$work/kept.ptx")" = 7 ] || complain "not every kernel was compiled"
[ "$(grep -cE 'ld\.shared|ld\.volatile' "$work/kept.ptx")" -ge 7 ] || complain "not every kernel loads"
[ -z "$(late_loads "$work/kept.ptx")" ] || complain "a load before its barrier: $(late_loads "$work/kept.ptx")"

for entry in count_threads all_threads any_thread one_warp fenced loop flag; do
    warplock run "$work/kept.ptx" --entry $entry --grid 2 --block 32 --arg buf:s32:64:iota,5,3 --arg buf:s32:64:none \
        --dump 1="$work/$entry.bin" >/dev/null || { complain "$entry does not run"; continue; }
    case $entry in loop) want='205 685' ;; *) want='5 101' ;; esac
    # thread 0's or the round's element of the CTA's 32, in all of them
    [ "$(od -An -v -td4 -w128 "$work/$entry.bin" | awk '{ for (i = 2; i <= NF; i++) if ($i != $1) $1 = "differs"; print $1 }' |
        paste -sd' ' -)" = "$want" ] || { complain "$entry: not $want"; od -An -td4 "$work/$entry.bin" | head -n 4; }
done

if clang --version | grep -q 'version 14\.'; then
    warplock cc -S -DCLANGS_OWN tests/sim/cuda/barrier_order.cu -o "$work/moved.ptx" || exit 1
    [ -n "$(late_loads "$work/moved.ptx")" ] || complain "with clang's barrier no load moves: the reproducer is none"
    echo "with clang's own barrier: $(late_loads "$work/moved.ptx" | paste -sd' ' -)"
fi
[ "$failures" = 0 ]

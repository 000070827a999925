#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# machines.sh MACHINE...: maps every block at the parameters of these machines, two at a time, keeps what has not changed, and leaves
# the table of gates and longest paths beside those at the papers' parameters in overhead_machines/overhead_machines.md of the build's folder.
# Proofs get PROOF_SECONDS, few, as in scaling.sh; 0: none is tried.
set -u
here=$(dirname "$0")
. "$here/place.sh"
. "$here/side_by_side.sh"
PROOF_SECONDS=${PROOF_SECONDS:-10}
export PROOF_SECONDS BUILD

if [ "${1:-}" = --one ]; then   # TOTAL STAGE BLOCK FOLDER ASSIGNMENT…
    total=$2 stage=$3 block=$4 name=$5
    shift 5
    sh "$here/measure.sh" "$stage" "$block" "${VERILOG:-verilog}/$block.v" "$place/$name" "$@" || exit 255
    sh "$here/progress.sh" "$place/machines" "$total" "$name"
    exit 0
fi

mkdir -p "$place/machines" "$BUILD/overhead_machines"
"$overhead" machine-runs "$@" >"$place/machines/runs" || exit 2
stage=full
[ "$PROOF_SECONDS" != 0 ] || stage=time
need_library
sh "$here/progress.sh" "$place/machines" begin
side_by_side sh "$0" --one "$(grep -c . "$place/machines/runs")" "$stage" <"$place/machines/runs" || exit 2
"$overhead" machine-costs "$place" "$place/library" "$here/golden.json" "$@" >"$BUILD/overhead_machines/new" || exit 2
mv "$BUILD/overhead_machines/new" "$BUILD/overhead_machines/overhead_machines.md"
cat "$BUILD/overhead_machines/overhead_machines.md"

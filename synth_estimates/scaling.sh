#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# scaling.sh [BLOCK]: maps every block of scaling.txt (or one) at each value of its parameter, two at a time, keeps what
# has not changed, and reports gate equivalents, critical path and the exponents of their growth. A built tuple is what
# `make overhead` maps, and is not mapped again. Proofs get PROOF_SECONDS, few: the papers' parameters are proven by
# `make overhead`, and a point whose proof did not end says so.
set -u
only=${1:-}
here=$(dirname "$0")
. "$here/place.sh"
. "$here/side_by_side.sh"
folder=$place/scaling
mkdir -p "$folder"
PROOF_SECONDS=${PROOF_SECONDS:-10}
export PROOF_SECONDS BUILD

if [ "$only" = --one ]; then   # TOTAL BLOCK FOLDER ASSIGNMENT…
    total=$2 block=$3 name=$4
    shift 4
    sh "$here/measure.sh" full "$block" "${VERILOG:-verilog}/$block.v" "$place/$name" "$@" || exit 255
    sh "$here/progress.sh" "$folder" "$total" "${name#scaling/}"
    exit 0
fi

"$overhead" scaling-runs "$here/scaling.txt" >"$folder/list" || exit 2
awk -v only="$only" '(only == "" || $1 == only) && !seen[$2]++' "$folder/list" | while read -r block run; do
    if [ -f "${VERILOG:-verilog}/$block.v" ]; then echo "$block $run"; fi
done >"$folder/runs"
[ -s "$folder/runs" ] || { echo "scaling.sh: $only, expected a block of $here/scaling.txt" >&2; exit 2; }
need_library
sh "$here/progress.sh" "$folder" begin
side_by_side sh "$0" --one "$(grep -c . "$folder/runs")" <"$folder/runs" || exit 2
"$overhead" scaling "$place" "$place/library" "$here/scaling.txt" || exit $?
. "$here/draw.sh"
draw || exit 2

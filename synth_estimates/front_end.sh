#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# front_end.sh [NAME]: maps every front end of front_ends.def (or one) whole, two at a time, by the flow of the report
# (measure.sh), keeps what has not changed, and prints gates, true paths and chains; `make overhead` reports them too. A
# proof has PROOF_SECONDS, 200, for each of its steps: one that does not end in them says so.
set -u
only=${1:-}
here=$(dirname "$0")
. "$here/place.sh"
. "$here/side_by_side.sh"
folder=$place/front_end
mkdir -p "$folder"
PROOF_SECONDS=${PROOF_SECONDS:-200}
# A register is an output of its block and a wire of the front end too; for the proof it has one name in both netlists.
AFTER_FLATTEN="rename -hide w:*.* w:*_q %d"
export PROOF_SECONDS AFTER_FLATTEN BUILD

if [ "$only" = --one ]; then   # TOTAL NAME PARAMETER=VALUE…
    total=$2 name=$3
    shift 3
    at=$folder/$name
    mkdir -p "$at/ports"
    "$overhead" front-end-blocks >"$at/blocks.v" || exit 255
    # The ports are all systems'.
    sh "$here/measure.sh" bits warp_front_end "$at/blocks.v" "$at/ports" "$@" SYSTEM=0 || exit 255
    "$overhead" front-end "$at/ports" "$name" >"$at/wrapped.v" || exit 255
    sh "$here/measure.sh" full "front_end_$name" "$at/wrapped.v" "$at" || exit 255
    sh "$here/progress.sh" "$folder" "$total" "$name"
    exit 0
fi

"$overhead" front-end-list | awk -v only="$only" 'only == "" || $1 == only' >"$folder/runs"
[ -s "$folder/runs" ] || { echo "front_end.sh: $only, expected a front end of $here/front_ends.def" >&2; exit 2; }
need_library
sh "$here/progress.sh" "$folder" begin
side_by_side sh "$0" --one "$(grep -c . "$folder/runs")" <"$folder/runs" || exit 2
"$overhead" front-ends "$place" "$place/library"

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compose_state.sh: what came of each front end (tb/prove/front_ends.txt) as a table in Markdown; *stale* where what the proof
# was made of has changed since, or the tools have. The tuples that a front end is made of stand in the table of tuples.
set -u
echo '| front end | its wiring | seconds of processor time |'
echo '| --- | --- | ---: |'
state=$(mktemp) || exit 2              # two at once have each their own
trap 'rm -f "$state"' EXIT
sh tb/prove/results.sh read "${FRONT_ENDS:-tb/prove/front_ends.txt}" >"$state" || exit 2
while read -r name key verdict seconds; do
    [ "$(sh tb/prove/compose_key.sh "$name")" = "$key" ] && [ "$verdict" != other-tools ] || verdict='*stale*'
    echo "| \`$name\` | $verdict | $seconds |"
done <"$state"

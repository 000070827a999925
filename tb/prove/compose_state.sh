#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compose_state.sh: what came of each front end (tb/prove/front_ends.txt) as a table in Markdown, a row a system: proven where nothing
# else is said; *stale* where what the proof was made of has changed since, or the tools have. The tuples that a front end is made of stand in the table of tuples.
set -u
echo '| wiring of | at its paper, seconds of processor time | at a small size |'
echo '| --- | ---: | ---: |'
state=$(mktemp) || exit 2              # two at once have each their own
trap 'rm -f "$state"' EXIT
sh tb/prove/results.sh read "${FRONT_ENDS:-tb/prove/front_ends.txt}" >"$state" || exit 2
while read -r name key verdict seconds; do
    [ "$(sh tb/prove/compose_key.sh "$name")" = "$key" ] && [ "$verdict" != other-tools ] || verdict='*stale*'
    [ "$verdict" != proven ] || verdict=
    echo "${name%_*} ${name##*_} ${verdict:+$verdict }$seconds"
done <"$state" | awk '
    !($1 in seen) { seen[$1]; order[++n] = $1 }
    { system_ = $1; size = $2; sub(/^[^ ]+ [^ ]+ /, ""); of[system_, size] = $0 }
    END { for (i = 1; i <= n; i++) printf "| `%s` | %s | %s |\n", order[i], of[order[i], "paper"], of[order[i], "small"] }'

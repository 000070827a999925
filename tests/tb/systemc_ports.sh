#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The ports of the front ends as a table, made from tb/systemc/front_end.def (docs/systemc.md). False when a row is not understood.
set -eu
rows=${BUILD:-build}/systemc_ports
ports() {
    echo '| port | when | bits | meaning |'
    echo '| --- | --- | --- | --- |'
    sed -n -e 's/^\(IN\|IN_LATE\|OUT\)(\([a-z0-9_]*\), \([a-z0-9_]*\), \([A-Z0-9_]*\), [A-Z]*, "\(.*\)")$/\1 \3 \4 \5/p' \
        -e 's/^\(IN\|IN_LATE\|OUT\)_VEC(\([a-z0-9_]*\), \([a-z0-9_]*\), \([A-Z0-9_]*\), \([A-Z0-9]*\), [A-Z0-9_]*, [A-Z]*, "\(.*\)")$/\1 \3 \5_x_\4 \6/p' \
        tb/systemc/front_end.def |
        while read -r kind name bits words; do
            suffix=i when=early
            case $kind in IN_LATE) when=late ;; OUT) when=output suffix=o ;; esac
            echo "$name|\`${name}_$suffix\`|$when|$(echo "$bits" | sed 's/_x_/ × /')|$words"
        done >"$rows"
    # A row for an event and what comes with it: coalesce, coalesce_pc, ...
    awk -F'|' '
        function flush() { if (head != "") print "| " names " | " when " | " bits " | " words " |" }
        head != "" && index($1, head "_") == 1 && $3 == when { names = names ", " $2; bits = bits ", " $4; more = $5; gsub(/; /, ", ", more); words = words "; " more; next }
        { flush(); head = $1; names = $2; when = $3; bits = $4; words = $5 }
        END { flush() }' "$rows"
}
mkdir -p "${rows%/*}"
ports
[ "$(wc -l <"$rows")" = "$(grep -c -E '^(IN|OUT)' tb/systemc/front_end.def)" ] || { echo "a row of front_end.def was not understood" >&2; exit 1; }

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The generated parts of the documentation are those of this binary; a stale one is noticed. What shares a row there is there all the
# same: each option of each command with that command, each key of a machine, each key of a campaign file.
set -u
. tests/lib.sh
sh tests/sim/cli/documents.sh check || exit 1
planted=$BUILD/documents_planted
mkdir -p "$planted"
printf '#!/bin/sh\n"%s/warplock" "$@" | sed s/cycles/clocks/\n' "$BUILD" >"$planted/warplock"
chmod +x "$planted/warplock"
if BUILD=$planted sh tests/sim/cli/documents.sh check >"$planted/log"; then
    complain "a stale document was not noticed"
fi

# absent FOLDER: what the pages in it lack
absent() {
    for command in $("$BUILD/warplock" --help | sed -n 's/^    warplock \([a-z][a-z-]*\) .*/\1/p'); do
        "$BUILD/warplock" help "$command" | sed -n 's/^    \(-[^ ]*\).*/\1/p' | while read -r option; do
            # The row names the command, or says `all`, or its heading does.
            awk -v option="| \`$option" -v command="$command" '
                /^### / { of = $0 ~ (": " command "$") }
                index($0, option "`") == 1 || index($0, option " ") == 1 { n = split($0, f, / \| /)
                    if (of || f[3] == "all" || (", " f[3] ", ") ~ (", " command ", ")) found = 1 }
                END { exit !found }' "$1/command_line.md" || echo "$command $option"
        done
    done
    "$BUILD/warplock" dump-machine |
        awk '/^\[/ { section = substr($1, 2, length($1) - 2) } / = / && !/^;/ { print section "." $1 }' | while read -r key; do
        grep -q "^| .*\`$key\`.* | .* | .* | .* | .* |$" "$1/machines.md" || echo "$key"
    done
    "$BUILD/warplock" campaign-keys | awk '/^\*\*/ { object = $0 } /^\| `/ && (!/`note`/ || object ~ /file/) { print object "\t" $2 }' |
        while IFS='	' read -r object key; do
            awk -v object="| $object | | |" -v key="$key" 'index($0, "| **") == 1 { on = $0 == object }
                on && index($0, key) && index($0, key) < index($0, " | ") + 1 { found = 1 }
                END { exit !found }' "$1/campaigns.md" || echo "$object $key"
        done
}
[ -z "$(absent docs)" ] || complain "the pages lack $(absent docs | paste -sd,)"
fresh() { cp docs/command_line.md docs/machines.md docs/campaigns.md "$planted/"; }
lacks() { # lacks PAGE SCRIPT WHAT
    fresh
    plant_copy "docs/$1" "$planted/$1" "$2" || return
    found=$(absent "$planted" | paste -sd,)
    [ "$found" = "$3" ] || complain "$1, $2: '$found' is lacking, expected '$3'"
}
lacks command_line.md '/^| `--grid /s/run, sweep/run/' 'sweep --grid'
lacks command_line.md '/^| `-fmad /d' 'cc -fmad'
lacks machines.md '/^| `latency.sfu`/s/, `latency.sfu_interval`//' latency.sfu_interval
lacks machines.md 's/, `dram.rp`//' dram.rp
lacks campaigns.md '/^| `entry`, /s/, `block`//' '**A kernel** `block`'
[ "$failures" = 0 ]

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

# What the pages must have: options as `COMMAND OPTION`, keys of machines, keys of campaign files as `OBJECT<tab>KEY`.
for command in $("$BUILD/warplock" --help | sed -n 's/^    warplock \([a-z][a-z-]*\) .*/\1/p'); do
    "$BUILD/warplock" help "$command" | sed -n "s/^    \(-[^ ]*\).*/$command \1/p"
done >"$planted/options"
"$BUILD/warplock" dump-machine |
    awk '/^\[/ { section = substr($1, 2, length($1) - 2) } / = / && !/^;/ { print section "." $1 }' >"$planted/keys"
"$BUILD/warplock" campaign-keys |
    awk '/^\*\*/ { object = $0 } /^\| `/ && (!/`note`/ || object ~ /file/) { print object "\t" $2 }' >"$planted/campaign_keys"
[ "$(wc -l <"$planted/options")" -ge 150 ] && [ "$(wc -l <"$planted/keys")" -ge 200 ] && [ "$(wc -l <"$planted/campaign_keys")" -ge 50 ] ||
    complain "few options or keys: $(wc -l "$planted"/*s | paste -sd,)"

# absent FOLDER: what the pages in it lack
absent() {
    # The row of an option names the command, or says `all`, or its heading does.
    awk 'NR == FNR && /^### / { heading = $0 }
        NR == FNR { if (/^\| `-/) { row[++rows] = $0; under[rows] = heading }; next }
        { found = 0
          for (r = 1; r <= rows && !found; r++)
              if (index(row[r], "| `" $2 "`") == 1 || index(row[r], "| `" $2 " ") == 1) {
                  split(row[r], f, / \| /)
                  found = under[r] ~ (": " $1 "$") || f[3] == "all" || (", " f[3] ", ") ~ (", " $1 ", ")
              }
          if (!found) print }' "$1/command_line.md" "$planted/options"
    awk 'NR == FNR { if (/^\| .* \| .* \| .* \| .* \| .* \|$/) rows = rows $0; next }
        !index(rows, "`" $1 "`")' "$1/machines.md" "$planted/keys"
    awk -F'\t' 'NR == FNR { if (index($0, "| **") == 1) object = $0
                            else if (/^\| /) keys[object] = keys[object] substr($0, 1, index($0, " | "))
                            next }
        !index(keys["| " $1 " | | |"], $2) { print $1, $2 }' "$1/campaigns.md" "$planted/campaign_keys"
}
found=$(absent docs | paste -sd,)
[ -z "$found" ] || complain "the pages lack $found"
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

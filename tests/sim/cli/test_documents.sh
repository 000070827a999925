#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The generated parts of the documentation are those of this binary; a stale one is noticed. What the program itself documents, as the
# pages say, it does whole: each option in the help of each command that takes it and in the man page, each key of a machine in
# `machine-keys` and in a dump, each key of a campaign file in `campaign-keys`, all with words; and the pages name these commands.
set -u
. tests/lib.sh
sh tests/sim/cli/documents.sh check || exit 1
planted=$BUILD/documents_planted
rm -rf "$planted" && mkdir -p "$planted" || exit 1
# other SCRIPT: a warplock that prints what the script makes of this one's words
other() {
    printf '#!/bin/sh\nprintf "%%s" "$*" >"%s/words"\n"%s/warplock" "$@" | sed "%s"\n' "$planted" "$BUILD" "$1" >"$planted/warplock"
    chmod +x "$planted/warplock"
}
other s/lines/rows/
if BUILD=$planted sh tests/sim/cli/documents.sh check >"$planted/log"; then
    complain "a stale document was not noticed"
fi

# rows DEFINITION TABLE: what the macros make of a table of the sources
rows() { printf '%s\n#include "%s"\n' "$1" "$2" | gcc -E -P -I. -x c - | grep -o '@@[^@]*' | tr -s ' \n' ' ' | sed 's/@@ */\n/g' | sed 's/ *$//' | grep .; }
# Options as `COMMAND OPTION`, keys of machines, keys of campaign files as `OBJECT<tab>KEY`.
rows '#define COMMAND(id, name, ...) @@ id name' sim/run/commands.def | tr -d '"' >"$planted/commands"
rows '#define GROUP(title)
#define TEXT(m, name, a, d, commands, help) @@ name commands
#define LIST(m, name, a, commands, help) @@ name commands
#define FLAG(m, name, commands, help) @@ name commands
#define NUMBER(m, name, a, d, low, high, commands, help) @@ name commands
#define CHOICE(m, name, choices, d, commands, help) @@ name commands' sim/run/options.def | tr -d '"|' |
    awk 'NR == FNR { name[$1] = $2; next }
        $2 == "ANY" { for (id in name) print name[id], $1; next }
        { for (i = 2; i <= NF; i++) print (($i in name) ? name[$i] : "no command " $i), $1 }' "$planted/commands" - >"$planted/options"
rows '#define SECTION(...)
#define END(...)
#define LIMIT(...)
#define NUMBER(section, key, ...) @@ section.key
#define CHOICE(section, key, ...) @@ section.key
#define TEXT(section, key, ...) @@ section.key' sim/machine/machine.def >"$planted/keys"
rows '#define OBJECT(id, words) @@ OBJECT words
#define KEY(name, ...) @@ KEY name
#define END(...)' sim/campaign/file/campaign_keys.def | tr -d '"' |
    awk '/^OBJECT/ { sub(/^OBJECT /, ""); sub(/ $/, ""); object = $0; next } { print object "\t" $2 }' >"$planted/campaign_keys"
[ "$(wc -l <"$planted/options")" -ge 150 ] && [ "$(wc -l <"$planted/keys")" -ge 200 ] && [ "$(wc -l <"$planted/campaign_keys")" -ge 50 ] ||
    complain "few options or keys: $(wc -l "$planted"/*s | paste -sd,)"

# absent WARPLOCK: what it does not document
absent() {
    # An option and, on the next line, its words.
    while read -r id command; do
        COLUMNS=1000 "$1" help "$command" | awk -v command="$command" '
            option != "" && /^        [^ ]/ { print command, option }
            { option = /^    -/ ? $1 : "" }'
    done <"$planted/commands" | sort -u >"$planted/helped"
    sort -u "$planted/options" | comm -23 - "$planted/helped"
    "$1" generate man | sed 's/\\-/-/g; s/\\f[BIR]//g' >"$planted/man"
    cut -d' ' -f2 "$planted/options" | sort -u | while read -r option; do
        grep -q -e "^$option\( \|\$\)" "$planted/man" || echo "man $option"
    done
    # A key with words in the table of its section and, in a dump, behind a line of words.
    "$1" machine-keys | awk '/^### \[/ { section = substr($2, 2, length($2) - 2) }
        /^### Who/ { exit } /^\| `/ && !/\| *\|$/ { gsub(/`/, "", $2); print section "." $2 }' | sort >"$planted/listed"
    "$1" dump-machine | awk '/^\[/ { section = substr($1, 2, length($1) - 2) }
        / = / && last ~ /^; ./ { print section "." $1 } { last = $0 }' | sort >"$planted/dumped"
    sort "$planted/keys" | comm -23 - "$planted/listed"
    sort "$planted/keys" | comm -23 - "$planted/dumped" | sed 's/^/dump /'
    "$1" campaign-keys | awk '/^\*\*/ { gsub(/\*/, ""); object = $0 } /^\| `/ { gsub(/`/, "", $2); print object "\t" $2 }' |
        sort >"$planted/listed"
    sort "$planted/campaign_keys" | comm -23 - "$planted/listed" | tr '\t' ' '
}
found=$(absent "$BUILD/warplock" | paste -sd,)
[ -z "$found" ] || complain "the program does not document $found"
lacks() { # lacks SCRIPT WHAT
    other "$1"
    found=$(absent "$planted/warplock" | paste -sd,)
    [ "$found" = "$2" ] || complain "$1: '$found' is lacking, expected '$2'"
}
lacks '/^    --grid /d' 'run --grid,sweep --grid'
lacks '/^    -fmad /{n;d}' 'cc -fmad'
lacks '/^.fB.-.-grid/d' 'man --grid'
lacks '/^| .sfu_interval. /d' latency.sfu_interval
lacks '/^; row precharge/d' 'dump dram.rp'
lacks '/^| .block. /d' 'A kernel block'

# Where a reader looks for them.
unnamed() { # unnamed FOLDER: pages that do not name the command
    while read -r page command; do
        grep -qF "warplock $command" "$1/$page.md" || echo "$page: warplock $command"
    done <<END
command_line COMMAND --help
machines machine-keys
machines dump-machine
campaigns campaign-keys
events events
workloads kernels
END
}
found=$(unnamed docs | paste -sd,)
[ -z "$found" ] || complain "not named: $found"
cp docs/command_line.md docs/machines.md docs/campaigns.md docs/events.md docs/workloads.md "$planted/"
plant_copy docs/machines.md "$planted/machines.md" 's/warplock machine-keys/the keys/' &&
    equal "a page without its command" "$(unnamed "$planted")" "machines: warplock machine-keys"
[ "$failures" = 0 ]

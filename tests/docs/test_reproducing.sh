#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# docs/reproducing.md has a row for each figure and table that a campaign's file names and, with ../shared, that a paper's text has a
# caption or a mention of; its tables and commands exist; a row without a command says why. Shown to fail: each, by a row that is gone or
# wrong.
set -u
. tests/lib.sh
work=$BUILD/reproducing
rm -rf "$work" && mkdir -p "$work" || exit 1
page=docs/reproducing.md

section() { sed -n "/^## $2\$/,/^## /p" "$1"; }
# A row is one figure or several: "Fig. 2, Fig. 3, Table 1".
rows() { section "$1" "$2" | sed -nE 's/^\| ((Fig\.|Table) [0-9IVX]+(, (Fig\.|Table) [0-9IVX]+)*) \| .*/\1/p' | sed 's/, /\n/g'; }
# "Fig. 7", "Table III" of a text, one a line
numbers() { grep -oE '\b(Figs?\.|Figure|Table|TABLE) ?[0-9IVX]+( and [0-9]+)?' | sed -E 's/^(Figs\.) ?([0-9]+) and ([0-9]+)/Fig. \2\nFig. \3/; s/^(Figs?\.|Figure) ?/Fig. /; s/^TABLE ?/Table /' | sort -u; }
files() { case $1 in OAWS) echo papers sensitivity ;; *) echo "$1" | tr 'A-Z' 'a-z' ;; esac; }

# What is wrong with a page, a line each.
wrong() { # wrong PAGE
    for paper in OAWS CCWS KAWS BUCL OWL; do
        lower=$(echo $paper | tr 'A-Z' 'a-z')
        rows "$1" $paper | sort -u >"$work/rows"
        for file in $(files $paper); do
            # titles of tables, and where claims come from (the paper's own words there)
            tr '\n' ' ' <"sim/campaign/papers/$file.json" | grep -oE '"title": (\[[^]]*\]|"[^"]*")' | numbers | grep -vxF -f "$work/rows" | sed "s/^/$paper: no row of /"
            grep -oE '\{"id": "[a-z0-9]+", "shape"' "sim/campaign/papers/$file.json" | cut -d '"' -f 4 >>"$work/ids.$paper.new"
        done
        sort -u "$work/ids.$paper.new" >"$work/ids.$paper" && rm "$work/ids.$paper.new"
        if [ -f "../shared/papers/$lower.txt" ]; then
            grep -E '^\W*(Figure|Fig\.|Table|TABLE) ?[0-9IVX]+|(Figure|Fig\.|Table) [0-9IVX]+' "../shared/papers/$lower.txt" | numbers |
                grep -vxF -f "$work/rows" | sed "s/^/$paper: the paper has, and the page has no row of /"
        fi
        section "$1" $paper | awk -F ' *[|] *' -v paper=$paper -v ids="$work/ids.$paper" '
            BEGIN { while ((getline id < ids) > 0) known[id] }
            /^\| (Fig\.|Table) [0-9IVX]+(, (Fig\.|Table) [0-9IVX]+)* \|/ {
                figures = split($2, figure, /, /)
                for (i = 1; i <= figures; i++) if (seen[figure[i]]++) print paper ": " figure[i] ": twice"
                if ($4 !~ /^(whole|in part|not|drawing)$/) print paper ": " $2 ": seen the state `" $4 "`"
                if ($4 ~ /^(whole|in part)$/ && $5 == "") print paper ": " $2 ": is made by no command"
                if ($4 != "whole" && $7 == "") print paper ": " $2 ": does not say what is missing"
                n = split($6, named, /[`, ]+/)
                for (i = 1; i <= n; i++) if (named[i] != "" && !(named[i] in known)) print paper ": " $2 ": no table `" named[i] "` in its campaign"
            }'
    done
    # shellcheck disable=SC2016
    grep -oE '`(make|warplock) [^`]*`' "$1" | tr -d '`' | sort -u | while read -r program first words; do
        if [ "$program" = warplock ]; then
            "$BUILD/warplock" "$first" --help >/dev/null 2>&1 || echo "no command warplock $first"
            case $first in dump-machine) "$BUILD/warplock" $first $words >/dev/null 2>&1 || echo "warplock $first $words fails" ;; esac
            case $first in campaign) "$BUILD/warplock" $first --print "${words%% *}" >/dev/null 2>&1 || echo "no campaign of warplock $first $words" ;; esac
        else
            for target in $first $words; do
                case $target in
                *=*) grep -qE "^${target%%=*} *[?:]?=|\\(${target%%=*}\\)" $(makefiles) || echo "make $target: no such variable" ;;
                *) grep -qE "^$target( [a-z-]+)*:" $(makefiles) || echo "no target make $target" ;;
                esac
            done
        fi
    done
}
found=$(wrong $page)
[ -z "$found" ] || complain "$found"
[ "$(for paper in OAWS CCWS KAWS BUCL OWL; do rows $page $paper; done | wc -l)" -ge 60 ] || complain "rows are not read"

# --- shown to fail
noticed() { # noticed SED PATTERN
    plant_copy $page "$work/page.md" "$1" || return
    wrong "$work/page.md" >"$work/found"
    if grep -q "$2" "$work/found"; then echo "noticed: $2"; else complain "expected $2, seen $(cat "$work/found")"; fi
}
noticed '/^## KAWS/,/^## BUCL/{/^| Table 2 |/d}' '^KAWS: no row of Table 2$'
noticed '/^## BUCL/,/^## OWL/{/^| Fig. 9 |/d}' '^BUCL: no row of Fig. 9$'
[ ! -d ../shared/papers ] || noticed '/^## OAWS/,/^## CCWS/{/^| Fig. 4 |/d}' '^OAWS: the paper has, and the page has no row of Fig. 4$'
noticed 's/`fig5mpki`/`fig5lost`/' '^CCWS: .*Fig. 5.*: no table `fig5lost` in its campaign$'
noticed 's/| in part | `make papers PAPERS=owl` | `fig11`/| in part | | `fig11`/' '^OWL: Fig. 11: is made by no command$'
noticed '/^## OWL/,$s/^\(| Fig. 1, Fig. 2, .* | drawing |.* | | \).*/\1 |/' '^OWL: Fig. 1, Fig. 2, .*: does not say what is missing$'
if ! tier_is_all; then echo "$failures failures"; [ "$failures" = 0 ]; exit; fi
noticed 's/| whole |/| all of it |/' 'seen the state `all of it`'
noticed 's/`make sensitivity`/`make sensitive`/' '^no target make sensitive$'
noticed 's/`make reproduce`/`make reproduce SHEAR=1`/' '^make SHEAR=1: no such variable$'
noticed 's/`warplock dump-machine kaws`/`warplock dump-machine knows`/' '^warplock dump-machine knows fails$'
noticed 's/`warplock campaign ccws bfs`/`warplock campaign sews bfs`/' '^no campaign of warplock campaign sews bfs$'
echo "$failures failures"
[ "$failures" = 0 ]

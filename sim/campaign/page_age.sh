#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# page_age.sh PAGE FIGURES [FOLDER]: whether the program that PAGE, docs/<paper>_results.md, is of counts what today's does in the short
# runs of FIGURES (tests/sim/baseline/figures.csv). Beside the page, in figures/<paper>/baseline.csv, is what it counted; the
# sum of that is on the page. Runs and counts that only one of the two has say nothing. Status 1 and what differs when the page is older,
# also when it lacks a table that its campaign, of FOLDER (sim/campaign/papers), has by now.
set -eu
page=$1 figures=$2 folder=${3:-sim/campaign/papers}
paper=$(basename "$page" _results.md)
kept=$(dirname "$page")/figures/$paper/baseline.csv
anew() {
    echo "$page: $1; measure it anew: make papers results PAPERS=$paper$([ "$paper" != oaws ] || echo ' sensitivity')"
    exit 1
}
older() { anew "older than what it simulates: $1"; }
[ -s "$kept" ] || older "what its program counted was not kept"
program=$(sed -n "/<!-- $paper:begin/,/<!-- $paper:end/s/.*, program \\([0-9a-f]\\{16\\}\\)\\.\$/\\1/p" "$page")
[ "$(head -n 1 "$kept")" = "# program $program" ] || older "$kept is of another program than the page's, ${program:-which has none}"
said=$(awk -F , '
    function run_of(    i, words) { words = $1; for (i = 2; i <= identity; i++) words = words "," $i; return words }
    FNR == 1 { file++ }
    file == 1 && FNR == 1 { next }
    $1 == "machine" {
        for (i = 1; i <= NF; i++) { if ($i == "set") identity = i; if (file == 1) old[i] = $i; else place[$i] = i }
        columns = file == 1 ? NF : columns
        next
    }
    file == 1 { kept[run_of()] = $0; next }
    {
        run = run_of()
        if (!(run in kept)) next
        runs++
        split(kept[run], was)
        for (i = identity + 1; i <= columns; i++)
            if (old[i] in place && was[i] != $(place[old[i]]) && !differing++)
                first = sprintf("%s of %s under %s on %s was %s and is %s", old[i], $3, $2, $1, was[i], $(place[old[i]]))
    }
    END {
        if (!runs) print "it has no short run that is run today"
        else if (differing) printf "%d counts of %d runs are others, first: %s\n", differing, runs, first
    }' "$kept" "$figures")
[ -z "$said" ] || older "$said"

case $paper in oaws) campaigns='papers sensitivity' ;; *) campaigns=$paper ;; esac
said=$(for campaign in $campaigns; do tr '\n' ' ' <"$folder/$campaign.json"; done |
    grep -oE '"shape": [^{}]*"title": (\[[^]]*\]|"[^"]*")' | sed 's/.*"title": //; s/", *"/ /g; s/^\[*"//; s/"\]*$//' |
    awk 'NR == FNR { if (sub(/^### /, "")) tables[$0]; next } !($0 in tables) { n++; if (n == 1) first = $0 }
        END { if (n) printf "lacks tables of its campaign (%d), first: %s\n", n, first }' "$page" -)
[ -z "$said" ] || anew "$said"

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# [NOTES=FOLDER] paper_results.sh PAGE FOLDER PAPER [NOTES]: puts the tables that `warplock campaign PAPER --folder FOLDER/PAPER` left
# between the markers of PAGE (docs/<paper>_results.md), its pictures, claims.dat, which the overhead report reads, and baseline.csv,
# by which its age is known (page_age.sh), and tables.txt, all tables whole (the page has them shorter: page_short.awk), beside the page
# under figures/PAPER, and NOTES (FOLDER/PAPER.md, sim/campaign/notes/PAPER.md) below the claims.
#
# Each note begins with `## CLAIM VERDICT`, the verdict being `wrong direction`, `no direction` or `further`; what
# follows, to the next note, tells the experiment that shows why. A note on a claim of which that is not so now is
# refused: nothing is written. A claim without its direction and without a note has its place on the page, and is named.
set -eu
page=$1
tables=$2/$3
paper=$3
notes=${4:-${NOTES:-sim/campaign/notes}/$paper.md}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for file in "$tables/$paper.md" "$tables/claims.dat" "$tables/baseline.csv"; do
    [ -s "$file" ] || { echo "$file: missing; expected the tables of a campaign: make papers" >&2; exit 2; }
done
[ -r "$notes" ] || { echo "$notes: cannot be read, expected the notes on claims" >&2; exit 2; }

awk -F '\t' -v notes="$notes" '
    function refuse(words) { printf "%s:%d: %s\n", notes, FNR, words > "/dev/stderr"; bad = 1 }
    function verdict(id) { return direction[id] == "" ? "not measured" : direction[id] ", " size[id] }
    FNR == NR {
        if (FNR > 1) {
            order[++n] = $1; words[$1] = $2; direction[$1] = $5; size[$1] = $6
            due[$1] = $5 == "wrong direction" || $5 == "no direction" ? $5 : $6 == "further" ? $6 : ""
        }
        next
    }
    /^## / {
        id = $0; sub(/^## */, "", id); what = id; sub(/ .*/, "", id); sub(/^[^ ]* */, "", what)
        if (!(id in words)) refuse("seen a note on `" id "`, expected a claim of the paper")
        else if (id in text) refuse("seen a second note on " id ", expected one")
        else if (what == "" || what != due[id])
            refuse("seen a note on " id " that says `" what "`, but the claim is now: " verdict(id))
        text[id] = ""
        next
    }
    id != "" { text[id] = text[id] $0 "\n" }
    function section(title, further,    any, i, id, body) {
        for (i = 1; i <= n; i++) {
            id = order[i]
            if (due[id] == "" || (due[id] == "further") != further || (further && !(id in text))) continue
            if (!any++) printf "### %s\n\n", title
            body = text[id]; gsub(/^\n+|\n+$/, "", body)
            if (body == "") { missing = missing " " id; body = "No experiment shows the mechanism yet." }
            printf "**%s: %s** (%s)\n\n%s\n\n", id, words[id], verdict(id), body
        }
    }
    END {
        if (bad) exit 1
        section("Claims without the direction of the paper, and why", 0)
        section("Claims of another size, and why", 1)
        if (missing != "") printf "no note yet on:%s (%s)\n", missing, notes > "/dev/stderr"
    }' "$tables/claims.dat" "$notes" >"$folder/notes" ||
    { echo "$page: left as it is" >&2; exit 2; }

pictures=$(sed -n 's/^!\[.*\](\([a-z0-9_]*\.svg\))$/\1/p' "$tables/$paper.md")
mkdir -p "$folder/$paper"
sed -e 's/^\(!\[.*\](\)\([a-z0-9_]*\.svg)\)$/\1figures\/'"$paper"'\/\2/' "$tables/$paper.md" >"$folder/tables"
for picture in $pictures; do                    # a figure without numbers has no picture
    [ -s "$tables/$picture" ] || sed -i "/(figures\/$paper\/$picture)\$/d" "$folder/tables"
done
awk -v paper="$paper" -f "$(dirname "$0")/page_short.awk" "$folder/tables" |
    sed -e "/^<!-- notes -->\$/ {
r $folder/notes
d
}" >"$folder/$paper/$paper.md"
sh "$(dirname "$0")/results.sh" "$page" "$folder" "$paper"
figures=$(dirname "$page")/figures/$paper
rm -rf "$figures"
mkdir -p "$figures"
cp "$tables/claims.dat" "$tables/baseline.csv" "$figures/"
sed -n '/^### /,$p' "$folder/tables" >"$figures/tables.txt"
for picture in $pictures; do
    [ ! -s "$tables/$picture" ] || cp "$tables/$picture" "$figures/"
done

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What `make results` does with the results that are written by hand (by_hand.h): tables, pictures and notes get into the page; a
# note whose claim has another verdict by now is refused and the page left as it was.
set -u
. tests/lib.sh
build=$BUILD
folder=$build/campaign_results
rm -rf "$folder"
mkdir -p "$folder/docs"
"$build/tests/sim/campaign/by_hand" "$build/warplock" paper "$folder/results.sqlite" || fail "by_hand: exit status $?, expected 0"
"$build/warplock" campaign oaws atax bicg mvt gesummv kmeans bfs vadd 2mm --seeds 1 --stored --store "$folder/results.sqlite" \
    --folder "$folder/oaws" >"$folder/out" 2>"$folder/said" || fail "warplock: exit status $?, expected 0" "$folder/said"
sh sim/campaign/draw.sh oaws "$folder/oaws" || fail "draw.sh: exit status $?, expected 0"
rm "$folder/oaws/fig14.svg"                     # a figure without a picture is a table alone

printf 'Before.\n<!-- oaws:begin (make) -->\nold tables\n<!-- oaws:end -->\nAfter.\n' >"$folder/docs/page.md"
cp "$folder/docs/page.md" "$folder/page.old"
results() { # results NOTES: status and what was said in $status, $folder/said
    sh sim/campaign/paper_results.sh "$folder/docs/page.md" "$folder" oaws "$1" 2>"$folder/said"
    status=$?
}

# By hand: O10, O11, O14, O21 have the wrong direction, O5 has none, O13 is right within a tenth, O1 right and further.
cat >"$folder/notes" <<'END'
What stands before the first note is no note.
## O5 no direction

Both gain alike, as `warplock run` shows.

Second paragraph.
## O21 wrong direction
With 64 MSHRs it doubles.
## O1 further
Four times as much.
END
results "$folder/notes"
equal "exit status" "$status" 0 "$folder/said"
page=$folder/docs/page.md
shows "what it says" "$folder/said" "^no note yet on: O10 O11 O14 ($folder/notes)\$"
sed -n '/^### Claims without/,/^### Fig. 8/p' "$page" >"$folder/section"
cat >"$folder/want" <<'END'
### Claims without the direction of the paper, and why

**O5: OAWS-Dyn runs the divergent group faster than each kernel's best fixed limit of warps** (no direction, further)

Both gain alike, as `warplock run` shows.

Second paragraph.

**O10: No coherent kernel gains or loses significantly; here: the furthest of any under either OAWS** (wrong direction, further)

No experiment shows the mechanism yet.

**O11: Divergent loads that are fully cached under GTO; fewer than under OAWS-Dyn** (wrong direction, within a third)

No experiment shows the mechanism yet.

**O14: Divergent loads that are fully cached under OAWS-Dyn; more than under the best fixed limit** (wrong direction, further)

No experiment shows the mechanism yet.

**O21: GTO does not gain with 48, 64 and 96 MSHRs** (wrong direction, further)

With 64 MSHRs it doubles.

### Claims of another size, and why

**O1: OAWS-Static runs the divergent group faster than GTO** (right direction, further)

Four times as much.

Of the longer tables only the means stand here; [tables.txt](figures/oaws/tables.txt) has every kernel, and so has
`warplock campaign oaws` (also `--html FILE`).

### Fig. 8: IPC over GTO
END
same_file "the section of the claims" "$folder/section" "$folder/want"
[ "$(head -n 1 "$page")" = Before. ] && [ "$(tail -n 1 "$page")" = After. ] && ! grep -q "old tables" "$page" ||
    fail "the page around the tables: seen another, expected 'Before.' and 'After.' around them" "$page"
equal "claims on the page" "$(grep -c '^| O[0-9]* |' "$page")" 33
grep -q '^!\[Fig. 8: IPC over GTO\](figures/oaws/fig8.svg)$' "$page" && [ -s "$folder/docs/figures/oaws/fig8.svg" ] ||
    fail "the picture of fig. 8: seen none, expected one in the page and in its folder"
for picture in $(sed -n 's/^!\[.*\](\(.*\))$/\1/p' "$page"); do
    [ -s "$folder/docs/$picture" ] || fail "the page links to $picture, which is not there"
done
[ "$(ls "$folder/docs/figures/oaws" | wc -l)" = 18 ] && ! grep -q fig14 "$page" || fail "seen $(ls "$folder/docs/figures/oaws" | wc -l) pictures, expected 18 and none of fig. 14"
# Every table is whole in tables.txt, the paper's first figure of IPC on the page too; of a longer table its means.
section() { awk -v title="$2" '/^### / { on = index($0, "### " title) == 1 } on && /^\|/' "$1"; }
whole=$folder/docs/figures/oaws/tables.txt
sed -n '/^### /,$p' "$folder/oaws/oaws.md" | grep '^|' >"$folder/rows"
grep '^|' "$whole" >"$folder/whole_rows"
same_file "rows of tables.txt" "$folder/whole_rows" "$folder/rows"
section "$whole" 'Fig. 8' >"$folder/want"
section "$page" 'Fig. 8' >"$folder/got"
same_file "Fig. 8 on the page" "$folder/got" "$folder/want"
for title in $(sed -n 's/^### \(Fig\. [0-9]*\):.*/\1/p' "$whole" | tr ' ' '_'); do
    title=$(echo "$title" | tr _ ' '):
    section "$whole" "$title" >"$folder/want"
    if [ "$title" = 'Fig. 8:' ] || [ "$(wc -l <"$folder/want")" -le 11 ]; then continue; fi
    section "$page" "$title" >"$folder/got"
    { grep -qE '^\| [GH]?[Mm]ean' "$folder/want" && { sed -n 1,2p "$folder/want"; grep -E '^\| [GH]?[Mm]ean' "$folder/want"; }; } | diff - "$folder/got" ||
        fail "$title is not its means"
done
table() { # table TITLE ROWS LAST: with a head and so many rows, the last one of that name
    printf '### %s\n\n| kernel | %% |\n| --- | ---: |\n' "$1"
    awk -v rows="$2" -v last="$3" 'BEGIN { for (i = 1; i < rows; i++) print "| k" i " | 1.0 |"; print "| " last " | 1.0 |" }'
}
shown() { table "$@" | awk -v paper=oaws -f sim/campaign/page_short.awk | grep -c '^| [a-z]'; }      # rows, the head's among them
shown_rows="$(shown 'Fig. 1: hits' 9 mean) $(shown 'Fig. 1: hits' 10 mean) $(shown 'Fig. 1: hits' 10 k10) $(shown 'Fig. 1: IPC over gto' 11 mean) \
$(shown 'Table 2: hits' 12 mean) $(shown 'Table 2: hits' 13 mean)"
equal "rows on a page of 9, 10, 10 without a mean, 11 of IPC, 12 and 13 of a table" "$(echo $shown_rows)" "10 2 0 12 13 2"
equal "rows of two figures of IPC" "$({ table 'Fig. 1: IPC over gto' 11 mean; echo; table 'Fig. 2: IPC over lrr' 11 mean; } |
    awk -v paper=oaws -f sim/campaign/page_short.awk | grep -c '^| [a-z]')" 14

# Refused by file and line, and the page stays.
refuse() { # refuse NOTE WORDS
    cp "$folder/page.old" "$page"
    printf 'First line.\n%s\nText.\n' "$1" >"$folder/wrong"
    results "$folder/wrong"
    [ "$status" = 2 ] && grep -qF "$folder/wrong:$2" "$folder/said" && cmp -s "$page" "$folder/page.old" ||
        fail "\`$1': seen status $status and \`$(cat "$folder/said")', expected 2 and $2"
}
refuse '## O13 wrong direction' '2: seen a note on O13 that says `wrong direction`, but the claim is now: right direction, within a tenth'
refuse '## O5 wrong direction' '2: seen a note on O5 that says `wrong direction`, but the claim is now: no direction, further'
refuse '## O21 further' '2: seen a note on O21 that says `further`, but the claim is now: wrong direction, further'
# A claim without a measurement has no verdict.
cp "$folder/oaws/claims.dat" "$folder/claims.kept"
awk -F '\t' -v OFS='\t' '$1 == "O4" { $4 = "-"; $5 = $6 = "" } { print }' "$folder/claims.kept" >"$folder/oaws/claims.dat"
refuse '## O4 further' '2: seen a note on O4 that says `further`, but the claim is now: not measured'
cp "$folder/claims.kept" "$folder/oaws/claims.dat"
refuse '## O21' '2: seen a note on O21 that says ``, but'
refuse '## O99 further' '2: seen a note on `O99`, expected a claim of the paper'
refuse "$(printf '## O1 further\n## O1 further')" '3: seen a second note on O1, expected one'
same_file "claims.dat is not kept for the overhead report" "$folder/oaws/claims.dat" "$folder/docs/figures/oaws/claims.dat"
# No notes, no tables.
sh sim/campaign/paper_results.sh "$page" "$folder" oaws "$folder/none" 2>"$folder/said"
status=$?
[ $status = 2 ] && grep -q "^$folder/none: cannot be read" "$folder/said" || fail "no notes: seen status $status, expected 2 and a line on the file" "$folder/said"
sh sim/campaign/paper_results.sh "$page" "$folder/nowhere" oaws "$folder/notes" 2>"$folder/said"
status=$?
[ $status = 2 ] && grep -q "oaws.md: missing" "$folder/said" || fail "no tables: seen status $status, expected 2 and a line on the file" "$folder/said"
# Asked for together they are made one after the other, both in one campaign first, the page last.
order=$(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -n BUILD="$build" results sensitivity papers 2>/dev/null |
    grep -o "warplock campaign [a-z]*" | sed "s/.* //" | tr "\n" " ")
equal "order of make" "$order" "oaws ccws kaws bucl owl sensitivity oaws ccws kaws bucl owl "

# The tables name policies; the code does not.
named_in() { # named_in FILE...: lines of code that name a policy
    for policy in $policies; do grep -nE "\"$policy[\" ]" /dev/null "$@"; done | grep -v ":[0-9]*: *//"
}
policies=$("$build/warplock" policies | sed -n 's/^  \([a-z0-9][a-z0-9+-]*\) .*/\1/p')
[ "$(echo "$policies" | wc -l)" -ge 24 ] || fail "policies: seen $(echo $policies), expected 24 at least"
if named_in sim/campaign/*.[ch] sim/campaign/*/*.[ch] sim/cli/campaign.c; then fail "a policy is named in the code of campaigns"; fi
printf 'return strcmp(name, "oaws-dyn") == 0;\n' >"$folder/planted.c"
named_in "$folder/planted.c" >"$folder/said" || fail "a policy named in code was not noticed"
[ "$failures" = 0 ]

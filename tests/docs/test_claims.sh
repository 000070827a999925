#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The table of all claims (docs/claims.md, `make claims`) is what the results pages say: each claim of the campaign files once,
# each number, direction and size that of its paper's claims.dat, each note that of its page, totals counted here another
# way. README.md has these totals and OWL's headline with and without `kmeans`. Shown to fail: pages and tables that are
# changed, one thing at a time.
set -u
. tests/lib.sh
work=$BUILD/claims_page
rm -rf "$work" && mkdir -p "$work/figures" || exit 1

# A copy of what the scripts read.
fresh() {
    cp docs/*_results.md "$work/"
    for paper in oaws ccws kaws bucl owl; do
        mkdir -p "$work/figures/$paper" && cp "docs/figures/$paper/claims.dat" "$work/figures/$paper/"
    done
}
table() { sh sim/campaign/claims_table.sh "$work" >"$work/table" 2>"$work/said"; }
rows() { grep -E '^\| [A-Z]+[0-9]+ \|' "$1"; }
fresh
table || complain "no table: $(cat "$work/said")"

# The page.
sed -n '/<!-- claims:begin/,/<!-- claims:end/p' docs/claims.md | sed '1d;$d' | cmp -s - "$work/table" ||
    complain "docs/claims.md is stale: make claims mends it"

# Each claim of the files once, in their order.
sed -nE 's/.*\{"id": "([A-Z]+[0-9]+)", "section".*/\1/p' sim/campaign/papers/oaws_paper.json sim/campaign/papers/[ckb]*.json \
    sim/campaign/papers/owl.json | sort >"$work/files"
rows "$work/table" | awk '{ print $2 }' | sort | cmp -s - "$work/files" ||
    complain "claims that the files have not, or twice, or none"
[ "$(wc -l <"$work/files")" -ge 96 ] || complain "not the 96 claims: $(wc -l <"$work/files")"

# What was measured is what claims.dat says, but for what a table by hand has where that has none.
cat docs/figures/*/claims.dat | awk -F '\t' '$4 != "-" && $1 != "claim" { print $1, $4, $5, $6 }' | sort >"$work/dat"
rows "$work/table" | awk -F ' *[|] *' '
    { sub(/ .*/, "", $5); sub(/,.*/, "", $8); print $2, $5, $7 == "-" ? "" : $7, $8 }' | sort >"$work/seen"
[ -z "$(comm -23 "$work/dat" "$work/seen")" ] ||
    complain "other numbers than claims.dat: $(comm -23 "$work/dat" "$work/seen")"
[ "$(wc -l <"$work/dat")" -ge 80 ] || complain "claims.dat of all papers has few claims: $(wc -l <"$work/dat")"

# Totals, counted in the rows.
count() { rows "$work/table" | awk -F ' *[|] *' "$1 { n++ } END { print n + 0 }"; }
share() { # share PART WHOLE, each a condition on a row
    awk -v part="$(count "$1")" -v whole="$(count "$2")" 'BEGIN { printf "%d of %d (%d %%)", part, whole, part * 100 / whole + 0.5 }'
}
# shellcheck disable=SC2016
{
    away='($7 ~ /^(wrong|no) direction$/ || $8 ~ /^further/)'
    wanted="| all | $(wc -l <"$work/files") | $(share '$7 == "right direction"' '$7 ~ /^(right|wrong|no) direction$/')"
    wanted="$wanted | $(share '$8 ~ /^within/' '$8 ~ /^(within|further)/') | $(count '$8 ~ /three times/')"
    wanted="$wanted | $(count '$8 ~ /three times/ && $9 ~ /^-/') | $(share "$away && \$9 !~ /^-/" "$away") |"
}
equal totals "$(grep '^| all |' "$work/table")" "$wanted"

# Where an experiment is said to be, there is that claim's note.
rows "$work/table" | sed -nE 's/.*\| \[([A-Z]+[0-9]+)\]\(([a-z_.]+)#([a-z-]+)\) \|$/\1 \2 \3/p' | while read -r id page anchor; do
    awk -v id="$id" -v anchor="$anchor" '
        /^### / { text = tolower(substr($0, 5)); gsub(/[^a-z -]/, "", text); gsub(/ /, "-", text); inside = text == anchor }
        inside && index($0, "**" id ": ") == 1 { found = 1 }
        END { exit !found }' "docs/$page" || echo "$id: no note under $page#$anchor"
done >"$work/lost"
[ ! -s "$work/lost" ] || complain "$(cat "$work/lost")"

# Worked out here: OWL's mean over round robin without one kernel of type 1.
awk -F '|' '/^### Fig. 7:/ { on = 1 } /^\| mean type-1/ { on = 0 } on && $2 ~ /^ [a-z]/ && $2 !~ /kernel|kmeans/ { n++; sum += $8 }
    END { printf "%.1f\n", (sum / n - 1) * 100 }' docs/owl_results.md >"$work/owl"
cp README.md "$work/README.md"
sh sim/campaign/systems.sh "$work/README.md" "$work"
cmp -s README.md "$work/README.md" || complain "README.md is stale: make claims mends it"
grep -q "without .kmeans. | W5: .*| +$(cat "$work/owl") %" README.md ||
    complain "README.md: OWL gains $(cat "$work/owl") % without kmeans"
grep -q "other.* with an experiment that shows why" README.md && complain "README.md claims an experiment for every claim"

# Shown to fail: rows and notes of a copy of the pages are changed, one thing at a time, whatever they are now.
# row ID MEASURED VERDICT: what the page of the claim says of it.
row() {
    for page in "$work"/*_results.md; do
        awk -F ' *[|] *' -v OFS=' | ' -v id="$1" -v measured="$2" -v verdict="$3" '
            /^\|/ && $2 == id && NF == 12 { $6 = measured; $8 = verdict; sub(/^ /, "") } { print }' "$page" >"$work/page"
        cp "$work/page" "$page"
    done
}
no_note() { sed -i "/^\*\*$1: /d" "$work"/*_results.md; }
# A note below the claims, as paper_results.sh writes it.
note() { printf '### Claims of another size, and why\n\n**%s: words** (further)\n\n%s\n' "$1" "$2" >>"$work/kaws_results.md"; }
all() { table; grep '^| all |' "$work/table" | cut -d'|' -f"$1" | sed 's/of.*//' | tr -d ' '; }
says() { grep -q "$1" "$work/table" || complain "not noticed: $2"; }

row W1 14.0 'right direction, within a tenth'
right=$(all 4)
row W1 -14.0 'wrong direction, further'
[ "$(all 4)" = $((right - 1)) ] || complain "not noticed: a claim in the wrong direction"
no_note K8 && row K8 7.0 'right direction, within a tenth'
far=$(all 6) alone=$(all 7)
row K8 21.9 'right direction, further'
[ "$(all 6) $(all 7)" = "$far $alone" ] || complain "three times the claimed 7.3 are over three times"
row K8 22.0 'right direction, further; words'
[ "$(all 6) $(all 7)" = "$((far + 1)) $((alone + 1))" ] || complain "not noticed: 22 instead of 7.3"
says '^Off by more than three times, without an experiment:.* K8[ .]' "K8 among those without an experiment"
row K8 2.4 'no direction, further'
[ "$(all 6)" = $((far + 1)) ] || complain "not noticed: 2.4 instead of 7.3"
note K8 'It is the length of a CTA. See K99.'
[ "$(all 6) $(all 7)" = "$((far + 1)) $((alone + 1))" ] || complain "a note that names no run counts as an experiment"
says '^| K8 .* -, \[a note\](kaws_results.md#claims-of-another-size-and-why) |$' "where the note is that names no run"
no_note K8 && note K8 'With `--set l1d.sets=64` it is 7.2.'
[ "$(all 6) $(all 7)" = "$((far + 1)) $alone" ] || complain "not noticed: an experiment"
no_note K8 && note K8 'It is the machine. See O7.'
[ "$(all 6) $(all 7)" = "$((far + 1)) $alone" ] || complain "not noticed: the experiment of another claim"
says '^| K8 .* \[K8\](kaws_results.md#claims-of-another-size-and-why) |$' "where the note is"
no_note K8 && note K8 'No experiment shows the mechanism yet.'
[ "$(all 7)" = $((alone + 1)) ] || complain "not noticed: a note without an experiment"
row K10 85.0 'right direction, within a tenth'
far=$(all 6)
row K10 140.0 'wrong direction, further'
[ "$(all 6)" = $((far + 1)) ] || complain "not noticed: 140 where 85 of 100 are to remain"
row O14 50.0 'right direction, within a third'
table && usual=$(grep '^| all |' "$work/table")
row O14 '50.0 +-9.9' 'right direction, within a third'
table
says '^| O14 .*| 45 | 50.0 +-9.9 |' "an interval"
[ "$(grep '^| all |' "$work/table")" = "$usual" ] || complain "an interval counts"
sed -i '/^| W17 /s/|  | [^|]*|  |/|  | 0.99 mm² |  |/' "$work/overhead_results.md"
table
says '^| W17 .*| 0.99 | .*| further' "an area of the overhead report"
sed -i '/^| W3 /s/| 25 |/| 26 |/' "$work/owl_results.md"
table
says '^Measured before .* W3[ .]' "a page that is older than its claim"
sed -i '/^| C2 /d' "$work/ccws_results.md"
table && complain "not noticed: a claim that its page lacks"
grep -q "ccws_results.md: no claim C2$" "$work/said" || complain "a claim that its page lacks: $(cat "$work/said")"

# OWL's headline: another number of another kernel, and a figure of which the mean is not the claim's.
scaled() { # scaled KERNEL FACTOR: the kernel's IPC under OWL in Fig. 7
    fresh
    awk -F '|' -v OFS='|' -v kernel=" $1 " -v factor="$2" '
        /^### / { on = /^### Fig. 7:/ } on && $2 == kernel { $8 = sprintf(" %.4f ", $8 * factor) }
        { print }' docs/owl_results.md >"$work/owl_results.md"
    cp README.md "$work/README.md"
    sh sim/campaign/systems.sh "$work/README.md" "$work" 2>"$work/said"
}
scaled spmv 1.005 && ! cmp -s README.md "$work/README.md" || complain "not noticed: another number of spmv"
scaled kmeans 0.9 && complain "not noticed: the mean of the figure is not the claim's"
grep -q 'owl_results.md: Fig. 7 has no owl of kmeans, or another mean than W5$' "$work/said" || complain "another mean: $(cat "$work/said")"
echo "$(rows docs/claims.md | wc -l) claims, $failures failures"
[ "$failures" = 0 ]

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: test-packages
# The pictures of the results pages are those of the papers' tables.txt (make figures), bars have the values of the
# tables on them, and every drawn picture of the pages is as plain_svg.sh leaves it: few lines, its lengths integers, all of
# them less than 10,000 lines together. Shown to fail: another value in a table, a picture as gnuplot leaves it, one with a
# length that is no integer, a tag of another kind, a line too many, one that is no XML, too many lines together.
set -u
. tests/lib.sh
work=$BUILD/redrawn
rm -rf "$work" && mkdir -p "$work" || exit 1
for paper in oaws ccws kaws bucl owl; do
    sh sim/campaign/redraw.sh $paper "$work/$paper" || complain "$paper: not drawn"
    for picture in docs/figures/$paper/*.svg; do
        cmp -s "$picture" "$work/$paper/${picture##*/}" || complain "$picture is not that of the table in tables.txt: make figures mends it"
    done
    [ "$(ls "$work/$paper"/*.svg | wc -l)" = "$(ls docs/figures/$paper/*.svg | wc -l)" ] || complain "$paper: another number of pictures"
done
# The main figure of each paper: every value of its table is on a bar.
for figure in oaws/fig8 ccws/fig9 kaws/fig5 bucl/fig7 owl/fig7; do
    missing=$(sed 1d "$work/$figure.dat" | cut -f 2- | tr "\t" "\n" | grep -vx -e - | sort | uniq -c | while read -r times value; do
        [ "$(grep -o ">$value</text>" "docs/figures/$figure.svg" | wc -l)" -ge "$times" ] || echo "$value"
    done | head -3 | paste -sd" " -)
    [ -z "$missing" ] || complain "docs/figures/$figure.svg has not: $missing"
done

# faults FOLDER: what is not so of the pictures below it, a line each. By hand are drawn those that no program has made.
by_hand=' architecture.svg mesh.svg places.svg '
faults() {
    find "$1" -name '*.svg' | sort >"$work/pictures"
    xargs cat <"$work/pictures" | awk -v folder="$1" 'END { if (NR >= 10000) print folder ": " NR " lines of pictures, expected less than 10000" }'
    xargs xmllint --noout <"$work/pictures" 2>&1 | sed -n 's/: parser error.*/ is no XML/p'
    while read -r picture; do
        case $by_hand in *" ${picture##*/} "*) continue ;; esac
        awk -v picture="$picture" '
            BEGIN { RS = "<"; whole = "-?[0-9]+"; words = "=\"[^\"]*\""
                right["svg"] = "^ xmlns=\"http://www.w3.org/2000/svg\" width=\"[0-9]+(pt)?\" height=\"[0-9]+(pt)?\" viewBox=\"0 0 [0-9]+ [0-9]+\"" \
                    " font-family=\"sans-serif\" font-size=\"120\" stroke-width=\"10\"$"
                right["path"] = "^( (fill|fill-opacity|stroke|stroke-dasharray)" words "| stroke-width=\"[0-9]+\")+ d=\"m[mlhvcaz0-9 \n-]+\"/$"
                right["g"] = "^( (text-anchor|fill|shape-rendering)" words "| font-size=\"[0-9]+\"| transform=\"rotate\\(" whole "\\)\")*$"
                right["text"] = "^ x=\"" whole "\" y=\"" whole "\"$"
                right["tspan"] = "^( dy=\"" whole "\")? font-size=\"[0-9]+\"$"
                right["title"] = right["desc"] = right["/title"] = right["/desc"] = "^$"
                right["/svg"] = right["/g"] = right["/text"] = right["/tspan"] = "^$"
            }
            NR == 1 { if ($0 != "") fault = "words before <svg"; next }
            {
                lines += gsub(/\n/, "\n")
                tag = $0; sub(/>.*/, "", tag)
                match(tag, /^[^ ]*/); name = substr(tag, 1, RLENGTH); tag = substr(tag, RLENGTH + 1)
            }
            fault == "" && !(name in right && tag ~ right[name]) { fault = "<" name substr(tag, 1, 60) ">" }
            name == "title" { titled = 1 }
            END {
                if (fault != "") print picture ": not as plain_svg.sh leaves it: " fault
                else if (!titled) print picture ": it has no title"
                if (lines > 80) print picture ": " lines " lines, expected 80 at most"
            }' "$picture"
    done <"$work/pictures"
}
faults docs/figures >"$work/faults"
while read -r fault; do complain "$fault"; done <"$work/faults"

# Shown to fail.
sed 's/^| kmeans | 0\.[0-9]* | /| kmeans | 0.999 | /' docs/figures/ccws/tables.txt >"$work/page.md"
sh sim/campaign/page_tables.sh "$work/page.md" ccws "$work/changed"
sh sim/campaign/draw.sh ccws "$work/changed"
cmp -s docs/figures/ccws/fig9.svg "$work/changed/fig9.svg" && complain "another value, the same picture"
cmp -s docs/figures/ccws/fig1.svg "$work/changed/fig1.svg" || complain "a table that did not change has another picture"
planted() { # planted WORDS FAULT: what is in planted/ has this fault and no other
    [ "$(faults "$work/planted" | sed "s|^$work/||")" = "$2" ] || { complain "not noticed: $1"; faults "$work/planted"; }
    rm -rf "$work/planted" && mkdir "$work/planted"
}
mkdir "$work/planted" && cp docs/figures/ccws/k.svg docs/figures/mesh.svg "$work/planted/" && planted "nothing is planted" ""
gnuplot -e "folder='$work/oaws'" sim/campaign/oaws.gnuplot 2>"$work/said"
cp "$work/oaws/fig14.svg" "$work/planted/"
planted "a picture as gnuplot leaves it" \
    "planted/fig14.svg: not as plain_svg.sh leaves it: <?xml version=\"1.0\" encoding=\"utf-8\"  standalone=\"no\"?>
planted/fig14.svg: $(wc -l <"$work/oaws/fig14.svg") lines, expected 80 at most"
sed '0,/<text x="\([0-9]*\)"/s//<text x="\1.5"/' docs/figures/ccws/k.svg >"$work/planted/k.svg"
planted "a text between two places" "planted/k.svg: not as plain_svg.sh leaves it: $(grep -o '<text x="[0-9]*\.5"[^>]*>' "$work/planted/k.svg")"
sed '0,/ d="m\([0-9]*\) /s// d="m\1.25 /' docs/figures/ccws/k.svg >"$work/planted/k.svg"
planted "a line between two places" "planted/k.svg: not as plain_svg.sh leaves it: $(grep -o '<path [^>]*\.25[^>]*>' "$work/planted/k.svg")"
sed 's,^</svg>,<rect width="1"/></svg>,' docs/figures/ccws/k.svg >"$work/planted/k.svg"
planted "a tag of another kind" 'planted/k.svg: not as plain_svg.sh leaves it: <rect width="1"/>'
sed '/<title>/d' docs/figures/ccws/k.svg >"$work/planted/k.svg"
planted "a picture without a title" 'planted/k.svg: it has no title'
{ cat docs/figures/ccws/k.svg; yes '' | head -n 81; } >"$work/planted/k.svg"
planted "lines too many" "planted/k.svg: $(wc -l <"$work/planted/k.svg") lines, expected 80 at most"
sed '/^<\/svg>/d' docs/figures/mesh.svg >"$work/planted/mesh.svg"
planted "a picture that is no XML" "planted/mesh.svg:$(($(wc -l <"$work/planted/mesh.svg") + 1)) is no XML"
for copy in $(seq $((1 + 10000 / $(wc -l <docs/figures/mesh.svg)))); do
    mkdir "$work/planted/$copy" && cp docs/figures/mesh.svg "$work/planted/$copy/"
done
planted "too many lines together" "planted: $(cat "$work/planted"/*/*.svg | wc -l) lines of pictures, expected less than 10000"
echo "pictures: $(find docs/figures -name '*.svg' | wc -l), $(find docs/figures -name '*.svg' | xargs cat | wc -l) lines, $failures failures"
[ "$failures" = 0 ]

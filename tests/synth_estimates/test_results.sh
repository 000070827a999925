#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: overhead/overhead
# The pages of the hardware's cost are those of the tables that are kept (report.tsv), these agree with the golden report, and each
# number in a sentence is a cell of them. `make overhead-results` takes the last report with every picture that it shows; without a
# report all stays as it is. Shown to fail: another number in a sentence, in a table, in the kept tables or in the golden report; a
# number that is written into a sentence; a cell that is not there; adder cells measured beside other netlists; a missed budget without its bound.
set -u
. tests/lib.sh
folder=$BUILD/overhead-results
rm -rf "$folder" && mkdir -p "$folder/overhead"
kept=synth_estimates/report.tsv

# The pages.
tree() { # tree NAME: the pages, what they link to, and the page that has the IPC of CCWS with a macro
    mkdir -p "$folder/$1" && cp docs/overhead_results.md docs/overhead_blocks.md docs/ccws.md "$folder/$1/" && cp -r docs/figures "$folder/$1/"
}
stale() { # stale NAME [REPORT]: pages of it that are not what is written now
    cp -r "$folder/$1" "$folder/now" && sh synth_estimates/pages.sh "${2:-$kept}" "$folder/now" || echo "not written"
    for page in overhead_results overhead_blocks; do cmp -s "$folder/$1/$page.md" "$folder/now/$page.md" || echo $page; done
    rm -rf "$folder/now"
}
tree pages
[ -z "$(stale pages)" ] || complain "not those of $kept (make overhead-pages mends them): $(stale pages)"
for plant in 'overhead_results|s/`warp_rank`, 37,[0-9]*0 GE/`warp_rank`, 36,000 GE/' \
    'overhead_results|s/^| \[OAWS\](oaws.md) | 3,319 /| [OAWS](oaws.md) | 3,318 /' \
    'overhead_blocks|s/^| `oaws_ocw` | n48_s2_sets32 | 48 /| `oaws_ocw` | n48_s2_sets32 | 49 /'; do
    page=${plant%%|*}
    plant_copy docs/$page.md "$folder/pages/$page.md" "${plant#*|}" || continue
    [ "$(stale pages)" = "$page" ] || complain "not noticed: ${plant#*|}"
    cp docs/$page.md "$folder/pages/"
done
plant_copy docs/ccws.md "$folder/pages/ccws.md" '/^| geometric mean | /s/ [0-9.]* / 1.5 /' && [ "$(stale pages)" = overhead_results ] ||
    complain "another IPC with a macro, the same pages"
cp docs/ccws.md "$folder/pages/"
plant_copy $kept "$folder/other.tsv" 's/^\(blocks	warp_rank	.*\)	37[0-9]*	/\1	36000	/'
[ "$(stale pages "$folder/other.tsv")" = overhead_results ] || complain "other tables, the same pages"

# What the golden report has of the tables that are kept.
differs() { # differs GOLDEN: of these tables what is not the same
    "$BUILD/overhead/overhead" tables "$1" >"$folder/golden.tsv" || echo "no tables"
    for table in paths storage registers claims front_end_paths front_end_chains bits; do
        for file in $kept "$folder/golden.tsv"; do awk -F '\t' -v table=$table '$1 == table' "$file" >"$folder/rows.${file##*/}"; done
        cmp -s "$folder/rows.report.tsv" "$folder/rows.golden.tsv" || echo $table
    done
    # Of blocks and front ends what is not rounded by the spread of five mappings, which the golden report has not.
    for file in $kept "$folder/golden.tsv"; do
        awk -F '\t' '/^#blocks/ { for (i = 2; i <= NF; i++) if ($i ~ / (bits|cells|lost|sequential GE|netlist equal to RTL)$/) at[i] }
            $1 == "blocks" { line = $2 " " $3; for (i = 4; i <= NF; i++) if (i in at) line = line " " $i; print line }
            $1 == "front_ends" { print $2, $4, $5, $7, $8 }
            $1 == "systems" { print $2, $4 }' "$file" >"$folder/rows.${file##*/}"
    done
    diff "$folder/rows.report.tsv" "$folder/rows.golden.tsv" | sed -n 's/^> //p' | cut -d' ' -f1,2
}
# The registers of each block that has bits are named.
unnamed() { awk -F '\t' '$1 == "registers" && $4 != "" { named[$2, $3] } $1 == "storage" && $NF > 0 { of[$2, $3] = $2 } END { for (i in of) if (!(i in named)) print of[i] }' "$1"; }
[ -z "$(unnamed $kept)" ] || complain "registers without names: $(unnamed $kept)"
plant_copy $kept "$folder/unnamed.tsv" '/^registers\toaws_ocw\tn32_s1_sets64/d' && [ "$(unnamed "$folder/unnamed.tsv")" = oaws_ocw ] ||
    complain "registers without names are not noticed"
[ -z "$(differs synth_estimates/golden.json)" ] || complain "$kept is not of the golden report: $(differs synth_estimates/golden.json)"
plant_copy synth_estimates/golden.json "$folder/golden.json" 's/"cells": 25884,/"cells": 25885,/'
[ "$(differs "$folder/golden.json")" = "warp_rank n48_s2_numbers7" ] || complain "another golden report: $(differs "$folder/golden.json")"

# What is missed of the budget has a row in the page's table of what bounds it, with the budget and what is measured, as the row rounds it.
unbound() { # unbound PAGE
    awk '
        FNR == NR && $1 == "targets" { n = split($8, of, " "); key = of[1] == "block" ? of[2] : toupper(of[2]); at_most[key, $4] = $3; measured[key, $4] = $5 }
        FNR == NR && $1 == "targets" && $7 == "MISSED" { missed[key] }
        FNR == NR { next }
        /^## / { inside = $0 ~ /What bounds/ }
        !inside || split($0, cell, / *[|] */) < 7 { next }
        {
            gsub(/`/, "", cell[2]); sub(/ .*/, "", cell[2]); key = cell[2]; delete missed[key]
            split(cell[4], now, /, |;/); split(cell[5], asked, /, /); sub(/,/, "", now[1]); sub(/,/, "", asked[1])
            for (i = 1; i <= 2; i++) if ((key, i == 1 ? "GE" : "ns") in measured) {
                unit = 1; digits = now[i]
                if (sub(/.*[.]/, "", digits)) unit = 10 ^ -length(digits)
                else while (sub(/0$/, "", digits)) unit *= 10
                off = now[i] - measured[key, i == 1 ? "GE" : "ns"]
                if (off > unit / 2 + 1e-9 || off < -unit / 2 - 1e-9 || asked[i] != at_most[key, i == 1 ? "GE" : "ns"]) print key
            }
        }
        END { for (key in missed) print key " without a row" }' FS='\t' $kept FS=' ' "$1"
}
[ -z "$(unbound docs/overhead.md)" ] || complain "what bounds the largest blocks is not of the report: $(unbound docs/overhead.md)"
for plant in 'kaws_progress|/^| `kaws_progress` n64/s/| 90,000, 8.4 |/| 80,000, 8.4 |/' 'oaws_dlc|/^| `oaws_dlc` e/s/37,600, 8.6/37,600, 8.5/' \
    'ccws_lls|/^| `ccws_lls`/s/| 30,000 |/| 40,000 |/' 'warp_rank without a row|/^| `warp_rank` n48/d' 'OAWS|/^| OAWS/s/105,376/105,194/'; do
    plant_copy docs/overhead.md "$folder/bounds.md" "${plant#*|}" || continue
    equal "planted: ${plant#*|}" "$(unbound "$folder/bounds.md")" "${plant%%|*}"
done

# Of the mappings with adder cells those without them are the report's: one mapping to its last digit, the median of five as the report
# rounds it.
other_adders() { # other_adders ADDERS: rows of which that is not so
    awk -F '\t' '
        function near(figure, kept,    unit, digits) {   # half a unit of the last digit of kept
            digits = kept; unit = 1
            if (sub(/.*\./, "", digits)) unit = 10 ^ -length(digits)
            else while (sub(/0$/, "", digits)) unit *= 10
            return figure - kept <= unit / 2 + 1e-9 && kept - figure <= unit / 2 + 1e-9
        }
        function of(table, name) { return $(column[table, name]) }
        FNR == NR && /^#/ { for (i = 2; i <= NF; i++) column[substr($1, 2), $i] = i; next }
        FNR == NR && $1 == "blocks" { median[$2, $3] = of("blocks", "number GE") }
        FNR == NR && $1 == "speed" { median_ns[$2, $3] = of("speed", "number ns") }
        FNR == NR && $1 == "libraries" { one[$2, $3] = of("libraries", "number GE, OSU 0.18 µm"); one_ns[$2, $3] = of("libraries", "number ns, OSU 0.18 µm") }
        FNR == NR || $1 != "adders" || !(($2, $3) in median) { next }
        $5 == "" ? $4 != one[$2, $3] || !near($11, one_ns[$2, $3]) : !near($4, median[$2, $3]) || !near($11, median_ns[$2, $3]) { print $2 }
        ' $kept "$1"
}
[ -z "$(other_adders synth_estimates/adders.tsv)" ] || complain "adders.tsv is not of the report's netlists: $(other_adders synth_estimates/adders.tsv)"
for plant in 's/^\(adders\tbucl_update\t[^\t]*\t11\)6/\17/' 's/^\(adders\tbucl_update\t.*\t10\.4\)[0-9]\t/\13\t/' \
    's/^\(adders\twarp_rank\tn48_s2_numbers7\t37\)0[0-9]*/\1150/'; do
    plant_copy synth_estimates/adders.tsv "$folder/adders.tsv" "$plant" || continue
    [ "$(other_adders "$folder/adders.tsv")" = "$(echo "$plant" | grep -o 'bucl_update\|warp_rank')" ] || complain "not noticed in adders.tsv: $plant"
done

# Each number in a sentence is a cell, but for what is no measurement of ours: sizes of processes, names, and how it was measured.
known='0\.18 µm|0\.35 µm|65 nm|7 nm|10 %|1\.43 µm²|65/180|7,680 LUT4|32 block RAMs|Xilinx 7|10,000 recorded|24,600 clocks|iCE40|hx8k|ECP5|LUT4|: 1 is linear'
known="$known|2R1W|32 × 32|32 entries of 32 bits|older 496|has 496 of|gtx480[a-z0-9-]*|qv100|rtx3070|C1|K1"
written() { # written TEMPLATE: numbers in its sentences
    sed -E '/^#%/d; /^\{(table|rows) /d; s/\{[^}]*\}//g; s/\([^ ()]*\)//g; '"s#$known##g" "$1" | grep -nE '[0-9]'
}
for template in synth_estimates/page_results.txt synth_estimates/page_blocks.txt; do
    [ -z "$(written $template)" ] || complain "$template: a number that is no cell: $(written $template)"
done
plant_copy synth_estimates/page_results.txt "$folder/template.txt" 's/{systems|bucl|GE} GE\. The/53 GE. The/'
[ -n "$(written "$folder/template.txt")" ] || complain "not noticed: a number in a sentence"
for plant in 's/{systems|bucl|GE}/{systems|bucl|GF}/g' 's/{systems|bucl|GE}/{systems|bukl|GE}/g' 's/{systems|bucl|GE}/{system|bucl|GE}/g' \
    's/{rows growth}/{rows growths}/' 's/{proven blocks}/{proven block}/' 's/{proven blocks}/{proven targets}/'; do
    plant_copy synth_estimates/page_results.txt "$folder/template.txt" "$plant" || continue
    sh synth_estimates/page.sh $kept "$folder/template.txt" >/dev/null 2>"$folder/out"
    [ $? = 2 ] && grep -q 'template.txt:[0-9]*: ' "$folder/out" || complain "not refused: $plant"
done
all_proven() { grep -qE 'those of ([0-9]+) of \1 tuples' "$1"; }
all_proven docs/overhead_results.md || complain "the page does not say that all netlists are proven"
sed '/^blocks\towl_groups/s/proven[^\t]*/not proven within 10 s/' $kept >"$folder/unproven.tsv"
sh synth_estimates/page.sh "$folder/unproven.tsv" synth_estimates/page_results.txt >"$folder/unproven.md"
grep -q 'those of [0-9]* of' "$folder/unproven.md" && ! all_proven "$folder/unproven.md" || complain "a netlist that is not proven is counted"

# The last report.
results() { sh synth_estimates/results.sh "$folder/docs" "$folder" "$folder/kept.tsv" 2>"$folder/out"; }
tree docs
cp -r "$folder/docs" "$folder/before"
results && complain "no report, and no mistake"
grep -qx 'no tables yet: make overhead' "$folder/out" || complain "without a report: $(cat "$folder/out")"
sed 1d $kept >"$folder/overhead/overhead.tsv"
sed -n 's/.*(figures\/overhead\/\([^)]*\.svg\)).*/![p](\1)/p' docs/overhead_results.md docs/overhead_blocks.md >"$folder/overhead/overhead.md"
results && complain "a missing picture was not noticed"
grep -q 'gates.svg: missing' "$folder/out" && diff -r "$folder/docs" "$folder/before" >/dev/null && [ ! -f "$folder/kept.tsv" ] ||
    complain "without a picture: $(cat "$folder/out")"
cp docs/figures/overhead/*.svg "$folder/overhead/"
rm "$folder/docs/figures/overhead/gates.svg"
results || complain "not taken: $(cat "$folder/out")"
diff -r "$folder/docs" "$folder/before" && cmp "$folder/kept.tsv" $kept || complain "a report that was taken is another one"
echo "pages of the cost: $failures failures"
[ "$failures" = 0 ]

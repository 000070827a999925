#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: packages
# Every row of every table (.def) has the form that its table states (tables.awk), and docs/tables.md lists every table with
# the names of its rows, and no other. Shown to fail: rows of each wrong form, tables and rows that the page lacks or has too many.
set -u
. tests/lib.sh
work=$BUILD/table_forms
rm -rf "$work" && mkdir -p "$work" || exit 1

tables() { find rtl_c sim tb synth_estimates tests -name '*.def' | LC_ALL=C sort; }
rows() { awk -f tests/tables.awk "$@"; }
# paths_of PATHS: of `A/B.def,C.def,../D/E.def` the files, each path behind the folder of the first.
paths_of() {
    folder=${1%%,*} folder=${folder%/*} IFS=,
    for path in $1; do
        case $path in ../*) path=${folder%/*}/${path#../} ;; */*) ;; *) path=$folder/$path ;; esac
        for table in $path; do [ -f "$table" ] && echo "$table" || echo "$table is listed, and no table"; done
    done
    unset IFS
}
# listed PAGE: what is wrong in its list, against the tables and their rows in $work.
listed() {
    sed -n 's/^| \(`[^|]*\.def`\) | \(`[^|]*`\) |.*/\1|\2/p' "$1" | tr -d '` ' | while IFS='|' read -r paths names; do
        echo "row $names"
        paths_of "$paths"
    done >"$work/page"
    awk '
        function judge(    i, n, of, name) {
            for (name in has) if (!index("," names ",", "," name ",")) print first ": " name " is not listed"
            n = split(names, of, ",")
            for (i = 1; i <= n; i++) if (first != "" && !(of[i] in has)) print first ": " of[i] " is listed, and no row"
            split("", has); first = ""
        }
        FILENAME ~ /tables$/ { table[++tables] = $0; next }
        FILENAME ~ /names$/ { of_table[$1] = of_table[$1] " " $2; next }
        $1 == "row" { judge(); names = $2; next }
        / / { print; next }
        {
            if (first == "") first = $1
            if ($1 in seen) print $1 " is listed twice"
            seen[$1] = 1
            for (i = split(of_table[$1], each, " "); i > 0; i--) has[each[i]] = 1
        }
        END { judge(); for (i = 1; i <= tables; i++) if (!(table[i] in seen)) print table[i] " is not listed" }
    ' "$work/tables" "$work/names" "$work/page"
}

tables >"$work/tables"
[ "$(wc -l <"$work/tables")" -gt 50 ] || complain "only $(wc -l <"$work/tables") tables are found"
# shellcheck disable=SC2046
found=$(rows $(cat "$work/tables"))
[ -z "$found" ] || complain "$found"
# shellcheck disable=SC2046
awk -v list=1 -f tests/tables.awk $(cat "$work/tables") | LC_ALL=C sort -u >"$work/names"
found=$(listed docs/tables.md)
[ -z "$found" ] || complain "docs/tables.md: $found"

# planted TABLE SCRIPT COMPLAINT: what is said of a copy of the table, behind its name and the line.
planted() {
    plant_copy "$1" "$work/planted.def" "$2" || return
    equal "$1, $2" "$(rows "$work/planted.def" | sed "s,^$work/planted.def:[0-9]*: ,,")" "$3"
}
counters=sim/report/counters.def
planted $counters '/^COUNTER(ctas,/s/"CTAs", *//' 'column 6: seen nothing, expected help'
planted $counters '/^COUNTER(ctas,/s/SM, *ALWAYS,/SM,/' 'column 6: seen nothing, expected help'
planted $counters '/^COUNTER(ctas,/s/"CTAs completed"/a sum, &/' 'column 6: seen a sum, expected help, a text in quotation marks'
planted $counters '/^COUNTER(ctas,/s/)$/, 0)/' 'column 7: seen 0, expected the end of the row'
planted $counters 's/^COUNTER(ctas,/LENT_&/' 'name of the row: seen LENT_COUNTER, expected COUNTER'
planted $counters '/^COUNTER(ctas,/s/^/;/' "name of the row: seen $(sed -n 's/^\(COUNTER(ctas,.*\)/;\1/p' $counters | tr -s ' '), expected COUNTER"
planted $counters '$s/)$//' "column 1: seen $(sed -n '$s/)$//p' $counters | tr -s ' '), expected the end of the row"
planted sim/events/events.def 's/FIELD(uint8_t, warp, "whose") FIELD(uint32_t, pc, "of the load") FIELD(uint16_t, accesses/FIELD(uint8_t, warp) FIELD(uint32_t, pc, "") FIELD(uint16_t, accesses/' \
    'column 3: seen nothing, expected words'
planted sim/policy/keys/kaws.def '$s/^NUMBER/TEXT/' 'column 4: seen 0, expected help, a text in quotation marks'
planted rtl_c/oaws_ocw.def '/^OUT(uint8_t, ocw,/s/OCW_W, //' 'column 5: seen nothing, expected words'
planted rtl_c/oaws_ocw.def '/^IN_LATE(uint8_t, sensitive/s/1, //' 'column 5: seen nothing, expected words'
planted sim/run/options.def '/^NUMBER(seed,/s/UINT32_MAX, //' 'column 8: seen nothing, expected help'
planted sim/policy/policies.def 's/^POLICY(policy_gto)/POLICY()/' 'column 1: seen nothing, expected descriptor'
sed '12s|, *"[^"]*")$|)|' $counters >"$work/planted.def"
equal 'the line' "$(rows "$work/planted.def")" "$work/planted.def:12: column 6: seen nothing, expected help"

# unlisted SCRIPT COMPLAINT: what is said of a changed page.
unlisted() {
    plant_copy docs/tables.md "$work/page.md" "$1" || return
    equal "docs/tables.md, $1" "$(listed "$work/page.md")" "$2"
}
unlisted '/^| `sim\/frontend\/refusals.def`/d' 'sim/frontend/refusals.def is not listed'
unlisted 's/`LATENCY_CLASS`, //' 'sim/machine/latency.def: LATENCY_CLASS is not listed'
unlisted 's/`LATENCY_CLASS`/&, `LATENCY_SHORTER`/' 'sim/machine/latency.def: LATENCY_SHORTER is listed, and no row'
unlisted 's,`sim/check/policies.def`,&\, `gone.def`,' 'sim/check/gone.def is listed, and no table'
unlisted 's,^| `sim/frontend/refusals.def.*,&\n&,' 'sim/frontend/refusals.def is listed twice'
unlisted 's/`timeline.def`/`timelines.def`/' 'sim/report/timelines.def is listed, and no table
sim/report/timeline.def is not listed'
[ "$failures" = 0 ] && echo "$(wc -l <"$work/tables") tables are as they say and as docs/tables.md lists them"

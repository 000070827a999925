#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# The table of CCWS with its tags in a macro (sim/campaign/ccws_macro.sh): of columns written by hand it is the one worked out by hand; a
# column, a row, a number or a file that is not there is named, and no table is left. The campaign's kernels, machine and size are those of the
# CCWS paper's, and at a small size it runs both latencies. Shown to fail: another column, a ratio for a change, a row that is left out.
set -u
. tests/lib.sh
work=$BUILD/tests/sim/campaign/ccws_macro
rm -rf "$work" && mkdir -p "$work/hand" || exit 1
script=sim/campaign/ccws_macro.sh hand=$work/hand

# --- by hand
printf 'A title, campaign ccws_macro.\nMachine ccws, kernels at size paper, program ab12.\n\n### A table\n' >"$hand/ccws_macro.md"
printf 'kernel,0,0.half,0.within,1,1.half,1.within\na,20.04,0.31,,21.06,0.26,\nb,100,0,,99,0,\nGMean all,44.77,0.3,,45.64,0.29,\n' >"$hand/both.csv"
printf 'kernel,1,1.half,1.within\na,1.0504,0.0123,0\nb,0.9996,0,0\nGMean all,1.0197,0.006,0\n' >"$hand/over.csv"
cat >"$work/expected" <<'END'
Machine ccws, kernels at size paper, program ab12.

| kernel | IPC, flip-flops | IPC, macro | change, % |
| --- | ---: | ---: | ---: |
| `a` | 20.0 +-0.3 | 21.1 +-0.3 | 5.0 +-1.2 |
| `b` | 100.0 +-0.0 | 99.0 +-0.0 | 0.0 +-0.0 |
| geometric mean | 44.8 +-0.3 | 45.6 +-0.3 | 2.0 +-0.6 |
END
by_hand() { sh "$1" "$hand" 2>"$work/said" && diff "$work/expected" "$hand/ccws_macro_table/ccws_macro_table.md" >"$work/difference"; }
by_hand $script || complain "by hand: $(cat "$work/said" "$work/difference")"
noticed() { # noticed WORDS SCRIPT
    plant_copy $script "$work/planted.sh" "$2" "$1" || return
    ! by_hand "$work/planted.sh" || complain "not noticed: $1"
}
noticed "flip-flops in both columns" 's/number(\$5), number(\$6)/number($2), number($3)/'
noticed "a ratio for a change" 's/100 \* (number(\$2) - 1)/100 * number($2)/'
noticed "an interval that is no per cent" 's/100 \* number(\$3)/number($3)/'
noticed "a minus in front of a zero" 's/text == "-0.0" ? "0.0" : //'
noticed "a row that is left out" 's/i = 1; i <= n; i++/i = 2; i <= n; i++/'

refused() { # refused WORDS FILE SED: with the file changed
    cp "$hand/$2" "$work/kept" && sed -i "$3" "$hand/$2"
    sh $script "$hand" 2>"$work/said"
    [ $? = 2 ] && grep -q "$1" "$work/said" && [ ! -e "$hand/ccws_macro_table" ] || complain "expected '$1': $(cat "$work/said")"
    cp "$work/kept" "$hand/$2"
}
refused 'both.csv:1: seen 4 columns, expected flip-flops and a macro' both.csv 's/,1,1.half,1.within//'
refused 'both.csv:1: seen the column `1., expected that of latency 0' both.csv '1s/,0,\(.*\),1,/,1,\1,0,/'
refused 'over.csv:1: seen the column `0., expected that of latency 1' over.csv '1s/,1,/,0,/'
refused 'over.csv:2: seen `-., expected a number' over.csv 's/1.0504/-/'
refused 'no row of b' over.csv '/^b/d'
refused 'no row GMean at the end' both.csv '/^GMean/d'
refused 'over.csv: missing, expected tables of warplock campaign ccws_macro' over.csv d

# --- the campaign
"$BUILD/warplock" campaign --print ccws >"$work/ccws.json" && "$BUILD/warplock" campaign --print ccws_macro >"$work/macro.json" || complain 'not printed'
kernels() { sed -n '/"kernels": \[/,/\]/p' "$1" | grep -v aside | grep -oE '"(bfs|kmeans|memcached|gcmark)"' | sort | paste -sd' '; }
equal kernels "$(kernels "$work/macro.json")" "$(kernels "$work/ccws.json")"
for word in '"machines": "ccws"' '"size": "paper"'; do grep -q "$word" "$work/macro.json" && grep -q "$word" "$work/ccws.json" || complain "not in both: $word"; done
"$BUILD/warplock" campaign ccws_macro --size 256 --seeds 2 --set gpu.sms=2 --set gpu.clusters=2 --store "$work/store.sqlite" --folder "$work/small" >"$work/out" 2>&1 ||
    complain "the campaign: $(tail -n 3 "$work/out")"
equal 'settings that are run' "$("$BUILD/warplock" results "$work/store.sqlite" --columns set --csv - 2>/dev/null | grep -o 'vta_latency=[01]' | sort -u | paste -sd' ')" \
    'vta_latency=0 vta_latency=1'
sh $script "$work/small" 2>"$work/said" && equal 'rows' "$(grep -c '^| `' "$work/small/ccws_macro_table/ccws_macro_table.md")" 4 || complain "$(cat "$work/said")"
echo "CCWS with its tags in a macro: $failures failures"
[ "$failures" = 0 ]

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Both campaigns on results written by hand (by_hand.h), from the store to the picture: the tables of --folder hold what
# test_tables expects, and gnuplot draws every one.
set -u
. tests/lib.sh
build=$BUILD
folder=$build/campaign_figures
rm -rf "$folder"
mkdir -p "$folder"
"$build/tests/sim/campaign/by_hand" "$build/warplock" paper "$folder/results.sqlite" || fail "by_hand: exit status $?, expected 0"
for campaign in sensitivity papers oaws; do
    "$build/warplock" campaign $campaign atax bicg mvt gesummv kmeans bfs vadd 2mm --seeds 1 --stored \
        --store "$folder/results.sqlite" --folder "$folder" >"$folder/$campaign.out" 2>"$folder/said" ||
        fail "warplock: exit status $?, expected 0" "$folder/said"
    shows "what it says" "$folder/said" ' 0 simulated, 0 failed'
    sh sim/campaign/draw.sh oaws "$folder" || fail "draw.sh: exit status $?, expected 0"
done
rm "$folder"/*.svg
sh sim/campaign/draw.sh oaws "$folder" || fail "draw.sh: exit status $?, expected 0"
for figure in fig2 fig3 fig8 fig9 fig10 fig11 fig12 fig13 fig14 swl mshr held oldest; do
    [ -s "$folder/$figure.dat" ] || fail "no $figure.dat"
    shows "$figure.svg is not whole" "$folder/$figure.svg" "</svg>"
done

row() { awk -F '\t' -v name="\"$2\"" '$1 == name { $1 = ""; print }' "$folder/$1.dat" | sed 's/^ //'; } # row FIGURE NAME
all_checks() {
    equal "fig2" "$(row fig2 2mm)" "1.9 10.0 1.0 20.0"
    equal "fig3" "$(row fig3 vadd)" "5.0 -"
    equal "fig8, first bar" "$(row fig8 'GMean divergent' | cut -d ' ' -f 1)" 1.000
    equal "fig10 has no kernel without divergent loads" "$(row fig10 vadd)" ""
    equal "fig12, SMR 50" "$(row fig12 50)" "1.000 1.000 1.000 2.000 16.000 2.000"
    equal "fig12, rows" "$(grep -c '^"' "$folder/fig12.dat")" 21
    equal "fig13, 96 MSHRs" "$(row fig13 96)" "0.500 0.500 64.000"
    equal "fig14, OAWS-Dyn" "$(row fig14 oaws-dyn)" "1.000 4.000"
}
all_checks
# A long part is no title of 31 characters and a short part.
cat >"$folder/long.json" <<'END'
{"machines": ["oaws"], "kernels": ["vadd"], "runs": [{"kernels": "all", "systems": "gto"}],
 "figures": [{"id": "long", "shape": "kernels by system", "kernels": "all", "systems": "gto", "parts": "l1d.misses+l1d.accesses_bypassed/cycles,cycles cycles/l1d.misses+l1d.accesses_bypassed"}]}
END
"$build/warplock" campaign "$folder/long.json" --size paper --stored --store "$folder/results.sqlite" --folder "$folder" >"$folder/long.out" 2>&1
equal "titles of parts" "$(head -n 1 "$folder/long.dat" | tr '\t' ' ')" 'kernel "gto" "cycles"'
# No claim of a built policy is without a measurement.
if grep "not run" "$folder/papers.out"; then fail "claims were not measured"; fi
# The checks are awake.
sed -i '/^"50"/s/2.000$/2.001/' "$folder/fig12.dat"
[ "$(all_checks)" = "FAILED: fig12, SMR 50: seen '1.000 1.000 1.000 2.000 16.000 2.001', expected '1.000 1.000 1.000 2.000 16.000 2.000'" ] ||
    fail "a wrong figure: seen '$(all_checks)', expected fig12 to be noticed"
[ "$failures" = 0 ]

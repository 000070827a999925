#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Five mappings of a module under drawn names: median, spread, and figures rounded to it in the report; the same seeds give
# the same mappings, other Verilog none; a module mapped to a library of one's own stands by itself, in its units, and is
# mapped anew when the file has changed. Planted: permutations that draw no names.
# tier: all
# needs: overhead/overhead
set -u
. tests/lib.sh
tech=${TECH:-/usr/share/qflow/tech}
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { echo "skip: no Yosys, OpenSTA, osu018 or osu035"; exit 77; }
folder=$BUILD/overhead-noise
rm -rf "$folder" && mkdir -p "$folder/overhead"
cp "$BUILD/overhead/overhead" "$folder/overhead/"
export BUILD="$folder"
cat >"$folder/pick.v" <<'END'
module pick(input clk_i, input [15:0] a_i, b_i, output reg [15:0] q_q);
    always @(posedge clk_i) q_q <= a_i > b_i ? a_i + q_q : b_i ^ {q_q[7:0], q_q[15:8]};
endmodule
END
runs() { # runs SCRIPTS: the areas of the mappings, one a line, largest last
    sh "$1/measure.sh" full pick "$folder/pick.v" "$folder/overhead/own_pick" || fail "measure.sh: exit status $?, expected 0"
    sh "$1/measure.sh" noise pick "$folder/pick.v" "$folder/overhead/own_pick" || fail "measure.sh: exit status $?, expected 0"
    for seed in 1 2 3 4 5; do
        grep -o '"type": "[A-Z0-9]*"' "$folder/overhead/own_pick/noise_$seed/net.json" | sort | uniq -c | sha256sum
    done | sort -u
}
PROOF_SECONDS=30
export PROOF_SECONDS
[ "$(runs synth_estimates | wc -l)" -ge 3 ] || fail "permutations: seen fewer than 3 netlists, expected 3 at least"
runs synth_estimates >"$folder/first"
"$folder/overhead/overhead" own "$folder/overhead" "$folder/overhead/library" pick >"$folder/own.txt" || fail "overhead: exit status $?, expected 0"
# Spread and median by hand; the printed figure is a multiple of the power of ten that the spread reaches.
awk '/^pick/ && /proven/ { found = $8 ~ /^[0-9]+$/ && $8 <= 30 } END { exit !found }' "$folder/own.txt" ||
    fail "the spread: seen none in the table, expected one up to 30 %" "$folder/own.txt"
rm -rf "$folder/overhead/own_pick"
runs synth_estimates | cmp -s - "$folder/first" || fail "the same seeds: seen other netlists, expected the same"
cp -r synth_estimates "$folder/scripts"
plant_copy synth_estimates/measure.sh "$folder/scripts/measure.sh" 's/^names_from() .*/names_from() { echo opt_clean; }/' || exit 1
equal "other netlists under the same names" "$(runs "$folder/scripts" | wc -l)" 1
echo '// changed' >>"$folder/pick.v"
sh synth_estimates/measure.sh bits pick "$folder/pick.v" "$folder/overhead/own_pick" || fail "measure.sh: exit status $?, expected 0"
[ ! -d "$folder/overhead/own_pick/noise_1" ] || fail "permutations of other Verilog are kept"
echo "permutations are measured"

# The 0.18 um library in ps and fF under other cell names, its gate twice as large.
sed -e 's/NAND2X1/na2/; s/DFFPOSX1/state/; s/BUFX2/drive/; s/OAI21X1/oai/' "$folder/overhead/library/library.lib" |
    awk '/^cell/ { cell = $2 } /^area/ && cell == "(na2)" { $3 = "48;" } { print }' >"$folder/own.lib"
export LIBRARY="$folder/own.lib"
measured() { sh synth_estimates/measure.sh full pick "$folder/pick.v" "$folder/overhead/with_own/own_pick" || exit 1; }
measured
"$folder/overhead/overhead" own "$folder/overhead/with_own" "$folder/overhead/with_own/library" pick >"$folder/own.txt" || fail "overhead: exit status $?, expected 0"
grep -q 'library own.lib, every table' "$folder/own.txt" && grep -q '^blocks, mapped to own.lib$' "$folder/own.txt" ||
    fail "the library: seen no name, expected own.lib in the headings" "$folder/own.txt"
! grep -q 'ns at 65 nm\|0.35' "$folder/own.txt" || fail "delays are scaled from an unknown process"
grep -q "GE  *µm²  *netlist equal" "$folder/own.txt" || fail "no area of the library's own" "$folder/own.txt"
awk '/^pick/ && /proven/ { found = $6 == 32 } END { exit !found }' "$folder/own.txt" ||   # 16 flip-flops of 96 over 48
    fail "flip-flops: seen another size, expected 2 gates each" "$folder/own.txt"
key=$(cat "$folder/overhead/with_own/own_pick/full.key")
sed -i 's/^area : 96/area : 90/' "$folder/own.lib"
measured
[ "$(cat "$folder/overhead/with_own/own_pick/full.key")" != "$key" ] || fail "another library, the same key"
echo "a library of one's own is mapped to"
[ "$failures" = 0 ]

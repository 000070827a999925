#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# The report with one tuple mapped: every table agrees with Yosys's registers in every built tuple, every claim on
# storage in the papers has its lines, the numbers of the golden report hold, a user's own module stands beside them.
# Shown to fail: a refuted netlist, a changed number, a missing claim are named; registers: test_register_count.sh.
set -u
. tests/lib.sh
command -v yosys >/dev/null 2>&1 || { echo "skip: yosys is not installed"; exit 77; }
overhead=$BUILD/overhead/overhead
folder=$BUILD/overhead-report
mkdir -p "$folder"

# One tuple is mapped, timed and proven when the library is there; of the others the bits are enough.
mapped=oaws_ocw_n48_s2_sets32
stage=bits
tech=/usr/share/qflow/tech
if command -v sta >/dev/null 2>&1 && [ -d $tech/osu018 ] && [ -d $tech/osu035 ]; then
    stage=full
else
    echo "no OpenSTA, osu018 or osu035: nothing is mapped here"
fi
"$overhead" list bits | while read -r _ block name parameters; do
    if [ "$name" = "$mapped" ]; then at=$stage; else at=bits; fi
    # shellcheck disable=SC2086
    sh synth_estimates/measure.sh "$at" "$block" "verilog/$block.v" "$folder/$name" $parameters || fail "measure.sh: exit status $?, expected 0"
done || exit 1
own=
[ "$stage" = bits ] || own=memory
[ -z "$own" ] || sh synth_estimates/measure.sh full memory tests/synth_estimates/memory.v "$folder/own_memory" || fail "measure.sh: exit status $?, expected 0"
# shellcheck disable=SC2086
"$overhead" report bits "$folder" "$BUILD/overhead/library" $own >"$folder/overhead.txt" || fail "overhead: exit status $?, expected 0" "$folder/overhead.txt"
head -n 1 "$folder/overhead.txt" | grep -q '^Not a layout: no wires' ||
    fail "the first line: seen '$(head -n 1 "$folder/overhead.txt")', expected what the numbers are not"
for section in 'blocks, mapped' 'critical path' 'longest path' 'bits of every built tuple' 'systems, per SM' "the papers' claims"; do
    shows "no section $section" "$folder/overhead.txt" "^$section"
done
shows "no system as a whole" "$folder/overhead.txt" '^base + oaws  *oaws  *3977$'
tr '\n' ' ' <"$folder/overhead.txt" | grep -q 'owl claims 0.18 mm² for its scheduler logic .*(W17)' ||
    fail "what owl claims in mm2: seen no line, expected one to compare the systems with" "$folder/overhead.txt"
# E-11: what OAWS keeps per instruction, and its classifier.
shows "predictions are not 480 bits" "$folder/overhead.txt" "^O32.pred .* 480 bits  *480  *480  *60.0$"
shows "the DLC is not 2144 bits" "$folder/overhead.txt" "^O32.entry .* 288 bytes  *2304  *2144  *268.0$"
shows "CNT is not said to be missing" "$folder/overhead.txt" "^O32.cnt .* not listed  *0  *8  *1.0$"
shows "the bits of D-22 are not shown" "$folder/overhead.txt" "^O32.slot1 .* not listed  *0  *48  *6.0$"
shows "Avail is not said to be a wire" "$folder/overhead.txt" "^O32.avail .* 6 as a wire "
if [ "$stage" = full ]; then
    shows "$mapped is not mapped and proven" "$folder/overhead.txt" '^oaws_ocw *n48_s2_sets32 .* proven'
    # It fits a period of its machine at 65 nm.
    shows "oaws_ocw is not named as in time" "$folder/overhead.txt" '^oaws_ocw  *n48_s2_sets32 .* oaws, 700 MHz .* yes$'
    # 32 bits of a memory below the module, 4 of its output, none of its loop; all have a flip-flop, and a path ends there.
    shows "the own module is not in the table" "$folder/overhead.txt" '^memory *own *36 *[0-9]* *0 .* proven'
    shows "no path to a memory is named" "$folder/overhead.txt" '^memory .*  below\.mem_q\[[0-7]\]\[[0-3]\]'
    cp -r "$folder/$mapped" "$folder/proven" && echo REFUTED >"$folder/$mapped/proof.txt"
    "$overhead" report bits "$folder" "$BUILD/overhead/library" >"$folder/refuted.txt" 2>"$folder/refuted.out" && refuted=accepted || refuted=noticed
    cp "$folder/proven/proof.txt" "$folder/$mapped/proof.txt" && rm -rf "$folder/proven"
    [ "$refuted" = noticed ] && grep -q '^oaws_ocw n48_s2_sets32: the mapped netlist is not its RTL$' "$folder/refuted.out" ||
        fail "a refuted netlist: seen $refuted, expected noticed by name" "$folder/refuted.out"
    # shellcheck disable=SC2086
    "$overhead" report bits "$folder" "$BUILD/overhead/library" $own >"$folder/overhead.txt" || fail "overhead: exit status $?, expected 0"
fi

"$overhead" compare synth_estimates/golden.json "$folder/overhead.json" || fail "overhead: exit status $?, expected 0"
sed 's/"yosys": 48,/"yosys": 49,/' synth_estimates/golden.json >"$folder/planted.json"
if "$overhead" compare "$folder/planted.json" "$folder/overhead.json" >"$folder/planted.out"; then
    echo "a changed number was not noticed"
    exit 1
fi
shows "a changed number was not named" "$folder/planted.out" '^oaws_ocw n48_s2_sets32.bits.yosys: 49 -> 48$'

for planted in 's/"claimed": 348.0/"claimed": 347.0/|claims O32.claimed: 347.0 -> 348.0' \
    's/"bits": 3319,/"bits": 3318,/|systems oaws.per_sm.bits: 3318 -> 3319'; do
    sed "${planted%|*}" synth_estimates/golden.json >"$folder/planted.json"
    "$overhead" compare "$folder/planted.json" "$folder/overhead.json" >"$folder/planted.out"
    shows "not noticed: $planted" "$folder/planted.out" -xF "${planted#*|}"
done

# The drawing: what a register depends on, and no more.
at=$folder/oaws_ocw_n48_s2_sets32
"$overhead" schematic "$at" oaws_ocw >"$folder/drawing.dot" || fail "overhead: exit status $?, expected 0"
for edge in 'from cnt_q" -> "logic ocw_q' 'from access_set_i" -> "logic n_sets_o' 'logic div_q" -> "to div_q'; do
    shows "no edge $edge" "$folder/drawing.dot" "$edge"
done
# A register that is an output too keeps its own name.
"$overhead" schematic "$folder/warp_order_n8_s2_across0" warp_order | grep -q 'logic older_q" -> "to older_q' ||
    fail "a register that is an output, too: seen another name, expected older_q"
! grep -q 'from sensitive_i" -> "logic div_q' "$folder/drawing.dot" || fail "div_q depends on sensitive_i"
mkdir -p "$folder/wired"
sed 's/sensitive_i ? cnt_d >> 1 :/0 ? cnt_d >> 1 :/' verilog/oaws_ocw.v >"$folder/wired/oaws_ocw.v"
sh synth_estimates/measure.sh bits oaws_ocw "$folder/wired/oaws_ocw.v" "$folder/wired" N=48 S=2 SETS=32 || fail "measure.sh: exit status $?, expected 0"
"$overhead" schematic "$folder/wired" oaws_ocw >"$folder/wired.dot" || fail "overhead: exit status $?, expected 0"
grep -q 'from sensitive_i' "$folder/drawing.dot" && ! grep -q 'from sensitive_i" ->' "$folder/wired.dot" ||
    fail "an input that nothing depends on is drawn with an edge"
echo "drawings follow the netlist"

# Costs of Verilog that has changed are costs no more, also where only its bits are asked for.
cp -r "$folder/oaws_ocw_n8_s2_sets32" "$folder/stale" && echo old >"$folder/stale/full.key" && rm -f "$folder/stale/bits.key"
sh synth_estimates/measure.sh bits oaws_ocw verilog/oaws_ocw.v "$folder/stale" N=8 S=2 SETS=32 || fail "measure.sh: exit status $?, expected 0"
[ ! -f "$folder/stale/full.key" ] || fail "stale costs are kept"
rm -rf "$folder/stale"

claims=../shared/spec/paper_claims.csv
[ "$failures" = 0 ] || exit 1
[ -f "$claims" ] || { echo "skip: no $claims: the claims' completeness is not checked"; exit 77; }
missing() { # claims of storage or area that file $1 has no line for
    awk -F, '$4 == "storage" || $4 ~ /^area/ { print $1 }' "$claims" | while read -r id; do
        awk -F, -v id="$id" '$2 == id { found = 1 } END { exit !found }' "$1" || echo "$id"
    done
}
[ -z "$(missing synth_estimates/claims.csv)" ] || fail "synth_estimates/claims.csv: seen no line, expected one for $(missing synth_estimates/claims.csv)"
grep -v ',K15,' synth_estimates/claims.csv >"$folder/claims.csv"
equal "a missing claim was not noticed" "$(missing "$folder/claims.csv")" K15
values() { # claims of storage or area whose value in file $1 is not the paper's
    awk -F, '$4 == "storage" || $4 ~ /^area/ { print $1, $8 }' "$claims" | while read -r id value; do
        awk -F, -v id="$id" -v value="$value" '$1 == id && $6 == value { found = 1 } END { exit !found }' "$1" || echo "$id"
    done
}
[ -z "$(values synth_estimates/claims.csv)" ] || fail "synth_estimates/claims.csv: seen another value, expected the paper's for $(values synth_estimates/claims.csv)"
sed 's/,348,bytes/,347,bytes/' synth_estimates/claims.csv >"$folder/claims.csv"
equal "a changed claim was not noticed" "$(values "$folder/claims.csv")" O32
echo "claims complete, golden numbers hold"
[ "$failures" = 0 ]

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What may become the golden report: a complete one of `make overhead` in which nothing disagrees, without the user's
# own modules; and what the comparison with it demands. The golden report itself is the complete one; each flaw is planted.
set -u
. tests/lib.sh
overhead=$BUILD/overhead/overhead
golden=synth_estimates/golden.json
folder=$BUILD/overhead-accept
rm -rf "$folder" && mkdir -p "$folder/kept"

"$overhead" accept "$folder" "$golden" || exit 1
cmp "$golden" "$folder/golden.json" || fail "the golden report is not accepted as it is"
cp "$golden" "$folder/kept/golden.json"
refused() { # refused SED-SCRIPT REASON
    sed "$1" "$golden" >"$folder/report.json"
    "$overhead" accept "$folder/kept" "$folder/report.json" 2>"$folder/out" && fail "accepted: $1"
    grep -qF "report.json: the report $2; expected a complete one: make overhead" "$folder/out" ||
        fail "expected: $2" "$folder/out"
    cmp -s "$golden" "$folder/kept/golden.json" || fail "the golden report has changed: $1"
}
refused 's/"set": "paper"/"set": "all"/' 'is not of `make overhead`, which it must be'
refused 's/"differences": 0/"differences": 1/' 'has tables and Verilog, or a netlist and its RTL, that disagree'
refused '0,/"cost": {/s//"lost": {/' 'has no costs of warp_order n32_s1_across0'
refused 's/"name": "gto"/"name": "other"/' 'has no costs of front end gto (make overhead-front-end)'
sed '0,/"config": "n2"/s//"config": "own"/' "$golden" >"$folder/report.json"
"$overhead" accept "$folder" "$folder/report.json" || exit 1
! grep -q '"own"' "$folder/golden.json" || fail "a user's own module became golden"
echo "incomplete reports are refused"

changed() { # changed SED-SCRIPT EXPECTED-LINE: a report that differs from the golden one, "" for none
    sed "$1" "$golden" >"$folder/report.json"
    "$overhead" compare "$golden" "$folder/report.json" >"$folder/out" && same=yes || same=no
    [ "$same" = yes ] && [ -z "$2" ] && return
    [ "$same" = no ] && [ -n "$2" ] || fail "same is $same: $1" "$folder/out"
    grep -q "^$2" "$folder/out" || fail "expected: $2" "$folder/out"
}
changed '' ''
changed '0,/"cost": {/s//"gone": {/' 'warp_order n32_s1_across0.cost: .* -> nothing'
changed '0,/"cost": {/s//"gone": {/; s/"set": "paper"/"set": "bits"/' ''
changed 's/"gpu_area_mm2_65nm"/"gone"/' 'systems base.gpu_area_mm2_65nm: .* -> nothing'
changed 's/"chains": \[/"chains": [], "old": [/' 'chains age order, choice of a warp: gone'
changed '/"chains"/,/"front_ends"/s/"ns": /&9/' 'chains age order, choice of a warp.ns: '
changed '/"front_ends": /,$s/"critical_ns": /&1/' 'front_ends gto.critical_ns: '
changed 's/"name": "gto"/"name": "other"/' 'front_ends gto: gone'
changed 's/"front_ends": /"other": /' ''
grep -q '^front ends are not measured, and not compared: make overhead-front-end$' "$folder/out" ||
    fail "front ends that are not measured" "$folder/out"
changed 's/"proof": "proven, registers paired"/"proof": "not proven within 240 s"/' 'oaws_ocw .*cost.proof: "proven'
echo "missing costs are changes"

# Other tools than the golden report's are named beside what differs, and are no difference themselves.
changed 's/"opensta": "/&9/' ''
other='0,/"critical_ns": /s//&1/'
changed "s/\"opensta\": \"/&9/; $other" 'the golden report was made with opensta .*, this one with 9'
changed "$other" 'warp_order n32_s1_across0.critical_ns: '
! grep -q 'was made with' "$folder/out" || fail "the same tools are called others"
echo "other tools are named"

# A path through several blocks is the sum of its links.
sums() { # sums REPORT: chains whose `ns` is not the sum of their links'
    awk '/"chains": / { chains = 1 } /"front_ends": / { exit }
        /"to": / { link = 1 }
        chains && /"ns": / { ns = $2 + 0
            if (link) sum += ns
            else { if (ns - sum > 0.005 || sum - ns > 0.005) print ns, sum
                sum = 0 }
            link = 0 }' "$1"
}
grep -q '"links"' "$golden" || fail "no chain is in the golden report"
[ -z "$(sums "$golden")" ] || fail "chains are not sums: $(sums "$golden")"
sed '/"chains"/,$s/"ns": \([0-9]\)/"ns": 1\1/' "$golden" >"$folder/report.json"
[ -n "$(sums "$folder/report.json")" ] || fail "a wrong sum was not noticed"
echo "chains are sums"

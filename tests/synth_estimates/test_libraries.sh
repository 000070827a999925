#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Blocks in several libraries, side by side: a block is measured in three that stand in a list, a fourth that is not there is
# said to be left out; figures stand in columns by library; the golden rows of a library that was not measured stay; a
# figure that is another than the golden one is named, exit 1. Planted: energies in another unit. In `make test` two libraries
# and no plant.
# needs: overhead/overhead
set -u
. tests/lib.sh
tech=${TECH:-/usr/share/qflow/tech}
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { echo "skip: no Yosys, OpenSTA, osu018 or osu035"; exit 77; }
overhead=$BUILD/overhead/overhead
folder=$BUILD/overhead-libraries
rm -rf "$folder" && mkdir -p "$folder/overhead" "$folder/golden"
cp "$overhead" "$folder/overhead/"
forms=tests/synth_estimates/liberty_forms
cat >"$folder/list" <<END
# a comment
OSU|||
picoseconds|$forms/asap7_form.lib||SDF*
nowhere|$folder/none.lib||
END
[ "${TIER:-test}" = test ] || sed -i "3a nanoseconds|$forms/nangate_form.lib||" "$folder/list"
measured=$(grep -c -e '^OSU' -e seconds "$folder/list")
run() { # run SCRIPTS
    BUILD=$folder LIBRARIES_LIST=$folder/list JOBS=1 sh "$1/libraries.sh" bucl_bypass >"$folder/out" 2>&1
}
fails() { fail "$1" "$folder/out"; }
cp -r synth_estimates "$folder/scripts" && rm -f "$folder/scripts/libraries.json"
run "$folder/scripts" || fails "$measured libraries: exit $?"
grep -qx "nowhere: no $folder/none.lib: left out" "$folder/out" || fails "a library that is not there"
rows=$folder/overhead/libraries.json
jq_rows() { grep -c '"proof":"proven' "$rows"; }
[ "$(jq_rows)" = "$measured" ] || fails "$measured rows, proven"
last=$(sed -n 's/^\([a-z]*seconds\)|.*/\1/p' "$folder/list" | tail -n 1)
grep -q "^block .* GE, OSU  GE, picoseconds  .* pJ, $last\$" "$folder/out" || fails "columns"
# fJ of a 7 nm library are between a thousandth and a tenth of those of 0.18 um, ns less than a third.
sane() {
    awk -F'"toggle_pj":' '/"OSU"/ { osu = $2 + 0 } /picoseconds/ { fast = $2 + 0 } END { exit !(fast > osu / 100000 && fast < osu / 10) }' "$rows" &&
        awk -F'"critical_ns":' '/"OSU"/ { osu = $2 + 0 } /picoseconds/ { fast = $2 + 0 } END { exit !(fast > 0 && fast < osu / 3) }' "$rows"
}
sane || { cat "$rows"; fails "units"; }

# Golden: rows of others stay, a changed figure is named.
sed 's/picoseconds/another/g' "$rows" >"$folder/golden/libraries.json"
"$overhead" libraries-accept "$folder/overhead" "$folder/golden" || exit 1
[ "$(grep -c '"library":' "$folder/golden/libraries.json")" = $((measured + 1)) ] || fails "rows of a library that was not measured"
"$overhead" libraries "$folder/overhead" "$folder/golden" >"$folder/out" || fails "the same figures"
sed -i '/"picoseconds"/,/critical_ns/ s/\("critical_ns": \).*/\19.5,/' "$folder/golden/libraries.json"
"$overhead" libraries "$folder/overhead" "$folder/golden" >"$folder/out" && fails "another figure is not noticed"
grep -q '^picoseconds, bucl_bypass p12: critical_ns: 9.5 -> ' "$folder/out" || fails "another figure"

[ "${TIER:-test}" != test ] || { echo "$measured libraries side by side"; exit 0; }
plant_copy synth_estimates/energy.tcl "$folder/scripts/energy.tcl" 's/^set_cmd_units .*//' || exit 1
run "$folder/scripts"
sane && fails "energies in picoseconds are not noticed"
echo "$measured libraries side by side"

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# Paths through several blocks: what is wrong in chains.def is named, with changed chains.def; a link is measured
# between its own ports, and one that no signal takes, or any other error of OpenSTA, which exits 0 then, ends the
# measurement.
set -u
. tests/lib.sh
folder=$BUILD/overhead-chains
rm -rf "$folder" && mkdir -p "$folder/tree/synth_estimates" "$folder/overhead"
cp synth_estimates/overhead.h synth_estimates/chains.c synth_estimates/systems.def \
    "$folder/tree/synth_estimates/"

planted() { # planted SED-SCRIPT: the command overhead with chains.def changed
    plant_copy synth_estimates/chains.def "$folder/tree/synth_estimates/chains.def" "$1" || exit 1
    objects=$(find "$BUILD/obj/synth_estimates" -name '*.o' ! -name chains.o)
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -D_DEFAULT_SOURCE -I"$folder/tree" -I. -o "$folder/overhead/overhead" \
        "$folder/tree/synth_estimates/chains.c" $objects "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/librtl_c.a" -linih -ljansson -lm ||
        fail "a changed copy does not build, expected a program"
}
refused() { # refused SED-SCRIPT MESSAGE
    planted "$1"
    "$folder/overhead/overhead" links warp_arbiter >"$folder/out" 2>&1
    status=$?
    [ "$status" = 2 ] && [ "$(cat "$folder/out")" = "synth_estimates/chains.def: $2" ] ||
        fail "$1: exit $status, expected 2 and: $2" "$folder/out"
}
refused 's/warp_order:registers>older_o/warp_odrer:registers>older_o/' \
    'warp_odrer:registers>older_o, expected a block of rtl_c/configs.def'
refused 's/warp_order:registers>older_o/warp_order/' 'warp_order, expected block:from>to'
refused 's/>older_o/>rang_o/' 'warp_order:registers>rang_o, expected an output of the block, or registers at the end'
refused 's/:older_i/:older_o/' \
    'warp_arbiter:older_o>registers, expected an input of the block, or registers at the beginning'
refused 's/:older_i/:registers/' \
    'warp_arbiter:registers>registers, expected an input of the block, or registers at the beginning'
refused 's/ warp_arbiter:older_i>registers//' 'age order, choice of a warp, expected registers at the end'
refused 's/>older_o/>registers/' 'warp_arbiter:older_i>registers, expected nothing after registers'
refused 's/warp_arbiter:older_i>registers/warp_arbiter:load_i>registers/' \
    'warp_arbiter:load_i>registers, expected an input that rtl_c/wires.def wires to the output before it'
echo "mistakes in chains.def are named"

tech=${TECH:-/usr/share/qflow/tech}
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { [ "$failures" = 0 ] || exit 1; echo "skip: no Yosys, OpenSTA, osu018 or osu035"; exit 77; }
# An input that only the next state takes, so that no signal goes from it to an output.
planted 's/"warp_order:registers>older_o warp_arbiter:older_i>registers"/"warp_arbiter:hold_i>grant_o oaws_qualify:issue_warp_i>registers"/'
build=$BUILD
BUILD=$folder
export BUILD
measure() { # measure SCRIPTS: a small warp_arbiter
    sh "$1/measure.sh" full warp_arbiter verilog/warp_arbiter.v "$folder/run" N=4 S=2 >"$folder/out" 2>&1
}
ends() { # ends SCRIPTS MESSAGE: with exit 2, and without timing and costs
    measure "$1"
    status=$?
    [ "$status" = 2 ] && grep -q "^Error: $2" "$folder/out" && [ ! -f "$folder/run/timing.key" ] &&
        [ ! -f "$folder/run/full.key" ] || fail "exit $status, expected 2 and: $2" "$folder/out"
}
ends synth_estimates '.*no path from hold_i to grant_o'
cp "$build/overhead/overhead" "$folder/overhead/overhead"
measure synth_estimates || fail "measure.sh: exit status $?, expected 0" "$folder/out"
for link in $("$folder/overhead/overhead" links warp_arbiter); do
    shows "not measured: $link" "$folder/run/timing.txt" "^link $link [0-9.]*$"
done
# By way of another port than its own a link is at most as long as the block's longest path of the kind.
awk '$1 == "path" { longest[$2] = $3 } $1 == "link" { kind = $2 ~ />registers/ ? "input_to_register" : "input_to_output"
        if ($3 > longest[kind]) { print $2, $3, "longer than", longest[kind]; bad = 1 } }
    $2 == "older_i>grant_o" { rank = $3 } $2 == "ready_i>grant_o" { ready = $3 }
    END { if (rank == ready) print "one delay for two ports"; exit bad || rank == ready }' \
    "$folder/run/timing.txt" || fail "delays of links: seen others, expected none above the block's longest path of the kind" "$folder/run/timing.txt"
echo "links are measured between their ports"

# A netlist that OpenSTA cannot read whole: mapping and proof are kept, timing is not.
cp -r synth_estimates "$folder/scripts"
measure "$folder/scripts" || fail "measure.sh: exit status $?, expected 0" "$folder/out"
mapped=$(ls -l --time-style=full-iso "$folder/run/net.json")
plant_copy synth_estimates/measure.sh "$folder/scripts/measure.sh" \
    's|^\( *\)time_with "$library" "$folder" timing.txt "$links".*|\1sed -i "s/^endmodule/assign {a, b} = 2; endmodule/" "$folder/wires.v"\n&|' || exit 1
echo '# changed' >>"$folder/scripts/links.tcl"
ends "$folder/scripts" '.*wires.v, line [0-9]* syntax error'
equal "mapped again for other timing" "$(ls -l --time-style=full-iso "$folder/run/net.json")" "$mapped"
echo "errors of OpenSTA are refused"
[ "$failures" = 0 ]

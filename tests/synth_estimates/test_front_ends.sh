#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# Front ends mapped whole: the module around warp_front_end.v ties what front_ends.def says and leaves out the other
# outputs; a small one is mapped, its chain is measured between the registers of two blocks inside it, and its netlist
# proven. What is wrong in front_ends.def is named. What was measured of other Verilog is not reported. Planted: a tied mode
# that stays an input, a chain between blocks that it does not have, registers that have lost their names.
# needs: overhead/overhead
set -u
command -v yosys >/dev/null 2>&1 || { echo "skip: yosys is not installed"; exit 77; }
. tests/lib.sh
overhead=$BUILD/overhead/overhead
folder=$BUILD/overhead-front-ends
rm -rf "$folder" && mkdir -p "$folder/tree/synth_estimates" "$folder/planted" "$folder/overhead/front_end/gto"
cp synth_estimates/overhead.h synth_estimates/front_ends.c "$folder/tree/synth_estimates/"

# Ports of 8 warps, else what front_end.sh gives: the parameters that warp_front_end.v has, and no others of the machine
# (with one more Yosys ends). The module's are set to them too.
"$overhead" front-end-blocks >"$folder/blocks.v" || fail "overhead: exit status $?, expected 0"
at=$folder/overhead/front_end/gto
parameters=$("$overhead" front-end-list | sed -n "s/^gto N=48 /N=8 /p")
# shellcheck disable=SC2086
sh synth_estimates/measure.sh bits warp_front_end "$folder/blocks.v" "$at/ports" $parameters SYSTEM=0 || fail "measure.sh: exit status $?, expected 0"
"$overhead" front-end "$at/ports" gto >"$folder/paper.v" || fail "overhead: exit status $?, expected 0"
sed 's/#(\.N(48), /#(.N(8), /' "$folder/paper.v" >"$folder/gto.v"
cmp -s "$folder/paper.v" "$folder/gto.v" && fail "the parameter N: seen no 48, expected that of machine oaws" "$folder/paper.v"
sed -n '/^module front_end_gto/,$p' "$folder/gto.v" >"$folder/module.v"
holds() { # holds MODULE: the mode is a constant and no input, the grant leaves, the ranks do not
    grep -q "\.cfg_arbiter_i(3'd1)" "$1" && ! grep -q 'input wire .* cfg_arbiter_i' "$1" &&
        grep -q 'input wire \[7:0\] ready_i' "$1" && grep -q 'output wire \[1:0\] grant_valid_o' "$1" &&
        grep -q '\.rank_o()' "$1" && ! grep -q 'output wire .* rank_o' "$1"
}
holds "$folder/module.v" || fail "what is tied: seen other ports, expected those of front_ends.def" "$folder/module.v"

planted() { # planted SED-SCRIPT: the command with front_ends.def changed, as $folder/planted/overhead
    sed "$1" synth_estimates/front_ends.def >"$folder/tree/synth_estimates/front_ends.def"
    cmp -s synth_estimates/front_ends.def "$folder/tree/synth_estimates/front_ends.def" && fail "$1 plants nothing"
    objects=$(find "$BUILD/obj/synth_estimates" -name '*.o' ! -name front_ends.o)
    # shellcheck disable=SC2086
    ${CC:-cc} $plant_linker -std=c11 -D_DEFAULT_SOURCE -I"$folder/tree" -I. -o "$folder/planted/overhead" \
        "$folder/tree/synth_estimates/front_ends.c" $objects "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/librtl_c.a" -linih -ljansson -lm ||
        fail "a changed copy does not build, expected a program"
}
refused() { # refused SED-SCRIPT EXPECTED
    planted "$1"
    "$folder/planted/overhead" front-end "$at/ports" gto >"$folder/out" 2>"$folder/err"
    status=$?
    [ "$status" = 2 ] && grep -qF "synth_estimates/front_ends.def: $2" "$folder/err" ||
        fail "$1: exit $status, expected 2 and: $2" "$folder/err"
}
refused 's/cfg_group_i=0/cfg_gruop_i=0/' 'cfg_gruop_i=0 priority_i=0, expected a port of warp_front_end.v'
refused 's/"grant_valid_o /"ready_i /' 'ready_i grant_warp_o issue_o, expected a port of warp_front_end.v'
refused 's/FRONT_END(gto, base/FRONT_END(gto, bases/' 'bases, expected a system of systems.def'
refused 's/FRONT_END(gto/FRONT_END(tog/' 'gto, expected a front end of it'
planted 's/"cfg_arbiter_i=1 /"/'
"$folder/planted/overhead" front-end "$at/ports" gto | sed -n '/^module front_end_gto/,$p' >"$folder/planted.v"
holds "$folder/planted.v" && fail "a mode that stays an input goes unnoticed"
echo "front ends are tied and left open as front_ends.def has it"

tech=${TECH:-/usr/share/qflow/tech}
command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { [ "$failures" = 0 ] || exit 1; echo "skip: no OpenSTA, osu018 or osu035: nothing is mapped here"; exit 77; }
cp "$overhead" "$folder/overhead/"
export BUILD="$folder" PROOF_SECONDS=60
names='rename -hide w:*.* w:*_q %d'
measure() { AFTER_FLATTEN=$1 sh synth_estimates/measure.sh full front_end_gto "$folder/gto.v" "$at" >"$folder/out" 2>&1; }
measure "$names" || fail "measure.sh: exit status $?, expected 0" "$folder/out"
awk '$1 == "path" && $2 == "register_to_register" { longest = $3 } $1 == "link" { seen++; link = $3; name = $2 }
    END { exit !(seen == 1 && name == "order:registers>arbiter:registers" && link > 0.3 && link <= longest) }' "$at/timing.txt" ||
    fail "the chain of base: seen another, expected one link, above 0.3 and within the longest path" "$at/timing.txt"
shows "not proven" "$at/proof.txt" '^proven'
# Of 8 warps: 6 + 6 pairs, 8 resident, 4 + 4 last, whose fetch groups are gone.
[ "$(awk '{ n[$2]++ } END { print n["order"], n["arbiter"] }' "$at/registers.txt")" = '20 8' ] ||
    fail "registers of order and arbiters: seen others, expected 20 and 8" "$at/registers.txt"
"$folder/overhead/overhead" front-ends "$folder/overhead" "$folder/overhead/library" >"$folder/out"
! grep -q '^gto ' "$folder/out" || fail "a front end of 8 warps: seen a row, expected none, as it is not the paper's" "$folder/out"
# As if the paper's: then until the Verilog changes.
cp "$folder/paper.v" "$at/verilog.v"
"$folder/overhead/overhead" front-ends "$folder/overhead" "$folder/overhead/library" >"$folder/out"
shows "what was measured is not reported" "$folder/out" '^gto  *oaws  *28  .* proven'
shows "no chain" "$folder/out" '^gto: age order, choice of a warp  *[0-9.]*$'
cp -r verilog "$folder/verilog"
echo '// changed' >>"$folder/verilog/warp_order.v"
VERILOG=$folder/verilog "$folder/overhead/overhead" front-ends "$folder/overhead" "$folder/overhead/library" >"$folder/out"
shows "costs of other Verilog" "$folder/out" '^Not measured: make overhead-front-end'

# In a library whose flip-flops have an inverse output alone, the chain ends at the same registers.
export LIBRARY=tests/synth_estimates/liberty_forms/asap7_form.lib
osu=$at at=$folder/overhead/with_asap7_form/front_end/gto
measure "$names" || fail "measure.sh: exit status $?, expected 0" "$folder/out"
grep -q '^proven' "$at/proof.txt" && grep -q '^link order:registers>arbiter:registers 0\.[0-9]*$' "$at/timing.txt" &&
    [ "$(awk '{ n[$2]++ } END { print n["order"], n["arbiter"] }' "$at/registers.txt")" = '20 8' ] ||
    fail "with inverse outputs: seen '$(cat "$at/proof.txt")', expected a proof, the chain's delay, 20 and 8 registers" "$at/timing.txt"
unset LIBRARY
at=$osu

# A front end whose registers have no names has no chain: said, and no costs.
measure 'rename -hide w:*.*' && fail "a chain without its registers is measured"
shows "without names" "$folder/out" 'no registers of an instance order'
echo "a front end is mapped whole, proven, and its chain measured"
[ "$failures" = 0 ]

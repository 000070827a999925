#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the report makes of systems and machines, shown with changed tables and INI files: whole is base at the system's
# machine and the system; parts per GPU and per memory controller are in the GPU's sums; base is mapped wherever a
# system is built; a system whose block has no table, one whose block has no tuple, and a block's parameter that nothing
# gives are told apart. A machine's numbers are its INI file's.
set -u
. tests/lib.sh
folder=$BUILD/overhead-systems
rm -rf "$folder" && mkdir -p "$folder"
tree=$folder/tree

# A machine of its own, that its INI file alone makes known: 32 warps of one scheduler, 20 SMs.
new_tree() {
    rm -rf "$tree" && mkdir -p "$tree/synth_estimates" "$tree/sim/machine" "$tree/rtl_c"
    cp rtl_c/places.def "$tree/rtl_c/"
    cp synth_estimates/*.def synth_estimates/overhead.h synth_estimates/machines.c "$tree/synth_estimates/"
    cp sim/machine/*.ini sim/machine/block_params.* "$tree/sim/machine/"
    sed 's/^warps = 48/warps = 32/; s/^schedulers = 2/schedulers = 1/; s/^sms = 30/sms = 20/
        s/^clusters = 15/clusters = 10/' sim/machine/oaws.ini >"$tree/sim/machine/narrow.ini"
}
compile() { # the commands overhead and systems with what stands in $tree
    bundle=$PWD/sim/machine/bundle.sh
    (cd "$tree" && sh "$bundle" sim/machine/*.ini >bundled_files.c && ${CC:-cc} -I"${bundle%/sim/*}" -c bundled_files.c) || fail "changed machines do not build, expected an object"
    objects=$(find "$BUILD/obj/synth_estimates" -name '*.o' ! -name machines.o ! -name overhead_main.o)
    for source in synth_estimates/machines.c sim/machine/block_params.c; do
        ${CC:-cc} -std=c11 -D_DEFAULT_SOURCE -I"$tree" -I. -c -o "$tree/${source%.c}.o" "$tree/$source" || fail "a changed $source does not build, expected an object"
    done
    for main in overhead systems; do
        source=tests/synth_estimates/planted/systems.c
        [ $main = systems ] || source=synth_estimates/overhead_main.c
        # shellcheck disable=SC2086
        ${CC:-cc} $plant_linker -std=c11 -D_DEFAULT_SOURCE -I"$tree" -I. -o "$folder/$main" $source "$tree/synth_estimates/machines.o" \
            "$tree/sim/machine/block_params.o" "$tree/bundled_files.o" $objects "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/librtl_c.a" \
            -linih -ljansson -lm || fail "$main does not build, expected a program"
    done
}
planted() { # planted FILE SED-SCRIPT: the same with that file changed
    new_tree
    plant_copy "$1" "$tree/$1" "$2" || exit 1
    compile
    "$folder/systems" >"$folder/systems.json" || fail "systems: exit status $?, expected 0"
}
refused() { # refused COMMAND MESSAGE: it ends with 2 and the message
    # shellcheck disable=SC2086
    "$folder/"$1 >"$folder/out" 2>&1
    status=$?
    [ $status = 2 ] && [ "$(cat "$folder/out")" = "$2" ] ||
        fail "$1: seen exit status $status and '$(cat "$folder/out")', expected 2 and '$2'"
}
member() { # member SYSTEM PATH: the value of a member of the system, PATH as in `whole per_sm bits`
    awk -v name="\"$1\"," -v path="$2" '
        BEGIN { depth = split(path, want, " ") }
        /^  "name":/ { mine = $2 == name; level = 1 }
        mine {
            spaces = match($0, /[^ ]/) - 1
            if (spaces != 1 + level) next
            key = $1; gsub(/[":]/, "", key)
            if (key != want[level]) next
            if (level++ < depth) next
            sub(/^[^:]*: /, ""); sub(/,$/, ""); print; exit
        }' "$folder/systems.json"
}
is() { # is SYSTEM PATH EXPECTED
    found=$(member "$1" "$2")
    equal "system $1, $2" "$found" "$3"
}
maps() { # maps STAGE TUPLE…: whether the papers' set measures them so
    stage=$1
    shift
    for tuple in "$@"; do
        "$folder/overhead" list paper | grep -q "^$stage [a-z_]* $tuple " ||
            fail "$tuple: another stage than $stage in the papers' set"
    done
}

# Base alone at oaws: 600 bits of order, 2 arbiters of 29. At narrow: 528 and one of 37; the OCW there 48. OAWS asks for
# the 576 pairs between the schedulers besides.
# Nothing else may be of that geometry: CCWS, whose machine is, is left out.
narrow='SYSTEM(more, narrow, "a system")\nPART(more, BLOCK, "")'
alone='/^SYSTEM(ccws/,$d'
planted synth_estimates/systems.def "\$ a ${narrow%%BLOCK*}one_more${narrow##*BLOCK}
$alone"
is base 'per_sm bits' 658
is oaws 'per_sm bits' 3319
is oaws 'whole per_sm bits' 3977
is oaws 'whole gpu bits' 119310
is oaws 'whole gpu_area_mm2_65nm' 119310.0
is more 'built' false
maps bits warp_order_n32_s1_across0 warp_arbiter_n32_s1

planted synth_estimates/systems.def "\$ a ${narrow%%BLOCK*}oaws_ocw${narrow##*BLOCK}"
is more 'per_sm bits' 48
is more 'whole per_sm bits' 613
is more 'whole gpu bits' 12260 # 20 SMs
maps full warp_order_n32_s1_across0 warp_arbiter_n32_s1
# Beside what it buys, from the file that make results keeps; a claim that is not measured has no row. 3319 gates an SM,
# rounded to a spread of a tenth.
printf 'claim\twords\tclaimed\tmeasured\tdirection\tsize\nO1\tstatic over gto\t36.7\t-\t\t\nO2\tdyn over gto\t73.1\t63.8\tright direction\tx\n' >"$folder/claims.dat"
mkdir -p "$folder/figures/oaws"
cp "$folder/claims.dat" "$folder/figures/oaws/"
gains() { "$folder/systems" "$folder/figures" >"$folder/gains"; grep -q "$1" "$folder/gains"; }
gains '^oaws  *oaws  *3319  *3300  *4700  *0\.14  *O2  *73\.1  *63\.8$' && ! grep -q O1 "$folder/gains" && grep -q 'dyn over gto' "$folder/gains" ||
    fail "cost beside gain: seen other rows, expected those of the claims that are measured" "$folder/gains"
sed -i 's/63.8/-/' "$folder/figures/oaws/claims.dat"
gains '^No IPC measured: make papers results$' || fail "nothing measured: seen a gain, expected none" "$folder/gains"
echo "base and a system make a whole"

planted rtl_c/places.def 's/oaws_qualify, SM, CORE/oaws_qualify, CONTROLLER, DRAM/; s/oaws_ocw, SM/oaws_ocw, GPU/'
is oaws 'per_sm bits' 3265 # without the 48 of the OCW and the 6 of the qualifier
is oaws 'gpu bits' 98034   # 30 SMs, 6 controllers, 1 GPU
is oaws 'gpu_area_mm2_65nm' 98034.0
is oaws 'whole gpu bits' 117774
clock_is() { # clock_is MACHINE BLOCK MHZ: its path is held against this clock there
    equal "MHz of $2 at $1" "$("$folder/systems" clock "$1" "$2")" "$3"
}
clock_is oaws oaws_qualify 924
clock_is oaws oaws_ocw 700
clock_is owl owl_prefetch 800
clock_is owl owl_groups 325
# What make builds front ends for is what the paper's machine gives.
geometry() { "$folder/overhead" front-end-list | sed -n 's/^oaws //p' | tr ' ' '\n' | sort | paste -sd ' ' -; }
named=$(geometry | sed 's/=[^ ]* */=|/g; s/|$//')
built=$(sed -nE 's/^(paper_geometry|front_end_fixed) *:= //p' tb/front_end/front_end.mk | tr ' ' '\n' | grep -E "^($named)" | sort | paste -sd ' ' -)
equal "paper_geometry and front_end_fixed" "$built" "$(geometry)"
planted sim/machine/oaws.ini 's/^sms = 30 /sms = 15 /; /^\[l1d\]/,/^\[/ s/^mshrs = 32/mshrs = 64/'
is oaws sms 15
is oaws 'whole gpu bits' 61110 # 4074 an SM: 96 predictions of a bit more, one of the count
[ "$built" != "$(geometry)" ] || fail "another geometry of the paper's machine: seen the same, expected another"
planted sim/machine/oaws.ini '/^\[l1d\]/,/^\[/ s/^mshrs = 32/mshrs = 33/'
is oaws built false
lacks() { # lacks MEMBERS: a system of which these, without blanks, are the members `missing` and `no_tuple`
    tr -d ' \n' <"$folder/systems.json" | grep -qF "$1" || fail "what a system lacks: seen no such, expected $1" "$folder/systems.json"
}
lacks '"missing":[],"no_tuple":["oaws_misspred","oaws_qualify"]'
planted synth_estimates/systems.def 's/, oaws_dlc, /, oaws_cld, /'
lacks '"missing":["oaws_cld"],"no_tuple":[]'
echo "what a machine has is counted, what a system lacks is named"

planted sim/machine/block_params.def '/^MACHINE_PARAM(M,/d'
refused 'overhead list paper' 'sim/machine/block_params.def: machine oaws gives no M, expected one for block oaws_misspred
sim/machine/block_params.def: machine oaws gives no M, expected one for block oaws_qualify'
new_tree
sed 's/SYSTEM(oaws, oaws,/SYSTEM(oaws, oasw,/' synth_estimates/systems.def >"$tree/synth_estimates/systems.def"
compile
refused 'overhead list paper' 'synth_estimates/systems.def: system oaws: machine oasw, expected one of sim/machine/*.ini'

# A claim on a block without a table, or of no system, needs no machine yet; one on a block of a system does.
new_tree && compile
awk -F, 'NR == 1 || $1 ~ /^(O32.ocw|W1[67])$/' synth_estimates/claims.csv >"$folder/claims.csv"
sed -i 's/,owl,controllers[^,]*,/,another,another_prefetch,/; s/,owl,owl_groups,/,another,another_groups,/' "$folder/claims.csv"
"$folder/systems" claims "$folder/claims.csv" >"$folder/out" || fail "systems: exit status $?, expected 0"
equal "claims" "$(grep -c '^needs_bits 6$\|^not built$' "$folder/out")" 3 "$folder/out"
sed -i 's/bits,oaws,/bits,another,/' "$folder/claims.csv"
refused "systems claims $folder/claims.csv" "$folder/claims.csv:2: another, expected one of sim/machine/*.ini, as the claim's block is built"
sed -i '/^O32/d; s/another_groups/oaws_ocw/' "$folder/claims.csv"
refused "systems claims $folder/claims.csv" "$folder/claims.csv:3: another, expected one of sim/machine/*.ini, as the claim's block is built"
echo "machines, parameters and claims that nothing gives are refused"
[ "$failures" = 0 ]

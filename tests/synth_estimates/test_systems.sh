#!/bin/sh
# What the report makes of systems, shown with changed systems.def and machines.def: whole is base at the system's
# machine and the system; parts per GPU and per memory controller are in the GPU's sums; base is mapped wherever a
# system is built; a system whose block has no table, one whose block has no tuple, and a machine without a block's
# parameter are told apart. And what machines.def says of a machine is what its INI file says.
set -u
BUILD=${BUILD:-build}
folder=$BUILD/overhead-systems
rm -rf "$folder" && mkdir -p "$folder"

compile() { # the commands overhead and systems with the defs of $folder/tree/synth_estimates
    objects=$(find "$BUILD/obj/synth_estimates" -name '*.o' ! -name machines.o ! -name overhead_main.o)
    for main in overhead systems; do
        source=tests/synth_estimates/planted/systems.c
        [ $main = systems ] || source=synth_estimates/overhead_main.c
        # shellcheck disable=SC2086
        ${CC:-cc} -std=c11 -D_DEFAULT_SOURCE -I"$folder/tree" -I. -o "$folder/$main" $source \
            "$folder/tree/synth_estimates/machines.c" $objects "$BUILD/librtl_c.a" -ljansson -lm || exit 1
    done
    "$folder/systems" >"$folder/systems.json" || exit 1
}
planted() { # planted FILE SED-SCRIPT: the same with that file of synth_estimates changed
    rm -rf "$folder/tree" && mkdir -p "$folder/tree/synth_estimates"
    cp synth_estimates/*.def synth_estimates/overhead.h synth_estimates/machines.c "$folder/tree/synth_estimates/"
    sed "$2" "synth_estimates/$1" >"$folder/tree/synth_estimates/$1"
    cmp -s "synth_estimates/$1" "$folder/tree/synth_estimates/$1" && { echo "$2 plants nothing in $1"; exit 1; }
    compile
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
    [ "$found" = "$3" ] || { echo "system $1, $2: $found, expected $3"; exit 1; }
}
maps() { # maps STAGE TUPLE…: whether the papers' set measures them so
    stage=$1
    shift
    for tuple in "$@"; do
        "$folder/overhead" list paper | grep -q "^$stage [a-z_]* $tuple " ||
            { echo "$tuple: another stage than $stage in the papers' set"; exit 1; }
    done
}

# Base alone at oaws: 600 bits of order, 2 arbiters of 29. At ccws: 528 and one of 37; the OCW there 48. OAWS asks for
# the 576 pairs between the schedulers besides.
mkdir -p "$folder/tree/synth_estimates"
cp synth_estimates/machines.c "$folder/tree/synth_estimates/"
compile
is base 'per_sm bits' 658
is oaws 'per_sm bits' 3319
is oaws 'whole per_sm bits' 3977
is oaws 'whole gpu bits' 119310
is oaws 'whole gpu_area_mm2_65nm' 119310.0
is ccws 'built' false
maps bits warp_order_n32_s1_across0 warp_arbiter_n32_s1

planted systems.def 's/ccws_vta/oaws_ocw/; /ccws_llds/d; /ccws_lls/d'
is ccws 'per_sm bits' 48
is ccws 'whole per_sm bits' 613
is ccws 'whole gpu bits' 18390
maps full warp_order_n32_s1_across0 warp_arbiter_n32_s1
# Beside what it buys, from the file that make results keeps; a claim that is not measured has no row. 3319 gates an SM,
# rounded to a spread of a tenth.
printf 'claim\twords\tclaimed\tmeasured\tdirection\tsize\nO1\tstatic over gto\t36.7\t-\t\t\nO2\tdyn over gto\t73.1\t63.8\tright direction\tx\n' >"$folder/claims.dat"
mkdir -p "$folder/figures/oaws"
cp "$folder/claims.dat" "$folder/figures/oaws/"
gains() { "$folder/systems" "$folder/figures" >"$folder/gains"; grep -q "$1" "$folder/gains"; }
gains '^oaws  *oaws  *3319  *3300  *4700  *0\.14  *O2  *73\.1  *63\.8$' && ! grep -q O1 "$folder/gains" && grep -q 'dyn over gto' "$folder/gains" ||
    { echo "cost beside gain:"; cat "$folder/gains"; exit 1; }
sed -i 's/63.8/-/' "$folder/figures/oaws/claims.dat"
gains '^No IPC measured: make papers results$' || { echo "nothing measured, and a gain:"; cat "$folder/gains"; exit 1; }
echo "base and a system make a whole"

planted systems.def 's/oaws_qualify, PER_SM/oaws_qualify, PER_CONTROLLER/; s/oaws_ocw, PER_SM/oaws_ocw, PER_GPU/'
is oaws 'per_sm bits' 3265 # without the 48 of the OCW and the 6 of the qualifier
is oaws 'gpu bits' 98034   # 30 SMs, 6 controllers, 1 GPU
is oaws 'gpu_area_mm2_65nm' 98034.0
is oaws 'whole gpu bits' 117774
echo "parts per GPU and per controller are counted"

planted machines.def '/oaws,/ s/ M=32//'
"$folder/overhead" list paper >"$folder/out" 2>&1
status=$?
expected='synth_estimates/machines.def: machine oaws gives no M, expected one for block oaws_misspred
synth_estimates/machines.def: machine oaws gives no M, expected one for block oaws_qualify'
[ $status = 2 ] && [ "$(cat "$folder/out")" = "$expected" ] ||
    { echo "exit $status, expected 2 and:"; echo "$expected"; cat "$folder/out"; exit 1; }
planted machines.def '/oaws,/ s/M=32/M=33/'
is oaws built false
lacks() { # lacks MEMBERS: a system of which these, without blanks, are the members `missing` and `no_tuple`
    tr -d ' \n' <"$folder/systems.json" | grep -qF "$1" || { echo "no system lacks $1"; cat "$folder/systems.json"; exit 1; }
}
lacks '"missing":[],"no_tuple":["oaws_misspred","oaws_qualify"]'
lacks '"missing":["ccws_vta","ccws_llds","ccws_lls"],"no_tuple":[]'
echo "what a system lacks is named"

differences() { # differences FILE: what FILE, a machines.def, says otherwise than the INI files
    for ini in sim/machine/*.ini; do
        name=$(basename "$ini" .ini)
        expected=$("$BUILD/warplock" dump-machine "$name" | awk '
            /^\[/ { section = $1; gsub(/[][]/, "", section) }
            $2 == "=" { value[section "." $1] = $3 }
            END { print value["clock.core_mhz"] ", " value["gpu.sms"] ", " value["dram.controllers"] ", " \
                value["core.issue_period"] ", \"N=" value["core.warps"] " S=" value["core.schedulers"] \
                " M=" value["l1d.mshrs"] " SETS=" value["l1d.sets"] }')
        grep -qF "MACHINE($name, $expected " "$1" || echo "$name: $1 differs from $ini: $expected"
    done
}
[ -z "$(differences synth_estimates/machines.def)" ] || { differences synth_estimates/machines.def; exit 1; }
for machine in 'oaws, 700' 'oaws, 700, 30' 'oaws, 700, 30, 6' 'oaws, 700, 30, 6, 1' 'oaws, 700, 30, 6, 1, "N=48' \
    'gtx480, 700, 15, 6, 1, "N=48 S=2 M=64'; do
    sed "s/($machine/&1/" synth_estimates/machines.def >"$folder/machines.def"
    [ "$(differences "$folder/machines.def" | grep -c "^${machine%%,*}:")" = 1 ] ||
        { echo "not noticed in machines.def: ${machine}1"; exit 1; }
done
echo "machines.def agrees with the INI files"

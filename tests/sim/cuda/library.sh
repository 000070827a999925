# SPDX-License-Identifier: BSD-3-Clause
# Sourced behind common.sh by the tests of NVIDIA's libraries that there are. try_programs LIBRARY FIRST: the programs of
# tests/sim/LIBRARY/programs find what they should, functionally, and, with the argument `few`, with timing on gtx480; FIRST in
# lockstep, too, and alone in `make test`. Each plant that a program names must make it fail:
#   plant: SCRIPT                 in its own check
#   kernel plant: FILE SCRIPT     in sim/LIBRARY/kernels
#   host plant: FILE SCRIPT       in sim/LIBRARY
#   header plant: FILE SCRIPT     in sim/cuda
top=$(pwd)

says() { # says WORDS COMMAND...
    words=$1
    shift
    "$@" >"$work/log" 2>&1 && grep -qF -- "$words" "$work/log" || { complain "$*: not '$words':"; tail -n 5 "$work/log"; }
}
# planted LIBRARY FOLDER FILE SCRIPT: the headers and the library with the plant in its file, as objects.
planted() {
    rm -rf "$work/planted" && mkdir -p "$work/planted/sim" && cp -r "sim/$1" sim/cuda "$work/planted/sim/" && ln -s "$top/sim/cudart" "$work/planted/sim/cudart" &&
        plant_copy "$2/$3" "$work/planted/$2/$3" "$4" || return 1
    # shellcheck disable=SC2086
    (cd "$work/planted" && { [ "$2" != "sim/$1/kernels" ] || warplock cc -w -S -I. -I"$top" "sim/$1/kernels/$1.cu" -o "sim/$1/kernels/$1.ptx"; } &&
        { [ "$2" = sim/cuda ] || for source in sim/"$1"/*.c; do gcc $plant_flags -fPIC -I. -I"$top" -c "$source" || exit 1; done; }) >"$work/log" 2>&1 ||
        { complain "$3: $4 does not build"; tail -n 5 "$work/log"; return 1; }
}
is_noticed() { # is_noticed NAME WHAT: by the program as it was built anew
    (cd "$work" && WARPLOCK_FUNCTIONAL=1 "./$1.planted" few) >"$work/log" 2>&1 && complain "$1: $2 is not noticed"
    if grep -qx FAILED "$work/log"; then echo "$1 notices $2"; else complain "$1: $2: ends otherwise"; tail -n 3 "$work/log"; fi
}

try_plants() { # try_plants LIBRARY SOURCE NAME
    plant_copy "$2" "$work/$3.planted.cu" "$(sed -n 's,^// plant: ,,p' "$2")" &&
        warplock cc -I"$(dirname "$2")" "$work/$3.planted.cu" "-l$1" -o "$work/$3.planted" >"$work/log" 2>&1 && is_noticed "$3" 'the plant in its check'
    sed -n "s,^// kernel plant: ,sim/$1/kernels ,p; s,^// host plant: ,sim/$1 ,p; s,^// header plant: ,sim/cuda ,p" "$2" >"$work/plants"
    while read -r folder file script; do
        planted "$1" "$folder" "$file" "$script" || continue
        if [ "$folder" = sim/cuda ]; then WARPLOCK_CUDA=$work/planted/sim/cuda warplock cc "$2" "-l$1" -o "$work/$3.planted"
        else warplock cc "$work/$3.o" "$work"/planted/*.o -o "$work/$3.planted"; fi >"$work/log" 2>&1 || { complain "$script does not link"; continue; }
        is_noticed "$3" "$folder/$file: $script"
    done <"$work/plants"
}

try_programs() {
    for source in "$top/tests/sim/$1/programs"/*.cu; do
        name=$(basename "$source" .cu)
        tier_is_all || [ "$name" = "$2" ] || continue
        warplock cc "$source" "-l$1" -o "$work/$name" >"$work/log" 2>&1 || { complain "$name does not build"; tail -n 5 "$work/log"; continue; }
        tier_is_all || { says PASSED env WARPLOCK_FUNCTIONAL=1 "$work/$name" few; continue; }
        says PASSED env WARPLOCK_FUNCTIONAL=1 "$work/$name"
        grep ' compared, ' "$work/log" | sed "s/^/$name: /"
        says PASSED warplock run --machine gtx480 -- "$work/$name" few
        if [ "$name" = "$2" ]; then
            says PASSED warplock run --machine oaws --policy gto,oaws-dyn --blocks lockstep -- "$work/$name" few
            grep -qE '^ *lockstep.mismatches +0 +0 ' "$work/log" || complain "$name: no lockstep without mismatches"
        fi
        warplock cc -c "$source" -o "$work/$name.o" >"$work/log" 2>&1
        try_plants "$1" "$source" "$name"
    done
}

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds a program with one planted bug: plant.sh tests/tb/planted/NAME.sed PROGRAM FOLDER
# PROGRAM is block_bench, warplock, or the tool of a test with its folder (tests/...); the result is FOLDER/PROGRAM,
# without the tool's folder, the changed copy of the source beside it. The bug goes into every tuple named by `# config:`
# (blanks between them). Prints nothing; fails when the sed script changes nothing.
set -eu
bug=$1 program=$2 folder=$3
. tests/lib.sh
value() { sed -n "s/^# $1: //p" "$bug"; }
block=$(value block) side=$(value side) configs=${PLANT_CONFIGS:-$(value config)}
case $program in
    block_bench) main=$BUILD/obj/tb/block_bench_main.o libraries="$BUILD/libtb.a" ;;
    warplock) main=$BUILD/obj/sim/main.o libraries="$BUILD/libsim.a $BUILD/libtb.a" ;;
    *) main=$BUILD/obj/${program}_main.o libraries="$BUILD/libtest.a $BUILD/libsim.a $BUILD/libtb.a" ;;
esac
if [ "$side" = c ]; then source=rtl_c/$block.c; else source=verilog/$block.v; fi
copy=$folder/${source##*/}
plant_copy "$source" "$copy" "$(cat "$bug")" "$bug" >&2 || exit 1
changed=
for config in $configs; do
    flags=$(sed -n "s/^CONFIG($block, *$config, *\(.*\))\$/\1/p" rtl_c/configs.def)
    if [ "$side" = c ]; then
        # shellcheck disable=SC2086
        gcc -std=c11 -O2 -w -I. $flags -DCFG_NAME="$config" -c "$copy" -o "$folder/$config.o"
        changed="$changed $folder/$config.o"
    else
        # shellcheck disable=SC2086
        sh tb/verilate.sh "$block" "${block}_$config" "$copy" "$folder/$config.a" g++ -O1 $flags
        changed="$changed $folder/$config.d/model.o $folder/$config.d/glue.o"
    fi
done
# The changed objects come first, so the archive's members of the same names are not taken.
# shellcheck disable=SC2086
gcc $plant_linker -s -o "$folder/${program##*/}" "$main" $changed $libraries "$BUILD/librtl_c.a" "$BUILD"/verilated/*.a "$BUILD/libfst.a" \
    $(sed -n "s/^LDLIBS *:= //p" Makefile)

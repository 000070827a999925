#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds a program with one planted bug: plant.sh NAME PROGRAM FOLDER, NAME of the bench (tests/blocks.sh)
# PROGRAM is block_bench, warplock, or the tool of a test with its folder (tests/...); the result is FOLDER/PROGRAM,
# without the tool's folder, beside the sources with the bug, of which it builds its tuples. Prints nothing; fails when the
# sed script changes nothing.
set -eu
name=$1 program=$2 folder=$3
. tests/lib.sh
. tests/blocks.sh
know_bug bench "$name" >&2 || exit 1
case $program in
    block_bench) main=$BUILD/obj/tb/block_bench_main.o libraries="$BUILD/libtb.a" ;;
    warplock) main=$BUILD/obj/sim/main.o libraries="$BUILD/libsim.a $BUILD/libtb.a" ;;
    *) main=$BUILD/obj/${program}_main.o libraries="$BUILD/libtest.a $BUILD/libsim.a $BUILD/libtb.a" ;;
esac
copy=$folder/${source##*/}
plant_copy "$source" "$copy" "$script" "$name" >&2 || exit 1
sh tb/own_sources.sh "$folder" "$source=$copy"
# shellcheck disable=SC2046,SC2086
gcc $plant_linker -s -o "$folder/${program##*/}" "$main" "$folder/tuple_sums.o" $libraries "$BUILD/libfst.a" \
    $(sed -n "s/^LDLIBS *:= //p" Makefile)

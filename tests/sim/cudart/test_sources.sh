#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A CUDA program finds the sources that blocks are built of on demand, wherever it lies: one that `warplock cc` has made has the
# folder beside that warplock in it, one that loads libcudart.so takes that beside the library, in a tree as it is built and
# as it is installed; WARPLOCK_SOURCES says another. A `warplock cc` without its runtime names the shortest way to it.
# Shown to fail: a program without the object that names the folder, a library that lies alone, a warplock that names none.
# needs: warplock libwarplock_cudart.a cudart_libraries/libcudart.so.12
set -u
. tests/sim/cuda/common.sh
begin cudart_sources
# Elsewhere: no folder above it has sources.
outside=$(mktemp -d) && rm -rf "$work" && ln -s "$outside" "$work" || exit 1
trap 'rm -rf "$outside" "${elsewhere:-}"' EXIT
build=$(cd "$BUILD" && pwd) libraries=$(sed -n 's/^LIBRARY("\(.*\)")$/\1/p' sim/cudart/tables/libraries.def)
# as installed, elsewhere: the folder has a quote and a blank in its name
installed="$work/it's installed"
mkdir -p "$installed/bin" "$installed/lib/warplock" "$installed/share/warplock" "$work/away"
cp "$build/warplock" "$installed/bin/" && cp "$build/libwarplock_cudart.a" "$installed/lib/" &&
    cp "$build/cudart_libraries/libcudart.so.12" "$installed/lib/warplock/" && cp -RL "$build/sources" "$installed/share/warplock/" || exit 1
cat >"$work/seven.cu" <<'CUDA'
#include <cstdio>
__global__ void seven(int *a) { *a = 7; }
int main()
{
    int h = 0, *d;
    cudaMalloc(&d, 4);
    seven<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    puts(h == 7 ? "seven" : "none");
}
CUDA
# runs PROGRAM...: on a machine of 40 warps, of which no block is built, with an empty cache. True when blocks were built and it ran.
runs() {
    rm -rf "$work/cache"
    (cd "$work/away" && WARPLOCK_CACHE=$work/cache WARPLOCK_MACHINE=oaws WARPLOCK_SET='core.warps=40 core.schedulers=4' PATH=${path:-/usr/bin:/bin} "$@") >"$work/out" 2>"$work/err"
    [ $? = 0 ] && [ "$(cat "$work/out")" = seven ] && grep -q '^warplock: building warp_order n40_s4_across1, ' "$work/err" &&
        ls "$work/cache" | grep -q warp_order
}
found() { words=$1; shift; runs "$@" || complain "$words: $(cat "$work/out" "$work/err")"; }
# The program runs, and its launch fails with the line that says what is not there.
refused() {
    words=$1
    shift
    runs "$@" && complain "$words: built all the same"
    grep -q "blocks' sources are not beside the program .*, expected them, a warplock on PATH, or WARPLOCK_SOURCES" "$work/err" || complain "$words: $(cat "$work/err")"
}

# --- the runtime in the program
cd "$work" || exit 1
"$build/warplock" cc -c seven.cu -o seven.o || complain "warplock cc -c: $?"
"$installed/bin/warplock" cc seven.o -o away/seven || complain "warplock cc: $?"
"$build/warplock" cc seven.o -o away/of_build || complain "warplock cc of the build folder: $?"
found 'a program of an installed warplock' ./seven
found 'a program of a built warplock' ./of_build
mv "$installed/share/warplock/sources" "$work/moved"
refused 'the sources are gone' ./seven
path=$build:/usr/bin:/bin
found 'those beside the warplock that the shell finds' ./seven
path=
found 'WARPLOCK_SOURCES' env WARPLOCK_SOURCES="$work/moved" ./seven
PATH=/usr/bin:/bin "$installed/bin/warplock" cc seven.o -o away/without || complain "warplock cc without sources: $?"
[ "$(away/without)" = seven ] || complain "a program without sources does not run"
mv "$work/moved" "$installed/share/warplock/sources"
refused 'a program that knows no sources' ./without
clang seven.o "$installed/lib/libwarplock_cudart.a" $libraries -o away/by_hand || complain 'by hand: does not link'
refused 'a program that was linked by hand' ./by_hand
[ "$(away/by_hand)" = seven ] || complain 'a program that was linked by hand does not run'

# --- the runtime as a shared library
clang seven.o -o away/shared -lstdc++ "$build/cudart_libraries/libcudart.so.12" || complain 'shared: does not link'
found 'a library that is installed' env LD_LIBRARY_PATH="$installed/lib/warplock" ./shared
found 'a library that is built' env LD_LIBRARY_PATH="$build/cudart_libraries" ./shared
mkdir alone && cp "$build/cudart_libraries/libcudart.so.12" alone/
refused 'a library that lies alone' env LD_LIBRARY_PATH="$work/alone" ./shared
found 'a library that lies alone, with WARPLOCK_SOURCES' env LD_LIBRARY_PATH="$work/alone" WARPLOCK_SOURCES="$build/sources" ./shared

# --- without the runtime: elsewhere, as it is looked for in every folder above the program
elsewhere=$(mktemp -d)
says() { # says WORDS COMMAND...
    words=$1
    shift
    "$@" >out 2>err && complain "$*: status 0"
    grep -qF -- "$words" err && [ "$(wc -l <err)" = 1 ] || complain "$*: $(cat err)"
}
mkdir -p "$elsewhere/bin" "$elsewhere/tree/build/obj" "$elsewhere/tree/sim" "$elsewhere/other/obj" &&
    ln -s "$WARPLOCK_CUDA" "$elsewhere/tree/sim/cuda" && for folder in bin tree/build other; do cp "$build/warplock" "$elsewhere/$folder/"; done
says "no lib/libwarplock_cudart.a in a folder above $elsewhere/bin/warplock, expected warplock's CUDA runtime there: install it again (make install)" \
    "$elsewhere/bin/warplock" cc seven.cu -o kept
says ": make -C $elsewhere/tree build/libwarplock_cudart.a" env WARPLOCK_CUDA= "$elsewhere/tree/build/warplock" cc seven.cu -o kept
says ": make -C $elsewhere/tree BUILD=$elsewhere/other $elsewhere/other/libwarplock_cudart.a" \
    env WARPLOCK_CUDA="$elsewhere/tree/sim/cuda" "$elsewhere/other/warplock" cc seven.cu -o kept
[ -e kept ] && complain "something was written"

# --- shown to fail
cd "$OLDPWD" || exit 1
plant_copy sim/cli/cc.c "$work/cc.c" 's/source_folder_find(folder) ? realpath(folder, NULL) : NULL/NULL/' &&
    { program_with "$work/cc.c" "$installed/bin/warplock" 2>"$work/log" || complain "the plant does not build: $(cat "$work/log")"; }
"$installed/bin/warplock" cc "$work/seven.o" -o "$work/away/planted" || complain "the plant does not compile"
runs ./planted && complain "a warplock that names no folder goes unnoticed"
[ "$failures" = 0 ]

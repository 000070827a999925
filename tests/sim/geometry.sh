# SPDX-License-Identifier: BSD-3-Clause
# Sourced, after tests/lib.sh, by the tests of blocks that are built on demand. geometry_in NAME makes the empty folder
# $work with the cache that warplock keeps them in, and a folder in front of PATH for wrappers of the compilers.
#
# start STATUS WORDS: `warplock run WORDS` must end so; its outputs are in $work/out and $work/err. said PATTERN: its
# last line on stderr is so. builds WORDS: it has built something. wrapper TOOL SCRIPT: the tool is this script from now
# on.
geometry_in() {
    work=$(pwd)/$BUILD/$1
    case $BUILD in /*) work=$BUILD/$1 ;; esac
    rm -rf "$work" && mkdir -p "$work/path" || exit 1
    warplock=${work%/*}/warplock cache=$work/cache gcc=$work/gcc WORK=$work
    # A gcc that looks for others, as ccache's, must not find the wrapper that calls it.
    printf '#!/bin/sh\nPATH="%s"\nexec gcc "$@"\n' "$PATH" >"$gcc" && chmod +x "$gcc"
    export WARPLOCK_CACHE="$cache" PATH="$work/path:$PATH" WORK
}
# shellcheck disable=SC2086
run() { "$warplock" run $1; }
start() {
    run "$2" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ $status = "$1" ] || complain "run $2: exit status $status, expected $1: $(cat "$work/err")"
}
said() { tail -n 1 "$work/err" | grep -qxE -- "$1" || complain "expected '$1', seen: $(cat "$work/err")"; }
builds() { grep -q '^warplock: building .* s$' "$work/err" || complain "$1 nothing was built: $(cat "$work/err")"; }
wrapper() { printf '#!/bin/sh\n%s\n' "$2" >"$work/path/$1" && chmod +x "$work/path/$1"; }

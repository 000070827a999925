# SPDX-License-Identifier: BSD-3-Clause
# Sourced, after tests/lib.sh, by the tests of blocks that are built on demand. geometry_in NAME makes the empty folder
# $work with the cache that warplock keeps them in, and a folder in front of PATH for wrappers of the compilers.
#
# start STATUS WORDS: `warplock run WORDS` must end so; its outputs are in $work/out and $work/err. said PATTERN: its
# last line on stderr is so. builds WORDS: it has built something; built NAME...: these models alone. wrapper TOOL SCRIPT:
# the tool is this script from now on; compiler SCRIPT: gcc does this first, and remains the same file. fresh: an empty cache. until_true COMMAND...: waits until it is true.
#
# A case is a function that complains. fault SOURCE CASE WORDS SCRIPT: with that sed script in a copy of the source of
# warplock, the case must complain; it must not without.
geometry_in() {
    work=$(pwd)/$BUILD/$1
    case $BUILD in /*) work=$BUILD/$1 ;; esac
    rm -rf "$work" && mkdir -p "$work/path" || exit 1
    warplock=${work%/*}/warplock cache=$work/cache gcc=$work/gcc WORK=$work
    # A gcc that looks for others, as ccache's, must not find the wrapper that calls it.
    printf '#!/bin/sh\nPATH="%s"\nexec gcc "$@"\n' "$PATH" >"$gcc" && chmod +x "$gcc"
    timeout=$(command -v timeout) seconds=900
    export WARPLOCK_CACHE="$cache" PATH="$work/path:$PATH" WORK
}
# shellcheck disable=SC2086
run() { "$timeout" "$seconds" "$warplock" run $1; }
start() {
    run "$2" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ $status = "$1" ] || complain "run $2: exit status $status, expected $1: $(cat "$work/err")"
}
said() { tail -n 1 "$work/err" | grep -qxE -- "$1" || complain "expected '$1', seen: $(cat "$work/err")"; }
builds() { grep -q '^warplock: building .* s$' "$work/err" || complain "$1 nothing was built: $(cat "$work/err")"; }
built() {
    sed -i '/^warplock: waiting for another /d' "$work/err"
    grep -qx "warplock: building $1; kept in [^ ]*: [0-9.]* s" "$work/err" && [ "$(wc -l <"$work/err")" = 1 ] ||
        complain "expected that $1 is built, seen: $(cat "$work/err")"
}
compiler() {
    echo "$1" >"$work/compiler_does"
    [ -x "$work/path/gcc" ] || wrapper gcc ". \"\$WORK/compiler_does\"; exec $gcc \"\$@\" -O0 $plant_linker"
}
# kill_at_random TIMES SECONDS WORDS: a build of WORDS is killed at so many moments of its first seconds. What it leaves
# is whole or not believed: the next one builds what is missing and runs right.
kill_at_random() {
    for round in $(seq "$1"); do
        rm -rf "$work/killed" && mkdir "$work/killed"
        # The runtime takes longest: nine times of ten it is there.
        [ $((round % 10)) = 0 ] || cp -p "$cache"/verilated_runtime.* "$work/killed" 2>"$work/log"
        moment=$(awk -v seed="${WARPLOCK_SEED:-1}" -v round="$round" -v most="$2" 'BEGIN { srand(1000 * seed + round); rand(); print rand() * most }')
        WARPLOCK_CACHE=$work/killed timeout --foreground -s KILL "$moment" "$warplock" run $3 >"$work/out" 2>&1
        for file in $(ls "$work/killed"); do
            tail -c 50 "$work/killed/$file" | grep -q '^warplock tuple [0-9a-f]* [0-9a-f]*$' || complain "killed after $moment s: $file is not whole"
        done
        WARPLOCK_CACHE=$work/killed start 0 "$3"
        grep -q '^  verified *yes' "$work/out" || complain "killed after $moment s, then: $(cat "$work/out")"
    done
}
wrapper() { printf '#!/bin/sh\n%s\n' "$2" >"$work/path/$1" && chmod +x "$work/path/$1"; }
fresh() { rm -rf "$cache" "$work/used"; }
until_true() {     # 20 seconds: what takes long is not asked so often
    for pause in $(yes 0.05 | head -n 40) $(yes 0.3 | head -n 60); do "$@" && return; sleep "$pause"; done
    complain "never true: $*"
    return 1
}

fault() {
    planted=$((planted + 1))
    if listing; then printf '| `%s` | %s | `%s` in `%s` |\n' "$1" "$3" "$2" "${0#./}"; return; fi
    plant_copy "$1" "$work/copy/$1" "$4" "$3" || return 0
    sampled $planted || return 0
    tried=$((tried + 1))
    (PATH=${PATH#"$work/path:"}; program_with "$work/copy/$1" "$work/warplock") || { complain "$1: '$3' does not build"; return 0; }
    (
        seconds=20 warplock=$work/warplock WARPLOCK_SOURCES=${work%/*}/sources failures=0
        export WARPLOCK_SOURCES
        fresh
        "$2" >"$work/planted.log" 2>&1
        rm -f "$work"/path/*
        [ $failures != 0 ]
    ) && echo "$3 ($1): caught by $2: $(grep -m1 FAILED "$work/planted.log" | cut -c1-150)" || complain "$1: '$3' is not noticed by $2"
}

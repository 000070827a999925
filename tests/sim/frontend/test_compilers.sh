#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The execution of PTX gives the same bits whichever compiler made it: the tests of all operations, with the execution compiled by
# clang and gcc at other levels than the build's (in `make test` by clang without optimisation). Shown to fail: a conversion of 0 rounded down as a compiler may make it.
set -u
. tests/lib.sh
unset CFLAGS
work=$BUILD/compilers
rm -rf "$work" && mkdir -p "$work" || exit 1
flags='-std=c11 -march=x86-64-v3 -ffp-contract=off -w -D_DEFAULT_SOURCE -I.'
libraries="$BUILD/libsim.a $BUILD/libtb.a"
# built COMPILER LEVEL SOURCE...: the test with these sources of the execution in front of the library's
built() {
    compiler=$1 level=$2
    shift 2
    for source in "$@"; do
        # shellcheck disable=SC2086
        $compiler $flags "$level" -c "$source" -o "$work/$(basename "$source" .c).o" || return 1
    done
    # shellcheck disable=SC2086
    $compiler $flags -O1 tests/sim/frontend/test_operations.c tests/sim/frontend/ptx_run.c "$work"/*.o $libraries -lcmocka -lm -o "$work/test"
}
for way in 'clang -O0' $(tier_is_all && echo clang,-O3 gcc,-O1); do
    way=$(echo "$way" | tr , " ")
    # shellcheck disable=SC2086
    rm -f "$work"/*.o && built $way sim/frontend/exec*.c >"$work/log" 2>&1 || { complain "$way does not build: $(head -n 3 "$work/log")"; continue; }
    "$work/test" >"$work/log" 2>&1 || complain "$way: $(grep -m3 -e FAILED -e ERROR "$work/log")"
done
rm -f "$work"/*.o
sed 's/whole && bits.i. << 1 == 0 ? 0 : bits.i./whole \&\& bits[i] == 0 ? 1ull << 63 : bits[i]/' sim/frontend/exec_convert.c >"$work/exec_convert.c"
cmp -s sim/frontend/exec_convert.c "$work/exec_convert.c" && complain "the plant does not apply any more"
built gcc -O1 "$work/exec_convert.c" >"$work/log" 2>&1 || complain "the plant does not build"
"$work/test" >"$work/log" 2>&1
grep -q '^\[  FAILED  \] test_conversions' "$work/log" || complain "the planted conversion is not noticed"
[ "$failures" = 0 ]

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# coverage.sh TIER [WORD...]: a build in which gcc counts what runs, in it the tests of TIER (test, all) whose path holds one of the WORDs
# (all of them without any), and report.sh's figures. Counts of runs add up until the build is removed or something in it is compiled anew.
set -eu
tier=$1
shift
BUILD=${BUILD:-build}
here=tests/coverage
COVERAGE_WORDS=$BUILD/coverage
mkdir -p "$COVERAGE_WORDS"
COVERAGE=$(cd "$COVERAGE_WORDS" && pwd) REAL_COMPILERS=$(dirname "$(command -v gcc)")
PATH=$PWD/$here/path:$PATH
export COVERAGE COVERAGE_WORDS REAL_COMPILERS PATH
unset MAKEFLAGS MFLAGS MAKELEVEL

"$REAL_COMPILERS/gcc" -O1 -c $here/ends.c -o "$COVERAGE/ends.o"
# Verilog is compiled as everywhere, so what is there serves.
for folder in tuples systemc front_end; do
    [ -e "$COVERAGE/$folder" ] || [ ! -e "$BUILD/$folder" ] || cp -a "$BUILD/$folder" "$COVERAGE/$folder.new" || exit 1
    [ ! -e "$COVERAGE/$folder.new" ] || {
        find "$COVERAGE/$folder.new" \( -name "*.c.o" -o -name "*bench" -o -path "*.new/*_*/front_end/*.o" -o -path "*.new/*_*/systemc/*.o" \) -delete
        mv "$COVERAGE/$folder.new" "$COVERAGE/$folder"
    }
done
# Warnings are those of the usual build.
make -s BUILD="$COVERAGE_WORDS" OPTIMISE="-O1 -march=x86-64-v3 -w" COVERAGE_TIER="$tier" TEST="$*" coverage-built
for file in $(make -s test-files | sed -n "s/^$tier //p"); do
    [ $# = 0 ] || { chosen=; for word do case $file in *"$word"*) chosen=yes ;; esac; done; [ "$chosen" ] || continue; }
    case $file in *.c) file=$COVERAGE_WORDS/${file%.c} ;; esac
    printf '%s\n' "$file"
done >"$COVERAGE/tests.txt"
# Programs first: a script that plants asks what they have seen to pass.
tests="$(grep -v "\.sh\$" "$COVERAGE/tests.txt" || :) $(grep "\.sh\$" "$COVERAGE/tests.txt" || :)"
status=0
# shellcheck disable=SC2086
BUILD=$COVERAGE_WORDS TIER=$tier TEST_SECONDS=3600 sh tests/run.sh $tests || status=$?
sh $here/report.sh "$COVERAGE"
exit $status

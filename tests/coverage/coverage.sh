#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# coverage.sh TIER [WORD...]: a build in which gcc counts what runs, in it the tests of TIER (test, all) and of also.txt whose path holds one
# of the WORDs (all of them without any), and report.sh's figures. Counts of runs add up until the build is removed or something in it is
# compiled anew.
set -eu
tier=$1
shift
BUILD=${BUILD:-build}
here=tests/coverage
COVERAGE_WORDS=$BUILD/coverage
mkdir -p "$COVERAGE_WORDS"
COVERAGE=$(cd "$COVERAGE_WORDS" && pwd) REAL_COMPILERS=$(dirname "$(command -v gcc)")
PATH=$PWD/$here/path:$PATH
# What counts has no room or no place to write to in some tests, whose programs say nothing of it.
GCOV_ERROR_FILE=$COVERAGE/gcov.log
export COVERAGE COVERAGE_WORDS REAL_COMPILERS PATH GCOV_ERROR_FILE
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
chosen() { # chosen WORD...: those of the tests on standard input, programs first: a script that plants asks what they have seen to pass
    while read -r file; do
        [ $# = 0 ] || { is=; for word do case $file in *"$word"*) is=yes ;; esac; done; [ "$is" ] || continue; }
        case $file in *.c) echo "1 $COVERAGE_WORDS/${file%.c}" ;; *) echo "2 $file" ;; esac
    done | sort -s -k1,1 | cut -d' ' -f2-
}
run() { # run TIER TEST...
    run_tier=$1
    shift
    BUILD=$COVERAGE_WORDS TIER=$run_tier TEST_SECONDS=3600 sh tests/run.sh "$@" || status=$?
}
status=0
make -s test-files >"$COVERAGE/files.txt"
sed -n "s/^$tier //p" "$COVERAGE/files.txt" | chosen "$@" >"$COVERAGE/tests.txt"
: >"$COVERAGE/also.txt"
[ "$tier" = all ] || sed -n 's/^all //p' "$COVERAGE/files.txt" | { grep -Fx -f $here/also.txt || :; } | chosen "$@" >"$COVERAGE/also.txt"
# shellcheck disable=SC2046
[ ! -s "$COVERAGE/also.txt" ] || run all $(cat "$COVERAGE/also.txt")
# shellcheck disable=SC2046
[ ! -s "$COVERAGE/tests.txt" ] || run "$tier" $(cat "$COVERAGE/tests.txt")
sh $here/report.sh "$COVERAGE"
exit $status

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: packages
# What `make coverage` says of a small program: lines and branches that ran and did not, those that end the program because it would be
# wrong, a child that leaves by _exit and a program that aborts counted too. Every row of allowed.txt names a line that is there. Shown to
# fail: a line without a reason, a reason for a line that was reached, for none and without words, counts of another source. So does `make coverage` of a small tree,
# with a line without a reason, with a test that fails, and with one that also.txt names.
set -u
. tests/lib.sh
here=$PWD/tests/coverage
work=$BUILD/coverage_report
rm -rf "$work" && mkdir -p "$work/build/obj/sim/part" "$work/sim/part" "$work/tests" || exit 1
COVERAGE=$(cd "$work/build" && pwd)
# It may itself be run by a build that counts.
REAL_COMPILERS=${REAL_COMPILERS:-$(dirname "$(command -v gcc)")}
COVERAGE_WORDS=build PATH=$here/path:$PATH
export COVERAGE COVERAGE_WORDS REAL_COMPILERS PATH
cp -r "$here" "$work/tests/"
cat >"$work/sim/part/example.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int sign(int of)
{
    if (of < 0)
        return -1;
    return of > 0;
}
int main(int argc, char **argv)
{
    if (argc == 3) {
        int twice = 2 * argc;
        abort();
        return twice;
    }
    if (fork() == 0) {
        int status = sign(argc) - 1;
        _exit(status);
    }
    wait(NULL);
    if (!argv[0]) {
        fprintf(stderr, "warplock: bug: no name\n");
        abort();
    }
    return sign(argc) - 1;
}
END
cd "$work" || exit 1
"$REAL_COMPILERS/gcc" -c "$here/ends.c" -o build/ends.o
gcc -O1 -c sim/part/example.c -o build/obj/sim/part/example.o && gcc -o build/program build/obj/sim/part/example.o && ./build/program || exit 1
sh -c "./build/program 1 2" 2>/dev/null
report() { printf '%s\n' "$@" | tr '|' '\t' >allowed.txt; sh tests/coverage/report.sh build allowed.txt >said.txt; }
number() { grep -nF "$1" sim/part/example.c | cut -d: -f1; }
expect() { grep -qF -e "$1" said.txt || { complain "expected $1"; cat said.txt; }; }

report '# no row' && complain "a line without a reason is not noticed"
expect "sim/part/example.c:$(number 'return -1'): not reached: return -1;"
[ "$(grep -c 'not reached:' said.txt)" = 1 ] || { complain "other lines are not reached"; cat said.txt; }
expect "sim/part                       16       13   81.2%        2        1"
grep -qxF "sim/part/example.c:$(number 'bug: no name'): the program would be wrong: fprintf(stderr, \"warplock: bug: no name\\n\");" build/lines.txt ||
    { complain "an assertion is not taken for one"; cat build/lines.txt; }
grep -q "^sim/part/example.c:$(number 'of < 0'): branch" build/branches.txt || { complain "no branch"; cat build/branches.txt; }
! grep -q 'fork()' build/branches.txt || { complain "the child's branch is not counted"; cat build/branches.txt; }
row='sim/part/example.c|if (of < 0) return -1;|nobody asks'
report "$row" || { complain "allowed lines are not allowed"; cat said.txt; }
report 'sim/part/example.c|return -1;|nobody asks' 'sim/part/example.c|_exit(status);|stale' && complain "a stale row is not noticed"
expect 'no line of sim/part/example.c that is not reached reads: _exit(status);'
report 'sim/part/example.c|return -1;|' && complain "a row without a reason is not noticed"
expect 'expected FILE, TEXT and REASON with tabs between: '
# counts of another source: none is left out in silence
cp build/obj/sim/part/example.gcda build/kept && sed 's/of > 0/of > 1/' sim/part/example.c >sim/part/other.c && cp sim/part/example.c build/example.c &&
    mv sim/part/other.c sim/part/example.c && gcc -O1 -c sim/part/example.c -o build/obj/sim/part/example.o && mv build/kept build/obj/sim/part/example.gcda || exit 1
report "$row" && complain "counts of another source are not noticed"
expect 'coverage: no counts of build/obj/sim/part/example.gcno: build/obj/sim/part/example.gcda:stamp mismatch with notes file'
mv build/example.c sim/part/example.c
cd "$OLDPWD" || exit 1

# --- `make coverage` of a tree of this source and one test: its status is that of the report, and of the tests
tree=$work/tree
mkdir -p "$tree/sim/part" "$tree/tests" && cp "$work/sim/part/example.c" "$tree/sim/part/" && cp -r tests/coverage tests/run.sh "$tree/tests/" || exit 1
cat >"$tree/Makefile" <<'END'
.DEFAULT_GOAL := coverage
BUILD ?= build
chosen = $(1)
wanted = $(BUILD)/program
include tests/coverage/coverage.mk
test-tuples:
test-files:
	@printf '%s tests/test_example.sh\n' test all
	@echo all tests/test_also.sh
$(BUILD)/program: $(BUILD)/obj/sim/part/example.o
	@gcc -o $@ $<
$(BUILD)/obj/sim/part/example.o: sim/part/example.c
	@mkdir -p $(@D) && gcc -O1 -c $< -o $@
END
ends() { # ends STATUS WORDS: make coverage of that tree does so, and says that
    (cd "$tree" && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u COVERAGE -u COVERAGE_WORDS -u TEST BUILD=build PATH="$REAL_COMPILERS:$PATH" \
        make coverage) >"$work/said" 2>&1
    [ $? = "$1" ] && grep -qF -e "$2" "$work/said"
}
with() { # with ROW TEST: the row of allowed.txt, the lines of the test
    printf '%s\n' "$1" | tr '|' '\t' >"$tree/tests/coverage/allowed.txt"
    printf '#!/bin/sh\n%s\n' "$2" >"$tree/tests/test_example.sh"
}
# shellcheck disable=SC2016
runs='"$BUILD/program"; ("$BUILD/program" 1 2) || :'
unreached="sim/part/example.c:$(cd "$work" && number 'return -1'): not reached: return -1;"
with '# no row' "$runs"
ends 2 "$unreached" || { complain "make coverage does not fail for a line without a reason"; cat "$work/said"; }
with "$row" "$runs"
ends 0 '1 passed, 0 failed' || { complain "make coverage fails though each line has its reason"; cat "$work/said"; }
with "$row" "$runs; exit 1"
ends 2 '0 passed, 1 failed' || { complain "make coverage does not fail where a test does"; cat "$work/said"; }
# also.txt: a test of make test-all, whole
printf '#!/bin/sh\nenv | grep "^TI.R="\nexit 1\n' >"$tree/tests/test_also.sh"
with "$row" "$runs"
ends 0 '1 passed, 0 failed' || { complain "a test of make test-all is run"; cat "$work/said"; }
echo tests/test_also.sh >"$tree/tests/coverage/also.txt"
ends 2 '=all' && grep -qF '1 passed, 0 failed' "$work/said" || { complain "what also.txt names is not run whole"; cat "$work/said"; }
: >"$tree/tests/coverage/also.txt"
with '# no row' "$runs"
plant_copy tests/coverage/coverage.sh "$tree/tests/coverage/coverage.sh" 's/^sh .*report\.sh.*/& || :/' 'what the report says is not asked' &&
    ends 2 "$unreached" && complain "a report that nobody asks is not noticed"

# --- the rows that there are
while IFS='	' read -r file text reason; do
    case $file in '#'* | '') continue ;; esac
    [ -n "$reason" ] || complain "no reason: $file: $text"
    awk '{ gsub(/^[ \t]+|[ \t]+$/, ""); print; print before " " $0; before = $0 }' "$file" | grep -qxF -e "$text" || complain "no line of $file reads: $text"
done <tests/coverage/allowed.txt
while read -r file; do
    case $file in '#'*) continue ;; esac
    grep -qE '^(#|//) tier: a[l]l|tier_is_a[l]l|library\.sh' "$file" || complain "also.txt: $file is no longer in make test-all than in make test"
done <tests/coverage/also.txt
[ "$failures" = 0 ]

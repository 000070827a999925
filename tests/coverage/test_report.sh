#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: packages
# What `make coverage` says of a small program: lines and branches that ran and did not, those that end the program because it would be
# wrong, a child that leaves by _exit and a program that aborts counted too. Every row of allowed.txt names a line that is there. Shown to
# fail: a line without a reason, a reason for a line that was reached, for none and without words.
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
report 'sim/part/example.c|if (of < 0) return -1;|nobody asks' || { complain "allowed lines are not allowed"; cat said.txt; }
report 'sim/part/example.c|return -1;|nobody asks' 'sim/part/example.c|_exit(status);|stale' && complain "a stale row is not noticed"
expect 'no line of sim/part/example.c that is not reached reads: _exit(status);'
report 'sim/part/example.c|return -1;|' && complain "a row without a reason is not noticed"
expect 'expected FILE, TEXT and REASON with tabs between: '
cd "$OLDPWD" || exit 1

# --- the rows that there are
while IFS='	' read -r file text reason; do
    case $file in '#'* | '') continue ;; esac
    [ -n "$reason" ] || complain "no reason: $file: $text"
    awk '{ gsub(/^[ \t]+|[ \t]+$/, ""); print; print before " " $0; before = $0 }' "$file" | grep -qxF -e "$text" || complain "no line of $file reads: $text"
done <tests/coverage/allowed.txt
[ "$failures" = 0 ]

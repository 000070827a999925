#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The test runner on programs that pass, fail, skip, crash and run nothing: what it counts, that its last line is the
# count alone, and its exit status.
set -eu
unset TIER
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make_test() { # make_test NAME BODY
    printf '#!/bin/sh\n%s\n' "$2" >"$work/$1" && chmod +x "$work/$1"
}
make_test good.sh 'exit 0'
make_test bad.sh 'echo seen 1, expected 2; exit 1'
make_test left_out.sh 'echo skipped: no such tool; exit 77'
make_test cases 'echo "[  PASSED  ] 4 test(s)."'
make_test cases_fail 'echo "[  PASSED  ] 3 test(s)."; echo "[  FAILED  ] 2 test(s), listed below:"; exit 2'
make_test crash 'kill -SEGV $$'
make_test nothing 'exit 0'

expect() { # expect LAST-LINES STATUS PROGRAM…
    lines=$1 wanted=$2
    shift 2
    status=0
    BUILD=$work/build sh tests/run.sh "$@" >"$work/out" 2>&1 || status=$?
    seen=$(tail -n "$(printf '%s\n' "$lines" | grep -c .)" "$work/out")
    [ "$status" = "$wanted" ] && [ "$seen" = "$lines" ] || {
        cat "$work/out"
        echo "run.sh $*: status $status, expected $wanted; last lines '$seen', expected '$lines'"
        exit 1
    }
}
expect '5 passed, 0 failed' 0 "$work/good.sh" "$work/cases"
expect '1 skipped
1 passed, 0 failed' 0 "$work/good.sh" "$work/left_out.sh"
expect '1 passed, 1 failed' 1 "$work/good.sh" "$work/bad.sh"
expect '3 passed, 2 failed' 1 "$work/cases_fail"
expect '0 passed, 1 failed' 1 "$work/crash"
expect '0 passed, 1 failed' 1 "$work/nothing"
grep -q 'seen 1, expected 2' "$work/out" && { echo "a log of another run is shown"; exit 1; }
expect '1 skipped
4 passed, 4 failed' 1 "$work/left_out.sh" "$work/cases_fail" "$work/crash" "$work/nothing" "$work/good.sh"

# The first line of a failure: what was expected and seen, and the command that repeats it.
make_test told.sh 'echo a log; echo "FAILED: the sum: seen 3, expected 4"; echo "FAILED: another"; exit 1'
make_test untold.sh 'echo "seen 1, expected 2"; echo more; exit 1'
make_test silent.sh 'exit 3'
make_test asserts 'echo "[ RUN      ] first"; echo "[       OK ] first"; echo "[ RUN      ] second"; echo "[  ERROR   ] --- 0x1 != 0x2"
echo "[   LINE   ] --- tests/a.c:7: error: Failure!"; echo "[  FAILED  ] second"; echo "[  PASSED  ] 1 test(s)."; echo "[  FAILED  ] 1 test(s), listed below:"; exit 1'
first_line() { # first_line WORDS PROGRAM
    BUILD=$work/build sh tests/run.sh "$2" >"$work/out" 2>&1 && { echo "$2 passes"; exit 1; }
    seen=$(sed -n 's/^----- //p' "$work/out")
    [ "$seen" = "FAILED $2: $1" ] || { echo "seen '$seen', expected 'FAILED $2: $1'"; exit 1; }
}
first_line "the sum: seen 3, expected 4; again: make test BUILD=$work/build TEST=$work/told.sh" "$work/told.sh"
first_line "seen 1, expected 2; again: make test BUILD=$work/build TEST=$work/untold.sh" "$work/untold.sh"
first_line "second, tests/a.c:7: 0x1 != 0x2; again: make test BUILD=$work/build TEST=$work/asserts.c" "$work/asserts"
TIER=all first_line "exit status 3; again: make test-all BUILD=$work/build TEST=$work/silent.sh" "$work/silent.sh"

# What hangs, with all that it started, does not hold up the others.
make_test hangs.sh "(sleep 2; touch '$work/went_on') & wait"
make_test deaf 'trap "" TERM; sleep 1000; sleep 1000'
export TEST_SECONDS=1
expect '1 passed, 1 failed' 1 "$work/hangs.sh" "$work/good.sh"
grep -q '^ended by its limit of time: 1 seconds by the clock$' "$work/out" || { cat "$work/out"; echo "no reason"; exit 1; }
expect '1 passed, 1 failed' 1 "$work/deaf" "$work/good.sh"
[ ! -e "$work/went_on" ] || { echo "what a test started goes on"; exit 1; }
unset TEST_SECONDS

# Times are those of the processor, of children's children too; the slowest comes first; the tier reaches the tests.
make_test busy.sh 'sh -c "i=0; while [ \$i -lt 400000 ]; do i=\$((i + 1)); done"; echo "tier $TIER"'
make_test idle.sh 'sleep 1'
expect '2 passed, 0 failed' 0 "$work/idle.sh" "$work/busy.sh"
slowest=$(grep -A1 '^the slowest, in seconds of processor time$' "$work/out" | tail -n 1)
case $slowest in *"$work/busy.sh") ;; *) cat "$work/out"; echo "the slowest is '$slowest', expected busy.sh"; exit 1 ;; esac
sed -n 's/^processor time: \([0-9]*\) s .*/\1/p' "$work/out" | grep -q . || { cat "$work/out"; echo "no time of all"; exit 1; }
awk -v busy="$slowest" 'BEGIN { split(busy, word, " "); exit !(word[1] > 0) }' || { echo "'$slowest': no time"; exit 1; }
grep -q "/idle.sh  *1 passed  *0\.[0-9] s" "$work/out" || { cat "$work/out"; echo "sleep is counted as processor time"; exit 1; }
grep -qx 'tier test' "$work"/build/test-logs/*busy.sh.log || { echo "another tier than test"; exit 1; }
TIER=all expect '1 passed, 0 failed' 0 "$work/busy.sh"
grep -qx 'tier all' "$work"/build/test-logs/*busy.sh.log || { echo "another tier than all"; exit 1; }
TIER=some sh tests/run.sh "$work/good.sh" >"$work/out" 2>&1 && { echo "TIER=some is taken"; exit 1; }
grep -q 'TIER=some, expected test or all' "$work/out"

# While a plant of a test runs (tests/lib.sh), the test waits: both write the same files.
make_test waits "[ ! -e $work/plant ] && echo '[  PASSED  ] 1 test(s).'"
flock -o "$work/waits" sh -c "touch '$work/plant'; sleep 1; rm '$work/plant'" &
while [ ! -e "$work/plant" ]; do sleep 0.1; done
expect '1 passed, 0 failed' 0 "$work/waits"

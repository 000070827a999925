#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# How tests/lib.sh complains, and what it makes of plants: caught by the named case at an assertion is the only good end. A plant that
# hangs, one that crashes, one that another case notices, one that nothing notices, one that changes nothing, one that does not compile
# and one whose case does not exist are failures of the test, each said so.
set -u
work=$(mktemp -d)
export TEST_LOGS="$work/logs"
trap 'rm -rf "$work"' EXIT
script=$work/plants.sh table=$work/plants.txt
source=sim/memory/clocks.c test=sim/memory/test_clocks
good='s/core_rate + 1;/core_rate;/'

before=0        # plants that stand before the one that is looked at: the second is not tried in the small shape
export before
echo "set -u; . tests/lib.sh; plants_in planted_lib; planted=\$before; plants_of $table; plants_end" >"$script"
expect() { # expect STATUS WORDS CASE SCRIPT
    printf '# a table\n\n%s\n    %s\n' "$source $test $3: the plant" "$4" >"$table"
    PLANT_SECONDS=2 sh "$script" >"$work/out" 2>&1
    status=$?
    [ "$status" = "$1" ] && grep -q "$2" "$work/out" && return
    echo "$3, $4: exit status $status, expected $1 and: $2"
    cat "$work/out"
    exit 1
}
expect 0 '^the plant (sim/memory/clocks.c): caught by skipping_does_not_drift$' skipping_does_not_drift "$good"
expect 1 'not settled: ended by its limit of time$' skipping_does_not_drift 's/^    return \*edge - dram;/    for (;;) ;/'
expect 1 'not settled: .*Segmentation fault' skipping_does_not_drift \
    's/^    return \*edge - dram;/    *(volatile int *)8 = 1;/'
expect 1 'not settled: exit status 134 without a failed assertion$' skipping_does_not_drift \
    's/^    return \*edge - dram;/    __builtin_trap();/;s/__builtin_trap/(abort)/;1i #include <stdlib.h>'
expect 1 'gtx480_order: passes$' gtx480_order "$good"
expect 1 'passes$' skipping_does_not_drift 's/^    return 0;$/    return 0; /;$s/$/ /'
expect 1 "'the plant' does not apply any more" gtx480_order 's/no such words/at all/'
before=1
expect 1 "'the plant' does not apply any more" gtx480_order 's/no such words/at all/'
before=0
expect 1 "'the plant' does not build" gtx480_order 's/^    return due;/    return overdue;/'
expect 1 'no_such_case does not pass without a plant$' no_such_case "$good"
# A script of two lines; rows that are none.
expect 0 'caught by skipping_does_not_drift$' skipping_does_not_drift "$good
    s/no such words/at all/"
for row in "$source $test gtx480_order the plant" "$source $test" "$source $test gtx480_order: no script
$source $test gtx480_order: the plant"; do
    printf '%s\n    %s\n' "$row" "$good" >"$table"
    sh "$script" >"$work/out" 2>&1 && { echo "a row is taken: $row"; exit 1; }
    grep -q "^FAILED: $table: '.*', expected SOURCE TEST CASE: WORDS and below it a sed script\$" "$work/out" || { cat "$work/out"; exit 1; }
done
# What the run of the tests has seen to pass is not tried again; what it has seen to fail, or of another program, is.
log=$TEST_LOGS/tests_sim_memory_test_clocks
mkdir "$TEST_LOGS"
echo '[       OK ] no_such_case' >"$log.log"
expect 1 'no_such_case does not pass without a plant$' no_such_case "$good"
echo '1 0 0 0.0 tests/sim/memory/test_clocks' >"$log.count"
expect 1 'no_such_case: passes$' no_such_case "$good"
echo '[  FAILED  ] no_such_case' >"$log.log"
expect 1 'no_such_case does not pass without a plant$' no_such_case "$good"
echo '[       OK ] no_such_case' >"$log.log"
touch -d '2000-01-01' "$log.count"
expect 1 'no_such_case does not pass without a plant$' no_such_case "$good"
PLANTS=list sh "$script" >"$work/out"
[ "$(cat "$work/out")" = '| `sim/memory/clocks.c` | the plant | `no_such_case` in `tests/sim/memory/test_clocks.c` |' ] ||
    { cat "$work/out"; echo "not the row of make plants"; exit 1; }
# What is complained of is counted; `fail` goes no further.
echo 'a log' >"$work/log"
seen=$(. tests/lib.sh; equal sum 3 3; equal sum 3 4 "$work/log"; echo "$failures"; fail over; echo 'goes on')
[ "$seen" = "FAILED: sum: seen '3', expected '4'
a log
1
FAILED: over" ] || { echo "complaints: $seen"; exit 1; }
printf 'a log\nof two\n' >"$work/longer"
seen=$(. tests/lib.sh; shows none "$work/log" -x 'a log'; shows no-words "$work/longer" -x log; same_file none "$work/log" "$work/log"
    same_file other "$work/longer" "$work/log"; same_file less "$work/log" "$work/longer"; echo "$failures")
[ "$seen" = "FAILED: no-words: seen at last 'of two', expected a line 'log'
a log
of two
FAILED: other: seen 'of two', expected '': diff $work/log $work/longer
FAILED: less: seen '', expected 'of two': diff $work/longer $work/log
3" ] || { echo "complaints of files: $seen"; exit 1; }
# A plant waits while the test, or another plant of it, runs: they write the same files.
rm -r "$TEST_LOGS"
flock -o "${BUILD:-build}/tests/$test" sh -c "touch '$work/runs'; sleep 1; rm '$work/runs'" &
while [ ! -e "$work/runs" ] && kill -0 $! 2>/dev/null; do sleep 0.1; done
expect 0 'caught by skipping_does_not_drift$' skipping_does_not_drift "$good"
[ ! -e "$work/runs" ] || { echo "a plant ran beside its test"; exit 1; }

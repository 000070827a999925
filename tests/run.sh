#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs the test programs and scripts named on the command line, from the repository root, one per processor at a time,
# each with its output in $BUILD/test-logs. Prints a line per program as it ends, with the seconds of processor time that
# it took (user and system, with all that it started). Then, of each that failed, a line with what was seen and expected and the
# command that repeats it, and its log; the ten slowest; the time of all; `N skipped` if any; and last `N passed, N failed`, each
# alone on a line. cmocka programs count their cases; a script counts as one.
#
# TIER (test, all; test if not set) is handed to the tests: whether they run in their small shape or whole.
# A program is waited for while a plant of it runs (tests/lib.sh): both write the same files in $BUILD.
# TEST_SECONDS: a test that has not ended by then waits for something that does not come. It has failed, and the others go on.
set -u
BUILD=${BUILD:-build}
TIER=${TIER:-test}
TEST_SECONDS=${TEST_SECONDS:-$([ "$TIER" = all ] && echo 3600 || echo 600)}
case $TIER in test | all) ;; *) echo "run.sh: TIER=$TIER, expected test or all" >&2; exit 2 ;; esac
# Tuples are kept there, not at home.
WARPLOCK_CACHE=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)/tuples
export BUILD TIER TEST_SECONDS WARPLOCK_CACHE
if [ "${1:-}" = --with-tuples ]; then   # COMMAND...: as a test has it
    shift
    exec "$@"
fi
logs=$BUILD/test-logs
[ "${1:-}" = --one ] || { rm -rf "$logs" "$BUILD/matrix"; mkdir -p "$logs"; }

# What `times` said of the children: the sum of user and system, in seconds.
children() { awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += 60 * part[1] + part[2] } printf "%.1f", sum }' "$1"; }

# what_failed LOG STATUS: the first failure that a log tells of, on one line: of a script what `complain` said (tests/lib.sh), of a
# cmocka program the assertion, else the first line that expects something, or the last one.
what_failed() {
    awk -v status="$2" '
        /^\[ RUN      \] / { running = substr($0, 14) }
        !told && /^FAILED: / { told = substr($0, 9) }
        !assertion && /^\[  ERROR   \] --- / { assertion = substr($0, 18); of = running }
        of && !place && /^\[   LINE   \] --- / { place = $5; sub(/:$/, "", place) }
        !expects && /expected/ { expects = $0 }
        NF { last = $0 }
        END {
            if (told) print told
            else if (assertion) print of ", " place ": " assertion
            else if (expects) print expects
            else print (last ? last ", " : "") "exit status " status
        }' "$1"
}
# again PROGRAM: the command that runs it alone.
again() {
    case $1 in *.sh) again=$1 ;; *) again=${1#"$BUILD"/}.c ;; esac
    goal=test
    [ "$TIER" = test ] || goal=test-all
    [ "$BUILD" = build ] || goal="$goal BUILD=$BUILD"
    echo "make $goal TEST=$again"
}

run_one() {
    program=$1
    name=$(printf '%s' "${program#"$BUILD"/}" | tr / _)
    log=$logs/$name.log
    case $program in
        *.sh) timeout -k 2 "$TEST_SECONDS" sh "$program" >"$log" 2>&1 </dev/null; status=$? ;;
        *) flock -o "$program" timeout -k 2 "$TEST_SECONDS" "$program" >"$log" 2>&1 </dev/null; status=$? ;;
    esac
    [ "$status" != 124 ] || echo "ended by its limit of time: $TEST_SECONDS seconds by the clock" >>"$log"
    times >"$logs/$name.times"
    took=$(children "$logs/$name.times")
    passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    failed=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    skipped=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    case $program in
        *.sh)
            passed=0 failed=0 skipped=0
            case $status in
                0) passed=1 ;;
                77) skipped=1 ;;
                *) failed=1 ;;
            esac ;;
        *)  # crashed, or ran nothing: that is a failure too
            if [ "$status" != 0 ] && [ "$failed" = 0 ]; then failed=1; fi
            if [ "$status" = 0 ] && [ "$passed$skipped" = 00 ]; then failed=1; fi ;;
    esac
    echo "$passed $failed $skipped $took ${program#"$BUILD"/}" >"$logs/$name.count"
    [ "$failed" = 0 ] || echo "FAILED ${program#"$BUILD"/}: $(what_failed "$log" "$status"); again: $(again "$program")" >"$logs/$name.failure"
    verdict=ok
    [ "$skipped" = 0 ] || verdict="ok, $skipped SKIPPED: $(grep -i -m1 'skip' "$log" | cut -c1-90)"
    [ "$failed" = 0 ] || verdict="FAILED ($failed), see $log"
    printf '%-58s %4s passed  %6s s  %s\n' "${program#"$BUILD"/}" "$passed" "$took" "$verdict"
}

if [ "${1:-}" = --one ]; then
    run_one "$2"
    exit 0
fi
for program in "$@"; do printf '%s\n' "$program"; done | xargs -P "$(nproc)" -n 1 sh "$0" --one
for count in "$logs"/*.count; do
    read -r passed failed skipped took program <"$count"
    [ "$failed" = 0 ] || { log=${count%.count}.log; printf '\n----- %s\n' "$(cat "${count%.count}.failure")"; tail -n 40 "$log"; }
done
times >"$logs/all.times"
printf '\nthe slowest, in seconds of processor time\n'
cat "$logs"/*.count | sort -k4,4nr -k5 | head -n 10 | awk '{ printf "%8.1f  %s\n", $4, $5 }'
children "$logs/all.times" | awk '{ printf "processor time: %.0f s (%.1f min)\n\n", $1, $1 / 60 }'
cat "$logs"/*.count | awk '{ p += $1; f += $2; s += $3 }
    END { if (s) printf "%d skipped\n", s; printf "%d passed, %d failed\n", p, f; exit f != 0 }'

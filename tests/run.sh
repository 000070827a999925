#!/bin/sh
# Runs the test programs and scripts named on the command line, from the repository root, two at a time, each with its
# output in $BUILD/test-logs. Prints a line per program as it ends, then the logs of those that failed, then
# `N skipped` if any and, last, `N passed, N failed`, each alone on a line. cmocka programs count their cases; a script counts as one.
set -u
BUILD=${BUILD:-build}
export BUILD
logs=$BUILD/test-logs
[ "${1:-}" = --one ] || { rm -rf "$logs"; mkdir -p "$logs"; }

run_one() {
    program=$1
    name=$(printf '%s' "${program#"$BUILD"/}" | tr / _)
    log=$logs/$name.log
    begun=$(date +%s)
    case $program in
        *.sh) sh "$program" >"$log" 2>&1 </dev/null; status=$? ;;
        *) "$program" >"$log" 2>&1 </dev/null; status=$? ;;
    esac
    took=$(($(date +%s) - begun))
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
    echo "$passed $failed $skipped" >"$logs/$name.count"
    verdict=ok
    [ "$skipped" = 0 ] || verdict="ok, $skipped SKIPPED: $(grep -i -m1 'skip' "$log" | cut -c1-90)"
    [ "$failed" = 0 ] || verdict="FAILED ($failed), see $log"
    printf '%-58s %4s passed  %4ss  %s\n' "${program#"$BUILD"/}" "$passed" "$took" "$verdict"
}

if [ "${1:-}" = --one ]; then
    run_one "$2"
    exit 0
fi
for program in "$@"; do printf '%s\n' "$program"; done | xargs -P "$(nproc)" -n 1 sh "$0" --one
for count in "$logs"/*.count; do
    read -r passed failed skipped <"$count"
    [ "$failed" = 0 ] || { log=${count%.count}.log; printf '\n----- %s\n' "$log"; tail -n 40 "$log"; }
done
cat "$logs"/*.count | awk '{ p += $1; f += $2; s += $3 }
    END { print ""; if (s) printf "%d skipped\n", s; printf "%d passed, %d failed\n", p, f; exit f != 0 }'

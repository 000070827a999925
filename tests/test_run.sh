#!/bin/sh
# The test runner on programs that pass, fail, skip, crash and run nothing: what it counts, that its last line is the
# count alone, and its exit status.
set -eu
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

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# The runtime's tests under sanitizers: address and undefined behaviour, and threads that launch at once. Shown to fail: a
# lock that is none is a race.
# needs: warplock sanitized/all
set -u
. tests/lib.sh
work=$BUILD/cudart_sanitizers
rm -rf "$work" && mkdir -p "$work" || exit 1
export ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1
clean() { # clean KIND WORDS PROGRAM...
    kind=$1 words=$2
    shift 2
    "$BUILD/sanitized/$kind/$@" >"$work/log" 2>&1 && grep -q "$words" "$work/log" && ! grep -qE 'Sanitizer|runtime error' "$work/log" ||
        complain "$kind: $*: $(grep -E 'Sanitizer|runtime error|ERROR|LINE' "$work/log" | head -n 3)"
    echo "$kind: $*"
}
for kind in address thread; do
    # With all calls ThreadSanitizer runs out of memory of its own.
    [ $kind = thread ] && calls=test_two_threads tier=test || calls='*' tier=$TIER
    clean $kind 'PASSED' test_launches
    clean $kind 'PASSED' test_memory
    clean $kind 'PASSED' runtime/test_graphs
    clean $kind 'PASSED' runtime/test_pools
    clean $kind 'PASSED' runtime/test_capture
    TIER=$tier TEST_CASE=$calls clean $kind 'OK.*test_two_threads' test_every_call
    clean $kind '32 launches, 0 threads failed' program threads 8 4
    clean $kind right program atax 64 8 1 return
done

# --- a runtime whose lock is none
sed 's/^    pthread_mutex_lock(&lock);$//; s/^    pthread_mutex_unlock(&lock);$//' sim/cudart/core.c >"$work/core.c"
cmp -s sim/cudart/core.c "$work/core.c" && complain "the plant does not apply any more"
make BUILD="$BUILD" --no-print-directory CUDART_CORE="$work/core.c" "$BUILD/sanitized/thread/unlocked" >"$work/make" 2>&1 || { tail -n 5 "$work/make"; complain "the plant does not build"; }
"$BUILD/sanitized/thread/unlocked" threads 8 4 >"$work/log" 2>&1 && complain "threads without a lock are not noticed"
grep -q 'ThreadSanitizer: data race' "$work/log" && echo 'without a lock: data race' || complain "without a lock: $(head -n 3 "$work/log")"
[ "$failures" = 0 ]

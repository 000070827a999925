#!/bin/sh
# all.sh [WORD...]: proves the tuples of rtl_c/configs.def whose names hold one of the words, all without one, two at a time.
# A line per tuple as it ends (prove.sh), then `N proven, N refuted, N open, N not read` alone on a line. Exit status 0 when
# none was refuted and all could be read.
set -u
BUILD=${BUILD:-build}
[ $# -gt 0 ] || set -- _
mkdir -p "$BUILD/prove" || exit 2
tuples=$(sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\),.*/\1_\2/p' rtl_c/configs.def | grep -F "$(printf '%s\n' "$@")")
[ -n "$tuples" ] || { echo "$*: no tuple of rtl_c/configs.def holds such a word" >&2; exit 2; }
printf '%s\n' "$tuples" | xargs -P "$(nproc)" -I{} sh -c 'sh tb/prove/prove.sh {}; echo "status $?"' | tee "$BUILD/prove/last" | grep -v '^status '
awk '$1 == "status" { n[$2]++ } END { printf "%d proven, %d refuted, %d open, %d not read\n", n[0], n[1], n[3], n[2]; exit n[1] + n[2] > 0 }' "$BUILD/prove/last"

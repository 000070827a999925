#!/bin/sh
# all.sh [WORD...]: proves the tuples of rtl_c/configs.def whose names hold one of the words, or are one; all without a word;
# two at a time; and `bits_h`, what walks and counts sets (bits.sh).
# A line per tuple as it ends (prove.sh), then `N proven, N refuted, N open, N not read` alone on a line. What came of each is
# kept in tb/prove/results.txt, a line `TUPLE KEY proven|refuted|open SECONDS` (key.sh). Exit status 0 when none was refuted
# and all could be read.
set -u
BUILD=${BUILD:-build} RESULTS=${RESULTS:-tb/prove/results.txt}
[ $# -gt 0 ] || set -- _
mkdir -p "$BUILD/prove" || exit 2
tuples=$({ echo bits_h; sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\),.*/\1_\2/p' rtl_c/configs.def; } | awk -v words="$*" '
    BEGIN { n = split(words, word, " ") }
    { all[NR] = $1; exact[$1] = 1 }
    END {
        for (i = 1; i <= NR; i++)
            for (k = 1; k <= n; k++)
                if (all[i] == word[k] || (!(word[k] in exact) && index(all[i], word[k]))) { print all[i]; break }
    }')
[ -n "$tuples" ] || { echo "$*: no tuple of rtl_c/configs.def holds such a word" >&2; exit 2; }
printf '%s\n' "$tuples" | xargs -P "$(nproc)" -I{} sh -c '
    if [ {} = bits_h ]; then sh tb/prove/bits.sh; else sh tb/prove/prove.sh {}; fi >"$1/prove/{}.line" 2>&1; status=$?
    cat "$1/prove/{}.line"; echo "status $status {} $(sh tb/prove/key.sh {})"' sh "$BUILD" | tee "$BUILD/prove/last" | grep -v '^status '
touch "$RESULTS"
awk -v folder="$BUILD/prove" '
    $1 == "status" && $2 != 2 {
        word = $2 == 0 ? "proven" : $2 == 1 ? "refuted" : "open"; seconds = "?"
        file = folder "/" $3 ".line"
        while ((getline line < file) > 0) if (match(line, /; [0-9.]+ s \(/)) seconds = substr(line, RSTART + 2, RLENGTH - 6)
        print $3, $4, word, seconds
    }' "$BUILD/prove/last" >"$BUILD/prove/new"
awk 'NR == FNR { new[$1] = 1; next } !($1 in new)' "$BUILD/prove/new" "$RESULTS" >"$BUILD/prove/kept"
LC_ALL=C sort "$BUILD/prove/new" "$BUILD/prove/kept" >"$RESULTS"
awk '$1 == "status" { n[$2]++ } END { printf "%d proven, %d refuted, %d open, %d not read\n", n[0], n[1], n[3], n[2]; exit n[1] + n[2] > 0 }' "$BUILD/prove/last"

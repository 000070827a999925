#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# all.sh [WORD...]: proves the tuples of rtl_c/configs.def whose names hold one of the words, or are one; all without a word;
# two at a time; and `bits_h`, what walks and counts sets (bits.sh).
# A line per tuple as it ends (prove.sh), then `N proven, N refuted, N open, N not read` alone on a line. What came of each is
# kept in tb/prove/results.txt (results.sh). Exit status 0 when none was refuted
# and all could be read. What is proven is not proven again (prove.sh); what stayed open is tried again when its key, or a limit
# of prove.sh, is another than before. PROVE_SECONDS_IN_ALL is 300 here: the hopeless ones must leave time to the others.
# Of the model and the Verilog in rtl_c and verilog, by ABC and cadical, whose proofs are checked: what prove.sh takes besides
# would be no result.
set -u
unset RTL_C VERILOG PROVE_WORK PROVE_SWEEP PROVE_CHECK PROVE_REPLAY PROVE_VECTORS PROVE_ICARUS
export BUILD="${BUILD:-build}" PROVE_SECONDS_IN_ALL="${PROVE_SECONDS_IN_ALL:-300}"
if [ "${1:-}" = --one ]; then   # TUPLE: prove.sh's lines, then `status STATUS TUPLE KEY SECONDS OBLIGATIONS QUESTIONS PROOFS`
    tuple=$2 key=$(sh tb/prove/key.sh "$2") || exit 255
    line=$BUILD/prove/$tuple.line open=$BUILD/prove/open/$tuple
    limits="$key ${PROVE_SECONDS:-} $PROVE_SECONDS_IN_ALL ${PROVE_CONFLICTS:-} $PROVE_TOOLS"
    if [ -s "$open" ] && [ "$(sed -n 1p "$open")" = "$limits" ]; then
        status=3
        sed 1d "$open" >"$line"
    else
        rm -f "$open"
        if [ "$tuple" = bits_h ]; then sh tb/prove/bits.sh; else sh tb/prove/prove.sh "$tuple"; fi >"$line" 2>&1
        status=$?
        [ "$(sh tb/prove/key.sh "$tuple")" = "$key" ] || { status=2 && echo "$tuple: changed while it was proven" >>"$line"; }
        [ $status != 3 ] || { echo "$limits"; cat "$line"; } >"$open"
    fi
    cat "$line"
    seconds=$(sed -n 's/.*; \([0-9.]*\) s (.*/\1/p' "$line" | head -n 1)
    count() { sed -n "s/.*[^0-9]\\([0-9][0-9]*\\) $1.*/\\1/p" "$line" | head -n 1; }
    obligations=$(count obligations) questions=$(count questions) proofs=$(sed -n "s/.*; proofs \\([0-9a-f+]*\\).*/\\1/p" "$line" | head -n 1)
    echo "status $status $tuple $key ${seconds:-?} ${obligations:-0} ${questions:-0} ${proofs:--}"
    exit 0
fi
RESULTS=${RESULTS:-tb/prove/results.txt}
[ $# -gt 0 ] || set -- _
mkdir -p "$BUILD/prove/open" || exit 2
exec 8>"$BUILD/prove/all.lock"
flock -n 8 || { echo "another make prove is at work here: waiting for it" >&2 && flock 8; } || exit 2
export PROVE_TOOLS="$(sh tb/prove/tools.sh)"
sh tb/prove/results.sh read "$RESULTS" >/dev/null || exit 2
tuples=$({ echo bits_h; sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\),.*/\1_\2/p' rtl_c/configs.def; } | awk -v words="$*" '
    BEGIN { n = split(words, word, " ") }
    { all[NR] = $1; exact[$1] = 1 }
    END {
        for (i = 1; i <= NR; i++)
            for (k = 1; k <= n; k++)
                if (all[i] == word[k] || (!(word[k] in exact) && index(all[i], word[k]))) { print all[i]; break }
    }')
[ -n "$tuples" ] || { echo "$*: no tuple of rtl_c/configs.def holds such a word" >&2; exit 2; }
# A child that outlives this holds no lock but its tuple's (prove.sh).
printf '%s\n' "$tuples" | xargs -P "$(nproc)" -L 1 sh "$0" --one 8>&- | tee "$BUILD/prove/last" | sed -u '/^status /d'
# A tuple that was tried keeps no result of before; one of which nothing came has none. Exit statuses of prove.sh: 0, 1, 3.
# shellcheck disable=SC2086
awk '$1 == "status" && $2 ~ /^[013]$/ { print $3, $4, $2 == 0 ? "proven" : $2 == 1 ? "refuted" : "open", $5, $6, $7, $8 }' "$BUILD/prove/last" |
    sh tb/prove/results.sh put "$RESULTS" $tuples || exit 2
printf '%s\n' "$tuples" | awk '
    FILENAME == "-" { tried++; next }
    $1 == "status" && $2 ~ /^[013]$/ { n[$2]++ }
    END {
        unread = tried - n[0] - n[1] - n[3]
        printf "%d proven, %d refuted, %d open, %d not read\n", n[0], n[1], n[3], unread
        exit n[1] + unread > 0
    }' - "$BUILD/prove/last"

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# bits.sh [SIZE...]: proves for sets of so many numbers, 1 to 64, that the two forms of what walks and counts them do the same
# (bits.c), by decision diagrams; two sizes at a time. Prints one line, as prove.sh; exit status as there.
# BUILD (build), RTL_C: as in prove.sh.
set -u
BUILD=${BUILD:-build} RTL_C=${RTL_C:-rtl_c}
work=$BUILD/prove/bits_h
export BUILD RTL_C work
all=$(seq 64 | tr '\n' ' ') sizes=${*:-$(seq 64)}
[ -e "$BUILD/prove/built" ] && [ -z "$(find tb/prove -name '*.[ch]' -newer "$BUILD/prove/built")" ] || { echo "$BUILD/prove: not built of tb/prove as it is: make prove" >&2; exit 2; }
mkdir -p "$BUILD/prove/known" && exec 9>"$BUILD/prove/known/bits_h.lock" && flock 9 || exit 2
contents=$(sh tb/prove/key.sh bits_h) || exit 2
key="$contents ${PROVE_TOOLS:-$(sh tb/prove/tools.sh)}"
if [ "$(echo $sizes) " = "$all" ] && [ -s "$BUILD/prove/known/bits_h" ] && [ "$(sed -n 1p "$BUILD/prove/known/bits_h")" = "$key" ]; then
    sed -n 2p "$BUILD/prove/known/bits_h"
    exit 0
fi
rm -rf "$work" && mkdir -p "$work" || exit 2
# One size: its verdict, how many pieces were left to be asked, and what was said, alone on a line.
printf '%s\n' $sizes | xargs -P "$(nproc)" -I{} sh -c '
    { sh tb/prove/compile.sh "$work/{}.bc" -DSIZE={} -DBITS="\"$RTL_C/bits.h\"" tb/prove/bits.c &&
        "$BUILD/prove/prove_step" "$work/{}.bc" - "$work/{}" alone >"$work/{}.step.log"; } >"$work/{}.log" 2>&1 ||
        { echo "2 {} 0 $(tail -n 1 "$work/{}.log")"; exit 0; }
    said=$("$BUILD/prove/prove_diagram" "$work/{}.aig" 2>&1); status=$?
    echo "$status {} $(sed -n "s/.*, pieces left \\([0-9]*\\),.*/\\1/p" "$work/{}.step.log") $said"' >"$work/said"
[ "$(sh tb/prove/key.sh bits_h)" = "$contents" ] || { echo "bits_h: changed while it was proven" >&2; exit 2; }
times >"$work/times"                    # not in a subshell, which has no children yet
seconds=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%.1f", 60 * ($1 + $3) + $2 + $4 }' "$work/times")
sort -n "$work/said" | awk -v seconds="$seconds" -v sizes="$(echo $sizes | wc -w)" '
    $1 > worst { worst = $1 }
    $1 == "0" && ($3 < 1 || $4 != "questions" || $5 != $3 ",") { $1 = worst = 2 }      # all that was left is asked
    $1 == "0" { proven++; questions += $5 }
    $1 != "0" { other = other sprintf("    sets of %s: %s\n", $2, substr($0, length($1 $2 $3) + 4)) }
    END {
        verdict = worst == 0 && proven == sizes ? "proven" : worst == 1 ? "refuted" : "not read"
        printf "%-8s %-40s both forms of walks, counts and look-ups: %d obligations, sets of %d of %d sizes, %d questions by diagrams; %.1f s (in all)\n", verdict, "bits_h", sizes, proven, sizes, questions, seconds
        printf "%s", other
        exit verdict == "proven" ? 0 : worst == 1 ? 1 : 2
    }' >"$work/line"
status=$?
cat "$work/line"
[ "$status" != 0 ] || [ "$(echo $sizes) " != "$all" ] || { echo "$key"; cat "$work/line"; } >"$BUILD/prove/known/bits_h"
exit $status

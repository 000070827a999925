#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compose_all.sh [WORD...]: proves the wiring of the front ends whose names hold one of the words; of all without a word. A line
# for each (compose.sh), then `N proven, N refuted, N open, N not read` alone on a line. What came of each is kept in
# tb/prove/front_ends.txt (results.sh). Exit status 0 when none was
# refuted and all could be read.
set -u
unset FRONT_END VERILOG WIRES RTL_C PROVE_WORK PROVE_SWEEP PROVE_CHECK
export BUILD="${BUILD:-build}"
FRONT_ENDS=${FRONT_ENDS:-tb/prove/front_ends.txt}
export PROVE_TOOLS="$(sh tb/prove/tools.sh)"
sh tb/prove/results.sh read "$FRONT_ENDS" >/dev/null || exit 2
[ $# -gt 0 ] || set -- _
names=$(cut -d' ' -f1 "$BUILD/prove/front_ends" | awk -v words="$*" 'BEGIN { n = split(words, word, " ") } { for (k = 1; k <= n; k++) if (index($1, word[k])) { print; break } }')
[ -n "$names" ] || { echo "$*: no front end's name holds such a word" >&2; exit 2; }
count_0=0 count_1=0 count_2=0 count_3=0
for name in $names; do
    key=$(sh tb/prove/compose_key.sh "$name") || exit 2
    line=$BUILD/prove/front_end_$name.line
    sh tb/prove/compose.sh "$name" >"$line" 2>&1
    status=$?
    cat "$line"
    case $status in
        0) count_0=$((count_0 + 1)) verdict=proven ;;
        1) count_1=$((count_1 + 1)) verdict=refuted ;;
        3) count_3=$((count_3 + 1)) verdict=open ;;
        *) count_2=$((count_2 + 1)) verdict= ;;
    esac
    of() { sed -n "s/.*$1.*/\\1/p" "$line" | head -n 1; }
    { [ -z "$verdict" ] || echo "$name $key $verdict $(of "questions; \\([0-9.]*\\) s; ") $(of " \\([0-9]*\\) obligations,") $(of " \\([0-9]*\\) questions;") $(of "; proofs \\([0-9a-f+]*\\);")"; } |
        sh tb/prove/results.sh put "$FRONT_ENDS" "$name" || exit 2
done
echo "$count_0 proven, $count_1 refuted, $count_3 open, $count_2 not read"
[ $((count_1 + count_2)) = 0 ]

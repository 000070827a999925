#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# state.sh blocks: a line `BLOCK words` for each block with a result in tb/prove/results.txt (results.sh): for how many of its tuples C and
#                  Verilog are proven equal for all inputs; *stale* where what the proof was made of has changed since, or the tools have, and
#                  all that rests on bits_h while that is not proven as it is.
# state.sh tuples: the results as a table in Markdown, a row a block: proven where nothing else is said.
set -u
RESULTS=${RESULTS:-tb/prove/results.txt}
work=$(mktemp -d) || exit 2             # two at once have each their own
trap 'rm -rf "$work"' EXIT
sh tb/prove/results.sh read "$RESULTS" >"$work/results" || exit 2
sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\),.*/\1 \1_\2/p' rtl_c/configs.def >"$work/tuples"
bits=$(awk '$1 == "bits_h" && $3 == "proven" { print $2 }' "$work/results")
[ -n "$bits" ] && [ "$(sh tb/prove/key.sh bits_h)" = "$bits" ] || bits=
# tuple, what came of it, seconds
awk 'NR == FNR { tuple[$2] = 1; next } $1 == "bits_h" || $1 in tuple' "$work/tuples" "$work/results" >"$work/known"
sh tb/prove/key.sh $(cut -d" " -f1 "$work/known") >"$work/keys"
paste -d" " "$work/known" "$work/keys" | while read -r tuple key verdict seconds now; do
    [ -n "$bits" ] && [ "$now" = "$key" ] && [ "$verdict" != other-tools ] || verdict='*stale*'
    echo "$tuple $verdict $seconds"
done >"$work/state"
case ${1-} in
    blocks)
        awk 'NR == FNR { verdict[$1] = $2; next }
            !($1 in all) { order[++blocks] = $1 }
            { all[$1]++; if ($2 in verdict) { of[$1, verdict[$2]]++; any[$1] = 1 } }
            END {
                for (i = 1; i <= blocks; i++) {
                    b = order[i]
                    if (!any[b]) continue
                    text = of[b, "proven"] ? sprintf("%d of %d", of[b, "proven"], all[b]) : ""
                    if (of[b, "refuted"]) text = text (text ? ", " : "") "refuted in " of[b, "refuted"]
                    if (of[b, "*stale*"]) text = text (text ? ", " : "") "*stale* in " of[b, "*stale*"]
                    print b, text ? text : "open"
                }
            }' "$work/state" "$work/tuples" ;;
    tuples)
        echo '| block | tuples and their seconds of processor time |'
        echo '| --- | --- |'
        awk 'NR == FNR { block[$2] = $1; next }
            {
                b = $1 in block ? block[$1] : $1; of = b == $1 ? "" : "`" substr($1, length(b) + 2) "`"
                if (!(b in text)) order[++n] = b
                text[b] = text[b] (text[b] ? ", " : "") (of ? of " " : "") ($2 == "proven" ? "" : $2 " ") $3
            }
            END { for (i = 1; i <= n; i++) printf "| `%s` | %s |\n", order[i], text[order[i]] }' "$work/tuples" "$work/state" ;;
    *) echo 'state.sh: expected blocks or tuples' >&2; exit 2 ;;
esac

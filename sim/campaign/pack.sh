#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pack.sh BUILD STORE PACKED SIZE PROGRAM KERNELS PAPER...: the results that the papers' pages are made of, from a result store into
# PACKED, a store that has no others, compressed. What PACKED has of other papers stays, each paper's of its own program. The same
# results make the same bytes (of one version of SQLite and xz).
# Nothing is simulated; a campaign that is not whole is named, and its page has dashes. At most STORE_MOST bytes, 20 MB.
set -eu
build=$1 store=$2 packed=$3 size=$4 options="$4 $5" kernels=$6
shift 6
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ ! -s "$packed" ] || xz -dc "$packed" >"$folder/kept.sqlite"
add() { # add PAPER STORE OPTIONS
    status=0
    # shellcheck disable=SC2086
    "$build/warplock" campaign "$1" $kernels $3 --store "$2" --stored --pack "$folder/results.sqlite" >"$folder/said" 2>&1 || status=$?
    case $status in
    0 | 1 | 3) ;;
    *) tail -n 3 "$folder/said" >&2; exit "$status" ;;
    esac
    grep -h '^Not whole: ' "$folder/said" | sed "s/^/$1: /" >&2 || true
}
# In one order, whatever was asked for: the same results are the same bytes.
for paper in oaws ccws kaws bucl owl; do
    case " $* " in
    *" $paper "*) add "$paper" "$store" "$options" ;;
    *)
        [ -s "$folder/kept.sqlite" ] || continue
        program=$(sh sim/campaign/program_of.sh "$build" "$folder/kept.sqlite" "$paper")
        [ -z "$program" ] || add "$paper" "$folder/kept.sqlite" "$size --stored-program $program"
        ;;
    esac
done
for other in compare ccws_macro; do case " $* " in *" $other "*) add $other "$store" "$options" ;; esac; done
xz -7 -e -T 1 -c "$folder/results.sqlite" >"$folder/packed"
bytes=$(wc -c <"$folder/packed") most=${STORE_MOST:-20000000}
[ "$bytes" -le "$most" ] || { echo "$packed: left as it is: seen $bytes bytes, expected at most $most" >&2; exit 1; }
cat "$folder/packed" >"$packed"
"$build/warplock" results "$folder/results.sqlite" --columns program --csv - | sed 1d | sort | uniq -c |
    awk -v packed="$packed" -v bytes="$bytes" '{ printf "%s: %s results of program %s, %.1f MB\n", packed, $1, $2, bytes / 1e6 }'

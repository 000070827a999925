#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compose_rests.sh FILE: of the tuples in the file, a line each, on one line how many are proven as they are now
# (RESULTS, tb/prove/results.txt), and which are not. All rest on bits_h.
set -u
RESULTS=${RESULTS:-tb/prove/results.txt}
results=$(sh tb/prove/results.sh read "$RESULTS") || exit 2
verdict_of() {  # proven, refuted, open, stale or nothing
    printf "%s\n" "$results" | awk -v tuple="$1" '$1 == tuple { print $2, $3 }' | while read -r key verdict; do
        [ "$(sh tb/prove/key.sh "$1")" = "$key" ] && [ "$verdict" != other-tools ] || verdict=stale
        echo "$verdict"
    done
}
n=0 proven=0 others=
bits=$(verdict_of bits_h)
while read -r tuple; do
    n=$((n + 1))
    verdict=$(verdict_of "$tuple")
    [ "$verdict" != proven ] || [ "$bits" = proven ] || verdict="without bits_h"
    if [ "$verdict" = proven ]; then proven=$((proven + 1)); else others="$others, $tuple ${verdict:-not tried}"; fi
done <"$1"
echo "of $n tuples $proven proven$others"

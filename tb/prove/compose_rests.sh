#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compose_rests.sh FILE: of the tuples in the file, a line each, on one line how many are proven as they are now
# (tb/prove/results.txt), and which are not.
set -u
RESULTS=${RESULTS:-tb/prove/results.txt}
n=0 proven=0 others=
while read -r tuple; do
    n=$((n + 1))
    verdict=$(awk -v tuple="$tuple" '$1 == tuple { print $3 }' "$RESULTS")
    [ -z "$verdict" ] || [ "$(sh tb/prove/key.sh "$tuple" 2>/dev/null)" = "$(awk -v tuple="$tuple" '$1 == tuple { print $2 }' "$RESULTS")" ] || verdict=stale
    if [ "$verdict" = proven ]; then proven=$((proven + 1)); else others="$others, $tuple ${verdict:-not tried}"; fi
done <"$1"
echo "of $n tuples $proven proven$others"

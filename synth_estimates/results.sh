#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# results.sh PAGE BUILD: puts the page of the last overhead report between the markers of PAGE (docs/overhead_results.md),
# its pictures beside it under figures/overhead.
set -eu
page=$1
report=$2/overhead
figures=$(dirname "$page")/figures/overhead
pictures=$(sed -n 's/^!\[.*\](\(.*\.svg\))$/\1/p' "$report/overhead.md" 2>/dev/null || true)
for picture in $pictures; do
    [ -s "$report/$picture" ] || { echo "$report/$picture: missing, expected it beside overhead.md" >&2; exit 2; }
done
sh "$(dirname "$0")/../sim/campaign/results.sh" "$page" "$2" overhead
rm -rf "$figures" && mkdir -p "$figures"
for picture in $pictures; do cp "$report/$picture" "$figures/"; done
new=$(mktemp)
trap 'rm -f "$new"' EXIT
sed 's/^\(!\[.*\](\)\([a-zA-Z0-9_]*\.svg)\)$/\1figures\/overhead\/\2/' "$page" >"$new"
cat "$new" >"$page"

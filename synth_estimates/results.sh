#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# results.sh PAGE BUILD: puts the page of the last overhead report between the markers of PAGE (docs/overhead_results.md),
# registers and schematics of each block between those of overhead_blocks.md beside it, where that is; their pictures
# under figures/overhead.
set -eu
page=$1
report=$2/overhead
figures=$(dirname "$page")/figures/overhead
details=$(dirname "$page")/overhead_blocks.md
begin='## Registers and schematics'
pictures=$(sed -n 's/^!\[.*\](\(.*\.svg\))$/\1/p' "$report/overhead.md" 2>/dev/null || true)
for picture in $pictures; do
    [ -s "$report/$picture" ] || { echo "$report/$picture: missing, expected it beside overhead.md" >&2; exit 2; }
done
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
mkdir "$new/overhead" "$new/overhead_blocks"
if [ -f "$details" ] && [ -f "$report/overhead.md" ]; then
    sed "/^$begin\$/,\$d" "$report/overhead.md" >"$new/overhead/overhead.md"
    sed -n "/^$begin\$/,\$p" "$report/overhead.md" >"$new/overhead_blocks/overhead_blocks.md"
    sh "$(dirname "$0")/../sim/campaign/results.sh" "$details" "$new" overhead_blocks
    sh "$(dirname "$0")/../sim/campaign/results.sh" "$page" "$new" overhead
else
    sh "$(dirname "$0")/../sim/campaign/results.sh" "$page" "$2" overhead
    details=
fi
rm -rf "$figures" && mkdir -p "$figures"
for picture in $pictures; do cp "$report/$picture" "$figures/"; done
for file in "$page" ${details:+"$details"}; do
    sed 's/^\(!\[.*\](\)\([a-zA-Z0-9_]*\.svg)\)$/\1figures\/overhead\/\2/' "$file" >"$new/page"
    cat "$new/page" >"$file"
done

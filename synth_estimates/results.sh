#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# results.sh DOCS BUILD REPORT.tsv: takes the tables of the last overhead report as REPORT.tsv and its pictures as those of
# DOCS/figures/overhead, and writes the pages (pages.sh).
set -eu
docs=$1 report=$2/overhead kept=$3
[ -s "$report/overhead.tsv" ] && [ -s "$report/overhead.md" ] || { echo "no tables yet: make overhead" >&2; exit 2; }
pictures=$(sed -n 's/^!\[.*\](\(.*\.svg\))$/\1/p' "$report/overhead.md")
for picture in $pictures; do
    [ -s "$report/$picture" ] || { echo "$report/$picture: missing, expected it beside overhead.md" >&2; exit 2; }
done
rm -rf "$docs/figures/overhead" && mkdir -p "$docs/figures/overhead"
for picture in $pictures; do cp "$report/$picture" "$docs/figures/overhead/"; done
{ echo "# SPDX-License-Identifier: BSD-3-Clause"; cat "$report/overhead.tsv"; } >"$kept"
sh "$(dirname "$0")/pages.sh" "$kept" "$docs"

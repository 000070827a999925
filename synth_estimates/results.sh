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
# Each takes the place of the old one at once, so that an interrupted run leaves it whole.
new=$docs/figures/overhead.new
rm -rf "$new" && mkdir -p "$new"
for picture in $pictures; do cp "$report/$picture" "$new/"; done
rm -rf "$docs/figures/overhead" && mv "$new" "$docs/figures/overhead"
{ echo "# SPDX-License-Identifier: BSD-3-Clause"; cat "$report/overhead.tsv"; } >"$kept.new"
mv "$kept.new" "$kept"
sh "$(dirname "$0")/pages.sh" "$kept" "$docs"

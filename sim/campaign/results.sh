#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# results.sh PAGE FOLDER NAME...: puts FOLDER/NAME/NAME.md, the tables of the last campaign of that name, between the
# markers of the page (docs/oaws_results.md). They name the program that made them.
set -eu
page=$1
folder=$2
shift 2
new=$page.new                               # in its folder: it takes the place of the page at once
trap 'rm -f "$new"' EXIT
for name in "$@"; do
    tables=$folder/$name/$name.md
    [ -s "$tables" ] || { echo "no tables yet: make $name" >&2; exit 2; }
    grep -q "<!-- $name:begin" "$page" && grep -q "<!-- $name:end" "$page" ||
        { echo "$page: no markers for $name" >&2; exit 2; }
    { sed "/<!-- $name:begin/q" "$page"; cat "$tables"; sed -n "/<!-- $name:end/,\$p" "$page"; } >"$new"
    mv "$new" "$page"
done

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# plain_svg.sh FILE.svg...: the marks of gnuplot's pictures drawn one by one, each in its own colour. gnuplot defines a
# mark once, in `currentColor`, and uses it with a colour of its own, which browsers draw and others do not: WeasyPrint
# 57 (Debian 12) ends with an error. A picture without marks only loses their definitions.
set -eu
for picture in "$@"; do
    awk -v quote="'" '
        function attribute(line, name) {
            if (!match(line, " " name "=" quote "[^" quote "]*" quote)) return ""
            return substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
        }
        function without(line, name) { sub(" " name "=" quote "[^" quote "]*" quote, "", line); return line }
        # A definition: a shape, or another mark with more attributes.
        / id=.gp(Pt[0-9]+|Dot)/ {
            id = attribute($0, "id"); line = without($0, "id"); sub(/^[ \t]*/, "", line)
            if (line ~ /^<use /) {
                of = substr(attribute(line, "xlink:href"), 2); line = without(line, "xlink:href")
                sub(/^<use/, "<g", line); sub(/\/>$/, ">", line); line = line mark[of] "</g>"
            }
            mark[id] = line
            next
        }
        {
            while (match($0, /<use xlink:href=.#gp[A-Za-z0-9]+[^>]*\/>/)) {
                before = substr($0, 1, RSTART - 1); use = substr($0, RSTART, RLENGTH); behind = substr($0, RSTART + RLENGTH)
                shape = mark[substr(attribute(use, "xlink:href"), 2)]
                gsub("currentColor", attribute(use, "color"), shape)
                $0 = before "<g transform=" quote attribute(use, "transform") quote ">" shape "</g>" behind
            }
            print
        }' "$picture" >"$picture.new"
    cat "$picture.new" >"$picture"
    rm "$picture.new"
done

#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# plain_svg.sh FILE.svg...: draws pictures as gnuplot and Graphviz leave them again, in place, in a fiftieth of the lines and
# an eighth of the bytes: pages of the repository show them, and a measurement anew changes dozens. They look the same; who
# opens one reads its title, and of a schematic what depends on what. gnuplot's marks in `currentColor`, with which WeasyPrint
# 57 (Debian 12) ends, are outlines like all else. The same picture gives the same bytes, whatever the awk. A picture that has
# been drawn again, or by hand, stays as it is; so does one with something else in it, which a line says.
set -eu
for picture in "$@"; do
    first=
    read -r first <"$picture" || true
    case $first in '<?xml '*) ;; *) continue ;; esac
    if awk -f "$(dirname "$0")/plain_svg.awk" <"$picture" >"$picture.new"; then cat "$picture.new" >"$picture"
    else echo "plain_svg.sh: $picture stays as it is" >&2
    fi
    rm "$picture.new"
done

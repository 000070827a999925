#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# draw.sh PAPER FOLDER: the figures of the paper's campaign as SVG, from those .dat files that are in FOLDER. That a
# column without a number, a system that was not run, has no bars is nothing to warn of.
set -eu
status=0
gnuplot -e "folder='$2'" "sim/campaign/$1.gnuplot" 2>"$2/said" || status=$?
grep -v 'Skipping data file with no valid points' "$2/said" | grep . >&2 || true
rm "$2/said"
[ "$status" = 0 ] || exit "$status"
for picture in "$2"/*.svg; do
    [ ! -f "$picture" ] || sh sim/report/plain_svg.sh "$picture"
done

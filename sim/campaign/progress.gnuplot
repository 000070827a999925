# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "oldest='A.csv'; progress='B.csv'; picture='C.svg'" progress.gnuplot: how CTAs of a launch end, from timelines
# of policy kaws with its progress half off and on (docs/kaws_results.md has the commands)
set terminal svg size 1000,560 font "sans,12" background "white" noenhanced
set encoding utf8
set datafile separator comma
set output picture
set multiplot layout 2,1
set grid
set key outside top center horizontal
set yrange [0:*]
set ylabel "CTAs of an SM that has one"
plot oldest using "cycle":"resident_ones_mean" with lines lw 2 title "oldest first", \
     progress using "cycle":"resident_ones_mean" with lines lw 2 title "least progress first"
set ylabel "instructions, furthest CTA"
set xlabel "cycle"
plot oldest using "cycle":"progress_largest_mean" with lines lw 2 notitle, \
     progress using "cycle":"progress_largest_mean" with lines lw 2 notitle
unset multiplot

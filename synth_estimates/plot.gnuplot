# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "folder='…'" plot.gnuplot: gates.svg and timing.svg from folder/blocks.dat
set terminal svg size 1000,480 font "sans,12" background "white" enhanced
set encoding utf8
set grid
set xtics noenhanced rotate by -30
set bmargin 8
set rmargin 14
set key outside top center horizontal
set offsets 0.6, 0.6, 0, 0
set output folder."/gates.svg"
set title "Gate equivalents, no wires"
set ylabel "gate equivalents (NAND2), log scale"
set logscale y
set yrange [1:*]
# Points: the length of a bar means nothing on a log scale.
plot folder."/blocks.dat" using 0:2:xtic(1) with points pt 5 ps 1.2 lc rgb "#4477aa" title "sequential", \
     "" using 0:3 with points pt 7 ps 1.2 lc rgb "#ee8866" title "combinational", \
     "" using 0:2:(sprintf("%d", $2)) with labels offset 2.5,0 font ",9" notitle, \
     "" using 0:3:(sprintf("%d", $3)) with labels offset 2.5,0 font ",9" notitle
set output folder."/timing.svg"
set title "Critical path, no wires"
set ylabel "ns"
unset logscale y
set yrange [0:*]
set style fill solid 0.8 border -1
set boxwidth 0.7
plot folder."/blocks.dat" using 0:4:xtic(1) with boxes lc rgb "#228833" title "critical path", \
     "" using 0:4:(sprintf("%.1f", $4)) with labels offset 0,0.7 font ",10" notitle

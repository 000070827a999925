# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "folder='…'" ccws.gnuplot: the figures of the CCWS campaign as SVG, from those .dat files that are there
wide = 1000
high = 420
set bmargin 5
bars = "fig1 fig5ipc fig5mpki fig9 fig10 fig10bel"
titles = "'Fig. 1: IPC under round robin by sets of the L1D (32: 32 KB, 8192: 8 MB), over 32' \
    'Fig. 5: IPC by the limit of running warps, over all warps' \
    'Fig. 5: L1D misses per thousand instructions by the limit of running warps' 'Fig. 9: IPC over GTO' \
    'Fig. 10: L1D misses per thousand instructions with LRU, replayed' \
    'Fig. 10: the same with optimal replacement (BEL)'"
load "sim/campaign/bars.gnuplot"
# Stacked: what hits and what misses.
set style histogram rowstacked
set boxwidth 0.75
if (rows("fig2") > 1) {
    set output folder."/fig2.svg"
    set title "Fig. 2: hits and misses of an unbounded L1D per thousand instructions"
    plot for [i=2:5] folder."/fig2.dat" using i:xtic(1) title columnheader(i)
}
if (rows("fig11") > 1) {
    set output folder."/fig11.svg"
    set bmargin 9
    set xtics rotate by -50
    set title "Fig. 11: L1D misses and hits per thousand instructions"
    plot for [i=2:5] folder."/fig11.dat" using i:xtic(1) title columnheader(i)
}
# Along a sweep, if any of its runs is there.
some(name) = int(system("awk 'NR > 1 { for (i = 2; i <= NF; i++) n += $i ~ /^[-+]?[0-9]/ } END { print n + 0 }' ".folder."/".name.".dat"))
set terminal svg size wide,high font "sans,12" background "white" noenhanced
set style data linespoints
set xtics norotate
set bmargin 5
set autoscale y
set ylabel "IPC over GTO"
if (rows("k") > 1 && some("k")) {
    set output folder."/k.svg"
    set title "CCWS by K of the score of a lost line; the paper's is 8"
    set xlabel "K"
    plot for [i=2:columns("k")] folder."/k.dat" using (column(1)):(column(i)) with linespoints \
        lw (i == columns("k") ? 3 : 1) title columnheader(i)
}
if (rows("base") > 1 && some("base")) {
    set output folder."/base.svg"
    set title "CCWS by the base score; the paper's is 100"
    set xlabel "base score"
    plot for [i=2:columns("base")] folder."/base.dat" using (column(1)):(column(i)) with linespoints \
        lw (i == columns("base") ? 3 : 1) title columnheader(i)
}

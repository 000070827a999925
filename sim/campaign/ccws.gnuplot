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

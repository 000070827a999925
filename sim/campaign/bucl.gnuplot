# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "folder='…'" bucl.gnuplot: the figures of the BUCL campaign as SVG, from those .dat files that are there
wide = 1000
high = 420
set bmargin 6
set xtics rotate by -30
bars = "fig3 fig4 fig5a fig5b fig5c fig7 fig7prf bytes fig8 table3 table3bucl"
titles = "'Fig. 3: L1D hit rate of loads under GTO, %, by capacity: 16 KB is 32 sets of 4 ways, more is 64 of 4, 6, 8, 16' \
    'Fig. 4: IPC under GTO by the capacity of the L1D, over that with 16 KB' \
    'Fig. 5a: loads whose accesses all hit, by the number of their accesses, under GTO, %' \
    'Fig. 5b: mean latency of loads by the number of their accesses, under GTO, cycles' \
    'Fig. 5c: lines hit before they leave the L1D, by the accesses of the load that brought them in, %' \
    'Figs. 7 and 9: IPC over GTO' 'Fig. 7: IPC of BUCL-Prf over GTO, by cycles of profiling' \
    'IPC over GTO with the bytes of the access, or with whole lines' 'Fig. 8: L1D hit rate of loads, %' \
    'Table III: IPC over GTO under SWL, by the limit of running warps' 'Table III: the same under SWL with BUCL-Dyn'"
load "sim/campaign/bars.gnuplot"
# Stacked: the degrees.
set style histogram rowstacked
set boxwidth 0.75
if (rows("fig2") > 1) {
    set output folder."/fig2.svg"
    set title "Fig. 2: loads by the number of their accesses under GTO, %"
    plot for [i=2:6] folder."/fig2.dat" using i:xtic(1) title columnheader(i)
}

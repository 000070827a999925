# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "folder='…'" oaws.gnuplot: the figures of the OAWS campaigns as SVG, from those .dat files that are there
wide = 1300
high = 460
set xtics rotate by -35
set bmargin 7
bars = "fig8 swl ccws ccwsdyn ccwscached fig3 fig10 fig11 mshr held oldest fig13 fig14"
titles = "'Fig. 8: IPC over GTO' 'Table 3: IPC over GTO by SWL limit' \
    'CCWS in three readings: IPC over GTO' 'CCWS in three readings: IPC over OAWS-Dyn' \
    'CCWS in three readings: fully cached divergent loads, %' \
    'Fig. 3: memory occlusion time in the L1D latency under GTO, %' 'Fig. 10: fully cached divergent loads, %' \
    'Fig. 11: fully cached coherent loads, %' 'MSHR entries in use, average' 'Fig. 4: scheduler cycles held by the 8 oldest warps, %' \
    'Issues of the 8 oldest warps, %' \
    'Fig. 13: IPC by number of MSHRs, divergent group, over GTO with 32' \
    'Fig. 14: IPC by allocation of lines, divergent group, over allocation on miss'"
load "sim/campaign/bars.gnuplot"
# Stacked: what stalls the LD/ST unit; in Fig. 2 what it costs the schedulers stands beside it.
set style histogram rowstacked
set boxwidth 0.75
if (rows("fig2") > 1) {
    set output folder."/fig2.svg"
    set title "Fig. 2: LD/ST stalls under GTO, % of SM cycles; points: scheduler cycles stalled by them, %"
    plot for [i=2:4] folder."/fig2.dat" using i:xtic(1) title columnheader(i), \
         "" using 0:5 with points pt 7 ps 0.9 lc rgb "black" title columnheader(5)
}
if (rows("fig9") > 1) {
    set terminal svg size 1600,520 font "sans,11" background "white" noenhanced
    set output folder."/fig9.svg"
    set bmargin 10
    set xtics rotate by -70
    set title "Fig. 9: LD/ST stalls by cause, % of the LD/ST active cycles under GTO"
    plot for [i=2:4] folder."/fig9.dat" using i:xtic(1) title columnheader(i)
}
# Along a sweep.
set terminal svg size wide,high font "sans,12" background "white" noenhanced
set xtics norotate
set bmargin 5
set autoscale y
set offsets 0, 0, 0, 0
if (rows("fig12") > 1) {
    set output folder."/fig12.svg"
    set title "Fig. 12: OAWS-Static by static miss rate"
    set ylabel "IPC over GTO"
    set xlabel "static miss rate (SMR), %"
    plot for [i=2:columns("fig12")] folder."/fig12.dat" using (column(1)):(column(i)) with linespoints \
        lw (i == columns("fig12") ? 3 : 1) title columnheader(i)
}

# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "folder='…'" owl.gnuplot: the figures of the OWL campaign as SVG, from those .dat files that are there
wide = 1200
high = 440
set bmargin 6
set xtics rotate by -30
bars = "table2 fig3 fig7 fig8 misses table3 table3loc table4 table4ctas fig6 blp rows latency l2 traffic links fig10 fig11 fig11best prefetch"
titles = "'Table 2: IPC with a perfect L1 over that without' \
    'Fig. 3, Table 2: cycles in which nothing is issued under round robin, %' 'Fig. 7: IPC over round robin' \
    'Fig. 8: all warps of a core wait for memory, % of the cycles under round robin' \
    'Misses of data and constant cache, %' 'Table 3: misses that CTA-Aware leaves, % of those under round robin' \
    'Table 3: misses that CTA-Aware-Locality leaves, % of those under round robin' \
    'Table 4: consecutive CTAs of those that access a DRAM row, %' 'Table 4: CTAs that access a DRAM row' \
    'Fig. 6: CTA-Aware-Locality-BLP, % of CTA-Aware-Locality' 'Banks of a controller at work while any is' \
    'Requests that find their DRAM row open, %' 'Round trip of a data read below its core, cycles' \
    'Hits of the L2, %' 'Requests that the DRAM serves, % of those under round robin' 'Links of the mesh in use, %' \
    'Fig. 10: IPC over round robin, each with 8 banks a controller' \
    'Fig. 11: IPC over round robin by the parameters of prefetching' \
    'Fig. 11: IPC over round robin: OWL, and with the best pair of lower and higher' 'Lines prefetched, % of the requests that the DRAM serves'"
load "sim/campaign/bars.gnuplot"
# Along a sweep.
if (rows("fig9") > 1) {
    set output folder."/fig9.svg"
    set title "Fig. 9: IPC over round robin by the minimum group size in warps, type-1"
    set style data linespoints
    set yrange [*:*]
    plot for [i=2:columns("fig9")] folder."/fig9.dat" using i:xtic(1) lw 2 title columnheader(i)
}

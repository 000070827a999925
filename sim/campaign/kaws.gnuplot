# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "folder='…'" kaws.gnuplot: the figures of the KAWS campaign as SVG, from those .dat files that are there
wide = 1200
high = 440
set bmargin 5
bars = "fig5 table2gto ends pipeline onefree"
titles = "'Fig. 5: IPC over LRR' 'Table 2: time of the last CTA of a launch, % of that under GTO' \
    'From the first CTA that no other follows to the end of a launch, % of that under GTO' \
    'Pipeline stalls, % of scheduler cycles with a CTA' \
    'A single issue register of a class is empty, % of SM cycles with a CTA, under GTO'"
load "sim/campaign/bars.gnuplot"
# Stacked: why no warp is issued, and what is lent.
set style histogram rowstacked
set boxwidth 0.75
set bmargin 9
set xtics rotate by -60
if (rows("fig6") > 1) {
    set output folder."/fig6.svg"
    set title "Fig. 6: scheduler cycles without an issue, % of those under LRR"
    plot for [i=2:4] folder."/fig6.dat" using i:xtic(1) title columnheader(i)
}
if (rows("loans") > 1) {
    set output folder."/loans.svg"
    set title "Instructions lent, by class, per thousand warp instructions"
    plot for [i=2:4] folder."/loans.dat" using i:xtic(1) title columnheader(i)
}

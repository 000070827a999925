# gnuplot -e "folder='…'" papers.gnuplot: the figures of `warplock campaign papers` as SVG, from its .dat files
set terminal svg size 1100,460 font "sans,12" background "white" noenhanced
set encoding utf8
set datafile separator tab
set datafile missing "-"
set style fill solid 0.85 border -1
set style data histogram
set grid ytics
set xtics rotate by -35
set bmargin 7
set key outside top center horizontal
set yrange [0:*]
set offsets 0.4, 0.4, 0, 0
columns(name) = int(system("head -n 1 ".folder."/".name.".dat | awk -F '\t' '{ print NF }'"))
rows(name) = int(system("wc -l < ".folder."/".name.".dat"))
bars = "fig8 swl fig3 fig10 fig11 mshr oldest"
titles = "'Fig. 8: IPC over GTO' 'Table 3: IPC over GTO by SWL limit' \
    'Fig. 3: memory occlusion time in the L1D latency under GTO, %' 'Fig. 10: fully cached divergent loads, %' \
    'Fig. 11: fully cached coherent loads, %' 'MSHR entries in use, average' 'Fig. 4: issues of the 8 oldest warps, %'"
do for [f=1:words(bars)] {
    name = word(bars, f)
    if (rows(name) < 2) { continue }
    set style histogram clustered gap 1
    set output folder."/".name.".svg"
    set title word(titles, f)
    plot for [i=2:columns(name)] folder."/".name.".dat" using i:xtic(1) title columnheader(i)
}
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

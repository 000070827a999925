# gnuplot -e "folder='…'" ccws.gnuplot: the figures of the CCWS campaign as SVG, from those .dat files that are there
set terminal svg size 1000,420 font "sans,12" background "white" noenhanced
set encoding utf8
set datafile separator tab
set datafile missing "-"
set grid ytics
set key outside top center horizontal
columns(name) = int(system("head -n 1 ".folder."/".name.".dat | awk -F '\t' '{ print NF }'"))
rows(name) = int(system("cat ".folder."/".name.".dat 2>/dev/null | wc -l"))
set style fill solid 0.85 border -1
set style data histogram
set yrange [0:*]
set offsets 0.4, 0.4, 0, 0
set bmargin 5
bars = "fig1 fig5ipc fig5mpki fig9 fig10 fig10bel"
titles = "'Fig. 1: IPC under round robin by sets of the L1D (32: 32 KB, 8192: 8 MB), over 32' \
    'Fig. 5: IPC by the limit of running warps, over all warps' \
    'Fig. 5: L1D misses per thousand instructions by the limit of running warps' 'Fig. 9: IPC over GTO' \
    'Fig. 10: L1D misses per thousand instructions with LRU, replayed' \
    'Fig. 10: the same with optimal replacement (BEL)'"
do for [f=1:words(bars)] {
    name = word(bars, f)
    if (rows(name) < 2) { continue }
    set style histogram clustered gap 1
    set output folder."/".name.".svg"
    set title word(titles, f)
    plot for [i=2:columns(name)] folder."/".name.".dat" using i:xtic(1) title columnheader(i)
}
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

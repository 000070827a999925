# gnuplot -e "folder='…'" sensitivity.gnuplot: the figures of `warplock campaign sensitivity` as SVG, from its .dat files
set terminal svg size 900,440 font "sans,12" background "white" noenhanced
set encoding utf8
set datafile separator tab
set datafile missing "-"
set grid ytics
set key outside top center horizontal
columns(name) = int(system("head -n 1 ".folder."/".name.".dat | awk -F '\t' '{ print NF }'"))
set ylabel "IPC over GTO"
set output folder."/fig12.svg"
set title "Fig. 12: OAWS-Static by static miss rate"
set xlabel "static miss rate (SMR), %"
plot for [i=2:columns("fig12")] folder."/fig12.dat" using (column(1)):(column(i)) with linespoints lw (i == columns("fig12") ? 3 : 1) \
    title columnheader(i)
set style fill solid 0.85 border -1
set style data histogram
set style histogram clustered gap 1
set yrange [0:*]
set offsets 0.4, 0.4, 0, 0
set output folder."/fig13.svg"
set title "Fig. 13: by number of MSHRs, divergent group, over GTO with 32"
set xlabel "MSHRs"
plot for [i=2:columns("fig13")] folder."/fig13.dat" using i:xtic(1) title columnheader(i)
set output folder."/fig14.svg"
set title "Fig. 14: by allocation of lines, divergent group"
set ylabel "IPC over allocation on miss"
set xlabel ""
plot for [i=2:3] folder."/fig14.dat" using i:xtic(1) title columnheader(i)

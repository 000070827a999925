# gnuplot -e "folder='…'" plot.gnuplot: gates.svg and timing.svg from folder/blocks.dat
set terminal svg size 1000,480 font "sans,12" background "white" enhanced
set encoding utf8
set style fill solid 0.8 border -1
set boxwidth 0.7
set grid ytics
set xtics noenhanced rotate by -30
set bmargin 8
set rmargin 14
set key outside top center horizontal
set offsets 0.6, 0.6, 0, 0
set output folder."/gates.svg"
set title "Gate equivalents at 0.18 µm, no wires"
set ylabel "gate equivalents (NAND2), log scale"
set logscale y
set yrange [10:*]
set style data histogram
set style histogram clustered gap 1
plot folder."/blocks.dat" using 2:xtic(1) title "sequential" lc rgb "#4477aa", \
     "" using 3 title "combinational" lc rgb "#ee8866"
set output folder."/timing.svg"
set title "Critical path at 0.18 µm, no wires"
set ylabel "ns"
unset logscale y
set yrange [0:*]
plot folder."/blocks.dat" using 4:xtic(1) title "critical path" lc rgb "#228833"

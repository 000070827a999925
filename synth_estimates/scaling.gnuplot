# gnuplot -e "data='…'; name='…'; out='…'" scaling.gnuplot: gate equivalents and critical path against one parameter.
set terminal svg size 640,400 font "sans,12" background "white"
set output out
set encoding utf8
set title name." at 0.18 µm, no wires" noenhanced
set xlabel "value of the parameter"
set ylabel "gate equivalents (NAND2)"
set y2label "critical path, ns"
set y2tics
set ytics nomirror
set yrange [0:*]
set y2range [0:*]
set key outside top center horizontal
set grid
plot data using 1:2 with linespoints pt 7 lc rgb "#4477aa" title "gate equivalents", \
     data using 1:3 axes x1y2 with linespoints pt 5 lc rgb "#ee8866" title "critical path, ns"

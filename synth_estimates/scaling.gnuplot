# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "data='…'; name='…'; out='…'" scaling.gnuplot: gate equivalents and critical path against one parameter, both
# axes in logarithms, where growth by a power is a line: the fitted ones of scaling.c, whose slope is the exponent.
set terminal svg size 640,400 font "sans,12" background "white"
set output out
set encoding utf8
set title name.", no wires" noenhanced
set xlabel "value of the parameter"
set ylabel "gate equivalents (NAND2)"
set y2label "critical path, ns"
set logscale xyy2
set y2tics
set ytics nomirror
set key outside top center horizontal
set grid
set offsets graph 0.05, graph 0.05, graph 0.1, graph 0.1
set fit quiet logfile "/dev/null"
gates(x) = gates_at_1 + gates_exponent * x
ns(x) = ns_at_1 + ns_exponent * x
gates_at_1 = gates_exponent = ns_at_1 = ns_exponent = 1.0
stats data using 1 nooutput
if (STATS_records > 1) {
    fit gates(x) data using (log($1)):(log($2)) via gates_at_1, gates_exponent
    fit ns(x) data using (log($1)):(log($3)) via ns_at_1, ns_exponent
    plot data using 1:2 with points pt 7 lc rgb "#4477aa" title "gate equivalents", \
         exp(gates(log(x))) with lines lc rgb "#4477aa" title sprintf("exponent %.2f", gates_exponent), \
         data using 1:3 axes x1y2 with points pt 5 lc rgb "#ee8866" title "critical path, ns", \
         exp(ns(log(x))) axes x1y2 with lines lc rgb "#ee8866" title sprintf("exponent %.2f", ns_exponent), \
         data using 1:2:(sprintf("%d", $2)) with labels offset 0,0.8 font ",9" notitle, \
         data using 1:3:(sprintf("%.1f", $3)) axes x1y2 with labels offset 0,-0.8 font ",9" notitle
} else {
    plot data using 1:2 with points pt 7 lc rgb "#4477aa" title "gate equivalents", \
         data using 1:3 axes x1y2 with points pt 5 lc rgb "#ee8866" title "critical path, ns"
}

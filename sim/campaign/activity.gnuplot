# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "one='A'; other='B'; names='X Y'; picture='C.svg'" activity.gnuplot: CTAs of an SM and banks of the DRAM over time in
# two runs, from the folders that activity.awk has filled (docs/owl_results.md has the commands)
set terminal svg size 1200,760 font "sans,12" background "white" noenhanced
set encoding utf8
set output picture
set palette defined (0 "white", 1 "#9ecae1", 4 "#08306b")
set multiplot layout 2,2
unset key
set autoscale fix
set yrange [-0.5:*]
set cbrange [0:*]
set xlabel "cycle"
do for [run=1:2] {
    folder = run == 1 ? one : other
    set title word(names, run).": instructions issued by the CTA in each slot of SM 0"
    set ylabel "CTA slot"
    plot folder."/ctas.dat" using 1:2:3 with image pixels
}
do for [run=1:2] {
    folder = run == 1 ? one : other
    set title word(names, run).": columns read and written in each bank of all controllers"
    set ylabel "bank"
    plot folder."/banks.dat" using 1:2:3 with image pixels
}
unset multiplot
set output
system "sh sim/report/plain_svg.sh '".picture."'"

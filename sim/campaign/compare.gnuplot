# SPDX-License-Identifier: BSD-3-Clause
# gnuplot -e "folder='…'" compare.gnuplot: the gains of every policy on each machine (compare.sh) as SVG
wide = 1000
high = 420
set bmargin 7
set xtics rotate by -30
bars = "gains"
titles = "'IPC over GTO, geometric mean of all kernels'"
load "sim/campaign/bars.gnuplot"

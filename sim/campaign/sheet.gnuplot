# SPDX-License-Identifier: BSD-3-Clause
# Read by gnuplot behind what sheet_svg.c says of a table: `title`, `head` (over its rows), `axis` (what its values are), `rows`, `columns`, `longest`
# (letters of the longest column's name), `sweep` (its rows are values of a key), `numbers` (all of these are numbers)
# and the table itself, $sheet. A sweep as lines over the values, any other table as bars, a cluster a row.
# Colours of Okabe and Ito; in black and white lines differ by marks and dashes, bars by patterns.
beside = 70 + 8 * longest
wide = 640 + beside
if (!sweep && 90 + 11 * rows * (columns + 1) + beside > wide) { wide = 90 + 11 * rows * (columns + 1) + beside }
if (wide > 2400) { wide = 2400 }
high = 60 + 18 * columns > 460 ? 60 + 18 * columns : 460
set terminal svg size wide,high font "sans,12" background "white" noenhanced
set encoding utf8
set datafile separator tab
set datafile columnheaders
set title title
set grid ytics
set key outside right top vertical Left reverse
array colours[8] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442"]
array marks[6] = [7, 5, 9, 13, 11, 15]
colour(i) = colours[1 + i % 8]
mark(i) = marks[1 + i % 6]
dash(i) = 1 + int(i / 8) % 4
set xlabel head
set ylabel axis
if (sweep) {
    set offsets graph 0.02, graph 0.02, graph 0.05, 0
    if (numbers) {
        plot for [i = 2:columns + 1] $sheet using 1:i with linespoints lw 2 ps 0.8 lc rgb colour(i - 2) \
            pt mark(i - 2) dt dash(i - 2) title columnheader(i)
    } else {
        plot for [i = 2:columns + 1] $sheet using 0:i:xtic(1) with linespoints lw 2 ps 0.8 lc rgb colour(i - 2) \
            pt mark(i - 2) dt dash(i - 2) title columnheader(i)
    }
} else {
    set xtics rotate by -35
    set style data histogram
    set style histogram clustered gap 1
    set yrange [*<0:0<*]
    set xrange [-0.6:rows - 0.4]
    plot for [i = 2:columns + 1] $sheet using i:xtic(1) lc rgb colour(i - 2) fs pattern (i - 1) border -1 \
        title columnheader(i)
}

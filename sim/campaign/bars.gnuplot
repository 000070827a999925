# SPDX-License-Identifier: BSD-3-Clause
# Loaded by the papers' scripts, which set the least size (wide, high), `bars` (tables of clustered bars) and `titles`
# before: draws those whose .dat is there. A bar has its value on it where it can be wide enough for that; the tables of
# the pages have them all.
set encoding utf8
set datafile separator tab
set datafile missing "-"
set datafile columnheaders
set grid ytics
set key outside top center horizontal
columns(name) = int(system("head -n 1 ".folder."/".name.".dat | awk -F '\t' '{ print NF }'"))
rows(name) = int(system("cat ".folder."/".name.".dat 2>/dev/null | wc -l"))
set style fill solid 0.85 border -1
set style data histogram
set yrange [0:*]
set offsets 0.4, 0.4, 0, 0
# Boxes of a cluster, side by side with a gap of one box: where the i-th of n is, and what stands on it.
place(row, i, n) = row + (i - (n - 1) / 2.0) / (n + 1)
# Pixels that a value needs, and the widest picture; beyond it bars have none.
value_width = 8
widest = 2200
do for [f=1:words(bars)] {
    name = word(bars, f)
    if (rows(name) < 2) { continue }
    n = columns(name) - 1
    needed = 80 + value_width * (n + 1) * (rows(name) - 1)
    values = needed <= widest
    set terminal svg size (values && needed > wide ? needed : wide),high font "sans,12" background "white" noenhanced
    last = values ? n + 1 : 1
    set style histogram clustered gap 1
    if (values) { set offsets 0.4, 0.4, graph 0.12, 0 } else { set offsets 0.4, 0.4, 0, 0 }
    set output folder."/".name.".svg"
    set title word(titles, f)
    plot for [i=2:n+1] folder."/".name.".dat" using i:xtic(1) title columnheader(i), \
         for [i=2:last] "" using (place($0, i - 2, n)):i:(strcol(i)) with labels rotate by 90 left \
             offset 0,0.25 font ",8" notitle
}
set offsets 0.4, 0.4, 0, 0
set terminal svg size wide,high font "sans,12" background "white" noenhanced

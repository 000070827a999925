# gnuplot -e "folder='…'" kaws.gnuplot: the figures of the KAWS campaign as SVG, from those .dat files that are there
set terminal svg size 1200,440 font "sans,12" background "white" noenhanced
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
bars = "fig5 table2gto ends pipeline onefree"
titles = "'Fig. 5: IPC over LRR' 'Table 2: time of the last CTA of a launch, % of that under GTO' \
    'From the first CTA that no other follows to the end of a launch, % of that under GTO' \
    'Pipeline stalls, % of scheduler cycles with a CTA' \
    'A single issue register of a class is empty, % of SM cycles with a CTA, under GTO'"
do for [f=1:words(bars)] {
    name = word(bars, f)
    if (rows(name) < 2) { continue }
    set style histogram clustered gap 1
    set output folder."/".name.".svg"
    set title word(titles, f)
    plot for [i=2:columns(name)] folder."/".name.".dat" using i:xtic(1) title columnheader(i)
}
# Stacked: why no warp is issued, and what is lent.
set style histogram rowstacked
set boxwidth 0.75
set bmargin 9
set xtics rotate by -60
if (rows("fig6") > 1) {
    set output folder."/fig6.svg"
    set title "Fig. 6: scheduler cycles without an issue, % of those under LRR"
    plot for [i=2:4] folder."/fig6.dat" using i:xtic(1) title columnheader(i)
}
if (rows("loans") > 1) {
    set output folder."/loans.svg"
    set title "Instructions lent, by class, per thousand warp instructions"
    plot for [i=2:4] folder."/loans.dat" using i:xtic(1) title columnheader(i)
}

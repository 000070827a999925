# SPDX-License-Identifier: BSD-3-Clause
# Sourced with $place and $here: draws what the last report has measured, gates and growth, where gnuplot is installed.
draw() {
    command -v gnuplot >/dev/null 2>&1 || return 0
    plain=$here/../sim/report/plain_svg.sh
    [ ! -f "$place/blocks.dat" ] ||
        { gnuplot -e "folder='$place'" "$here/plot.gnuplot" && sh "$plain" "$place/gates.svg" "$place/timing.svg"; } || return 2
    for data in "$place"/scaling_*.dat; do
        [ -f "$data" ] || continue
        name=$(basename "$data" .dat)
        gnuplot -e "data='$data'; name='${name#scaling_}'; out='${data%.dat}.svg'" "$here/scaling.gnuplot" &&
            sh "$plain" "${data%.dat}.svg" || return 2
    done
}

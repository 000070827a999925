# SPDX-License-Identifier: BSD-3-Clause
# page_short.awk -v paper=PAPER: a campaign's tables as its results page has them. Whole stand the first figure of a policy's IPC over
# another's, the paper's own tables of up to 12 rows, and any other of up to 9. Of a longer one its means stand, or nothing but its
# picture when it has none. All rows are in figures/PAPER/tables.txt.
function ends(   i, means, first, whole) {
    for (i = 3; i <= rows; i++) means += row[i] ~ /^\| [GH]?[Mm]ean/
    first = rows && title ~ /^### Figs?\. .*: IPC over / && !figures_of_ipc++
    whole = title !~ /^### / || rows - 2 <= (title ~ /^### Table/ ? 12 : 9) || first
    if (!whole && !means) {
        if (rows) printf "Kernel by kernel in [tables.txt](figures/%s/tables.txt).\n", paper
    } else
        for (i = 1; i <= rows; i++) if (whole || i < 3 || row[i] ~ /^\| [GH]?[Mm]ean/) print row[i]
    if (rows) empty = 0
    rows = 0
}
/^\|/ { row[++rows] = $0; next }
{ ends() }
/^#/ {
    title = $0
    if (/^### / && !told++)
        printf "Of the longer tables only the means stand here; [tables.txt](figures/%s/tables.txt) has every kernel, and so has\n" \
               "`warplock campaign %s` (also `--html FILE`).\n\n", paper, paper
}
# One empty line is enough between two sections.
/^$/ && empty { next }
{ empty = /^$/; print }
END { ends() }

# SPDX-License-Identifier: BSD-3-Clause
# Of bench.points and lockstep.points (rtl.awk), a row per tuple: blocks of lines, branches with them, and bits of variables that were
# reached. What was not goes to folder/bench.txt and lockstep.txt, a line per tuple and variable.
{
    of = FILENAME ~ /bench\.points$/ ? "bench" : "lockstep"
    tuple = $1 " " $2
    tuples[tuple]
    kind = $3 == "toggle" ? "bits" : "lines"
    all[tuple, of, kind]++
    if ($6 > 0) { reached[tuple, of, kind]++; next }
    place = of "\t" sprintf("verilog/%s.v:%s: %s: ", $1, $4, $2)
    if (kind == "lines") { missing[place "not reached: " $5]; next }
    bit = match($5, /\[[0-9]+\]$/) ? substr($5, RSTART + 1, RLENGTH - 2) : ""
    name = bit == "" ? $5 : substr($5, 1, RSTART - 1)
    missing[place "does not toggle: " name] = missing[place "does not toggle: " name] " " bit
}
function cell(tuple, of, kind) {
    if (!all[tuple, of, kind]) return "-"
    return sprintf("%5d of %5d %5.1f %%", reached[tuple, of, kind], all[tuple, of, kind], 100 * reached[tuple, of, kind] / all[tuple, of, kind])
}
# In the order of numbers, one after the other as FIRST-LAST.
function ranges(bits,   n, i, j, bit, number, text, last) {
    n = split(bits, bit, " ")
    for (i = 2; i <= n; i++) {
        number = bit[i] + 0
        for (j = i; j > 1 && bit[j - 1] + 0 > number; j--) bit[j] = bit[j - 1]
        bit[j] = number
    }
    for (i = 1; i <= n; i = j) {
        for (j = i + 1; j <= n && bit[j] == bit[j - 1] + 1; j++) { }
        last = bit[j - 1]
        text = text (text == "" ? "" : ",") bit[i] (last == bit[i] ? "" : "-" last)
    }
    return text == "" ? "" : "[" text "]"
}
END {
    for (point in missing) {
        of = substr(point, 1, index(point, "\t") - 1)
        print substr(point, index(point, "\t") + 1) ranges(missing[point]) | ("sort -V >" folder "/" of ".txt")
    }
    printf "%-34s %-23s %-23s %-23s %-23s\n", "block, tuple", "lines, bench", "bits, bench", "lines, lockstep", "bits, lockstep"
    for (tuple in tuples)
        printf "%-34s %-23s %-23s %-23s %-23s\n", tuple, cell(tuple, "bench", "lines"), cell(tuple, "bench", "bits"),
            cell(tuple, "lockstep", "lines"), cell(tuple, "lockstep", "bits") | "sort"
}

# SPDX-License-Identifier: BSD-3-Clause
# Of bench.points and lockstep.points (rtl.awk), a row per tuple: blocks of lines, branches with them, and bits of variables that were
# reached. What was not goes to folder/bench.txt and lockstep.txt, a line per tuple and variable. Where the file `allowed` says why a bench
# cannot reach something, it does not count (the page's table is folder/rtl_coverage/rtl_coverage.md, a row a block: its best tuple); a row of it that says anything else than what was seen is told. Exit status 1 if so, or if of a block no
# tuple's bench reaches 98 % of lines and 95 % of bits, of those that can be.
BEGIN {
    while ((getline line < allowed) > 0) {
        if (line ~ /^#/) continue
        if (split(line, field, "\t") != 4 || field[4] == "") { print "rtl_allowed.txt: " line ": not four fields"; wrong = 1; continue }
        reason[field[1] " " field[2] "\t" field[3]] = field[4]
    }
}
{
    of = FILENAME ~ /bench\.points$/ ? "bench" : "lockstep"
    tuple = $1 " " $2
    tuples[tuple]
    kind = $3 == "toggle" ? "bits" : "lines"
    all[tuple, of, kind]++
    if ($6 > 0) { reached[tuple, of, kind]++; next }
    place = of "\t" sprintf("verilog/%s.v:%s: %s: ", $1, $4, $2)
    if (kind == "lines") {
        place = place "not reached: " $5
        missing[place]
        what[place] = tuple "\tnot reached: " $5 " " $4
        next
    }
    bit = match($5, /\[[0-9]+\]$/) ? substr($5, RSTART + 1, RLENGTH - 2) : ""
    name = bit == "" ? $5 : substr($5, 1, RSTART - 1)
    place = place "does not toggle: " name
    missing[place] = missing[place] " " bit
    bits[place]++
    what[place] = tuple "\tdoes not toggle: " name
}
# Of those that can be reached.
function share(tuple, kind, least,    can) {
    can = all[tuple, "bench", kind] - excused[tuple, kind]
    if (can <= 0) return "-"
    if (100 * reached[tuple, "bench", kind] >= least * can) enough[tuple]++
    return sprintf("%5.1f %%", 100 * reached[tuple, "bench", kind] / can)
}
function cell(tuple, of, kind) {
    if (!all[tuple, of, kind]) return "-"
    return sprintf("%5d of %5d %5.1f %%", reached[tuple, of, kind], all[tuple, of, kind], 100 * reached[tuple, of, kind] / all[tuple, of, kind])
}
function percent(tuple, kind,    can) {
    can = all[tuple, "bench", kind] - excused[tuple, kind]
    return can > 0 ? 100 * reached[tuple, "bench", kind] / can : 100
}
# Floors, so that 100.0 is all.
function figure(tuple, kind) { return sprintf("%.1f", int(percent(tuple, kind) * 10 + 1e-6) / 10) }
# Why something cannot be reached: `as NAME` is the reason of that variable.
function because(tuple, why,    i, said) {
    for (i = 0; i < 9 && why ~ /^as [a-z0-9_]+$/; i++)
        for (said in reason) if (index(said, tuple "\tdoes not toggle: " substr(why, 4)) == 1 &&
            substr(said, length(tuple "\tdoes not toggle: " substr(why, 4)) + 1) ~ /^(\[|$)/) { why = reason[said]; break }
    return why
}
function reasons(tuple, kind,    text, i, n) {
    for (i = 1; i <= whys[tuple, kind]; i++) {
        n = by[tuple, kind, why[tuple, kind, i]]
        text = text (text == "" ? "" : "; ") n " " (n == 1 ? substr(kind, 1, length(kind) - 1) : kind) ": " why[tuple, kind, i]
    }
    return text
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
        said = what[point] ranges(missing[point])
        if (of == "bench" && said in reason) {
            split(said, field, "\t")
            excused[field[1], said ~ /not reached/ ? "lines" : "bits"] += said ~ /not reached/ ? 1 : bits[point]
            used[said]
            kind = said ~ /not reached/ ? "lines" : "bits"
            key = field[1] SUBSEP kind SUBSEP because(field[1], reason[said])
            if (!(key in by) || said < first[key]) first[key] = said
            by[key] += kind == "lines" ? 1 : bits[point]
            point_reason = ": " reason[said]
        } else point_reason = ""
        print substr(point, index(point, "\t") + 1) ranges(missing[point]) point_reason | ("sort -V >" folder "/" of ".txt")
    }
    row = "%-34s %-23s %-8s %-23s %-8s %-23s %-23s\n"
    printf row, "block, tuple", "lines, bench", "of can", "bits, bench", "of can", "lines, lockstep", "bits, lockstep"
    for (tuple in tuples)
        printf row, tuple, cell(tuple, "bench", "lines"), share(tuple, "lines", 98), cell(tuple, "bench", "bits"), share(tuple, "bits", 95),
            cell(tuple, "lockstep", "lines"), cell(tuple, "lockstep", "bits") | "sort"
    close("sort")
    for (tuple in tuples) if (all[tuple, "bench", "bits"]) {
        block = tuple
        sub(/ .*/, "", block)
        benched[block]
        if (enough[tuple] == 2) good[block]
    }
    for (block in benched) if (!(block in good)) {
        print block ": no tuple has 98 % of lines and 95 % of bits"
        wrong = 1
    }
    for (said in reason) {
        split(said, field, "\t")
        if (field[1] in tuples && all[field[1], "bench", "bits"] && !(said in used)) {
            printf "rtl_allowed.txt: %s: is reached, or other bits are not\n", said
            wrong = 1
        }
    }
    # In the order of the first row of each.
    for (key in by) {
        split(key, field, SUBSEP)
        n = ++whys[field[1], field[2]]
        for (i = n; i > 1 && first[key] < first[field[1], field[2], why[field[1], field[2], i - 1]]; i--)
            why[field[1], field[2], i] = why[field[1], field[2], i - 1]
        why[field[1], field[2], i] = field[3]
    }
    for (tuple in tuples) if (all[tuple, "bench", "bits"]) {
        block = tuple
        sub(/ .*/, "", block)
        key = sprintf("%d %010.5f %s", enough[tuple] == 2, percent(tuple, "lines") + percent(tuple, "bits"), tuple)
        if (key > best[block]) { best[block] = key; best_tuple[block] = tuple }
    }
    page = folder "/rtl_coverage/rtl_coverage.md"
    system("mkdir -p " folder "/rtl_coverage")
    print "| block | tuple | lines | reached, % | bits | toggled, % | cannot be reached |" >page
    print "| --- | --- | ---: | ---: | ---: | ---: | --- |" >page
    close(page)
    for (block in best_tuple) {
        tuple = best_tuple[block]
        text = reasons(tuple, "lines")
        more = reasons(tuple, "bits")
        print "| `" block "` | " substr(tuple, length(block) + 2) " | " all[tuple, "bench", "lines"] - excused[tuple, "lines"] " | " \
            figure(tuple, "lines") " | " all[tuple, "bench", "bits"] - excused[tuple, "bits"] " | " figure(tuple, "bits") " | " \
            text (text != "" && more != "" ? "; " : "") more (text more == "" ? "" : " ") "|" | ("sort >>" page)
    }
    close("sort >>" page)
    exit wrong
}

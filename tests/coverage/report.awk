# SPDX-License-Identifier: BSD-3-Clause
# What gcov -t -b -c printed of many objects, joined by file and line: an inline function, a model of several tuples or a
# source of several programs is reached where one of them is. Before it ALLOWED, rows of FILE, TEXT and REASON with tabs between: the lines of a file that read TEXT,
# alone or with the line before it and a blank between, need not be reached, for that reason; a row that allows nothing is refused.
# A line that ends the program because the program is wrong says so itself: abort() and what is printed for it in the same block.
# Of an assertion nobody takes the other branch.
function trimmed(words) { gsub(/^[ \t]+|[ \t]+$/, "", words); return words }
function folder_of(path,   parts, part) {
    parts = split(path, part, "/")
    return part[1] ~ /^(sim|tb)$/ && parts > 2 ? part[1] "/" part[2] : part[1]
}
FNR == 1 { input++ }
input == 1 {
    if ($0 ~ /^#/ || $0 == "") next
    parts = split($0, part, "\t")
    if (parts != 3 || part[3] == "") { print "expected FILE, TEXT and REASON with tabs between: " $0; bad = 1; next }
    reason[part[1], part[2]] = part[3]
    next
}
/^ *-: +0:Source:/ {
    source = substr($0, index($0, "Source:") + 7)
    if (index(source, root) == 1) source = substr(source, length(root) + 1)
    counted = source ~ /^(sim|tb|rtl_c)\//
    next
}
/^coverage: no counts of / { print; bad = 1; next }
!counted { next }
/^ *[-#=0-9]+\*?: *[0-9]+:/ {
    count = trimmed(substr($0, 1, index($0, ":") - 1))
    rest = substr($0, index($0, ":") + 1)
    line = rest + 0
    words = substr(rest, index(rest, ":") + 1)
    branch = 0
    if (line > lines_of[source]) lines_of[source] = line
    text[source, line] = words
    if (count == "-") next
    code[source, line]
    if (count !~ /^[#=]/) ran[source, line]
    next
}
/^branch / {
    if (text[source, line] ~ /assert\(/) next
    key = source SUBSEP line SUBSEP branch++
    branches[key]
    if ($0 !~ /never executed/ && $4 + 0 > 0) taken[key]
}
# Marks, in own[], what stands in a block that ends the program at a line: all before it in the block, lines that go on with its call, and the head
# of a function that does nothing else.
function mark_bug(file, at,   line, indent, in_call) {
    indent = depth(text[file, at])
    own[file, at]
    for (line = at + 1; depth(text[file, line]) > indent; line++) own[file, line]
    for (line = at - 1; line > 0 && depth(text[file, line]) >= indent && !((file, line) in ran); line--) own[file, line]
    if (text[file, line] == "{")
        for (line--; line > 0 && text[file, line] ~ /[^ ]/; line--) own[file, line]
}
function depth(words) { match(words, /^ */); return RLENGTH }
END {
    for (key in code) {
        split(key, at, SUBSEP)
        if (!(key in ran) && text[key] ~ /(^|[^a-z_])(abort|events_overflow|our_bug)\(/) mark_bug(at[1], at[2] + 0)
    }
    for (key in code) {
        split(key, at, SUBSEP)
        all_lines[folder_of(at[1])]++
        files[at[1]]
        if (key in ran) ran_lines[folder_of(at[1])]++
    }
    for (key in branches) {
        split(key, at, SUBSEP)
        all_branches[folder_of(at[1])]++
        if (key in taken) taken_branches[folder_of(at[1])]++
        else printf "%s:%06d: branch %d: %s\n", at[1], at[2], at[3], trimmed(text[at[1], at[2]]) | ("sort | sed 's/:0*/:/' >" folder "/branches.txt")
    }
    for (file in files)
        for (line = 1; line <= lines_of[file]; line++) {
            if (!((file, line) in code) || (file, line) in ran) continue
            words = trimmed(text[file, line])
            both = trimmed(text[file, line - 1]) " " words
            why = "no reason"
            if ((file, both) in reason) { why = reason[file, both]; used[file, both] }
            else if ((file, words) in reason) { why = reason[file, words]; used[file, words] }
            else if ((file, line) in own) why = "the program would be wrong"
            printf "%s:%06d: %s: %s\n", file, line, why, words | ("sort | sed 's/:0*/:/' >" folder "/lines.txt")
            if (why == "no reason") { unreasoned[folder_of(file)]++; if (file ~ /^sim\//) printf "%s:%06d: not reached: %s\n", file, line, words | "sort | sed 's/:0*/:/'" }
            else reasoned[folder_of(file)]++
        }
    close("sort | sed 's/:0*/:/'")
    for (row in reason) if (!(row in used)) { split(row, at, SUBSEP); print "no line of " at[1] " that is not reached reads: " at[2]; bad = 1 }
    printf "\n%-24s %8s %8s %7s %8s %8s %8s %7s %8s\n", "folder", "lines", "reached", "", "reason", "none", "branches", "taken", ""
    for (name in all_lines) {
        printf "%-24s %8d %8d %6.1f%% %8d %8d %8d %7d %7.1f%%\n", name, all_lines[name], ran_lines[name], 100 * ran_lines[name] / all_lines[name],
            reasoned[name], unreasoned[name], all_branches[name], taken_branches[name], all_branches[name] ? 100 * taken_branches[name] / all_branches[name] : 100 | "sort"
        if (name ~ /^sim(\/|$)/ && unreasoned[name]) bad = 1
    }
    close("sort")
    exit bad + 0
}

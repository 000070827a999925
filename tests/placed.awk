# SPDX-License-Identifier: BSD-3-Clause
# Which C tests do not lie where what they test lies, for tests/test_structure.sh: from the root of a tree
#   find sim tb rtl_c synth_estimates verilog tests -type f | awk -v exceptions=FILE -f tests/placed.awk
#
# tests/F/test_X.c tests F/X.c, or F as a whole. A source named X that lies elsewhere, and none in F, is what it is taken to
# test; so is, in a folder below F, a source or folder named as X begins: store/store.c of store_rows.
# exceptions: lines `place TEST REASON`. Prints a line for each of:
#   place: TEST, TESTED     that lies elsewhere
#   place: TEST, no FOLDER  whose folder has no sources
#   place: TEST is stale    an exception that is needed no more
BEGIN {
    while ((getline line < exceptions) > 0) if (split(line, word, " ") > 2 && word[1] == "place") excepted[word[2]] = 1
}
{
    folder = name = $0
    sub(/\/[^\/]*$/, "", folder)
    sub(/.*\//, "", name)
    if ($0 ~ /^tests\// && name ~ /^test_.*\.c$/) { tests[++n] = $0; next }
    if (name !~ /\.(c|h|def|cpp|v)$/ || $0 ~ /^sim\/cuda\//) next
    own = folder            # what tests have beside them is tested, too
    sub(/^tests\//, "", own)
    sources[own] = 1
    sub(/\.[^.]*$/, "", name)
    here[own, name] = 1
    if ($0 ~ /^(sim|tb|rtl_c)\// && !(name in first)) first[name] = $0
    # As seen from each folder above.
    if ($0 ~ /^tests\//) next
    sub(/.*\//, "", own)
    for (above = folder; sub(/\/[^\/]*$/, "", above); ) {
        below[above, name] = $0
        below[above, own] = $0
    }
}
function tested(path,    folder, name, last) {
    folder = name = path
    sub(/\/[^\/]*$/, "", folder)
    sub(/^tests\//, "", folder)
    sub(/.*\/test_/, "", name)
    sub(/\.c$/, "", name)
    if (!(folder in sources)) return "no " folder
    last = folder
    sub(/.*\//, "", last)
    if ((folder, name) in here || name == last) return ""
    if (name in first) return first[name]
    do {
        if ((folder, name) in here) return ""
        if ((folder, name) in below) return below[folder, name]
    } while (sub(/_[^_]*$/, "", name))
    return ""
}
END {
    for (i = 1; i <= n; i++) {
        path = tests[i]
        what = tested(path)
        if (what != "" && !(path in excepted)) print "place: " path ", " what
        if (what != "") needed[path] = 1
    }
    for (path in excepted) if (!(path in needed)) print "place: " path " is stale"
}

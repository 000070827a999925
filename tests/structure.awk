# SPDX-License-Identifier: BSD-3-Clause
# The graph of a tree's modules, for tests/test_structure.sh. A module is X.c with X.h and X.def; an arrow of `includes` is an
# #include of another module's file, one of `calls` a symbol that another module's object defines.
#
# awk -f tests/structure.awk view=includes root=TREE/ order=FILE known=FILE SOURCE...
# awk -f tests/structure.awk view=calls order=FILE known=FILE NM        what nm -A prints of the objects, BUILD/obj/ cut off
#
# order: the folders from the ground up, one a line. known: exceptions, `includes circle MODULE...` and `includes up MODULE
# MODULE`, of either view. Prints what is wrong, a line each:
#   folder   a folder that is not in the order
#   up       an arrow from a folder to one above it
#   folders  folders in a circle
#   circle   more than three modules in a circle
#   stale    an exception that is needed no more
# With list=1 it prints the arrows instead.
BEGIN { MOST = 3 }
# The folders of sim/cuda are CUDA's names of headers, no rooms of ours.
function folder_of(path) {
    if (path ~ /^sim\/cuda\//) return "sim/cuda"
    sub(/\/[^\/]*$/, "", path)
    return path
}
function module_of(path) { sub(/\.[^.\/]*$/, "", path); return path }
function plain(path) {                                                 # without a/../
    while (match(path, /[^\/]+\/\.\.\//)) path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
    return path
}
function arrow(from, to, why) {
    if (from == to || (from, to) in why_of) return
    why_of[from, to] = why
    n_from[from]++
    to_of[from, n_from[from]] = to
    module[from] = module[to] = 1
}
# What an #include of a file may mean: from the root, beside the file, or a header of sim/cuda.
function included(file, name, angled,    path) {
    if (!angled && (name in exists)) return name
    path = file
    sub(/[^\/]*$/, "", path)
    path = plain(path name)
    if (!angled && (path in exists)) return path
    path = "sim/cuda/" name
    return (file ~ /^sim\/(cuda|cublas|curand|cufft)\// && (path in exists)) ? path : ""
}
BEGIN {
    for (i = 1; i < ARGC; i++) {
        if (ARGV[i] ~ /^[a-z]+=/) { split(ARGV[i], set, "="); value[set[1]] = substr(ARGV[i], length(set[1]) + 2) }
        else exists[substr(ARGV[i], length(value["root"]) + 1)] = 1
    }
    while ((getline line < value["order"]) > 0) if (line != "") { level[line] = ++levels; name_of[levels] = line }
    while ((getline line < value["known"]) > 0) if (line !~ /^#/ && split(line, word, " ") > 2 && word[1] == value["view"]) {
        if (word[2] == "up") allowed[word[3], word[4]] = 1
        else for (known_circles++; 3 in word; ) {
            for (i = 3; i in word; i++) in_circle[known_circles, word[i]] = 1
            break
        }
        delete word
    }
}
value["view"] == "includes" && /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    file = substr(FILENAME, length(value["root"]) + 1)
    name = $0
    sub(/^[^<"]*/, "", name)
    angled = name ~ /^</
    name = substr(name, 2)
    sub(/[>"].*/, "", name)
    name = included(file, name, angled)
    if (name != "") arrow(module_of(file), module_of(name), file " includes " name)
}
value["view"] == "calls" && match($0, /\.o:/) {
    object = substr($0, 1, RSTART - 1)
    kind = $(NF - 1)
    if (kind ~ /^[TDBRVWC]$/ && NF == 3) defined_in[$NF] = object
    else if (kind == "U" || $2 == "U") { uses++; user[uses] = object; used[uses] = $NF }
}
# Circles: modules that reach each other. A search from each over those that no circle has taken yet.
function reach(start, next_of, count_of, seen,    stack, top, at, k) {
    stack[top = 1] = start
    while (top) {
        at = stack[top--]
        for (k = 1; k <= count_of[at]; k++)
            if (!((next_of[at, k]) in seen)) { seen[next_of[at, k]] = 1; stack[++top] = next_of[at, k] }
    }
}
function circles(nodes, next_of, count_of, kind, most,    a, b, k, back, back_count, forth, behind, members, n, done) {
    for (a in nodes) for (k = 1; k <= count_of[a]; k++) {
        b = next_of[a, k]
        back[b, ++back_count[b]] = a
    }
    for (a in nodes) if (!(a in done) && count_of[a] && back_count[a]) {
        delete forth
        delete behind
        reach(a, next_of, count_of, forth)
        if (!(a in forth)) continue
        reach(a, back, back_count, behind)
        n = 0
        members = ""
        for (b in forth) if (b in behind) { done[b] = 1; n++; members = members " " b }
        if (n > most) found_circle(kind, sorted(members), n)
    }
}
function sorted(words,    word, n, i, j, kept) {
    n = split(words, word, " ")
    for (i = 2; i <= n; i++) {
        kept = word[i]
        for (j = i - 1; j && word[j] > kept; j--) word[j + 1] = word[j]
        word[j + 1] = kept
    }
    words = word[1]
    for (i = 2; i <= n; i++) words = words " " word[i]
    return words
}
function found_circle(kind, members, n,    word, i, c, held) {
    split(members, word, " ")
    if (kind == "circle") for (i = 1; i <= n; i++) circled[word[i]] = 1
    for (c = 1; kind == "circle" && c <= known_circles; c++) {
        held = 1
        for (i = 1; i <= n; i++) if (!((c, word[i]) in in_circle)) held = 0
        if (held) return
    }
    print kind ": " members
}
END {
    for (i = 1; i <= uses; i++) if (used[i] in defined_in) arrow(module_of(user[i] ".o"), module_of(defined_in[used[i]] ".o"), user[i] ".o calls " used[i])
    if (value["list"]) { for (pair in why_of) { split(pair, word, SUBSEP); print word[1], word[2], why_of[pair] }; exit }
    for (a in module) if (!(folder_of(a) in level) && !(folder_of(a) in told)) { told[folder_of(a)] = 1; print "folder: " folder_of(a) }
    for (pair in why_of) {
        split(pair, word, SUBSEP)
        a = folder_of(word[1])
        b = folder_of(word[2])
        if (a == b) continue
        if (level[b] > level[a]) {
            if (pair in allowed) { needed[pair] = 1; continue }
            print "up: " why_of[pair]
        }
        if (!((a, b) in between)) { between[a, b] = 1; folder[a] = folder[b] = 1; folder_to[a, ++folder_count[a]] = b }
    }
    circles(folder, folder_to, folder_count, "folders", 1)
    circles(module, to_of, n_from, "circle", MOST)
    for (pair in allowed) if (!(pair in needed)) { split(pair, word, SUBSEP); print "stale: " word[1] " " word[2] }
    for (pair in in_circle) { split(pair, word, SUBSEP); if (!(word[2] in circled)) print "stale: " word[2] }
}

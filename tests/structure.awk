# SPDX-License-Identifier: BSD-3-Clause
# The graph of the tree's modules, for tests/test_structure.sh: from the root of a tree
#   awk -v view=includes -v order=FILE -f structure.awk SOURCE...
#   awk -v view=calls -v order=FILE -f structure.awk LIST     what nm -A prints of the objects, named as sources are
# A module is X.c with X.h and X.def. An arrow of `includes` is an #include of another module's file, one of `calls` a symbol
# that another module's object defines.
#
# order: the folders from the ground up, one a line.
# Prints a line for each of:
#   folder: FOLDER          that is not in the order, or nowhere but there
#   up: FILE includes FILE  an arrow from a folder to one above it; of calls: FILE calls SYMBOL
#   folders: FOLDER...      in a circle
#   circle: MODULE...       more than three
BEGIN {
    MOST = 3
    for (i = 1; i < ARGC && view == "includes"; i++) { exists[ARGV[i]] = 1; has_files[folder_of(module_of(ARGV[i]))] = 1 }
    while ((getline line < order) > 0) if (line !~ /^(#|$)/) level[line] = ++levels
}

function module_of(path) { sub(/\.[^.\/]*$/, "", path); return path }
# A program's main file is linked with all others and they are not with it: it stands above them. The folders of sim/cuda are no
# rooms of ours but names that programs include.
function folder_of(module) {
    if (module ~ /^sim\/cuda\//) return "sim/cuda"
    if (module ~ /_main$/) sub(/[^\/]*$/, "*_main", module)
    else sub(/\/[^\/]*$/, "", module)
    return module
}
function arrow(from, to, why) {
    if (from == to || (from, to) in why_of) return
    why_of[from, to] = why
    to_of[from, ++n_from[from]] = to
    module[from] = module[to] = 1
}

# What an #include means: a path from the root, one from the file's folder, or a CUDA header's name. "": none of ours.
function included(file, name, angled,    path) {
    if (!angled && name in exists) return name
    path = file
    sub(/[^\/]*$/, "", path)
    path = path name
    while (match(path, /[^\/]+\/\.\.\//)) path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
    if (!angled && path in exists) return path
    path = "sim/cuda/" name
    return file ~ /^sim\/(cuda|cublas|curand|cufft)\// && path in exists ? path : ""
}
view == "includes" && /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    name = $0
    sub(/^[^<"]*/, "", name)
    angled = name ~ /^</
    name = substr(name, 2)
    sub(/[>"].*/, "", name)
    name = included(FILENAME, name, angled)
    if (name != "") arrow(module_of(FILENAME), module_of(name), FILENAME " includes " name)
}
view == "calls" && match($1, /\.o:/) {
    object = substr($1, 1, RSTART - 1)
    if ($(NF - 1) ~ /^[TDBRVWC]$/ && NF == 3) defined_in[$NF] = object
    else if ($(NF - 1) == "U" || $1 ~ /:U$/) { user[++uses] = object; used[uses] = $NF }
}

# What can be reached from `start`.
function reach(start, next_of, count_of, seen,    stack, top, at, k) {
    stack[top = 1] = start
    while (top) {
        at = stack[top--]
        for (k = 1; k <= count_of[at]; k++)
            if (!((next_of[at, k]) in seen)) { seen[next_of[at, k]] = 1; stack[++top] = next_of[at, k] }
    }
}
# Circles: nodes that reach each other.
function circles(nodes, next_of, count_of, kind, most,    a, b, k, back, n_back, forth, behind, members, n, done) {
    for (a in nodes) for (k = 1; k <= count_of[a]; k++) { b = next_of[a, k]; back[b, ++n_back[b]] = a }
    for (a in nodes) {
        if (a in done || !count_of[a] || !n_back[a]) continue
        split("", forth)
        split("", behind)
        reach(a, next_of, count_of, forth)
        if (!(a in forth)) continue
        reach(a, back, n_back, behind)
        n = 0
        split("", members)
        for (b in forth) if (b in behind) { done[b] = 1; members[++n] = b }
        if (n > most) found_circle(kind, members, n)
    }
}
function found_circle(kind, members, n,    i, j, kept, line) {
    for (i = 2; i <= n; i++) {
        kept = members[i]
        for (j = i - 1; j && members[j] > kept; j--) members[j + 1] = members[j]
        members[j + 1] = kept
    }
    for (i = 1; i <= n; i++) line = line " " members[i]
    print kind ":" line
}

END {
    for (i = 1; i <= uses; i++) if (used[i] in defined_in) arrow(user[i], defined_in[used[i]], user[i] ".c calls " used[i])
    for (a in module) has_files[folder_of(a)] = 1
    for (a in has_files) if (!(a in level)) print "folder: " a
    if (view == "includes") for (a in level) if (!(a in has_files)) print "folder: " a
    for (pair in why_of) {
        split(pair, word, SUBSEP)
        a = folder_of(word[1])
        b = folder_of(word[2])
        if (a == b) continue
        if (level[b] > level[a]) print "up: " why_of[pair]
        if ((a, b) in between) continue
        between[a, b] = folders[a] = folders[b] = 1
        folder_to[a, ++n_folder[a]] = b
    }
    circles(folders, folder_to, n_folder, "folders", 1)
    circles(module, to_of, n_from, "circle", MOST)
}

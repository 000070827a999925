# SPDX-License-Identifier: BSD-3-Clause
# Verilator's counts of models, FILE.dat each, added to the file `points`: block, tuple, kind (line, branch, toggle), line:column, name and count
# of each point of the block itself, parted by tabs. The name of FILE is Vblock_tuple.PROCESS.NUMBER.dat; a point in it reads
#   C '\1f\2FILE\1l\2LINE\1n\2COLUMN\1page\2v_KIND/MODULE\1o\2NAME...' COUNT
function value(key,   i, part, parts) {
    parts = split($0, part, "\001")
    for (i = 2; i <= parts; i++)
        if (index(part[i], key "\002") == 1) return substr(part[i], length(key) + 2)
    return ""
}
BEGIN {
    while ((getline line < points) > 0) {
        last = match(line, /\t[0-9]+$/)
        count[substr(line, 1, last - 1)] = substr(line, last + 1)
    }
    close(points)
}
/^C / {
    page = value("page")
    if (page ~ /\/lockstep$/) next
    kind = substr(page, 3, index(page, "/") - 3)
    block = substr(page, index(page, "/") + 1)
    sub(/__.*/, "", block)
    tuple = FILENAME
    sub(/.*\/V/, "", tuple)
    sub(/\..*/, "", tuple)
    tuple = substr(tuple, length(block) + 2)
    count[block "\t" tuple "\t" kind "\t" value("l") ":" value("n") "\t" value("o")] += substr($0, match($0, /[0-9]+$/))
}
END {
    for (point in count) print point "\t" count[point] >points
}

# SPDX-License-Identifier: BSD-3-Clause
# Miswirings, made of rtl_c/wires.def. Two uses:
#   awk -v list=1 -f compose_plants.awk rtl_c/BLOCK.def... rtl_c/wires.def
#       a line `BLOCK INPUT KIND` for each: of every input of these blocks two in the Verilog and one in C.
#   awk -v block=B -v input=I -v kind=K [-v other=INPUT] -f compose_plants.awk SOURCE
#       SOURCE with that one in it, or as it is when it does not apply. KIND: tie (to 0), drop (the lowest bit), index (each bit
#       at the index below), swap (with the input `other` of the same instance) of warp_front_end.v; c (tied to 0 in front_end.c).
function connection(text, from, name,    at, depth, i, c) {     # sets value_at, value_end of .name_i(value), behind `from`
    at = index(substr(text, from), "." name "_i(")
    if (!at) return 0
    value_at = from + at - 1 + length(name) + 4
    for (i = value_at; ; i++) {
        c = substr(text, i, 1)
        if (c == "") return 0
        if (c == "(") depth++
        if (c == ")" && depth-- == 0) break
    }
    value_end = i
    return 1
}
function put(text, name, from, value) {
    return connection(text, from, name) ? substr(text, 1, value_at - 1) value substr(text, value_end) : text
}
function got(text, name, from) { return connection(text, from, name) ? substr(text, value_at, value_end - value_at) : "" }
list && /^IN(_LATE)?(_VEC)?\(/ {
    split($0, part, /, */)
    block = FILENAME
    gsub(/.*\/|\.def$/, "", block)
    width[block, part[2]] = /_VEC/ ? part[3] "*" part[4] : part[3]
    at_width[block, width[block, part[2]]] = at_width[block, width[block, part[2]]] " " part[2]
    next
}
list && /^[A-Z_]+\(/ {
    row = $0
    sub(/^[A-Z_]*\(/, "", row)
    n = split(row, part, /, */)
    sub(/\).*/, "", part[5])
    if ($0 ~ /^(FED|TIED)/) { receiver = part[2]; name = part[3]; sub(/\).*/, "", name) }
    else { receiver = part[4]; name = part[5] }
    if (!((receiver, name) in width) || (receiver, name) in seen) next
    seen[receiver, name] = 1
    print receiver, name, "tie"
    count = split(at_width[receiver, width[receiver, name]], alike, " ")
    kind = ++number % 3
    if (count > 1 && (kind == 0 || width[receiver, name] == "1")) print receiver, name, "swap", alike[1] == name ? alike[2] : alike[1]
    else if (width[receiver, name] != "1") print receiver, name, kind == 1 ? "drop" : "index"
    print receiver, name, "c"
    next
}
list { next }
{ text = text $0 "\n" }
/\(struct [a-z_]+_in\)\{/ { literal = $0; sub(/.*\(struct /, "", literal); sub(/_in\).*/, "", literal) }
kind == "c" {
    alias = block
    if (block == "warp_arbiter") alias = "arbiter"
    else sub(/^[a-z]*_/, "", alias)
    line = $0
    if (literal == block) { sub("\\." input " = \\{", "." input " = {0 \\& ", line) || sub("\\." input " = ", "." input " = 0 \\& ", line) }
    if (line ~ "[ (]" alias "->" input "(\\[[a-z0-9]*\\])? = [^=;]*( == [^=;]*)?;") {
        match(line, alias "->" input "(\\[[a-z0-9]*\\])? = ")
        value = substr(line, RSTART + RLENGTH)
        at = index(value, ";")
        line = substr(line, 1, RSTART + RLENGTH - 1) "0 & (" substr(value, 1, at - 1) ")" substr(value, at)
    }
    sub("memcpy\\(" alias "->" input ", [^;]*\\)", "memset(" alias "->" input ", 0, sizeof " alias "->" input ")", line)
    print line
    if ($0 ~ /};$/) literal = ""
}
END {
    if (list || kind == "c") exit
    start = match(text, "\n *" block " (#\\(|[a-z]+ \\()")
    if (!start) { printf "%s", text; exit }
    mine = got(text, input, start)
    if (kind == "tie") text = put(text, input, start, "1'b0")
    if (kind == "drop") text = put(text, input, start, "((" mine ") >> 1) << 1")
    if (kind == "index") text = put(text, input, start, "(" mine ") >> 1")
    if (kind == "swap") {
        theirs = got(text, other, start)
        text = put(put(text, input, start, theirs), other, start, mine)
    }
    printf "%s", text
}

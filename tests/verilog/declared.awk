# SPDX-License-Identifier: BSD-3-Clause
# Names that are used before they are declared, or never are, in files of Verilog and bind files: FILE:LINE: NAME. What is called, functions and
# modules, may stand behind; names of ports and what stands behind a point are another module's.
BEGIN {
    split("module endmodule begin end if else for case casez casex endcase default generate endgenerate function endfunction always initial assign " \
        "posedge negedge or signed input output inout wire reg integer genvar parameter localparam assert assume cover property disable iff bind " \
        "automatic logic", word, " ")
    for (i in word) keyword[word[i]]
    split("input output inout wire reg integer genvar parameter localparam logic", word, " ")
    for (i in word) declares[word[i]]
}
FNR == 1 { if (NR > 1) file(); name_of = FILENAME; count = 0 }
{
    text = $0
    sub(/\/\/.*/, "", text)
    if (text ~ /^ *`/) next
    gsub(/\(\* [^)]* \*\)/, "", text)
    gsub(/"[^"]*"/, "", text)
    while (match(text, /[^ \t]/)) {
        text = substr(text, RSTART)
        if (!match(text, /^(\\[^ ]+|[0-9]*'s?[bodh][0-9a-fA-F_xz]+|[0-9][0-9_]*|\$?[A-Za-z_][A-Za-z0-9_$]*|.)/)) break
        token[count] = substr(text, 1, RLENGTH)
        line[count++] = FNR
        text = substr(text, RLENGTH + 1)
    }
}
END { file(); exit wrong }
function is_name(t) { return t ~ /^[A-Za-z_\\]/ && !(t in keyword) }
# The token behind the bracket that opens at `at`.
function behind(at,    d) {
    for (d = 0; at < count; at++) {
        if (token[at] ~ /^[(\[{]$/) d++
        if (token[at] ~ /^[)\]}]$/ && --d == 0) return at + 1
    }
    return count
}
function file(    i, t, depth, declaring, expect, base, k) {
    for (t in known) delete known[t]
    for (t in callable) delete callable[t]
    for (i = 0; i < count; i++) if (token[i] == "function") {
        for (k = i + 1; !is_name(token[k]); k = token[k] == "[" ? behind(k) : k + 1) { }
        callable[token[k]]
    }
    depth = declaring = 0
    for (i = 0; i < count; i++) {
        t = token[i]
        if (t == "bind") { while (token[i] != ";") i++; continue }
        if (t == "module") { for (k in known) delete known[k]; i++; depth = declaring = 0; continue }
        if (t ~ /^[(\[{]$/) depth++
        if (t ~ /^[)\]}]$/) depth--
        if (declaring && (t == ";" || depth < base)) declaring = 0
        if (declaring && t == "," && depth == base) expect = 1
        if (t in declares) { if (!declaring || depth == base) { declaring = expect = 1; base = depth }; continue }
        if (t == "function") { for (i++; !is_name(token[i]); i++) if (is_name(token[i])) use(i); known[token[i]]; continue }
        if (t == "begin" && token[i + 1] == ":") { known[token[i + 2]]; i += 2; continue }
        if (t == "." && is_name(token[i + 1])) { i++; continue }
        if (!is_name(t)) continue
        if (declaring && expect && depth == base) { known[t]; expect = 0; continue }
        if (token[i + 1] == ":" && token[i + 2] ~ /^(assert|assume|cover)$/) continue
        if (!(t in known) && token[i + 1] == "#" ) { known[token[behind(i + 2)]]; continue }
        if (!(t in known) && is_name(token[i + 1]) && token[i + 2] == "(") { known[token[i + 1]]; continue }
        use(i)
    }
}
function use(i) {
    if (token[i] in known || token[i] in callable) return
    printf "%s:%d: %s\n", name_of, line[i], token[i]
    wrong = 1
}

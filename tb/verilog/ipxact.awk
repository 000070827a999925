# SPDX-License-Identifier: BSD-3-Clause
# Prints a block's component in IP-XACT (IEEE 1685-2014) from its table; its file sets name files beside it, as they are installed:
#     awk -v version=1.0 -f tb/verilog/ipxact.awk verilog/BLOCK.v rtl_c/BLOCK.def > BLOCK.xml
# Of the Verilog it takes the values that parameters have if nobody gives one. A width that a DERIVED row names is a parameter of the
# component that follows from the others, and none of the module's: expressions are SystemVerilog's, as the standard has them.
function xml(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); gsub(/"/, "\\&quot;", text); return text }
function sv(text) { gsub(/CLOG2\(/, "$clog2(", text); return xml(text) }
# The fields of a row, parted by commas outside of brackets and texts: field[1] on; how many.
function fields(row,    i, c, depth, quoted, n) {
    for (i in field) delete field[i]
    sub(/^[A-Z_]+\(/, "", row)
    sub(/\)[ \t]*$/, "", row)
    n = 1
    depth = quoted = 0
    for (i = 1; i <= length(row); i++) {
        c = substr(row, i, 1)
        if (c == "\"") quoted = !quoted
        else if (!quoted && c == "(") depth++
        else if (!quoted && c == ")") depth--
        if (c == "," && !quoted && depth == 0) { n++; continue }
        field[n] = field[n] c
    }
    for (i = 1; i <= n; i++) { gsub(/^[ \n]+|[ \n]+$/, "", field[i]) }
    gsub(/^"|"$/, "", field[n])
    return n
}
# An element at a depth; one that holds others begins and ends.
function pad(depth) { return substr("                    ", 1, 2 * depth) }
function element(depth, name, text) { return pad(depth) "<ipxact:" name ">" text "</ipxact:" name ">\n" }
function begin(depth, name) { return pad(depth) "<ipxact:" name ">\n" }
function end(depth, name) { return pad(depth) "</ipxact:" name ">\n" }
function parameter(name, value, text, user) {
    parameters = parameters begin(2, "parameter parameterId=\"" name "\"" (user ? " resolve=\"user\"" : "") " type=\"int\"") \
        element(3, "name", name) element(3, "description", xml(text)) element(3, "value", value) end(2, "parameter")
    if (user)
        settings = settings begin(5, "moduleParameter dataType=\"integer\" parameterId=\"module_" name "\" type=\"int\" usageType=\"nontyped\"") \
            element(6, "name", name) element(6, "value", name) end(5, "moduleParameter")
}
# A single bit has no vector, as in the Verilog.
function port(name, direction, bits, text) {
    ports = ports begin(3, "port") element(4, "name", name) element(4, "description", xml(text)) begin(4, "wire") element(5, "direction", direction)
    if (bits != "1")
        ports = ports begin(5, "vectors") begin(6, "vector") element(7, "left", bits " - 1") element(7, "right", 0) end(6, "vector") end(5, "vectors")
    ports = ports end(4, "wire") end(3, "port")
}
function factor(text) { return text ~ /^[A-Za-z0-9_]+$/ ? text : "(" text ")" }
function files(name, list,    i, n, file) {
    printf "%s", begin(2, "fileSet") element(3, "name", name)
    n = split(list, file, " ")
    for (i = 1; i <= n; i++) {
        printf "%s", begin(3, "file") element(4, "name", file[i]) element(4, "fileType", file[i] ~ /\.sv$/ ? "systemVerilogSource" : "verilogSource")
        if (file[i] ~ /\.vh$/) printf "%s", element(4, "isIncludeFile", "true")
        printf "%s", end(3, "file")
    }
    printf "%s", end(2, "fileSet")
}
FILENAME ~ /\.v$/ {
    if ($1 == "parameter") { name = $2; value = $0; sub(/^[^=]*= */, "", value); sub(/,? *(\/\/.*)?$/, "", value); value_of[name] = value }
    next
}
/^ +/ && open { row = row $0 }
/^(PARAM|DERIVED|IN|IN_LATE|OUT)(_VEC)?\(/ { row = $0; open = 1 }
open && row ~ /"\)$/ {
    open = 0
    kind = row
    sub(/\(.*/, "", kind)
    n = fields(row)
    if (kind == "PARAM") {
        if (!(field[1] in value_of)) { printf "%s: the Verilog has no parameter %s\n", FILENAME, field[1] | "cat 1>&2"; exit 1 }
        parameter(field[1], sv(value_of[field[1]]), field[n], 1)
    } else if (kind == "DERIVED") parameter(field[1], sv(field[2]), field[n], 0)
    else {
        bits = sv(field[3])
        if (kind ~ /_VEC$/) bits = bits == "1" ? factor(sv(field[4])) : factor(bits) " * " factor(sv(field[4]))
        late = kind ~ /^IN_LATE/ ? "; late: no output depends on it" : ""
        port(field[2] (kind ~ /^OUT/ ? "_o" : "_i"), kind ~ /^OUT/ ? "out" : "in", bits, field[n] late)
    }
}
END {
    block = FILENAME; sub(/.*\//, "", block); sub(/\.def$/, "", block)
    standard = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- SPDX-License-Identifier: BSD-3-Clause -->"
    print "<!-- Printed by tb/verilog/ipxact.awk from rtl_c/" block ".def. -->"
    print "<ipxact:component xmlns:ipxact=\"" standard "\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
    print "    xsi:schemaLocation=\"" standard " " standard "/index.xsd\">"
    printf "%s", element(1, "vendor", "warplock") element(1, "library", "blocks") element(1, "name", block) element(1, "version", version)
    printf "%s", begin(1, "model") begin(2, "views") begin(3, "view") element(4, "name", "rtl") element(4, "componentInstantiationRef", "verilog")
    printf "%s", end(3, "view") end(2, "views") begin(2, "instantiations") begin(3, "componentInstantiation") element(4, "name", "verilog")
    printf "%s", element(4, "language", "verilog") element(4, "moduleName", block) begin(4, "moduleParameters") settings end(4, "moduleParameters")
    printf "%s", begin(4, "fileSetRef") element(5, "localName", "rtl") end(4, "fileSetRef") end(3, "componentInstantiation") end(2, "instantiations")
    written = ports
    ports = ""
    port("clk_i", "in", "1", "clock; registers change at its rising edge")
    port("rst_i", "in", "1", "reset, synchronous, active high")
    printf "%s", begin(2, "ports") ports written end(2, "ports") end(1, "model") begin(1, "fileSets")
    files("rtl", block ".v")
    files("bench", "tb/bench.vh tb/" block "_harness.vh tb/" block "_tb.v")
    files("assertions", "sva/" block "_sva.sv")
    files("formal", block "_properties.v")
    printf "%s", end(1, "fileSets") begin(1, "parameters") parameters end(1, "parameters") end(0, "component")
}

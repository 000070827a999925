# SPDX-License-Identifier: BSD-3-Clause
# awk -f memories.awk memories_constants.txt JOBS: what a memory of SRAM cells takes. A job is `NODE SUPPLY ROWS COLUMNS SENSED WRITTEN
# PORTS`: nm, V, rows and columns of cells, columns that a read senses, columns that a write drives, ports as in 2R1W or 1RW.
# Of each it prints µm², per cent of them that are cells, and pJ of a read, of a read with bit lines that swing fully, of a write.
#
# Area: CACTI's cell, wider and higher by a wire pitch on both sides for each port beyond the first; beside the cells a strip for each
# port's decoder and word line drivers, below them one for each port's precharge, sense amplifiers, write drivers and registers. The
# strips are those of a published macro, in feature sizes. Energy: the word line with its driver, all bit lines, sense amplifiers, two
# predecoded lines along the rows. Not counted: clock, registers of address and data, control, wires beyond the strips, leakage.
function fail(words) { print FILENAME ":" FNR ": " words >"/dev/stderr"; failed = 1; exit 2 }
# A constant at a node: CACTI's, or between two of its nodes on the line from one to the other.
function at(node, name,    below, above, n) {
    if (("all", name) in constant) return constant["all", name]
    if ((node, name) in constant) return constant[node, name]
    for (n in nodes) {
        if (n + 0 < node && (below == "" || n + 0 > below)) below = n + 0
        if (n + 0 > node && (above == "" || n + 0 < above)) above = n + 0
    }
    if (below == "" || above == "") fail("node " node ", expected one from 45 to 180 nm")
    if (!((below, name) in constant) || !((above, name) in constant)) fail("no constant " name " at " below " or " above " nm")
    return constant[below, name] + (constant[above, name] - constant[below, name]) * (node - below) / (above - below)
}
function number(text, what, least) {
    if (text !~ /^[0-9]+(\.[0-9]+)?$/ || text + 0 < least) fail(what " " text ", expected " least " or more")
    return text + 0
}
# Ports in words: how many, and how many of them read and write at once.
function read_ports(text,    part) {
    if (text !~ /^([1-9][0-9]*R)?([1-9][0-9]*W)?$/ && text !~ /^[1-9][0-9]*RW([1-9][0-9]*R)?$/ || text == "")
        fail("ports " text ", expected as in 2R1W, 1RW or 1RW1R")
    ports = 0
    part = text; gsub(/[RW]+/, " ", part); n = split(part, count, " ")
    for (i = 1; i <= n; i++) ports += count[i]
}
function wire(node,    width) { # fF/µm, CACTI's wire_capacitance at half of the pitch
    width = at(node, "port_pitch") / 2 * node / 1000
    return at(node, "permittivity") / 1000 * (2 * at(node, "vertical") * width / at(node, "dielectric") + \
        2 * at(node, "miller") * at(node, "horizontal") * at(node, "wire_aspect")) + at(node, "fringe")
}
function drain(node,    width, length_um) { # fF of an access transistor, CACTI's drain_C_
    width = at(node, "access_width") * node / 1000; length_um = at(node, "contact_length") * node / 1000
    return at(node, "junction") * length_um * width + at(node, "side_wall") * (width + 2 * length_um) + \
        2 * (at(node, "gate_fringe") + at(node, "overlap") * at(node, "gate")) * width
}
function gates(node) { # fF of the two access transistors that a word line drives, CACTI's gate_C_pass
    return 2 * at(node, "access_width") * node / 1000 * ((1 + at(node, "overlap")) * at(node, "gate") + 3 * at(node, "gate_fringe"))
}
function job(node, supply, rows, columns, sensed, written,    f, width, height, strip_f, beside, below, whole, word, bit, swing, common) {
    f = node / 1000; strip_f = at(node, "strip_node") / 1000
    height = sqrt(at(node, "cell_area") / at(node, "cell_aspect")); width = height * at(node, "cell_aspect")
    height = (height + 2 * at(node, "port_pitch") * (ports - 1)) * f; width = (width + 2 * at(node, "port_pitch") * (ports - 1)) * f
    beside = (at(node, "strip_width") - at(node, "strip_columns") * at(node, "strip_cell_width")) / at(node, "strip_ports") / strip_f * f
    below = (at(node, "strip_height") - at(node, "strip_rows") * at(node, "strip_cell_height")) / at(node, "strip_ports") / strip_f * f
    whole = (columns * width + ports * beside) * (rows * height + ports * below)
    word = columns * (gates(node) + width * wire(node)) * at(node, "driver_fanout") / (at(node, "driver_fanout") - 1)
    bit = rows * (drain(node) / 2 + height * wire(node))
    swing = at(node, "swing_part") * supply
    if (swing < at(node, "swing_least")) swing = at(node, "swing_least")
    common = (word + 2 * rows * height * wire(node)) * supply * supply
    printf "%.6g %.4g %.4g %.4g %.4g\n", whole, 100 * columns * width * rows * height / whole, \
        (common + columns * bit * swing * supply + sensed * at(node, "sense")) / 1000, \
        (common + columns * bit * supply * supply + sensed * at(node, "sense")) / 1000, \
        (common + (written * supply + (columns - written) * swing) * bit * supply) / 1000
}
FNR == 1 { file++ }
/^#/ || NF == 0 { next }
file == 1 {
    if ($1 != "all" && $1 !~ /^[0-9]+$/ || $3 !~ /^[0-9.]+$/ || NF < 4) fail("expected NODE NAME VALUE SOURCE")
    if (($1, $2) in constant) fail("a second " $2)
    constant[$1, $2] = $3 + 0
    if ($1 != "all") nodes[$1]
    next
}
{
    if (NF != 7) fail("expected NODE SUPPLY ROWS COLUMNS SENSED WRITTEN PORTS")
    node = number($1, "node", 45); if (node > 180) fail("node " node ", expected one from 45 to 180 nm")
    if (number($5, "sensed columns", 1) > number($4, "columns", 1)) fail("sensed columns " $5 ", expected at most all " $4)
    if (number($6, "written columns", 1) > $4) fail("written columns " $6 ", expected at most all " $4)
    read_ports($7)
    job(node, number($2, "supply", 0.1), number($3, "rows", 1), $4, $5, $6)
}
END { if (failed) exit 2 }

# SPDX-License-Identifier: BSD-3-Clause
# awk -f memories.awk memories_constants.txt JOBS: what a memory of SRAM cells takes. A job is `NODE SUPPLY ROWS COLUMNS SENSED WRITTEN
# PORTS`: nm, V, rows and columns of cells, columns that a read senses, columns that a write drives, ports as in 2R1W or 1RW.
# Of each it prints µm², per cent of them that are cells, pJ of a read, of a read with bit lines that swing fully, of a write, and ns of a
# read.
#
# Area: CACTI's cell, wider and higher by a wire pitch on both sides for each port beyond the first; beside the cells a strip for each
# port's decoder and word line drivers, below them one for each port's precharge, sense amplifiers, write drivers and registers. The
# strips are those of a published macro, in feature sizes. Energy: the word line with its driver, all bit lines, sense amplifiers, two
# predecoded lines along the rows. Time: CACTI's decoder of two predecoded lines, word line, bit line and sense amplifier, from the address
# to the amplifier's output. Not counted: clock, registers of address and data, control, column multiplexers, wires beyond the strips,
# drivers of the outputs, leakage.
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
function wire_ohms(node,    width) { # of a µm, CACTI's wire_resistance
    width = at(node, "port_pitch") / 2 * node / 1000
    return at(node, "resistivity") / (width * at(node, "wire_aspect") - at(node, "barrier")) / (width - 2 * at(node, "barrier"))
}
# fF of the drain of a transistor, of STACK in series, CACTI's drain_C_ without folding.
function drain(node, width, stack,    length_um) {
    length_um = (at(node, "contact_length") + (stack - 1) * at(node, "poly_space")) * node / 1000
    return at(node, "junction") * length_um * width + at(node, "side_wall") * (width + 2 * length_um) + \
        2 * (at(node, "gate_fringe") + at(node, "overlap") * at(node, "gate")) * (2 * stack - 1) * width
}
function gate(node, width) { # fF of a transistor's gate, CACTI's gate_C
    return width * ((1 + at(node, "overlap")) * at(node, "gate") + 3 * at(node, "gate_fringe"))
}
function nand(node, inputs) { # fF of an input of the smallest NAND, or inverter
    return gate(node, (inputs + at(node, "p_to_n")) * at(node, "least_width") * node / 1000)
}
# ns from the input of the smallest NAND of so many inputs (1: an inverter) to the end of what the inverters behind it drive, fF through
# OHMS: CACTI's logical_effort, compute_delays and horowitz. `ramp` is how long the input takes, then the output.
function chain(node, inputs, load, ohms,    least, effort, gates, f, i, w, n, p, stage, c, tf, sum) {
    least = at(node, "least_width") * node / 1000; p = at(node, "p_to_n")
    effort = (inputs + p) / (1 + p) * load / nand(node, inputs)
    gates = int(log(effort) / log(at(node, "driver_fanout"))); if (gates % 2) gates++; if (gates < 2) gates = 2
    f = effort ^ (1 / gates)
    for (i = gates - 1; i > 0; i--) {
        w[i] = i == gates - 1 ? load / f / gate(node, 1 + p) : w[i + 1] / f
        if (w[i] < least) w[i] = least
    }
    for (i = 0; i < gates; i++) {
        stage = i ? 1 : inputs; n = i ? w[i] : inputs * least
        c = stage * drain(node, p * (i ? n : least), 1) + drain(node, n, stage) + (i < gates - 1 ? gate(node, w[i + 1] * (1 + p)) : load)
        tf = (at(node, "resistance") * stage / n * c + (i < gates - 1 ? 0 : ohms * load / 2)) / 1e6
        sum += tf = tf * sqrt(log(2) ^ 2 + ramp / tf / 2)
        ramp = 2 * tf
    }
    return sum
}
# ns of a read: two predecoders, a NAND a row and the word line, then a bit line down to the swing, CACTI's compute_bitline_delay and
# compute_sa_delay.
function read_time(node, supply, rows, height, word, word_ohms, bit, swing,    f, bits, first, line, sum, latch, ohms, step, slope) {
    f = node / 1000; ramp = 0
    for (bits = 2; 2 ^ bits < rows;) bits++
    first = int((bits + 1) / 2)
    line = 2 ^ (bits - first) * nand(node, 2) + rows * height * wire(node)
    sum = chain(node, 1, 2 ^ (first - 1) * nand(node, first), 0) + chain(node, first, line, rows * height * wire_ohms(node)) + \
        chain(node, 2, word, word_ohms)
    latch = gate(node, (at(node, "sense_n") + at(node, "sense_p")) * f) + drain(node, at(node, "sense_n") * f, 1) + \
        drain(node, at(node, "sense_p") * f, 1) + drain(node, at(node, "isolation") * f, 1) + drain(node, at(node, "sense_mux") * f, 1)
    ohms = at(node, "resistance") / f
    step = (ohms * (1 / at(node, "pull_down") + 1 / at(node, "access_width")) * (bit + latch) + rows * height * wire_ohms(node) * bit / 2 + \
        ohms * at(node, "p_to_n") / at(node, "isolation") * latch) * log(supply / (supply - swing)) / 1e6
    slope = supply / ramp
    sum += step <= (supply - at(node, "threshold")) / slope / 2 ? sqrt(2 * step * (supply - at(node, "threshold")) / slope) : \
        step + (supply - at(node, "threshold")) / slope / 2
    return sum + latch / at(node, "latch") * log(supply / swing) / 1000
}
function job(node, supply, rows, columns, sensed, written,    f, width, height, strip_f, beside, below, whole, line, word, bit, swing, common) {
    f = node / 1000; strip_f = at(node, "strip_node") / 1000
    height = sqrt(at(node, "cell_area") / at(node, "cell_aspect")); width = height * at(node, "cell_aspect")
    height = (height + 2 * at(node, "port_pitch") * (ports - 1)) * f; width = (width + 2 * at(node, "port_pitch") * (ports - 1)) * f
    beside = (at(node, "strip_width") - at(node, "strip_columns") * at(node, "strip_cell_width")) / at(node, "strip_ports") / strip_f * f
    below = (at(node, "strip_height") - at(node, "strip_rows") * at(node, "strip_cell_height")) / at(node, "strip_ports") / strip_f * f
    whole = (columns * width + ports * beside) * (rows * height + ports * below)
    line = columns * (2 * gate(node, at(node, "access_width") * f) + width * wire(node))
    word = line * at(node, "driver_fanout") / (at(node, "driver_fanout") - 1)
    bit = rows * (drain(node, at(node, "access_width") * f, 1) / 2 + height * wire(node))
    swing = at(node, "swing_part") * supply
    if (swing < at(node, "swing_least")) swing = at(node, "swing_least")
    common = (word + 2 * rows * height * wire(node)) * supply * supply
    printf "%.6g %.4g %.4g %.4g %.4g %.4g\n", whole, 100 * columns * width * rows * height / whole, \
        (common + columns * bit * swing * supply + sensed * at(node, "sense")) / 1000, \
        (common + columns * bit * supply * supply + sensed * at(node, "sense")) / 1000, \
        (common + (written * supply + (columns - written) * swing) * bit * supply) / 1000, \
        read_time(node, supply, rows, height, line, columns * width * wire_ohms(node), bit, swing)
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

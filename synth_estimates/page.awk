# SPDX-License-Identifier: BSD-3-Clause
# awk -f page.awk REPORT.tsv TEMPLATE: a page of the overhead report. The template is Markdown in which stand
#   {TABLE|KEY|...|COLUMN}      a cell of the row that begins with these keys; terms may be joined: {A|b|c ++ 2 * D|e|f}
#   {... ; FORMAT}              the same printed by a format of printf
#   {proven TABLE}              how many rows have a netlist that is proven, of how many
#   {least TABLE|COLUMN}        the smallest number of a column; {most TABLE|COLUMN} the largest
#   {table NAME COLUMN; ...}    alone on a line: a table of the report, with these columns or all; `a=b` renames column a
#   {rows NAME}                 alone on a line: a table that is put together below, a row a block
# What is not there is refused with its line (exit 2).
function fail(words) { print FILENAME ":" FNR ": " words > "/dev/stderr"; bad = 1; exit 2 }
function column(table, heading,    c) {
    for (c = 1; c <= columns[table]; c++) if (head[table, c] == heading) return c
    fail("table " table " has no column " heading)
}
# The cell of a column in the row that begins with keys, from key 2 on to `last - 1`.
function cell_of(key, last,    table, r, k, at) {
    table = key[1]
    if (!(table in rows)) fail("no table " table)
    at = column(table, key[last])
    for (r = 1; r <= rows[table]; r++) {
        for (k = 2; k < last && cell[table, r, k - 1] == key[k];) k++
        if (k == last) return cell[table, r, at]
    }
    fail("table " table " has no row " key[2] " " (last > 3 ? key[3] : ""))
}
function thousands(text,    whole, rest) {
    if (text !~ /^[0-9]+(\.[0-9]+)?$/) return text
    whole = text; rest = ""
    if (match(text, /\./)) { whole = substr(text, 1, RSTART - 1); rest = substr(text, RSTART) }
    while (length(whole) > 3) { rest = "," substr(whole, length(whole) - 2) rest; whole = substr(whole, 1, length(whole) - 3) }
    return whole rest
}
function proven(table,    r, n) {
    if (!(table in rows)) fail("no table " table)
    for (r = 1; r <= rows[table]; r++) n += cell[table, r, column(table, "netlist equal to RTL")] ~ /^proven/
    return n + 0 " of " rows[table]
}
function extreme(text, sign,    key, r, at, of, best) {
    if (split(text, key, /\|/) != 2 || !(key[1] in rows)) fail("{" text "}, expected {least TABLE|COLUMN}")
    at = column(key[1], key[2]); best = ""
    for (r = 1; r <= rows[key[1]]; r++) {
        of = cell[key[1], r, at]
        if (of ~ /^-?[0-9.]+$/ && (best == "" || sign * (of - best) > 0)) best = of
    }
    return best == "" ? "not measured" : thousands(best)
}
function value(text,    parts, terms, n, i, key, of, factor, sum, format) {
    if (sub(/^proven /, "", text)) return proven(text)
    if (sub(/^least /, "", text)) return extreme(text, -1)
    if (sub(/^most /, "", text)) return extreme(text, 1)
    format = ""
    if (match(text, / ; /)) { format = substr(text, RSTART + 3); text = substr(text, 1, RSTART - 1) }
    n = split(text, terms, / \+\+ /)
    for (i = 1; i <= n; i++) {
        factor = 1
        if (match(terms[i], /^[0-9.-]+ \* /)) { factor = terms[i] + 0; terms[i] = substr(terms[i], RLENGTH + 1) }
        parts = split(terms[i], key, /\|/)
        if (parts < 3) fail("{" text "}, expected {TABLE|KEY|COLUMN}")
        of = cell_of(key, parts)
        if (of == "") return "not measured"
        if (n == 1 && factor == 1 && format == "") return thousands(of)
        sum += factor * of
    }
    return thousands(sprintf(format == "" ? "%.0f" : format, sum))
}
# --- tables
function begin(kinds, names,    n, i, k, h, line) {
    n = split(names, h, /;/); split(kinds, k, "")
    line = "|"; for (i = 1; i <= n; i++) line = line " " h[i] " |"
    print line
    line = "|"; for (i = 1; i <= n; i++) line = line (k[i] == "n" ? " ---: |" : " --- |")
    print line
}
function blank(text) { return text == "" ? " " : text " " }   # before the bar of a cell
function short_proof(text) { sub(/, registers paired$/, "", text); return text }
function plain_table(words,    name, n, want, i, r, line, kinds, names, at, pair) {
    name = words; sub(/ .*/, "", name)
    if (!(name in rows)) fail("no table " name)
    n = 0
    if (words == name) for (n = 1; n <= columns[name]; n++) at[n] = n
    if (words == name) n = columns[name]
    else { sub(/^[^ ]+ /, "", words); n = split(words, want, /; /) }
    for (i = 1; i <= n; i++) {
        pair = words == name ? head[name, i] : want[i]
        if (words != name) {
            at[i] = column(name, index(pair, "=") ? substr(pair, 1, index(pair, "=") - 1) : pair)
            sub(/^[^=]*=/, "", pair)
        }
        names = names (i > 1 ? ";" : "") pair
        kinds = kinds (kind[name, at[i]] == "number" ? "n" : "w")
    }
    begin(kinds, names)
    for (r = 1; r <= rows[name]; r++) {
        line = "|"
        for (i = 1; i <= n; i++) line = line " " blank(shown(name, r, at[i])) "|"
        print line
    }
}
function shown(name, r, c,    text) {
    text = cell[name, r, c]
    if (head[name, c] ~ /equal to RTL/) text = short_proof(text)
    return kind[name, c] == "code" && text != "" ? "`" text "`" : text
}
function get(name, block, config, heading,    key) {
    key[1] = name; key[2] = block; key[3] = config; key[4] = heading
    return cell_of(key, 4)
}
function blocks_row(r,    b, c, line, list, n, i) {
    b = cell["blocks", r, 1]; c = cell["blocks", r, 2]
    line = "| `" b "` | " c " |"
    n = split("bits;cells;lost;sequential GE;GE;spread of GE, %;µm² at 65 nm;netlist equal to RTL", list, /;/)
    for (i = 1; i <= n; i++) line = line " " blank(short_proof(get("blocks", b, c, list[i]))) "|"
    n = split("ns;spread, %;ns at 65 nm;clock;periods at 65 nm;in time", list, /;/)
    for (i = 1; i <= n; i++) line = line " " blank(get("speed", b, c, list[i])) "|"
    print line
}
function path_of(b, c, which, heading,    r) {
    for (r = 1; r <= rows["paths"]; r++)
        if (cell["paths", r, 1] == b && cell["paths", r, 2] == c && cell["paths", r, 3] == which) return cell["paths", r, column("paths", heading)]
    return ""
}
function path_row(r,    b, c, i, which, ns, most, longest, line) {
    b = cell["blocks", r, 1]; c = cell["blocks", r, 2]; line = "| `" b "` | " c " |"; most = -1
    for (i = 1; i <= 4; i++) {
        which = ways[i]; ns = path_of(b, c, which, "ns"); line = line " " blank(ns) "|"
        if (ns != "" && ns + 0 > most) { most = ns + 0; longest = which }
    }
    print line " " path_of(b, c, longest, "ns 0.35 µm") " | `" path_of(b, c, longest, "from") "` | `" path_of(b, c, longest, "to") "` |"
}
function front_end_row(r,    name, i, p, ns, most, at, line) {
    name = cell["front_ends", r, 1]; most = -1
    line = "| " name " |"
    for (i = 3; i <= 5; i++) line = line " " blank(cell["front_ends", r, i]) "|"
    for (i = 1; i <= 4; i++) for (p = 1; p <= rows["front_end_paths"]; p++)
        if (cell["front_end_paths", p, 1] == name && cell["front_end_paths", p, 2] == ways[i]) {
            ns = cell["front_end_paths", p, 3]; line = line " " ns " |"
            if (ns + 0 > most) { most = ns + 0; at = p }
        }
    print line " `" cell["front_end_paths", at, 4] "` | `" cell["front_end_paths", at, 5] "` | " \
        short_proof(cell["front_ends", r, 7]) " | " cell["front_ends", r, 8] " |"
}
function chain_row(r,    f, real) {
    for (f = 1; f <= rows["front_end_chains"]; f++)
        if (cell["front_end_chains", f, 1] == cell["chains", r, 1]) real = cell["front_end_chains", f, 2]
    print "| " cell["chains", r, 1] " | " cell["chains", r, 2] " | " blank(cell["chains", r, 3]) "| " blank(real) "| " \
        cell["chains", r, 4] " | " \
        cell["chains", r, 6] " | " cell["chains", r, 7] " |"
}
function registers_row(r,    b, c) {
    b = cell["blocks", r, 1]; c = cell["blocks", r, 2]
    print "| `" b "` | " c " | " get("storage", b, c, "single registers") " | " get("storage", b, c, "tables") " | " \
        get("storage", b, c, "SRAM") " | " \
        blank(registers[b, c]) "| " (picture(b, c) ? "[schematic](figures/overhead/schematic_" b "_" c ".svg)" : "") " |"
}
function picture(b, c,    line, file, there) {
    file = figures "/schematic_" b "_" c ".svg"
    there = (getline line < file) > 0; close(file); return there
}
function growth_row(r,    b, p, s, values, gates, ns, unproven, v) {
    b = cell["growth", r, 1]; p = cell["growth", r, 2]
    for (s = 1; s <= rows["scaling"]; s++) if (cell["scaling", s, 1] == b && cell["scaling", s, 2] == p) {
        v = cell["scaling", s, 3]
        values = values " " v; gates = gates " " cell["scaling", s, 4]; ns = ns " " cell["scaling", s, 5]
        if (cell["scaling", s, 6] !~ /^proven/) unproven = unproven (unproven ? ", " : "") v ": " cell["scaling", s, 6]
    }
    print "| `" b "` | [" p "](figures/overhead/scaling_" b "_" p ".svg) | " substr(values, 2) " | " substr(gates, 2) " | " \
        substr(ns, 2) " | " blank(cell["growth", r, 4]) "| " \
        blank(cell["growth", r, 5]) "| " blank(unproven) "|"
}
# Rows of power_blocks follow one another by system and kernel, those of power too: group[r] is the row of power, of base with the
# system, that row r of power_blocks is a part of.
function group_power(    r, s, k) {
    for (r = 1; r <= rows["power_blocks"]; r++) {
        if (k != cell["power_blocks", r, 4]) {
            s += 2; k = cell["power_blocks", r, 4]
            if (cell["power", s, 2] != k) fail("power of blocks and of systems have other kernels: " k)
        }
        group[r] = s
    }
}
# pJ a cycle that charging a block's clock net takes (wires.tsv): 0 without a clock, "" if it is not measured.
function clock_net(b, c,    pj) {
    if (get("wires", b, c, "pJ with wires") !~ /^[0-9]/) return ""
    pj = get("wires", b, c, "pJ of the clock net")
    return pj == "" ? 0 : pj + 0
}
function share(part, rest) { return part == "" || part + rest <= 0 ? "" : sprintf("%.0f", 100 * part / (part + rest)) }
# Columns that power gets: the clock nets of what stands in an SM, summed as the report sums the rest (gates_power.c), and their share.
function add_clock_nets(    r, s, b, c, at, rest, way, stands, of, net, standing, parts, unknown) {
    at = column("power", "clock pins and leakage, pJ a cycle")
    for (s = 1; s <= 2; s++) kind["power", columns["power"] + s] = "number"
    head["power", ++columns["power"]] = "clock net, pJ a cycle"; head["power", ++columns["power"]] = "share of the clock net, %"
    for (r = 1; r <= rows["power_blocks"]; r++) {
        s = group[r]; b = cell["power_blocks", r, 1]; c = cell["power_blocks", r, 2]
        if (!(b in place)) fail("no place of " b)
        if (!((s, b) in stands)) stands[s, b] = c             # base's, if base has the block
        of[s, b] = c                                          # the system's takes its place
    }
    for (r = 1; r <= rows["power_blocks"]; r++) {
        b = cell["power_blocks", r, 1]; c = cell["power_blocks", r, 2]
        if (place[b] != "SM" && place[b] != "SCHEDULER") continue
        for (way = 0; way <= 1; way++) {
            s = group[r] - 1 + way
            if (way ? of[s, b] != c : !(b in of_base) || stands[s + 1, b] != c) continue
            if (clock_net(b, c) == "") unknown[s] = 1
            net[s] += clock_net(b, c); standing[s] += cell["power_blocks", r, 5]; parts[s]++
        }
    }
    for (s = 1; s <= rows["power"]; s++) {
        rest = standing[s] - cell["power", s, at]
        if (rest * rest > (0.5 + 0.05 * parts[s]) ^ 2)
            fail("power: clock pins of row " s " are " cell["power", s, at] " pJ, those of its blocks " standing[s])
        cell["power", s, columns["power"] - 1] = unknown[s] ? "" : sprintf("%.0f", net[s])
        cell["power", s, columns["power"]] = unknown[s] ? "" : share(net[s], cell["power", s, at] + cell["power", s, at + 1])
    }
}
# The report has power by system, kernel, block; here a row has all kernels of a system.
function power_rows(    r, k, whose, key, i, n, order, first, standing, sum, shares, moving, held, instance) {
    for (r = 1; r <= rows["power_blocks"]; r++) {
        k = cell["power_blocks", r, 4]; whose = cell["power", group[r], 1]; sub(/^base \+ /, "", whose)
        key = whose SUBSEP cell["power_blocks", r, 1] SUBSEP cell["power_blocks", r, 2]
        if (!(key in standing)) { order[++n] = key; instance[key] = 0 }
        standing[key] = cell["power_blocks", r, 5]
        if (first[key] != k) { moving[key] = moving[key] (moving[key] ? ", " : "") k " " cell["power_blocks", r, 6]
                               held[key] = held[key] (held[key] ? ", " : "") k " " cell["power_blocks", r, 7]; instance[key] = 1 }
        else {
            moving[key] = moving[key] " + " cell["power_blocks", r, 6]; held[key] = held[key] " + " cell["power_blocks", r, 7]
            instance[key]++
        }
        first[key] = k; sum[key, k] += cell["power_blocks", r, 5] + cell["power_blocks", r, 6]
    }
    for (r = 1; r <= rows["power_blocks"]; r++) {
        k = cell["power_blocks", r, 4]; whose = cell["power", group[r], 1]; sub(/^base \+ /, "", whose)
        key = whose SUBSEP cell["power_blocks", r, 1] SUBSEP cell["power_blocks", r, 2]
        if (!((key, k) in sum)) continue          # of an instance more
        split(key, key_of, SUBSEP)
        i = clock_net(key_of[2], key_of[3])
        if (i > 0) shares[key] = shares[key] (shares[key] ? ", " : "") k " " share(i * instance[key], sum[key, k])
        delete sum[key, k]
    }
    for (i = 1; i <= n; i++) {
        split(order[i], key_of, SUBSEP)
        k = clock_net(key_of[2], key_of[3])
        print "| `" key_of[2] "` | " key_of[3] " | " key_of[1] " | " instance[order[i]] " | " standing[order[i]] " | " \
            moving[order[i]] " | " same(held[order[i]]) " | " blank(k == 0 ? "" : k) "| " blank(same(shares[order[i]])) "|"
    }
}
# `a 0.1, b 0.1` is 0.1.
function same(text,    n, part, i, number, once) {
    n = split(text, part, /, /)
    for (i = 1; i <= n; i++) {
        number = part[i]; sub(/^[^ ]+ /, "", number); gsub(/^0\.000( \+ 0\.000)+$/, "0.000", number)
        if (i == 1) once = number
        else if (number != once) return text
    }
    return once
}
# A row a system and kernel: of base, then with the system.
function power_system_rows(    r) {
    for (r = 2; r <= rows["power"]; r += 2)
        print "| " substr(cell["power", r, 1], 8) " | " cell["power", r, 2] " | " cell["power", r, 6] " | " \
            cell["power", r - 1, 3] " | " cell["power", r - 1, 4] " | " \
            cell["power", r - 1, 7] " | " cell["power", r - 1, 8] " | " blank(cell["power", r - 1, 9]) "| " blank(cell["power", r - 1, 10]) "| " \
            cell["power", r, 3] " | " cell["power", r, 4] " | " \
            cell["power", r, 5] " | " cell["power", r, 7] " | " \
            cell["power", r, 8] " | " blank(cell["power", r, 9]) "| " blank(cell["power", r, 10]) "|"
}
function put(name,    r, longest) {
    if (name == "blocks") {
        begin("wwnnnnnnnwnnnwnw", "block;configuration;bits;cells;lost;sequential GE;GE;spread of GE, %;µm² at 65 nm;" \
              "netlist equal to RTL;ns;spread of ns, %;ns at 65 nm;clock;periods at 65 nm;in time")
        for (r = 1; r <= rows["blocks"]; r++) blocks_row(r)
    } else if (name == "paths") {
        begin("wwnnnnnww", "block;configuration;registers to registers;inputs to registers;registers to outputs;inputs to outputs;" \
              "the longest at 0.35 µm;it begins at;it ends at")
        for (r = 1; r <= rows["blocks"]; r++) path_row(r)
    } else if (name == "front_ends") {
        begin("wnnnnnnnwwww", "front end;flip-flops;GE;sum of its blocks, GE;registers to registers;inputs to registers;" \
              "registers to outputs;inputs to outputs;the longest begins at;it ends at;netlist equal to RTL;what")
        for (r = 1; r <= rows["front_ends"]; r++) front_end_row(r)
    } else if (name == "chains") {
        begin("wnnnwnw", "what;sum of the blocks, ns;spread, %;in the front end, ns;clock;periods at 65 nm, of the sum;through")
        for (r = 1; r <= rows["chains"]; r++) chain_row(r)
    } else if (name == "registers") {
        begin("wwnnnww", "block;configuration;single bits;table bits;SRAM bits;registers;picture")
        for (r = 1; r <= rows["blocks"]; r++) registers_row(r)
    } else if (name == "growth") {
        begin("wwwwwnnw", "block;parameter;values;GE;ns;exponent of gates;exponent of path;netlists not proven")
        for (r = 1; r <= rows["growth"]; r++) growth_row(r)
    } else if (name == "power_blocks") {
        begin("wwwnnwwnw", "block;configuration;recorded under;instances;clock pins and leakage, pJ a cycle;toggles, pJ a cycle;" \
              "inputs held, pJ a cycle;clock net, pJ a cycle;share of the clock net, %")
        power_rows()
    } else if (name == "power") {
        begin("wwnnnnnnnnnnnnnn", "system;kernel;instructions a cycle;base: clock pins and leakage;toggles;pJ an instruction;" \
              "of toggles alone;clock net;its share, %;base with it: clock pins and leakage;toggles;inputs held;pJ an instruction;of toggles alone;" \
              "clock net;its share, %")
        power_system_rows()
    } else fail("no table " name)
}
BEGIN { FS = "\t"; split("register_to_register input_to_register register_to_output input_to_output", ways, " ") }
FNR == 1 { file++ }
file == 1 && /^# / { next }
file == 1 && /^#/ {
    table = substr($1, 2); columns[table] = NF - 1; rows[table] = 0
    for (i = 2; i <= NF; i++) {
        kind[table, i - 1] = head[table, i - 1] = $i
        sub(/ .*/, "", kind[table, i - 1]); sub(/^[a-z]+ /, "", head[table, i - 1])
    }
    next
}
file == 1 {
    if (!($1 in rows)) fail("a row of " $1 ", which has no head")
    rows[$1]++
    for (i = 2; i <= NF; i++) cell[$1, rows[$1], i - 1] = $i
    if ($1 == "registers") registers[$2, $3] = $4
    if ($1 == "places") place[$2] = $3
    if ($1 == "parts" && $2 == "base") of_base[$3] = 1
    next
}
file == 2 && FNR == 1 && "power" in rows && "wires" in rows { group_power(); add_clock_nets() }
/^#%/ { next }
/^\{table .*\}$/ { plain_table(substr($0, 8, length($0) - 8)); next }
/^\{rows .*\}$/ { put(substr($0, 7, length($0) - 7)); next }
{
    line = ""
    while (match($0, /\{[^}]*\}/)) {
        words = substr($0, RSTART + 1, RLENGTH - 2); rest = substr($0, RSTART + RLENGTH); line = line substr($0, 1, RSTART - 1)
        line = line value(words)
        $0 = rest
    }
    print line $0
}
END { if (bad) exit 2 }

# SPDX-License-Identifier: BSD-3-Clause
# Prints the bind file of a block, its properties as concurrent assertions of SystemVerilog, from the module that is proven:
#     awk -f tb/verilog/sva.awk verilog/BLOCK_properties.v > BLOCK_sva.sv
#
# That module has a regular form, and what is not of it ends with status 1 and its line:
#   NAME_i, NAME_o               the block's ports; another input is a free variable, which is drawn anew in each cycle
#   BLOCK #(...) block (         the block. Another instance of it is left out, for what is bound to the block would be bound to that
#                                too, without end; so is a property that speaks of its outputs
#   (* hierconn *) wire ...      registers and wires of the block, \block.NAME; words of a memory, \block.NAME[0] and on
#   FROM_RESET                   how a proof begins: here a property is asked once a reset has been seen
#   always @* assume (...);      of free variables: a cycle that drew others is let pass; of inputs: an assumption of the bind file
#   LABEL: assert (...);         in one always @*, below conditions; `assign reached_o[K] =` a cover
# A function reads its arguments and constants alone: simulators do not look into it for what an expression hangs on.
BEGIN { free_count = port_count = cover_count = inner_count = kept = 0 }
{ line[NR] = $0 }
function fail(number, words) { printf "%s:%d: %s\n", FILENAME, number, words | "cat 1>&2"; failed = 1; exit 1 }
function trim(text) { gsub(/[ \t\n]+/, " ", text); sub(/^ /, "", text); sub(/ $/, "", text); return text }
function inner(text) {
    text = text " "
    gsub(/\\block\./, "block_", text)
    sub(/ $/, "", text)
    gsub(/ ,/, ",", text)
    gsub(/ ;/, ";", text)
    return text
}
# From line `from` on to the first that ends with `end_of`: joined; `last` is its number.
function statement(from, end_of,    text) {
    text = ""
    for (last = from; last <= NR; last++) {
        text = text line[last] "\n"
        if (line[last] ~ end_of) return text
    }
    fail(from, "no end")
}
function names(text, name) { return (" " text " ") ~ ("[^A-Za-z0-9_$]" name "[^A-Za-z0-9_$]") }
# Of `text`, which begins with a bracket, what is within up to its own.
function bracket(text,    depth, i, c) {
    depth = 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(") depth++
        if (c == ")" && --depth == 0) return substr(text, 2, i - 2)
    }
    fail(first_line, "a bracket without an end")
}
function put(text) { body[kept++] = text }
function asked() { return chosen == "" ? "started" : "started && sva_chosen" }
function both(one, other) { return one == "" || other == "" ? one other : one " && " other }
# Every property is asked once `started`.
function test_of(text) { text = trim(text); if (text == "started") return ""; sub(/^started && /, "", text); return "(" text ")" }
# The statements at the beginning of `rest`, one or up to `end`, below a condition.
function properties(condition,    test, label, what, number) {
    sub(/^[ \n]+/, "", rest)
    if (rest ~ /^if \(/) {
        sub(/^if /, "", rest)
        test = bracket(rest)
        rest = substr(rest, length(test) + 3)
        properties(both(condition, test_of(test)))
        sub(/^[ \n]+/, "", rest)
        if (rest ~ /^else[ \n]/) { sub(/^else/, "", rest); properties(both(condition, "!(" trim(test) ")")) }
    } else if (rest ~ /^begin/) {
        sub(/^begin/, "", rest)
        for (sub(/^[ \n]+/, "", rest); rest !~ /^end/; sub(/^[ \n]+/, "", rest)) properties(condition)
        sub(/^end/, "", rest)
    } else if (match(rest, /^[a-z][a-z0-9_]*: assert \(/)) {
        label = substr(rest, 1, index(rest, ":") - 1)
        rest = substr(rest, RLENGTH)
        what = bracket(rest)
        rest = substr(rest, length(what) + 3)
        if (rest !~ /^;/) fail(first_line, label ": no ; behind it")
        rest = substr(rest, 2)
        number = label
        gsub(/^p|_.*/, "", number)
        for (name in others) if (names(condition " " what, name)) {
            put("    // " label " is of a second instance of the block: it is only proven (" FILENAME ").")
            return
        }
        put(sprintf("    %s: assert property (@(posedge clk_i) %s\n        |-> (%s))\n        else $error(\"%s, property %s\");", \
            label, both(asked(), condition), trim(what), block, number))
        asserted++
    } else fail(first_line, "expected if, begin or LABEL: assert: " substr(rest, 1, 40))
}
# A function's names are its own, its arguments, constants and other functions.
function look_at_function(text, number,    word, count, i, name) {
    gsub(/\/\/[^\n]*/, "", text)
    gsub(/[0-9]*'[bdh][0-9a-fA-F]+/, " ", text)
    count = split(text, word, /[^A-Za-z0-9_$]+/)
    for (i in own) delete own[i]
    for (i = 1; i <= count; i++) {
        name = word[i]
        if (name == "" || name ~ /^([0-9]+|\$clog2|function|endfunction|input|integer|begin|end|if|else|for|reg)$/) continue
        if (text ~ ("(input|integer|reg) *(\\[[^]]*\\])? *" name "[^A-Za-z0-9_]")) own[name]
        if (text ~ ("function *(\\[[^]]*\\])? *" name "\\(")) functions[name]
        if (!(name in own) && !(name in constants) && !(name in functions)) fail(number, "a function reads " name ", which is none of its arguments")
    }
}
function assumption(text, number,    what, only_free, i, bound) {
    sub(/^ *always @\* assume /, "", text)
    what = trim(bracket(text))
    only_free = 0
    for (i = 0; i < free_count; i++) if (names(what, free[i])) only_free = 1
    if (!only_free) {
        put("    assumption_" ++assumed ": assume property (@(posedge clk_i) started |-> (" what "));")
        return
    }
    if (asserted) fail(number, "free variables are constrained behind the properties")
    chosen = both(chosen, "(" what ")")
    for (i = 0; i < free_count; i++)
        if (match(" " what, "[^A-Za-z0-9_]" free[i] " < [A-Za-z0-9_]+")) {
            bound = substr(" " what, RSTART, RLENGTH)
            sub(/.* < /, "", bound)
            below[i] = bound
        }
}
function port(type, name) { ports[port_count] = "    input wire " (type == "" ? "" : type " ") name; port_count++ }
# A list of names with one type: `wire TYPE NAME, NAME;` without values.
function declared(text, kind,    type, count, name, i) {
    sub(/^ *(\(\* hierconn \*\) )?wire */, "", text)
    type = ""
    if (match(text, /^\[.*:[^]]*\] +/)) { type = trim(substr(text, 1, RLENGTH)); text = substr(text, RLENGTH + 1) }
    gsub(/;.*/, "", text)
    count = split(text, name, /,/)
    for (i = 1; i <= count; i++) {
        name[i] = trim(name[i])
        if (kind == "output") { if (!(name[i] in others)) { port(type, name[i]); connected[inner_count] = name[i]; to[inner_count++] = name[i] } }
        else {
            sub(/^\\block\./, "", name[i])
            if (name[i] ~ /\[/) {
                sub(/\[.*/, "", name[i])
                if (name[i] in memory) continue
                memory[name[i]] = type
                port(type, "block_" name[i] " [0:" words_of(type) "-1]")
            } else port(type, "block_" name[i])
            connected[inner_count] = "block_" name[i]; to[inner_count++] = name[i]
        }
    }
}
# The constant WORDS says how many words the block's memory has.
function words_of(type) { if (!("WORDS" in constants)) fail(1, "a memory, but no constant WORDS"); return "WORDS" }
END {
    if (failed) exit 1
    block = FILENAME
    sub(/.*\//, "", block)
    sub(/_properties\.v$/, "", block)
    for (at = 1; line[at] !~ /^module /; at++) if (!at_from_reset && at > 1) {
        if (sub(/ *FROM_RESET.*/, "", line[at])) at_from_reset = 1
        sub(/, proven by induction \(tests\/verilog\/test_properties\.sh\)/, "", line[at])
        if (line[at] !~ /^\/\/ *$/ || !at_from_reset) comment = comment line[at] "\n"
    }
    for (at++; line[at] !~ /^\) \(/; at++) {
        name = line[at]
        sub(/^ *parameter /, "", name); sub(/ *=.*/, "", name)
        constants[name]
        if (name == "FROM_RESET") continue
        value = line[at]
        sub(/,? *(\/\/.*)?$/, "", value)
        parameters = parameters (parameters == "" ? "" : ",\n") value
    }
    for (at++; line[at] !~ /^\);/; at++) {
        name = line[at]
        sub(/,? *$/, "", name)
        if (name ~ / reached_o$/) continue
        text = name
        sub(/.* /, "", name)
        if (name ~ /_i$/) { ports[port_count++] = text; connected[inner_count] = name; to[inner_count++] = name; continue }
        sub(/^ *input wire */, "", text); sub(/ *[a-z_]*$/, "", text)
        free[free_count] = name; free_type[free_count++] = text
    }
    # What is declared and left out, before the lines that are kept.
    for (i = at + 1; i <= NR; i++) {
        if (line[i] ~ /^    localparam /) {
            text = line[i]
            sub(/;.*/, "", text)
            parameters = parameters ",\n" text
            sub(/^ *localparam */, "", text)
            sub(/^\[[^]]*\] */, "", text)
            count = split(text, name_of, / *= *[^,]*(, *|$)/)
            for (k = 1; k <= count; k++) constants[name_of[k]]
        }
        if (line[i] ~ ("^    " block " #\\(.*\\) [a-z_]+ \\(")) {
            text = statement(i, "^    \\);")
            instance = text
            sub(/^.*\) /, "", instance); sub(/ \(.*/, "", instance)
            name = line[i]; sub(/^.*\) /, "", name); sub(/ \($/, "", name)
            if (name == "block") { settings = line[i]; sub(/^[^#]*/, "", settings); sub(/ block \($/, "", settings); continue }
            while (match(text, /_o\([a-z_]+\)/)) { others[substr(text, RSTART + 3, RLENGTH - 4)]; text = substr(text, RSTART + RLENGTH) }
        }
    }
    for (at++; line[at] !~ /^endmodule/; at = last + 1) {
        last = at
        first_line = at
        text = line[at]
        if (text ~ /^    localparam / || text ~ /flattening connects by name/) continue
        if (text ~ ("^    " block " #\\(")) { statement(at, "^    \\);"); continue }
        if (text ~ /^    \(\* hierconn \*\)/) { declared(text, "inner"); continue }
        if (text ~ /^    wire [^=]*_o[,;]/ && text !~ /=/) { declared(text, "output"); continue }
        if (text ~ /^    wire [^=]*;/ && text !~ /=/) {
            name = trim(text); sub(/^wire */, "", name); sub(/[,;].*/, "", name)
            if (name in others) continue
        }
        if (text ~ /^    reg [a-z_]+ = !FROM_RESET;/) continue
        if (text ~ /^    always @\(posedge clk_i\) [a-z_]+ <= [01];$/) continue
        if (text ~ /^    always @\* if \(!?[a-z_]+\) assume \(/) { statement(at, ";$"); continue }
        if (text ~ /^    always @\* assume \(/) { assumption(statement(at, ";$"), at); continue }
        if (text ~ /^    wire .*= \{$/ && line[at + 1] ~ /\\block\.[a-z_]+\[/) {
            statement(at, "};$")
            name = text; sub(/ *=.*/, "", name); sub(/.* /, "", name)
            held = line[at + 1]; sub(/^[^.]*\./, "", held); sub(/\[.*/, "", held)
            width = memory[held]; sub(/^\[/, "", width); sub(/:.*/, "", width)
            put("    wire [WORDS*(" width "+1)-1:0] " name ";")
            put("    genvar word;\n    generate\n        for (word = 0; word < WORDS; word = word + 1) begin : words")
            put("            assign " name "[(" width "+1)*word +: " width "+1] = block_" held "[word];\n        end\n    endgenerate")
            continue
        }
        if (text ~ /^    function /) {
            text = statement(at, "^    endfunction")
            look_at_function(text, at)
            sub(/\n$/, "", text)
            put(text)
            continue
        }
        if (text ~ /^    always @\*( if \(.*\))? begin$/) {
            text = statement(at, "^    end$")
            if (text ~ /: assert \(/) { rest = text; sub(/^ *always @\*/, "", rest); properties(""); continue }
            sub(/\n$/, "", text)
            put(inner(text))
            continue
        }
        if (text ~ /^    assign reached_o\[/) {
            text = statement(at, ";$")
            number = text; sub(/^[^[]*\[/, "", number); sub(/\].*/, "", number)
            sub(/^[^=]*= */, "", text); sub(/;\n$/, "", text)
            put(sprintf("    c%s: cover property (@(posedge clk_i) %s && (%s));", number, asked(), trim(text)))
            continue
        }
        if (text ~ /(assert|assume|cover) *\(|FROM_RESET/ && text !~ /^ *\/\//) fail(at, "not of the form that is read: " trim(text))
        put(inner(text))
    }
    if (!asserted) fail(NR, "no property")
    # Of the free variables those that are left: of a second instance of the block none.
    for (i = 0; i < kept; i++) text = text "\n" body[i]
    for (i = k = 0; i < free_count; i++) if (names(text, free[i])) {
        free[k] = free[i]; free_type[k] = free_type[i]
        if (i in below) bound = below[i]; else bound = ""
        delete below[i]
        if (bound != "") below[k] = bound
        k++
    }
    free_count = k

    print "// SPDX-License-Identifier: BSD-3-Clause\n// Printed by tb/verilog/sva.awk from " FILENAME ": change that, not this."
    sub(/(\n\/\/ *)+\n$/, "\n", comment)
    printf "%s", comment
    print "//\n// Bound to each instance of " block " that is compiled with it. A property is asked at each rising edge of the clock, of"
    print "// what stands before it, once a reset has been seen."
    if (free_count) print "// Its free variables are drawn in each cycle; with FORMAL defined they are open."
    print "//\n// Its sums and comparisons are of numbers up to 32 bits wide beside narrower registers, and it is given ports that no"
    print "// property asks for."
    print "// verilator lint_off WIDTH\n// verilator lint_off UNUSEDSIGNAL\n// verilator lint_off UNUSEDPARAM\n// verilator lint_off UNDRIVEN\n"
    print "module " block "_sva #(\n" parameters "\n) ("
    for (i = 0; i < port_count; i++) print ports[i] (i + 1 < port_count ? "," : "")
    print ");\n    reg started = 0;\n    always @(posedge clk_i) if (rst_i) started <= 1;"
    for (i = 0; i < free_count; i++) {
        print "    (* anyseq *) reg " (free_type[i] == "" ? "" : free_type[i] " ") free[i] ";"
        drawn = drawn "        " free[i] " <= " (i in below ? "$urandom_range(" below[i] " - 1)" : "$urandom") ";\n"
    }
    if (free_count) printf "`ifndef FORMAL\n    always @(posedge clk_i) begin\n%s    end\n`endif\n", drawn
    if (chosen != "") print "    wire sva_chosen = " chosen ";"
    print ""
    for (i = 0; i < kept; i++) if (body[i] != "" || body[i - 1] != "") print body[i]
    print "endmodule\n"
    printf "bind %s %s_sva %s sva (", block, block, settings
    for (i = 0; i < inner_count; i++) printf "%s\n    .%s(%s)", i ? "," : "", connected[i], to[i]
    print "\n);\n// verilator lint_on WIDTH\n// verilator lint_on UNUSEDSIGNAL\n// verilator lint_on UNUSEDPARAM\n// verilator lint_on UNDRIVEN"
}

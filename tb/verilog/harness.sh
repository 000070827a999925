#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints the harness of a block's Verilog bench from its table: harness.sh rtl_c/BLOCK.def > BLOCK_harness.vh
#
# The bench tb/verilog/<block>_tb.v includes it inside its module, which declares the parameters. It declares, by the names
# of the table, with NAME_i and NAME_o for ports and NAME_q for registers:
#   NAME_i, NAME_o                      the ports, connected to the block `dut`
#   NAME_o_want, NAME_q_want            what the block must put out, and hold: set by the bench's reference; of a memory
#                                       nothing, it shows in the outputs
#   NAME_i_excused, NAME_i_why          bits on which an X may go unseen, and why
# and what works on all of them: any_inputs, hide_late, show_late, compare_outputs, compare_registers, read_vector,
# inject_x, report_x. tb/verilog/bench.vh is the rest.
set -eu
block=$(basename "$1" .def)
sed -nE 's/CLOG2\(/$clog2(/g; s/^(PARAM|DERIVED|IN|IN_LATE|OUT|REG|REG_COUNT|REG_PART|MEM)(_VEC)?\(/\1\2, /p' "$1" | awk -F', *' -v block="$block" '
BEGIN { parameters = deriveds = n = m = 0 }
$1 == "PARAM" { parameter[parameters++] = $2; next }
$1 == "DERIVED" { derived[deriveds] = $2; value[deriveds++] = $3; next }
$1 == "MEM" { memory[m] = $3 "_q"; word[m] = "(" $4 ")"; words[m++] = "(" $5 ")"; next }
{
    kind[n] = $1 ~ /^IN_LATE/ ? "late" : $1 ~ /^IN/ ? "early" : $1 ~ /^OUT/ ? "out" : "register"
    name[n] = $3 (kind[n] == "out" ? "_o" : kind[n] == "register" ? "_q" : "_i")
    element[n] = $4
    count[n] = $1 ~ /_VEC$|_PART$/ ? $5 : 1
    bits[n] = $4 ~ /^[A-Z0-9_]+$/ ? $4 : "(" $4 ")"
    if (count[n] != 1) bits[n] = bits[n] "*" (count[n] ~ /^[A-Z0-9_]+$/ ? count[n] : "(" count[n] ")")
    n++
}
function input(f) { return kind[f] == "early" || kind[f] == "late" }
function seen(f) { return kind[f] == "register" ? "dut." name[f] : name[f] }
function task(words) { print "    task " words ";" ; print "        begin" }
function end() { print "        end\n    endtask\n" }
function compare(which,    f) {
    for (f = 0; f < n; f++)
        if (kind[f] == which) {
            printf "            checks = checks + 1;\n            if (%s !== %s_want) begin\n", seen(f), name[f]
            printf "                begin_failure;\n                $display(\"%s %s: expected %%h, seen %%h\", %s_want, %s);\n", \
                which == "out" ? "output" : "register", name[f], name[f], seen(f)
            print "                end_failure;\n            end"
        }
}
# An X on one bit of an input until it shows (of an excused bit in fewer states); then the block is as before.
function inject(signal, width,    f) {
    printf "            for (bit_number = 0; bit_number < %s; bit_number = bit_number + 1)\n", width
    printf "                if (!%s_seen[bit_number] && (!%s_excused[bit_number] || cycle_number %% 40 == 0)) begin\n", signal, signal
    printf "                    bit_kept = %s[bit_number];\n                    %s[bit_number] = 1'"'"'bx;\n", signal, signal
    print  "                    look_for_x;"
    printf "                    %s[bit_number] = bit_kept;\n                    #1;\n", signal
    printf "                    if (x_at != 0) begin\n                        if (%s_seen == 0) %s_at = x_at;\n", signal, signal
    printf "                        %s_seen[bit_number] = 1'"'"'b1;\n                    end\n                end\n", signal
}
function report(signal, width) {
    printf "            begin_x_row(\"%s\", %s);\n            for (bit_number = 0; bit_number < %s; bit_number = bit_number + 1)\n", signal, width, width
    printf "                x_bit(%s_seen[bit_number], %s_excused[bit_number]);\n", signal, signal
    printf "            end_x_row(%s_at, %s_why);\n", signal, signal
}
function x_state(signal, width) {
    printf "    reg [%s-1:0] %s_seen, %s_excused;\n    reg [8*40-1:0] %s_at;\n    reg [8*110-1:0] %s_why;\n", width, signal, signal, signal, signal
    printf "    initial begin %s_seen = 0; %s_excused = 0; %s_at = 0; %s_why = 0; end\n", signal, signal, signal, signal
}
END {
    printf "    // Printed by tb/verilog/harness.sh from rtl_c/%s.def.\n", block
    for (d = 0; d < deriveds; d++) printf "    localparam %s = %s;\n", derived[d], value[d]
    print "    reg clk_i;\n    reg [0:0] rst_i;"
    x_state("rst_i", 1)
    for (f = 0; f < n; f++) {
        if (kind[f] == "out") printf "    wire [%s-1:0] %s;\n", bits[f], name[f]
        if (input(f)) {
            printf "    reg [%s-1:0] %s, %s_kept;\n", bits[f], name[f], name[f]
            x_state(name[f], bits[f])
        } else printf "    reg [%s-1:0] %s_want;\n", bits[f], name[f]
        if (kind[f] == "register") printf "    reg [%s-1:0] %s_kept;\n", bits[f], name[f]
    }
    for (w = 0; w < m; w++) printf "    reg [%s-1:0] %s_kept [0:%s-1];\n", word[w], memory[w], words[w]
    if (m) print "    integer word_number;"
    printf "\n    %s #(", block
    for (p = 0; p < parameters; p++) printf "%s.%s(%s)", p ? ", " : "", parameter[p], parameter[p]
    printf ") dut (\n        .clk_i(clk_i), .rst_i(rst_i)"
    for (f = 0; f < n; f++) if (kind[f] != "register") printf ",\n        .%s(%s)", name[f], name[f]
    print "\n    );\n\n    `include \"bench.vh\"\n"

    task("print_block")
    printf "            $write(\"%s\");\n", block
    for (p = 0; p < parameters; p++) printf "            $write(\" %s=%%0d\", %s);\n", parameter[p], parameter[p]
    end()

    task("any_inputs")
    for (f = 0; f < n; f++)
        if (input(f)) {
            printf "            for (bit_number = 0; bit_number < %s; bit_number = bit_number + 1)\n", count[f]
            printf "                %s[bit_number*(%s) +: %s] = {$random(seed), $random(seed)};\n", name[f], element[f], element[f]
        }
    end()
    task("no_inputs")
    for (f = 0; f < n; f++) if (input(f)) printf "            %s = 0;\n", name[f]
    end()

    task("hide_late")
    for (f = 0; f < n; f++)
        if (kind[f] == "late") printf "            %s_kept = %s;\n            %s = {%s{1'"'"'bx}};\n", name[f], name[f], name[f], bits[f]
    end()
    task("show_late")
    for (f = 0; f < n; f++) if (kind[f] == "late") printf "            %s = %s_kept;\n", name[f], name[f]
    end()

    task("compare_outputs"); compare("out"); end()
    task("compare_registers"); compare("register"); end()

    # A line: reset, then every field in hexadecimal.
    task("read_vector(output reg complete)")
    printf "            fields = $fscanf(vector_file, \"%%b"
    for (f = 0; f < n; f++) printf " %%h"
    printf "\", vector_reset"
    for (f = 0; f < n; f++) printf ",\n                %s", name[f] (input(f) ? "" : "_want")
    printf ");\n            complete = fields == %d;\n", n + 1
    end()

    task("look_for_x")
    print "            x_at = 0;\n            #1;"
    for (f = 0; f < n; f++) if (kind[f] == "out") printf "            if (x_at == 0 && ^%s === 1'"'"'bx) x_at = \"output %s\";\n", name[f], name[f]
    for (f = 0; f < n; f++) if (kind[f] == "register") printf "            %s_kept = dut.%s;\n", name[f], name[f]
    for (w = 0; w < m; w++) printf "            for (word_number = 0; word_number < %s; word_number = word_number + 1) %s_kept[word_number] = dut.%s[word_number];\n", words[w], memory[w], memory[w]
    print "            clk_i = 1'"'"'b1;\n            #1;"
    for (f = 0; f < n; f++) if (kind[f] == "register") printf "            if (x_at == 0 && ^dut.%s === 1'"'"'bx) x_at = \"register %s\";\n", name[f], name[f]
    for (w = 0; w < m; w++) {
        printf "            for (word_number = 0; word_number < %s; word_number = word_number + 1) begin\n", words[w]
        printf "                if (x_at == 0 && ^dut.%s[word_number] === 1'"'"'bx && dut.%s[word_number] !== %s_kept[word_number])\n", memory[w], memory[w], memory[w]
        printf "                    x_at = \"memory %s\";\n                dut.%s[word_number] = %s_kept[word_number];\n            end\n", memory[w], memory[w], memory[w]
    }
    print "            clk_i = 1'"'"'b0;"
    for (f = 0; f < n; f++) if (kind[f] == "register") printf "            dut.%s = %s_kept;\n", name[f], name[f]
    end()

    task("inject_x")
    inject("rst_i", 1)
    for (f = 0; f < n; f++) if (input(f)) inject(name[f], bits[f])
    end()
    task("report_x")
    report("rst_i", 1)
    for (f = 0; f < n; f++) if (input(f)) report(name[f], bits[f])
    end()
}'

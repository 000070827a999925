# SPDX-License-Identifier: BSD-3-Clause
# Of a block's table, a module that drives the block at random: awk -v settings=".N(3), .S(2)" -f sva_drive.awk rtl_c/BLOCK.def.
# Settings stay for a while, what starts and ends something is seldom, addresses are few. The ages of warps are those of `ages`, a
# copy of warp_order.
function sv(text) { gsub(/CLOG2\(/, "$clog2(", text); gsub(/SMS_MAX/, "64", text); return text }
BEGIN { FS = ", *"; n = k = 0 }
/^(PARAM|DERIVED)\(/ {
    line = $0
    sub(/^[A-Z]*\(/, "", line)
    split(line, word, /, */)
    if (line ~ /^[A-Z_0-9]+, / && $0 ~ /^DERIVED/) derived[k++] = word[1] " = " sv(word[2])
    next
}
/^(IN|OUT)(_LATE)?(_VEC)?\(/ {
    line = $0
    vector = line ~ /^[A-Z_]*_VEC\(/
    out = line ~ /^OUT/
    sub(/^[A-Z_]*\(/, "", line)
    split(line, word, /, */)
    name[n] = word[2]; is_out[n] = out
    element[n] = sv(word[3]); count[n] = vector ? sv(word[4]) : 1
    if (word[2] == "older" && !out) { ages = count[n]; aged = 1 }
    if (word[2] == "resident" && !out) resident = 1
    n++
}
END {
    block = FILENAME; sub(/.*\//, "", block); sub(/\.def$/, "", block)
    print "module drive_" block "(input wire clk, input wire rst);"
    set = settings; gsub(/\./, "localparam ", set); gsub(/\(/, " = ", set); gsub(/\)(, *|$)/, ";\n    ", set)
    print "    " set
    for (i = 0; i < k; i++) print "    localparam " derived[i] ";"
    for (i = 0; i < n; i++) if (!is_out[i]) {
        given = aged && (name[i] == "older" || name[i] == "resident")
        printf "    %s [(%s)*(%s)-1:0] %s_i;\n", given ? "wire" : "reg", element[i], count[i], name[i]
        if (name[i] == "launch") launch = 1
        if (given) continue
        wide = element[i] !~ /^[A-Z]/ && element[i] > 8
        if (name[i] ~ /^cfg_/) when = "$urandom % 64 == 0 || rst"
        else when = "1"
        few = "{$urandom, $urandom, $urandom, $urandom}"
        if (name[i] ~ /launch|exit|flush|clear|kernel/ && element[i] == 1) value = "$urandom % 8 == 0"
        else if (name[i] ~ /^(launch|exit|flush)$/) value = few " & " few " & " few
        else if (wide) value = "$urandom % 4 == 0 ? $urandom : $urandom % 8"
        else if (name[i] ~ /^cfg_(base|tucd|lower|higher)/) value = "$urandom % 12 + 1"
        else value = few
        one = count[i] == 1 || !wide ? name[i] "_i = " value : sprintf("for (i = 0; i < (%s); i = i + 1) %s_i[i*(%s) +: (%s)] = %s", \
            count[i], name[i], element[i], element[i], value)
        draw = draw "        if (" when ") " one ";\n"
    }
    print "    integer i;\n    always @(negedge clk) begin\n" draw "    end"
    if (aged) {
        if (!launch) {
            print "    reg [" ages "-1:0] launch_i, exit_i;"
            print "    always @(negedge clk) begin launch_i = $urandom & $urandom; exit_i = $urandom & $urandom; end"
        }
        printf "    ages #(.N(%s), .S(1)) ages (.clk_i(clk), .rst_i(rst), .launch_i(launch_i), .exit_i(exit_i)", ages
        printf ", .resident_o(%s), .older_o(older_i));\n", resident ? "resident_i" : ""
    }
    printf "    %s #(%s) dut (.clk_i(clk), .rst_i(rst)", block, settings
    for (i = 0; i < n; i++) printf ", .%s_%s(%s)", name[i], is_out[i] ? "o" : "i", is_out[i] ? "" : name[i] "_i"
    print ");\nendmodule"
}

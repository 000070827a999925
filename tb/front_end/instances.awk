# SPDX-License-Identifier: BSD-3-Clause
# Prints what includes tb/front_end/block_pins.h for each instance of a block in warp_front_end.v, and the table of the readers that it makes:
#     awk -f instances.awk verilog/warp_front_end.v > instances.h
# An instance stands in the module, in `if (HAS_NAME) begin : scope` of a system, SYSTEM's number, or in the loop over the schedulers.
function include(reader, path, condition) {
    print "#if " condition "\n#define BLOCK " block "\n#define TABLE \"rtl_c/" block ".def\"\n#define INSTANCE " reader
    print "#define PATH warp_front_end__DOT__" path "\n#include \"tb/front_end/block_pins.h\"\n#endif"
    readers = readers "#if " condition "\n    {\"" block "\", " (s == "" ? 0 : s) ", read_" reader "},\n#endif\n"
}
/^ *localparam HAS_[A-Z]+ = SYSTEM == [0-9]+;/ { system_of[$2] = $NF + 0 }
/^    generate/ { scope = condition = "" }
/^        if \(HAS_[A-Z]+\) begin : / { scope = $NF; condition = $2; gsub(/[()]/, "", condition); condition = "CFG_SYSTEM == " system_of[condition] }
/^        for \(s = 0; s < S; .* begin : / { scope = $NF; condition = "CFG_S > " }
/^    endgenerate/ { scope = condition = "" }
/^ *[a-z_]+ #\(.*\) [a-z_]+ \($/ {
    block = $1; instance = $(NF - 1); s = ""
    if (condition == "") include(instance, instance, 1)
    else if (condition !~ /> $/) include(instance, scope "__DOT__" instance, condition)
    else for (s = 0; s < 4; s++) include(instance "_" s, scope "__BRA__" s "__KET____DOT__" instance, condition s)
}
END {
    print "const struct { const char *block; unsigned number; void (*read)(const Root *, void *, void *, void *); } instances[] = {"
    printf "%s};\n", readers
}

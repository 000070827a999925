# SPDX-License-Identifier: BSD-3-Clause
# What is in a trace of tracer 3 or 4, as test_trace_info.sh wants it from warplock: "NAME NUMBER" a line, in any order. Written
# from the format and the opcodes of its few files alone, knowing nothing of sim/trace.
function hex(text,    i, n) {
    sub(/^0x/, "", text)
    n = 0
    for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return n
}
function class_of(opcode) {
    sub(/\..*/, "", opcode)
    if (opcode ~ /^(IADD|IADD32I|ISCADD)$/) return "int_add"
    if (opcode == "XMAD") return "int_mad"
    if (opcode ~ /^(SHL|SHR)$/) return "logic"
    if (opcode ~ /^(MOV|S2R)$/) return "move"
    if (opcode == "ISETP") return "compare"
    if (opcode == "FADD") return "fp_add"
    if (opcode == "FFMA") return "fp_mad"
    if (opcode ~ /^(LD|LDG|LDS)$/) return "load"
    if (opcode ~ /^(ST|STG|STS)$/) return "store"
    if (opcode == "ATOM") return "atomic"
    if (opcode ~ /^(BRA|EXIT)$/) return "branch"
    if (opcode == "BAR") return "barrier"
    if (opcode == "MEMBAR") return "membar"
    if (opcode == "NOP") return "control"
    return "UNKNOWN_" opcode
}
function bytes_of(opcode) {
    if (opcode ~ /\.U?128/) return 16
    if (opcode ~ /\.64/) return 8
    return 4
}
# The window of a generic address, the opcode's space of others.
function space_of(opcode, address) {
    if (opcode ~ /^(LDS|STS)/) return "shared"
    if (opcode ~ /^(LD|ST|ATOM)(\.|$)/) {
        if (address >= shared && address < shared + 16777216) return "shared"
        if (address >= locals && address < locals + 16777216) return "local"
    }
    return "global"
}
function touch(address, bytes, space,    at_line, line) {
    for (at_line = int(address / 128); at_line <= int((address + bytes - 1) / 128); at_line++) {
        line = sprintf("%.0f", at_line)            # whatever form awk gives to large subscripts
        if (!((accesses, line) in of_access)) { of_access[accesses, line] = 1; requests[space]++ }
        if (space == "global" && !(line in footprint)) { footprint[line] = 1; lines++ }
    }
}
/^-shmem base_addr/ { shared = hex($NF) }
/^-local mem base_addr/ { locals = hex($NF) }
/^#BEGIN_TB/ { ctas++ }
/^insts = / && $3 > 0 { warps++ }
/^[0-9a-f]+ [0-9a-f]+ [0-9]+ / {
    mask = $2
    lanes = 0
    for (i = 1; i <= 8; i++) {
        digit = index("0123456789abcdef", substr(mask, 9 - i, 1)) - 1
        for (b = 0; b < 4; b++) { active[4 * (i - 1) + b] = int(digit / 2 ^ b) % 2; lanes += active[4 * (i - 1) + b] }
    }
    opcode = $(4 + $3)
    class = class_of(opcode)
    warp[class]++; thread[class] += lanes
    warp_insns++; thread_insns += lanes
    full += lanes == 32; empty += lanes == 0
    at = 5 + $3 + $(5 + $3) + 1
    if ($at == 0 || lanes == 0) next
    accesses++
    bytes = bytes_of(opcode)
    form = $(at + 1)
    address = hex($(at + 2))
    space = space_of(opcode, address)
    access_count[space]++; moved[space] += lanes * bytes
    if (space == "shared") next
    k = 0
    for (i = 0; i < 32; i++) {
        if (!active[i]) continue
        if (k > 0) address = form == 0 ? hex($(at + 2 + k)) : form == 1 ? address + $(at + 3) : address + $(at + 2 + k)
        touch(address, bytes, space)
        k++
    }
}
END {
    print "ctas", ctas + 0; print "warps", warps + 0
    print "warp_insns", warp_insns; print "thread_insns", thread_insns
    print "full_warp_insns", full; print "empty_warp_insns", empty
    print "footprint_lines", lines + 0
    for (c in warp) { print "class." c ".warp_insns", warp[c]; print "class." c ".thread_insns", thread[c] }
    for (s in access_count) {
        print "memory." s ".accesses", access_count[s]; print "memory." s ".bytes", moved[s]
        if (s != "shared") print "memory." s ".requests", requests[s]
    }
}

# SPDX-License-Identifier: BSD-3-Clause
# The memory accesses of a trace, from its addresses alone: a line for each memory instruction of a warp that has lanes,
# "CTA WARP NUMBER ACCESS...", in the order of its warp; CTAs are numbered as the file has them. An access is what is touched
# of a segment: the whole, or the half or quarter of it that suffices.
#   -v line=BYTES     a segment of what the L1D takes is at most that (its sector, or line)
#   -v sector=BYTES   the same of what passes it by: at least 32
#   -v skip=1         global memory passes the L1D by
# Local memory is left out: its place is the machine's.
function hex(text,   value, i) {
    value = 0
    for (i = 3; i <= length(text); i++) value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}
function lanes_of(mask,   i, n, digit) {
    n = 0
    for (i = 8; i >= 1; i--) {
        digit = index("0123456789abcdef", substr(mask, i, 1)) - 1
        for (b = 0; b < 4; b++) { on[(8 - i) * 4 + b] = digit % 2; n += digit % 2; digit = int(digit / 2) }
    }
    return n
}
# Notes, of each segment that the bytes lie in, the first and the last of its 32-byte parts that are touched.
function touch(address, width, segment,   key, from) {
    for (from = address; from < address + width; from += 32 - from % 32) {
        key = sprintf("%.0f", from - from % segment)
        if (!(key in first)) { keys[++n_keys] = key; first[key] = last[key] = from % segment; meet[key] = 1 }
        if (from % segment < first[key]) first[key] = from % segment
        if (from % segment > last[key]) last[key] = from % segment
    }
    if (++taken[sprintf("%.0f", address)] > meet[key]) meet[key] = taken[sprintf("%.0f", address)]
}
# Of the half, of that the half, that holds all of it.
function start_of(key, segment,   base) {
    for (base = 0; segment > 32; ) {
        segment /= 2
        if (first[key] >= base + segment) base += segment
        else if (last[key] >= base + segment) break
    }
    return key + base
}
function text_of(address) {
    return address < 4294967296 ? sprintf("%x", address) : sprintf("%x%04x%04x", int(address / 4294967296), int(address / 65536) % 65536, address % 65536)
}
/^thread block/ { cta++ }
/^warp =/ { warp = $3; number = 0 }
/^[0-9a-f]+ [0-9a-f]+ [0-9]+ / {
    number++
    at = 4 + $3; opcode = $at; at += 2 + $(at + 1)
    width = $at; form = $(at + 1)
    if (opcode !~ /^(LD|ST|ATOM|RED)/ || opcode ~ /^(LDS|STS|LDL|STL|ATOMS|LDC)/ || !width || !(n = lanes_of($2))) next
    k = 0
    for (lane = 0; lane < 32; lane++) if (on[lane]) {
        if (form == 0) address[k] = hex($(at + 2 + k))
        else if (form == 1) address[k] = (k ? address[k - 1] + $(at + 3) : hex($(at + 2)))
        else address[k] = (k ? address[k - 1] + $(at + 2 + k) : hex($(at + 2)))
        k++
    }
    if (address[0] >= hex("0x00007f0001000000") && address[0] < hex("0x00007f0002000000")) next      # the fixture's window of shared memory
    passes = opcode ~ /\.CG|^ATOM|^RED/ || skip
    segment = width == 1 ? 32 : width == 2 ? 64 : 128
    most = passes ? (sector < 32 ? 32 : sector) : line
    segment = segment < most ? segment : most
    split("", first); split("", last); split("", keys); split("", meet); split("", taken); n_keys = 0
    for (i = 0; i < k; i++) touch(address[i], width, segment)
    for (i = 1; i <= n_keys; i++)                       # ascending
        for (j = i + 1; j <= n_keys; j++)
            if (keys[j] + 0 < keys[i] + 0) { swap = keys[i]; keys[i] = keys[j]; keys[j] = swap }
    accesses = ""
    for (i = 1; i <= n_keys; i++)                       # lanes of an atomic that meet in the same bytes get accesses of their own
        for (r = 0; r < (opcode ~ /^(ATOM|RED)/ ? meet[keys[i]] : 1); r++) accesses = accesses " " text_of(start_of(keys[i], segment))
    print cta - 1, warp, number accesses
}

# SPDX-License-Identifier: BSD-3-Clause
# Vectors of ccws_vta (block_bench --vectors) into those of ccws_vta_macro (ccws_vta_macro_tb.v), LATENCY registers further from the ports.
#   awk -v latency=L -v config=TUPLE -f vectors.awk RAW                   what ccws_vta is given when RAW is given at the ports: a
#                                                                         stimulus (docs/reference/stimulus.md)
#   awk -v latency=L -f vectors.awk RAW DELAYED                           the macro's vectors, of what the model makes of that
#   awk -v latency=L -v ahead=1 -f vectors.awk DELAYED DELAYED            the same where the simulator has the registers: what is given
#                                                                         to ccws_vta was at the ports LATENCY cycles before
# As registers do, it drops an insert whose warp is launched in its cycle or while it waits.
function bit(hex, number,    digit) { # whether that bit is set
    digit = substr(hex, length(hex) - int(number / 4), 1)
    return digit != "" && int((index("0123456789abcdef", digit) - 1) / 2 ^ (number % 4)) % 2
}
function value(hex,    i, sum) {
    for (i = 1; i <= length(hex); i++) sum = 16 * sum + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return sum
}
FNR == 1 { file++ }
file == 1 { probe[FNR] = $2 " " $3 " " $4; insert[FNR] = $5 " " $6 " " $7; launch[FNR] = $8; count = FNR; next }
{
    at = FNR + (ahead ? latency : 0)
    print FNR == 1 ? 1 : 0, at in probe ? probe[at] : "0 0 0", at in insert ? insert[at] : "0 0 0", launch[FNR], $2, $3, $9, $10, $11
}
END {
    if (file == 2) exit
    print "warplock stimulus 1\nblock ccws_vta\nconfig " config "\ninstance macro\nseed 0\ncheck_late 0\nstart reset"
    for (line = 1; line <= count; line++) {
        split("0 0 0", p, " "); split("0 0 0", i, " ")
        from = line - latency
        if (from > 0) {
            split(probe[from], p, " "); split(insert[from], i, " ")
            for (waits = from; waits < line; waits++) if (bit(launch[waits], value(i[2]))) i[1] = 0
        }
        print "step " line " probe=" p[1] " probe_warp=" p[2] " probe_line=" p[3] " insert=" i[1] " insert_warp=" i[2] " insert_line=" i[3] \
            " launch=" launch[line]
    }
    print "end"
}

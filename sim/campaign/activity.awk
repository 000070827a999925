# SPDX-License-Identifier: BSD-3-Clause
# awk -v interval=CYCLES -v clocks=C -v sm=S -v banks=B -v folder=F -f activity.awk EVENTS: what --events of a run shows over
# time, for activity.gnuplot (docs/owl_results.md has the commands). C: clocks of the DRAM in a core cycle.
#   F/ctas.dat    interval's first cycle, CTA slot of SM S, warp instructions that the CTA in it has issued in the interval
#   F/banks.dat   interval's first cycle, controller * B + bank, columns read or written in the interval
# Every interval and slot, every interval and bank has its line, up to the last event.
function field(name,    i) {
    for (i = 4; i <= NF; i++)
        if (index($i, name "=") == 1) return substr($i, length(name) + 2)
    print FILENAME ":" FNR ": no field " name > "/dev/stderr"
    bad = 1
    exit 2
}
# The slot owns these warps, hexadecimal digits behind 0x, lowest last.
function own(slot, mask,    digit, place, value, bit) {
    for (place = 0; place < length(mask) - 2; place++) {
        digit = tolower(substr(mask, length(mask) - place, 1))
        value = index("0123456789abcdef", digit) - 1
        for (bit = 0; bit < 4; bit++) {
            if (value % 2) slot_of[4 * place + bit] = slot
            value = int(value / 2)
        }
    }
}
function at(cycle) { cycle = int(cycle / interval); if (cycle > last) last = cycle; return cycle }
$2 == "sm" && $3 == sm && $4 == "cta_launch" {
    own(field("slot"), field("warps"))
    if (field("slot") + 0 > slots) slots = field("slot") + 0
}
$2 == "sm" && $3 == sm && $4 == "warp_issue" { issued[at($1), slot_of[field("warp")]]++ }
$2 == "controller" && $4 == "line_sent" {
    sent[at($1 / clocks), $3 * banks + field("bank")]++
    if ($3 > controllers) controllers = $3
}
END {
    if (bad) exit 2
    for (t = 0; t <= last; t++) {
        for (slot = 0; slot <= slots; slot++)
            print t * interval, slot, issued[t, slot] + 0 >(folder "/ctas.dat")
        for (bank = 0; bank < (controllers + 1) * banks; bank++)
            print t * interval, bank, sent[t, bank] + 0 >(folder "/banks.dat")
    }
}

# SPDX-License-Identifier: BSD-3-Clause
# awk [-v skip=NET] -f wires_routed.awk ROUTED.def: the wires of a routed block (qrouter), per number of pins that a net drives:
# pins driven, nets, µm of wire a net, µm a connection; the last line `all` is the sum. Nets named skip (the clock, which gets a
# tree) are left out, and stubs that the router writes into SPECIALNETS.
function close_net(    i) {
    if (net != "" && net != skip && pins > 1) {
        nets[pins - 1]++; um[pins - 1] += length_of; all_nets++; all_um += length_of; connections += pins - 1
        if (pins > most) most = pins
    }
    net = ""; pins = length_of = 0
}
function step(x, y) {   # to a point of a wire; * is the coordinate before
    if (x == "*") x = last_x
    if (y == "*") y = last_y
    if (wired) length_of += (x > last_x ? x - last_x : last_x - x) + (y > last_y ? y - last_y : last_y - y)
    last_x = x; last_y = y; wired = 1
}
$1 == "UNITS" { unit = $4 }
$1 == "NETS" { inside = 1; next }
$1 == "END" && $2 == "NETS" { close_net(); inside = 0 }
!inside { next }
{
    for (i = 1; i <= NF; i++) {
        if ($i == "-" && i == 1) { close_net(); net = $2; routed = 0; i++ }
        else if ($i == "ROUTED" || $i == "NEW") { routed = 1; wired = 0 }
        else if ($i == "(" && !routed) { pins++; while ($i != ")") i++ }
        else if ($i == "(") { step($(i + 1), $(i + 2)); while ($i != ")") i++ }
        else if ($i == ";") close_net()
    }
}
END {
    if (!all_nets) { print "no routed net" >"/dev/stderr"; exit 2 }
    for (i = 1; i < most; i++)
        if (i in nets) printf "%d %d %.1f %.1f\n", i, nets[i], um[i] / unit / nets[i], um[i] / unit / nets[i] / i
    printf "all %d %.1f %.1f\n", all_nets, all_um / unit / all_nets, all_um / unit / connections
}

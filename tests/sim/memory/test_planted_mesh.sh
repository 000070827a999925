#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the mesh's sources; the case of a unit test that the plant names notices it
# (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_mesh
flits() { # flits SOURCE WORDS SCRIPT: every flit once and in order, with buffers of one flit
    plant "sim/memory/$1" sim/memory/test_mesh every_flit_once_and_in_order "$2" "$3"
}
flits mesh.c "a credit is lost now and then" 's/if (net->routers\[index\].credits\[output\]\[channel\]++ == 0)/if ((net->routers[index].credits[output][channel] += net->time % 4096 != 0) == 1)/'
flits mesh_terminal.c "an output of the network gives no credit back now and then" \
    's/    then->credits\[taker->router\] |=.*/    if (net->time % 4096)\n&/'
flits mesh.c "a flit is sent twice" 's/from->ring\[from->head++ \&/from->ring[(net->time % 1024 ? from->head++ : from->head) \&/'
flits mesh.c "a flit is left out" 's/from->ring\[from->head++ \&/from->ring[(net->time % 1024 ? from->head++ : (from->head += 2) - 1) \&/'
flits mesh_terminal.c "the last two flits of three change places" \
    's/\.number = giver->sent,/.number = first->flits == 3 \&\& giver->sent ? 3 - giver->sent : giver->sent,/'
flits mesh_terminal.c "the newest packet is taken first" 's/taker->packets\[taker->oldest++ \&/taker->packets[(taker->oldest++, taker->arriving - 1) \&/'
flits mesh.c "a head does not hold the channel of its output" 's/tail ? MESH_NOBODY : (uint8_t)in;/MESH_NOBODY;/'
flits mesh.c "a tail keeps the channel of its output" 's/tail ? MESH_NOBODY : (uint8_t)in;/(uint8_t)in;/'
flits mesh.c "a credit is not asked for" 's/(router->credits\[output\]\[channel\] ? who : 0)/who/'
flits mesh.c "a neighbour's flit lands where another one's should" 's/static inline unsigned opposite(unsigned direction) { return direction ^ 1; }/static inline unsigned opposite(unsigned direction) { return direction ^ 3; }/'
plant sim/memory/mesh.c sim/memory/test_mesh latency "columns first" 's/    if (x != to_x)$/    if (x != to_x \&\& y == to_y)/'
plant sim/memory/mesh.c sim/memory/test_mesh latency "a wrong turn in one column" 's/    if (x != to_x)$/    if (x != to_x \&\& (x != 2 || y == to_y))/'
plant sim/memory/mesh.c sim/memory/test_mesh latency "a router takes a cycle less" \
    's/mesh_in(net, net->link_latency + net->router_latency);/mesh_in(net, net->link_latency + net->router_latency - 1);/'
plant sim/memory/mesh_terminal.c sim/memory/test_mesh latency "the first router is free" \
    's/mesh_in(net, net->link_latency + net->router_latency - 1);/mesh_in(net, net->link_latency);/'
plant sim/memory/mesh.c sim/memory/test_mesh latency "no link to the terminal" 's/mesh_in(net, net->link_latency + 1)->ejected_at/mesh_in(net, 1)->ejected_at/'
plant sim/memory/mesh.c sim/memory/test_mesh latency "links are counted at their other end" 's/+= ++router->link_flits\[output\]/+= ++net->routers[next].link_flits[output]/'
plant sim/memory/mesh.c sim/memory/test_mesh latency "credits on their way are forgotten" 's/    net->network.moving++;/    net->network.moving += 0;/;s/            net->network.moving--;/            net->network.moving -= 0;/'
plant sim/memory/mesh.c sim/memory/test_mesh a_flit_a_cycle "credits take a cycle more" \
    's/mesh_slot \*then = mesh_in(net, net->link_latency);/mesh_slot *then = mesh_in(net, net->link_latency + 1);/'
plant sim/memory/mesh.c sim/memory/test_mesh a_flit_a_cycle "the turn stays with the winner" 's/(uint8_t)((winner + 1) %/(uint8_t)(winner %/'
plant sim/memory/mesh.c sim/memory/test_mesh one_flit_of_a_port "a port sends by every output" 's/return sent | UINT64_C(0xff) << .*/return sent;/'
plant sim/memory/mesh_terminal.c sim/memory/test_mesh back_pressure "the boundary buffer never fills" 's/taker->held \&\& taker->held + first->flits > net->boundary_flits/0/'
plant sim/memory/mesh_terminal.c sim/memory/test_mesh back_pressure "the injection queue has a place more" 's/queued + flits <= net->injection_flits/queued + flits <= net->injection_flits + 1/'
plant sim/memory/mesh_terminal.c sim/memory/test_mesh requests_and_replies "a packet that fits into no queue never goes" 's/return !queued || queued/return queued/'
plant sim/memory/network.c sim/memory/test_mesh seats_decide "neighbouring slices sit apart" 's,i / of_controller,i % machine->dram.controllers,'
plant sim/machine/seats.c sim/machine/test_seats refused "who sits twice is not seen" 's/    if (\*seat != NO_SEAT)/    if (0)/'
plant sim/machine/seats.c sim/machine/test_seats refused "who has no seat is not seen" 's/if (i >= SEATS_CLUSTERS || seats->cluster\[i\] == NO_SEAT)/if (0)/'
plant sim/machine/seats.c sim/machine/test_seats rows_of_seats "seats are counted down the columns" 's/row \* width + column/column * width + row/'
plants_end

// SPDX-License-Identifier: BSD-3-Clause
// The wiring around a system's blocks: the age order before them, the arbiters and issue after them. One combinational
// method per block, in chain order, as in tb/systemc/front_end.c.
#include "tb/systemc/warp_scheduling_front_end.h"

#include <string>

warp_scheduling_front_end::warp_scheduling_front_end(sc_core::sc_module_name name) : front_end_system(name)
{
    SC_HAS_PROCESS(warp_scheduling_front_end);
    for (unsigned s = 0; s < S; s++)
        arbiter.emplace_back(new warp_arbiter_module(("warp_arbiter_" + std::to_string(s)).c_str(), clk_i, rst_i));

    SC_METHOD(wire_order);
    sensitive << launch_i << exit_i;
    SC_METHOD(wire_arbiters);
    sensitive << cfg_arbiter_i << cfg_use_class_i << cfg_group_i << ready_i << may_load_o << load_i << class_of
              << launch_i << exit_i << hold_i << order.older_o << occlude_o << allow_o;
    SC_METHOD(wire_outputs);
    sensitive << order.resident_o << charge_o << load_i << hold_i;
    for (auto &a : arbiter)
        sensitive << a->grant_valid_o << a->grant_o;
}

void warp_scheduling_front_end::wire_order()
{
    order.launch_i.write(launch_i.read());
    order.exit_i.write(exit_i.read());
}

// The bits of a scheduler's warps: slot k is warp k * S + scheduler.
uint64_t warp_scheduling_front_end::slots_of(unsigned scheduler, uint64_t warps) const
{
    uint64_t slots = 0;
    for (unsigned k = 0; k < N / S; k++)
        slots |= (warps >> (k * S + scheduler) & 1) << k;
    return slots;
}

void warp_scheduling_front_end::wire_arbiters()
{
    const bool in_groups = SYSTEM == 5;                             // OWL: only warps of the chosen group are ready
    const uint64_t ready = in_groups ? ready_i.read() & allow_o.read() : ready_i.read();
    uint64_t older[N], own_older[N / S];
    uint8_t  priority[N], own_priority[N / S];
    unpack<N, N>(order.older_o.read(), older);
    unpack<6, N>(class_of.read(), priority);
    for (unsigned s = 0; s < S; s++) {
        warp_arbiter_module &a = *arbiter[s];
        for (unsigned k = 0; k < N / S; k++) {
            own_older[k] = slots_of(s, older[k * S + s]);
            own_priority[k] = priority[k * S + s];
        }
        a.cfg_mode_i.write(cfg_arbiter_i.read());
        a.cfg_use_class_i.write(cfg_use_class_i.read());
        a.cfg_group_i.write(cfg_group_i.read());
        a.ready_i.write(slots_of(s, ready));
        a.can_issue_i.write(slots_of(s, may_load_o.read()));
        a.load_i.write(slots_of(s, load_i.read()));
        a.occlude_i.write(slots_of(s, occlude_o.read()));
        a.older_i.write(pack<N / S, N / S>(own_older));
        a.priority_i.write(pack<6, N / S>(own_priority));
        a.launch_i.write(slots_of(s, launch_i.read()));
        a.exit_i.write(slots_of(s, exit_i.read()));
        a.hold_i.write(hold_i.read() >> s & 1);
    }
}

// Of several loads, which a platform with one LD/ST port never issues in a cycle, the lowest scheduler's is charged.
void warp_scheduling_front_end::wire_outputs()
{
    uint8_t warp[S] = {};
    uint16_t charge[N];
    uint64_t issued = 0;
    unsigned valid = 0, load_warp = 0;
    bool loads = false;
    unpack<PRED_W, N>(charge_o.read(), charge);
    for (unsigned s = 0; s < S; s++) {
        if (!arbiter[s]->grant_valid_o.read())
            continue;
        warp[s] = static_cast<uint8_t>(arbiter[s]->grant_o.read() * S + s);
        valid |= 1u << s;
        if (hold_i.read() >> s & 1)
            continue;
        issued |= uint64_t(1) << warp[s];
        if (!loads && load_i.read() >> warp[s] & 1) {
            loads = true;
            load_warp = warp[s];
        }
    }
    resident_o.write(order.resident_o.read());
    grant_valid_o.write(valid);
    grant_warp_o.write(pack<RANK_W, S>(warp));
    issue_o.write(issued);
    issue_load_o.write(loads);
    issue_load_warp_o.write(load_warp);
    issue_charge_o.write(loads ? charge[load_warp] : 0);
}

// SPDX-License-Identifier: BSD-3-Clause
// The wiring of CCWS's blocks: one combinational method per block, in chain order, as in tb/systemc/front_end.c.
#include "tb/systemc/system_ccws.h"

front_end_system::front_end_system(sc_core::sc_module_name name)
    : front_end_ports(name), vta("ccws_vta", clk_i, rst_i), scores("ccws_lls", clk_i, rst_i),
      llds("ccws_llds", clk_i, rst_i)
{
    SC_HAS_PROCESS(front_end_system);
    SC_METHOD(wire_vta);
    sensitive << probe_i << probe_warp_i << probe_line_i << insert_i << insert_warp_i << insert_line_i << launch_i;
    SC_METHOD(wire_scores);
    sensitive << cfg_base_i << order.resident_o << order.older_o << llds.apply_o << llds.apply_warp_o << llds.score_o
              << launch_i << exit_i;
    SC_METHOD(wire_llds);
    sensitive << cfg_k_i << cfg_base_i << vta.hit_o << probe_warp_i << scores.cutoff_o << issued_i << launch_i << exit_i
              << kernel_start_i;
    SC_METHOD(wire_answers);
    sensitive << scores.can_issue_o << scores.cutoff_o << priority_i;
}

void front_end_system::wire_vta()
{
    vta.probe_i.write(probe_i.read());
    vta.probe_warp_i.write(probe_warp_i.read());
    vta.probe_line_i.write(probe_line_i.read());
    vta.insert_i.write(insert_i.read());
    vta.insert_warp_i.write(insert_warp_i.read());
    vta.insert_line_i.write(insert_line_i.read());
    vta.launch_i.write(launch_i.read());
}

void front_end_system::wire_scores()
{
    scores.cfg_base_i.write(cfg_base_i.read());
    scores.resident_i.write(order.resident_o.read());
    scores.older_i.write(order.older_o.read());
    scores.apply_i.write(llds.apply_o.read());
    scores.apply_warp_i.write(llds.apply_warp_o.read());
    scores.score_i.write(llds.score_o.read());
    scores.launch_i.write(launch_i.read());
    scores.exit_i.write(exit_i.read());
}

void front_end_system::wire_llds()
{
    llds.cfg_k_i.write(cfg_k_i.read());
    llds.cfg_base_i.write(cfg_base_i.read());
    llds.hit_i.write(vta.hit_o.read());
    llds.hit_warp_i.write(probe_warp_i.read());
    llds.cutoff_i.write(scores.cutoff_o.read());
    llds.issued_i.write(issued_i.read());
    llds.launch_i.write(launch_i.read());
    llds.exit_i.write(exit_i.read());
    llds.kernel_launch_i.write(kernel_start_i.read());
}

void front_end_system::wire_answers()
{
    may_load_o.write(scores.can_issue_o.read());
    cutoff_o.write(scores.cutoff_o.read());
    class_of.write(priority_i.read());
}

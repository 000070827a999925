// SPDX-License-Identifier: BSD-3-Clause
// The wiring of OWL's block in an SM, as in tb/systemc/front_end.c.
#include "tb/systemc/system_owl.h"

front_end_system::front_end_system(sc_core::sc_module_name name)
    : front_end_ports(name), groups("owl_groups", clk_i, rst_i)
{
    SC_HAS_PROCESS(front_end_system);
    SC_METHOD(wire_groups);
    sensitive << cfg_groups_i << cfg_g_size_i << cfg_core_i << blocked_i << unfinished_i << cta_i << cta_launch_i
              << cta_launch_slot_i << cta_exit_i << kernel_start_i << n_cta_i << warps_per_cta_i;
    SC_METHOD(wire_answers);
    sensitive << groups.allow_o << groups.group_o << groups.priority_o << can_issue_i << priority_i;
}

void front_end_system::wire_groups()
{
    groups.cfg_scheme_i.write(cfg_groups_i.read());
    groups.cfg_g_size_i.write(cfg_g_size_i.read());
    groups.cfg_core_i.write(cfg_core_i.read());
    groups.blocked_i.write(blocked_i.read());
    groups.unfinished_i.write(unfinished_i.read());
    groups.cta_i.write(cta_i.read());
    groups.launch_i.write(cta_launch_i.read());
    groups.launch_cta_i.write(cta_launch_slot_i.read());
    groups.exit_i.write(cta_exit_i.read());
    groups.kernel_launch_i.write(kernel_start_i.read());
    groups.n_cta_i.write(n_cta_i.read());
    groups.warps_per_cta_i.write(warps_per_cta_i.read());
}

void front_end_system::wire_answers()
{
    may_load_o.write(can_issue_i.read());
    class_of.write(priority_i.read());
    allow_o.write(groups.allow_o.read());
    cta_group_o.write(groups.group_o.read());
    cta_priority_o.write(groups.priority_o.read());
}

// SPDX-License-Identifier: BSD-3-Clause
// The wiring of BUCL's block in an SM, as in tb/systemc/front_end.c.
#include "tb/systemc/system_bucl.h"

front_end_system::front_end_system(sc_core::sc_module_name name)
    : front_end_ports(name), bypass("bucl_bypass", clk_i, rst_i)
{
    SC_HAS_PROCESS(front_end_system);
    SC_METHOD(wire_bypass);
    sensitive << dispatch_i << dispatch_global_i << dispatch_acc_i << fail_i << fail_global_i << fail_partition_i
              << queue_full_i << tucd_i << l1dhr_low_i << uib_low_i;
    SC_METHOD(wire_answers);
    sensitive << bypass.load_bypass_o << bypass.access_bypass_o << can_issue_i << priority_i;
}

void front_end_system::wire_bypass()
{
    bypass.load_i.write(dispatch_i.read());
    bypass.load_global_i.write(dispatch_global_i.read());
    bypass.load_acc_i.write(dispatch_acc_i.read());
    bypass.fail_i.write(fail_i.read());
    bypass.fail_global_i.write(fail_global_i.read());
    bypass.fail_partition_i.write(fail_partition_i.read());
    bypass.queue_full_i.write(queue_full_i.read());
    bypass.tucd_i.write(tucd_i.read());
    bypass.l1dhr_low_i.write(l1dhr_low_i.read());
    bypass.uib_low_i.write(uib_low_i.read());
}

void front_end_system::wire_answers()
{
    may_load_o.write(can_issue_i.read());
    class_of.write(priority_i.read());
    load_bypass_o.write(bypass.load_bypass_o.read());
    access_bypass_o.write(bypass.access_bypass_o.read());
}

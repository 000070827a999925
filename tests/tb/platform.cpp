// SPDX-License-Identifier: BSD-3-Clause
// A SystemC platform of the front end of OAWS: worked example E-2 (docs/systemc.md).
#include <cstdio>

#include "tb/systemc/front_end_signals.h"

using namespace sc_core;

int sc_main(int, char **)
{
    sc_clock clock("clock", 10, SC_NS, 0.5, 5, SC_NS);      // low first; a cycle ends at the rising edge
    sc_signal<bool> reset;
    front_end_signals pins;                                 // a signal on every port
    warp_scheduling_front_end front_end("front_end");
    front_end.clk_i(clock);
    front_end.rst_i(reset);
    pins.bind(front_end);

    pins.cfg_arbiter_i.write(1);                            // GTO
    pins.cfg_oaws_i.write(0);                               // static OAWS
    pins.cfg_smr_i.write(50);
    pins.can_issue_i.write(~uint64_t(0));
    pins.avail_i.write(32);
    pins.fill_pc_i.write(0x100);
    uint64_t left = 0;                                      // warps whose load has not issued
    for (unsigned cycle = 0; cycle < 14; cycle++) {
        bool fills = cycle >= 3 && cycle < 7;               // warps 0 to 3 get the load of 0x100
        reset.write(cycle == 0);
        pins.launch_i.write(cycle == 1 ? 0xf : 0);
        pins.coalesce_i.write(cycle == 2);                  // it has been seen to be divergent
        pins.coalesce_pc_i.write(0x100);
        pins.coalesce_acc_i.write(32);
        pins.fill_i.write(fills);
        pins.fill_load_i.write(fills);
        pins.fill_warp_i.write(fills ? cycle - 3 : 0);
        pins.fill_active_i.write(32);
        if (cycle == 7) left = 0xf;
        pins.load_i.write(left);
        pins.may_get_ready_i.write(left);
        pins.ready_i.write(left & (cycle % 2 ? 0x5 : 0xa));  // one scheduler a cycle has the LD/ST port
        pins.release_i.write(cycle == 11 ? 16 : 0);         // the first load is through
        sc_start(4, SC_NS);                                 // the outputs are there
        if (pins.issue_load_o.read())
            printf("cycle %u: warp %u issues its load, charge %u\n", cycle, unsigned(pins.issue_load_warp_o.read()),
                   unsigned(pins.issue_charge_o.read()));
        else if (pins.occlude_o.read())
            printf("cycle %u: held back: warps 0x%llx\n", cycle, (unsigned long long)pins.occlude_o.read());
        left &= ~pins.issue_o.read();
        sc_start(6, SC_NS);                                 // over the rising edge, to the falling one
    }
    return 0;
}

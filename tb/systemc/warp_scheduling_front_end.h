// SPDX-License-Identifier: BSD-3-Clause
// The scheduling front end of one SM as a SystemC module: warp_order, the blocks of a system and a warp_arbiter per
// scheduler, each the Verilog made a module by verilator --sc, wired as hardware.md section 0 chains them.
//
// Systems: -DCFG_SYSTEM=1 OAWS, 2 CCWS, 3 KAWS, 4 BUCL, 5 OWL (tb/systemc/system_<name>.h); the ports are the same. An output of
// a block that is not there is 0, and an input only for it is not looked at.
// Ports: clk_i, rst_i (synchronous, active high), and <name>_i, <name>_o of each row of tb/systemc/front_end.def, typed
// as pin<bits> of tb/systemc/pins.h; docs/systemc.md lists them. Outputs are combinational in the early inputs; the
// late ones (launch .. warps_per_cta) may follow from the outputs of the same cycle, up to the rising edge.
// Latency: outputs after some delta cycles, registers at the edge. No time passes, no thread is used.
// Geometry: -DCFG_N=48 -DCFG_S=2 ..., every PARAM of tb/systemc/front_end.def, as the modules were Verilated with.
// Not modelled: fetch, scoreboard, collectors, LD/ST unit, L1D: they are the platform around it.
#ifndef WARPLOCK_TB_SYSTEMC_WARP_SCHEDULING_FRONT_END_H
#define WARPLOCK_TB_SYSTEMC_WARP_SCHEDULING_FRONT_END_H

#include <memory>
#include <vector>

#if CFG_SYSTEM == 1
#include "tb/systemc/system_oaws.h"
#elif CFG_SYSTEM == 2
#include "tb/systemc/system_ccws.h"
#elif CFG_SYSTEM == 3
#include "tb/systemc/system_kaws.h"
#elif CFG_SYSTEM == 4
#include "tb/systemc/system_bucl.h"
#elif CFG_SYSTEM == 5
#include "tb/systemc/system_owl.h"
#else
#error "CFG_SYSTEM, expected 1 (OAWS), 2 (CCWS), 3 (KAWS), 4 (BUCL) or 5 (OWL)"
#endif

// The bases' blocks are public for checks and traces, like the arbiters.
class warp_scheduling_front_end : public front_end_system {
public:
    std::vector<std::unique_ptr<warp_arbiter_module>> arbiter;    // one per scheduler

    explicit warp_scheduling_front_end(sc_core::sc_module_name name);

private:
    void wire_order();
    void wire_arbiters();
    void wire_outputs();
    uint64_t slots_of(unsigned scheduler, uint64_t warps) const;
};

#endif

// The scheduling front end of one SM as a SystemC module: warp_order, warp_rank, the OAWS blocks and a warp_arbiter per scheduler,
// each the Verilog made a module by verilator --sc, wired as hardware.md section 0 chains them.
//
// Ports: clk_i, rst_i (synchronous, active high), and <name>_i, <name>_o of each row of tb/systemc/front_end.def, typed
// as pin<bits> of tb/systemc/pins.h; docs/systemc.md lists them. Outputs are combinational in the early inputs; the
// late ones (launch .. release) may follow from the outputs of the same cycle, up to the rising edge.
// Latency: outputs after some delta cycles, registers at the edge. No time passes, no thread is used.
// Geometry: -DCFG_N=48 -DCFG_S=2 -DCFG_M=32 -DCFG_SETS=32 -DCFG_ENTRIES=32 -DCFG_ACROSS=1 -DCFG_NUMBERS=7, as the modules were Verilated with.
// Not modelled: fetch, scoreboard, collectors, LD/ST unit, L1D: they are the platform around it.
#ifndef WARPLOCK_TB_SYSTEMC_WARP_SCHEDULING_FRONT_END_H
#define WARPLOCK_TB_SYSTEMC_WARP_SCHEDULING_FRONT_END_H

#include <memory>
#include <vector>

#include "tb/systemc/modules.h"

// The parameters, and the widths that follow from them.
struct front_end_geometry {
#define TABLE "tb/systemc/front_end.def"
#define PARAM(name, max, words) enum { name = CFG_##name };
#define DERIVED(name, expression, words) enum { name = (expression) };
#include "rtl_c/table.h"
};

class warp_scheduling_front_end : public sc_core::sc_module, public front_end_geometry {
public:
    sc_core::sc_in<bool> clk_i{"clk_i"}, rst_i{"rst_i"};
#define IN(type, name, width, ...) sc_core::sc_in<pin<(width)>> name##_i{#name "_i"};
#define IN_LATE(type, name, width, ...) sc_core::sc_in<pin<(width)>> name##_i{#name "_i"};
#define OUT(type, name, width, ...) sc_core::sc_out<pin<(width)>> name##_o{#name "_o"};
#define IN_VEC(type, name, width, count, ...) sc_core::sc_in<pin<(width) * (count)>> name##_i{#name "_i"};
#define IN_LATE_VEC(type, name, width, count, ...) sc_core::sc_in<pin<(width) * (count)>> name##_i{#name "_i"};
#define OUT_VEC(type, name, width, count, ...) sc_core::sc_out<pin<(width) * (count)>> name##_o{#name "_o"};
#include "rtl_c/table.h"
#undef TABLE

    // The blocks, open to whoever checks or traces them.
    warp_order_module    order;
    warp_rank_module     rank;
    oaws_ocw_module      ocw;
    oaws_dlc_module      dlc;
    oaws_misspred_module misspred;
    oaws_qualify_module  qualify;
    std::vector<std::unique_ptr<warp_arbiter_module>> arbiter;    // one per scheduler

    explicit warp_scheduling_front_end(sc_core::sc_module_name name);

private:
    void wire_order();
    void wire_rank();
    void wire_ocw();
    void wire_dlc();
    void wire_misspred();
    void wire_qualify();
    void wire_arbiters();
    void wire_outputs();
    uint64_t slots_of(unsigned scheduler, uint64_t warps) const;
};

#endif

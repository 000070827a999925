// SPDX-License-Identifier: BSD-3-Clause
// The ports of the front end, and the block that every system has first; see tb/systemc/warp_scheduling_front_end.h.
#ifndef WARPLOCK_TB_SYSTEMC_FRONT_END_PORTS_H
#define WARPLOCK_TB_SYSTEMC_FRONT_END_PORTS_H

#include "tb/systemc/modules.h"

// The parameters, and the widths that follow from them.
struct front_end_geometry {
#define TABLE "tb/systemc/front_end.def"
#define PARAM(name, max, words) enum { name = CFG_##name };
#define DERIVED(name, expression, words) enum { name = (expression) };
#include "rtl_c/table.h"
};

// An output that no block of the system gives is never written, and so 0.
class front_end_ports : public sc_core::sc_module, public front_end_geometry {
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

    warp_order_module order;
    sc_core::sc_signal<pin<6 * N>> class_of;        // priority class of each warp, by the system or by priority_i

protected:
    explicit front_end_ports(sc_core::sc_module_name name)
        : sc_core::sc_module(name), order("warp_order", clk_i, rst_i)
    {
    }
};

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Makes struct <block>_module from a table: the Verilated module with a signal on every port, its ports and registers
// as the structs of rtl_c/<block>.h. Included once for each block, by a file that defines BLOCK and TABLE and
// has included the module; both are undefined at the end.
#define MODULE BLOCK_JOIN(BLOCK, _module)
#define MODEL BLOCK_JOIN(V, BLOCK)
#define MODULE_TEXT_OF(text) #text
#define MODULE_TEXT(text) MODULE_TEXT_OF(text)

struct MODULE {
#define PARAM(name, max, words) enum { name = CFG_##name };
#define DERIVED(name, expression, words) enum { name = (expression) };
#include "rtl_c/table.h"

    static const char *block() { return MODULE_TEXT(BLOCK); }

    MODEL model;
#define IN(type, name, width, ...) sc_core::sc_signal<pin<(width)>> name##_i;
#define IN_LATE(type, name, width, ...) sc_core::sc_signal<pin<(width)>> name##_i;
#define OUT(type, name, width, ...) sc_core::sc_signal<pin<(width)>> name##_o;
#define IN_VEC(type, name, width, count, ...) sc_core::sc_signal<pin<(width) * (count)>> name##_i;
#define IN_LATE_VEC(type, name, width, count, ...) sc_core::sc_signal<pin<(width) * (count)>> name##_i;
#define OUT_VEC(type, name, width, count, ...) sc_core::sc_signal<pin<(width) * (count)>> name##_o;
#include "rtl_c/table.h"

    // What the ports and registers held when they were sampled last.
    BLOCK_JOIN(BLOCK, _in) in;
    BLOCK_JOIN(BLOCK, _out) out;
    BLOCK_JOIN(BLOCK, _state) q;

    MODULE(const char *name, sc_core::sc_in<bool> &clock, sc_core::sc_in<bool> &reset) : model(name)
    {
        std::memset(&in, 0, sizeof in);
        std::memset(&out, 0, sizeof out);
        std::memset(&q, 0, sizeof q);
        model.clk_i(clock);
        model.rst_i(reset);
#define IN(type, name, ...) model.name##_i(name##_i);
#define IN_LATE(type, name, ...) model.name##_i(name##_i);
#define OUT(type, name, ...) model.name##_o(name##_o);
#define IN_VEC(type, name, ...) model.name##_i(name##_i);
#define IN_LATE_VEC(type, name, ...) model.name##_i(name##_i);
#define OUT_VEC(type, name, ...) model.name##_o(name##_o);
#include "rtl_c/table.h"
    }

    void sample_ports()
    {
#define IN(type, name, width, ...) unpack<(width), 1>(name##_i.read(), &in.name);
#define IN_LATE(type, name, width, ...) unpack<(width), 1>(name##_i.read(), &in.name);
#define OUT(type, name, width, ...) unpack<(width), 1>(name##_o.read(), &out.name);
#define IN_VEC(type, name, width, count, ...) unpack<(width), (count)>(name##_i.read(), in.name);
#define IN_LATE_VEC(type, name, width, count, ...) unpack<(width), (count)>(name##_i.read(), in.name);
#define OUT_VEC(type, name, width, count, ...) unpack<(width), (count)>(name##_o.read(), out.name);
#include "rtl_c/table.h"
    }

    // tb/systemc/block_registers.cpp:
    void sample_registers();
    // Before the simulation: the complement of the reset values into every register; a reset that is missed shows.
    void scramble();
    // At a reset, which leaves memories as they are: what the table says, as in lockstep (tb/lockstep/lockstep.c).
    void fill_memories();
};

#undef MODULE
#undef MODEL
#undef MODULE_TEXT
#undef MODULE_TEXT_OF
#undef BLOCK
#undef TABLE

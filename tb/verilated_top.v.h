// SPDX-License-Identifier: BSD-3-Clause
// The Verilog around a block that is Verilated: made by the C preprocessor from the table (tb/verilate.sh), whose rows
// become its inputs. Not C; GLUE_BLOCK, GLUE_TABLE and CFG_<parameter> are those of tb/verilated.cpp.
//
// Registers are put in the same way, all at once, by put_registers. A netlist of mutants has none to put.
//
// Verilator evaluates whatever depends on an input of the top in every evaluation, changed or not, and at a clock edge
// once more. So the block's inputs are registers here: the glue writes <name>_given and toggles put_<name>. Only what
// depends on an input that was put is evaluated, and at the clock edge, once, what depends on registers. Put together with
// a clock edge, an input is new behind it: all registers take what was settled before.
#define PASTE(left, right) left##right
#define JOIN(left, right) PASTE(left, right)
#define TABLE GLUE_TABLE

module lockstep #(
    parameter PUTS = 1
#define PARAM(name, max, words) , parameter name = CFG_##name
#define DERIVED(name, expression, words) , parameter name = expression
#include "rtl_c/table.h"
) (
    input wire clk_i,
    input wire rst_i
#ifdef GLUE_MUTSEL
    , input wire [GLUE_MUTSEL - 1:0] mutsel
#else
    , input wire put_registers
#endif
#define IN(type, name, ...) , input wire JOIN(put_, name)
#define IN_VEC(type, name, ...) , input wire JOIN(put_, name)
#define IN_LATE(type, name, ...) , input wire JOIN(put_, name)
#define IN_LATE_VEC(type, name, ...) , input wire JOIN(put_, name)
#define OUT(type, name, width, ...) , output wire [(width) - 1:0] JOIN(name, _o)
#define OUT_VEC(type, name, width, count, ...) , output wire [(width) * (count) - 1:0] JOIN(name, _o)
#include "rtl_c/table.h"
);
#define INPUT(name, bits) \
    reg [(bits) - 1:0] JOIN(name, _given), JOIN(name, _i); \
    always @(posedge JOIN(put_, name) or negedge JOIN(put_, name)) JOIN(name, _i) <= JOIN(name, _given);
#define IN(type, name, width, ...) INPUT(name, width)
#define IN_VEC(type, name, width, count, ...) INPUT(name, (width) * (count))
#define IN_LATE(type, name, width, ...) INPUT(name, width)
#define IN_LATE_VEC(type, name, width, count, ...) INPUT(name, (width) * (count))
#ifndef GLUE_MUTSEL
#define REGISTER(name, bits) \
    reg [(bits) - 1:0] JOIN(name, _q_given); \
    always @(posedge put_registers or negedge put_registers) block.JOIN(name, _q) <= JOIN(name, _q_given);
#define REG(type, name, width, ...) REGISTER(name, width)
#define REG_VEC(type, name, width, count, ...) REGISTER(name, (width) * (count))
#define REG_PART(type, name, width, count, ...) REGISTER(name, (width) * (count))
#endif
#include "rtl_c/table.h"

    GLUE_BLOCK block (
        .clk_i(clk_i)
        , .rst_i(rst_i)
#ifdef GLUE_MUTSEL
        , .mutsel(mutsel)
#endif
#define PIN(port) , .port(port)
#define IN(type, name, ...) PIN(name##_i)
#define IN_VEC(type, name, ...) PIN(name##_i)
#define IN_LATE(type, name, ...) PIN(name##_i)
#define IN_LATE_VEC(type, name, ...) PIN(name##_i)
#define OUT(type, name, ...) PIN(name##_o)
#define OUT_VEC(type, name, ...) PIN(name##_o)
#include "rtl_c/table.h"
    );
#ifndef GLUE_MUTSEL
#define PARAM(name, max, words) defparam block.name = name;
#include "rtl_c/table.h"
#endif
endmodule

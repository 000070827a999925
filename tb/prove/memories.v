// SPDX-License-Identifier: BSD-3-Clause
// The ports of a memory of the RTL as wires that are named after their cell, which prove.sh makes inputs and outputs: the prover
// gives the data that is read, and looks at what is written (rtl_ports.c). A read has no clock, a write that of registers.
(* techmap_celltype = "$memrd" *)
module read_port(CLK, EN, ADDR, DATA);
    parameter MEMID = "", ABITS = 1, WIDTH = 1, CLK_ENABLE = 0, CLK_POLARITY = 0, TRANSPARENT = 0;
    input CLK, EN;
    input [ABITS-1:0] ADDR;
    output [WIDTH-1:0] DATA;
    wire _TECHMAP_FAIL_ = CLK_ENABLE;
    wire [ABITS-1:0] address = ADDR;
    wire [WIDTH-1:0] data;
    assign DATA = data;
endmodule
(* techmap_celltype = "$memwr_v2" *)
module write_port(CLK, EN, ADDR, DATA);
    parameter MEMID = "", ABITS = 1, WIDTH = 1, CLK_ENABLE = 1, CLK_POLARITY = 1, PORTID = 0, PRIORITY_MASK = 0;
    input CLK;
    input [ABITS-1:0] ADDR;
    input [WIDTH-1:0] DATA, EN;
    wire _TECHMAP_FAIL_ = !CLK_ENABLE || !CLK_POLARITY;
    wire [ABITS-1:0] address = ADDR;
    wire [WIDTH-1:0] data = DATA, enable = EN;
    wire clock = CLK;
endmodule

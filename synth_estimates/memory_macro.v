// SPDX-License-Identifier: BSD-3-Clause
// Stands for a memory that is left out of a mapping (memories.sh): the ports of Yosys's cell $mem_v2, and nothing behind them.
(* blackbox *)
module memory_macro #(
    parameter MEMID = "", SIZE = 1, OFFSET = 0, ABITS = 1, WIDTH = 1, INIT = 0,
    parameter RD_PORTS = 1, RD_CLK_ENABLE = 0, RD_CLK_POLARITY = 0, RD_TRANSPARENCY_MASK = 0, RD_COLLISION_X_MASK = 0,
    parameter RD_WIDE_CONTINUATION = 0, RD_CE_OVER_SRST = 0, RD_INIT_VALUE = 0, RD_ARST_VALUE = 0, RD_SRST_VALUE = 0,
    parameter WR_PORTS = 1, WR_CLK_ENABLE = 0, WR_CLK_POLARITY = 0, WR_PRIORITY_MASK = 0, WR_WIDE_CONTINUATION = 0
) (
    input  wire [RD_PORTS-1:0]       RD_CLK, RD_EN, RD_ARST, RD_SRST,
    input  wire [RD_PORTS*ABITS-1:0] RD_ADDR,
    output wire [RD_PORTS*WIDTH-1:0] RD_DATA,
    input  wire [WR_PORTS-1:0]       WR_CLK,
    input  wire [WR_PORTS*ABITS-1:0] WR_ADDR,
    input  wire [WR_PORTS*WIDTH-1:0] WR_DATA, WR_EN
);
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// The chosen row of a memory, WORDS words; reads elsewhere return anything. Ports and parameters are those of Yosys's $mem_v2.
module one_row_memory #(
    parameter WORDS = 1,
    parameter MEMID = "", SIZE = 1, OFFSET = 0, ABITS = 1, WIDTH = 1, INIT = 0,
    parameter RD_PORTS = 1, RD_CLK_ENABLE = 0, RD_CLK_POLARITY = 0, RD_TRANSPARENCY_MASK = 0, RD_COLLISION_X_MASK = 0,
    parameter RD_WIDE_CONTINUATION = 0, RD_CE_OVER_SRST = 0, RD_INIT_VALUE = 0, RD_ARST_VALUE = 0, RD_SRST_VALUE = 0,
    parameter WR_PORTS = 1, WR_CLK_ENABLE = 0, WR_CLK_POLARITY = 0, WR_PRIORITY_MASK = 0, WR_WIDE_CONTINUATION = 0
) (
    input  wire [RD_PORTS-1:0]       RD_CLK, RD_EN, RD_ARST, RD_SRST,
    input  wire [RD_PORTS*ABITS-1:0] RD_ADDR,
    output reg  [RD_PORTS*WIDTH-1:0] RD_DATA,
    input  wire [WR_PORTS-1:0]       WR_CLK,
    input  wire [WR_PORTS*ABITS-1:0] WR_ADDR,
    input  wire [WR_PORTS*WIDTH-1:0] WR_DATA, WR_EN
);
    localparam LOW = $clog2(WORDS);

    wire [7:0]                            chosen;
    reg [WORDS*WIDTH-1:0]                 row_q, row_d;
    (* anyseq *) reg [RD_PORTS*WIDTH-1:0] elsewhere;
    integer                               r, p, w;

    // Of an address the highest bits are its row, the lowest its word there.
    function is(input [ABITS-1:0] address, input integer word, input [7:0] row);
        is = (address >> LOW) == row && (address & (WORDS - 1)) == word;
    endfunction

    always @* begin
        RD_DATA = elsewhere;
        for (r = 0; r < RD_PORTS; r = r + 1)
            for (w = 0; w < WORDS; w = w + 1)
                if (is(RD_ADDR[r*ABITS +: ABITS], w, chosen)) RD_DATA[r*WIDTH +: WIDTH] = row_q[w*WIDTH +: WIDTH];
        row_d = row_q;
        for (p = 0; p < WR_PORTS; p = p + 1)
            for (w = 0; w < WORDS; w = w + 1)
                if (is(WR_ADDR[p*ABITS +: ABITS], w, chosen))
                    row_d[w*WIDTH +: WIDTH] = (row_d[w*WIDTH +: WIDTH] & ~WR_EN[p*WIDTH +: WIDTH]) | (WR_DATA[p*WIDTH +: WIDTH] & WR_EN[p*WIDTH +: WIDTH]);
    end
    always @(posedge WR_CLK[0]) row_q <= row_d;
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// A module of a user's own with a memory that is read by an index, in a module below it.
module cells(input clk_i, we_i, input [2:0] waddr_i, raddr_i, input [3:0] data_i, output [3:0] data_o);
    reg [3:0] mem_q [0:7];
    assign data_o = mem_q[raddr_i];
    always @(posedge clk_i) if (we_i) mem_q[waddr_i] <= data_i;
endmodule

module memory(input clk_i, we_i, input [2:0] waddr_i, raddr_i, input [3:0] data_i, output reg [3:0] data_q);
    wire [3:0] data;
    cells below(.clk_i(clk_i), .we_i(we_i), .waddr_i(waddr_i), .raddr_i(raddr_i), .data_i(data_i), .data_o(data));
    integer i; // counts a loop and is no register
    always @(posedge clk_i) for (i = 0; i < 4; i = i + 1) data_q[i] <= data[i];
endmodule

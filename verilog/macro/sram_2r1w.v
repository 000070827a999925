// SPDX-License-Identifier: BSD-3-Clause
// sram_2r1w: a memory of SRAM cells: in a cycle two rows are read, and lanes of one row are written. The wrapper of a macro.
//
// Not from a paper. Inside stands a model, for simulators and proofs; for silicon its body is replaced by the macro of a memory
// compiler (docs/ccws_vta.md, "With a macro"). What a block that has one may rely on, and the macro must do:
//   read    the row is on a_data_o LATENCY cycles after a_read_i, for one cycle: the state before that cycle's write
//   write   lanes of write_i, at the end of the cycle
// It may not rely on the rest, where the model gives x: a port that did not read; a lane that is written in the cycle in which
// its row is read. Nothing is reset.
// Example, LATENCY 1: cycle 0 writes 5 to row 3, cycle 1 reads row 3, cycle 2 has 5. A read in cycle 0 gives x in cycle 1.
module sram_2r1w #(
    parameter ROWS = 64,
    parameter LANES = 8,
    parameter LANE_W = 33,
    parameter LATENCY = 1
) (
    input  wire                    clk_i,
    input  wire                    a_read_i,
    input  wire [$clog2(ROWS)-1:0] a_row_i,
    output wire [LANES*LANE_W-1:0] a_data_o,
    input  wire                    b_read_i,
    input  wire [$clog2(ROWS)-1:0] b_row_i,
    output wire [LANES*LANE_W-1:0] b_data_o,
    input  wire [LANES-1:0]        write_i,
    input  wire [$clog2(ROWS)-1:0] write_row_i,
    input  wire [LANES*LANE_W-1:0] write_data_i
);
    generate
        if (LATENCY < 1) begin : refuse_LATENCY_below_1 wire LATENCY_below_1; wire [LATENCY_below_1:0] refused; end
    endgenerate

    localparam ROW = LANES * LANE_W;

    reg [ROW-1:0]         rows_q [0:ROWS-1];
    reg [LATENCY*ROW-1:0] a_q, b_q;                          // the youngest read at the lowest bits

    // What a read finds in a row, of lanes that nobody writes.
    function [ROW-1:0] found(input [ROW-1:0] row, input [LANES-1:0] lost);
        integer l;
        for (l = 0; l < LANES; l = l + 1)
            found[l*LANE_W +: LANE_W] = lost[l] ? {LANE_W{1'bx}} : row[l*LANE_W +: LANE_W];
    endfunction

    wire [LANES-1:0] a_lost = a_read_i ? write_i & {LANES{a_row_i == write_row_i}} : {LANES{1'b1}};
    wire [LANES-1:0] b_lost = b_read_i ? write_i & {LANES{b_row_i == write_row_i}} : {LANES{1'b1}};

    integer s, w;

    always @(posedge clk_i) begin
        for (s = 1; s < LATENCY; s = s + 1) begin
            a_q[s*ROW +: ROW] <= a_q[(s - 1)*ROW +: ROW];
            b_q[s*ROW +: ROW] <= b_q[(s - 1)*ROW +: ROW];
        end
        a_q[ROW-1:0] <= found(rows_q[a_row_i], a_lost);
        b_q[ROW-1:0] <= found(rows_q[b_row_i], b_lost);
        for (w = 0; w < LANES; w = w + 1)
            if (write_i[w]) rows_q[write_row_i][w*LANE_W +: LANE_W] <= write_data_i[w*LANE_W +: LANE_W];
    end

    assign a_data_o = a_q[(LATENCY - 1)*ROW +: ROW];
    assign b_data_o = b_q[(LATENCY - 1)*ROW +: ROW];
endmodule

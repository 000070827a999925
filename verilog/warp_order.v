// SPDX-License-Identifier: BSD-3-Clause
// warp_order: the age order of an SM's resident warps as a matrix. One instance per SM; the one source of age.
//
// Source: hardware.md section 6, decision D-25; the papers take "oldest" for granted (OAWS section 4.1.2, CCWS 3.3).
// One register per pair of warps that somebody compares: older[i][j], j < i, says that slot j holds an older warp than
// slot i, or that i holds none and j does; otherwise i holds the older one, or neither holds any. So no pair can say both,
// empty slots stand behind all warps, and who counts the older ones counts warps. With ACROSS 0 only the pairs of one
// scheduler exist. A warp that enters goes behind those that stay; of several in one cycle the lower slot is the older.
// Exits come before launches, so a slot named by both holds a new, youngest warp. Launching a warp that stays resident
// and ending one that is not are ignored.
//
// Latency: launch and exit (late inputs) show in the next cycle's outputs. Throughput: any number of them a cycle.
// Example, N = 4, ACROSS 1, rows of older of slots 3, 2, 1, each from the slot below down to 0:
//   launch 0b1011                      older 011, 11, 1    0, 1, 3 in that order, 2 empty
//   then exit 0b0010                   older 001, 01, 1    0, 3
//   and with launch 0b0010 then too    older 001, 11, 1    0, 3, 1
// N = 48 has 1128 pairs, 552 of them within its two schedulers.
// Not modelled: why a warp waits, ranks (warp_rank), CTAs.
module warp_order #(
    parameter N = 48,
    parameter S = 2,
    parameter ACROSS = 0
) (
    input  wire           clk_i,
    input  wire           rst_i,
    input  wire [N-1:0]   launch_i,
    input  wire [N-1:0]   exit_i,
    output reg  [N-1:0]   resident_o,
    output reg  [N*N-1:0] older_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (S < 1) begin : refuse_S_below_1 wire S_below_1; wire [S_below_1:0] refused; end
        if (S > N) begin : refuse_S_above_N wire S_above_N; wire [S_above_N:0] refused; end
        if (ACROSS > 1) begin : refuse_ACROSS_above_1 wire ACROSS_above_1; wire [ACROSS_above_1:0] refused; end
    endgenerate

    reg [N-1:0]   resident_q, resident_d;
    reg [N*N-1:0] older_q, older_d;   // bits of pairs that do not exist are constant 0

    always @* begin
        resident_o = resident_q;
        older_o = older_q;
    end

    integer     i, j;
    reg [N-1:0] staying, entering;

    always @* begin
        staying = resident_q & ~exit_i;
        entering = launch_i & ~staying;

        resident_d = staying | entering;
        older_d = {N*N{1'b0}};
        j = 0;
        for (i = 0; i < N; i = i + 1)
            for (j = 0; j < i; j = j + 1)
                if (ACROSS != 0 || i % S == j % S)
                    older_d[i*N + j] = resident_d[j] & (~staying[i] | (older_q[i*N + j] & staying[j]));
    end

    always @(posedge clk_i)
        if (rst_i) begin
            resident_q <= {N{1'b0}};
            older_q <= {N*N{1'b0}};
        end else begin
            resident_q <= resident_d;
            older_q <= older_d;
        end
endmodule

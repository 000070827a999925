// SPDX-License-Identifier: BSD-3-Clause
// kaws_share: the warp-sharing control unit, which lends a stalled warp to another scheduler. One instance per SM; no
// registers.
//
// Source: KAWS section 3, Fig. 3, Fig. 4b; hardware.md section 3.2, decisions D-15, D-30.
//   offered       class u to scheduler x: x's issue register of u is empty, and no other scheduler's is, and x issues
//                 nothing of its own this cycle (the AND gate of Fig. 4b lacks that last term, Fig. 3 has it)
//   candidates    the ready warps of a class that is offered, but for those of the scheduler that it is offered to
//   borrows[x]    x issues the oldest of the candidates of all classes that are offered to it, warp[x], through its own
//                 register. A class is offered to one scheduler at most, so a warp goes to one, and one to a scheduler.
// Of the pairs only older[i][j], j < i, are read. Pairs that are no order, which warp_order never gives, can leave no
// oldest: then nothing is borrowed.
//
// Latency: combinational, all inputs early. Chain: behind the arbiters, whose issues of this cycle it sees.
// Example (E-7, Fig. 3), N = 8, S = 4, w0 the oldest, then w1 ...: the MEM register is empty at S1 alone, SFU at S2, SP
// at S3; ready: w0 w3 w4 w6 w7 for MEM, w1 for SP, w5 for SFU. w0 goes to S1, w5 to S2, w1 to S3, in the same cycle.
// Not modelled: why a warp is ready; the collectors behind the registers; who counts the stall (the lender).
module kaws_share #(
    parameter N = 64,
    parameter S = 4
) (
    // Every block has these two; here is nothing to clock or reset.
    // verilator lint_off UNUSEDSIGNAL
    input  wire                   clk_i,
    input  wire                   rst_i,
    // verilator lint_on UNUSEDSIGNAL
    input  wire [N-1:0]           ready_i,
    input  wire [2*N-1:0]         unit_i,
    input  wire [N*N-1:0]         older_i,
    input  wire [3*S-1:0]         can_accept_i,
    input  wire [S-1:0]           issues_i,
    output reg  [S-1:0]           borrows_o,
    output reg  [S*$clog2(N)-1:0] warp_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (S < 2) begin : refuse_S_below_2 wire S_below_2; wire [S_below_2:0] refused; end
        if (N < S) begin : refuse_N_below_S wire N_below_S; wire [N_below_S:0] refused; end
    endgenerate

    localparam WARP_W = $clog2(N);
    localparam UNITS = 3;
    localparam [N-1:0] NO_WARP = {N{1'b0}};

    // The number of the only set bit of a one-hot mask.
    function [WARP_W-1:0] bit_number(input [N-1:0] one_hot);
        integer b;
        begin
            bit_number = {WARP_W{1'b0}};
            for (b = 0; b < N; b = b + 1)
                bit_number = bit_number | (b[WARP_W-1:0] & {WARP_W{one_hot[b]}});
        end
    endfunction

    // The scheduler that a class is offered to, one-hot.
    integer             u, x, y;
    reg [UNITS*S-1:0]   offered;
    reg                 others;

    always @* begin
        y = 0;
        others = 1'b0;
        for (u = 0; u < UNITS; u = u + 1)
            for (x = 0; x < S; x = x + 1) begin
                others = 1'b0;
                for (y = 0; y < S; y = y + 1) if (y != x) others = others | can_accept_i[UNITS*y + u];
                offered[u*S + x] = can_accept_i[UNITS*x + u] & ~others & ~issues_i[x];
            end
    end

    // The warps whose next instruction is of a class: the same in most cycles.
    integer             c, d;
    reg [UNITS*N-1:0]   of_class;

    always @* begin
        d = 0;
        for (c = 0; c < UNITS; c = c + 1)
            for (d = 0; d < N; d = d + 1) of_class[c*N + d] = unit_i[2*d +: 2] == c[1:0];
    end

    // The candidates of each class, and their rivals: those of other classes offered to the same scheduler with them.
    integer             k, v, w;
    reg [UNITS*N-1:0]   candidates, rivals;
    reg [N-1:0]         own, lendable;

    always @* begin
        v = 0;
        w = 0;
        own = NO_WARP;
        lendable = NO_WARP;
        for (k = 0; k < UNITS; k = k + 1) begin
            lendable = NO_WARP;
            for (v = 0; v < S; v = v + 1) begin
                own = NO_WARP;
                for (w = v; w < N; w = w + S) own[w] = 1'b1;
                lendable = lendable | ({N{offered[k*S + v]}} & ~own);
            end
            candidates[k*N +: N] = ready_i & of_class[k*N +: N] & lendable;
        end
        rivals = candidates;
        for (k = 0; k < UNITS; k = k + 1)
            for (v = 0; v < UNITS; v = v + 1)
                rivals[k*N +: N] = rivals[k*N +: N]
                    | (candidates[v*N +: N] & {N{|(offered[k*S +: S] & offered[v*S +: S])}});
    end

    // Of each class the candidate that no rival is before: none that its own row has, and none above it whose row does not
    // have it.
    integer             i, n;
    reg [N-1:0]         row, below, beaten;
    reg [UNITS*N-1:0]   first;

    always @* begin
        i = 0;
        row = NO_WARP;
        below = NO_WARP;
        beaten = NO_WARP;
        for (n = 0; n < UNITS; n = n + 1) begin
            beaten = NO_WARP;
            for (i = 0; i < N; i = i + 1) begin
                below = ~({N{1'b1}} << i);
                row = older_i[i*N +: N];
                if (candidates[n*N + i]) beaten[i] = (rivals[n*N +: N] & row & below) != NO_WARP;
                if (rivals[n*N + i]) beaten = beaten | (~row & below);
            end
            first[n*N +: N] = candidates[n*N +: N] & ~beaten;
        end
    end

    integer m, to;

    always @* begin
        borrows_o = {S{1'b0}};
        warp_o = {S*WARP_W{1'b0}};
        to = 0;
        for (m = 0; m < UNITS; m = m + 1)
            for (to = 0; to < S; to = to + 1) begin
                borrows_o[to] = borrows_o[to] | (offered[m*S + to] & (|first[m*N +: N]));
                warp_o[to*WARP_W +: WARP_W] = warp_o[to*WARP_W +: WARP_W]
                    | (bit_number(first[m*N +: N]) & {WARP_W{offered[m*S + to]}});
            end
    end
endmodule

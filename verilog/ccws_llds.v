// SPDX-License-Identifier: BSD-3-Clause
// ccws_llds: lost-locality detected score, what a line that a warp has lost is worth. One per SM.
//
// Source: CCWS section 3.3 (the formula is that of its MICRO-45 version, section 3.3.1); hardware.md section 2.2,
// decisions D-12, D-27, D-39.
//   score = hits * K * cutoff / insts, rounded down, at most cutoff; cutoff when insts is 0
// of the cycle of the hit, that cycle's hit and instructions included. When either total would overflow, both are halved
// first. One multiplier and restoring divider: 16 cycles of shifted additions, hits * (K * cutoff), then one bit of
// the quotient in each of 48. A divisor of 0 makes all bits 1, which saturate.
//   hit, idle      starts a division; the warp is given its result, unless it exits or is launched from now on
//   hit, busy      the warp is given the last quotient at once
//   kernel launch  totals 0, quotient cfg_base, nothing under way; whatever else happens then
// In the cycle of the result the divider is idle again, so one warp at most is given a score in a cycle.
//
// Chain: hit and cutoff to apply combinational, no more than two gates deep; the other inputs late.
// Latency: a hit in cycle 0 that finds the divider idle is scored in cycle 65. Throughput: one division in 65 cycles.
// Example: 3 hits, this one included, K 8, cutoff 3200 (32 warps of base 100), 1000 instructions: 76800 / 1000 = 76,
// below the base: no loss. 60 hits: 1536. 125 hits and more: 3200.
// Not modelled: what a score does (ccws_lls), which loads hit (ccws_vta).
module ccws_llds #(
    parameter N = 32,
    parameter BITS = 32
) (
    input  wire                 clk_i,
    input  wire                 rst_i,
    input  wire [3:0]           cfg_k_i,
    input  wire [6:0]           cfg_base_i,
    input  wire                 hit_i,
    input  wire [$clog2(N)-1:0] hit_warp_i,
    input  wire [12:0]          cutoff_i,
    input  wire [3:0]           issued_i,
    input  wire [N-1:0]         launch_i,
    input  wire [N-1:0]         exit_i,
    input  wire                 kernel_launch_i,
    output reg                  apply_o,
    output reg  [$clog2(N)-1:0] apply_warp_o,
    output reg  [12:0]          score_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (N > 64) begin : refuse_N_above_64 wire N_above_64; wire [N_above_64:0] refused; end
        if (BITS < 5) begin : refuse_BITS_below_5 wire BITS_below_5; wire [BITS_below_5:0] refused; end
        if (BITS > 32) begin : refuse_BITS_above_32 wire BITS_above_32; wire [BITS_above_32:0] refused; end
    endgenerate

    localparam WARP_W = $clog2(N);
    localparam FACTOR_W = 16;
    localparam DIVIDEND_W = BITS + FACTOR_W;
    localparam LATENCY_VALUE = 1 + FACTOR_W + DIVIDEND_W;
    localparam FIRST_DIVIDE_VALUE = DIVIDEND_W + 1;

    localparam [6:0] LATENCY = LATENCY_VALUE[6:0];
    localparam [6:0] FIRST_DIVIDE = FIRST_DIVIDE_VALUE[6:0];
    localparam [6:0] LAST_DIVIDE = 7'd2, LAST_MULTIPLY = FIRST_DIVIDE + 7'd1;      // by the register cycles

    reg [BITS-1:0]       hits_q, hits_d;
    reg [BITS-1:0]       insts_q, insts_d;
    reg [6:0]            cycles_q, cycles_d;
    reg [WARP_W-1:0]     warp_q, warp_d;
    reg                  live_q, live_d;
    reg [12:0]           limit_q, limit_d;
    reg [BITS-1:0]       divisor_q, divisor_d;
    reg [BITS-1:0]       remainder_q, remainder_d;
    reg [DIVIDEND_W-1:0] dividend_q, dividend_d;
    reg [12:0]           quotient_q, quotient_d;

    // Of the warps that exist the one that is hit, one bit.
    integer     h;
    reg [N-1:0] hit_warp;

    always @* begin
        hit_warp = {N{1'b0}};
        for (h = 0; h < N; h = h + 1) hit_warp[h] = hit_i && hit_warp_i == h[WARP_W-1:0];
    end

    wire hit = |hit_warp;
    wire busy = |cycles_q[6:1];
    wire starts = hit && !busy;

    always @* begin
        apply_o = busy ? hit : live_q;
        apply_warp_o = busy ? hit_warp_i : warp_q;
        score_o = quotient_q;
    end

    // K * cutoff, K at most 8, as a sum of shifts.
    wire [FACTOR_W-1:0] factor = cfg_k_i[3] ? {cutoff_i, 3'd0}
        : {3'd0, cutoff_i & {13{cfg_k_i[0]}}} + {2'd0, cutoff_i & {13{cfg_k_i[1]}}, 1'd0}
            + {1'd0, cutoff_i & {13{cfg_k_i[2]}}, 2'd0};

    // The totals with this cycle's hit and instructions, which overflow above ones alone.
    wire            insts_carry = {1'b0, insts_q[3:0]} + {1'b0, issued_i} > 5'd15;
    wire            overflows = (hit & &hits_q) | (insts_carry & &insts_q[BITS-1:4]);
    wire [BITS-1:0] hits_after = (overflows ? {1'b0, hits_q[BITS-1:1]} : hits_q) + {{BITS-1{1'b0}}, hit};
    wire [BITS-1:0] insts_after = (overflows ? {1'b0, insts_q[BITS-1:1]} : insts_q) + {{BITS-4{1'b0}}, issued_i};

    // Multiplying: the lowest bit of the factor is used up; the product so far moves down, in FACTOR_W cycles to its place.
    wire [BITS:0] sum = {1'b0, dividend_q[DIVIDEND_W-1:FACTOR_W]} + {1'b0, remainder_q & {BITS{dividend_q[0]}}};

    // Dividing: the highest bit of the dividend comes down, and a bit of the quotient enters below.
    wire [BITS:0]         partial = {remainder_q, dividend_q[DIVIDEND_W-1]};
    wire [BITS:0]         less = {1'b0, partial[BITS-1:0]} - {1'b0, divisor_q};
    wire                  fits = partial[BITS] | ~less[BITS];
    wire [DIVIDEND_W-1:0] divided = {dividend_q[DIVIDEND_W-2:0], fits};

    // Whether the warp whose score is under way, from its hit's cycle on, exits or is launched.
    wire [N-1:0] gone = launch_i | exit_i;
    reg          warp_gone;
    integer      g;

    always @* begin
        warp_gone = 1'b0;
        for (g = 0; g < N; g = g + 1)
            warp_gone = warp_gone | (gone[g] & (starts ? hit_warp[g] : warp_q == g[WARP_W-1:0]));
    end

    always @* begin
        hits_d = hits_after & {BITS{~kernel_launch_i}};
        insts_d = insts_after & {BITS{~kernel_launch_i}};

        cycles_d = cycles_q - 7'd1;
        if (starts) cycles_d = LATENCY;
        else if (cycles_q == 7'd0) cycles_d = 7'd0;
        if (kernel_launch_i) cycles_d = 7'd0;

        warp_d = starts ? hit_warp_i : warp_q;
        limit_d = starts ? cutoff_i : limit_q;
        divisor_d = starts ? insts_after : divisor_q;
        live_d = (starts | (busy & live_q)) & ~warp_gone & ~kernel_launch_i;

        remainder_d = remainder_q;
        dividend_d = dividend_q;
        quotient_d = quotient_q;
        if (cycles_q > FIRST_DIVIDE) begin
            dividend_d = {sum, dividend_q[FACTOR_W-1:1]};
            if (cycles_q == LAST_MULTIPLY) remainder_d = {BITS{1'b0}};
        end else if (busy) begin
            remainder_d = fits ? less[BITS-1:0] : partial[BITS-1:0];
            dividend_d = divided;
            if (cycles_q == LAST_DIVIDE)
                quotient_d = divided > {{DIVIDEND_W-13{1'b0}}, limit_q} ? limit_q : divided[12:0];
        end
        if (starts) begin
            remainder_d = hits_after;
            dividend_d = {{BITS{1'b0}}, factor};
        end
        if (kernel_launch_i) quotient_d = {6'd0, cfg_base_i};
    end

    always @(posedge clk_i)
        if (rst_i) begin
            hits_q <= {BITS{1'b0}};
            insts_q <= {BITS{1'b0}};
            cycles_q <= 7'd0;
            warp_q <= {WARP_W{1'b0}};
            live_q <= 1'b0;
            limit_q <= 13'd0;
            divisor_q <= {BITS{1'b0}};
            remainder_q <= {BITS{1'b0}};
            dividend_q <= {DIVIDEND_W{1'b0}};
            quotient_q <= 13'd100;
        end else begin
            hits_q <= hits_d;
            insts_q <= insts_d;
            cycles_q <= cycles_d;
            warp_q <= warp_d;
            live_q <= live_d;
            limit_q <= limit_d;
            divisor_q <= divisor_d;
            remainder_q <= remainder_d;
            dividend_q <= dividend_d;
            quotient_q <= quotient_d;
        end
endmodule

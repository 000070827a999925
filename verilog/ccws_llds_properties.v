// SPDX-License-Identifier: BSD-3-Clause
// What ccws_llds guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  A division ends; while it divides, the remainder is below the divisor, unless that is 0; a score waits for its
//      warp, which exists, only while there is a division.
//   2  While the divider is busy a warp, which exists, is given the last quotient when it hits; else when its division
//      ends and it is still there. Always the last quotient.
//   3  A hit that finds the divider idle or done starts it, with this cycle's totals, K, at most 8, and cutoff.
//   4  A division under way takes a step in every cycle, and no other operand.
//   5  Both totals count what happens; when one would overflow, both are halved before.
//   6  A kernel launch leaves nothing counted or under way, and the base score, whatever else happens.
//   7  The quotient changes at a kernel launch and at the end of a division, to what that has left, at most the cutoff
//      of the hit.
//   8  The score under way is dropped exactly if its warp exits or is launched, from its hit's cycle on.
//   9  A step of the multiplication adds hits times the lowest bit of the factor and halves; a step of the division
//      brings down a bit: divisor * bit of the quotient + remainder is what there was. The bit is 1 if the divisor is 0.
//
// FROM_RESET = 1: the first cycle resets. 0: it starts in any state that satisfies property 1, for covers and planted
// bugs.
module ccws_llds_properties #(
    parameter N = 3,
    parameter BITS = 6,
    parameter FROM_RESET = 1
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire [3:0]           cfg_k_i,
    input wire [6:0]           cfg_base_i,
    input wire                 hit_i,
    input wire [$clog2(N)-1:0] hit_warp_i,
    input wire [12:0]          cutoff_i,
    input wire [3:0]           issued_i,
    input wire [N-1:0]         launch_i,
    input wire [N-1:0]         exit_i,
    input wire                 kernel_launch_i,
    output wire [7:0]          reached_o
);
    localparam WARP_W = $clog2(N);
    localparam FACTOR_W = 16;
    localparam DIVIDEND_W = BITS + FACTOR_W;
    localparam LATENCY = 1 + FACTOR_W + DIVIDEND_W;

    wire              apply_o;
    wire [WARP_W-1:0] apply_warp_o;
    wire [12:0]       score_o;

    ccws_llds #(.N(N), .BITS(BITS)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_k_i(cfg_k_i), .cfg_base_i(cfg_base_i), .hit_i(hit_i),
        .hit_warp_i(hit_warp_i), .cutoff_i(cutoff_i), .issued_i(issued_i), .launch_i(launch_i), .exit_i(exit_i),
        .kernel_launch_i(kernel_launch_i),
        .apply_o(apply_o), .apply_warp_o(apply_warp_o), .score_o(score_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire [BITS-1:0]       \block.hits_q , \block.hits_d , \block.insts_q , \block.insts_d ;
    (* hierconn *) wire [6:0]            \block.cycles_q , \block.cycles_d ;
    (* hierconn *) wire [WARP_W-1:0]     \block.warp_q , \block.warp_d ;
    (* hierconn *) wire                  \block.live_q , \block.live_d ;
    (* hierconn *) wire [12:0]           \block.limit_q , \block.limit_d , \block.quotient_q , \block.quotient_d ;
    (* hierconn *) wire [BITS-1:0]       \block.divisor_q , \block.divisor_d , \block.remainder_q , \block.remainder_d ;
    (* hierconn *) wire [DIVIDEND_W-1:0] \block.dividend_q , \block.dividend_d ;
    wire [BITS-1:0]       hits_q = \block.hits_q , hits_d = \block.hits_d ;
    wire [BITS-1:0]       insts_q = \block.insts_q , insts_d = \block.insts_d ;
    wire [6:0]            cycles_q = \block.cycles_q , cycles_d = \block.cycles_d ;
    wire [WARP_W-1:0]     warp_q = \block.warp_q , warp_d = \block.warp_d ;
    wire                  live_q = \block.live_q , live_d = \block.live_d ;
    wire [12:0]           limit_q = \block.limit_q , limit_d = \block.limit_d ;
    wire [12:0]           quotient_q = \block.quotient_q , quotient_d = \block.quotient_d ;
    wire [BITS-1:0]       divisor_q = \block.divisor_q , divisor_d = \block.divisor_d ;
    wire [BITS-1:0]       remainder_q = \block.remainder_q , remainder_d = \block.remainder_d ;
    wire [DIVIDEND_W-1:0] dividend_q = \block.dividend_q , dividend_d = \block.dividend_d ;

    wire hit = hit_i && hit_warp_i < N;
    wire busy = cycles_q > 1;
    wire divides = busy && cycles_q <= DIVIDEND_W + 1;
    wire multiplies = cycles_q > DIVIDEND_W + 1;
    wire starts = hit && !busy;
    wire gone = (launch_i | exit_i) >> warp_d;
    wire [BITS:0] more_hits = hits_q + hit, more_insts = insts_q + issued_i;
    wire overflows = more_hits[BITS] || more_insts[BITS];
    wire [3:0] k = cfg_k_i > 8 ? 8 : cfg_k_i;

    wire invariant = cycles_q <= LATENCY && warp_q < N && (!live_q || cycles_q != 0)
                     && (!divides || divisor_q == 0 || remainder_q < divisor_q);

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant);

    always @* if (started && !rst_i) begin
        p1: assert (invariant);
        p2: assert (apply_o == (busy ? hit : cycles_q == 1 && live_q) && score_o == quotient_q);
        if (apply_o)
            p2_warp: assert (apply_warp_o == (busy ? hit_warp_i : warp_q) && apply_warp_o < N);
        if (starts && !kernel_launch_i) begin
            p3: assert (cycles_d == LATENCY && warp_d == hit_warp_i && limit_d == cutoff_i && divisor_d == insts_d
                        && remainder_d == hits_d);
            p3_factor: assert (dividend_d == k * cutoff_i);
        end
        if (!starts && !kernel_launch_i)
            p4: assert (cycles_d == (cycles_q == 0 ? 0 : cycles_q - 1) && warp_d == warp_q && limit_d == limit_q
                        && divisor_d == divisor_q);
        if (!kernel_launch_i)
            p5: assert (overflows ? hits_d == hits_q / 2 + hit && insts_d == insts_q / 2 + issued_i
                                  : hits_d == more_hits && insts_d == more_insts);
        if (kernel_launch_i)
            p6: assert (hits_d == 0 && insts_d == 0 && cycles_d == 0 && !live_d && quotient_d == cfg_base_i);
        if (!kernel_launch_i && cycles_q != 2)
            p7_kept: assert (quotient_d == quotient_q);
        if (!kernel_launch_i && cycles_q == 2)
            p7: assert (quotient_d == (dividend_d > limit_q ? limit_q : dividend_d));
        if (!kernel_launch_i)
            p8: assert (live_d == ((starts || (busy && live_q)) && !gone));
        if (multiplies)
            p9_multiply: assert ({dividend_d, 1'b0} + dividend_q[0]
                == {1'b0, dividend_q} + (dividend_q[0] ? {1'b0, remainder_q, {FACTOR_W{1'b0}}} : 0)
                && (remainder_d == remainder_q || cycles_q == DIVIDEND_W + 2));
        if (divides)
            p9_divide: assert (dividend_d[DIVIDEND_W-1:1] == dividend_q[DIVIDEND_W-2:0]
                && (divisor_q == 0 ? dividend_d[0] : remainder_d < divisor_q && {remainder_q, dividend_q[DIVIDEND_W-1]}
                    == {1'b0, remainder_d} + (dividend_d[0] ? {1'b0, divisor_q} : 0)));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = !rst_i && apply_o && busy && live_q && hit_warp_i == warp_q;
    assign reached_o[1] = !rst_i && apply_o && cycles_q == 1 && starts && live_d && warp_d != warp_q;
    assign reached_o[2] = !rst_i && cycles_q == 2 && !kernel_launch_i && limit_q != 0
                          && dividend_d > limit_q;
    assign reached_o[3] = !rst_i && cycles_q == 2 && !kernel_launch_i && divisor_q == 0 && quotient_d == 13'h1fff;
    assign reached_o[4] = !rst_i && overflows && hit && issued_i == 15 && hits_d == 1;
    assign reached_o[5] = !rst_i && starts && !live_d && !kernel_launch_i;
    assign reached_o[6] = !rst_i && kernel_launch_i && live_q && hit && cycles_q == 1;
    assign reached_o[7] = !rst_i && multiplies && dividend_d[DIVIDEND_W-1] && cycles_q == DIVIDEND_W + 2;
endmodule

// oaws_misspred: predicted misses of each buffered instruction, stored beside it in the instruction buffer. One per SM.
//
// Source: OAWS sections 4.2, 4.3.2, 4.4; hardware.md section 1.3, decisions D-7 (M - 1 at most), D-8 (rounding), D-9,
// D-22 (active threads), D-43 (order). Computed when an instruction enters the buffer; active = threads of its warp:
//   no load (or a store)       0
//   coherent load              1; static with miss rate 0: 0
//   divergent load, static     ceil(active * smr / 100), as ((active * smr + 99) * 5243) >> 19, which is the same
//   divergent load, dynamic    ceil(active / 2) + rank of the warp in this cycle
// and at most M - 1, so that any one load qualifies when all MSHRs are free. It stays as it is while ranks change.
//
// A warp that issues shifts slot 1 into slot 0, 0 into slot 1. Its mask may have changed by what it has issued, so the
// prediction of a divergent load (slot1_divergent) that comes into slot 0 is made again, with issue_active and the rank
// of that cycle. Then the fills are written, the second after the first; then the buffers of flushed warps are cleared,
// this cycle's fills included. A fill of warp N or beyond is ignored.
// Latency: a fill shows at the edge. Throughput: two fills, any number of issues and flushes per cycle.
// Example, M = 32, static, smr 50: fill (warp 3, slot 0, coherent) and (warp 3, slot 1, divergent, 4 active): pred 1 at
// the port, 2 in slot 1; issue, issue_active 32: 16; issue: 0. Dynamic, rank 20: 16 + 20 saturates to 31.
// E-11: 48 warps x 2 x 5 bits are 480, and 48 bits slot1_divergent.
// Not modelled: the instruction buffer itself, locality warps (oaws_qualify).
module oaws_misspred #(
    parameter N = 48,
    parameter S = 2,
    parameter M = 32
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   cfg_dynamic_i,
    input  wire [6:0]             cfg_smr_i,
    input  wire [N*$clog2(N)-1:0] rank_i,
    input  wire [1:0]             fill_i,
    input  wire [2*$clog2(N)-1:0] fill_warp_i,
    input  wire [1:0]             fill_slot_i,
    input  wire [1:0]             fill_load_i,
    input  wire [1:0]             fill_divergent_i,
    input  wire [11:0]            fill_active_i,
    input  wire [N-1:0]           issue_i,
    input  wire [6*S-1:0]         issue_active_i,
    input  wire [N-1:0]           flush_i,
    output reg  [N*$clog2(M)-1:0] pred_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (N > 128) begin : refuse_N_above_128 wire N_above_128; wire [N_above_128:0] refused; end
        if (S < 1) begin : refuse_S_below_1 wire S_below_1; wire [S_below_1:0] refused; end
        if (S > N) begin : refuse_S_above_N wire S_above_N; wire [S_above_N:0] refused; end
        if (M < 2) begin : refuse_M_below_2 wire M_below_2; wire [M_below_2:0] refused; end
        if (M > 256) begin : refuse_M_above_256 wire M_above_256; wire [M_above_256:0] refused; end
    endgenerate

    localparam RANK_W = $clog2(N);
    localparam PRED_W = $clog2(M);
    localparam MISSES_W = 8;                                 // half of 63 threads and a rank of 63, or 127 % of 63
    localparam ACTIVES = 2 + S;                              // of the two fills, then of each scheduler's issue
    localparam LAST_MSHR_VALUE = M - 1;

    localparam [MISSES_W-1:0] LAST_MSHR = LAST_MSHR_VALUE[MISSES_W-1:0];

    reg [2*N*PRED_W-1:0] pred_q, pred_d;
    reg [N-1:0]          slot1_divergent_q, slot1_divergent_d;

    integer o;

    always @* begin
        pred_o = {N*PRED_W{1'b0}};
        for (o = 0; o < N; o = o + 1) pred_o[o*PRED_W +: PRED_W] = pred_q[2*o*PRED_W +: PRED_W];
    end

    // What a divergent load is predicted: by its active threads alone, and the rank counts in dynamic only.
    function [PRED_W-1:0] divergent_prediction(input [MISSES_W-1:0] threads, input [RANK_W-1:0] rank);
        reg [MISSES_W-1:0] misses;
        begin
            misses = threads + {{MISSES_W-RANK_W{1'b0}}, rank};
            divergent_prediction = misses > LAST_MSHR ? LAST_MSHR[PRED_W-1:0] : misses[PRED_W-1:0];
        end
    endfunction

    wire [6*ACTIVES-1:0] actives = {issue_active_i, fill_active_i};
    wire [N*RANK_W-1:0]  ranks = rank_i & {N*RANK_W{cfg_dynamic_i}};

    integer                    a;
    /* verilator lint_off UNUSEDSIGNAL */                    // the fraction is cut off
    reg [26:0]                 product;
    /* verilator lint_on UNUSEDSIGNAL */
    reg [MISSES_W*ACTIVES-1:0] threads;

    always @* begin
        product = 27'd0;
        threads = {MISSES_W*ACTIVES{1'b0}};
        for (a = 0; a < ACTIVES; a = a + 1) begin
            product = ({21'd0, actives[a*6 +: 6]} * {20'd0, cfg_smr_i} + 27'd99) * 27'd5243;
            threads[a*MISSES_W +: MISSES_W] = cfg_dynamic_i ? ({2'd0, actives[a*6 +: 6]} + 8'd1) >> 1 : product[26:19];
        end
    end

    // What is predicted of the two fills, and which warps they enter: none when that is N or beyond.
    integer            f, r;
    reg [2*N-1:0]      enters;
    reg [RANK_W-1:0]   rank;
    reg [2*PRED_W-1:0] prediction;
    wire [1:0]         divergent = fill_load_i & fill_divergent_i;
    wire               coherent_misses = cfg_dynamic_i || cfg_smr_i != 7'd0;

    always @* begin
        r = 0;
        enters = {2*N{1'b0}};
        rank = {RANK_W{1'b0}};
        prediction = {2*PRED_W{1'b0}};
        for (f = 0; f < 2; f = f + 1) begin
            rank = {RANK_W{1'b0}};
            for (r = 0; r < N; r = r + 1) begin
                enters[f*N + r] = fill_i[f] && fill_warp_i[f*RANK_W +: RANK_W] == r[RANK_W-1:0];
                rank = rank | (ranks[r*RANK_W +: RANK_W] & {RANK_W{enters[f*N + r]}});
            end
            if (divergent[f])
                prediction[f*PRED_W +: PRED_W] = divergent_prediction(threads[f*MISSES_W +: MISSES_W], rank);
            else
                prediction[f*PRED_W] = fill_load_i[f] && coherent_misses;
        end
    end

    // The next contents of each slot, by one bit for each place that they can come from. What an issue moves is known
    // as early as its number of active threads; the issue itself only selects.
    integer          w;
    reg              shifts, first_0, second_0, first_1, second_1;
    reg [PRED_W-1:0] moved;

    always @* begin
        pred_d = {2*N*PRED_W{1'b0}};
        slot1_divergent_d = {N{1'b0}};
        shifts = 1'b0;
        first_0 = 1'b0;
        second_0 = 1'b0;
        first_1 = 1'b0;
        second_1 = 1'b0;
        moved = {PRED_W{1'b0}};
        for (w = 0; w < N; w = w + 1) begin
            second_0 = enters[N + w] & ~fill_slot_i[1] & ~flush_i[w];
            first_0 = enters[w] & ~fill_slot_i[0] & ~flush_i[w] & ~second_0;
            second_1 = enters[N + w] & fill_slot_i[1] & ~flush_i[w];
            first_1 = enters[w] & fill_slot_i[0] & ~flush_i[w] & ~second_1;
            shifts = issue_i[w];
            moved = slot1_divergent_q[w]
                ? divergent_prediction(threads[(2 + w % S)*MISSES_W +: MISSES_W], ranks[w*RANK_W +: RANK_W])
                : pred_q[(2*w + 1)*PRED_W +: PRED_W];
            pred_d[2*w*PRED_W +: PRED_W] =
                (pred_q[2*w*PRED_W +: PRED_W] & {PRED_W{~shifts & ~flush_i[w] & ~first_0 & ~second_0}})
                | (moved & {PRED_W{shifts & ~flush_i[w] & ~first_0 & ~second_0}})
                | (prediction[0 +: PRED_W] & {PRED_W{first_0}})
                | (prediction[PRED_W +: PRED_W] & {PRED_W{second_0}});
            pred_d[(2*w + 1)*PRED_W +: PRED_W] =
                (pred_q[(2*w + 1)*PRED_W +: PRED_W] & {PRED_W{~shifts & ~flush_i[w] & ~first_1 & ~second_1}})
                | (prediction[0 +: PRED_W] & {PRED_W{first_1}})
                | (prediction[PRED_W +: PRED_W] & {PRED_W{second_1}});
            slot1_divergent_d[w] = (slot1_divergent_q[w] & ~shifts & ~flush_i[w] & ~first_1 & ~second_1)
                | (divergent[0] & first_1) | (divergent[1] & second_1);
        end
    end

    always @(posedge clk_i)
        if (rst_i) begin
            pred_q <= {2*N*PRED_W{1'b0}};
            slot1_divergent_q <= {N{1'b0}};
        end else begin
            pred_q <= pred_d;
            slot1_divergent_q <= slot1_divergent_d;
        end
endmodule

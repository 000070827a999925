// SPDX-License-Identifier: BSD-3-Clause
// oaws_misspred: predicted misses of each buffered instruction, stored beside it in the instruction buffer. One per SM.
//
// Source: OAWS sections 4.2, 4.3.2, 4.4; hardware.md section 1.3, decisions D-7 (M - 1 at most), D-8 (rounding), D-9,
// D-22 (active threads), D-43 (order). Computed when an instruction enters the buffer; active = threads of its warp:
//   no load (or a store)       0
//   coherent load              1; static with miss rate 0: 0
//   divergent load, static     ceil(active * smr / 100)
//   divergent load, dynamic    ceil(active / 2) + rank of the warp in this cycle
// and at most M - 1, so that any one load qualifies when all MSHRs are free. It stays as it is while ranks change.
//
// A warp that issues shifts slot 1 into slot 0, 0 into slot 1. Its mask may have changed by what it has issued, so the
// prediction of a divergent load (slot1_divergent) that comes into slot 0 is made again, with issue_active and the rank
// of that cycle; of several warps of one scheduler, which none issues, the ranks are ORed. Then the fills are written,
// the second after the first; then the buffers of flushed warps are cleared, this cycle's fills included. A fill of
// warp N or beyond is ignored.
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
    endgenerate

    localparam RANK_W = $clog2(N);
    localparam PRED_W = $clog2(M);
    localparam MISSES_W = PRED_W > 7 ? PRED_W + 1 : 8;       // half of 63 threads and a rank of 127, or 127 % of 63
    localparam PREDICTORS = 2 + S;                           // of the two fills, then of each scheduler's issue
    localparam LAST_MSHR_VALUE = M - 1;

    localparam [MISSES_W-1:0] LAST_MSHR = LAST_MSHR_VALUE[MISSES_W-1:0];

    reg [2*N*PRED_W-1:0] pred_q, pred_d;
    reg [N-1:0]          slot1_divergent_q, slot1_divergent_d;

    integer o;

    always @* begin
        pred_o = {N*PRED_W{1'b0}};
        for (o = 0; o < N; o = o + 1) pred_o[o*PRED_W +: PRED_W] = pred_q[2*o*PRED_W +: PRED_W];
    end

    // Which warps the two fills enter, a bit each: none when that is N or beyond, or when the second fill overwrites the
    // first.
    wire         overwritten = fill_i[1] && fill_slot_i[0] == fill_slot_i[1]
                               && fill_warp_i[0 +: RANK_W] == fill_warp_i[RANK_W +: RANK_W];
    integer      e;
    reg [N-1:0]  first, second;

    always @* begin
        first = {N{1'b0}};
        second = {N{1'b0}};
        for (e = 0; e < N; e = e + 1) begin
            first[e] = fill_i[0] && !overwritten && fill_warp_i[0 +: RANK_W] == e[RANK_W-1:0];
            second[e] = fill_i[1] && fill_warp_i[RANK_W +: RANK_W] == e[RANK_W-1:0];
        end
    end

    // A radix-4 digit of a number of active threads, times the miss rate. A function is given all that it needs: @* waits for
    // no signal that one looks at.
    wire [8:0] three_smr = {2'd0, cfg_smr_i} + {1'b0, cfg_smr_i, 1'b0};

    function [8:0] times_smr(input [1:0] digit, input [6:0] smr, input [8:0] three);
        times_smr = ({2'd0, smr} & {9{digit == 2'd1}}) | ({1'b0, smr, 1'b0} & {9{digit == 2'd2}})
            | (three & {9{digit == 2'd3}});
    endfunction

    // ceil(percent / 100) is z / 25 rounded down, z = ceil(percent / 4) + 24; and that is 41 z / 1024 as long as z is
    // below 1024. Above, one is taken from z first, unless so many misses saturate anyway. The fractions are cut off.
    // verilator lint_off UNUSEDSIGNAL
    function [MISSES_W-1:0] static_misses(input [5:0] active, input [6:0] smr, input [8:0] three);
        reg [12:0] percent;
        reg [10:0] z;
        reg [16:0] quotient;
        begin
            percent = {4'd0, times_smr(active[1:0], smr, three)} + {2'd0, times_smr(active[3:2], smr, three), 2'd0}
                + {times_smr(active[5:4], smr, three), 4'd0} + 13'd99;
            z = M > 41 ? percent[12:2] - {10'd0, percent[12]} : percent[12:2];
            quotient = {6'd0, z} + {3'd0, z, 3'd0} + {1'b0, z, 5'd0};
            static_misses = {{MISSES_W-7{1'b0}}, quotient[16:10]};
        end
    endfunction
    // verilator lint_on UNUSEDSIGNAL

    // What each predictor says of a divergent load: by its active threads, and in dynamic by the rank of its warp.
    integer                     p, r;
    reg [PREDICTORS*RANK_W-1:0] ranks;
    reg [5:0]                   active;
    reg [MISSES_W-1:0]          misses;
    reg [PREDICTORS*PRED_W-1:0] predicted;
    wire [6*PREDICTORS-1:0]     actives = {issue_active_i, fill_active_i};

    always @* begin
        ranks = {PREDICTORS*RANK_W{1'b0}};
        for (r = 0; r < N; r = r + 1) begin
            if (first[r]) ranks[0 +: RANK_W] = ranks[0 +: RANK_W] | rank_i[r*RANK_W +: RANK_W];
            if (second[r]) ranks[RANK_W +: RANK_W] = ranks[RANK_W +: RANK_W] | rank_i[r*RANK_W +: RANK_W];
            if (issue_i[r])
                ranks[(2 + r % S)*RANK_W +: RANK_W] = ranks[(2 + r % S)*RANK_W +: RANK_W] | rank_i[r*RANK_W +: RANK_W];
        end
    end

    always @* begin
        active = 6'd0;
        misses = {MISSES_W{1'b0}};
        predicted = {PREDICTORS*PRED_W{1'b0}};
        for (p = 0; p < PREDICTORS; p = p + 1) begin
            active = actives[p*6 +: 6];
            misses = cfg_dynamic_i
                ? {{MISSES_W-5{1'b0}}, active[5:1]} + {{MISSES_W-RANK_W{1'b0}}, ranks[p*RANK_W +: RANK_W]}
                    + {{MISSES_W-1{1'b0}}, active[0]}
                : static_misses(active, cfg_smr_i, three_smr);
            predicted[p*PRED_W +: PRED_W] = misses > LAST_MSHR ? LAST_MSHR[PRED_W-1:0] : misses[PRED_W-1:0];
        end
    end

    // What the two fills write, into both slots: 0 into the one that they do not enter.
    integer            k;
    reg [PRED_W-1:0]   filled;
    reg [4*PRED_W-1:0] into;
    wire [1:0]         divergent = fill_load_i & fill_divergent_i;
    wire               coherent_misses = cfg_dynamic_i || cfg_smr_i != 7'd0;

    always @* begin
        filled = {PRED_W{1'b0}};
        into = {4*PRED_W{1'b0}};
        for (k = 0; k < 2; k = k + 1) begin
            filled = predicted[k*PRED_W +: PRED_W] & {PRED_W{divergent[k]}};
            filled[0] = filled[0] | (fill_load_i[k] && !fill_divergent_i[k] && coherent_misses);
            into[2*k*PRED_W +: 2*PRED_W] = {filled & {PRED_W{fill_slot_i[k]}}, filled & {PRED_W{!fill_slot_i[k]}}};
        end
    end

    // The next contents of each slot, by one bit for each place that they can come from: a fill, the other slot, what is
    // predicted again, or the slot itself, of most warps, which are written as whole words.
    integer              w;
    reg [2*N*PRED_W-1:0] stays;
    wire [N-1:0]         entered_0 = (first & {N{~fill_slot_i[0]}}) | (second & {N{~fill_slot_i[1]}});
    wire [N-1:0]         entered_1 = (first & {N{fill_slot_i[0]}}) | (second & {N{fill_slot_i[1]}});
    wire [N-1:0]         changes_0 = issue_i | entered_0 | flush_i;
    wire [N-1:0]         changes_1 = issue_i | entered_1 | flush_i;
    wire [N-1:0]         shifts = issue_i & ~slot1_divergent_q & ~entered_0 & ~flush_i;
    wire [N-1:0]         again = issue_i & slot1_divergent_q & ~entered_0 & ~flush_i;
    wire [N-1:0]         first_writes = first & ~flush_i;
    wire [N-1:0]         second_writes = second & ~flush_i;

    always @* begin
        pred_d = {2*N*PRED_W{1'b0}};
        stays = {2*N*PRED_W{1'b1}};
        for (w = 0; w < N; w = w + 1) begin
            if (first_writes[w]) pred_d[2*w*PRED_W +: 2*PRED_W] = into[0 +: 2*PRED_W];
            if (second_writes[w])
                pred_d[2*w*PRED_W +: 2*PRED_W] = pred_d[2*w*PRED_W +: 2*PRED_W] | into[2*PRED_W +: 2*PRED_W];
            if (shifts[w])
                pred_d[2*w*PRED_W +: PRED_W] = pred_d[2*w*PRED_W +: PRED_W] | pred_q[(2*w + 1)*PRED_W +: PRED_W];
            if (again[w])
                pred_d[2*w*PRED_W +: PRED_W] = pred_d[2*w*PRED_W +: PRED_W] | predicted[(2 + w % S)*PRED_W +: PRED_W];
            if (changes_0[w]) stays[2*w*PRED_W +: PRED_W] = {PRED_W{1'b0}};
            if (changes_1[w]) stays[(2*w + 1)*PRED_W +: PRED_W] = {PRED_W{1'b0}};
        end
        pred_d = pred_d | (pred_q & stays);
        slot1_divergent_d = (slot1_divergent_q & ~changes_1) | (first_writes & {N{divergent[0] & fill_slot_i[0]}})
            | (second_writes & {N{divergent[1] & fill_slot_i[1]}});
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

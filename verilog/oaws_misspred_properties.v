// SPDX-License-Identifier: BSD-3-Clause
// What oaws_misspred guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  No stored prediction exceeds M - 1; the one put out is slot 0's.
//   2  A flush empties both slots, whatever else happens.
//   3  A warp with no issue, fill or flush keeps its predictions.
//   4  An issue alone moves slot 1 into slot 0 and 0 into slot 1; slot 1 is kept for nobody. Only what is known as a
//      divergent load is predicted again.
//   5  Of two fills to one slot the second stays; a fill of one slot leaves the other to the shift.
//   6  What is no load is predicted 0; a coherent load 1, or 0 when static with miss rate 0.
//   7  Static, up to 32 threads and 100 percent: the least p with 100 p >= active * smr, or M - 1 when that is too small.
//      Miss rate 0 predicts 0 for every load.
//   8  Dynamic: half the active threads, rounded up, and the rank of the warp, or M - 1 when that is less.
//   9  Properties 7 and 8 hold of a divergent load that an issue moves into slot 0, with the active threads after that
//      issue, of the warp's own scheduler, and the rank of that cycle (D-22): the OR of the ranks of
//      those that issue there.
//  10  slot1_divergent is set by the fill of slot 1 with a divergent load, the second fill's when both fill it; cleared
//      by any other fill of slot 1, by issue and by flush; kept otherwise.
//
// Said of a warp `a` that the proof may choose freely. FROM_RESET = 1: the first cycle resets.
// 0: it starts in any state that satisfies property 1, for covers and planted bugs.
module oaws_misspred_properties #(
    parameter N = 4,
    parameter S = 2,
    parameter M = 8,
    parameter FROM_RESET = 1
) (
    input wire                   clk_i,
    input wire                   rst_i,
    input wire                   cfg_dynamic_i,
    input wire [6:0]             cfg_smr_i,
    input wire [N*$clog2(N)-1:0] rank_i,
    input wire [1:0]             fill_i,
    input wire [2*$clog2(N)-1:0] fill_warp_i,
    input wire [1:0]             fill_slot_i,
    input wire [1:0]             fill_load_i,
    input wire [1:0]             fill_divergent_i,
    input wire [11:0]            fill_active_i,
    input wire [N-1:0]           issue_i,
    input wire [6*S-1:0]         issue_active_i,
    input wire [N-1:0]           flush_i,
    input wire [$clog2(N)-1:0]   a,
    output wire [9:0]            reached_o
);
    localparam RANK_W = $clog2(N);
    localparam PRED_W = $clog2(M);

    wire [N*PRED_W-1:0] pred_o;

    oaws_misspred #(.N(N), .S(S), .M(M)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_dynamic_i(cfg_dynamic_i), .cfg_smr_i(cfg_smr_i), .rank_i(rank_i),
        .fill_i(fill_i), .fill_warp_i(fill_warp_i), .fill_slot_i(fill_slot_i), .fill_load_i(fill_load_i),
        .fill_divergent_i(fill_divergent_i), .fill_active_i(fill_active_i), .issue_i(issue_i),
        .issue_active_i(issue_active_i), .flush_i(flush_i), .pred_o(pred_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire [2*N*PRED_W-1:0] \block.pred_q , \block.pred_d ;
    (* hierconn *) wire [N-1:0]          \block.slot1_divergent_q , \block.slot1_divergent_d ;
    wire [2*N*PRED_W-1:0] pred_q = \block.pred_q , pred_d = \block.pred_d ;
    wire [N-1:0]          slot1_divergent_q = \block.slot1_divergent_q , slot1_divergent_d = \block.slot1_divergent_d ;

    integer i, j;
    reg     invariant;
    always @* begin
        invariant = 1;
        for (i = 0; i < 2 * N; i = i + 1) if (pred_q[i*PRED_W +: PRED_W] > M - 1) invariant = 0;
    end

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant);
    always @* assume (a < N);

    // Warp a's slots before and after, and its fills.
    wire [PRED_W-1:0] slot_0 = pred_q[2*a*PRED_W +: PRED_W], slot_1 = pred_q[(2*a+1)*PRED_W +: PRED_W];
    wire [PRED_W-1:0] slot_0_d = pred_d[2*a*PRED_W +: PRED_W], slot_1_d = pred_d[(2*a+1)*PRED_W +: PRED_W];
    wire known = slot1_divergent_q[a], known_d = slot1_divergent_d[a];
    wire fill_0 = fill_i[0] && fill_warp_i[RANK_W-1:0] == a, fill_1 = fill_i[1] && fill_warp_i[2*RANK_W-1:RANK_W] == a;
    wire covered = fill_0 && fill_1 && fill_slot_i[0] == fill_slot_i[1];

    // The fill that stays: the second, else the first; the slot it went to, the other slot, and what it was.
    wire              filled = (fill_0 || fill_1) && !flush_i[a];
    wire              slot = fill_1 ? fill_slot_i[1] : fill_slot_i[0];
    wire              both_slots = fill_0 && fill_1 && !covered;
    wire [PRED_W-1:0] written = slot ? slot_1_d : slot_0_d, other = slot ? slot_0_d : slot_1_d;
    wire              load = fill_1 ? fill_load_i[1] : fill_load_i[0];
    wire              divergent = fill_1 ? fill_divergent_i[1] : fill_divergent_i[0];

    // A divergent load that the issue moves into slot 0, where no fill overwrites it, and what any slot gets of one.
    wire              fills_0 = (fill_0 && !fill_slot_i[0]) || (fill_1 && !fill_slot_i[1]);
    wire              moved = issue_i[a] && known && !flush_i[a] && !fills_0;
    wire [PRED_W-1:0] shifted = slot ? (issue_i[a] ? slot_1 : slot_0) : (issue_i[a] ? 0 : slot_1);
    wire [5:0]        fill_active = fill_1 ? fill_active_i[11:6] : fill_active_i[5:0];
    wire [5:0]        moved_active = issue_active_i[(a % S)*6 +: 6];
    wire              of_fill = filled && load && divergent;
    wire [RANK_W-1:0] rank = rank_i[a*RANK_W +: RANK_W];
    reg  [RANK_W-1:0] moved_rank;
    always @* begin
        moved_rank = 0;
        for (j = 0; j < N; j = j + 1)
            if (issue_i[j] && j % S == a % S) moved_rank = moved_rank | rank_i[j*RANK_W +: RANK_W];
    end
    wire [12:0]       percent = fill_active * cfg_smr_i, moved_percent = moved_active * cfg_smr_i;
    wire [12:0]       hundred = written * 7'd100, moved_hundred = slot_0_d * 7'd100;
    wire [7:0]        wanted = ((fill_active + 8'd1) >> 1) + rank;
    wire [7:0]        moved_wanted = ((moved_active + 8'd1) >> 1) + moved_rank;
    wire              legal = fill_active <= 32 && cfg_smr_i <= 100;
    wire              moved_legal = moved_active <= 32 && cfg_smr_i <= 100;

    // Slot 1 after the fills.
    wire fills_1 = (fill_0 && fill_slot_i[0]) || (fill_1 && fill_slot_i[1]);
    wire last_of_1 = fill_1 && fill_slot_i[1] ? fill_load_i[1] && fill_divergent_i[1]
                                              : fill_load_i[0] && fill_divergent_i[0];

    always @* if (started) begin
        p1: assert (invariant && pred_o[a*PRED_W +: PRED_W] == slot_0);
        if (flush_i[a]) p2: assert (slot_0_d == 0 && slot_1_d == 0);
        if (!flush_i[a] && !issue_i[a] && !fill_0 && !fill_1) p3: assert (slot_0_d == slot_0 && slot_1_d == slot_1);
        if (!flush_i[a] && issue_i[a] && !fill_0 && !fill_1)
            p4: assert ((known || slot_0_d == slot_1) && slot_1_d == 0);
        if (filled && !both_slots && !(slot && moved)) p5: assert (other == shifted);
        if (filled && covered && !fill_load_i[1]) p5_second: assert (written == 0);
        if (filled && (!load || !divergent))
            p6: assert (written == (load && (cfg_dynamic_i || cfg_smr_i != 0)));
        if (of_fill && !cfg_dynamic_i && legal)
            p7: assert (hundred >= percent ? written == 0 || hundred < percent + 100 : written == M - 1);
        if (filled && !cfg_dynamic_i && cfg_smr_i == 0) p7_zero: assert (written == 0);
        if (of_fill && cfg_dynamic_i)
            p8: assert (written == (wanted > M - 1 ? M - 1 : wanted));
        if (moved && !cfg_dynamic_i && moved_legal)
            p9: assert (moved_hundred >= moved_percent ? slot_0_d == 0 || moved_hundred < moved_percent + 100
                        : slot_0_d == M - 1);
        if (moved && cfg_dynamic_i) p9_rank: assert (slot_0_d == (moved_wanted > M - 1 ? M - 1 : moved_wanted));
        p10: assert (known_d == (!flush_i[a] && (fills_1 ? last_of_1 : known && !issue_i[a])));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = of_fill && !cfg_dynamic_i && legal && hundred == percent && written > 1;
    assign reached_o[1] = of_fill && !cfg_dynamic_i && legal && hundred < percent;
    assign reached_o[2] = of_fill && cfg_dynamic_i && wanted == M;
    assign reached_o[3] = flush_i[a] && issue_i[a] && fill_0 && slot_1 != 0;
    assign reached_o[4] = covered && filled && issue_i[a] && slot && !known && written == 1 && slot_1 > 1
                          && other == slot_1;
    assign reached_o[5] = !flush_i[a] && issue_i[a] && !fill_0 && !fill_1 && !known && slot_1 == M - 1;
    assign reached_o[6] = both_slots && filled && slot_0_d != slot_1_d && slot == 0;
    assign reached_o[7] = filled && load && !divergent && cfg_dynamic_i && written == 1;
    assign reached_o[8] = moved && !cfg_dynamic_i && moved_legal && slot_1 == 1 && slot_0_d == M - 1 && fills_1
                          && known_d;
    assign reached_o[9] = moved && cfg_dynamic_i && slot_1 > slot_0_d && moved_wanted == slot_0_d && a % S != 0
                          && !known_d;
endmodule

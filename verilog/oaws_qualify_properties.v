// SPDX-License-Identifier: BSD-3-Clause
// What oaws_qualify guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  inflight <= M, always.
//   2  Only ready loads are held back; in STATIC and DYNAMIC one whose prediction is 0 never is, and one that is not held
//      back finds as many free MSHRs as it charges, beyond those that inflight speaks for.
//   3  Unless in THROTTLE, a load that fits is not held back; with every MSHR free and nothing in flight none is.
//   4  A locality warp is never held back and charges nothing, ready or not; there is none in STATIC. The warps of
//      oldest_run are locality warps when cfg_keep_oldest says so (D-24).
//   5  In THROTTLE a load of a warp that is no locality warp is held back, and nothing is charged.
//   6  A warp that is not ready is of no class; a ready warp is of one. Ready or not, a warp charges its prediction
//      unless it is a locality warp (D-23).
//   7  inflight equals what has been charged and not yet released, as long as loads issue only when they are let, no more
//      MSHRs are free than there are, and nothing is released that was not charged: issue and release in one cycle both
//      apply, and nothing is clamped. (A load issues when it is let: it is ready, and is not held back.)
//   8  Without issue and release inflight stays.
//   9  More free MSHRs than there are count as all of them.
//
// Said of a warp `a` that the proof may choose freely. FROM_RESET = 1: the first cycle resets.
// 0: it starts in any state that satisfies properties 1 and 7, for covers and planted bugs.
module oaws_qualify_properties #(
    parameter N = 4,
    parameter M = 8,
    parameter FROM_RESET = 1
) (
    input wire                   clk_i,
    input wire                   rst_i,
    input wire [1:0]             cfg_mode_i,
    input wire                   cfg_keep_oldest_i,
    input wire [N-1:0]           ready_i,
    input wire [N-1:0]           load_i,
    input wire [N*$clog2(N)-1:0] rank_run_i,
    input wire [N-1:0]           oldest_run_i,
    input wire [$clog2(N+1)-1:0] ocw_i,
    input wire [$clog2(M+1)-1:0] avail_i,
    input wire [N*$clog2(M)-1:0] pred_i,
    input wire                   issue_i,
    input wire [$clog2(N)-1:0]   issue_warp_i,
    input wire [2*$clog2(M)-1:0] release_i,
    input wire [$clog2(N)-1:0]   a,
    output wire [9:0]            reached_o
);
    localparam RANK_W = $clog2(N);
    localparam PRED_W = $clog2(M);
    localparam COUNT_W = $clog2(M + 1);
    localparam [1:0] DYNAMIC = 1, THROTTLE = 2;

    wire [N-1:0]        occlude_o;
    wire [N*PRED_W-1:0] charge_o;
    wire [2*N-1:0]      ocw_warps_o;

    oaws_qualify #(.N(N), .M(M)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_mode_i(cfg_mode_i), .cfg_keep_oldest_i(cfg_keep_oldest_i),
        .ready_i(ready_i), .load_i(load_i), .rank_run_i(rank_run_i), .oldest_run_i(oldest_run_i), .ocw_i(ocw_i),
        .avail_i(avail_i), .pred_i(pred_i), .issue_i(issue_i), .issue_warp_i(issue_warp_i), .release_i(release_i),
        .occlude_o(occlude_o), .charge_o(charge_o), .ocw_warps_o(ocw_warps_o)
    );

    // The block's register and its next value, which flattening connects by name.
    (* hierconn *) wire [COUNT_W-1:0] \block.inflight_q , \block.inflight_d ;
    wire [COUNT_W-1:0] inflight_q = \block.inflight_q , inflight_d = \block.inflight_d ;

    // A ledger of what loads have charged and given back, wide enough for anything; honest while property 7's premise holds.
    reg [COUNT_W+3:0] owed;
    reg               honest;
    wire [PRED_W-1:0] charged = issue_i && issue_warp_i < N ? charge_o[issue_warp_i*PRED_W +: PRED_W] : 0;
    wire [COUNT_W:0]  released = release_i[PRED_W-1:0] + release_i[2*PRED_W-1:PRED_W];
    wire              lets = ready_i[issue_warp_i] && load_i[issue_warp_i] && !occlude_o[issue_warp_i];
    wire              fair = (!issue_i || issue_warp_i >= N || lets) && released <= owed;
    always @(posedge clk_i) begin
        owed <= rst_i ? 0 : owed + charged - released;
        honest <= rst_i || (honest && fair);
    end

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    wire invariant = inflight_q <= M && (!honest || owed == inflight_q);
    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant && honest);
    always @* assume (a < N);

    wire              load = ready_i[a] && load_i[a];
    wire [PRED_W-1:0] a_pred = pred_i[a*PRED_W +: PRED_W], a_charge = charge_o[a*PRED_W +: PRED_W];
    wire [1:0]        a_class = ocw_warps_o[a*2 +: 2];
    wire              throttle = cfg_mode_i == THROTTLE, with_locality = cfg_mode_i == DYNAMIC || throttle;
    wire              first_ranks = rank_run_i[a*RANK_W +: RANK_W] < ocw_i;
    wire              kept = cfg_keep_oldest_i && oldest_run_i[a], locality = with_locality && (first_ranks || kept);
    wire [COUNT_W:0]  needed = a_charge + inflight_q;
    wire [COUNT_W-1:0] avail = avail_i > M ? M : avail_i;

    always @* if (started) begin
        p1: assert (inflight_q <= M);
        p2: assert (!occlude_o[a] || load);
        if (!throttle && a_pred == 0) p2_zero: assert (!occlude_o[a]);
        if (!throttle && load && !occlude_o[a] && a_charge != 0) p2_room: assert (needed <= avail);
        if (!throttle && needed <= avail) p3: assert (!occlude_o[a]);
        if (!throttle && avail_i == M && inflight_q == 0 && a_pred < M) p3_free: assert (!occlude_o[a]);
        if (a_class == 2) p4: assert (with_locality && !occlude_o[a] && a_charge == 0);
        if (with_locality && kept) p4_oldest: assert (!occlude_o[a] && a_charge == 0 && (!ready_i[a] || a_class == 2));
        if (load && throttle && !locality) p5: assert (occlude_o[a]);
        if (throttle) p5_free: assert (a_charge == 0);
        p6: assert (a_class == (!ready_i[a] ? 0 : locality ? 2 : 1));
        p6_charge: assert (a_charge == (locality || throttle ? 0 : a_pred));
        p7: assert (!honest || owed == inflight_q);
        if (!issue_i && release_i == 0) p8: assert (inflight_d == inflight_q);
        if (!throttle && avail_i > M && load && !locality) p9: assert (occlude_o[a] == (a_pred + inflight_q > M));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = honest && fair && inflight_q < M && inflight_d == M;
    assign reached_o[1] = honest && fair && charged != 0 && released > charged && inflight_d != 0;
    assign reached_o[2] = !throttle && occlude_o[a] && avail_i <= M && a_charge == avail_i - inflight_q + 1
                          && inflight_q != 0;
    assign reached_o[3] = !throttle && load && !occlude_o[a] && a_charge == avail_i - inflight_q && a_charge != 0;
    assign reached_o[4] = cfg_mode_i == DYNAMIC && load && a_class == 2 && a_pred > avail_i && avail_i < inflight_q;
    assign reached_o[5] = throttle && occlude_o[a] && rank_run_i[a*RANK_W +: RANK_W] == ocw_i && ocw_i != 0;
    assign reached_o[6] = !throttle && inflight_q + charged > M + released && inflight_d == M;
    assign reached_o[7] = released > inflight_q + charged && inflight_d == 0 && charged != 0;
    assign reached_o[8] = avail_i > M && inflight_q != 0 && occlude_o[a] && a_charge + inflight_q <= avail_i;
    assign reached_o[9] = cfg_mode_i == DYNAMIC && kept && !first_ranks && load && a_pred > avail_i;
endmodule

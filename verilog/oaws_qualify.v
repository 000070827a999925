// SPDX-License-Identifier: BSD-3-Clause
// oaws_qualify: holds loads back whose predicted misses the free MSHRs cannot take. One per SM.
//
// Source: OAWS sections 4.1.1, 4.3.2; hardware.md section 1.4, decisions D-10 (what is charged comes back), D-23, D-24.
//   locality       not in STATIC: rank_run < OCW, or with cfg_keep_oldest in oldest_run; ready or not
//   ocw_warps[w]   0 not ready; 2 a ready locality warp; 1 any other ready warp
//   charge[w]      effective prediction: pred, ready or not; 0 for a locality warp, and for all in THROTTLE
//   occlude[w]     a ready load; STATIC, DYNAMIC: with charge > max(avail - inflight, 0); THROTTLE: of no locality warp
//   inflight'      clamp(inflight + charge of the warp whose load issues - both releases, 0, M), computed wide
// The charge travels with the load and comes back as a release when the LD/ST unit has serviced its last access or the
// load leaves it without any. An avail above M counts as M; an issue_warp of N or beyond charges nothing. At most one
// load with a charge issues per SM and cycle.
//
// Chain: rank_run and oldest_run of warp_order, ocw of oaws_ocw, pred of oaws_misspred are early inputs; issue and
// release are late.
// Latency: outputs combinational, inflight at the edge.
// Example (E-2), M = 32, STATIC, all MSHRs free, every pred 16: 16 <= 32 issues, inflight 16; 16 <= 16 issues, inflight
// 32; 16 > 0: a third is held back until a release.
// Not modelled: the prediction (oaws_misspred), the choice among the warps that are left (warp_arbiter).
module oaws_qualify #(
    parameter N = 48,
    parameter M = 32
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire [1:0]               cfg_mode_i,
    input  wire                     cfg_keep_oldest_i,
    input  wire [N-1:0]             ready_i,
    input  wire [N-1:0]             load_i,
    input  wire [N*$clog2(N)-1:0]   rank_run_i,
    input  wire [N-1:0]             oldest_run_i,
    input  wire [$clog2(N+1)-1:0]   ocw_i,
    input  wire [$clog2(M+1)-1:0]   avail_i,
    input  wire [N*$clog2(M)-1:0]   pred_i,
    input  wire                     issue_i,
    input  wire [$clog2(N)-1:0]     issue_warp_i,
    input  wire [2*$clog2(M)-1:0]   release_i,
    output reg  [N-1:0]             occlude_o,
    output reg  [N*$clog2(M)-1:0]   charge_o,
    output reg  [2*N-1:0]           ocw_warps_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (M < 2) begin : refuse_M_below_2 wire M_below_2; wire [M_below_2:0] refused; end
    endgenerate

    localparam RANK_W = $clog2(N);
    localparam OCW_W = $clog2(N + 1);
    localparam PRED_W = $clog2(M);
    localparam COUNT_W = $clog2(M + 1);
    localparam SUM_W = COUNT_W + 2;                  // inflight and a charge, less two releases: with a sign

    localparam [1:0] DYNAMIC = 2'd1, THROTTLE = 2'd2;                    // any other mode is STATIC
    localparam [1:0] THRASHING_WARP = 2'd1, LOCALITY_WARP = 2'd2;
    localparam [SUM_W-1:0] ALL_MSHRS = M[SUM_W-1:0];

    reg [COUNT_W-1:0] inflight_q, inflight_d;

    wire [COUNT_W-1:0] avail = avail_i < ALL_MSHRS[COUNT_W-1:0] ? avail_i : ALL_MSHRS[COUNT_W-1:0];
    wire [COUNT_W-1:0] room = avail > inflight_q ? avail - inflight_q : {COUNT_W{1'b0}};
    wire               throttle = cfg_mode_i == THROTTLE;
    wire               knows_locality = cfg_mode_i == DYNAMIC || throttle;
    wire [N-1:0]       kept = oldest_run_i & {N{cfg_keep_oldest_i}};

    // Locality warps, ready or not, and the charges.
    integer       w, c;
    reg [N-1:0]   below, locality;

    always @* begin
        below = {N{1'b0}};
        for (w = 0; w < N; w = w + 1)
            below[w] = {{OCW_W-RANK_W{1'b0}}, rank_run_i[w*RANK_W +: RANK_W]} < ocw_i;
        locality = (below | kept) & {N{knows_locality}};
    end

    always @* begin
        charge_o = pred_i;
        for (c = 0; c < N; c = c + 1)
            if (throttle || locality[c]) charge_o[c*PRED_W +: PRED_W] = {PRED_W{1'b0}};
    end

    // Of the ready warps what the OCW counts, and which of their loads want too much.
    integer           r;
    reg [N-1:0]       too_much;
    reg [COUNT_W-1:0] wanted;

    always @* begin
        too_much = {N{1'b0}};
        wanted = {COUNT_W{1'b0}};
        ocw_warps_o = {2*N{1'b0}};
        for (r = 0; r < N; r = r + 1)
            if (ready_i[r]) begin
                wanted = {{COUNT_W-PRED_W{1'b0}}, pred_i[r*PRED_W +: PRED_W]};
                too_much[r] = wanted > room;
                ocw_warps_o[r*2 +: 2] = locality[r] ? LOCALITY_WARP : THRASHING_WARP;
            end
        occlude_o = ready_i & load_i & ~locality & (too_much | {N{throttle}});
    end

    // The charge of the warp whose load issues is selected, and added once: to what the releases leave of inflight, and
    // beside that to how far this is above M. The signs of the two sums say where to clamp; the second may only be
    // wrong where the first is negative.
    integer          v;
    wire [N-1:0]     issued = {{N-1{1'b0}}, issue_i} << issue_warp_i;
    reg [PRED_W-1:0] issue_charge;
    reg [SUM_W-1:0]  left, above, charged;

    always @* begin
        issue_charge = {PRED_W{1'b0}};
        for (v = 0; v < N; v = v + 1)
            issue_charge = issue_charge | (charge_o[v*PRED_W +: PRED_W] & {PRED_W{issued[v]}});
        left = {{SUM_W-COUNT_W{1'b0}}, inflight_q}
            - ({{SUM_W-PRED_W{1'b0}}, release_i[0 +: PRED_W]} + {{SUM_W-PRED_W{1'b0}}, release_i[PRED_W +: PRED_W]});
        above = left - ALL_MSHRS - {{SUM_W-1{1'b0}}, 1'b1};
        charged = left + {{SUM_W-PRED_W{1'b0}}, issue_charge};
        above = above + {{SUM_W-PRED_W{1'b0}}, issue_charge};
        inflight_d = charged[SUM_W-1] ? {COUNT_W{1'b0}}
            : above[SUM_W-1] ? charged[COUNT_W-1:0] : ALL_MSHRS[COUNT_W-1:0];
    end

    always @(posedge clk_i)
        if (rst_i)
            inflight_q <= {COUNT_W{1'b0}};
        else
            inflight_q <= inflight_d;
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// What ccws_lls guarantees, proven by induction (tests/verilog/test_properties.sh): 1 to 5 and 8 under any inputs, 6
// and 7 as long as resident is what launch and exit make of it and the base stays, above 0.
//
//   1  Every slot has a place in the heap, one and no other; no score is above 127 N.
//   2  D-28: of a place that is not marked no place below has the larger score, in every cycle.
//   3  The same of the walk's copy; the warps left in it are different ones, none has passed, and when some have, one is
//      left.
//   4  What has passed with the last score has passed.
//   5  A vector is put out only when a walk ends.
//   6  A place has a score if its slot is resident, and only then.
//   7  No resident's score is below base or above the larger of base and the cutoff of the cycle before.
//   8  A walk that began with a score lets a warp pass: the vector that it puts out is not empty. (By 6 each resident
//      has one.)
//   9  Without events for R = 2 floor(log2 N) cycles there is no mark.
//
// 9 (MARKS = 1) is shown of all sequences of R + 1 cycles from any state. FROM_RESET = 1: the first cycle resets. 0: it
// starts in any state that satisfies 1 to 4 and 6 to 8, for 9, covers and planted bugs.
module ccws_lls_properties #(
    parameter N = 4,
    parameter FROM_RESET = 1,
    parameter MARKS = 0
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire [6:0]           cfg_base_i,
    input wire [N-1:0]         resident_i,
    input wire [N*N-1:0]       older_i,
    input wire                 apply_i,
    input wire [$clog2(N)-1:0] apply_warp_i,
    input wire [12:0]          score_i,
    input wire [N-1:0]         launch_i,
    input wire [N-1:0]         exit_i,
    output wire [9:0]          reached_o
);
    localparam WARP_W = $clog2(N);
    localparam PARENTS = N / 2;
    localparam R = N < 4 ? 2 : N < 8 ? 4 : 6;

    wire [N-1:0] can_issue_o;
    wire [12:0]  cutoff_o;

    ccws_lls #(.N(N)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_base_i(cfg_base_i), .resident_i(resident_i), .older_i(older_i),
        .apply_i(apply_i), .apply_warp_i(apply_warp_i), .score_i(score_i), .launch_i(launch_i), .exit_i(exit_i),
        .can_issue_o(can_issue_o), .cutoff_o(cutoff_o)
    );

    // The block's registers and what it does with them, which flattening connects by name.
    (* hierconn *) wire [N*WARP_W-1:0] \block.heap_q , \block.walk_heap_q ;
    (* hierconn *) wire [N*13-1:0]     \block.lls_q , \block.walk_lls_q ;
    (* hierconn *) wire [PARENTS-1:0]  \block.mark_q , \block.walk_mark_q ;
    (* hierconn *) wire [N-1:0]        \block.walk_set_q , \block.walk_tied_q , \block.can_issue_d ;
    (* hierconn *) wire                \block.walking_q , \block.ends , \block.begins ;
    wire [N*WARP_W-1:0] heap_q = \block.heap_q , walk_heap_q = \block.walk_heap_q ;
    wire [N*13-1:0]     lls_q = \block.lls_q , walk_lls_q = \block.walk_lls_q ;
    wire [PARENTS-1:0]  mark_q = \block.mark_q , walk_mark_q = \block.walk_mark_q ;
    wire [N-1:0]        walk_set_q = \block.walk_set_q , walk_tied_q = \block.walk_tied_q ;
    wire [N-1:0]        can_issue_d = \block.can_issue_d ;
    wire                walking_q = \block.walking_q , ends = \block.ends , begins = \block.begins ;

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    // What launch and exit make of the residents, the base and cutoff of the cycle before, and whether the inputs were
    // always so; whether the walk under way, and the one that put out what is visible, began with a score.
    reg [N-1:0] residents;
    reg [6:0]   base;
    reg [12:0]  cutoff;
    reg         legal, begun, shown;
    wire        legal_now = legal && resident_i == residents && cfg_base_i == base && base != 0;
    always @(posedge clk_i)
        if (rst_i) begin
            residents <= 0;
            base <= cfg_base_i;
            cutoff <= 0;
            legal <= 1;
            begun <= 0;
            shown <= 0;
        end else begin
            residents <= (residents & ~exit_i) | launch_i;
            base <= cfg_base_i;
            cutoff <= cutoff_o;
            legal <= legal_now;
            if (begins) begun <= lls_q != 0;
            if (ends) shown <= begun;
        end

    integer i, j;
    reg     placed, ordered, copied, tied, held, bounded, passes;
    always @* begin
        placed = 1;
        ordered = 1;
        copied = 1;
        held = 1;
        bounded = 1;
        for (i = 0; i < N; i = i + 1) begin
            if (heap_q[i*WARP_W +: WARP_W] >= N || walk_heap_q[i*WARP_W +: WARP_W] >= N) placed = 0;
            if (lls_q[i*13 +: 13] > 127*N || walk_lls_q[i*13 +: 13] > 127*N) placed = 0;
            if ((lls_q[i*13 +: 13] != 0) != residents[heap_q[i*WARP_W +: WARP_W]]) held = 0;
            if (lls_q[i*13 +: 13] != 0 && lls_q[i*13 +: 13] < base) bounded = 0;
            if (lls_q[i*13 +: 13] > base && lls_q[i*13 +: 13] > cutoff) bounded = 0;
            if (walk_lls_q[i*13 +: 13] != 0 && walk_set_q[walk_heap_q[i*WARP_W +: WARP_W]]) copied = 0;
            for (j = 0; j < i; j = j + 1) begin
                if (heap_q[i*WARP_W +: WARP_W] == heap_q[j*WARP_W +: WARP_W]) placed = 0;
                if (walk_lls_q[i*13 +: 13] != 0 && walk_lls_q[j*13 +: 13] != 0
                    && walk_heap_q[i*WARP_W +: WARP_W] == walk_heap_q[j*WARP_W +: WARP_W]) copied = 0;
            end
        end
        for (i = 1; i < N; i = i + 1) begin
            if (!mark_q[(i - 1)/2] && lls_q[i*13 +: 13] > lls_q[(i - 1)/2*13 +: 13]) ordered = 0;
            if (!walk_mark_q[(i - 1)/2] && walk_lls_q[i*13 +: 13] > walk_lls_q[(i - 1)/2*13 +: 13]) copied = 0;
        end
        tied = (walk_tied_q & ~walk_set_q) == 0;
        if (walk_set_q != 0 && walk_lls_q == 0) copied = 0;
        passes = (!walking_q || !begun || walk_lls_q != 0) && (!shown || can_issue_o != 0);
    end
    wire invariant = placed && ordered && (copied || !walking_q) && tied;
    wire history = passes && (!legal || (held && bounded));

    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant && history);

    // Cycles since something last happened, as many as matter.
    reg [2:0] quiet;
    always @(posedge clk_i) quiet <= rst_i || apply_i || launch_i != 0 || exit_i != 0 ? 0 : quiet + (quiet < R);
    always @* if (first) assume (quiet == 0);

    always @* if (started) begin
        p1: assert (placed);
        p2: assert (ordered);
        p3: assert (copied || !walking_q);
        p4: assert (tied);
        if (!ends) p5: assert (can_issue_d == can_issue_o);
        if (legal) p6: assert (held);
        if (legal) p7: assert (bounded);
        p8: assert (passes);
        if (MARKS && quiet == R) p9: assert (mark_q == 0);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = legal_now && mark_q == {PARENTS{1'b1}} && lls_q[12:0] < lls_q[25:13] && &residents;
    assign reached_o[1] = legal_now && mark_q == 0 && lls_q[12:0] > lls_q[25:13] && lls_q[N*13-1 -: 13] > base;
    assign reached_o[2] = legal_now && lls_q[12:0] == cutoff && cutoff > base && cutoff > cutoff_o && cutoff_o > base;
    assign reached_o[3] = walking_q && walk_mark_q != 0 && walk_lls_q[12:0] < walk_lls_q[25:13] && legal_now;
    assign reached_o[4] = walking_q && walk_mark_q == 0 && walk_tied_q != 0 && walk_tied_q != walk_set_q && legal_now;
    assign reached_o[5] = ends && begins && begun && can_issue_d == 1 && legal_now;
    assign reached_o[6] = ends && can_issue_d == {N{1'b1}} && shown && can_issue_o != can_issue_d && legal_now;
    assign reached_o[7] = ends && !begun && can_issue_d == 0 && can_issue_o != 0 && legal_now;
    assign reached_o[8] = legal_now && residents == 0 && lls_q == 0 && mark_q != 0;
    assign reached_o[9] = legal_now && apply_i && launch_i != 0 && (exit_i & residents & launch_i) != 0 && begins;
endmodule

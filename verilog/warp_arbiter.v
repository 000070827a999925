// warp_arbiter: picks the warp that a scheduler issues from. One instance per scheduler; slot k is warp k * S + s.
//
// Source: hardware.md section 6; modes of OAWS section 5, OWL section 4, KAWS section 3.1.
// eligible = ready & (can_issue | ~load) & ~occlude. With priority classes only the eligible warps of the lowest class
// remain, in every mode. Then the mode chooses:
//   LRR             the next slot in cyclic order after the last issued one; the lowest slot when none is remembered
//   GTO             the last issued warp, else the oldest
//   OLDEST          the oldest (of equal ranks, which warp_order never gives, the lowest slot)
//   TWO_LEVEL_*     LRR or GTO inside the active fetch group, slots [g * cfg_group, (g + 1) * cfg_group). A cycle that
//                   finds no warp there issues nothing; the next group in cyclic order that has one is active then.
// The granted warp becomes the last issued one unless `hold`; then launch or exit of the last issued warp forgets it.
//
// Latency: the grant is combinational; last and active group change at the edge. One grant per cycle.
// Example, W = 4, eligible 0b1101, last 2, ranks 1,-,2,0: LRR grants 3, GTO 2, OLDEST 3; with groups of 2 and active
// group 0: LRR grants 0; with eligible 0b1100 it grants nothing and group 1 becomes active.
// Not modelled: why a warp is ready, dual issue (the issue stage takes one or two instructions of the granted warp).
module warp_arbiter #(
    parameter N = 48,
    parameter S = 2
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire [2:0]                 cfg_mode_i,
    input  wire                       cfg_use_class_i,
    input  wire [$clog2(N/S+1)-1:0]   cfg_group_i,
    input  wire [N/S-1:0]             ready_i,
    input  wire [N/S-1:0]             can_issue_i,
    input  wire [N/S-1:0]             load_i,
    input  wire [N/S-1:0]             occlude_i,
    input  wire [N/S*$clog2(N)-1:0]   rank_i,
    input  wire [N/S*6-1:0]           priority_i,
    input  wire [N/S-1:0]             launch_i,
    input  wire [N/S-1:0]             exit_i,
    input  wire                       hold_i,
    output reg                        grant_valid_o,
    output reg  [$clog2(N/S)-1:0]     grant_o,
    output reg  [N/S-1:0]             grant_mask_o
);
    localparam W = N / S;
    localparam SLOT_W = $clog2(W);
    localparam RANK_W = $clog2(N);
    localparam SIZE_W = $clog2(W + 1);
    localparam PLACE_W = SLOT_W + SIZE_W;   // group number times group size

    localparam [2:0] GTO = 3'd1, OLDEST = 3'd2, TWO_LEVEL_RR = 3'd3, TWO_LEVEL_GTO = 3'd4;   // any other mode is LRR
    localparam [SIZE_W-1:0] ALL_SLOTS = W[SIZE_W-1:0];

    reg              last_valid_q, last_valid_d;
    reg [SLOT_W-1:0] last_q, last_d;
    reg [SLOT_W-1:0] active_group_q, active_group_d;

    wire two_level = cfg_mode_i == TWO_LEVEL_RR || cfg_mode_i == TWO_LEVEL_GTO;
    wire greedy = cfg_mode_i == GTO || cfg_mode_i == TWO_LEVEL_GTO;

    wire [W-1:0] eligible = ready_i & (can_issue_i | ~load_i) & ~occlude_i;

    // Eligible slots that remain after the priority classes.
    integer     c;
    reg [5:0]   least_class;
    reg [W-1:0] candidates;

    always @* begin
        c = 0;
        least_class = 6'h3f;
        candidates = eligible;
        if (cfg_use_class_i) begin
            for (c = 0; c < W; c = c + 1)
                if (eligible[c] && priority_i[c*6 +: 6] < least_class) least_class = priority_i[c*6 +: 6];
            for (c = 0; c < W; c = c + 1)
                if (priority_i[c*6 +: 6] != least_class) candidates[c] = 1'b0;
        end
    end

    // The active fetch group: slots first_slot .. end_slot - 1.
    wire               some_slots = cfg_group_i != {SIZE_W{1'b0}} && cfg_group_i < ALL_SLOTS;
    wire [SIZE_W-1:0]  size = some_slots ? cfg_group_i : ALL_SLOTS;
    wire [PLACE_W-1:0] first_slot = {{SIZE_W{1'b0}}, active_group_q} * {{SLOT_W{1'b0}}, size};
    wire [PLACE_W-1:0] end_slot = first_slot + {{SLOT_W{1'b0}}, size};

    integer           k;
    reg [W-1:0]       allowed;
    reg               found;
    reg [RANK_W-1:0]  least_rank;
    reg [SIZE_W-1:0]  start;

    always @* begin
        k = 0;
        allowed = candidates;
        if (two_level)
            for (k = 0; k < W; k = k + 1)
                if (k[PLACE_W-1:0] < first_slot || k[PLACE_W-1:0] >= end_slot) allowed[k] = 1'b0;

        found = 1'b0;
        least_rank = {RANK_W{1'b0}};
        start = last_valid_q ? {{SIZE_W-SLOT_W{1'b0}}, last_q} + 1'b1 : {SIZE_W{1'b0}};
        grant_valid_o = allowed != {W{1'b0}};
        grant_o = {SLOT_W{1'b0}};
        if (greedy && last_valid_q && allowed[last_q])
            grant_o = last_q;
        else if (greedy || cfg_mode_i == OLDEST) begin
            for (k = 0; k < W; k = k + 1)
                if (allowed[k] && (!found || rank_i[k*RANK_W +: RANK_W] < least_rank)) begin
                    found = 1'b1;
                    least_rank = rank_i[k*RANK_W +: RANK_W];
                    grant_o = k[SLOT_W-1:0];
                end
        end else begin
            for (k = W - 1; k >= 0; k = k - 1)
                if (allowed[k]) grant_o = k[SLOT_W-1:0];
            for (k = W - 1; k >= 0; k = k - 1)
                if (allowed[k] && k[SIZE_W-1:0] >= start) grant_o = k[SLOT_W-1:0];
        end
        grant_mask_o = {{W-1{1'b0}}, grant_valid_o} << grant_o;
    end

    // The slot whose group is active next, and its group, counted by compares.
    integer            g;
    reg [PLACE_W-1:0]  place;
    reg [SLOT_W-1:0]   group;

    always @* begin
        last_valid_d = last_valid_q;
        last_d = last_q;
        active_group_d = active_group_q;

        g = 0;
        place = {PLACE_W{1'b0}};
        group = {SLOT_W{1'b0}};
        if (two_level && !grant_valid_o && candidates != {W{1'b0}}) begin
            for (g = W - 1; g >= 0; g = g - 1)
                if (candidates[g]) place = g[PLACE_W-1:0];
            for (g = W - 1; g >= 0; g = g - 1)
                if (candidates[g] && g[PLACE_W-1:0] >= end_slot) place = g[PLACE_W-1:0];
            for (g = 1; g < W; g = g + 1)
                if (g[PLACE_W-1:0] * {{SLOT_W{1'b0}}, size} <= place) group = g[SLOT_W-1:0];
            active_group_d = group;
        end
        if (grant_valid_o && !hold_i) begin
            last_valid_d = 1'b1;
            last_d = grant_o;
        end
        if (launch_i[last_d] || exit_i[last_d]) begin
            last_valid_d = 1'b0;
            last_d = {SLOT_W{1'b0}};
        end
    end

    always @(posedge clk_i)
        if (rst_i) begin
            last_valid_q <= 1'b0;
            last_q <= {SLOT_W{1'b0}};
            active_group_q <= {SLOT_W{1'b0}};
        end else begin
            last_valid_q <= last_valid_d;
            last_q <= last_d;
            active_group_q <= active_group_d;
        end
endmodule

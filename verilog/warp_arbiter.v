// SPDX-License-Identifier: BSD-3-Clause
// warp_arbiter: picks the warp that a scheduler issues from. One instance per scheduler; slot k is warp k * S + s.
//
// Source: hardware.md section 6; modes of OAWS section 5, OWL section 4, KAWS section 3.1.
// eligible = ready & (can_issue | ~load) & ~occlude. With priority classes only the eligible warps of the lowest class
// remain, in every mode. Then the mode chooses:
//   LRR             the next slot in cyclic order after the last issued one; the lowest slot when none is remembered
//   GTO             the last issued warp, else the oldest
//   OLDEST          the oldest: the candidate that no candidate is older than; of `older` only bits j < i are read
//   TWO_LEVEL_*     LRR or GTO inside the active fetch group, slots [g * cfg_group, (g + 1) * cfg_group). A cycle that
//                   finds no warp there issues nothing; the next group in cyclic order that has one is active then.
// The granted warp becomes the last issued one unless `hold`; then launch or exit of the last issued warp forgets it.
// Pairs that are no order, which warp_order never gives, may leave no oldest: grant_valid then comes with an empty
// grant_mask, and nothing is remembered. `last` is one-hot so that no decoder stands before the grant.
//
// Latency: the grant is combinational; last and active group change at the edge. One grant per cycle.
// Example, W = 4, eligible 0b1101, last 2, in the order 3, 0, 2 (older: row 2 has bit 0, row 3 none): LRR grants 3, GTO
// 2, OLDEST 3; with groups of 2 and active group 0: LRR grants 0; with eligible 0b1100 nothing, and group 1 becomes active.
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
    input  wire [(N/S)*(N/S)-1:0]     older_i,
    input  wire [N/S*6-1:0]           priority_i,
    input  wire [N/S-1:0]             launch_i,
    input  wire [N/S-1:0]             exit_i,
    input  wire                       hold_i,
    output reg                        grant_valid_o,
    output reg  [$clog2(N/S)-1:0]     grant_o,
    output reg  [N/S-1:0]             grant_mask_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (S < 1) begin : refuse_S_below_1 wire S_below_1; wire [S_below_1:0] refused; end
        if (N % S != 0) begin : refuse_N_indivisible_by_S wire N_indivisible_by_S; wire [N_indivisible_by_S:0] refused; end
        if (N < 2 * S) begin : refuse_S_above_half_of_N wire S_above_half_of_N; wire [S_above_half_of_N:0] refused; end
    endgenerate

    localparam W = N / S;
    localparam SLOT_W = $clog2(W);
    localparam SIZE_W = $clog2(W + 1);

    localparam [2:0] GTO = 3'd1, OLDEST = 3'd2, TWO_LEVEL_RR = 3'd3, TWO_LEVEL_GTO = 3'd4;   // any other mode is LRR
    localparam [W-1:0] NO_SLOT = {W{1'b0}}, ONE = {{W-1{1'b0}}, 1'b1};

    reg [W-1:0]      last_q, last_d;
    reg [SLOT_W-1:0] active_group_q, active_group_d;

    // The slots above the lowest of a mask, in steps of 1, 2, 4 ...: as deep as the logarithm of their number.
    function [W-1:0] above(input [W-1:0] slots);
        integer i;
        begin
            above = slots << 1;
            for (i = 1; i < W; i = i * 2) above = above | (above << i);
        end
    endfunction
    // As in the model: the first of the slots in cyclic order after the marked ones, one-hot. And the number of the
    // only set bit of a one-hot mask.
    function [W-1:0] first_after(input [W-1:0] slots, input [W-1:0] after);
        first_after = (slots & after) != NO_SLOT ? slots & after & ~above(slots & after) : slots & ~above(slots);
    endfunction
    function [SLOT_W-1:0] bit_number(input [W-1:0] one_hot);
        integer i;
        begin
            bit_number = {SLOT_W{1'b0}};
            for (i = 0; i < W; i = i + 1)
                if (one_hot[i]) bit_number = bit_number | i[SLOT_W-1:0];
        end
    endfunction

    wire two_level = cfg_mode_i == TWO_LEVEL_RR || cfg_mode_i == TWO_LEVEL_GTO;
    wire greedy = cfg_mode_i == GTO || cfg_mode_i == TWO_LEVEL_GTO;

    wire [W-1:0] eligible = ready_i & (can_issue_i | ~load_i) & ~occlude_i;

    // Eligible slots that remain after the priority classes. The smallest of many numbers is found from the highest
    // digit down, two bits in a step: a slot drops out when one of those that remain has a smaller digit, 0, 1 or 2.
    integer     c, p;
    reg [W-1:0] twos, ones, candidates;
    reg [2:0]   digits;

    always @* begin
        c = 0;
        p = 0;
        twos = NO_SLOT;
        ones = NO_SLOT;
        digits = 3'd0;
        candidates = eligible;
        for (p = 4; p >= 0; p = p - 2) begin
            for (c = 0; c < W; c = c + 1) {twos[c], ones[c]} = priority_i[c*6 + p +: 2] & {2{cfg_use_class_i}};
            digits = {|(candidates & twos & ~ones), |(candidates & ~twos & ones), |(candidates & ~twos & ~ones)};
            candidates = candidates & ~({W{digits[0]}} & (twos | ones)
                | {W{digits[1]}} & twos | {W{digits[2]}} & twos & ones);
        end
    end

    // The fetch group of each slot, k div cfg_group, from one constant table per size (0 or above W: one group of all).
    integer            k, size, n;
    reg [W*SLOT_W-1:0] group_of;

    always @* begin
        k = 0;
        size = 0;
        n = 0;
        group_of = {W*SLOT_W{1'b0}};
        for (size = 1; size < W; size = size + 1)
            for (k = size; k < W; k = k + 1)
                for (n = 0; n < SLOT_W; n = n + 1)
                    if (((k / size) & (1 << n)) != 0)
                        group_of[k*SLOT_W + n] = group_of[k*SLOT_W + n] | (cfg_group_i == size[SIZE_W-1:0]);
    end

    // The slots of the active group, and those of the groups after it.
    integer     m;
    reg [W-1:0] in_group, after_group;

    always @* begin
        m = 0;
        in_group = NO_SLOT;
        after_group = NO_SLOT;
        for (m = 0; m < W; m = m + 1) begin
            in_group[m] = group_of[m*SLOT_W +: SLOT_W] == active_group_q;
            after_group[m] = group_of[m*SLOT_W +: SLOT_W] > active_group_q;
        end
    end

    wire [W-1:0] allowed = candidates & (in_group | {W{!two_level}});

    // The grant goes to the allowed slot that no other allowed one goes ahead of. Who goes ahead depends on mode, ages
    // and registers alone, and is known before the allowed slots are: those in front go first, the last issued slot or
    // those after it; of two in front, or two behind, the older one, which is the lower one in round robin. Each pair is
    // asked from below and, the other way round, from above: of two slots one goes ahead, so at most one is left.
    wire          by_age = greedy || cfg_mode_i == OLDEST;
    wire [W-1:0]  front = (last_q & {W{greedy}})
        | (above(last_q) & {W{!by_age}});
    integer       i, j, r;
    reg [W*W-1:0] younger;
    reg [W-1:0]   lower, older, ahead;

    // Row r: of the slots above it those that it goes ahead of, both in front or both behind.
    always @* begin
        j = 0;
        younger = {W*W{1'b0}};
        for (r = 0; r < W; r = r + 1)
            for (j = r + 1; j < W; j = j + 1) younger[r*W + j] = older_i[j*W + r] | ~by_age;
    end

    always @* begin
        lower = NO_SLOT;
        older = NO_SLOT;
        ahead = NO_SLOT;
        grant_valid_o = allowed != NO_SLOT;
        grant_mask_o = NO_SLOT;
        for (i = 0; i < W; i = i + 1) begin
            older = older_i[i*W +: W] | {W{~by_age}};
            ahead = lower & (front | (older & {W{~front[i]}}))
                | ~lower & ~({W{front[i]}} | (younger[i*W +: W] & ~front));
            grant_mask_o[i] = allowed[i] & (allowed & ahead & ~(ONE << i)) == NO_SLOT;
            lower[i] = 1'b1;
        end
        grant_o = bit_number(grant_mask_o);
    end

    // The first candidate after the active group, in cyclic order: its group is active next.
    integer     g;
    reg [W-1:0] next_slot;

    always @* begin
        active_group_d = active_group_q;
        g = 0;
        next_slot = first_after(candidates, after_group);
        if (two_level && !grant_valid_o && candidates != NO_SLOT) begin
            active_group_d = {SLOT_W{1'b0}};
            for (g = 0; g < W; g = g + 1)
                if (next_slot[g]) active_group_d = active_group_d | group_of[g*SLOT_W +: SLOT_W];
        end

        last_d = (grant_valid_o && !hold_i ? grant_mask_o : last_q) & ~(launch_i | exit_i);
    end

    always @(posedge clk_i)
        if (rst_i) begin
            last_q <= NO_SLOT;
            active_group_q <= {SLOT_W{1'b0}};
        end else begin
            last_q <= last_d;
            active_group_q <= active_group_d;
        end
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// What warp_arbiter guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  last is one slot or none, active_group names an existing one.
//   2  The grant is an eligible slot, of the lowest class that has one when classes are used; grant_mask is its one-hot
//      form.
//   3  No grant although a slot is eligible: only in two-level modes, and then the active group changes to the next one, in
//      cyclic order, that has a slot among the candidates. In every other cycle the active group stays.
//   4  GTO: the last issued warp keeps the grant while it is a candidate. Otherwise no candidate is older than the granted
//      one; the same for OLDEST. (Candidates: eligible, of the lowest class; in the active group for two-level modes.)
//   5  LRR: no candidate lies between the last issued slot and the granted one, in cyclic order.
//   6  Two-level: the granted slot is in the active group.
//   7  After a cycle with a grant that is not held, last is the granted slot; without one, or held, it stays; in both
//      cases it is forgotten exactly when its warp is launched or exits.
//
// The pairs of `older` are made of a rank for each slot, which the proof may choose freely; of equal ranks the lower slot
// is the older. "No candidate is ..." is said of one slot and one group that the proof may choose freely. FROM_RESET = 1: the first cycle
// resets. 0: it starts in any state that satisfies property 1, for covers and planted bugs.
module warp_arbiter_properties #(
    parameter N = 48,
    parameter S = 2,
    parameter FROM_RESET = 1
) (
    input wire                     clk_i,
    input wire                     rst_i,
    input wire [2:0]               cfg_mode_i,
    input wire                     cfg_use_class_i,
    input wire [$clog2(N/S+1)-1:0] cfg_group_i,
    input wire [N/S-1:0]           ready_i,
    input wire [N/S-1:0]           can_issue_i,
    input wire [N/S-1:0]           load_i,
    input wire [N/S-1:0]           occlude_i,
    input wire [N/S*$clog2(N)-1:0] rank,
    input wire [N/S*6-1:0]         priority_i,
    input wire [N/S-1:0]           launch_i,
    input wire [N/S-1:0]           exit_i,
    input wire                     hold_i,
    input wire [$clog2(N/S)-1:0]   any_slot,
    input wire [$clog2(N/S)-1:0]   any_group,
    output wire [7:0]              reached_o
);
    localparam W = N / S;
    localparam SLOT_W = $clog2(W);
    localparam RANK_W = $clog2(N);

    integer     r, t;
    reg [W*W-1:0] older_i;
    always @* begin
        older_i = {W*W{1'b0}};
        for (r = 0; r < W; r = r + 1)
            for (t = 0; t < r; t = t + 1)
                older_i[r*W + t] = rank[t*RANK_W +: RANK_W] <= rank[r*RANK_W +: RANK_W];
    end

    wire              grant_valid_o;
    wire [SLOT_W-1:0] grant_o;
    wire [W-1:0]      grant_mask_o;

    warp_arbiter #(.N(N), .S(S)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_mode_i(cfg_mode_i), .cfg_use_class_i(cfg_use_class_i),
        .cfg_group_i(cfg_group_i), .ready_i(ready_i), .can_issue_i(can_issue_i), .load_i(load_i), .occlude_i(occlude_i),
        .older_i(older_i), .priority_i(priority_i), .launch_i(launch_i), .exit_i(exit_i), .hold_i(hold_i),
        .grant_valid_o(grant_valid_o), .grant_o(grant_o), .grant_mask_o(grant_mask_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire [W-1:0]      \block.last_q , \block.last_d ;
    (* hierconn *) wire [SLOT_W-1:0] \block.active_group_q , \block.active_group_d ;
    wire [W-1:0]      last_mask_q = \block.last_q , last_mask_d = \block.last_d ;
    wire              last_valid_q = last_mask_q != 0;
    wire [SLOT_W-1:0] group_q = \block.active_group_q , group_d = \block.active_group_d ;

    // The number of the last issued slot.
    integer          l;
    reg [SLOT_W-1:0] last_q;
    always @* begin
        last_q = 0;
        for (l = 0; l < W; l = l + 1) if (last_mask_q[l]) last_q = l;
    end

    wire gto = cfg_mode_i == 1, oldest = cfg_mode_i == 2, two_rr = cfg_mode_i == 3, two_gto = cfg_mode_i == 4;
    wire two_level = two_rr | two_gto;
    wire greedy = gto | two_gto;
    wire round_robin = !greedy && !oldest;

    // The definitions, of one slot: eligible, member of a group, age, class, and steps after the last issued slot.
    function is_eligible(input [SLOT_W-1:0] slot);
        is_eligible = slot < W && ready_i[slot] && (can_issue_i[slot] || !load_i[slot]) && !occlude_i[slot];
    endfunction
    function [SLOT_W:0] steps(input [SLOT_W-1:0] slot);
        steps = !last_valid_q ? slot : slot > last_q ? slot - last_q - 1 : slot + W - last_q - 1;
    endfunction
    wire [2*SLOT_W:0] size = cfg_group_i == 0 || cfg_group_i > W ? W : cfg_group_i;
    function in_group(input [SLOT_W-1:0] slot, input [SLOT_W-1:0] group);
        in_group = slot >= group * size && slot < (group + 1) * size;
    endfunction
    function [5:0] class_of(input [SLOT_W-1:0] slot);
        class_of = cfg_use_class_i ? priority_i[slot*6 +: 6] : 0;
    endfunction
    wire [RANK_W-1:0] any_rank = rank[any_slot*RANK_W +: RANK_W];
    wire [RANK_W-1:0] grant_rank = rank[grant_o*RANK_W +: RANK_W];

    // any_slot competes with the granted slot.
    wire rival = grant_valid_o && is_eligible(any_slot) && class_of(any_slot) == class_of(grant_o)
                 && (!two_level || in_group(any_slot, group_q));
    wire moves = two_level && !grant_valid_o && (ready_i & (can_issue_i | ~load_i) & ~occlude_i) != 0;

    // A candidate in the group that becomes active; and groups between the active one and another, in cyclic order.
    (* hierconn *) wire [W-1:0] \block.candidates ;
    wire [W-1:0] candidates = \block.candidates ;
    integer k;
    reg     has_candidate;
    always @* begin
        has_candidate = 0;
        for (k = 0; k < W; k = k + 1) if (candidates[k] && in_group(k, group_d)) has_candidate = 1;
    end
    function [SLOT_W:0] distance(input [SLOT_W-1:0] group);
        distance = group > group_q ? group - group_q : group + W - group_q;
    endfunction

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    wire invariant = (last_mask_q & (last_mask_q - 1)) == 0 && group_q < W;
    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant);

    wire [W-1:0] next_last = grant_valid_o && !hold_i ? grant_mask_o : last_mask_q;
    wire         next_forgotten = (next_last & (launch_i | exit_i)) != 0;

    always @* if (started) begin
        p1: assert (invariant);
        p2: assert (grant_valid_o ? is_eligible(grant_o) && grant_mask_o == 1 << grant_o
                                  : grant_mask_o == 0 && grant_o == 0);
        if (grant_valid_o && is_eligible(any_slot)) p2_class: assert (class_of(grant_o) <= class_of(any_slot));
        if (is_eligible(any_slot)) p3: assert (grant_valid_o || two_level);
        p3_moves: assert (moves ? group_d != group_q : group_d == group_q);
        if (moves) p3_has: assert (has_candidate);
        if (moves && any_slot < W && candidates[any_slot] && in_group(any_slot, any_group))
            p3_next: assert (distance(group_d) <= distance(any_group));
        if (greedy && rival && any_slot == last_q && last_valid_q) p4_greedy: assert (grant_o == last_q);
        if ((oldest || (greedy && !(last_valid_q && grant_o == last_q))) && rival)
            p4_oldest: assert (grant_rank <= any_rank);
        if (round_robin && rival) p5: assert (steps(grant_o) <= steps(any_slot));
        if (two_level && grant_valid_o) p6: assert (in_group(grant_o, group_q));
        p7: assert (last_mask_d == (next_forgotten ? 0 : next_last));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = gto && rival && any_slot == last_q && last_valid_q && any_rank != 0;
    assign reached_o[1] = oldest && rival && any_rank > grant_rank;
    assign reached_o[2] = cfg_mode_i == 0 && rival && grant_o < last_q && any_slot > grant_o && last_valid_q;
    assign reached_o[3] = moves && group_d < group_q;
    assign reached_o[4] = moves && group_d > group_q + 1;
    assign reached_o[5] = two_gto && rival && any_slot != grant_o && !last_valid_q;
    assign reached_o[6] = cfg_use_class_i && grant_valid_o && class_of(grant_o) == 62 && is_eligible(any_slot)
                          && class_of(any_slot) == 63;
    assign reached_o[7] = grant_valid_o && next_forgotten && hold_i;
endmodule

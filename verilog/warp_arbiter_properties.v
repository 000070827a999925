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
    input wire [(N/S)*(N/S)-1:0]   older_i,
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

    function stands_before(input [W*W-1:0] pairs, input integer x, input integer y);
        stands_before = x < y ? pairs[y*W + x] : !pairs[x*W + y];
    endfunction

    // The pairs are an order, one bit a pair.
    integer i, j, n;
    reg     order;
    always @* begin
        order = 1;
        for (i = 0; i < W; i = i + 1)
            for (j = 0; j < W; j = j + 1) begin
                if (j >= i && older_i[i*W + j]) order = 0;
                for (n = 0; n < W; n = n + 1)
                    if (i != j && j != n && i != n && stands_before(older_i, i, j) && stands_before(older_i, j, n)
                        && !stands_before(older_i, i, n)) order = 0;
            end
    end
    always @* assume (order);

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

    // The definitions, of one slot: eligible, class, member of a group, and steps after the last issued slot.
    wire [W-1:0] eligible = ready_i & (can_issue_i | ~load_i) & ~occlude_i;
    wire         any_eligible = any_slot < W && eligible[any_slot], grant_eligible = grant_o < W && eligible[grant_o];
    wire [5:0]   any_class = cfg_use_class_i ? priority_i[any_slot*6 +: 6] : 0;
    wire [5:0]   grant_class = cfg_use_class_i ? priority_i[grant_o*6 +: 6] : 0;
    function [SLOT_W:0] steps(input [SLOT_W-1:0] slot, input behind, input [SLOT_W-1:0] last);
        steps = !behind ? slot : slot > last ? slot - last - 1 : slot + W - last - 1;
    endfunction
    wire [2*SLOT_W:0] size = cfg_group_i == 0 || cfg_group_i > W ? W : cfg_group_i;
    function is_in_group(input [SLOT_W-1:0] slot, input [SLOT_W-1:0] group, input [2*SLOT_W:0] slots);
        is_in_group = slot >= group * slots && slot < (group + 1) * slots;
    endfunction

    // any_slot competes with the granted slot.
    wire rival = grant_valid_o && any_eligible && any_class == grant_class
                 && (!two_level || is_in_group(any_slot, group_q, size));
    wire moves = two_level && !grant_valid_o && eligible != 0;

    // A candidate in the group that becomes active; and groups between the active one and another, in cyclic order.
    (* hierconn *) wire [W-1:0] \block.candidates ;
    wire [W-1:0] candidates = \block.candidates ;
    integer k;
    reg     has_candidate;
    always @* begin
        has_candidate = 0;
        for (k = 0; k < W; k = k + 1) if (candidates[k] && is_in_group(k, group_d, size)) has_candidate = 1;
    end
    function [SLOT_W:0] distance(input [SLOT_W-1:0] group, input [SLOT_W-1:0] active);
        distance = group > active ? group - active : group + W - active;
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
        p2: assert (grant_valid_o ? grant_eligible && grant_mask_o == 1 << grant_o
                                  : grant_mask_o == 0 && grant_o == 0);
        if (grant_valid_o && any_eligible) p2_class: assert (grant_class <= any_class);
        if (any_eligible) p3: assert (grant_valid_o || two_level);
        p3_moves: assert (moves ? group_d != group_q : group_d == group_q);
        if (moves) p3_has: assert (has_candidate);
        if (moves && any_slot < W && candidates[any_slot] && is_in_group(any_slot, any_group, size))
            p3_next: assert (distance(group_d, group_q) <= distance(any_group, group_q));
        if (greedy && rival && any_slot == last_q && last_valid_q) p4_greedy: assert (grant_o == last_q);
        if ((oldest || (greedy && !(last_valid_q && grant_o == last_q))) && rival)
            p4_oldest: assert (any_slot == grant_o || stands_before(older_i, grant_o, any_slot));
        if (round_robin && rival) p5: assert (steps(grant_o, last_valid_q, last_q) <= steps(any_slot, last_valid_q, last_q));
        if (two_level && grant_valid_o) p6: assert (is_in_group(grant_o, group_q, size));
        p7: assert (last_mask_d == (next_forgotten ? 0 : next_last));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = gto && rival && any_slot == last_q && last_valid_q && older_i[any_slot*W +: W] != 0;
    assign reached_o[1] = oldest && rival && any_slot != grant_o;
    assign reached_o[2] = cfg_mode_i == 0 && rival && grant_o < last_q && any_slot > grant_o && last_valid_q;
    assign reached_o[3] = moves && group_d < group_q;
    assign reached_o[4] = moves && group_d > group_q + 1;
    assign reached_o[5] = two_gto && rival && any_slot != grant_o && !last_valid_q;
    assign reached_o[6] = cfg_use_class_i && grant_valid_o && grant_class == 62 && any_eligible && any_class == 63;
    assign reached_o[7] = grant_valid_o && next_forgotten && hold_i;
endmodule

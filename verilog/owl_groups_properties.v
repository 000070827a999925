// SPDX-License-Identifier: BSD-3-Clause
// What owl_groups guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  A slot without a CTA has number 0; each number below the groups, and no other, is that of a CTA's group. The
//      lowest are the first fill's, of these the rotated ones. The place is a group, or 0; n is 1 to C, no more joined.
//   2  While the first fill is under way all groups are its own. Those that BLP rotates and those that it still may are
//      fewer than C, and all that there are until the last of them; then no other group is among them. Its CTAs that have
//      come and are to come have a slot each, and so have n for each of its groups, if there are two or more.
//   3  The warps allowed are all warps of one group. If all groups are blocked it is the first of the queue.
//   4  The chosen group is not blocked while another is not.
//   5  No group before the chosen one in the queue has a warp that could go: Locality and BLP by priority; CTA-Aware
//      from the group that it is at, and round.
//   6  CTA-Aware stays at the chosen group; where that is gone, it goes to the next that is there.
//   7  Priorities: 0 in CTA-Aware; else one for each group, below their number. Locality's are the numbers; BLP puts
//      the first fill before later groups and in it the rotated ones last, each of these in the order of the numbers.
//   8  CTAs that stay are in the same group exactly if they were; numbers and queue keep their order.
//   9  A CTA that starts is in the youngest group. Behind the first fill that has then at most n CTAs, or no other one,
//      and is in front only if it is alone; it is a new one only if the one before was in front or had n.
//  10  A kernel's launch leaves no group but that of a CTA which starts. n is the least with enough warps, at most the
//      CTAs that come; as many groups are rotated as the SM's number modulo the groups that the first fill will have.
//
// Said of two warps, a and b, and two slots, x and y, that the proof may choose. FROM_RESET = 1: the first cycle
// resets. 0: it starts in any state that satisfies properties 1 and 2, for covers and planted bugs.
module owl_groups_properties #(
    parameter N = 4,
    parameter C = 3,
    parameter CORE_W = 6,
    parameter FROM_RESET = 1
) (
    input wire                     clk_i,
    input wire                     rst_i,
    input wire [1:0]               cfg_scheme_i,
    input wire [6:0]               cfg_g_size_i,
    input wire [CORE_W-1:0]        cfg_core_i,
    input wire [N-1:0]             blocked_i,
    input wire [N-1:0]             unfinished_i,
    input wire [N*$clog2(C)-1:0]   cta_i,
    input wire                     launch_i,
    input wire [$clog2(C)-1:0]     launch_cta_i,
    input wire [C-1:0]             exit_i,
    input wire                     kernel_launch_i,
    input wire [$clog2(C + 1)-1:0] n_cta_i,
    input wire [$clog2(N + 1)-1:0] warps_per_cta_i,
    input wire [$clog2(N)-1:0]     a,
    input wire [$clog2(N)-1:0]     b,
    input wire [$clog2(C)-1:0]     x,
    input wire [$clog2(C)-1:0]     y,
    output wire [10:0]             reached_o
);
    localparam GROUP_W = $clog2(C);
    localparam COUNT_W = $clog2(C + 1);

    wire [N-1:0]         allow_o;
    wire [C*GROUP_W-1:0] group_o, priority_o;

    owl_groups #(.N(N), .C(C), .CORE_W(CORE_W)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_scheme_i(cfg_scheme_i), .cfg_g_size_i(cfg_g_size_i), .cfg_core_i(cfg_core_i),
        .blocked_i(blocked_i), .unfinished_i(unfinished_i), .cta_i(cta_i), .launch_i(launch_i),
        .launch_cta_i(launch_cta_i), .exit_i(exit_i), .kernel_launch_i(kernel_launch_i), .n_cta_i(n_cta_i),
        .warps_per_cta_i(warps_per_cta_i), .allow_o(allow_o), .group_o(group_o), .priority_o(priority_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire [C-1:0]         \block.resident_q , \block.resident_d ;
    (* hierconn *) wire [C*GROUP_W-1:0] \block.group_q , \block.group_d ;
    (* hierconn *) wire [COUNT_W-1:0]   \block.groups_q , \block.groups_d , \block.first_q , \block.first_d ;
    (* hierconn *) wire [GROUP_W-1:0]   \block.rotated_q , \block.rotated_d , \block.place_q , \block.place_d ;
    (* hierconn *) wire [COUNT_W-1:0]   \block.size_q , \block.size_d , \block.to_come_q , \block.to_come_d ;
    (* hierconn *) wire [COUNT_W-1:0]   \block.joined_q ;
    (* hierconn *) wire [GROUP_W-1:0]   \block.to_rotate_q , \block.to_rotate_start ;
    (* hierconn *) wire                 \block.open_q ;
    wire [C-1:0]         resident_q = \block.resident_q , resident_d = \block.resident_d ;
    wire [C*GROUP_W-1:0] group_q = \block.group_q , group_d = \block.group_d ;
    wire [COUNT_W:0]     groups_q = \block.groups_q , groups_d = \block.groups_d ;
    wire [COUNT_W:0]     first_q = \block.first_q , first_d = \block.first_d ;
    wire [COUNT_W:0]     rotated_q = \block.rotated_q , rotated_d = \block.rotated_d ;
    wire [COUNT_W:0]     place_q = \block.place_q , place_d = \block.place_d ;
    wire [COUNT_W:0]     size_q = \block.size_q , size_d = \block.size_d , joined_q = \block.joined_q ;
    wire [COUNT_W:0]     to_come_q = \block.to_come_q , to_come_d = \block.to_come_d ;
    wire [COUNT_W:0]     to_rotate_q = \block.to_rotate_q , to_rotate_start = \block.to_rotate_start ;
    wire                 open_q = \block.open_q ;

    wire cta_aware = cfg_scheme_i == 0, blp = cfg_scheme_i >= 2;

    // Where a number stands in a queue that begins with one and goes round; numbers from `round` on stand behind.
    function [COUNT_W:0] in_queue(
        input [COUNT_W:0] number, input [COUNT_W:0] from, input [COUNT_W:0] round
    );
        in_queue = number >= round ? number : number >= from ? number - from : number + round - from;
    endfunction
    function [COUNT_W:0] number_of(input [C*GROUP_W-1:0] group, input integer slot);
        number_of = group[slot*GROUP_W +: GROUP_W];
    endfunction

    // Properties 1 and 2 of the registers.
    integer     c;
    reg [C-1:0] numbers, held;
    reg         empty;
    always @* begin
        numbers = 0;
        held = 0;
        empty = 1;
        for (c = 0; c < C; c = c + 1) begin
            held[c] = c < groups_q;
            if (!resident_q[c] && number_of(group_q, c) != 0) empty = 0;
            if (number_of(group_q, c) >= C) empty = 0;
            if (resident_q[c]) numbers = numbers | (1'b1 << number_of(group_q, c));
        end
    end
    wire rotates = to_rotate_q != 0;
    wire in_range = empty && numbers == held && groups_q <= C && first_q <= groups_q && rotated_q <= first_q
        && rotated_q < C && (place_q == 0 || place_q < groups_q) && (!open_q || groups_q != 0)
        && size_q >= 1 && size_q <= C && joined_q <= size_q && to_come_q <= C && to_rotate_q < C;
    wire filling = to_come_q == 0 || (first_q == groups_q
        && (rotates ? rotated_q == groups_q : !open_q || rotated_q < groups_q)
        && rotated_q + to_rotate_q < C + (rotates && open_q));
    // CTAs of the first fill before the group that it is at, of that group, and to come: they all have a slot. A group that another came before begins
    // only when all of its own are to come.
    wire [COUNT_W:0] previous = first_q - open_q;
    wire counted = to_come_q == 0 || (size_q * previous + joined_q + to_come_q <= C && (previous == 0 || joined_q + to_come_q >= size_q));
    wire fits = first_q <= 1 || size_q * first_q <= C;
    wire invariant = in_range && filling && counted && fits;

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg at_first = !FROM_RESET;
    always @(posedge clk_i) at_first <= 0;
    always @* if (at_first) assume (invariant);
    always @* assume (a < N && b < N && x < C && y < C);

    // Warps of CTAs that are there, those that could go; CTAs of the youngest group in the next cycle, and of the one
    // before it.
    integer           w, d;
    reg [N-1:0]       held_warp, awake;
    reg [COUNT_W:0]   members, members_before;
    reg [GROUP_W-1:0] slot;
    always @* begin
        for (w = 0; w < N; w = w + 1) begin
            slot = cta_i[w*GROUP_W +: GROUP_W];
            held_warp[w] = slot < C && resident_q[slot];
        end
        awake = held_warp & unfinished_i & ~blocked_i;
        members = 0;
        members_before = 0;
        for (d = 0; d < C; d = d + 1) begin
            if (resident_d[d] && number_of(group_d, d) + 1 == groups_d) members = members + 1;
            if (resident_d[d] && number_of(group_d, d) + 2 == groups_d) members_before = members_before + 1;
        end
    end
    wire [GROUP_W-1:0] a_slot = cta_i[a*GROUP_W +: GROUP_W], b_slot = cta_i[b*GROUP_W +: GROUP_W];
    wire [COUNT_W:0]   a_group = held_warp[a] ? number_of(group_q, a_slot) : 0;
    wire [COUNT_W:0]   b_group = held_warp[b] ? number_of(group_q, b_slot) : 0;
    wire [COUNT_W:0]   from = cta_aware ? place_q : blp ? rotated_q : 0;
    wire [COUNT_W:0]   round = cta_aware ? groups_q : blp ? first_q : 0;
    wire [COUNT_W:0]   a_queue = in_queue(a_group, from, round), b_queue = in_queue(b_group, from, round);

    // The two slots, now and next.
    wire [COUNT_W:0] x_now = number_of(group_q, x), y_now = number_of(group_q, y);
    wire [COUNT_W:0] x_next = number_of(group_d, x), y_next = number_of(group_d, y);
    wire [COUNT_W:0] x_priority = number_of(priority_o, x), y_priority = number_of(priority_o, y);
    wire [COUNT_W:0] round_d = blp ? first_d : 0;
    wire             both = resident_q[x] && resident_q[y], x_starts = launch_i && launch_cta_i == x;
    wire             x_stays = resident_q[x] && !exit_i[x] && !kernel_launch_i && !x_starts;
    wire             y_stays = resident_q[y] && !exit_i[y] && !kernel_launch_i && !(launch_i && launch_cta_i == y);
    wire [1:0]       x_part = !blp ? 0 : x_now >= first_q ? 2 : x_now < rotated_q;
    wire [1:0]       y_part = !blp ? 0 : y_now >= first_q ? 2 : y_now < rotated_q;
    wire             later = to_come_q == 0 && !kernel_launch_i, is_new = members == 1;
    wire [15:0]      comes = n_cta_i < C ? n_cta_i : C, least = size_d, warps = warps_per_cta_i;
    wire [15:0]      first_groups = comes / (least == 0 ? 1 : least);

    always @* if (started) begin
        p1: assert (in_range);
        p2: assert (filling);
        if (allow_o[a]) p3: assert (held_warp[a] && (!held_warp[b] || allow_o[b] == (a_group == b_group)));
        if (awake == 0 && held_warp[a]) p3_blocked: assert (allow_o[a] == (a_queue == 0));
        p4: assert (awake == 0 || (awake & allow_o) != 0);
        if (allow_o[a] && awake[b]) p5: assert (a_queue <= b_queue);
        if (cta_aware && allow_o[a] && x_stays && y_stays && x_next == place_d)
            p6: assert (in_queue(x_now, a_group, groups_q) <= in_queue(y_now, a_group, groups_q));
        if (cta_aware || !resident_q[x]) p7_none: assert (x_priority == 0);
        if (!cta_aware && both) p7: assert ((x_priority == y_priority) == (x_now == y_now) && x_priority < groups_q
            && (blp || x_priority == x_now) && (x_part <= y_part || x_priority > y_priority)
            && (x_part != y_part || (x_priority < y_priority) == (x_now < y_now)));
        if (x_stays && y_stays) p8: assert (resident_d[x] && (x_next == y_next) == (x_now == y_now)
            && (x_next < y_next) == (x_now < y_now)
            && (in_queue(x_next, blp ? rotated_d : 0, round_d) < in_queue(y_next, blp ? rotated_d : 0, round_d))
                == (in_queue(x_now, blp ? rotated_q : 0, blp ? first_q : 0)
                    < in_queue(y_now, blp ? rotated_q : 0, blp ? first_q : 0)));
        if (x_starts) p9: assert (resident_d[x] && x_next + 1 == groups_d);
        if (!x_starts && !x_stays) p9_gone: assert (!resident_d[x]);
        if (x_starts && later && !is_new) p9_joins: assert (members <= size_q
            && in_queue(x_next, blp ? rotated_d : 0, round_d) != 0);
        if (x_starts && later && is_new && groups_d >= 2) p9_opens: assert (members_before >= size_q
            || in_queue(x_next - 1, blp ? rotated_d : 0, round_d) == 0);
        if (kernel_launch_i) p10: assert (resident_d == (launch_i && launch_cta_i < C ? 1'b1 << launch_cta_i : 0)
            && to_come_d + (launch_i && launch_cta_i < C && comes != 0) == comes && least >= 1
            && (least == 1 || (least <= comes && (least - 1) * warps < cfg_g_size_i))
            && (least >= comes || least * warps >= cfg_g_size_i));
        if (kernel_launch_i) p10_rotation: assert (to_rotate_start == (comes == 0 ? 0 : cfg_core_i % first_groups));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = blp && awake[a] && allow_o[a] && a_group == 1 && awake[b] && b_group == 0 && first_q == 2;
    assign reached_o[1] = cta_aware && awake[a] && allow_o[a] && a_group < place_q && held_warp[b] && b_group > a_group;
    assign reached_o[2] = x_stays && y_stays && x_now == 0 && y_now == 2 && y_next == 1 && !launch_i;
    assign reached_o[3] = x_starts && later && !is_new && members == size_q;
    assign reached_o[4] = x_starts && later && is_new && members_before == size_q && size_q == 2 && groups_d >= 2;
    assign reached_o[5] = x_starts && later && blp && is_new && rotated_q + 1 == first_q && first_q == groups_q
        && first_q == 2 && members_before == 1 && size_q == 2;
    assign reached_o[6] = x_starts && to_come_q != 0 && !kernel_launch_i && joined_q == 1 && size_q == 2 && !open_q;
    assign reached_o[7] = x_starts && kernel_launch_i && to_rotate_start != 0 && first_d == 1 && both;
    assign reached_o[8] = awake == 0 && held_warp[a] && allow_o[a] && a_group != 0;
    assign reached_o[9] = cta_aware && place_q + 1 == groups_q && groups_d + 1 == groups_q && place_d == 0
        && place_q != 0 && awake[a] && allow_o[a] && a_group == place_q;
    assign reached_o[10] = kernel_launch_i && least == C && first_groups == 1 && warps != 0;
endmodule

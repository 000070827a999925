// SPDX-License-Identifier: BSD-3-Clause
// owl_groups: groups of CTAs and their order; the arbiter sees the warps of the chosen group alone. One per SM.
//
// Source: OWL sections 4.1 to 4.3, Algorithm 1; hardware.md section 5.1, decisions D-19, D-33, D-41.
//   n           the least n >= 1 with n * warps_per_cta >= cfg_g_size, at most n_cta (up to C); found at kernel launch
//   first fill  the first n_cta CTAs of a kernel: a group takes n, the last the remainder. Later ones join the youngest
//               group if that is not the front one and has fewer than n, else they open a group behind all others
//   group[c]    number of slot c's group, in the order of opening; a group without a CTA is gone, the next move up
//   priority[c] its place in the queue. CTA-Aware: all 0, the queue is the numbers. Locality: the number. BLP: of the G
//               of the first fill, number cfg_core mod G is in front; those below it stand behind the rest of the G
//   allow       warps of the chosen group: the first of the queue with an unfinished warp that is not blocked; for
//               CTA-Aware the queue begins at the group that it is at, and goes round. If all groups are blocked, the
//               first of the queue: there is a chosen group whenever there is a group
// Order: kernel launch (which empties all slots), exits, launch. A launch takes a slot that is not empty too, whose CTA
// is gone then. A slot of C or above is none: no launch, and its warps are in no group.
//
// Latency: exit, launch, kernel launch show in the next cycle's outputs; blocked and unfinished in the same cycle's.
// Chain: before the arbiters. Example (E-9): n_cta 10, warps_per_cta 2, cfg_g_size 5: n = 3, groups of 3, 3, 4 CTAs;
// BLP on SM 1: priorities 2, 0, 1. Once the CTAs of group 1 are gone: groups 0 and 1, priorities 1 and 0.
// Not modelled: who waits for what; the order within a group (round robin, warp_arbiter).
module owl_groups #(
    parameter N = 32,
    parameter C = 8,
    parameter CORE_W = 6
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire [1:0]               cfg_scheme_i,
    input  wire [6:0]               cfg_g_size_i,
    input  wire [CORE_W-1:0]        cfg_core_i,
    input  wire [N-1:0]             blocked_i,
    input  wire [N-1:0]             unfinished_i,
    input  wire [N*$clog2(C)-1:0]   cta_i,
    input  wire                     launch_i,
    input  wire [$clog2(C)-1:0]     launch_cta_i,
    input  wire [C-1:0]             exit_i,
    input  wire                     kernel_launch_i,
    input  wire [$clog2(C + 1)-1:0] n_cta_i,
    input  wire [$clog2(N + 1)-1:0] warps_per_cta_i,
    output reg  [N-1:0]             allow_o,
    output reg  [C*$clog2(C)-1:0]   group_o,
    output reg  [C*$clog2(C)-1:0]   priority_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (C < 2) begin : refuse_C_below_2 wire C_below_2; wire [C_below_2:0] refused; end
        if (C > 32) begin : refuse_C_above_32 wire C_above_32; wire [C_above_32:0] refused; end
        if (CORE_W < 6) begin : refuse_CORE_W_below_6 wire CORE_W_below_6; wire [CORE_W_below_6:0] refused; end
        if (CORE_W > 7) begin : refuse_CORE_W_above_7 wire CORE_W_above_7; wire [CORE_W_above_7:0] refused; end
    endgenerate

    localparam GROUP_W = $clog2(C);
    localparam COUNT_W = $clog2(C + 1);
    localparam WARPS_W = $clog2(N + 1);
    localparam PRODUCT_W = WARPS_W + COUNT_W > 8 ? WARPS_W + COUNT_W : 8;

    reg [C-1:0]         resident_q, resident_d;
    reg [C*GROUP_W-1:0] group_q, group_d;
    reg [COUNT_W-1:0]   groups_q, groups_d;
    reg [COUNT_W-1:0]   first_q, first_d;
    reg [GROUP_W-1:0]   rotated_q, rotated_d;
    reg [GROUP_W-1:0]   place_q, place_d;
    reg [COUNT_W-1:0]   size_q, size_d;
    reg [COUNT_W-1:0]   to_come_q, to_come_d;
    reg [COUNT_W-1:0]   joined_q, joined_d;
    reg [GROUP_W-1:0]   to_rotate_q, to_rotate_d;
    reg                 open_q, open_d;

    wire cta_aware = cfg_scheme_i == 2'd0;
    wire blp = cfg_scheme_i[1];

    // The lowest bit of a set alone: what is above a bit is found in steps of 1, 2, 4, ...
    function [C-1:0] lowest(input [C-1:0] set);
        integer       step;
        reg [C-1:0]   above;
        begin
            above = set << 1;
            for (step = 1; step < C; step = step * 2) above = above | (above << step);
            lowest = set & ~above;
        end
    endfunction

    // A number of a group as a count.
    function [COUNT_W-1:0] widen(input [GROUP_W-1:0] number);
        begin
            widen = {COUNT_W{1'b0}};
            widen[GROUP_W-1:0] = number;
        end
    endfunction

    // Numbers below a count.
    function [C-1:0] below(input [COUNT_W-1:0] count);
        integer i;
        for (i = 0; i < C; i = i + 1) below[i] = i[COUNT_W-1:0] < count;
    endfunction

    // Where a group stands in the queue.
    function [GROUP_W-1:0] place_in_queue(
        input rotates, input [COUNT_W-1:0] first, input [GROUP_W-1:0] rotated, input [GROUP_W-1:0] number
    );
        place_in_queue = ~rotates | widen(number) >= first ? number
            : number < rotated ? number + first[GROUP_W-1:0] - rotated : number - rotated;
    endfunction

    // The CTA slots of each group.
    integer       g, s;
    reg [C*C-1:0] slots;

    always @*
        for (g = 0; g < C; g = g + 1)
            for (s = 0; s < C; s = s + 1)
                slots[g*C + s] = resident_q[s] & group_q[s*GROUP_W +: GROUP_W] == g[GROUP_W-1:0];

    // The chosen group, one-hot; 0: there is none. The queue begins with the numbers from the place on in CTA-Aware, in
    // BLP with those of the first fill that are not rotated.
    integer     c, w, k;
    reg [N-1:0] of_slot;
    reg [C-1:0] awake_slots, awake, begin_with, candidates, chosen, chosen_slots;

    always @* begin
        awake_slots = {C{1'b0}};
        of_slot = {N{1'b0}};
        for (c = 0; c < C; c = c + 1) begin
            for (w = 0; w < N; w = w + 1) of_slot[w] = cta_i[w*GROUP_W +: GROUP_W] == c[GROUP_W-1:0];
            awake_slots[c] = |(of_slot & unfinished_i & ~blocked_i);
        end
        for (k = 0; k < C; k = k + 1) awake[k] = |(awake_slots & slots[k*C +: C]);
        begin_with = ({C{cta_aware}} & ~below(widen(place_q)))
            | ({C{blp}} & below(first_q) & ~below(widen(rotated_q)));
        candidates = |awake ? awake : below(groups_q);
        chosen = |(candidates & begin_with) ? lowest(candidates & begin_with) : lowest(candidates);

        chosen_slots = {C{1'b0}};
        for (k = 0; k < C; k = k + 1) chosen_slots = chosen_slots | (slots[k*C +: C] & {C{chosen[k]}});
        allow_o = {N{1'b0}};
        for (c = 0; c < C; c = c + 1)
            for (w = 0; w < N; w = w + 1)
                allow_o[w] = allow_o[w] | (chosen_slots[c] & cta_i[w*GROUP_W +: GROUP_W] == c[GROUP_W-1:0]);
        group_o = group_q;
        for (c = 0; c < C; c = c + 1)
            priority_o[c*GROUP_W +: GROUP_W] = {GROUP_W{resident_q[c] & ~cta_aware}}
                & place_in_queue(blp, first_q, rotated_q, group_q[c*GROUP_W +: GROUP_W]);
    end

    // How many of the numbers below each are in a set, and how many are; added up in steps of 1, 2, 4, ...
    function [(C+1)*COUNT_W-1:0] counts(input [C-1:0] set);
        integer step, i;
        begin
            counts = {(C+1)*COUNT_W{1'b0}};
            for (i = 0; i < C; i = i + 1) counts[(i + 1)*COUNT_W] = set[i];
            for (step = 1; step < C; step = step * 2)
                for (i = C; i > step; i = i - 1)
                    counts[i*COUNT_W +: COUNT_W] = counts[i*COUNT_W +: COUNT_W] + counts[(i - step)*COUNT_W +: COUNT_W];
        end
    endfunction

    // How many there are in a set, added up by pairs.
    function [COUNT_W-1:0] total(input [C-1:0] set);
        integer             step, i;
        reg [C*COUNT_W-1:0] sums;
        begin
            sums = {C*COUNT_W{1'b0}};
            for (i = 0; i < C; i = i + 1) sums[i*COUNT_W] = set[i];
            for (step = 1; step < C; step = step * 2)
                for (i = 0; i + step < C; i = i + 2 * step)
                    sums[i*COUNT_W +: COUNT_W] = sums[i*COUNT_W +: COUNT_W] + sums[(i + step)*COUNT_W +: COUNT_W];
            total = sums[COUNT_W-1:0];
        end
    endfunction

    // What remains of the SM's number by a constant number of groups.
    function [GROUP_W-1:0] remainder(input [CORE_W-1:0] core, input integer groups);
        integer    b;
        reg [31:0] left;
        begin
            left = {{32-CORE_W{1'b0}}, core};
            for (b = CORE_W - 1; b >= 0; b = b - 1) left = left >= groups << b ? left - (groups << b) : left;
            remainder = left[GROUP_W-1:0];
        end
    endfunction

    // A kernel starts: n, the groups of the first fill, and the remainder of the SM's number by that, each as a set of
    // one. enough: of so many CTAs a group has enough warps, at_least: the quotient is that much or more.
    integer                   m, j;
    reg [(C+1)*PRODUCT_W-1:0] warps;
    reg [C-1:1]               enough;
    reg [C:0]                 come, n, n_at_least, first_fill, at_least;
    reg [COUNT_W-1:0]         size_start, to_come_start;
    reg [GROUP_W-1:0]         to_rotate_start;

    always @* begin
        warps = {(C+1)*PRODUCT_W{1'b0}};
        warps[PRODUCT_W +: WARPS_W] = warps_per_cta_i;
        for (m = 2; m <= C; m = m + 1)
            warps[m*PRODUCT_W +: PRODUCT_W] = m % 2 == 0 ? warps[(m / 2)*PRODUCT_W +: PRODUCT_W] << 1
                : warps[(m - 1)*PRODUCT_W +: PRODUCT_W] + warps[PRODUCT_W +: PRODUCT_W];
        for (m = 0; m <= C; m = m + 1) begin
            if (m > 0 && m < C) enough[m] = warps[m*PRODUCT_W +: PRODUCT_W] >= {{PRODUCT_W-7{1'b0}}, cfg_g_size_i};
            come[m] = n_cta_i >= m[COUNT_W-1:0];
        end
        n_at_least = {come[C:2] & ~enough[C-1:1], 2'b11};
        n = n_at_least & ~{1'b0, n_at_least[C:1]};
        size_start = {COUNT_W{1'b0}};
        at_least = {{C{1'b0}}, 1'b1};
        for (m = 1; m <= C; m = m + 1) begin
            size_start = size_start | ({COUNT_W{n[m]}} & m[COUNT_W-1:0]);
            for (j = 1; j * m <= C; j = j + 1) at_least[j] = at_least[j] | (n[m] & come[j*m]);
        end
        first_fill = at_least & ~{1'b0, at_least[C:1]};
        to_rotate_start = {GROUP_W{1'b0}};
        for (j = 1; j <= C; j = j + 1)
            to_rotate_start = to_rotate_start | ({GROUP_W{first_fill[j]}} & remainder(cfg_core_i, j));
        to_come_start = come[C] ? C[COUNT_W-1:0] : n_cta_i;
    end

    // Slots become free. The new number of a group that stays is how many before it stay; the place goes to the next.
    integer                   e, f;
    reg [C-1:0]               entering, leaving, stays;
    reg [C*GROUP_W-1:0]       group_left;
    reg [(C+1)*COUNT_W-1:0]   lower;
    reg [COUNT_W-1:0]         groups_left, first_left, place_left;
    reg [GROUP_W-1:0]         rotated_left;
    reg                       open_left;

    always @* begin
        for (e = 0; e < C; e = e + 1) entering[e] = launch_i & launch_cta_i == e[GROUP_W-1:0];
        leaving = {C{kernel_launch_i}} | exit_i | entering;
        for (f = 0; f < C; f = f + 1) stays[f] = |(slots[f*C +: C] & ~leaving);
        lower = counts(stays);
        groups_left = lower[C*COUNT_W +: COUNT_W];
        first_left = {COUNT_W{1'b0}};
        rotated_left = {GROUP_W{1'b0}};
        place_left = {COUNT_W{1'b0}};
        group_left = {C*GROUP_W{1'b0}};
        open_left = 1'b0;
        for (f = 0; f <= C; f = f + 1)
            first_left = first_left | (lower[f*COUNT_W +: COUNT_W] & {COUNT_W{first_q == f[COUNT_W-1:0]}});
        for (f = 0; f < C; f = f + 1) begin
            rotated_left = rotated_left | (lower[f*COUNT_W +: GROUP_W] & {GROUP_W{rotated_q == f[GROUP_W-1:0]}});
            place_left = place_left | (lower[f*COUNT_W +: COUNT_W]
                & {COUNT_W{cta_aware ? chosen[f] : place_q == f[GROUP_W-1:0]}});
            open_left = open_left | (open_q & stays[f] & groups_q == f[COUNT_W-1:0] + 1'b1);
            for (e = 0; e < C; e = e + 1)
                group_left[e*GROUP_W +: GROUP_W] = group_left[e*GROUP_W +: GROUP_W]
                    | (lower[f*COUNT_W +: GROUP_W] & {GROUP_W{slots[f*C + e] & ~leaving[e]}});
        end
    end

    // A CTA starts. One of the first fill begins another group when the one before has its n and as many are to come,
    // and opens its group anew when all CTAs of it are gone. A later one joins the youngest or opens another.
    integer                 r, t;
    reg                     starts, filling, takes, begins, joins, opens;
    reg [C-1:0]             youngest;
    reg [COUNT_W-1:0]       front, to_come_before, joined_before;
    reg [GROUP_W-1:0]       number, to_rotate_before;

    always @* begin
        starts = |entering;
        size_d = kernel_launch_i ? size_start : size_q;
        to_come_before = kernel_launch_i ? to_come_start : to_come_q;
        joined_before = kernel_launch_i ? {COUNT_W{1'b0}} : joined_q;
        to_rotate_before = kernel_launch_i ? to_rotate_start : to_rotate_q;

        filling = to_come_before != {COUNT_W{1'b0}};
        begins = joined_before == size_d & to_come_before >= size_d;
        for (r = 0; r < C; r = r + 1) begin
            youngest[r] = 1'b0;
            for (t = 0; t < C; t = t + 1)
                youngest[r] = youngest[r] | (slots[t*C + r] & ~leaving[r] & ~|(stays >> (t + 1)));
        end
        front = blp & widen(rotated_left) < first_left ? widen(rotated_left) : {COUNT_W{1'b0}};
        joins = groups_left > front + 1'b1 & total(youngest) < size_d;
        opens = starts & (filling ? begins | ~open_left : ~joins);

        takes = starts & filling;
        to_come_d = takes ? to_come_before - 1'b1 : to_come_before;
        joined_d = ~takes ? joined_before
            : begins ? {{COUNT_W-1{1'b0}}, 1'b1} : joined_before == size_d ? size_d : joined_before + 1'b1;
        to_rotate_d = takes & begins & to_rotate_before != {GROUP_W{1'b0}} ? to_rotate_before - 1'b1 : to_rotate_before;
        first_d = opens & filling ? first_left + 1'b1 : first_left;
        rotated_d = opens & filling & to_rotate_d != {GROUP_W{1'b0}} ? rotated_left + 1'b1 : rotated_left;
        groups_d = opens ? groups_left + 1'b1 : groups_left;
        number = groups_d[GROUP_W-1:0] - 1'b1;
        resident_d = (resident_q & ~leaving) | entering;
        for (r = 0; r < C; r = r + 1)
            group_d[r*GROUP_W +: GROUP_W] = group_left[r*GROUP_W +: GROUP_W] | (number & {GROUP_W{entering[r]}});
        place_d = place_left == groups_left ? {GROUP_W{1'b0}} : place_left[GROUP_W-1:0];
        open_d = open_left | starts;
    end

    always @(posedge clk_i)
        if (rst_i) begin
            resident_q <= {C{1'b0}};
            group_q <= {C*GROUP_W{1'b0}};
            groups_q <= {COUNT_W{1'b0}};
            first_q <= {COUNT_W{1'b0}};
            rotated_q <= {GROUP_W{1'b0}};
            place_q <= {GROUP_W{1'b0}};
            size_q <= {{COUNT_W-1{1'b0}}, 1'b1};
            to_come_q <= {COUNT_W{1'b0}};
            joined_q <= {COUNT_W{1'b0}};
            to_rotate_q <= {GROUP_W{1'b0}};
            open_q <= 1'b0;
        end else begin
            resident_q <= resident_d;
            group_q <= group_d;
            groups_q <= groups_d;
            first_q <= first_d;
            rotated_q <= rotated_d;
            place_q <= place_d;
            size_q <= size_d;
            to_come_q <= to_come_d;
            joined_q <= joined_d;
            to_rotate_q <= to_rotate_d;
            open_q <= open_d;
        end
endmodule

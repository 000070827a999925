// SPDX-License-Identifier: BSD-3-Clause
// What bucl_update guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  No sum is beyond what its cycles allow, rounded up to a power of two a cycle, so none overflows; nothing is left of a
//      period, a profile or a comparison that is over.
//   2  Every TUCD is within its limits of the cycle before, those of a profile within those of the cycle: the lower one
//      where the limits cross.
//   3  What is put out changes only at a period's end or a kernel launch, for the hit rate only when there was an access.
//      Its registers and whether a threshold is 0 alone decide it.
//   4  At a period's end the signs of the sums with that cycle's events are latched, and a period begins; so it does in each
//      cycle of a period of 0.
//   5  The room of a buffer grows in each cycle by cfg_uib * cfg_depth hundredths, carried at 100, less its occupancy, the margin
//      of the hit rate by 100 with each hit and by -cfg_l1dhr with each access.
//   6  TUCD moves by one, up exactly if the margin is not negative, at a period's end with an access and without cfg_profile;
//      else at a kernel launch, to cfg_tucd, and while a profile ends.
//   7  A kernel launch leaves ratios of 0, no sum, and a profile if there is one, whatever else happens.
//   8  A profile ends after cfg_profile cycles and one for each SM, meanwhile each SM has its own TUCD. In the cycles behind,
//      the first number is the most of those compared so far, TUCD is the arm of the lowest SM that has it, and the others
//      follow in turn: a has come down by as many places as cycles are over.
//   9  Within a period its cycles are counted, and an access is remembered.
//
// Of property 5 follows the comparison of fractions: sums begin at -1 and the hundredths at 99, so the room behind n cycles is
// n * cfg_uib * cfg_depth / 100, rounded up, less the occupancies, less 1, and not negative exactly if they sum to less than the
// limit; hits / accesses > t is 100 hits - 100 t accesses > 0. Said of an SM, a, and a sub-partition, b, that the proof may
// choose freely.
// FROM_RESET = 1: the first cycle resets. 0: it starts in any state that satisfies property 1, for covers and planted bugs.
module bucl_update_properties #(
    parameter SMS = 3,
    parameter P = 2,
    parameter FROM_RESET = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [13:0]      cfg_period_i,
    input wire [6:0]       cfg_depth_i,
    input wire [6:0]       cfg_l1dhr_i,
    input wire [6:0]       cfg_uib_i,
    input wire [5:0]       cfg_tucd_i,
    input wire [5:0]       cfg_tucd_min_i,
    input wire [5:0]       cfg_tucd_max_i,
    input wire [13:0]      cfg_profile_i,
    input wire             access_i,
    input wire             hit_i,
    input wire [7*P-1:0]   occupancy_i,
    input wire [9*SMS-1:0] thread_instructions_i,
    input wire             kernel_launch_i,
    input wire [5:0]       a,
    input wire [5:0]       b,
    output wire [9:0]      reached_o
);
    wire [6*SMS-1:0] tucd_o;
    wire             l1dhr_low_o;
    wire [P-1:0]     uib_low_o;

    bucl_update #(.SMS(SMS), .P(P)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_period_i(cfg_period_i), .cfg_depth_i(cfg_depth_i),
        .cfg_l1dhr_i(cfg_l1dhr_i), .cfg_uib_i(cfg_uib_i), .cfg_tucd_i(cfg_tucd_i), .cfg_tucd_min_i(cfg_tucd_min_i),
        .cfg_tucd_max_i(cfg_tucd_max_i), .cfg_profile_i(cfg_profile_i), .access_i(access_i), .hit_i(hit_i),
        .occupancy_i(occupancy_i), .thread_instructions_i(thread_instructions_i), .kernel_launch_i(kernel_launch_i),
        .tucd_o(tucd_o), .l1dhr_low_o(l1dhr_low_o), .uib_low_o(uib_low_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire [13:0]       \block.cycles_q , \block.cycles_d , \block.profiled_q , \block.profiled_d ;
    (* hierconn *) wire              \block.accessed_q , \block.accessed_d , \block.l1dhr_low_q , \block.l1dhr_low_d ;
    (* hierconn *) wire [21:0]       \block.margin_q , \block.margin_d ;
    (* hierconn *) wire [6:0]        \block.rest_q , \block.rest_d ;
    (* hierconn *) wire [23*P-1:0]   \block.room_q , \block.room_d ;
    (* hierconn *) wire [P-1:0]      \block.uib_low_q , \block.uib_low_d ;
    (* hierconn *) wire              \block.profiling_q , \block.profiling_d , \block.choosing_q , \block.choosing_d ;
    (* hierconn *) wire [5:0]        \block.tucd_q , \block.tucd_d ;
    (* hierconn *) wire [3:0]        \block.arm_q , \block.arm_d ;
    (* hierconn *) wire [7:0]        \block.places ;
    (* hierconn *) wire [14:0]       \block.hundredths ;
    (* hierconn *) wire [23*SMS-1:0] \block.instructions_q , \block.instructions_d ;
    wire [13:0]       cycles_q = \block.cycles_q , cycles_d = \block.cycles_d ;
    wire [13:0]       profiled_q = \block.profiled_q , profiled_d = \block.profiled_d ;
    wire              accessed_q = \block.accessed_q , accessed_d = \block.accessed_d ;
    wire              l1dhr_low_q = \block.l1dhr_low_q , l1dhr_low_d = \block.l1dhr_low_d ;
    wire [21:0]       margin_q = \block.margin_q , margin_d = \block.margin_d ;
    wire [6:0]        rest_q = \block.rest_q , rest_d = \block.rest_d ;
    wire [23*P-1:0]   room_q = \block.room_q , room_d = \block.room_d ;
    wire [P-1:0]      uib_low_q = \block.uib_low_q , uib_low_d = \block.uib_low_d ;
    wire              profiling_q = \block.profiling_q , profiling_d = \block.profiling_d ;
    wire              choosing_q = \block.choosing_q , choosing_d = \block.choosing_d ;
    wire [5:0]        tucd_q = \block.tucd_q , tucd_d = \block.tucd_d ;
    wire [3:0]        arm_q = \block.arm_q , arm_d = \block.arm_d ;
    wire [13:0]       places = \block.places , hundredths = \block.hundredths ;
    wire [23*SMS-1:0] instructions_q = \block.instructions_q , instructions_d = \block.instructions_d ;

    always @* assume (a < SMS && b < P);

    wire sampling = cfg_period_i != 0;
    wire ends = sampling && cycles_q + 1 >= cfg_period_i;
    wire profile_ends = profiling_q && !choosing_q && profiled_q + 1 >= cfg_profile_i;
    wire chosen = choosing_q && profiled_q == SMS - 1;

    wire        accessed = accessed_q || access_i;
    wire [13:0] product = cfg_uib_i * {7'd0, cfg_depth_i};
    wire [21:0] margin_after = margin_q + (access_i ? (hit_i ? 100 : 0) - cfg_l1dhr_i : 0);
    wire        carry = rest_q + hundredths >= 100;
    wire [22:0] room_after = room_q[23*b +: 23] + places + carry - occupancy_i[7*b +: 7];

    // The numbers of the profile; that of a is `place` places down, and compared in this cycle when it stands second.
    integer     i;
    reg [23:0]  number [0:SMS-1];
    always @* for (i = 0; i < SMS; i = i + 1) number[i] = instructions_q[23*i +: 23];
    wire [6:0]  place = a - profiled_q;
    wire        waits = choosing_q && a > profiled_q;
    wire [23:0] a_number = number[a], first = number[0], second = SMS > 1 ? number[1 % SMS] : 0;
    wire [5:0]  turn = a % 6'd15;
    wire [5:0]  arm = turn < 7 ? turn + 6'd2 : turn < 14 ? 2 * turn - 6'd4 : 6'd25;

    function [5:0] limited(input [6:0] tucd, input [5:0] low, input [5:0] high);
        limited = (tucd < high ? tucd : high) > low ? (tucd < high ? tucd : high) : low;
    endfunction

    wire [21:0] above_least = margin_q + 1 + {cycles_q, 7'd0};
    reg  [22:0] above_least_room;
    reg         sums;
    always @* begin
        sums = 1;
        above_least_room = 0;
        for (i = 0; i < P; i = i + 1) begin
            above_least_room = room_q[23*i +: 23] + 1 + {cycles_q, 7'd0};
            sums = sums && above_least_room <= 384 * cycles_q;
        end
        for (i = 0; i < SMS; i = i + 1)
            sums = sums && instructions_q[23*i +: 23] <= (choosing_q ? 512 * 16383 : 512 * profiled_q)
                && (!choosing_q || i + profiled_q < SMS || i == 0 || instructions_q[23*i +: 23] == 0);
    end
    wire invariant = cycles_q < 16383 && profiled_q < 16383 && (cycles_q != 0 || !accessed_q && rest_q == 99)
                     && above_least <= {cycles_q, 8'd0} && rest_q < 100 && (profiling_q || profiled_q == 0 && !choosing_q)
                     && (choosing_q ? profiled_q < SMS && arm_q == (profiled_q + 1) % 15 : arm_q == 0) && sums;

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg start = !FROM_RESET;
    always @(posedge clk_i) start <= 0;
    always @* if (start) assume (invariant);

    // The limits of the cycle before, but behind a reset.
    reg       limits_known = 0;
    reg [5:0] least, most;
    always @(posedge clk_i) begin
        limits_known <= !rst_i;
        least <= cfg_tucd_min_i;
        most <= cfg_tucd_min_i > cfg_tucd_max_i ? cfg_tucd_min_i : cfg_tucd_max_i;
    end

    always @* if (started && !rst_i) begin
        p1: assert (invariant);
        p2_profiled: assert (!profiling_q || tucd_o[6*a +: 6] == limited(arm, cfg_tucd_min_i, cfg_tucd_max_i));
        if (!profiling_q && limits_known) p2: assert (tucd_o[6*a +: 6] >= least && tucd_o[6*a +: 6] <= most);
        if (!ends && !kernel_launch_i) p3: assert (uib_low_d == uib_low_q);
        if (!(ends && accessed) && !kernel_launch_i) p3_l1dhr: assert (l1dhr_low_d == l1dhr_low_q);
        p3_uib_out: assert (uib_low_o[b] == (uib_low_q[b] && cfg_uib_i != 0));
        p3_l1dhr_out: assert (l1dhr_low_o == (l1dhr_low_q && cfg_l1dhr_i != 0));
        if (ends && !kernel_launch_i) p4: assert (uib_low_d[b] == !room_after[22]);
        if (ends && accessed && !kernel_launch_i)
            p4_l1dhr: assert (l1dhr_low_d == (margin_after[21] && margin_after != 22'h3fffff));
        if (ends || !sampling || kernel_launch_i)
            p4_begins: assert (cycles_d == 0 && !accessed_d && margin_d == 22'h3fffff && rest_d == 99
                               && room_d[23*b +: 23] == 23'h7fffff);
        if (sampling && !ends && !kernel_launch_i)
            p5: assert (product == 14'd100 * places + hundredths && hundredths < 100
                        && rest_d + (carry ? 100 : 0) == rest_q + hundredths
                        && room_d[23*b +: 23] == room_after && margin_d == margin_after);
        if (ends && accessed && cfg_profile_i == 0 && !profiling_q && !kernel_launch_i)
            p6: assert (tucd_d == limited(!margin_after[21] ? tucd_q + 7'd1 : tucd_q - (tucd_q != 0),
                                          cfg_tucd_min_i, cfg_tucd_max_i));
        if (!(ends && accessed && cfg_profile_i == 0) && !profile_ends && !choosing_q && !kernel_launch_i)
            p6_stays: assert (tucd_d == limited(tucd_q, cfg_tucd_min_i, cfg_tucd_max_i));
        if (kernel_launch_i)
            p6_launch: assert (tucd_d == limited(cfg_tucd_i, cfg_tucd_min_i, cfg_tucd_max_i));
        if (kernel_launch_i)
            p7: assert (l1dhr_low_d && uib_low_d[b] && profiled_d == 0 && !choosing_d && instructions_d[23*a +: 23] == 0
                        && profiling_d == (cfg_profile_i != 0));
        if (!kernel_launch_i)
            p8: assert (profiling_d == (profiling_q && !chosen) && choosing_d == (profile_ends || choosing_q && !chosen)
                        && profiled_d == (profiling_q && !profile_ends && !chosen ? profiled_q + 1 : 0));
        if (profiling_q && !choosing_q && !kernel_launch_i)
            p8_counts: assert (instructions_d[23*a +: 23] == a_number + thread_instructions_i[9*a +: 9]);
        if (profile_ends && !kernel_launch_i)
            p8_first: assert (tucd_d == limited(2, cfg_tucd_min_i, cfg_tucd_max_i));
        if (waits && place == 1 && !kernel_launch_i) begin
            p8_most: assert (instructions_d[22:0] == (second > first ? second : first));
            if (second > first) p8_takes: assert (tucd_d == limited(arm, cfg_tucd_min_i, cfg_tucd_max_i));
        end
        if (choosing_q && second <= first && !(ends && accessed && cfg_profile_i == 0) && !kernel_launch_i)
            p8_keeps: assert (tucd_d == limited(tucd_q, cfg_tucd_min_i, cfg_tucd_max_i));
        if (waits && place > 1 && !kernel_launch_i)
            p8_follows: assert (instructions_d[23*(place - 1) +: 23] == instructions_q[23*place +: 23]);
        if (sampling && !ends && !kernel_launch_i) p9: assert (cycles_d == cycles_q + 1 && accessed_d == accessed);
    end

    wire [22:0] above_most_filled = room_q[22:0] + 127 * cycles_q + 1;

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = !rst_i && ends && margin_after == 22'h3fffff && cycles_q > 0 && access_i && hit_i && cfg_l1dhr_i == 80;
    assign reached_o[1] = !rst_i && ends && room_after == 23'h7fffff && hundredths != 0 && cycles_q > 1;
    assign reached_o[2] = !rst_i && ends && !accessed && uib_low_d != uib_low_q && !l1dhr_low_q;
    assign reached_o[3] = !rst_i && ends && tucd_q == 63 && tucd_d == 63 && !margin_after[21] && hit_i
                          && cfg_profile_i == 0 && !kernel_launch_i;
    assign reached_o[4] = !rst_i && tucd_q == 2 && tucd_d == 2 && cfg_tucd_min_i == 2 && ends && accessed && !l1dhr_low_o;
    assign reached_o[5] = !rst_i && waits && place == 1 && ends && a == SMS - 1 && tucd_d == arm && !kernel_launch_i;
    assign reached_o[6] = !rst_i && waits && place == 1 && second == first && second > 511;
    assign reached_o[7] = !rst_i && kernel_launch_i && ends && profile_ends && cfg_tucd_min_i > cfg_tucd_max_i;
    assign reached_o[8] = !rst_i && cycles_q == 16382 && accessed_q && above_most_filled == 0 && ends;
    assign reached_o[9] = !rst_i && kernel_launch_i && choosing_q && profiled_q == 1;
endmodule

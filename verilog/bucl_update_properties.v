// SPDX-License-Identifier: BSD-3-Clause
// What bucl_update guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  No sum is above what its cycles allow, rounded up to a power of two a cycle, so none overflows; the latched hit rate is
//      a ratio, of at most 1.
//   2  Every TUCD is within its limits of the cycle before, those of a profile within those of the cycle: the lower one
//      where the limits cross.
//   3  The latched ratios change only at a period's end or a kernel launch, that of the hit rate only when there was an access.
//      They and the settings alone decide what is put out.
//   4  At a period's end the sums with that cycle's events are latched, and a period begins.
//   5  The limit of a buffer grows by cfg_uib * cfg_depth hundredths in each cycle, the margin of the hit rate by 100 with each
//      hit and by -cfg_l1dhr with each access. A buffer is low exactly if its latched sum is below the latched limit, rounded
//      up; the hit rate exactly if 100 hits are less than cfg_l1dhr times the accesses.
//   6  TUCD moves by one, up exactly if the margin is positive, at a period's end with an access and without cfg_profile;
//      else at a kernel launch, to cfg_tucd, and at a profile's end.
//   7  A kernel launch leaves ratios of 0, no sum, and a profile if there is one, whatever else happens.
//   8  A profile ends after cfg_profile cycles, and then all SMs take the TUCD of the one with most instructions, of equal
//      ones the lowest; meanwhile each has its own.
//   9  Within a period each event counts in its sum, once; no event moves the sums of a period of 0 cycles.
//
// Of property 5 follows the comparison of fractions: sum < limit + rest / 100 is sum < limit, or equal with a rest; hits /
// accesses > t is 100 hits - 100 t accesses > 0, which is the margin. Said of an SM, a, and a sub-partition, b, that the
// proof may choose freely.
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
    output wire [8:0]      reached_o
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
    (* hierconn *) wire [13:0]       \block.cycles_q , \block.cycles_d , \block.accesses_q , \block.accesses_d ;
    (* hierconn *) wire [13:0]       \block.hits_q , \block.hits_d , \block.profiled_q , \block.profiled_d ;
    (* hierconn *) wire [21:0]       \block.margin_q , \block.margin_d , \block.limit_q , \block.limit_d ;
    (* hierconn *) wire [6:0]        \block.rest_q , \block.rest_d ;
    (* hierconn *) wire [21*P-1:0]   \block.filled_q , \block.filled_d , \block.uib_q , \block.uib_d ;
    (* hierconn *) wire [13:0]       \block.l1dhr_hits_q , \block.l1dhr_hits_d ;
    (* hierconn *) wire [13:0]       \block.l1dhr_accesses_q , \block.l1dhr_accesses_d ;
    (* hierconn *) wire              \block.profiling_q , \block.profiling_d ;
    (* hierconn *) wire [21:0]       \block.uib_limit_q , \block.uib_limit_d ;
    (* hierconn *) wire [5:0]        \block.tucd_q , \block.tucd_d ;
    (* hierconn *) wire [7:0]        \block.places ;
    (* hierconn *) wire [14:0]       \block.hundredths ;
    (* hierconn *) wire [23*SMS-1:0] \block.instructions_q , \block.instructions_d ;
    wire [13:0]       cycles_q = \block.cycles_q , cycles_d = \block.cycles_d ;
    wire [13:0]       accesses_q = \block.accesses_q , accesses_d = \block.accesses_d ;
    wire [13:0]       hits_q = \block.hits_q , hits_d = \block.hits_d ;
    wire [13:0]       profiled_q = \block.profiled_q , profiled_d = \block.profiled_d ;
    wire [21:0]       margin_q = \block.margin_q , margin_d = \block.margin_d ;
    wire [21:0]       limit_q = \block.limit_q , limit_d = \block.limit_d ;
    wire [6:0]        rest_q = \block.rest_q , rest_d = \block.rest_d ;
    wire [21*P-1:0]   filled_q = \block.filled_q , filled_d = \block.filled_d ;
    wire [21*P-1:0]   uib_q = \block.uib_q , uib_d = \block.uib_d ;
    wire [13:0]       l1dhr_hits_q = \block.l1dhr_hits_q , l1dhr_hits_d = \block.l1dhr_hits_d ;
    wire [13:0]       l1dhr_accesses_q = \block.l1dhr_accesses_q , l1dhr_accesses_d = \block.l1dhr_accesses_d ;
    wire              profiling_q = \block.profiling_q , profiling_d = \block.profiling_d ;
    wire [21:0]       uib_limit_q = \block.uib_limit_q , uib_limit_d = \block.uib_limit_d ;
    wire [5:0]        tucd_q = \block.tucd_q , tucd_d = \block.tucd_d ;
    wire [13:0]       places = \block.places , hundredths = \block.hundredths ;
    wire [23*SMS-1:0] instructions_q = \block.instructions_q , instructions_d = \block.instructions_d ;

    always @* assume (a < SMS && b < P);

    wire sampling = cfg_period_i != 0;
    wire ends = sampling && cycles_q + 1 >= cfg_period_i;

    wire [14:0] accesses_after = accesses_q + access_i, hits_after = hits_q + (access_i && hit_i);
    wire [21:0] filled_after = filled_q[21*b +: 21] + occupancy_i[7*b +: 7];
    wire        accessed = accesses_after != 0;
    wire [13:0] product = cfg_uib_i * {7'd0, cfg_depth_i};
    wire [21:0] margin_after = margin_q + (access_i ? (hit_i ? 100 : 0) - cfg_l1dhr_i : 0);
    wire [21:0] limit_after = limit_q + places + (rest_q + hundredths >= 100);
    wire [13:0] rest_after = rest_q + hundredths >= 100 ? rest_q + hundredths - 100 : rest_q + hundredths;

    // Instructions of the profile with this cycle's; whether a is before all others.
    integer    i, j;
    reg [23:0] after [0:SMS-1];
    reg        first, sums;
    always @* begin
        first = 1;
        for (i = 0; i < SMS; i = i + 1)
            after[i] = instructions_q[23*i +: 23] + thread_instructions_i[9*i +: 9];
        for (i = 0; i < SMS; i = i + 1)
            for (j = 0; j < SMS; j = j + 1)
                if (j == a && (i < j ? after[i] >= after[j] : after[i] > after[j])) first = 0;
    end
    wire [23:0] a_after = after[a];
    wire        tie = after[1] == after[0] && after[0] > 511;
    wire profile_ends = profiling_q && profiled_q + 1 >= cfg_profile_i;
    wire [5:0] turn = a % 6'd15;
    wire [5:0] arm = turn < 7 ? turn + 6'd2 : turn < 14 ? 2 * turn - 6'd4 : 6'd25;

    function [5:0] limited(input [6:0] tucd, input [5:0] low, input [5:0] high);
        limited = (tucd < high ? tucd : high) > low ? (tucd < high ? tucd : high) : low;
    endfunction

    wire [21:0] magnitude = margin_q[21] ? -margin_q : margin_q;
    always @* begin
        sums = 1;
        for (i = 0; i < P; i = i + 1)
            sums = sums && filled_q[21*i +: 21] <= {cycles_q, 7'd0} && uib_q[21*i +: 21] <= 128 * 16383;
        for (i = 0; i < SMS; i = i + 1)
            sums = sums && instructions_q[23*i +: 23] <= 512 * 16383
                && (!profiling_q || instructions_q[23*i +: 23] <= {profiled_q, 9'd0});
    end
    wire invariant = cycles_q < 16383 && profiled_q < 16383 && accesses_q <= cycles_q && hits_q <= accesses_q
                     && magnitude <= {accesses_q, 7'd0} && rest_q < 100 && limit_q <= {cycles_q, 8'd0}
                     && l1dhr_hits_q <= l1dhr_accesses_q && l1dhr_accesses_q != 0 && (profiling_q || profiled_q == 0)
                     && sums;

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
        if (!ends && !kernel_launch_i)
            p3: assert (uib_d[21*b +: 21] == uib_q[21*b +: 21] && uib_limit_d == uib_limit_q);
        if (!(ends && accessed) && !kernel_launch_i)
            p3_l1dhr: assert (l1dhr_hits_d == l1dhr_hits_q && l1dhr_accesses_d == l1dhr_accesses_q);
        if (ends && !kernel_launch_i)
            p4: assert (uib_d[21*b +: 21] == filled_after && cycles_d == 0 && accesses_d == 0 && hits_d == 0
                        && filled_d[21*b +: 21] == 0);
        if (ends && accessed && !kernel_launch_i)
            p4_l1dhr: assert (l1dhr_hits_d == hits_after && l1dhr_accesses_d == accesses_after);
        if (sampling && !ends && !kernel_launch_i)
            p5_grows: assert (product == 14'd100 * places + hundredths && hundredths < 100 && rest_d < 100
                              && limit_d == limit_q + places + (rest_q + hundredths >= 100)
                              && rest_d + (rest_q + hundredths >= 100 ? 100 : 0) == rest_q + hundredths
                              && margin_d == margin_after);
        if (ends && !kernel_launch_i) p5_limit: assert (uib_limit_d == limit_after + (rest_after != 0));
        p5: assert (uib_low_o[b] == (uib_q[21*b +: 21] < uib_limit_q && cfg_uib_i != 0));
        p5_l1dhr: assert (l1dhr_low_o == (21'd100 * l1dhr_hits_q < {14'd0, cfg_l1dhr_i} * l1dhr_accesses_q));
        if (ends && accessed && cfg_profile_i == 0 && !profiling_q && !kernel_launch_i)
            p6: assert (tucd_d == limited(!margin_after[21] && margin_after != 0 ? tucd_q + 7'd1 : tucd_q - (tucd_q != 0),
                                          cfg_tucd_min_i, cfg_tucd_max_i));
        if (!(ends && accessed && cfg_profile_i == 0) && !profile_ends && !kernel_launch_i)
            p6_stays: assert (tucd_d == limited(tucd_q, cfg_tucd_min_i, cfg_tucd_max_i));
        if (kernel_launch_i)
            p6_launch: assert (tucd_d == limited(cfg_tucd_i, cfg_tucd_min_i, cfg_tucd_max_i));
        if (kernel_launch_i)
            p7: assert (l1dhr_hits_d == 0 && l1dhr_accesses_d == 1 && uib_d[21*b +: 21] == 0
                        && uib_limit_d == 1 && cycles_d == 0 && accesses_d == 0 && hits_d == 0 && margin_d == 0
                        && limit_d == 0 && rest_d == 0 && filled_d[21*b +: 21] == 0 && profiled_d == 0
                        && instructions_d[23*a +: 23] == 0 && profiling_d == (cfg_profile_i != 0));
        if (profile_ends && first && !kernel_launch_i) p8: assert (tucd_d == limited(arm, cfg_tucd_min_i, cfg_tucd_max_i));
        if (!kernel_launch_i)
            p8_ends: assert (profiling_d == (profiling_q && !profile_ends)
                             && profiled_d == (profiling_q && !profile_ends ? profiled_q + 1 : 0));
        if (profiling_q && !kernel_launch_i) p8_counts: assert (instructions_d[23*a +: 23] == a_after);
        if (sampling && !ends && !kernel_launch_i)
            p9: assert (cycles_d == cycles_q + 1 && accesses_d == accesses_after && hits_d == hits_after
                        && filled_d[21*b +: 21] == filled_after);
        if (!sampling && !kernel_launch_i)
            p9_none: assert (cycles_d == cycles_q && accesses_d == accesses_q && hits_d == hits_q
                             && margin_d == margin_q && filled_d[21*b +: 21] == filled_q[21*b +: 21]
                             && limit_d == limit_q && rest_d == rest_q);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = !rst_i && ends && accessed && margin_after == 0 && accesses_after > 1 && hit_i && cfg_l1dhr_i == 80;
    assign reached_o[1] = !rst_i && ends && filled_after == limit_after && rest_after == 0 && rest_q != 0 && cycles_q > 1;
    assign reached_o[2] = !rst_i && ends && !accessed && uib_d != uib_q && uib_limit_d != uib_limit_q;
    assign reached_o[3] = !rst_i && ends && tucd_q == 63 && tucd_d == 63 && !margin_after[21] && hit_i
                          && cfg_profile_i == 0 && !kernel_launch_i;
    assign reached_o[4] = !rst_i && tucd_q == 2 && tucd_d == 2 && cfg_tucd_min_i == 2 && ends && accessed && !l1dhr_low_o;
    assign reached_o[5] = !rst_i && profile_ends && ends && a == SMS - 1 && first && tucd_d == arm && !kernel_launch_i;
    assign reached_o[6] = !rst_i && profile_ends && a == 0 && first && tie;
    assign reached_o[7] = !rst_i && kernel_launch_i && ends && profile_ends && cfg_tucd_min_i > cfg_tucd_max_i;
    assign reached_o[8] = !rst_i && cycles_q == 16382 && accesses_q == cycles_q
                          && filled_q[20:0] == 127 * cycles_q && ends;
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// bucl_update: the thresholds of BUCL, moved once a sampling period. One per GPU, for all SMs.
//
// Source: BUCL section IV.B, Table II, V.D; hardware.md section 4.2, decisions D-17, D-18, D-32, D-38, D-40, D-46, D-47.
//   period's end   latched is a bit for the hit rate of SM 0's L1D, hits / accesses, and one for how full each input buffer
//                  was, sum / (cfg_depth * cfg_period): 1 if the exact ratio is below its threshold.
//                  TUCD += 1 if the hit rate is above its threshold, else -= 1. Without an access TUCD and that bit stay.
//   kernel launch  TUCD = cfg_tucd, the ratios 0 / 1; whatever else happens then. A period begins, and the profile
//   profile        cfg_profile cycles long the SMs run TUCD 2 3 4 5 6 7 8 10 12 14 16 18 20 22 25 and again; the SM with most
//                  thread instructions in them, the lowest of equal ones, is sought in SMS cycles more, one SM a cycle; then
//                  all take its TUCD, to the end of the kernel
// TUCD is kept as max(cfg_tucd_min, min(cfg_tucd_max, TUCD)) from the cycle behind a reset on. No division and no product at
// the period's end, only sums: the margin grows by 100 - cfg_l1dhr with each hit and falls by cfg_l1dhr with each miss; the
// room of a buffer grows in each cycle by what it may hold at its threshold, less what it holds. They begin at -1, so the margin
// is not negative if the hit rate is above its threshold, and -1 at it; a room is not negative if the buffer is below its own.
// What a buffer may hold need not be whole: the hundredths are summed once for all, from 99 on, so that a limit is rounded up.
//
// Latency: an event counts from the next cycle on; outputs compare settings alone: with 0, and in a profile with each other.
// Example: period 1000, 80 %. 400 accesses, 320 hits: 100 * 320 - 80 * 400 = 0, neither low nor above: TUCD 5 -> 4. 321
// hits: 5 -> 6. Depth 8, 70 %: a buffer is low when its occupancies sum to less than 5600.
// Not modelled: what an access or an occupancy is (sim/core, sim/memory), the crossing between clocks.
module bucl_update #(
    parameter SMS = 15,
    parameter P = 12
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [13:0]      cfg_period_i,
    input  wire [6:0]       cfg_depth_i,
    input  wire [6:0]       cfg_l1dhr_i,
    input  wire [6:0]       cfg_uib_i,
    input  wire [5:0]       cfg_tucd_i,
    input  wire [5:0]       cfg_tucd_min_i,
    input  wire [5:0]       cfg_tucd_max_i,
    input  wire [13:0]      cfg_profile_i,
    input  wire             access_i,
    input  wire             hit_i,
    input  wire [7*P-1:0]   occupancy_i,
    input  wire [9*SMS-1:0] thread_instructions_i,
    input  wire             kernel_launch_i,
    output reg  [6*SMS-1:0] tucd_o,
    output reg              l1dhr_low_o,
    output reg  [P-1:0]     uib_low_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (SMS < 1) begin : refuse_SMS_below_1 wire SMS_below_1; wire [SMS_below_1:0] refused; end
        if (SMS > 128) begin : refuse_SMS_above_128 wire SMS_above_128; wire [SMS_above_128:0] refused; end
        if (P < 2) begin : refuse_P_below_2 wire P_below_2; wire [P_below_2:0] refused; end
        if (P > 64) begin : refuse_P_above_64 wire P_above_64; wire [P_above_64:0] refused; end
    endgenerate

    reg [13:0]       cycles_q, cycles_d;
    reg              accessed_q, accessed_d;
    reg [21:0]       margin_q, margin_d;
    reg [23*P-1:0]   room_q, room_d;
    reg [6:0]        rest_q, rest_d;
    reg              l1dhr_low_q, l1dhr_low_d;
    reg [P-1:0]      uib_low_q, uib_low_d;
    reg [5:0]        tucd_q, tucd_d;
    reg              profiling_q, profiling_d;
    reg              choosing_q, choosing_d;
    reg [13:0]       profiled_q, profiled_d;
    reg [3:0]        arm_q, arm_d;
    reg [23*SMS-1:0] instructions_q, instructions_d;

    // Table II, the first SM lowest.
    localparam ARMS = 15;
    localparam [6*ARMS-1:0] TUCDS = {6'd25, 6'd22, 6'd20, 6'd18, 6'd16, 6'd14, 6'd12, 6'd10, 6'd8, 6'd7, 6'd6, 6'd5,
                                     6'd4, 6'd3, 6'd2};

    // TUCD within its limits; the lower one decides when they cross. Up to 7 bits, which one step above 63 has.
    function [5:0] limited(input [6:0] tucd, input [5:0] least, input [5:0] most);
        reg [5:0] below;
        begin
            below = tucd < {1'b0, most} ? tucd[5:0] : most;
            limited = below > least ? below : least;
        end
    endfunction

    integer o;

    always @* begin
        for (o = 0; o < SMS; o = o + 1)
            tucd_o[6*o +: 6] = profiling_q
                ? limited({1'b0, TUCDS[6*(o % ARMS) +: 6]}, cfg_tucd_min_i, cfg_tucd_max_i) : tucd_q;
        l1dhr_low_o = l1dhr_low_q & cfg_l1dhr_i != 7'd0;
        uib_low_o = uib_low_q & {P{cfg_uib_i != 7'd0}};
    end

    // Of what a buffer may hold in a cycle at its threshold, the whole places and the hundredths. v * 5243 >> 19 is v / 100
    // up to 43,698 (D-8).
    wire [13:0] product = {7'd0, cfg_uib_i} * {7'd0, cfg_depth_i};
    // verilator lint_off UNUSEDSIGNAL
    wire [26:0] scaled = {13'd0, product} * 27'd5243;
    wire [7:0]  places = scaled[26:19];
    wire [14:0] hundredths = {1'b0, product} - 15'd100 * {7'd0, places};
    // verilator lint_on UNUSEDSIGNAL

    // The sums with this cycle's events.
    wire        accessed_after = accessed_q | access_i;
    wire [21:0] gained = (hit_i ? 22'd100 : 22'd0) - {15'd0, cfg_l1dhr_i};
    wire [21:0] margin_after = margin_q + (gained & {22{access_i}});
    wire [7:0]  sum_of_rests = {1'b0, rest_q} + {1'b0, hundredths[6:0]};
    wire        carry = sum_of_rests >= 8'd100;
    wire [6:0]  rest_after = carry ? sum_of_rests[6:0] - 7'd100 : sum_of_rests[6:0];

    integer        b;
    reg [8:0]      left;
    reg [23*P-1:0] room_after;
    reg [P-1:0]    low_after;

    always @* begin
        left = 9'd0;
        for (b = 0; b < P; b = b + 1) begin
            left = {1'b0, places} - {2'd0, occupancy_i[7*b +: 7]};
            room_after[23*b +: 23] = room_q[23*b +: 23] + {{14{left[8]}}, left} + {22'd0, carry};
            low_after[b] = ~room_after[23*b + 22];
        end
    end

    // Where the period that ends moves TUCD: up when its hit rate is above the threshold. Without an access, and behind a
    // profile, it stays.
    wire        sampling = cfg_period_i != 14'd0;
    wire [13:0] last_cycle = cfg_period_i - 14'd1;
    wire        period_ends = sampling & cycles_q >= last_cycle;
    wire        restart = ~sampling | period_ends | kernel_launch_i;
    wire        latches = period_ends & accessed_after;
    wire        moves = latches & cfg_profile_i == 14'd0;
    wire        above = ~margin_after[21];
    wire [5:0]  risen = limited({1'b0, tucd_q} + 7'd1, cfg_tucd_min_i, cfg_tucd_max_i);
    wire [5:0]  fallen = tucd_q - {5'd0, moves & tucd_q != 6'd0};

    // The profile counts, and then moves all SMs down by one a cycle but the first, which keeps the most so far.
    wire [13:0] last_profiled = cfg_profile_i - 14'd1;
    wire        profile_ends = profiling_q & ~choosing_q & (cfg_profile_i == 14'd0 | profiled_q >= last_profiled);
    wire        chosen = choosing_q & {18'd0, profiled_q} == SMS - 1;
    wire        counts = profiling_q & ~choosing_q & ~kernel_launch_i;
    wire        compares = choosing_q & ~chosen & ~kernel_launch_i;
    wire        more = SMS != 1 & instructions_q[23*(1 % SMS) +: 23] > instructions_q[22:0];
    wire        takes = profile_ends | choosing_q & more;

    integer           s;
    reg [23*SMS-1:0]  counted, moved;

    always @* begin
        for (s = 0; s < SMS; s = s + 1) begin
            counted[23*s +: 23] = instructions_q[23*s +: 23] + {14'd0, thread_instructions_i[9*s +: 9]};
            moved[23*s +: 23] = s == 0 & ~more ? instructions_q[22:0]
                              : s == SMS - 1 ? 23'd0 : instructions_q[23*((s + 1) % SMS) +: 23];
        end
    end

    integer   k;
    reg [5:0] arm_tucd, tucd;

    always @* begin
        arm_tucd = 6'd0;
        for (k = 0; k < ARMS; k = k + 1) if (arm_q == k[3:0]) arm_tucd = TUCDS[6*k +: 6];
    end

    always @* begin
        cycles_d = restart ? 14'd0 : cycles_q + 14'd1;
        accessed_d = ~restart & accessed_after;
        margin_d = restart ? {22{1'b1}} : margin_after;
        room_d = restart ? {23*P{1'b1}} : room_after;
        rest_d = restart ? 7'd99 : rest_after;

        l1dhr_low_d = kernel_launch_i | (latches ? margin_after[21] & ~&margin_after : l1dhr_low_q);
        uib_low_d = {P{kernel_launch_i}} | (period_ends ? low_after : uib_low_q);

        tucd = kernel_launch_i ? cfg_tucd_i : takes ? arm_tucd : fallen;
        tucd_d = moves & above & ~takes & ~kernel_launch_i ? risen : limited({1'b0, tucd}, cfg_tucd_min_i, cfg_tucd_max_i);

        profiling_d = kernel_launch_i ? cfg_profile_i != 14'd0 : profiling_q & ~chosen;
        choosing_d = ~kernel_launch_i & (profile_ends | choosing_q & ~chosen);
        profiled_d = kernel_launch_i | profile_ends | chosen | ~profiling_q ? 14'd0 : profiled_q + 14'd1;
        arm_d = ~choosing_d | arm_q == 4'd14 ? 4'd0 : arm_q + 4'd1;
        instructions_d = counted & {23*SMS{counts}} | moved & {23*SMS{compares}};
    end

    always @(posedge clk_i)
        if (rst_i) begin
            cycles_q <= 14'd0;
            accessed_q <= 1'b0;
            margin_q <= {22{1'b1}};
            room_q <= {23*P{1'b1}};
            rest_q <= 7'd99;
            l1dhr_low_q <= 1'b1;
            uib_low_q <= {P{1'b1}};
            tucd_q <= 6'd5;
            profiling_q <= 1'b0;
            choosing_q <= 1'b0;
            profiled_q <= 14'd0;
            arm_q <= 4'd0;
            instructions_q <= {23*SMS{1'b0}};
        end else begin
            cycles_q <= cycles_d;
            accessed_q <= accessed_d;
            margin_q <= margin_d;
            room_q <= room_d;
            rest_q <= rest_d;
            l1dhr_low_q <= l1dhr_low_d;
            uib_low_q <= uib_low_d;
            tucd_q <= tucd_d;
            profiling_q <= profiling_d;
            choosing_q <= choosing_d;
            profiled_q <= profiled_d;
            arm_q <= arm_d;
            instructions_q <= instructions_d;
        end
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// bucl_update: the thresholds of BUCL, moved once a sampling period. One per GPU, for all SMs.
//
// Source: BUCL section IV.B, Table II, V.D; hardware.md section 4.2, decisions D-17, D-18, D-32, D-38, D-40.
//   period's end   the hit rate of SM 0's L1D and how full each input buffer was are latched as exact ratios,
//                  hits / accesses and sum / (cfg_depth * cfg_period); what is put out compares them with their thresholds.
//                  TUCD += 1 if the hit rate is above its threshold, else -= 1. Without an access both stay.
//   kernel launch  TUCD = cfg_tucd, the ratios 0 / 1; whatever else happens then. A period begins, and the profile
//   profile        cfg_profile cycles long the SMs run TUCD 2 3 4 5 6 7 8 10 12 14 16 18 20 22 25 and again; then all take
//                  that of the SM with most thread instructions, the lowest of equal ones, to the end of the kernel
// TUCD is always kept as max(cfg_tucd_min, min(cfg_tucd_max, TUCD)). No division and no product at the period's end: one
// sum grows by 100 - cfg_l1dhr with each hit and falls by cfg_l1dhr with each miss, so its sign moves TUCD; what a buffer
// may hold at its threshold is summed beside the occupancies, once for all of them, in 100ths.
//
// Latency: an event counts from the next cycle on; outputs compare registers that stay for a period.
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
    reg [13:0]       accesses_q, accesses_d;
    reg [13:0]       hits_q, hits_d;
    reg [21:0]       margin_q, margin_d;
    reg [21*P-1:0]   filled_q, filled_d;
    reg [21:0]       limit_q, limit_d;
    reg [6:0]        rest_q, rest_d;
    reg [13:0]       l1dhr_hits_q, l1dhr_hits_d;
    reg [13:0]       l1dhr_accesses_q, l1dhr_accesses_d;
    reg [21*P-1:0]   uib_q, uib_d;
    reg [21:0]       uib_limit_q, uib_limit_d;
    reg [5:0]        tucd_q, tucd_d;
    reg              profiling_q, profiling_d;
    reg [13:0]       profiled_q, profiled_d;
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

    integer o, b;

    always @* begin
        for (o = 0; o < SMS; o = o + 1)
            tucd_o[6*o +: 6] = profiling_q
                ? limited({1'b0, TUCDS[6*(o % ARMS) +: 6]}, cfg_tucd_min_i, cfg_tucd_max_i) : tucd_q;
        l1dhr_low_o = 21'd100 * {7'd0, l1dhr_hits_q} < {14'd0, cfg_l1dhr_i} * {7'd0, l1dhr_accesses_q};
        for (b = 0; b < P; b = b + 1)
            uib_low_o[b] = {1'b0, uib_q[21*b +: 21]} < uib_limit_q & cfg_uib_i != 7'd0;
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
    wire [13:0] cycles_after = cycles_q + 14'd1;
    wire [13:0] accesses_after = accesses_q + {13'd0, access_i};
    wire [13:0] hits_after = hits_q + {13'd0, access_i & hit_i};
    wire [21:0] gained = (hit_i ? 22'd100 : 22'd0) - {15'd0, cfg_l1dhr_i};
    wire [21:0] margin_after = margin_q + (gained & {22{access_i}});
    wire [7:0]  sum_of_rests = {1'b0, rest_q} + {1'b0, hundredths[6:0]};
    wire        carry = sum_of_rests >= 8'd100;
    wire [21:0] limit_after = limit_q + {14'd0, places} + {21'd0, carry};
    wire [6:0]  rest_after = carry ? sum_of_rests[6:0] - 7'd100 : sum_of_rests[6:0];

    integer        f;
    reg [21*P-1:0] filled_after;

    always @*
        for (f = 0; f < P; f = f + 1)
            filled_after[21*f +: 21] = filled_q[21*f +: 21] + {14'd0, occupancy_i[7*f +: 7]};

    // Where the period that ends moves TUCD: up when its hit rate is above the threshold. Without an access it stays.
    wire       sampling = cfg_period_i != 14'd0;
    wire       period_ends = sampling & cycles_after >= cfg_period_i;
    wire       accessed = accesses_after != 14'd0;
    wire       above = ~margin_after[21] & margin_after != 22'd0;
    wire [6:0] moved = above ? {1'b0, tucd_q} + 7'd1 : {1'b0, tucd_q} - {6'd0, tucd_q != 6'd0};

    // The threshold of the SM with most thread instructions, of equal ones of the lowest, in a tree.
    wire [13:0]       profiled_after = profiled_q + 14'd1;
    wire              profile_ends = profiling_q & profiled_after >= cfg_profile_i;
    integer           s, i, step;
    reg [23*SMS-1:0]  instructions_after, most;
    reg [6*SMS-1:0]   best;

    always @* begin
        i = 0;
        instructions_after = {23*SMS{1'b0}};
        best = {6*SMS{1'b0}};
        for (s = 0; s < SMS; s = s + 1) begin
            instructions_after[23*s +: 23] = instructions_q[23*s +: 23] + {14'd0, thread_instructions_i[9*s +: 9]};
            best[6*s +: 6] = TUCDS[6*(s % ARMS) +: 6];
        end
        most = instructions_after;
        for (step = 1; step < SMS; step = step * 2)
            for (i = 0; i + step < SMS; i = i + 2*step)
                if (most[23*(i + step) +: 23] > most[23*i +: 23]) begin
                    most[23*i +: 23] = most[23*(i + step) +: 23];
                    best[6*i +: 6] = best[6*(i + step) +: 6];
                end
    end

    wire       restart = period_ends | kernel_launch_i;
    wire       latches = period_ends & accessed;
    wire       moves = latches & cfg_profile_i == 14'd0;
    reg  [6:0] tucd;

    always @* begin
        cycles_d = restart ? 14'd0 : sampling ? cycles_after : cycles_q;
        accesses_d = restart ? 14'd0 : sampling ? accesses_after : accesses_q;
        hits_d = restart ? 14'd0 : sampling ? hits_after : hits_q;
        margin_d = restart ? 22'd0 : sampling ? margin_after : margin_q;
        filled_d = restart ? {21*P{1'b0}} : sampling ? filled_after : filled_q;
        limit_d = restart ? 22'd0 : sampling ? limit_after : limit_q;
        rest_d = restart ? 7'd0 : sampling ? rest_after : rest_q;

        l1dhr_hits_d = kernel_launch_i ? 14'd0 : latches ? hits_after : l1dhr_hits_q;
        l1dhr_accesses_d = kernel_launch_i ? 14'd1 : latches ? accesses_after : l1dhr_accesses_q;
        uib_d = kernel_launch_i ? {21*P{1'b0}} : period_ends ? filled_after : uib_q;
        uib_limit_d = kernel_launch_i ? 22'd1 : period_ends ? limit_after + {21'd0, rest_after != 7'd0} : uib_limit_q;

        tucd = kernel_launch_i ? {1'b0, cfg_tucd_i} : profile_ends ? {1'b0, best[5:0]} : moves ? moved : {1'b0, tucd_q};
        tucd_d = limited(tucd, cfg_tucd_min_i, cfg_tucd_max_i);

        profiling_d = kernel_launch_i ? cfg_profile_i != 14'd0 : profiling_q & ~profile_ends;
        profiled_d = kernel_launch_i | profile_ends ? 14'd0 : profiling_q ? profiled_after : profiled_q;
        instructions_d = kernel_launch_i ? {23*SMS{1'b0}} : profiling_q ? instructions_after : instructions_q;
    end

    always @(posedge clk_i)
        if (rst_i) begin
            cycles_q <= 14'd0;
            accesses_q <= 14'd0;
            hits_q <= 14'd0;
            margin_q <= 22'd0;
            filled_q <= {21*P{1'b0}};
            limit_q <= 22'd0;
            rest_q <= 7'd0;
            l1dhr_hits_q <= 14'd0;
            l1dhr_accesses_q <= 14'd1;
            uib_q <= {21*P{1'b0}};
            uib_limit_q <= 22'd1;
            tucd_q <= 6'd5;
            profiling_q <= 1'b0;
            profiled_q <= 14'd0;
            instructions_q <= {23*SMS{1'b0}};
        end else begin
            cycles_q <= cycles_d;
            accesses_q <= accesses_d;
            hits_q <= hits_d;
            margin_q <= margin_d;
            filled_q <= filled_d;
            limit_q <= limit_d;
            rest_q <= rest_d;
            l1dhr_hits_q <= l1dhr_hits_d;
            l1dhr_accesses_q <= l1dhr_accesses_d;
            uib_q <= uib_d;
            uib_limit_q <= uib_limit_d;
            tucd_q <= tucd_d;
            profiling_q <= profiling_d;
            profiled_q <= profiled_d;
            instructions_q <= instructions_d;
        end
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// oaws_ocw: how many warps' lines the L1D can keep, learned from whether divergent loads hit completely. One per SM.
//
// Source: OAWS section 4.3.1, Fig. 7; hardware.md section 1.2, decisions D-3 (widths), D-4, D-5, D-6, D-21.
// A load that starts clears the three registers of the load being serviced; div = more than 2 lines of the L1D (n_acc).
// Each access sets the bit of its set; anything but a tag hit at the first attempt sets fcl. When a divergent load is done:
//   fcl clear, fully cached:    CNT += 1 up to 255; at 255 with OCW < Wmax: OCW += 1, CNT = 0
//   fcl set, partially cached:  CNT -= 1, or CNT - CNT/2 if the load is associativity sensitive, down to 0;
//                               at 0 with OCW > OCW_MIN: OCW -= 1, CNT = 255
// Wmax = max(OCW_MIN, min(N, cfg_wmax)); OCW_MIN = max(2, S). An OCW above a lowered Wmax follows it at once.
// Within a cycle: launch, start, access, done, each seeing the one before. launch touches only CNT and OCW.
//
// Chain: div_done and n_sets are put out for this cycle's done event and go to oaws_dlc, whose answer comes back as the late
// input sensitive; everything else is early.
// Latency: div_done and n_sets combinational; CNT and OCW at the edge after done.
// Example, N = 48, S = 2 (E-4): 127 fully cached divergent loads: OCW 3, CNT 0; 255 more: OCW 4. From reset, partially
// cached sensitive loads: CNT 128, 64, 32, 16, 8, 4, 2, 1, 0 and stays, OCW stays 2.
// Not modelled: which warps are cached (oaws_qualify), sensitivity (oaws_dlc).
module oaws_ocw #(
    parameter N = 48,
    parameter S = 2,
    parameter SETS = 32
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire [$clog2(N+1)-1:0]    cfg_wmax_i,
    input  wire [$clog2(N+1)-1:0]    cfg_ocw_pin_i,
    input  wire                      launch_i,
    input  wire                      start_i,
    input  wire [5:0]                n_acc_i,
    input  wire                      access_i,
    input  wire [$clog2(SETS)-1:0]   access_set_i,
    input  wire                      access_hit_i,
    input  wire                      done_i,
    input  wire                      sensitive_i,
    output reg  [$clog2(N+1)-1:0]    ocw_o,
    output reg                       div_done_o,
    output reg  [$clog2(SETS+1)-1:0] n_sets_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (S < 1) begin : refuse_S_below_1 wire S_below_1; wire [S_below_1:0] refused; end
        if (S > N) begin : refuse_S_above_N wire S_above_N; wire [S_above_N:0] refused; end
        if (SETS < 2) begin : refuse_SETS_below_2 wire SETS_below_2; wire [SETS_below_2:0] refused; end
    endgenerate

    localparam OCW_W = $clog2(N + 1);
    localparam SET_W = $clog2(SETS);
    localparam N_SETS_W = $clog2(SETS + 1);
    localparam OCW_MIN_VALUE = S > 2 ? S : 2;

    localparam [OCW_W-1:0] OCW_MIN = OCW_MIN_VALUE[OCW_W-1:0];
    localparam [OCW_W-1:0] OCW_TOP = N[OCW_W-1:0];
    localparam [7:0] CNT_RESET = 8'd128;
    localparam [7:0] CNT_MAX = 8'd255;
    localparam [5:0] COHERENT_LINES = 6'd2;

    reg             div_q, div_d;
    reg             fcl_q, fcl_d;
    reg [SETS-1:0]  sets_touched_q, sets_touched_d;
    reg [7:0]       cnt_q, cnt_d;
    reg [OCW_W-1:0] ocw_q, ocw_d;

    wire [OCW_W-1:0] wmax = cfg_wmax_i < OCW_MIN ? OCW_MIN : cfg_wmax_i < OCW_TOP ? cfg_wmax_i : OCW_TOP;

    // How many sets the registers say were touched: a tree of sums, in which node n adds nodes 2n and 2n + 1.
    localparam LEVELS = $clog2(SETS);

    integer                       level, node;
    reg [(N_SETS_W<<LEVELS)-1:0]  sums;

    always @* begin
        level = 0;
        sums = {(N_SETS_W << LEVELS){1'b0}};
        for (node = 0; node < SETS; node = node + 1) sums[node*N_SETS_W] = sets_touched_q[node];
        for (level = LEVELS - 1; level >= 0; level = level - 1)
            for (node = 0; node < 1 << level; node = node + 1)
                sums[node*N_SETS_W +: N_SETS_W] =
                    sums[2*node*N_SETS_W +: N_SETS_W] + sums[(2*node + 1)*N_SETS_W +: N_SETS_W];
    end

    // The registers of the load being serviced, after this cycle's start and access, and what is put out of them. The
    // sets are counted in the registers, in parallel to the access, which adds one when its set is new.
    integer        s;
    reg [SETS-1:0] kept, touched;

    always @* begin
        touched = {SETS{1'b0}};
        for (s = 0; s < SETS; s = s + 1)                                  // SETS or more is none of them
            touched[s] = access_i && access_set_i == s[SET_W-1:0];
        kept = sets_touched_q & {SETS{~start_i}};
        div_d = start_i ? n_acc_i > COHERENT_LINES : div_q;
        fcl_d = (fcl_q & ~start_i) | (access_i & ~access_hit_i);
        sets_touched_d = kept | touched;

        div_done_o = done_i & div_d;
        n_sets_o = (sums[0 +: N_SETS_W] & {N_SETS_W{~start_i}}) + {{N_SETS_W-1{1'b0}}, |(touched & ~kept)};
        ocw_o = ocw_q > wmax ? wmax : ocw_q;
        ocw_o = cfg_ocw_pin_i != {OCW_W{1'b0}} ? cfg_ocw_pin_i : ocw_o;
    end

    // CNT goes up by one, down by one, or by CNT - CNT / 2 to CNT / 2; where it ends, OCW moves if it can, and CNT begins
    // at its other end.
    reg       cached, missed, climbs, falls;
    reg [7:0] more, less;

    always @* begin
        cnt_d = launch_i ? CNT_RESET : cnt_q;
        ocw_d = launch_i ? OCW_MIN : ocw_q;
        ocw_d = ocw_d > wmax ? wmax : ocw_d;

        cached = done_i & div_d & ~fcl_d;
        more = cnt_d < CNT_MAX ? cnt_d + 8'd1 : CNT_MAX;
        climbs = cnt_d >= CNT_MAX - 8'd1 && ocw_d < wmax;

        missed = done_i & div_d & fcl_d;
        less = sensitive_i ? cnt_d >> 1 : cnt_d > 8'd0 ? cnt_d - 8'd1 : 8'd0;
        falls = cnt_d <= 8'd1 && ocw_d > OCW_MIN;

        cnt_d = cached ? (climbs ? 8'd0 : more) : missed ? (falls ? CNT_MAX : less) : cnt_d;
        ocw_d = cached & climbs ? ocw_d + 1'b1 : missed & falls ? ocw_d - 1'b1 : ocw_d;
    end

    always @(posedge clk_i)
        if (rst_i) begin
            div_q <= 1'b0;
            fcl_q <= 1'b0;
            sets_touched_q <= {SETS{1'b0}};
            cnt_q <= CNT_RESET;
            ocw_q <= OCW_MIN;
        end else begin
            div_q <= div_d;
            fcl_q <= fcl_d;
            sets_touched_q <= sets_touched_d;
            cnt_q <= cnt_d;
            ocw_q <= ocw_d;
        end
endmodule

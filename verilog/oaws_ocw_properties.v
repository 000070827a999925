// SPDX-License-Identifier: BSD-3-Clause
// What oaws_ocw guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  OCW_MIN <= OCW <= N, always.
//   2  The OCW put out is at most Wmax, unless cfg_ocw_pin forces it; a pin is put out as it is.
//   3  n_sets is the number of bits in the next sets_touched, so at most SETS; an access touches at least one set.
//   4  A load that is coherent, and a cycle without done or launch, leave CNT alone, and OCW too unless Wmax was lowered.
//   5  A fully cached load never lowers OCW and never lowers CNT without raising OCW; it raises OCW only from CNT 254 up.
//   6  A partially cached load never raises OCW and never raises CNT without lowering OCW; it takes CNT at least to its
//      half when the load is sensitive.
//   7  OCW moves by at most one, unless a launch or a lowered Wmax takes it further down.
//   8  A start without access leaves no set touched and fcl clear; without start, a touched set stays touched and fcl set.
//
// FROM_RESET = 1: the first cycle resets. 0: it starts in any state that satisfies the registers' invariant (property 1),
// for covers and for planted bugs whose trace from reset would be hundreds of loads long.
module oaws_ocw_properties #(
    parameter N = 48,
    parameter S = 2,
    parameter SETS = 32,
    parameter FROM_RESET = 1
) (
    input wire                     clk_i,
    input wire                     rst_i,
    input wire [$clog2(N+1)-1:0]   cfg_wmax_i,
    input wire [$clog2(N+1)-1:0]   cfg_ocw_pin_i,
    input wire                     launch_i,
    input wire                     start_i,
    input wire [5:0]               n_acc_i,
    input wire                     access_i,
    input wire [$clog2(SETS)-1:0]  access_set_i,
    input wire                     access_hit_i,
    input wire                     done_i,
    input wire                     sensitive_i,
    output wire [7:0]              reached_o
);
    localparam OCW_W = $clog2(N + 1);
    localparam OCW_MIN = S > 2 ? S : 2;

    wire [OCW_W-1:0]          ocw_o;
    wire                      div_done_o;
    wire [$clog2(SETS+1)-1:0] n_sets_o;

    oaws_ocw #(.N(N), .S(S), .SETS(SETS)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_wmax_i(cfg_wmax_i), .cfg_ocw_pin_i(cfg_ocw_pin_i), .launch_i(launch_i),
        .start_i(start_i), .n_acc_i(n_acc_i), .access_i(access_i), .access_set_i(access_set_i),
        .access_hit_i(access_hit_i), .done_i(done_i), .sensitive_i(sensitive_i),
        .ocw_o(ocw_o), .div_done_o(div_done_o), .n_sets_o(n_sets_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire            \block.div_q , \block.div_d , \block.fcl_q , \block.fcl_d ;
    (* hierconn *) wire [SETS-1:0] \block.sets_touched_q , \block.sets_touched_d ;
    (* hierconn *) wire [7:0]      \block.cnt_q , \block.cnt_d ;
    (* hierconn *) wire [OCW_W-1:0] \block.ocw_q , \block.ocw_d ;
    wire [7:0]       cnt_q = \block.cnt_q , cnt_d = \block.cnt_d ;
    wire [OCW_W-1:0] ocw_q = \block.ocw_q , ocw_d = \block.ocw_d ;
    wire [SETS-1:0]  sets_q = \block.sets_touched_q , sets_d = \block.sets_touched_d ;
    wire             fcl_q = \block.fcl_q , fcl_d = \block.fcl_d ;

    wire [OCW_W-1:0] wmax = cfg_wmax_i <= OCW_MIN ? OCW_MIN : cfg_wmax_i >= N ? N : cfg_wmax_i;
    wire             lowered = ocw_q > wmax;
    wire             full = div_done_o & ~fcl_d;
    wire             partial = div_done_o & fcl_d;

    integer s;
    reg [$clog2(SETS+1)-1:0] touched;
    always @* begin
        touched = 0;
        for (s = 0; s < SETS; s = s + 1) touched = touched + sets_d[s];
    end

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    wire invariant = ocw_q >= OCW_MIN && ocw_q <= N;
    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant);

    always @* if (started) begin
        p1: assert (invariant);
        p2: assert (cfg_ocw_pin_i != 0 ? ocw_o == cfg_ocw_pin_i : ocw_o <= wmax);
        p3: assert (n_sets_o == touched && n_sets_o <= SETS && (!access_i || access_set_i >= SETS || n_sets_o != 0));
        if (!launch_i && !div_done_o)
            p4: assert (cnt_d == cnt_q && (ocw_d == ocw_q || lowered));
        if (full && !launch_i && !lowered)
            p5: assert (ocw_d >= ocw_q && (cnt_d >= cnt_q || ocw_d > ocw_q) && (ocw_d == ocw_q || cnt_q >= 254));
        if (partial && !launch_i && !lowered)
            p6: assert (ocw_d <= ocw_q && (cnt_d <= cnt_q || ocw_d < ocw_q)
                        && (!sensitive_i || ocw_d < ocw_q || cnt_d <= cnt_q >> 1));
        if (!launch_i && !lowered)
            p7: assert (ocw_d <= ocw_q + 1 && ocw_d + 1 >= ocw_q);
        p8: assert (start_i ? access_i || (sets_d == 0 && !fcl_d) : (sets_d & sets_q) == sets_q && (fcl_d || !fcl_q));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = full && !launch_i && ocw_d > ocw_q;
    assign reached_o[1] = partial && !launch_i && !lowered && ocw_d < ocw_q;
    assign reached_o[2] = full && cnt_q == 255 && cnt_d == 255;
    assign reached_o[3] = partial && cnt_q == 0 && cnt_d == 0;
    assign reached_o[4] = partial && sensitive_i && cnt_q == 7 && cnt_d == 3;
    assign reached_o[5] = lowered && ocw_d == wmax;
    assign reached_o[6] = cfg_ocw_pin_i != 0 && ocw_o > wmax;
    assign reached_o[7] = n_sets_o == SETS;
endmodule

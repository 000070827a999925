// SPDX-License-Identifier: BSD-3-Clause
// owl_prefetch: which lines of an open DRAM row were sent to the L2, and which is prefetched next. One per controller.
//
// Source: OWL sections 4.4, 4.5; hardware.md section 5.2, decisions D-20, D-34. Clocks are the DRAM's.
//   vector   one bit a line of each bank's row: cleared when a row is opened, set when the line goes to the L2, for a
//            demand or as a prefetch, or is dropped because the L2 has it. A store's line is not reported.
//   offer    the lowest line whose bit is clear, of an open row that no demand waits for, while the fill path has room.
//            A demand to another row of the bank ends it: in scheme 1 at once, in scheme 2 when the opening has sent C
//            lines as prefetches (a dropped line does not count); until then the row is held.
//   C        cfg_higher while fewer demands wait than on average, else cfg_lower, in every clock anew. The average is
//            that of the last whole period: min(127, waiting) summed over 1,024 clocks, shifted right by 10.
// Within a clock: close, open, sent, each seeing the one before. What is of no bank or line that there is, sent of a
// closed row or of kind 3, is ignored; opening an open row begins it anew.
//
// Latency: outputs follow early inputs in the same clock; an event counts from the next clock on.
// Example: 32 lines, scheme 2, C 8. A row is opened, lines 0 and 3 are sent for demands: 1, 2, 4, 5, ... are offered. A
// demand to another row arrives after five of them: three more are sent, the row is held until then, and closed.
// Not modelled: which of the banks that offer gets the data bus, timing, what the L2 has (sim/memory).
module owl_prefetch #(
    parameter BANKS = 4,
    parameter LINES = 32
) (
    input  wire                           clk_i,
    input  wire                           rst_i,
    input  wire                           cfg_scheme_i,
    input  wire [5:0]                     cfg_lower_i,
    input  wire [5:0]                     cfg_higher_i,
    input  wire [BANKS-1:0]               demand_open_i,
    input  wire [BANKS-1:0]               demand_other_i,
    input  wire [7:0]                     waiting_i,
    input  wire [BANKS-1:0]               room_i,
    input  wire                           open_i,
    input  wire [$clog2(BANKS)-1:0]       open_bank_i,
    input  wire                           close_i,
    input  wire [$clog2(BANKS)-1:0]       close_bank_i,
    input  wire                           sent_i,
    input  wire [$clog2(BANKS)-1:0]       sent_bank_i,
    input  wire [$clog2(LINES)-1:0]       sent_line_i,
    input  wire [1:0]                     sent_kind_i,
    output reg  [BANKS-1:0]               valid_o,
    output reg  [$clog2(LINES)*BANKS-1:0] line_o,
    output reg  [BANKS-1:0]               hold_o,
    output reg  [5:0]                     degree_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (BANKS < 2) begin : refuse_BANKS_below_2 wire BANKS_below_2; wire [BANKS_below_2:0] refused; end
        if (BANKS > 64) begin : refuse_BANKS_above_64 wire BANKS_above_64; wire [BANKS_above_64:0] refused; end
        if (LINES < 2) begin : refuse_LINES_below_2 wire LINES_below_2; wire [LINES_below_2:0] refused; end
        if (LINES > 64) begin : refuse_LINES_above_64 wire LINES_above_64; wire [LINES_above_64:0] refused; end
    endgenerate

    localparam BANK_W = $clog2(BANKS);
    localparam LINE_W = $clog2(LINES);
    localparam [1:0] PREFETCH = 2'd1, NO_KIND = 2'd3;
    localparam [7:0] MOST_WAITING = 8'd127;
    localparam [5:0] MOST_PREFETCHED = 6'd63;

    reg [BANKS-1:0]       opened_q, opened_d;
    reg [LINES*BANKS-1:0] fetched_q, fetched_d;
    reg [6*BANKS-1:0]     prefetched_q, prefetched_d;
    reg [9:0]             clocks_q, clocks_d;
    reg [16:0]            sum_q, sum_d;
    reg [6:0]             average_q, average_d;

    // The lowest line that was not sent, in a tree; above it whether there is one. 0 if not.
    function [LINE_W:0] first_left(input [LINES-1:0] fetched);
        reg [LINES-1:0]        left;
        reg [LINE_W*LINES-1:0] number;
        integer                l, step;
        begin
            left = ~fetched;
            for (l = 0; l < LINES; l = l + 1) number[LINE_W*l +: LINE_W] = l[LINE_W-1:0];
            for (step = 1; step < LINES; step = step * 2)
                for (l = 0; l + step < LINES; l = l + 2*step) begin
                    number[LINE_W*l +: LINE_W] = left[l] ? number[LINE_W*l +: LINE_W]
                                                         : number[LINE_W*(l + step) +: LINE_W];
                    left[l] = left[l] | left[l + step];
                end
            first_left = {left[0], number[LINE_W-1:0] & {LINE_W{left[0]}}};
        end
    endfunction

    integer         o;
    reg [BANKS-1:0] left, below, offers, lasts;

    always @* begin
        degree_o = waiting_i < {1'b0, average_q} ? cfg_higher_i : cfg_lower_i;
        for (o = 0; o < BANKS; o = o + 1) begin
            {left[o], line_o[LINE_W*o +: LINE_W]} = first_left(fetched_q[LINES*o +: LINES]);
            below[o] = prefetched_q[6*o +: 6] < degree_o;
        end
        offers = opened_q & left & room_i & ~demand_open_i;
        lasts = below & {BANKS{cfg_scheme_i}};
        valid_o = offers & (~demand_other_i | lasts);
        hold_o = offers & demand_other_i & lasts;
    end

    // Of the banks and lines that exist the one that each event is of, one bit.
    integer         e, l;
    reg [BANKS-1:0] opens, closes, sends;
    reg [LINES-1:0] sent_line;

    always @* begin
        for (l = 0; l < LINES; l = l + 1) sent_line[l] = sent_line_i == l[LINE_W-1:0];
        for (e = 0; e < BANKS; e = e + 1) begin
            opens[e] = open_i & open_bank_i == e[BANK_W-1:0];
            closes[e] = close_i & close_bank_i == e[BANK_W-1:0];
            sends[e] = sent_i & sent_bank_i == e[BANK_W-1:0] & |sent_line & sent_kind_i != NO_KIND;
        end
    end

    wire        period_ends = &clocks_q;
    wire [7:0]  limited = waiting_i < MOST_WAITING ? waiting_i : MOST_WAITING;
    wire [16:0] sum_after = sum_q + {9'd0, limited};
    integer     n;
    reg [5:0]   prefetched;

    always @* begin
        opened_d = (opened_q & ~closes) | opens;
        for (n = 0; n < BANKS; n = n + 1) begin
            fetched_d[LINES*n +: LINES] = (fetched_q[LINES*n +: LINES] & {LINES{~opens[n]}})
                                          | (sent_line & {LINES{sends[n] & opened_d[n]}});
            prefetched = prefetched_q[6*n +: 6] & {6{~opens[n]}};
            prefetched_d[6*n +: 6] = prefetched + {5'd0, sends[n] & opened_d[n] & sent_kind_i == PREFETCH
                                                         & prefetched != MOST_PREFETCHED};
        end
        clocks_d = clocks_q + 10'd1;
        sum_d = period_ends ? 17'd0 : sum_after;
        average_d = period_ends ? sum_after[16:10] : average_q;
    end

    always @(posedge clk_i)
        if (rst_i) begin
            opened_q <= {BANKS{1'b0}};
            fetched_q <= {LINES*BANKS{1'b0}};
            prefetched_q <= {6*BANKS{1'b0}};
            clocks_q <= 10'd0;
            sum_q <= 17'd0;
            average_q <= 7'd0;
        end else begin
            opened_q <= opened_d;
            fetched_q <= fetched_d;
            prefetched_q <= prefetched_d;
            clocks_q <= clocks_d;
            sum_q <= sum_d;
            average_q <= average_d;
        end
endmodule

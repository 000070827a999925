// SPDX-License-Identifier: BSD-3-Clause
// What owl_prefetch guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  The sum is at most 127 a clock of its period, so that the average fits its register; a bank that has prefetched
//      since its row was opened has sent a line.
//   2  Between openings bits of a vector only grow; an opening leaves at most the line that is sent in its clock.
//   3  A line is offered only of an open row, with room, while no demand to that row waits, and was not sent.
//   4  The line of a bank is the lowest of its row that was not sent, 0 when there is none: then nothing is offered.
//   5  A row is held only with room and below C, in scheme 2, before a demand to another row, and while it offers one.
//   6  Before a demand to another row a line is offered exactly as long as the row is held; scheme 2 with C 0 offers
//      what scheme 1 does; without such a demand C plays no part.
//   7  C is cfg_higher exactly while fewer demands wait than the average.
//   8  A line that is sent of an open row sets its own bit and no other, and counts exactly if it is a prefetch, up to
//      63; lines and banks that are not there, closed rows and kind 3 change nothing. Events open and close rows.
//   9  The average changes only at the end of a period of 1,024 clocks and lies, between powers of two, where all
//      numbers of waiting demands of its period, at most 127 each, lay.
//
// Said of two banks, a and b, and a line, l, that the proof may choose freely.
// FROM_RESET = 1: the first cycle resets. 0: it starts in any state of properties 1 and 9, for covers and plants.
module owl_prefetch_properties #(
    parameter BANKS = 4,
    parameter LINES = 32,
    parameter FROM_RESET = 1
) (
    input wire                     clk_i,
    input wire                     rst_i,
    input wire                     cfg_scheme_i,
    input wire [5:0]               cfg_lower_i,
    input wire [5:0]               cfg_higher_i,
    input wire [BANKS-1:0]         demand_open_i,
    input wire [BANKS-1:0]         demand_other_i,
    input wire [7:0]               waiting_i,
    input wire [BANKS-1:0]         room_i,
    input wire                     open_i,
    input wire [$clog2(BANKS)-1:0] open_bank_i,
    input wire                     close_i,
    input wire [$clog2(BANKS)-1:0] close_bank_i,
    input wire                     sent_i,
    input wire [$clog2(BANKS)-1:0] sent_bank_i,
    input wire [$clog2(LINES)-1:0] sent_line_i,
    input wire [1:0]               sent_kind_i,
    input wire [5:0]               a,
    input wire [5:0]               b,
    input wire [5:0]               l,
    output wire [9:0]              reached_o
);
    localparam LINE_W = $clog2(LINES);
    localparam [LINES-1:0] ALL_LINES = {LINES{1'b1}};

    wire [BANKS-1:0]        valid_o, hold_o;
    wire [LINE_W*BANKS-1:0] line_o;
    wire [5:0]              degree_o;

    owl_prefetch #(.BANKS(BANKS), .LINES(LINES)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_scheme_i(cfg_scheme_i), .cfg_lower_i(cfg_lower_i),
        .cfg_higher_i(cfg_higher_i), .demand_open_i(demand_open_i), .demand_other_i(demand_other_i),
        .waiting_i(waiting_i), .room_i(room_i), .open_i(open_i), .open_bank_i(open_bank_i), .close_i(close_i),
        .close_bank_i(close_bank_i), .sent_i(sent_i), .sent_bank_i(sent_bank_i), .sent_line_i(sent_line_i),
        .sent_kind_i(sent_kind_i), .valid_o(valid_o), .line_o(line_o), .hold_o(hold_o), .degree_o(degree_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire [BANKS-1:0]       \block.opened_q , \block.opened_d ;
    (* hierconn *) wire [LINES*BANKS-1:0] \block.fetched_q , \block.fetched_d ;
    (* hierconn *) wire [6*BANKS-1:0]     \block.prefetched_q , \block.prefetched_d ;
    (* hierconn *) wire [9:0]             \block.clocks_q , \block.clocks_d ;
    (* hierconn *) wire [16:0]            \block.sum_q , \block.sum_d ;
    (* hierconn *) wire [6:0]             \block.average_q , \block.average_d ;
    wire [BANKS-1:0]       opened_q = \block.opened_q , opened_d = \block.opened_d ;
    wire [LINES*BANKS-1:0] all_fetched_q = \block.fetched_q , all_fetched_d = \block.fetched_d ;
    wire [6*BANKS-1:0]     all_prefetched_q = \block.prefetched_q , all_prefetched_d = \block.prefetched_d ;
    wire [9:0]             clocks_q = \block.clocks_q , clocks_d = \block.clocks_d ;
    wire [16:0]            sum_q = \block.sum_q , sum_d = \block.sum_d ;
    wire [6:0]             average_q = \block.average_q , average_d = \block.average_d ;

    always @* assume (a < BANKS && b < BANKS && l < LINES);

    // Of the bank a.
    wire [LINES-1:0]  fetched_q = all_fetched_q[LINES*a +: LINES], fetched_d = all_fetched_d[LINES*a +: LINES];
    wire [5:0]        prefetched_q = all_prefetched_q[6*a +: 6], prefetched_d = all_prefetched_d[6*a +: 6];
    wire [LINE_W-1:0] line = line_o[LINE_W*a +: LINE_W];
    wire              opens = open_i && open_bank_i == a, closes = close_i && close_bank_i == a;
    wire              sends = sent_i && sent_bank_i == a && sent_line_i < LINES && sent_kind_i != 3 && opened_d[a];

    // Where the numbers of this period lay, and those of the last whole one: bit k of `below`: all below 2 ** k, of
    // `least`: none below it.
    wire [7:0] limited = waiting_i > 127 ? 127 : waiting_i;
    wire       ends = clocks_q == 1023;
    integer    i, k;
    reg [6:0]  below_now, least_now, below_q, least_q, below_last_q, least_last_q;
    reg        bounded, banks_hold;

    always @* begin
        bounded = 1;
        for (k = 0; k < 7; k = k + 1) begin
            below_now[k] = (clocks_q == 0 || below_q[k]) && limited < (1 << k);
            least_now[k] = (clocks_q == 0 || least_q[k]) && limited >= (1 << k);
            if (clocks_q != 0 && below_q[k] && sum_q > (clocks_q << k) - clocks_q) bounded = 0;
            if (clocks_q != 0 && least_q[k] && sum_q < (clocks_q << k)) bounded = 0;
        end
        banks_hold = 1;
        for (i = 0; i < BANKS; i = i + 1)
            if (all_fetched_q[LINES*i +: LINES] == 0 && all_prefetched_q[6*i +: 6] != 0) banks_hold = 0;
    end
    always @(posedge clk_i) begin
        below_q <= below_now;
        least_q <= least_now;
        below_last_q <= rst_i ? 7'h7f : ends ? below_now : below_last_q;
        least_last_q <= rst_i ? 7'd0 : ends ? least_now : least_last_q;
    end
    reg average_lies;
    always @* begin
        average_lies = 1;
        for (k = 0; k < 7; k = k + 1)
            if ((below_last_q[k] && average_q >= (1 << k)) || (least_last_q[k] && average_q < (1 << k)))
                average_lies = 0;
    end

    wire invariant = sum_q <= (clocks_q << 7) - clocks_q && banks_hold;

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg start = !FROM_RESET;
    always @(posedge clk_i) start <= 0;
    always @* if (start) assume (invariant && bounded && average_lies);

    always @* if (started && !rst_i) begin
        p1: assert (invariant);
        if (!opens) p2: assert ((fetched_q & ~fetched_d) == 0);
        if (opens) p2_opens: assert (fetched_d == (sends ? {{LINES-1{1'b0}}, 1'b1} << sent_line_i : 0));
        p3: assert (!valid_o[a] || (opened_q[a] && room_i[a] && !demand_open_i[a] && line < LINES && !fetched_q[line]));
        if (fetched_q == ALL_LINES) p4_none: assert (line == 0 && !valid_o[a]);
        if (fetched_q != ALL_LINES) p4: assert (line < LINES && !fetched_q[line] && (l >= line || fetched_q[l]));
        p5: assert (!hold_o[a] || (room_i[a] && prefetched_q < degree_o && cfg_scheme_i && demand_other_i[a]
                                   && valid_o[a]));
        if (demand_other_i[a]) p6: assert (valid_o[a] == hold_o[a]);
        if (demand_other_i[a] && (!cfg_scheme_i || degree_o == 0)) p6_none: assert (!valid_o[a] && !hold_o[a]);
        if (demand_other_i[a] && cfg_scheme_i && prefetched_q < degree_o && opened_q[a] && room_i[a]
            && !demand_open_i[a] && fetched_q != ALL_LINES)
            p6_holds: assert (hold_o[a]);
        if (!demand_other_i[a])
            p6_else: assert (valid_o[a] == (opened_q[a] && room_i[a] && !demand_open_i[a] && fetched_q != ALL_LINES));
        p7: assert (degree_o == (waiting_i < average_q ? cfg_higher_i : cfg_lower_i));
        p8: assert (fetched_d[l] == ((fetched_q[l] && !opens) || (sends && sent_line_i == l)));
        p8_counts: assert (prefetched_d == (opens ? 6'd0 : prefetched_q)
                                           + (sends && sent_kind_i == 1 && (opens || prefetched_q != 63)));
        p8_rows: assert (opened_d[a] == (opens || (opened_q[a] && !closes)));
        if (!ends) p9_stays: assert (average_d == average_q && clocks_d == clocks_q + 1 && sum_d == sum_q + limited);
        if (ends) p9_ends: assert (average_d == (sum_q + limited) >> 10 && clocks_d == 0 && sum_d == 0);
        p9: assert (average_lies && bounded);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = !rst_i && hold_o[a] && hold_o[b] && a != b && line == LINES - 1
                          && prefetched_q == degree_o - 1;
    assign reached_o[1] = !rst_i && opens && fetched_q == ALL_LINES && sends && fetched_d != 0 && closes;
    assign reached_o[2] = !rst_i && valid_o[a] && !demand_other_i[a] && prefetched_q > degree_o && line > l && l > 0;
    assign reached_o[3] = !rst_i && demand_other_i[a] && opened_q[a] && room_i[a] && !demand_open_i[a] && !valid_o[a]
                          && fetched_q != ALL_LINES && cfg_scheme_i && prefetched_q == degree_o && degree_o != 0;
    assign reached_o[4] = !rst_i && demand_open_i[a] && demand_other_i[a] && opened_q[a] && room_i[a] && !hold_o[a]
                          && prefetched_q < degree_o && cfg_scheme_i && fetched_q != ALL_LINES;
    assign reached_o[5] = !rst_i && degree_o == cfg_higher_i && cfg_higher_i != cfg_lower_i
                          && waiting_i == average_q - 1;
    assign reached_o[6] = !rst_i && waiting_i == average_q && cfg_higher_i > cfg_lower_i && degree_o == cfg_lower_i;
    assign reached_o[7] = !rst_i && sends && sent_kind_i == 1 && prefetched_q == 63 && !opens
                          && !fetched_q[sent_line_i];
    assign reached_o[8] = !rst_i && sent_i && sent_bank_i == a && !opened_q[a] && opens && sent_kind_i == 2;
    assign reached_o[9] = !rst_i && ends && sum_q == 127 * 1023 && waiting_i == 255 && average_d == 127
                          && average_q == 0;
endmodule

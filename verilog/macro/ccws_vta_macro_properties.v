// SPDX-License-Identifier: BSD-3-Clause
// What ccws_vta_macro guarantees under any input sequence, proven by induction (tests/verilog/test_macro.sh): it is ccws_vta with
// LATENCY registers in front, whatever the macro gives where sram_2r1w says x, and whatever stands in either memory before it is written.
//
//   1  A probe hits in both or in none; hit_warp_o is its warp.
//   2  The same accesses wait; the same ways hold a tag, in the same order.
//   3  A way that holds a tag holds the same in both memories.
//   4  So it does in a row on its way out of the macro, with the writes that the row has missed.
//
// Said of one set that the proof may choose freely and keeps: of both memories it has that row, and reads elsewhere give anything
// (one_row_memory, in the place of Yosys's cells of memories). Of ccws_vta it relies on what `make prove` shows of any set, here of
// this one: no two ways that hold a tag hold the same, and the ways are in an order.
// FROM_RESET = 1: the first cycle resets. 0: it starts in any state that satisfies 2 to 4, for covers and planted bugs.
module ccws_vta_macro_properties #(
    parameter N = 2,
    parameter WAYS = 2,
    parameter LATENCY = 1,
    parameter FROM_RESET = 1
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire                 probe_i,
    input wire [$clog2(N)-1:0] probe_warp_i,
    input wire [33:0]          probe_line_i,
    input wire                 insert_i,
    input wire [$clog2(N)-1:0] insert_warp_i,
    input wire [33:0]          insert_line_i,
    input wire [N-1:0]         launch_i,
    output wire [3:0]          reached_o
);
    localparam SETS = 2 * N;
    localparam WARP_W = $clog2(N);
    localparam SET_W = WARP_W + 1;
    localparam PAIRS = WAYS * (WAYS - 1) / 2;
    localparam LAST = LATENCY - 1;

    wire              hit_o, model_hit;
    wire [WARP_W-1:0] hit_warp_o;

    ccws_vta_macro #(.N(N), .WAYS(WAYS), .LATENCY(LATENCY)) macro (
        .clk_i(clk_i), .rst_i(rst_i), .probe_i(probe_i), .probe_warp_i(probe_warp_i), .probe_line_i(probe_line_i),
        .insert_i(insert_i), .insert_warp_i(insert_warp_i), .insert_line_i(insert_line_i), .launch_i(launch_i),
        .hit_o(hit_o), .hit_warp_o(hit_warp_o)
    );

    // The registers in front of ccws_vta, the youngest at the lowest bits.
    reg [LATENCY-1:0]        probe, insert;
    reg [LATENCY*WARP_W-1:0] probe_warp, insert_warp;
    reg [LATENCY*34-1:0]     probe_line, insert_line;
    integer                  f;
    always @(posedge clk_i) begin
        {probe[0], insert[0]} <= {probe_i && !rst_i, insert_i && !(launch_i >> insert_warp_i & 1) && !rst_i};
        {probe_warp[WARP_W-1:0], insert_warp[WARP_W-1:0]} <= {probe_warp_i, insert_warp_i};
        {probe_line[33:0], insert_line[33:0]} <= {probe_line_i, insert_line_i};
        for (f = 1; f < LATENCY; f = f + 1) begin
            probe[f] <= probe[f - 1] && !rst_i;
            insert[f] <= insert[f - 1] && !(launch_i >> insert_warp[(f - 1)*WARP_W +: WARP_W] & 1) && !rst_i;
            probe_warp[f*WARP_W +: WARP_W] <= probe_warp[(f - 1)*WARP_W +: WARP_W];
            insert_warp[f*WARP_W +: WARP_W] <= insert_warp[(f - 1)*WARP_W +: WARP_W];
            probe_line[f*34 +: 34] <= probe_line[(f - 1)*34 +: 34];
            insert_line[f*34 +: 34] <= insert_line[(f - 1)*34 +: 34];
        end
    end
    wire [WARP_W-1:0] model_warp = probe_warp[LAST*WARP_W +: WARP_W];
    wire [33:0]       model_line = probe_line[LAST*34 +: 34];

    ccws_vta #(.N(N), .WAYS(WAYS)) model (
        .clk_i(clk_i), .rst_i(rst_i), .probe_i(probe[LAST]), .probe_warp_i(model_warp), .probe_line_i(model_line),
        .insert_i(insert[LAST]), .insert_warp_i(insert_warp[LAST*WARP_W +: WARP_W]), .insert_line_i(insert_line[LAST*34 +: 34]),
        .launch_i(launch_i), .hit_o(model_hit)
    );

    // Registers of both, which flattening connects by name, and of their memories the chosen row.
    (* hierconn *) wire [SETS*WAYS-1:0]       \macro.valid_q , \model.valid_q ;
    (* hierconn *) wire [SETS*PAIRS-1:0]      \macro.newer_q , \model.newer_q ;
    (* hierconn *) wire [LATENCY-1:0]         \macro.probe_q , \macro.insert_q ;
    (* hierconn *) wire [LATENCY*WARP_W-1:0]  \macro.probe_warp_q , \macro.insert_warp_q ;
    (* hierconn *) wire [LATENCY*34-1:0]      \macro.probe_line_q , \macro.insert_line_q ;
    (* hierconn *) wire [LATENCY*WAYS-1:0]    \macro.wrote_q ;
    (* hierconn *) wire [LATENCY*SET_W-1:0]   \macro.wrote_set_q ;
    (* hierconn *) wire [LATENCY*33-1:0]      \macro.wrote_tag_q ;
    (* hierconn *) wire [LATENCY*WAYS*33-1:0] \macro.tags.a_q , \macro.tags.b_q ;
    (* hierconn *) wire [WAYS*33-1:0]         \macro.tags.rows_q.row_q , \model.tags_q.row_q ;
    (* hierconn *) wire [7:0]                 \macro.tags.rows_q.chosen , \model.tags_q.chosen ;
    (* anyconst *) reg [SET_W-1:0] set;
    assign \macro.tags.rows_q.chosen = set, \model.tags_q.chosen = set;
    always @* assume (set < SETS);

    integer            c;
    reg [WAYS-1:0]     valid, macro_valid;
    reg [PAIRS-1:0]    newer, macro_newer;
    always @* begin
        valid = 0;
        macro_valid = 0;
        newer = 0;
        macro_newer = 0;
        for (c = 0; c < SETS; c = c + 1)
            if (set == c) begin
                valid = \model.valid_q [c*WAYS +: WAYS];
                macro_valid = \macro.valid_q [c*WAYS +: WAYS];
                newer = \model.newer_q [c*PAIRS +: PAIRS];
                macro_newer = \macro.newer_q [c*PAIRS +: PAIRS];
            end
    end
    wire [WAYS*33-1:0] row = \model.tags_q.row_q , macro_row = \macro.tags.rows_q.row_q ;

    // Whether the ways that hold a tag hold that of `row` in one that left the macro `age` + 1 edges ago, with the writes that it has missed.
    function same_tags(input [WAYS*33-1:0] left, input integer age);
        integer    k, m;
        reg [32:0] tag;
        begin
            same_tags = 1;
            for (k = 0; k < WAYS; k = k + 1) begin
                tag = left[k*33 +: 33];
                for (m = age; m >= 0; m = m - 1)
                    if (\macro.wrote_q [m*WAYS + k] && \macro.wrote_set_q [m*SET_W +: SET_W] == set) tag = \macro.wrote_tag_q [m*33 +: 33];
                if (valid[k] && tag != row[k*33 +: 33]) same_tags = 0;
            end
        end
    endfunction

    integer s, v, w, u;
    reg     same_waiting, same_rows, ordered;
    always @* begin
        same_waiting = macro_valid == valid && macro_newer == newer && \macro.probe_q == probe && \macro.insert_q == insert;
        same_rows = 1;
        for (s = 0; s < LATENCY; s = s + 1) begin
            if (probe[s] && (\macro.probe_warp_q [s*WARP_W +: WARP_W] != probe_warp[s*WARP_W +: WARP_W]
                             || \macro.probe_line_q [s*34 +: 34] != probe_line[s*34 +: 34])) same_waiting = 0;
            if (insert[s] && (\macro.insert_warp_q [s*WARP_W +: WARP_W] != insert_warp[s*WARP_W +: WARP_W]
                              || \macro.insert_line_q [s*34 +: 34] != insert_line[s*34 +: 34])) same_waiting = 0;
            if (probe[s] && {probe_warp[s*WARP_W +: WARP_W], probe_line[s*34]} == set
                && !same_tags(\macro.tags.a_q [s*WAYS*33 +: WAYS*33], s)) same_rows = 0;
            if (insert[s] && {insert_warp[s*WARP_W +: WARP_W], insert_line[s*34]} == set
                && !same_tags(\macro.tags.b_q [s*WAYS*33 +: WAYS*33], s)) same_rows = 0;
        end
        ordered = 1;
        u = 0;
        for (w = 0; w < WAYS; w = w + 1)
            for (v = 0; v < w; v = v + 1) begin
                if (valid[v] && valid[w] && row[v*33 +: 33] == row[w*33 +: 33]) ordered = 0;
                for (u = 0; u < v; u = u + 1)
                    if (newer[v*(v - 1)/2 + u] == newer[w*(w - 1)/2 + v] && newer[v*(v - 1)/2 + u] != newer[w*(w - 1)/2 + u]) ordered = 0;
            end
    end
    wire same_words = same_tags(macro_row, -1);

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (same_waiting && same_words && same_rows);
    always @* if (started) assume (ordered);

    wire probed = probe[LAST] && {model_warp, model_line[0]} == set;
    always @* if (started) begin
        if (probed) begin
            p1_hit: assert (hit_o == model_hit);
            p1_warp: assert (hit_warp_o == model_warp);
        end
        if (!probe[LAST])
            p1_none: assert (!hit_o);
        p2: assert (same_waiting);
        p3: assert (same_words);
        p4: assert (same_rows);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = !rst_i && probed && hit_o && launch_i == 0;
    // A hit on a tag that its row does not have yet; a row that is read while it is written; an insert that is dropped.
    assign reached_o[1] = probed && hit_o && |\macro.wrote_q [WAYS-1:0] && \macro.wrote_set_q [SET_W-1:0] == set
                          && model_line[33:1] == \macro.wrote_tag_q [32:0];
    assign reached_o[2] = !rst_i && probe_i && insert[LAST] && {probe_warp_i, probe_line_i[0]} == set
                          && {insert_warp[LAST*WARP_W +: WARP_W], insert_line[LAST*34]} == set && &valid;
    assign reached_o[3] = !rst_i && insert_i && (launch_i >> insert_warp_i & 1) && {insert_warp_i, insert_line_i[0]} == set && |valid;
endmodule

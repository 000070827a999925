// SPDX-License-Identifier: BSD-3-Clause
// ccws_vta_macro: ccws_vta with its tags in a macro of SRAM cells, whose hit comes LATENCY cycles later. One per SM.
//
// Source: as ccws_vta, decisions D-11, D-26; policy.ccws_vta_latency (docs/ccws.md). It is ccws_vta with LATENCY registers in front of
// probe and insert, and none in front of launch: an insert whose warp is launched in its cycle, or while it waits, is dropped.
// The macro is an instance of sram_2r1w. It takes the two sets in the cycle of the ports and gives their rows, a tag a way, in the
// cycle in which the registers give the accesses. The LATENCY writes that a row has missed meanwhile are kept beside it, and a
// tag that one of them has written is compared there.
//
// Chain: registers and rows to hit. hit_warp_o is the warp that has probed. Insert and launch are late.
// Example, LATENCY 1: insert (w, 6) in cycle 0, probe (w, 6) in cycle 1: hit in cycle 2; probe (w, 6) in cycle 2: no hit.
// 32 warps of 2 sets of 8 ways: a macro of 64 rows of 8 tags of 33 bits.
// Not modelled: as ccws_vta.
module ccws_vta_macro #(
    parameter N = 32,
    parameter WAYS = 8,
    parameter LATENCY = 1
) (
    input  wire                 clk_i,
    input  wire                 rst_i,
    input  wire                 probe_i,
    input  wire [$clog2(N)-1:0] probe_warp_i,
    input  wire [33:0]          probe_line_i,
    input  wire                 insert_i,
    input  wire [$clog2(N)-1:0] insert_warp_i,
    input  wire [33:0]          insert_line_i,
    input  wire [N-1:0]         launch_i,
    output wire                 hit_o,
    output wire [$clog2(N)-1:0] hit_warp_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is. Of LATENCY: sram_2r1w.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (N > 64) begin : refuse_N_above_64 wire N_above_64; wire [N_above_64:0] refused; end
        if (WAYS != 2 && WAYS != 4 && WAYS != 8) begin : refuse_WAYS_not_2_4_8
            wire WAYS_not_2_4_8;
            wire [WAYS_not_2_4_8:0] refused;
        end
    endgenerate

    localparam SETS = 2 * N;
    localparam WARP_W = $clog2(N);
    localparam SET_W = WARP_W + 1;
    localparam PAIRS = WAYS * (WAYS - 1) / 2;
    localparam LAST = LATENCY - 1;

    // The accesses that wait for their rows, the youngest at the lowest bits.
    reg [LATENCY-1:0]        probe_q, insert_q, probe_d, insert_d;
    reg [LATENCY*WARP_W-1:0] probe_warp_q, insert_warp_q, probe_warp_d, insert_warp_d;
    reg [LATENCY*34-1:0]     probe_line_q, insert_line_q, probe_line_d, insert_line_d;

    function kept(input insert, input [WARP_W-1:0] warp, input [N-1:0] launch);
        kept = insert & ~|(launch & ({{N-1{1'b0}}, 1'b1} << warp));
    endfunction

    integer a;

    always @* begin
        probe_d[0] = probe_i;
        probe_warp_d[WARP_W-1:0] = probe_warp_i;
        probe_line_d[33:0] = probe_line_i;
        insert_d[0] = kept(insert_i, insert_warp_i, launch_i);
        insert_warp_d[WARP_W-1:0] = insert_warp_i;
        insert_line_d[33:0] = insert_line_i;
        for (a = 1; a < LATENCY; a = a + 1) begin
            probe_d[a] = probe_q[a - 1];
            probe_warp_d[a*WARP_W +: WARP_W] = probe_warp_q[(a - 1)*WARP_W +: WARP_W];
            probe_line_d[a*34 +: 34] = probe_line_q[(a - 1)*34 +: 34];
            insert_d[a] = kept(insert_q[a - 1], insert_warp_q[(a - 1)*WARP_W +: WARP_W], launch_i);
            insert_warp_d[a*WARP_W +: WARP_W] = insert_warp_q[(a - 1)*WARP_W +: WARP_W];
            insert_line_d[a*34 +: 34] = insert_line_q[(a - 1)*34 +: 34];
        end
    end

    // From here on the accesses are those whose rows are there.
    wire [33:0]      probe_line = probe_line_q[LAST*34 +: 34];
    wire [33:0]      insert_line = insert_line_q[LAST*34 +: 34];
    wire [SET_W-1:0] probe_set = {probe_warp_q[LAST*WARP_W +: WARP_W], probe_line[0]};
    wire [SET_W-1:0] insert_set = {insert_warp_q[LAST*WARP_W +: WARP_W], insert_line[0]};

    integer          s;
    reg [SETS-1:0]   probed, inserted;

    always @* begin
        probed = {SETS{1'b0}};
        inserted = {SETS{1'b0}};
        for (s = 0; s < SETS; s = s + 1) begin
            probed[s] = probe_q[LAST] && probe_set == s[SET_W-1:0];
            inserted[s] = insert_q[LAST] && insert_set == s[SET_W-1:0];
        end
    end

    // The tags: each row of the macro has the ways of a set.
    wire [WAYS*33-1:0] probe_row, insert_row;
    wire [WAYS-1:0]    write;

    sram_2r1w #(.ROWS(SETS), .LANES(WAYS), .LANE_W(33), .LATENCY(LATENCY)) tags (
        .clk_i(clk_i),
        .a_read_i(probe_i), .a_row_i({probe_warp_i, probe_line_i[0]}), .a_data_o(probe_row),
        .b_read_i(insert_i), .b_row_i({insert_warp_i, insert_line_i[0]}), .b_data_o(insert_row),
        .write_i(write), .write_row_i(insert_set), .write_data_i({WAYS{insert_line[33:1]}})
    );

    // The writes of the last LATENCY cycles, the last at the lowest bits.
    reg [LATENCY*WAYS-1:0]  wrote_q;
    reg [LATENCY*SET_W-1:0] wrote_set_q;
    reg [LATENCY*33-1:0]    wrote_tag_q;

    // The ways of a set with the tag, whether they hold one or not: of its row, but where a later write says otherwise.
    function [WAYS-1:0] same(input [WAYS*33-1:0] row, input [SET_W-1:0] set, input [32:0] tag, input [LATENCY*WAYS-1:0] wrote,
                             input [LATENCY*SET_W-1:0] wrote_set, input [LATENCY*33-1:0] wrote_tag);
        integer          k, h;
        reg [WAYS-1:0]   later;
        begin
            for (k = 0; k < WAYS; k = k + 1) same[k] = row[k*33 +: 33] == tag;
            for (h = LATENCY - 1; h >= 0; h = h - 1) begin
                later = wrote[h*WAYS +: WAYS] & {WAYS{wrote_set[h*SET_W +: SET_W] == set}};
                same = (later & {WAYS{wrote_tag[h*33 +: 33] == tag}}) | (~later & same);
            end
        end
    endfunction

    wire [WAYS-1:0] probe_same = same(probe_row, probe_set, probe_line[33:1], wrote_q, wrote_set_q, wrote_tag_q);
    wire [WAYS-1:0] insert_same = same(insert_row, insert_set, insert_line[33:1], wrote_q, wrote_set_q, wrote_tag_q);

    // The rest is as in ccws_vta. What the flip-flops say of the two sets.
    reg [SETS*WAYS-1:0]  valid_q, valid_d;
    reg [SETS*PAIRS-1:0] newer_q, newer_d;
    integer              r;
    reg [WAYS-1:0]       probe_valid, insert_valid;
    reg [PAIRS-1:0]      insert_newer;

    always @* begin
        probe_valid = {WAYS{1'b0}};
        insert_valid = {WAYS{1'b0}};
        insert_newer = {PAIRS{1'b0}};
        for (r = 0; r < SETS; r = r + 1) begin
            probe_valid = probe_valid | (valid_q[r*WAYS +: WAYS] & {WAYS{probed[r]}});
            insert_valid = insert_valid | (valid_q[r*WAYS +: WAYS] & {WAYS{inserted[r]}});
            insert_newer = insert_newer | (newer_q[r*PAIRS +: PAIRS] & {PAIRS{inserted[r]}});
        end
    end

    wire [WAYS-1:0] freed = probe_valid & probe_same;
    wire [WAYS-1:0] held = insert_valid & insert_same;
    wire [WAYS-1:0] freed_here = freed & {WAYS{|(probed & inserted)}};

    assign hit_o = |freed;
    assign hit_warp_o = probe_warp_q[LAST*WARP_W +: WARP_W];

    // The way that a new tag takes where the probe has freed none: the oldest of the free ones, or of all. One bit. And
    // the order of the set once the way that is written is its newest.
    integer         k, other;
    reg [WAYS-1:0]  victim;
    reg [PAIRS-1:0] renewed;
    reg             other_newer;
    wire [WAYS-1:0] written = |held ? held : |freed_here ? freed_here : victim;

    always @* begin
        other = 0;
        other_newer = 1'b0;
        victim = {WAYS{1'b1}};
        for (k = 0; k < WAYS; k = k + 1)
            for (other = 0; other < WAYS; other = other + 1)
                if (other != k) begin
                    other_newer = other < k ? insert_newer[k*(k - 1)/2 + other] : ~insert_newer[other*(other - 1)/2 + k];
                    victim[k] = victim[k] & ((~insert_valid[k] & insert_valid[other])
                                             | (~(insert_valid[k] ^ insert_valid[other]) & other_newer));
                end
    end

    integer first, second;

    always @* begin
        first = 0;
        renewed = insert_newer;
        for (second = 1; second < WAYS; second = second + 1)
            for (first = 0; first < second; first = first + 1)
                renewed[second*(second - 1)/2 + first] =
                    (insert_newer[second*(second - 1)/2 + first] | written[first]) & ~written[second];
    end

    assign write = written & {WAYS{|inserted}};

    integer d;

    always @* begin
        valid_d = valid_q;
        newer_d = newer_q;
        for (d = 0; d < SETS; d = d + 1) begin
            valid_d[d*WAYS +: WAYS] = ((valid_q[d*WAYS +: WAYS] & ~(freed & {WAYS{probed[d]}}))
                                       | (written & {WAYS{inserted[d]}})) & ~{WAYS{launch_i[d/2]}};
            if (inserted[d]) newer_d[d*PAIRS +: PAIRS] = renewed;
        end
    end

    integer h, i;

    always @(posedge clk_i) begin
        probe_warp_q <= probe_warp_d;
        probe_line_q <= probe_line_d;
        insert_warp_q <= insert_warp_d;
        insert_line_q <= insert_line_d;
        for (h = 1; h < LATENCY; h = h + 1) begin
            wrote_set_q[h*SET_W +: SET_W] <= wrote_set_q[(h - 1)*SET_W +: SET_W];
            wrote_tag_q[h*33 +: 33] <= wrote_tag_q[(h - 1)*33 +: 33];
        end
        wrote_set_q[SET_W-1:0] <= insert_set;
        wrote_tag_q[32:0] <= insert_line[33:1];
    end

    always @(posedge clk_i)
        if (rst_i) begin
            probe_q <= {LATENCY{1'b0}};
            insert_q <= {LATENCY{1'b0}};
            wrote_q <= {LATENCY*WAYS{1'b0}};
            valid_q <= {SETS*WAYS{1'b0}};
            newer_q <= {SETS*PAIRS{1'b0}};
        end else begin
            probe_q <= probe_d;
            insert_q <= insert_d;
            for (i = 1; i < LATENCY; i = i + 1) wrote_q[i*WAYS +: WAYS] <= wrote_q[(i - 1)*WAYS +: WAYS];
            wrote_q[WAYS-1:0] <= write;
            valid_q <= valid_d;
            newer_q <= newer_d;
        end
endmodule

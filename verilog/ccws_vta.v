// SPDX-License-Identifier: BSD-3-Clause
// ccws_vta: victim tag array, the lost-locality detector: the lines that each warp has lost lately. One per SM.
//
// Source: CCWS section 3.2, sizes of OAWS Table 3; hardware.md section 2.1, decisions D-11, D-26.
// A warp's section has two sets of WAYS tags; the lowest bit of a line's address is its set, the others its tag.
//   probe (warp, line)    hit: the tag is there; its way is freed, the line is about to be cached again
//   insert (warp, line)   a tag that is there becomes the newest; else it takes a way: the one that the probe of this
//                         cycle frees, or a free one, or the one inserted longest ago
//   launch (warps)        their sections are emptied
// Within a cycle probe, insert, launch. Of ways that are equally good the one written longest ago is taken.
//
// The tags are a memory, read at two sets a cycle (probe, insert) and written at one way of one (insert), read without
// a clock and not reset: what is free says valid alone. Freeing and emptying touch no tag, so one write port suffices.
// The order of a set's ways is a bit per pair, which an insert brings up to date for its way.
//
// Chain: probe to hit combinational; insert and launch are late. Latency: an insert is seen in the next cycle.
// Example: insert (w, 6); probe (w, 6): hit; probe (w, 6): no hit, unless it has been inserted again.
// 32 warps of 2 sets of 8 ways: 512 tags of 33 bits, 512 valid bits, 64 orders of 28 bits.
// Not modelled: which accesses probe and which evictions insert (the L1D), what a hit is worth (ccws_llds).
module ccws_vta #(
    parameter N = 32,
    parameter WAYS = 8
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
    output reg                  hit_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (N > 64) begin : refuse_N_above_64 wire N_above_64; wire [N_above_64:0] refused; end
        if (WAYS != 2 && WAYS != 4 && WAYS != 8) begin : refuse_WAYS_not_2_4_8
            wire WAYS_not_2_4_8;
            wire [WAYS_not_2_4_8:0] refused;
        end
    endgenerate

    localparam SETS = 2 * N;
    localparam SET_W = $clog2(N) + 1;
    localparam WAY_W = $clog2(WAYS);
    localparam PAIRS = WAYS * (WAYS - 1) / 2;

    reg [SETS*WAYS-1:0]  valid_q, valid_d;
    reg [SETS*PAIRS-1:0] newer_q, newer_d;
    reg [32:0]           tags_q [0:SETS*WAYS-1];

    // The two sets that are read: one bit each of those that exist.
    integer          s;
    reg [SETS-1:0]   probed, inserted;
    wire [SET_W-1:0] probe_set = {probe_warp_i, probe_line_i[0]};
    wire [SET_W-1:0] insert_set = {insert_warp_i, insert_line_i[0]};

    always @* begin
        probed = {SETS{1'b0}};
        inserted = {SETS{1'b0}};
        for (s = 0; s < SETS; s = s + 1) begin
            probed[s] = probe_i && probe_set == s[SET_W-1:0];
            inserted[s] = insert_i && insert_set == s[SET_W-1:0];
        end
    end

    // Their ways with the tag, whether they hold one or not, ...
    wire [WAYS-1:0] probe_same, insert_same;

    genvar g;
    generate
        for (g = 0; g < WAYS; g = g + 1) begin : way
            localparam K = g;
            assign probe_same[g] = tags_q[{probe_set, K[WAY_W-1:0]}] == probe_line_i[33:1];
            assign insert_same[g] = tags_q[{insert_set, K[WAY_W-1:0]}] == insert_line_i[33:1];
        end
    endgenerate

    // ... and what the flip-flops say of them.
    integer         r;
    reg [WAYS-1:0]  probe_valid, insert_valid;
    reg [PAIRS-1:0] insert_newer;

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

    always @* hit_o = |freed;

    // The way that a new tag takes where the probe has freed none: the oldest of the free ones, or of all. One bit. And
    // the order of the set once the way that is written is its newest. The pair of ways first < second is bit
    // second * (second - 1) / 2 + first.
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

    // The write port of the tags.
    integer               n;
    reg [SET_W+WAY_W-1:0] tags_index;
    wire                  tags_write = |inserted;
    wire [32:0]           tags_data = insert_line_i[33:1];

    always @* begin
        tags_index = {insert_set, {WAY_W{1'b0}}};
        for (n = 0; n < WAYS; n = n + 1)
            if (written[n]) tags_index[WAY_W-1:0] = tags_index[WAY_W-1:0] | n[WAY_W-1:0];
    end

    always @(posedge clk_i) if (tags_write) tags_q[tags_index] <= tags_data;

    always @(posedge clk_i)
        if (rst_i) begin
            valid_q <= {SETS*WAYS{1'b0}};
            newer_q <= {SETS*PAIRS{1'b0}};
        end else begin
            valid_q <= valid_d;
            newer_q <= newer_d;
        end
endmodule

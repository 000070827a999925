// SPDX-License-Identifier: BSD-3-Clause
// What ccws_vta guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  No two ways of a set that hold a tag hold the same; the ways of a set are in a total order.
//   2  A probe hits exactly if the section of its warp, which exists, held the line before this cycle.
//   3  A probe that hits frees its way, unless the line is inserted in the same cycle; without insert and launch every
//      other way holds what it held.
//   4  A line that is inserted is in the set, and its way the newest, unless its warp is launched.
//   5  A tag gives way to another only in the set of an insert whose line was not there, when the probe has freed none
//      of its ways and all of them hold a tag, and when all others are newer.
//   6  An insert alone changes the order, of its own set, of no two ways but with the one that it writes.
//   7  A launch empties both sets of its warp, and of no other.
//   8  Tags are written by inserts alone, of warps that exist, one a cycle, and none of another set.
//
// Said of one set and two ways of it, a and b, which the proof may choose freely, and of up to 32 words of tags, by the
// names that Yosys gives them. FROM_RESET = 1: the first cycle resets. 0: it starts in any state that satisfies 1,
// for covers and planted bugs.
module ccws_vta_properties #(
    parameter N = 2,
    parameter WAYS = 4,
    parameter FROM_RESET = 1
) (
    input wire                    clk_i,
    input wire                    rst_i,
    input wire                    probe_i,
    input wire [$clog2(N)-1:0]    probe_warp_i,
    input wire [33:0]             probe_line_i,
    input wire                    insert_i,
    input wire [$clog2(N)-1:0]    insert_warp_i,
    input wire [33:0]             insert_line_i,
    input wire [N-1:0]            launch_i,
    input wire [$clog2(N):0]      set,
    input wire [$clog2(WAYS)-1:0] a,
    input wire [$clog2(WAYS)-1:0] b,
    output wire [7:0]             reached_o
);
    localparam SETS = 2 * N;
    localparam WORDS = SETS * WAYS;
    localparam PAIRS = WAYS * (WAYS - 1) / 2;

    wire hit_o;

    ccws_vta #(.N(N), .WAYS(WAYS)) block (
        .clk_i(clk_i), .rst_i(rst_i), .probe_i(probe_i), .probe_warp_i(probe_warp_i), .probe_line_i(probe_line_i),
        .insert_i(insert_i), .insert_warp_i(insert_warp_i), .insert_line_i(insert_line_i), .launch_i(launch_i),
        .hit_o(hit_o)
    );

    // The block's registers, their next values and the write port of the tags, which flattening connects by name.
    (* hierconn *) wire [SETS*WAYS-1:0]     \block.valid_q , \block.valid_d ;
    (* hierconn *) wire [SETS*PAIRS-1:0]    \block.newer_q , \block.newer_d ;
    (* hierconn *) wire                     \block.tags_write ;
    (* hierconn *) wire [$clog2(WORDS)-1:0] \block.tags_index ;
    (* hierconn *) wire [32:0]              \block.tags_data ;
    (* hierconn *) wire [32:0] \block.tags_q[0] , \block.tags_q[1] , \block.tags_q[2] , \block.tags_q[3] ;
    (* hierconn *) wire [32:0] \block.tags_q[4] , \block.tags_q[5] , \block.tags_q[6] , \block.tags_q[7] ;
    (* hierconn *) wire [32:0] \block.tags_q[8] , \block.tags_q[9] , \block.tags_q[10] , \block.tags_q[11] ;
    (* hierconn *) wire [32:0] \block.tags_q[12] , \block.tags_q[13] , \block.tags_q[14] , \block.tags_q[15] ;
    (* hierconn *) wire [32:0] \block.tags_q[16] , \block.tags_q[17] , \block.tags_q[18] , \block.tags_q[19] ;
    (* hierconn *) wire [32:0] \block.tags_q[20] , \block.tags_q[21] , \block.tags_q[22] , \block.tags_q[23] ;
    (* hierconn *) wire [32:0] \block.tags_q[24] , \block.tags_q[25] , \block.tags_q[26] , \block.tags_q[27] ;
    (* hierconn *) wire [32:0] \block.tags_q[28] , \block.tags_q[29] , \block.tags_q[30] , \block.tags_q[31] ;
    wire [SETS*WAYS-1:0]     valid_q = \block.valid_q , valid_d = \block.valid_d ;
    wire [SETS*PAIRS-1:0]    newer_q = \block.newer_q , newer_d = \block.newer_d ;
    wire                     writes = \block.tags_write ;
    wire [$clog2(WORDS)-1:0] index = \block.tags_index ;
    wire [32:0]              data = \block.tags_data ;
    wire [32*33-1:0]         tags_q = {
        \block.tags_q[31] , \block.tags_q[30] , \block.tags_q[29] , \block.tags_q[28] ,
        \block.tags_q[27] , \block.tags_q[26] , \block.tags_q[25] , \block.tags_q[24] ,
        \block.tags_q[23] , \block.tags_q[22] , \block.tags_q[21] , \block.tags_q[20] ,
        \block.tags_q[19] , \block.tags_q[18] , \block.tags_q[17] , \block.tags_q[16] ,
        \block.tags_q[15] , \block.tags_q[14] , \block.tags_q[13] , \block.tags_q[12] ,
        \block.tags_q[11] , \block.tags_q[10] , \block.tags_q[9] , \block.tags_q[8] ,
        \block.tags_q[7] , \block.tags_q[6] , \block.tags_q[5] , \block.tags_q[4] ,
        \block.tags_q[3] , \block.tags_q[2] , \block.tags_q[1] , \block.tags_q[0] };

    // Whether of the ways of a set the first is newer than the second.
    function is_newer(input [PAIRS-1:0] newer, input integer one, input integer other);
        is_newer = one < other ? newer[other*(other - 1)/2 + one] : ~newer[one*(one - 1)/2 + other];
    endfunction

    // Property 1, and which word holds which line.
    integer s, v, w, u;
    reg     invariant, probe_held, insert_held;
    always @* begin
        {v, w, u} = 0;
        invariant = 1;
        probe_held = 0;
        insert_held = 0;
        for (s = 0; s < SETS; s = s + 1)
            for (w = 0; w < WAYS; w = w + 1) begin
                if (valid_q[s*WAYS + w] && tags_q[(s*WAYS + w)*33 +: 33] == probe_line_i[33:1]
                    && s == {probe_warp_i, probe_line_i[0]}) probe_held = 1;
                if (valid_q[s*WAYS + w] && tags_q[(s*WAYS + w)*33 +: 33] == insert_line_i[33:1]
                    && s == {insert_warp_i, insert_line_i[0]}) insert_held = 1;
                for (v = 0; v < w; v = v + 1) begin
                    if (valid_q[s*WAYS + v] && valid_q[s*WAYS + w]
                        && tags_q[(s*WAYS + v)*33 +: 33] == tags_q[(s*WAYS + w)*33 +: 33]) invariant = 0;
                    for (u = 0; u < v; u = u + 1)
                        if (newer_q[s*PAIRS + v*(v - 1)/2 + u] == newer_q[s*PAIRS + w*(w - 1)/2 + v]
                            && newer_q[s*PAIRS + v*(v - 1)/2 + u] != newer_q[s*PAIRS + w*(w - 1)/2 + u]) invariant = 0;
                end
            end
    end

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant);
    always @* assume (set < SETS && a < WAYS && b < WAYS && a != b);

    // The set and its ways a and b, before and after. The cycle's events in it.
    wire [WAYS-1:0]  valid = valid_q >> set * WAYS, after = valid_d >> set * WAYS;
    wire [PAIRS-1:0] newer = newer_q >> set * PAIRS, newer_after = newer_d >> set * PAIRS;
    wire             a_written = writes && index == set * WAYS + a, b_written = writes && index == set * WAYS + b;
    wire [32:0]      a_tag = tags_q >> (set * WAYS + a) * 33, a_tag_after = a_written ? data : a_tag;
    wire             probed = probe_i && probe_warp_i < N && {probe_warp_i, probe_line_i[0]} == set;
    wire             inserted = insert_i && insert_warp_i < N && {insert_warp_i, insert_line_i[0]} == set;
    wire             launched = launch_i >> set / 2;
    wire             a_hit = probed && valid[a] && a_tag == probe_line_i[33:1];
    wire             a_holds_after = after[a] && a_tag_after == insert_line_i[33:1];
    wire             a_lost = valid[a] && !a_hit && a_tag_after != a_tag;

    always @* if (started && !rst_i) begin
        p1: assert (invariant);
        p2: assert (hit_o == (probe_i && probe_warp_i < N && probe_held));
        if (a_hit && !(insert_i && insert_warp_i == probe_warp_i && insert_line_i == probe_line_i))
            p3_freed: assert (!(after[a] && a_tag_after == probe_line_i[33:1]));
        if (!insert_i && launch_i == 0)
            p3_others: assert (after[a] == (valid[a] && !a_hit) && a_tag_after == a_tag);
        if (inserted && !launched)
            p4_held: assert (!a_written || (a_holds_after && is_newer(newer_after, a, b)));
        if (inserted)
            p4_once: assert (index / WAYS == set && !(a_written && b_written));
        if (a_lost)
            p5: assert (inserted && a_written && !insert_held && &valid && !(probed && hit_o) && is_newer(newer, b, a));
        if (!inserted)
            p6_other: assert (newer_after == newer);
        if (!a_written && !b_written)
            p6_pair: assert (is_newer(newer_after, a, b) == is_newer(newer, a, b));
        if (launched)
            p7_empty: assert (after == 0);
        else
            p7_kept: assert (after[a] || !valid[a] || a_hit);
        p8: assert (writes == (insert_i && insert_warp_i < N) && (!a_written || inserted));
        if (writes)
            p8_line: assert (data == insert_line_i[33:1]);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = !rst_i && hit_o && a_hit && after[a];
    assign reached_o[1] = !rst_i && a_hit && !after[a] && !launched && b_written && valid[b];
    assign reached_o[2] = !rst_i && a_lost && a != 0 && b != 0;
    assign reached_o[3] = !rst_i && inserted && insert_held && a_written && is_newer(newer, b, a) && &valid;
    assign reached_o[4] = !rst_i && a_hit && a_written && !insert_held && is_newer(newer, a, b) && &valid;
    assign reached_o[5] = !rst_i && launched && inserted && probed && hit_o && &valid;
    assign reached_o[6] = !rst_i && hit_o && writes && probe_warp_i != insert_warp_i && launch_i != 0
                          && !launched && valid == 0;
    assign reached_o[7] = !rst_i && probe_i && probe_line_i[0] && !hit_o && &valid && probed
                          && a_tag[32:1] == probe_line_i[33:2];
endmodule

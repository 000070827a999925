// SPDX-License-Identifier: BSD-3-Clause
// ccws_lls: lost-locality scores of the warps, and which of them may issue loads under the cutoff. One per SM.
//
// Source: CCWS section 3.3, Fig. 8; hardware.md section 2.3, decisions D-13, D-27, D-28, D-42.
// Every cycle a score becomes min(cutoff, max(base, score - 1, what is applied to its warp)), cutoff = residents times
// base; then exits (0: an empty slot), then launches (base; of a warp that stays: ignored).
//   heap    Score and warp of every slot have a place in a binary max-heap, whose order the decay keeps. Places above a
//           score that rises, and the place of one that falls, are marked. A marked place exchanges with the larger
//           below if that is larger still, unless that one exchanges with one below it; who compares is unmarked, whom
//           an exchange moves is an event again. So unmarked places are in order in every cycle, and there is no mark
//           R = 2 floor(log2 N) cycles after the last event.
//   walk    Begins when something has changed since the last one began: heap, marks, ages and cutoff are copied; the
//           copy's marks go as above. Then the top leaves in every cycle, from the top down the larger move up, and its
//           score is added: within the cutoff the warp passes, and the first always. One too many passes if an older
//           one than another of the same score: the youngest of these then does not. The set is put out when no warp
//           is left or the next has less than one that did not pass; in that cycle the next walk may begin.
//
// Latency: cutoff combinational; a walk takes at most N + R cycles, so can_issue shows what was so at most
// L = 2 (N + R) <= 4 N cycles ago. Throughput: one score applied, any number of launches and exits a cycle.
// Example (E-6), four warps, base 100: 400 of 400, all pass. W2 is worth 180: W2, W0, W1 pass (380), W3 (480) does not.
// Not modelled: what a lost line is worth (ccws_llds), which instructions are loads (warp_arbiter).
module ccws_lls #(
    parameter N = 32
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire [6:0]             cfg_base_i,
    input  wire [N-1:0]           resident_i,
    // The half of the pairs that is the other's complement is constant 0 in warp_order.
    // verilator lint_off UNUSEDSIGNAL
    input  wire [N*N-1:0]         older_i,
    // verilator lint_on UNUSEDSIGNAL
    input  wire                   apply_i,
    input  wire [$clog2(N)-1:0]   apply_warp_i,
    input  wire [12:0]            score_i,
    input  wire [N-1:0]           launch_i,
    input  wire [N-1:0]           exit_i,
    output reg  [N-1:0]           can_issue_o,
    output reg  [12:0]            cutoff_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (N > 64) begin : refuse_N_above_64 wire N_above_64; wire [N_above_64:0] refused; end
    endgenerate

    localparam WARP_W = N < 2 ? 1 : $clog2(N);               // not 0 where the guard speaks
    localparam COUNT_W = $clog2(N + 1);
    localparam PARENTS = N < 2 ? 1 : N / 2;                  // places that others stand below

    // The warps by their numbers: the order of the places after a reset.
    function [N*WARP_W-1:0] by_number(input integer warps);
        integer b;
        for (b = 0; b < warps; b = b + 1) by_number[b*WARP_W +: WARP_W] = b[WARP_W-1:0];
    endfunction
    localparam [N*WARP_W-1:0] BY_NUMBER = by_number(N);

    reg [N*WARP_W-1:0]  heap_q, heap_d;
    reg [N*13-1:0]      lls_q, lls_d;
    reg [PARENTS-1:0]   mark_q, mark_d;
    reg                 stale_q, stale_d;
    reg [N-1:0]         can_issue_q, can_issue_d;
    reg                 walking_q, walking_d;
    reg [N*WARP_W-1:0]  walk_heap_q, walk_heap_d;
    reg [N*13-1:0]      walk_lls_q, walk_lls_d;
    reg [PARENTS-1:0]   walk_mark_q, walk_mark_d;
    reg [N*N-1:0]       walk_older_q, walk_older_d;          // bits of pairs that do not exist are constant 0
    reg [12:0]          walk_cutoff_q, walk_cutoff_d;
    reg [12:0]          walk_sum_q, walk_sum_d;
    reg [N-1:0]         walk_set_q, walk_set_d;
    reg [N-1:0]         walk_tied_q, walk_tied_d;
    reg                 walk_same_q, walk_same_d;

    // For each place with others below whether the second of them is the larger; of equal ones it is the first.
    function [PARENTS-1:0] second_larger(input [N*13-1:0] scores);
        integer             l;
        reg [(N + 1)*13-1:0] places;                         // one more, empty: the last of an even number stands alone
        begin
            places = {13'd0, scores};
            for (l = 0; l < PARENTS; l = l + 1)
                second_larger[l] = places[(2*l + 2)*13 +: 13] > places[(2*l + 1)*13 +: 13];
        end
    endfunction

    // The marked places that exchange with the larger below, from the bottom up, none with one that itself exchanges.
    function [N-1:0] exchanges(input [N*13-1:0] scores, input [PARENTS-1:0] mark, input [PARENTS-1:0] second);
        integer             e;
        reg [(N + 1)*13-1:0] places;
        reg [N:0]           takes_below;
        begin
            places = {13'd0, scores};
            takes_below = {N + 1{1'b0}};
            for (e = PARENTS - 1; e >= 0; e = e - 1)
                takes_below[e] = mark[e] & ~(second[e] ? takes_below[2*e + 2] : takes_below[2*e + 1])
                    & (second[e] ? places[(2*e + 2)*13 +: 13] : places[(2*e + 1)*13 +: 13]) > places[e*13 +: 13];
            exchanges = takes_below[N-1:0];
        end
    endfunction

    // The places above what rose, and those that fell.
    function [PARENTS-1:0] disturbed(input [N-1:0] rose, input [N-1:0] fell);
        integer   m;
        reg [N:0] places;
        begin
            places = {1'b0, rose};
            for (m = 0; m < PARENTS; m = m + 1) disturbed[m] = fell[m] | places[2*m + 1] | places[2*m + 2];
        end
    endfunction

    function [12:0] decayed(input [12:0] score, input [6:0] base, input [12:0] cutoff);
        reg [12:0] next;
        begin
            next = score > {6'd0, base} ? score - 13'd1 : {6'd0, base};
            decayed = score == 13'd0 ? 13'd0 : next < cutoff ? next : cutoff;
        end
    endfunction

    // How many warps are in a set, by full adders: see warp_rank.
    function [COUNT_W-1:0] count(input [N-1:0] set);
        integer       b, k;
        reg [N:0]     bits, carries;
        reg [2*N+1:0] line;
        begin
            bits = {1'b0, set};
            for (b = 0; b < COUNT_W; b = b + 1) begin
                line = {{N + 1{1'b0}}, bits};
                carries = {N + 1{1'b0}};
                for (k = 0; k < (N >> (b + 1)); k = k + 1) begin
                    line[((N >> b) | 1) + k] = line[3*k] ^ line[3*k + 1] ^ line[3*k + 2];
                    carries[k] = (line[3*k] & line[3*k + 1]) | (line[3*k + 2] & (line[3*k] ^ line[3*k + 1]));
                end
                count[b] = line[3*(N >> (b + 1))];
                bits = carries;
            end
        end
    endfunction

    wire [COUNT_W-1:0] residents = count(resident_i);

    always @* begin
        can_issue_o = can_issue_q;
        cutoff_o = {{13-COUNT_W{1'b0}}, residents} * {6'd0, cfg_base_i};
    end

    // What events do to the scores, before the exchanges: places whose score rose against the others, or fell.
    integer         p;
    reg [N*13-1:0]  next_lls;
    reg [N-1:0]     hit, leaves, enters, rose, fell;
    reg [12:0]      hit_lls, hit_next;
    reg             changed;

    always @* begin
        hit = {N{1'b0}};
        hit_lls = 13'd0;
        for (p = 0; p < N; p = p + 1) begin
            hit[p] = apply_i && heap_q[p*WARP_W +: WARP_W] == apply_warp_i && lls_q[p*13 +: 13] != 13'd0;
            hit_lls = hit_lls | (lls_q[p*13 +: 13] & {13{hit[p]}});
        end
        hit_next = score_i < cutoff_o ? score_i : cutoff_o;
        if (hit_next < decayed(hit_lls, cfg_base_i, cutoff_o)) hit_next = decayed(hit_lls, cfg_base_i, cutoff_o);

        leaves = {N{1'b0}};
        enters = {N{1'b0}};
        next_lls = {N*13{1'b0}};
        for (p = 0; p < N; p = p + 1) begin
            leaves[p] = lls_q[p*13 +: 13] != 13'd0 && exit_i[heap_q[p*WARP_W +: WARP_W]];
            enters[p] = launch_i[heap_q[p*WARP_W +: WARP_W]] && (lls_q[p*13 +: 13] == 13'd0 || leaves[p]);
            next_lls[p*13 +: 13] = enters[p] ? {6'd0, cfg_base_i} : leaves[p] ? 13'd0
                : hit[p] ? hit_next : decayed(lls_q[p*13 +: 13], cfg_base_i, cutoff_o);
        end
        rose = hit | enters;
        fell = leaves;
        changed = next_lls != lls_q || |enters;              // also where the score is what it was (D-42)
    end

    // The heap: what exchanges moves with what has happened to it.
    integer           x;
    reg [N-1:0]       takes;
    reg [PARENTS-1:0] second;
    reg [N-1:0]       up, down;

    always @* begin
        second = second_larger(lls_q);
        takes = exchanges(lls_q, mark_q, second);
        heap_d = heap_q;
        lls_d = next_lls;
        up = rose;
        down = fell;
        for (x = 1; x < N; x = x + 1)                        // place x and the one above it
            if (takes[(x - 1)/2] && second[(x - 1)/2] == (x % 2 == 0)) begin
                heap_d[(x - 1)/2*WARP_W +: WARP_W] = heap_q[x*WARP_W +: WARP_W];
                heap_d[x*WARP_W +: WARP_W] = heap_q[(x - 1)/2*WARP_W +: WARP_W];
                lls_d[(x - 1)/2*13 +: 13] = next_lls[x*13 +: 13];
                lls_d[x*13 +: 13] = next_lls[(x - 1)/2*13 +: 13];
                {up[(x - 1)/2], up[x]} = {1'b1, rose[(x - 1)/2]};
                {down[(x - 1)/2], down[x]} = {fell[x], 1'b1};
            end
        mark_d = disturbed(up, down);
    end

    // The top of the copy, and what follows from it alone: when its score no longer fits, then of it and those of that
    // score that have passed the youngest does not.
    integer           t, u;
    reg [N-1:0]       top, tied, youngest, younger;
    reg [12:0]        below_lls;
    reg [13:0]        sum;
    reg               fits, ends, begins;
    wire [PARENTS-1:0] walk_second = second_larger(walk_lls_q);
    wire              pops = walking_q && walk_mark_q == {PARENTS{1'b0}};

    always @* begin
        below_lls = walk_lls_q[13 +: 13];
        if (walk_second[0]) below_lls = walk_lls_q[(N > 2 ? 2 : 0)*13 +: 13];
        top = {N{1'b0}};
        for (t = 0; t < N; t = t + 1) top[t] = walk_heap_q[WARP_W-1:0] == t[WARP_W-1:0] && walk_lls_q[12:0] != 13'd0;
        sum = {1'b0, walk_sum_q} + {1'b0, walk_lls_q[12:0]};
        fits = walk_set_q == {N{1'b0}} || sum <= {1'b0, walk_cutoff_q};
        tied = (walk_tied_q & {N{walk_same_q}}) | top;

        u = 0;
        younger = {N{1'b0}};
        youngest = {N{1'b0}};
        for (t = 0; t < N; t = t + 1) begin
            for (u = 0; u < N; u = u + 1) younger[u] = u < t ? ~walk_older_q[t*N + u] : u > t && walk_older_q[u*N + t];
            youngest[t] = tied[t] && (tied & younger) == {N{1'b0}};
        end

        ends = pops && (below_lls == 13'd0 || (!fits && below_lls != walk_lls_q[12:0]));
        begins = stale_q && (!walking_q || ends);
    end

    // The copy: what exchanges, or moves up into the place of what has left, along the larger.
    integer         y;
    reg [N-1:0]     walk_takes;
    reg [N-1:0]     moved_down, path;

    always @* begin
        walk_takes = exchanges(walk_lls_q, walk_mark_q, walk_second);
        path = {{N-1{1'b0}}, pops};
        walk_heap_d = walk_heap_q;
        walk_lls_d = walk_lls_q;
        moved_down = {N{1'b0}};
        for (y = 1; y < N; y = y + 1) begin                  // place y and the one above it
            path[y] = path[(y - 1)/2] & walk_second[(y - 1)/2] == (y % 2 == 0);
            moved_down[y] = walk_takes[(y - 1)/2] & walk_second[(y - 1)/2] == (y % 2 == 0);
            if (path[y] || moved_down[y]) begin
                walk_heap_d[(y - 1)/2*WARP_W +: WARP_W] = walk_heap_q[y*WARP_W +: WARP_W];
                walk_lls_d[(y - 1)/2*13 +: 13] = walk_lls_q[y*13 +: 13];
            end
            if (moved_down[y]) begin
                walk_heap_d[y*WARP_W +: WARP_W] = walk_heap_q[(y - 1)/2*WARP_W +: WARP_W];
                walk_lls_d[y*13 +: 13] = walk_lls_q[(y - 1)/2*13 +: 13];
            end
        end
        for (y = PARENTS; y < N; y = y + 1) if (path[y]) walk_lls_d[y*13 +: 13] = 13'd0;
        walk_mark_d = disturbed(walk_takes, moved_down);
        if (begins) begin
            walk_heap_d = heap_q;
            walk_lls_d = lls_q;
            walk_mark_d = mark_q;
        end
    end

    // What the walk has found so far, and with what it began.
    integer i, j;

    always @* begin
        walk_sum_d = walk_sum_q;
        walk_set_d = walk_set_q;
        walk_tied_d = walk_tied_q;
        walk_same_d = walk_same_q;
        can_issue_d = can_issue_q;
        walk_cutoff_d = walk_cutoff_q;
        if (pops) begin
            if (fits) walk_sum_d = sum[12:0];
            walk_set_d = (walk_set_q | top) & ~(youngest & {N{!fits}});
            walk_tied_d = tied & walk_set_d;
            walk_same_d = below_lls == walk_lls_q[12:0];
        end
        if (ends) can_issue_d = walk_set_d;
        j = 0;
        walk_older_d = {N*N{1'b0}};
        for (i = 0; i < N; i = i + 1)
            for (j = 0; j < i; j = j + 1) walk_older_d[i*N + j] = begins ? older_i[i*N + j] : walk_older_q[i*N + j];
        if (begins) begin
            walk_sum_d = 13'd0;
            walk_set_d = {N{1'b0}};
            walk_tied_d = {N{1'b0}};
            walk_same_d = 1'b0;
            walk_cutoff_d = cutoff_o;
        end
        walking_d = begins || (walking_q && !ends);
        stale_d = changed || (!begins && (stale_q || cutoff_o != walk_cutoff_q));
    end

    always @(posedge clk_i)
        if (rst_i) begin
            heap_q <= BY_NUMBER;
            lls_q <= {N*13{1'b0}};
            mark_q <= {PARENTS{1'b0}};
            stale_q <= 1'b0;
            can_issue_q <= {N{1'b0}};
            walking_q <= 1'b0;
            walk_heap_q <= {N*WARP_W{1'b0}};
            walk_lls_q <= {N*13{1'b0}};
            walk_mark_q <= {PARENTS{1'b0}};
            walk_older_q <= {N*N{1'b0}};
            walk_cutoff_q <= 13'd0;
            walk_sum_q <= 13'd0;
            walk_set_q <= {N{1'b0}};
            walk_tied_q <= {N{1'b0}};
            walk_same_q <= 1'b0;
        end else begin
            heap_q <= heap_d;
            lls_q <= lls_d;
            mark_q <= mark_d;
            stale_q <= stale_d;
            can_issue_q <= can_issue_d;
            walking_q <= walking_d;
            walk_heap_q <= walk_heap_d;
            walk_lls_q <= walk_lls_d;
            walk_mark_q <= walk_mark_d;
            walk_older_q <= walk_older_d;
            walk_cutoff_q <= walk_cutoff_d;
            walk_sum_q <= walk_sum_d;
            walk_set_q <= walk_set_d;
            walk_tied_q <= walk_tied_d;
            walk_same_q <= walk_same_d;
        end
endmodule

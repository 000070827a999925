// SPDX-License-Identifier: BSD-3-Clause
// What kaws_progress guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  Only pairs that exist have a bit. Launches are an order: of three slots, a later than b and b than c, a is later
//      than c.
//   2  The pairs are what a comparison of the counters says: of two CTAs the one with less progress goes first, of two
//      with as much the later; empty slots stand behind all CTAs.
//   3  In mode 1 a CTA has a lower rank than another exactly if it goes before it, and ranks are below the number of
//      CTAs; an empty slot's is 0, and in mode 0 all are.
//   4  The class of a warp is the rank of its CTA; 0 if that is no slot.
//   5  The mode rises behind a cycle in which all CTAs of the kernel, one at least, are issued, and falls behind a
//      kernel's launch, whatever else.
//   6  A counter is 0 behind a launch in its slot, else grows by all the instructions issued of its CTA, or stands at
//      its end: it never wraps.
//   7  A CTA that is launched goes before all others and is later than they; exits come before launches.
//   8  Two CTAs of which neither issues keep their order.
//
// Said of three slots, a, b and c, and a warp, w, that the proof may choose. FROM_RESET = 1: the first cycle resets.
// 0: it starts in any state that satisfies properties 1 and 2, for covers and planted bugs.
module kaws_progress_properties #(
    parameter N = 4,
    parameter S = 2,
    parameter C = 3,
    parameter PROGRESS_W = 4,
    parameter FROM_RESET = 1
) (
    input wire                   clk_i,
    input wire                   rst_i,
    input wire [N*$clog2(C)-1:0] cta_i,
    input wire [2*S-1:0]         issued_i,
    input wire [S*$clog2(C)-1:0] issued_cta_i,
    input wire                   launch_i,
    input wire [$clog2(C)-1:0]   launch_cta_i,
    input wire [C-1:0]           exit_i,
    input wire [31:0]            ctas_issued_i,
    input wire [31:0]            ctas_i,
    input wire                   kernel_launch_i,
    input wire [$clog2(C)-1:0]   a,
    input wire [$clog2(C)-1:0]   b,
    input wire [$clog2(C)-1:0]   c,
    input wire [$clog2(N)-1:0]   w,
    output wire [9:0]            reached_o
);
    localparam CTA_W = $clog2(C);

    wire           mode_o;
    wire [6*C-1:0] rank_o;
    wire [6*N-1:0] warp_class_o;

    kaws_progress #(.N(N), .S(S), .C(C), .PROGRESS_W(PROGRESS_W)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cta_i(cta_i), .issued_i(issued_i), .issued_cta_i(issued_cta_i),
        .launch_i(launch_i), .launch_cta_i(launch_cta_i), .exit_i(exit_i), .ctas_issued_i(ctas_issued_i),
        .ctas_i(ctas_i), .kernel_launch_i(kernel_launch_i), .mode_o(mode_o), .rank_o(rank_o),
        .warp_class_o(warp_class_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire                    \block.mode_d ;
    (* hierconn *) wire [C-1:0]            \block.resident_q , \block.resident_d ;
    (* hierconn *) wire [C*PROGRESS_W-1:0] \block.progress_q , \block.progress_d ;
    (* hierconn *) wire [C*C-1:0]          \block.later_q , \block.later_d , \block.ahead_q , \block.ahead_d ;
    wire                    mode_d = \block.mode_d ;
    wire [C-1:0]            resident_q = \block.resident_q , resident_d = \block.resident_d ;
    wire [C*PROGRESS_W-1:0] progress_q = \block.progress_q , progress_d = \block.progress_d ;
    wire [C*C-1:0]          later_q = \block.later_q , later_d = \block.later_d ;
    wire [C*C-1:0]          ahead_q = \block.ahead_q , ahead_d = \block.ahead_d ;

    function stands_before(input [C*C-1:0] pairs, input integer u, input integer v);
        stands_before = u < v ? pairs[v*C + u] : !pairs[u*C + v];
    endfunction

    // Properties 1 and 2 of the registers, all slots at once.
    integer i, j, k;
    reg     exist, launches, compared, first;
    always @* begin
        exist = 1;
        launches = 1;
        compared = 1;
        first = 0;
        for (i = 0; i < C; i = i + 1)
            for (j = 0; j < C; j = j + 1) begin
                if (j >= i && (later_q[i*C + j] || ahead_q[i*C + j])) exist = 0;
                for (k = 0; k < C; k = k + 1)
                    if (i != j && j != k && i != k && stands_before(later_q, i, j) && stands_before(later_q, j, k)
                        && !stands_before(later_q, i, k)) launches = 0;
                first = progress_q[j*PROGRESS_W +: PROGRESS_W] < progress_q[i*PROGRESS_W +: PROGRESS_W]
                    || (progress_q[j*PROGRESS_W +: PROGRESS_W] == progress_q[i*PROGRESS_W +: PROGRESS_W]
                        && later_q[i*C + j]);
                if (j < i && ahead_q[i*C + j] != (resident_q[j] && (!resident_q[i] || first))) compared = 0;
            end
    end
    wire invariant = exist && launches && compared;

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg at_first = !FROM_RESET;
    always @(posedge clk_i) at_first <= 0;
    always @* if (at_first) assume (invariant);
    always @* assume (a < C && b < C && c < C && a != b && b != c && (a != c || C < 3) && w < N);

    // Slot a against b, now and next, and what is issued of it.
    integer       s;
    reg           ahead, ahead_next, later_next, b_issues;
    reg [5:0]     count;
    reg [PROGRESS_W+3:0] more;
    always @* begin
        ahead = 0;
        ahead_next = 0;
        later_next = 0;
        for (i = 0; i < C; i = i + 1)
            for (j = 0; j < C; j = j + 1)
                if (i != j && i == a && j == b) begin
                    ahead = stands_before(ahead_q, i, j);
                    ahead_next = stands_before(ahead_d, i, j);
                    later_next = stands_before(later_d, i, j);
                end
        count = 0;
        for (i = 0; i < C; i = i + 1) count = count + resident_q[i];
        more = progress_q[a*PROGRESS_W +: PROGRESS_W];
        b_issues = 0;
        for (s = 0; s < S; s = s + 1) begin
            if (issued_cta_i[s*CTA_W +: CTA_W] == a) more = more + issued_i[2*s +: 2];
            if (issued_cta_i[s*CTA_W +: CTA_W] == b && issued_i[2*s +: 2] != 0) b_issues = 1;
        end
    end
    wire                  both = resident_q[a] && resident_q[b], both_next = resident_d[a] && resident_d[b];
    wire [5:0]            a_rank = rank_o[6*a +: 6], b_rank = rank_o[6*b +: 6];
    wire [CTA_W-1:0]      w_cta = cta_i[w*CTA_W +: CTA_W];
    wire                  a_enters = launch_i && launch_cta_i == a, b_enters = launch_i && launch_cta_i == b;
    wire [PROGRESS_W-1:0] a_now = progress_q[a*PROGRESS_W +: PROGRESS_W];
    wire [PROGRESS_W-1:0] b_now = progress_q[b*PROGRESS_W +: PROGRESS_W];
    wire [PROGRESS_W-1:0] a_next = progress_d[a*PROGRESS_W +: PROGRESS_W];
    wire [PROGRESS_W-1:0] b_next = progress_d[b*PROGRESS_W +: PROGRESS_W];
    wire [PROGRESS_W-1:0] most = {PROGRESS_W{1'b1}};
    wire                  a_issues = more != a_now;

    always @* if (started) begin
        p1: assert (exist && launches);
        p2: assert (compared);
        if (mode_o && both) p3: assert ((a_rank < b_rank) == ahead && a_rank != b_rank && a_rank < count);
        if (!mode_o || !resident_q[a]) p3_none: assert (a_rank == 0);
        p4: assert (warp_class_o[6*w +: 6] == (w_cta < C ? rank_o[6*w_cta +: 6] : 0));
        p5: assert (mode_d == (!kernel_launch_i && (mode_o || (ctas_issued_i == ctas_i && ctas_i != 0))));
        p6: assert (a_next == (a_enters ? 0 : more > most ? most : more[PROGRESS_W-1:0]));
        if (a_enters) p7: assert (resident_d[a] && ahead_next && later_next);
        if (!a_enters) p7_exit: assert (resident_d[a] == (resident_q[a] && !exit_i[a]));
        if (both && both_next && !a_issues && !b_issues && !a_enters && !b_enters) p8: assert (ahead_next == ahead);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = mode_o && both && resident_q[c] && ahead && b_rank == 2 && a > b && b > c;
    assign reached_o[1] = both && both_next && ahead && !ahead_next && !b_issues && a_next == b_next;
    assign reached_o[2] = both && both_next && ahead && !ahead_next && a_next > b_next && b_issues;
    assign reached_o[3] = both && both_next && ahead && ahead_next && a_issues && a_next == b_next;
    assign reached_o[4] = both && both_next && a_now != most && a_next == most && b_now == most && !a_enters;
    assign reached_o[5] = both && a_enters && exit_i[a] && a_issues && !ahead;
    assign reached_o[6] = mode_o && !mode_d && ctas_issued_i == ctas_i;
    assign reached_o[7] = !mode_o && mode_d && resident_q == 0;
    assign reached_o[8] = both && a_issues && more - a_now > 3;
    assign reached_o[9] = both_next && a_now > b_now && a_enters && !resident_q[a];
endmodule

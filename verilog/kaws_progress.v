// SPDX-License-Identifier: BSD-3-Clause
// kaws_progress: progress of each CTA, and the switch from age to progress when the last CTA of a kernel is issued. One
// per SM.
//
// Source: KAWS section 3, Fig. 2, Fig. 4a; hardware.md section 3.1, decisions D-14, D-29.
//   progress[c]   instructions issued by the CTA of slot c; all of a cycle count, several of one CTA too; 0 from its
//                 launch on, which beats an issue of the slot; stays at the largest number
//   mode          1 from the cycle after the CTAs issued are those of the kernel (at least 1), 0 from the next kernel's
//                 launch on, which beats the comparison
//   rank[c]       in mode 1 the resident CTAs that go before c: with less progress, or as much and launched later
//   warp_class[w] the rank of w's CTA: the arbiter's priority class
// Only a CTA that issues or starts changes its place: the order is a register a pair, and S CTAs a cycle are compared
// with all others, not each pair. A CTA that starts goes before all. Empty slots stand behind all CTAs (warp_order).
// Exits come before launches; a launch takes a slot that is not empty too. A slot of C or above is none.
//
// Latency: all but cta is late and shows in the next cycle's outputs. Chain: before the arbiters.
// Example, C = 4, mode 1, CTAs launched in slots 0, 1, 2 in turn, progress 5, 3, 3: rank 2, 1, 0 (of 1 and 2 the later
// first). Slot 2 issues 2 instructions, and a CTA starts in slot 3: progress 5, 3, 5, 0, rank 3, 1, 2, 0.
// Not modelled: who counts the kernel's CTAs; which warp of a CTA goes first (the oldest, warp_arbiter).
module kaws_progress #(
    parameter N = 64,
    parameter S = 4,
    parameter C = 32,
    parameter PROGRESS_W = 32
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire [N*$clog2(C)-1:0] cta_i,
    input  wire [2*S-1:0]         issued_i,
    input  wire [S*$clog2(C)-1:0] issued_cta_i,
    input  wire                   launch_i,
    input  wire [$clog2(C)-1:0]   launch_cta_i,
    input  wire [C-1:0]           exit_i,
    input  wire [31:0]            ctas_issued_i,
    input  wire [31:0]            ctas_i,
    input  wire                   kernel_launch_i,
    output reg                    mode_o,
    output reg  [6*C-1:0]         rank_o,
    output reg  [6*N-1:0]         warp_class_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (S < 1) begin : refuse_S_below_1 wire S_below_1; wire [S_below_1:0] refused; end
        if (S > 4) begin : refuse_S_above_4 wire S_above_4; wire [S_above_4:0] refused; end
        if (C < 2) begin : refuse_C_below_2 wire C_below_2; wire [C_below_2:0] refused; end
        if (C > 64) begin : refuse_C_above_64 wire C_above_64; wire [C_above_64:0] refused; end
        if (PROGRESS_W < 4) begin : refuse_PROGRESS_W_below_4
            wire PROGRESS_W_below_4; wire [PROGRESS_W_below_4:0] refused; end
    endgenerate

    localparam CTA_W = $clog2(C);

    reg                    mode_q, mode_d;
    reg [C-1:0]            resident_q, resident_d;
    reg [C*PROGRESS_W-1:0] progress_q, progress_d;
    reg [C*C-1:0]          later_q, later_d;   // of these two, bits of pairs that do not exist are constant 0
    reg [C*C-1:0]          ahead_q, ahead_d;

    // How many of the other slots are in a set: full adders take the next three bits of a weight to one at the end of
    // their line and a carry, until one bit is left, as in warp_rank.
    function [5:0] count(input [C-2:0] set);
        integer       b, k;
        reg [C-1:0]   bits, carries;
        reg [2*C-1:0] line;
        begin
            bits = {1'b0, set};
            count = 6'd0;
            for (b = 0; b < CTA_W; b = b + 1) begin
                line = {{C{1'b0}}, bits};
                carries = {C{1'b0}};
                for (k = 0; k < ((C - 1) >> (b + 1)); k = k + 1) begin
                    line[(((C - 1) >> b) | 1) + k] = line[3*k] ^ line[3*k + 1] ^ line[3*k + 2];
                    carries[k] = (line[3*k] & line[3*k + 1]) | (line[3*k + 2] & (line[3*k] ^ line[3*k + 1]));
                end
                count[b] = line[3*((C - 1) >> (b + 1))];
                bits = carries;
            end
        end
    endfunction

    // The slots that are marked before a slot in the rows of a register of pairs, without the place of the slot itself.
    function [C-2:0] marked_before(input [C*C-1:0] pairs, input integer own);
        integer o;
        for (o = 0; o < C - 1; o = o + 1) marked_before[o] = o < own ? pairs[own*C + o] : ~pairs[(o + 1)*C + own];
    endfunction

    integer         r, w, k;
    reg [CTA_W-1:0] of_warp;
    reg [5:0]       rank_of_warp;

    always @* begin
        mode_o = mode_q;
        rank_o = {6*C{1'b0}};
        for (r = 0; r < C; r = r + 1)
            if (mode_q & resident_q[r]) rank_o[6*r +: 6] = count(marked_before(ahead_q, r));
        warp_class_o = {6*N{1'b0}};
        of_warp = {CTA_W{1'b0}};
        rank_of_warp = 6'd0;
        k = 0;
        for (w = 0; w < N; w = w + 1) begin
            of_warp = cta_i[w*CTA_W +: CTA_W];
            rank_of_warp = 6'd0;
            for (k = 0; k < C; k = k + 1)
                rank_of_warp = rank_of_warp | (rank_o[6*k +: 6] & {6{of_warp == k[CTA_W-1:0]}});
            warp_class_o[6*w +: 6] = rank_of_warp;
        end
    end

    // The slots that issue, a set for each scheduler, and what is added to each counter.
    integer              s, c;
    reg [C-1:0]          entering;
    reg [S*C-1:0]        issuing;
    reg [3:0]            more;
    reg [PROGRESS_W:0]   sum;

    always @* begin
        mode_d = ~kernel_launch_i & (mode_q | (ctas_issued_i == ctas_i && ctas_i != 32'd0));
        s = 0;
        more = 4'd0;
        sum = {PROGRESS_W+1{1'b0}};
        for (c = 0; c < C; c = c + 1) begin
            entering[c] = launch_i & launch_cta_i == c[CTA_W-1:0];
            more = 4'd0;
            for (s = 0; s < S; s = s + 1) begin
                issuing[s*C + c] = issued_i[2*s +: 2] != 2'd0 && issued_cta_i[s*CTA_W +: CTA_W] == c[CTA_W-1:0];
                more = more + ({2'd0, issued_i[2*s +: 2]} & {4{issuing[s*C + c]}});
            end
            sum = {1'b0, progress_q[c*PROGRESS_W +: PROGRESS_W]} + {{PROGRESS_W-3{1'b0}}, more};
            progress_d[c*PROGRESS_W +: PROGRESS_W] = (sum[PROGRESS_W-1:0] | {PROGRESS_W{sum[PROGRESS_W]}})
                & {PROGRESS_W{~entering[c]}};
        end
        resident_d = (resident_q & ~exit_i) | entering;
    end

    // The CTA that issues through each scheduler against all others: by progress, of as much the later one first. Later are
    // those that its row says, and of the rows above it those that do not have it.
    integer              t, a, b;
    reg [PROGRESS_W-1:0] own;
    reg [C-1:0]          own_row, issuer;
    reg                  own_later, above;
    reg [S*C-1:0]        goes_first;

    always @* begin
        a = 0;
        b = 0;
        own = {PROGRESS_W{1'b0}};
        own_row = {C{1'b0}};
        issuer = {C{1'b0}};
        own_later = 1'b0;
        above = 1'b0;
        for (t = 0; t < S; t = t + 1) begin
            own = {PROGRESS_W{1'b0}};
            own_row = {C{1'b0}};
            issuer = issuing[t*C +: C];
            for (a = 0; a < C; a = a + 1) begin
                own = own | (progress_d[a*PROGRESS_W +: PROGRESS_W] & {PROGRESS_W{issuer[a]}});
                own_row = own_row | (later_q[a*C +: C] & {C{issuer[a]}});
            end
            above = 1'b0;
            for (b = 0; b < C; b = b + 1) begin
                own_later = own_row[b] | (above & ~|(later_q[b*C +: C] & issuer));
                goes_first[t*C + b] = {progress_d[b*PROGRESS_W +: PROGRESS_W], ~own_later} < {own, 1'b1};
                above = above | issuer[b];
            end
        end
    end

    // Each pair, row by row: compared by either of the two that issues, else as it was; a CTA that starts goes before all.
    integer     i, j, u;
    reg [C-1:0] moved, order, later, ahead;

    always @* begin
        later_d = {C*C{1'b0}};
        ahead_d = {C*C{1'b0}};
        j = 0;
        u = 0;
        moved = {C{1'b0}};
        order = {C{1'b0}};
        later = {C{1'b0}};
        ahead = {C{1'b0}};
        for (i = 0; i < C; i = i + 1) begin
            moved = {C{1'b0}};
            order = {C{1'b0}};
            for (u = 0; u < S; u = u + 1) begin
                moved = moved | {C{issuing[u*C + i]}} | issuing[u*C +: C];
                order = order | (goes_first[u*C +: C] & {C{issuing[u*C + i]}})
                    | (issuing[u*C +: C] & {C{~goes_first[u*C + i]}});
            end
            later = {C{~entering[i]}} & (entering | later_q[i*C +: C]);
            ahead = resident_d & ({C{~resident_d[i]}}
                | ({C{~entering[i]}} & (entering | order | (~moved & ahead_q[i*C +: C]))));
            for (j = 0; j < i; j = j + 1) begin
                later_d[i*C + j] = later[j];
                ahead_d[i*C + j] = ahead[j];
            end
        end
    end

    always @(posedge clk_i)
        if (rst_i) begin
            mode_q <= 1'b0;
            resident_q <= {C{1'b0}};
            progress_q <= {C*PROGRESS_W{1'b0}};
            later_q <= {C*C{1'b0}};
            ahead_q <= {C*C{1'b0}};
        end else begin
            mode_q <= mode_d;
            resident_q <= resident_d;
            progress_q <= progress_d;
            later_q <= later_d;
            ahead_q <= ahead_d;
        end
endmodule

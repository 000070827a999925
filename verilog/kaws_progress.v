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
    // In how many of these sets each slot is, for all slots at once, a word for each bit of the numbers: full adders take the
    // next three words of a weight to one at the end of their line and a carry, until one word is left, as in warp_rank.
    function [CTA_W*C-1:0] count(input [(C-1)*C-1:0] sets);
        integer         b, k;
        reg [C-1:0]     first, second, third;
        reg [C*C-1:0]   carries;
        reg [2*C*C-1:0] line;
        begin
            carries = {{C{1'b0}}, sets};
            for (b = 0; b < CTA_W; b = b + 1) begin
                line = {{C*C{1'b0}}, carries};
                carries = {C*C{1'b0}};
                for (k = 0; k < ((C - 1) >> (b + 1)); k = k + 1) begin
                    first = line[3*k*C +: C];
                    second = line[(3*k + 1)*C +: C];
                    third = line[(3*k + 2)*C +: C];
                    line[((((C - 1) >> b) | 1) + k)*C +: C] = first ^ second ^ third;
                    carries[k*C +: C] = (first & second) | (third & (first ^ second));
                end
                count[b*C +: C] = line[3*((C - 1) >> (b + 1))*C +: C];
            end
        end
    endfunction

    // The ranks, a word for each of their bits. Word e of the others: the slots that the e-th other slot goes before.
    integer             e, f, r;
    reg [(C-1)*C-1:0]   others;
    reg [CTA_W*C-1:0]   ranks;
    reg [C-1:0]         set;

    always @* begin
        mode_o = mode_q;
        others = {(C-1)*C{1'b0}};
        ranks = {CTA_W*C{1'b0}};
        rank_o = {6*C{1'b0}};
        set = {C{1'b0}};
        e = 0;
        f = 0;
        r = 0;
        if (mode_q) begin
            for (e = 0; e < C - 1; e = e + 1) begin
                set = ~ahead_q[(e + 1)*C +: C] & ~({C{1'b1}} << (e + 1));
                for (f = e + 1; f < C; f = f + 1)
                    set = set | ((ahead_q[f*C +: C] << (f - e)) & ({{C-1{1'b0}}, 1'b1} << f));
                others[e*C +: C] = set;
            end
            ranks = count(others) & {CTA_W{resident_q}};
            for (r = 0; r < C; r = r + 1)
                if (resident_q[r])
                    for (f = 0; f < CTA_W; f = f + 1) rank_o[6*r + f] = ranks[f*C + r];
        end
    end

    // The slot of each warp, as a set: warps change it seldom, ranks change often.
    integer         n, o;
    reg [N*C-1:0]   slots;

    always @* begin
        o = 0;
        for (n = 0; n < N; n = n + 1)
            for (o = 0; o < C; o = o + 1) slots[n*C + o] = cta_i[n*CTA_W +: CTA_W] == o[CTA_W-1:0];
    end

    integer w, k;

    always @* begin
        warp_class_o = {6*N{1'b0}};
        k = 0;
        for (w = 0; w < N; w = w + 1)
            for (k = 0; k < CTA_W; k = k + 1) warp_class_o[6*w + k] = |(ranks[k*C +: C] & slots[w*C +: C]);
    end

    // The slots that issue, a set for each scheduler and for all, and beside each scheduler all that its CTA issues.
    integer         s, t;
    reg [C-1:0]     entering, named;
    reg [S*C-1:0]   issuing;
    reg [4*S-1:0]   more;

    always @* begin
        mode_d = ~kernel_launch_i & (mode_q | (ctas_issued_i == ctas_i && ctas_i != 32'd0));
        entering = {{C-1{1'b0}}, launch_i} << launch_cta_i;
        resident_d = (resident_q & ~exit_i) | entering;
        named = {C{1'b0}};
        more = {4*S{1'b0}};
        t = 0;
        for (s = 0; s < S; s = s + 1) begin
            issuing[s*C +: C] = {{C-1{1'b0}}, issued_i[2*s +: 2] != 2'd0} << issued_cta_i[s*CTA_W +: CTA_W];
            named = named | issuing[s*C +: C];
            for (t = 0; t < S; t = t + 1)
                more[4*s +: 4] = more[4*s +: 4] + ({2'd0, issued_i[2*t +: 2]}
                    & {4{issued_cta_i[t*CTA_W +: CTA_W] == issued_cta_i[s*CTA_W +: CTA_W]}});
        end
    end

    // The counters: all schedulers of a CTA say the same of it.
    integer              c, v;
    reg [3:0]            taken;
    reg [PROGRESS_W:0]   sum;

    always @* begin
        taken = 4'd0;
        sum = {PROGRESS_W+1{1'b0}};
        v = 0;
        for (c = 0; c < C; c = c + 1) begin
            taken = 4'd0;
            for (v = 0; v < S; v = v + 1) if (issuing[v*C + c]) taken = taken | more[4*v +: 4];
            sum = {1'b0, progress_q[c*PROGRESS_W +: PROGRESS_W]} + {{PROGRESS_W-3{1'b0}}, taken};
            progress_d[c*PROGRESS_W +: PROGRESS_W] = (sum[PROGRESS_W-1:0] | {PROGRESS_W{sum[PROGRESS_W]}})
                & {PROGRESS_W{~entering[c]}};
        end
    end

    // The CTA that issues through each scheduler against all others: by progress, of as much the later one first. Later are
    // those that its row says, and of the rows above it those that do not have it.
    integer              u, a, b;
    reg [PROGRESS_W-1:0] own;
    reg [C-1:0]          own_row, issuer;
    reg                  own_later, above;
    reg [S*C-1:0]        goes_first;

    always @* begin
        goes_first = {S*C{1'b0}};
        a = 0;
        b = 0;
        own = {PROGRESS_W{1'b0}};
        own_row = {C{1'b0}};
        issuer = {C{1'b0}};
        own_later = 1'b0;
        above = 1'b0;
        for (u = 0; u < S; u = u + 1)
            if (issued_i[2*u +: 2] != 2'd0) begin
                own = {PROGRESS_W{1'b0}};
                own_row = {C{1'b0}};
                issuer = issuing[u*C +: C];
                for (a = 0; a < C; a = a + 1) begin
                    own = own | (progress_d[a*PROGRESS_W +: PROGRESS_W] & {PROGRESS_W{issuer[a]}});
                    own_row = own_row | (later_q[a*C +: C] & {C{issuer[a]}});
                end
                above = 1'b0;
                for (b = 0; b < C; b = b + 1) begin
                    own_later = own_row[b] | (above & ~|(later_q[b*C +: C] & issuer));
                    goes_first[u*C + b] = {progress_d[b*PROGRESS_W +: PROGRESS_W], ~own_later} < {own, 1'b1};
                    above = above | issuer[b];
                end
            end
    end

    // Each pair, row by row: compared by either of the two that issues, else as it was; a CTA that starts goes before all.
    // Of a row the slots below it count: shifts cut off the others, which every tool sees to be constant.
    integer     i, x;
    reg [C-1:0] order, row;

    always @* begin
        later_d = {C*C{1'b0}};
        ahead_d = {C*C{1'b0}};
        x = 0;
        order = {C{1'b0}};
        row = {C{1'b0}};
        for (i = 1; i < C; i = i + 1) begin
            row = {C{~entering[i]}} & (entering | later_q[i*C +: C]);
            later_d[i*C +: C] = (row << (C - i)) >> (C - i);
            row = resident_d;
            if (resident_d[i]) begin
                order = ~named & {C{~named[i]}} & ahead_q[i*C +: C];
                for (x = 0; x < S; x = x + 1)
                    order = order | (goes_first[x*C +: C] & {C{issuing[x*C + i]}})
                        | (issuing[x*C +: C] & {C{~goes_first[x*C + i]}});
                row = resident_d & {C{~entering[i]}} & (entering | order);
            end
            ahead_d[i*C +: C] = (row << (C - i)) >> (C - i);
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

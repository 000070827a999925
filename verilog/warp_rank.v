// SPDX-License-Identifier: BSD-3-Clause
// warp_rank: numbers of the age order, where a mechanism needs numbers. One instance per SM; no registers.
//
// Source: hardware.md section 6, decisions D-24, D-25; OAWS sections 4.3.1 (oldest warp), 4.3.2 (rank, cached warps).
//   rank[w]       the resident warps older than w: of warp_order's pairs (all of them, ACROSS 1) those before w, counted
//   rank_run[w]   the same with the warps that wait at a barrier or membar placed after all others
//   oldest_run    one bit for each scheduler with a resident warp: its oldest that does not wait, else its oldest
// All are 0 for slots without a warp. A waiting bit of an empty slot is ignored. Of the pairs only older[i][j] with j < i
// are read. NUMBERS says which of the three are made, so that a system does not pay for the others. Pairs that are no
// order, or with empty slots among the warps, which warp_order never gives, are counted like any others.
//
// Latency: combinational, all inputs early. Chain: behind warp_order, before the blocks of a policy.
// Example, N = 4, S = 2, resident 1011, in the order 0, 1, 3 (older of slots 3, 2, 1: 011, 11, 1):
//   waiting 0000    rank 0,1,-,2   rank_run 0,1,-,2   oldest_run 0011: 0 and 2, 1 and 3 share a scheduler
//   waiting 0001    rank 0,1,-,2   rank_run 2,0,-,1   oldest_run 0011: 0 is alone in its scheduler
//   waiting 0010    rank 0,1,-,2   rank_run 0,2,-,1   oldest_run 1001   (- = empty slot, 0 on the port)
// Not modelled: why a warp waits.
module warp_rank #(
    parameter N = 48,
    parameter S = 2,
    parameter NUMBERS = 7
) (
    // Every block has these two; here is nothing to clock or reset.
    // verilator lint_off UNUSEDSIGNAL
    input  wire                   clk_i,
    input  wire                   rst_i,
    // verilator lint_on UNUSEDSIGNAL
    input  wire [N-1:0]           resident_i,
    input  wire [N*N-1:0]         older_i,
    input  wire [N-1:0]           waiting_i,
    output reg  [N*$clog2(N)-1:0] rank_o,
    output reg  [N*$clog2(N)-1:0] rank_run_o,
    output reg  [N-1:0]           oldest_run_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (N < 2) begin : refuse_N_below_2 wire N_below_2; wire [N_below_2:0] refused; end
        if (S < 1) begin : refuse_S_below_1 wire S_below_1; wire [S_below_1:0] refused; end
        if (S > N) begin : refuse_S_above_N wire S_above_N; wire [S_above_N:0] refused; end
        if (NUMBERS < 1) begin : refuse_NUMBERS_below_1 wire NUMBERS_below_1; wire [NUMBERS_below_1:0] refused; end
        if (NUMBERS > 7) begin : refuse_NUMBERS_above_7 wire NUMBERS_above_7; wire [NUMBERS_above_7:0] refused; end
    endgenerate

    localparam RANK_W = $clog2(N);
    localparam [N-1:0] EVERY = {N{1'b1}};

    // Words have a bit for each warp, and all warps are counted at once. Bit i of word j: whether warp j is before warp i, of
    // rows in which bits j < i of row i say it of each pair once, for both. Nobody reads what a warp is to itself.
    function [N*N-1:0] precede(input [N*N-1:0] rows);
        integer i, j;
        for (i = 0; i < N; i = i + 1) begin
            precede[i*N +: N] = ~rows[i*N +: N];
            for (j = 0; j < i; j = j + 1) precede[j*N + i] = rows[i*N + j];
        end
    endfunction

    // How many of the other warps are before each: full adders take the next three bits of a weight to one at the end of its
    // line and a carry, until one bit is left. As few adders as there can be, in a depth of the logarithm of the warps.
    function [RANK_W*N-1:0] count(input [N*N-1:0] words);
        integer         o, b, k;
        reg [N*N-1:0]   bits, carries;
        reg [2*N*N-1:0] line;
        reg [N-1:0]     first, second, third;
        begin
            bits = {N*N{1'b0}};
            for (o = 0; o < N - 1; o = o + 1)       // without the place of the warp itself
                bits[o*N +: N] = (words[o*N +: N] & ~(EVERY >> (N - 1 - o)))
                    | (words[(o + 1)*N +: N] & EVERY >> (N - 1 - o));
            for (b = 0; b < RANK_W; b = b + 1) begin
                line = {{N*N{1'b0}}, bits};
                carries = {N*N{1'b0}};
                for (k = 0; k < ((N - 1) >> (b + 1)); k = k + 1) begin
                    {third, second, first} = line[3*k*N +: 3*N];
                    line[((((N - 1) >> b) | 1) + k)*N +: N] = first ^ second ^ third;
                    carries[k*N +: N] = (first & second) | (third & (first ^ second));
                end
                count[b*N +: N] = line[3*((N - 1) >> (b + 1))*N +: N];
                bits = carries;
            end
        end
    endfunction

    // The counts one beside the other.
    function [N*RANK_W-1:0] numbers(input [RANK_W*N-1:0] counts);
        integer w, b;
        for (w = 0; w < N; w = w + 1)
            for (b = 0; b < RANK_W; b = b + 1) numbers[w*RANK_W + b] = counts[b*N + w];
    endfunction

    // Those that wait or are none are placed behind.
    integer       r;
    reg [N-1:0]   behind;
    reg [N*N-1:0] rows, ahead;

    always @* begin
        behind = waiting_i | ~resident_i;
        rows = {N*N{1'b0}};
        for (r = 0; r < N; r = r + 1)
            rows[r*N +: N] = (older_i[r*N +: N] & ({N{behind[r]}} | ~behind)) | ({N{behind[r]}} & ~behind);
        ahead = precede(rows);
    end

    // One process: none without an input would run in every simulator.
    integer     s, t;
    reg [N-1:0] own, preceded;

    always @* begin
        rank_o = {N*RANK_W{1'b0}};
        rank_run_o = {N*RANK_W{1'b0}};
        oldest_run_o = {N{1'b0}};
        own = {N{1'b0}};
        preceded = {N{1'b0}};
        t = 0;
        for (s = 0; s < N; s = s + 1) begin
            for (t = 0; t < N; t = t + 1) own[t] = t != s && t % S == s % S;
            preceded = preceded | (ahead[s*N +: N] & own);
        end
        if ((NUMBERS & 1) != 0) rank_o = numbers(count(precede(older_i)) & {RANK_W{resident_i}});
        if ((NUMBERS & 2) != 0) rank_run_o = numbers(count(ahead) & {RANK_W{resident_i}});
        if ((NUMBERS & 4) != 0) oldest_run_o = resident_i & ~preceded;
    end
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// What warp_rank guarantees of any order that warp_order gives, any warps waiting (tests/verilog/test_properties.sh).
//
//   1  The ranks of the resident warps are below their number and all different, so they are 0, 1, 2, ...; an empty
//      slot's rank is 0. Of two warps the older has the lower rank.
//   2  So it is with rank_run; without a waiting warp it equals rank.
//   3  In rank_run every warp that does not wait comes before every warp that waits; two that both wait, or both do
//      not, keep the order of their ranks.
//   4  oldest_run holds one warp of each scheduler that has a resident one, and none else: a warp that does not wait if
//      it has any, and no older one of its scheduler waits as little (D-24).
//
// Said of two different warps, a and b, that the proof may choose freely. The block has no registers: its invariant is
// empty, and what is assumed is of its inputs: properties 1 to 3 of warp_order.
module warp_rank_properties #(
    parameter N = 8,
    parameter S = 2,
    parameter NUMBERS = 7,
    parameter FROM_RESET = 1
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire [N-1:0]         resident_i,
    input wire [N*N-1:0]       older_i,
    input wire [N-1:0]         waiting_i,
    input wire [$clog2(N)-1:0] a,
    input wire [$clog2(N)-1:0] b,
    output wire [4:0]          reached_o
);
    localparam RANK_W = $clog2(N);

    wire [N*RANK_W-1:0] rank_o, rank_run_o;
    wire [N-1:0]        oldest_run_o;

    warp_rank #(.N(N), .S(S), .NUMBERS(NUMBERS)) block (
        .clk_i(clk_i), .rst_i(rst_i), .resident_i(resident_i), .older_i(older_i), .waiting_i(waiting_i),
        .rank_o(rank_o), .rank_run_o(rank_run_o), .oldest_run_o(oldest_run_o)
    );

    function stands_before(input [N*N-1:0] older, input integer x, input integer y);
        stands_before = x < y ? older[y*N + x] : !older[x*N + y];
    endfunction

    wire invariant = 1'b1;

    integer i, j, k;
    reg     order;
    always @* begin
        order = 1;
        for (i = 0; i < N; i = i + 1)
            for (j = 0; j < N; j = j + 1) begin
                if (j < i && !(resident_i[i] && resident_i[j]) && older_i[i*N + j] != resident_i[j]) order = 0;
                for (k = 0; k < N; k = k + 1)
                    if (i != j && j != k && i != k && stands_before(older_i, i, j) && stands_before(older_i, j, k)
                        && !stands_before(older_i, i, k)) order = 0;
            end
    end
    always @* assume (order);
    always @* assume (a < N && b < N && a != b);

    // Property 1, and the same of rank_run; warps of a's scheduler, how many are resident, and are in oldest_run.
    integer          u, v, w;
    reg [RANK_W:0]   count, residents, olds;
    reg              ranks, run_ranks;
    always @* begin
        count = 0;
        residents = 0;
        olds = 0;
        for (w = 0; w < N; w = w + 1) count = count + resident_i[w];
        ranks = 1;
        run_ranks = 1;
        for (w = 0; w < N; w = w + 1) begin
            if (resident_i[w] ? rank_o[w*RANK_W +: RANK_W] >= count : rank_o[w*RANK_W +: RANK_W] != 0) ranks = 0;
            if (resident_i[w] ? rank_run_o[w*RANK_W +: RANK_W] >= count : rank_run_o[w*RANK_W +: RANK_W] != 0)
                run_ranks = 0;
            for (v = 0; v < w; v = v + 1)
                if (resident_i[v] && resident_i[w]) begin
                    if (rank_o[v*RANK_W +: RANK_W] == rank_o[w*RANK_W +: RANK_W]) ranks = 0;
                    if (rank_run_o[v*RANK_W +: RANK_W] == rank_run_o[w*RANK_W +: RANK_W]) run_ranks = 0;
                end
        end
        for (u = 0; u < N; u = u + 1)
            if (u % S == a % S) begin
                residents = residents + resident_i[u];
                olds = olds + oldest_run_o[u];
            end
    end

    reg is_older;
    always @* begin
        is_older = 0;
        for (i = 0; i < N; i = i + 1)
            for (j = 0; j < N; j = j + 1) if (i != j && i == a && j == b) is_older = stands_before(older_i, i, j);
    end
    wire both = resident_i[a] && resident_i[b];
    wire lower = rank_o[a*RANK_W +: RANK_W] < rank_o[b*RANK_W +: RANK_W];
    wire ahead = rank_run_o[a*RANK_W +: RANK_W] < rank_run_o[b*RANK_W +: RANK_W];
    wire rivals = both && a % S == b % S && oldest_run_o[a];

    always @* begin
        p1: assert (ranks);
        if (both) p1_order: assert (lower == is_older);
        p2: assert (run_ranks && ((waiting_i & resident_i) != 0 || rank_run_o == rank_o));
        if (both && !waiting_i[a] && waiting_i[b]) p3_order: assert (ahead);
        if (both && waiting_i[a] == waiting_i[b]) p3_same: assert (ahead == is_older);
        p4: assert ((oldest_run_o & ~resident_i) == 0 && olds == (residents != 0));
        if (rivals && waiting_i[a]) p4_waits: assert (waiting_i[b] && is_older);
        if (rivals && !waiting_i[a] && !waiting_i[b]) p4_oldest: assert (is_older);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = &resident_i && rank_o[RANK_W-1:0] == N - 1;
    assign reached_o[1] = both && waiting_i[a] && !waiting_i[b] && is_older && !ahead;
    assign reached_o[2] = both && waiting_i[a] && waiting_i[b] && waiting_i != {N{1'b1}};
    assign reached_o[3] = rivals && !waiting_i[a] && waiting_i[b] && !is_older && &resident_i;
    assign reached_o[4] = rivals && waiting_i[a] && oldest_run_o[0] && a % S != 0;
endmodule

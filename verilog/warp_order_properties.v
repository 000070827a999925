// What warp_order guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  The ranks of the resident warps are below their number and all different, so they are 0, 1, 2, ...; an empty
//      slot's rank is 0.
//   2  So it is with rank_run; without a waiting warp it equals rank.
//   3  In rank_run every warp that does not wait comes before every warp that waits; two that both wait, or both do
//      not, keep the order of their ranks.
//   4  A warp is resident in the next cycle exactly if it is launched, or is resident and does not exit.
//   5  Two warps that stay keep their order; a warp that stays is older than one that enters; of two that enter the lower
//      slot is the older.
//   6  oldest_run holds one warp of each scheduler that has a resident one, and none else: a warp that does not wait if
//      it has any, and no older one of its scheduler waits as little (D-24).
//
// Said of two different warps, a and b, that the proof may choose freely. FROM_RESET = 1: the first cycle resets.
// 0: it starts in any state that satisfies property 1, for covers and planted bugs.
module warp_order_properties #(
    parameter N = 8,
    parameter S = 2,
    parameter FROM_RESET = 1
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire [N-1:0]         waiting_i,
    input wire [N-1:0]         launch_i,
    input wire [N-1:0]         exit_i,
    input wire [$clog2(N)-1:0] a,
    input wire [$clog2(N)-1:0] b,
    output wire [9:0]          reached_o
);
    localparam RANK_W = $clog2(N);

    wire [N-1:0]        resident_o, oldest_run_o;
    wire [N*RANK_W-1:0] rank_o, rank_run_o;

    warp_order #(.N(N), .S(S)) block (
        .clk_i(clk_i), .rst_i(rst_i), .waiting_i(waiting_i), .launch_i(launch_i), .exit_i(exit_i),
        .resident_o(resident_o), .rank_o(rank_o), .rank_run_o(rank_run_o), .oldest_run_o(oldest_run_o)
    );

    // The next values of the registers, which flattening connects by name; the registers themselves are put out.
    (* hierconn *) wire [N-1:0]        \block.resident_d ;
    (* hierconn *) wire [N*RANK_W-1:0] \block.rank_d ;
    wire [N-1:0]        resident_d = \block.resident_d ;
    wire [N*RANK_W-1:0] rank_d = \block.rank_d ;

    // Property 1 of the registers; the same of rank_run.
    integer         v, w;
    reg [RANK_W:0]  count;
    reg             invariant, run_invariant;
    always @* begin
        count = 0;
        for (w = 0; w < N; w = w + 1) count = count + resident_o[w];
        invariant = 1;
        run_invariant = 1;
        for (w = 0; w < N; w = w + 1) begin
            if (resident_o[w] ? rank_o[w*RANK_W +: RANK_W] >= count : rank_o[w*RANK_W +: RANK_W] != 0) invariant = 0;
            if (resident_o[w] ? rank_run_o[w*RANK_W +: RANK_W] >= count : rank_run_o[w*RANK_W +: RANK_W] != 0)
                run_invariant = 0;
            for (v = 0; v < w; v = v + 1)
                if (resident_o[v] && resident_o[w]) begin
                    if (rank_o[v*RANK_W +: RANK_W] == rank_o[w*RANK_W +: RANK_W]) invariant = 0;
                    if (rank_run_o[v*RANK_W +: RANK_W] == rank_run_o[w*RANK_W +: RANK_W]) run_invariant = 0;
                end
        end
    end

    // Warps of a's scheduler; how many of them are resident, and are in oldest_run.
    integer        u;
    reg [RANK_W:0] residents, olds;
    always @* begin
        residents = 0;
        olds = 0;
        for (u = 0; u < N; u = u + 1)
            if (u % S == a % S) begin
                residents = residents + resident_o[u];
                olds = olds + oldest_run_o[u];
            end
    end

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant);
    always @* assume (a < N && b < N && a != b);

    wire both = resident_o[a] && resident_o[b];
    wire older = rank_o[a*RANK_W +: RANK_W] < rank_o[b*RANK_W +: RANK_W];
    wire ahead = rank_run_o[a*RANK_W +: RANK_W] < rank_run_o[b*RANK_W +: RANK_W];
    wire older_d = rank_d[a*RANK_W +: RANK_W] < rank_d[b*RANK_W +: RANK_W];
    wire stays_a = resident_o[a] && !exit_i[a], stays_b = resident_o[b] && !exit_i[b];
    wire enters_a = launch_i[a] && !stays_a, enters_b = launch_i[b] && !stays_b;
    wire rivals = both && a % S == b % S && oldest_run_o[a];

    always @* if (started) begin
        p1: assert (invariant);
        p2: assert (run_invariant && ((waiting_i & resident_o) != 0 || rank_run_o == rank_o));
        if (both && !waiting_i[a] && waiting_i[b]) p3_order: assert (ahead);
        if (both && waiting_i[a] == waiting_i[b]) p3_same: assert (ahead == older);
        p4: assert (resident_d == (launch_i | (resident_o & ~exit_i)));
        if (stays_a && stays_b) p5_stay: assert (older_d == older);
        if (stays_a && enters_b) p5_enter: assert (older_d);
        if (enters_a && enters_b) p5_slots: assert (older_d == (a < b));
        p6: assert ((oldest_run_o & ~resident_o) == 0 && olds == (residents != 0));
        if (rivals && waiting_i[a]) p6_waits: assert (waiting_i[b] && older);
        if (rivals && !waiting_i[a] && !waiting_i[b]) p6_oldest: assert (older);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = &resident_o && rank_o[RANK_W-1:0] == N - 1;
    assign reached_o[1] = both && waiting_i[a] && !waiting_i[b] && older && !ahead;
    assign reached_o[2] = both && waiting_i[a] && waiting_i[b] && waiting_i != {N{1'b1}};
    assign reached_o[3] = stays_a && stays_b && resident_d != resident_o && !older;
    assign reached_o[4] = resident_o[a] && enters_a && stays_b && older;
    assign reached_o[5] = enters_a && enters_b && resident_o == 0;
    assign reached_o[6] = resident_o == 0 && launch_i == {N{1'b1}};
    assign reached_o[7] = &resident_o && exit_i == {N{1'b1}} && launch_i == 0;
    assign reached_o[8] = rivals && !waiting_i[a] && waiting_i[b] && !older && &resident_o;
    assign reached_o[9] = rivals && waiting_i[a] && oldest_run_o[0] && a % S != 0;
endmodule

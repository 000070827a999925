// SPDX-License-Identifier: BSD-3-Clause
// What kaws_share guarantees, proven of any inputs (tests/verilog/test_properties.sh).
//
//   1  A warp is given to one scheduler only.
//   2  Nothing is lent to a scheduler that issues an instruction of its own.
//   3  Nor through a register that is not empty, nor while another scheduler's of the class is empty.
//   4  What is lent is ready, of a class, and of another scheduler than the borrower.
//   5  No warp that the borrower could have had, of whatever class, is older than the one that it gets.
//   6  A scheduler that could have some warp gets one: of an order, which warp_order's pairs always are.
//   7  Without a loan the warp's number is 0.
//
// Said of two schedulers, x and y, and a warp, a, that the proof may choose freely. The block has no registers: its
// invariant is empty.
module kaws_share_properties #(
    parameter N = 8,
    parameter S = 4,
    parameter FROM_RESET = 1
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire [N-1:0]         ready_i,
    input wire [2*N-1:0]       unit_i,
    input wire [N*N-1:0]       older_i,
    input wire [3*S-1:0]       can_accept_i,
    input wire [S-1:0]         issues_i,
    input wire [$clog2(S)-1:0] x,
    input wire [$clog2(S)-1:0] y,
    input wire [$clog2(N)-1:0] a,
    output wire [6:0]          reached_o
);
    localparam WARP_W = $clog2(N);

    wire [S-1:0]        borrows_o;
    wire [S*WARP_W-1:0] warp_o;

    kaws_share #(.N(N), .S(S)) block (
        .clk_i(clk_i), .rst_i(rst_i), .ready_i(ready_i), .unit_i(unit_i), .older_i(older_i),
        .can_accept_i(can_accept_i), .issues_i(issues_i), .borrows_o(borrows_o), .warp_o(warp_o)
    );

    wire invariant = 1'b1;
    always @* assume (x < S && y < S && x != y && a < N);

    function stands_before(input [N*N-1:0] older, input integer u, input integer v);
        stands_before = u < v ? older[v*N + u] : !older[u*N + v];
    endfunction

    integer i, j, k;
    reg     order;
    always @* begin
        order = 1;
        for (i = 0; i < N; i = i + 1)
            for (j = 0; j < N; j = j + 1)
                for (k = 0; k < N; k = k + 1)
                    if (i != j && j != k && i != k && stands_before(older_i, i, j) && stands_before(older_i, j, k)
                        && !stands_before(older_i, i, k)) order = 0;
    end

    // The warp that x gets, and y; whether a is older than x's.
    wire [WARP_W-1:0] mine = warp_o[x*WARP_W +: WARP_W], yours = warp_o[y*WARP_W +: WARP_W];
    reg               is_older;
    always @* begin
        is_older = 0;
        for (i = 0; i < N; i = i + 1)
            for (j = 0; j < N; j = j + 1) if (i != j && i == a && j == mine) is_older = stands_before(older_i, i, j);
    end

    // How many registers of a class are empty, and whether x could have a warp of it.
    wire [1:0] unit = unit_i[2*mine +: 2], a_unit = unit_i[2*a +: 2];
    reg [2:0]  empty, a_empty;
    always @* begin
        empty = 0;
        a_empty = 0;
        for (i = 0; i < S; i = i + 1) begin
            if (unit != 3) empty = empty + can_accept_i[3*i + unit];
            if (a_unit != 3) a_empty = a_empty + can_accept_i[3*i + a_unit];
        end
    end
    wire could = ready_i[a] && a_unit != 3 && a % S != x && !issues_i[x] && a_empty == 1 && can_accept_i[3*x + a_unit];

    always @* begin
        if (borrows_o[x] && borrows_o[y]) p1: assert (mine != yours);
        if (borrows_o[x]) p2: assert (!issues_i[x]);
        if (borrows_o[x]) p3: assert (can_accept_i[3*x + unit] && empty == 1);
        if (borrows_o[x]) p4: assert (ready_i[mine] && unit != 3 && mine % S != x);
        if (borrows_o[x] && could) p5: assert (!is_older);
        if (order && could) p6: assert (borrows_o[x]);
        if (!borrows_o[x]) p7: assert (mine == 0);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = order && borrows_o[x] && borrows_o[y] && unit_i[2*mine +: 2] != unit_i[2*yours +: 2];
    assign reached_o[1] = order && borrows_o[x] && issues_i[y] && mine % S == y;
    assign reached_o[2] = order && could && can_accept_i[3*x +: 3] == 3'b111 && a_unit != unit && !is_older
                          && borrows_o[x];
    assign reached_o[3] = order && ready_i[a] && a_unit != 3 && a % S != x && !issues_i[x] && a_empty == 2
                          && can_accept_i[3*x + a_unit] && !borrows_o[x];
    assign reached_o[4] = order && borrows_o[x] && is_older && ready_i[a] && a_unit == unit && a % S == x;
    assign reached_o[5] = order && ready_i[a] && issues_i[x] && a_empty == 1 && can_accept_i[3*x + a_unit]
                          && a % S != x;
    assign reached_o[6] = !order && could && !borrows_o[x];
endmodule

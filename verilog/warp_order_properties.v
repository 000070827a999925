// SPDX-License-Identifier: BSD-3-Clause
// What warp_order guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  Only pairs that exist have a bit (with ACROSS 0 those of one scheduler), one bit a pair: that no slot stands both
//      before and behind another is by construction.
//   2  The pairs are an order: of three slots, a before b and b before c, a is before c; after launches and exits too.
//   3  Empty slots stand behind all that hold a warp, among themselves the higher before the lower.
//   4  A warp is resident in the next cycle exactly if it is launched, or is resident and does not exit.
//   5  Two warps that stay keep their order; a warp that stays is older than one that enters; of two that enter the lower
//      slot is the older.
//
// Said of three slots, a, b and c, that the proof may choose freely. FROM_RESET = 1: the first cycle resets. 0: it starts
// in any state that satisfies properties 1 to 3, for covers and planted bugs.
module warp_order_properties #(
    parameter N = 8,
    parameter S = 2,
    parameter ACROSS = 1,
    parameter FROM_RESET = 1
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire [N-1:0]         launch_i,
    input wire [N-1:0]         exit_i,
    input wire [$clog2(N)-1:0] a,
    input wire [$clog2(N)-1:0] b,
    input wire [$clog2(N)-1:0] c,
    output wire [7:0]          reached_o
);
    wire [N-1:0]   resident_o;
    wire [N*N-1:0] older_o;

    warp_order #(.N(N), .S(S), .ACROSS(ACROSS)) block (
        .clk_i(clk_i), .rst_i(rst_i), .launch_i(launch_i), .exit_i(exit_i), .resident_o(resident_o), .older_o(older_o)
    );

    // The next values of the registers, which flattening connects by name; the registers themselves are put out.
    (* hierconn *) wire [N-1:0]   \block.resident_d ;
    (* hierconn *) wire [N*N-1:0] \block.older_d ;
    wire [N-1:0]   resident_d = \block.resident_d ;
    wire [N*N-1:0] older_d = \block.older_d ;

    function compared(input integer x, input integer y);
        compared = ACROSS != 0 || x % S == y % S;
    endfunction
    function stands_before(input [N*N-1:0] older, input integer x, input integer y);
        stands_before = x < y ? older[y*N + x] : !older[x*N + y];
    endfunction

    // Properties 1 to 3 of the registers, all slots at once.
    integer i, j, k;
    reg     exist, transitive, behind;
    always @* begin
        exist = 1;
        transitive = 1;
        behind = 1;
        for (i = 0; i < N; i = i + 1)
            for (j = 0; j < N; j = j + 1) begin
                if ((j >= i || !compared(i, j)) && older_o[i*N + j]) exist = 0;
                if (j < i && compared(i, j) && !(resident_o[i] && resident_o[j]) && older_o[i*N + j] != resident_o[j])
                    behind = 0;
                for (k = 0; k < N; k = k + 1)
                    if (i != j && j != k && i != k && compared(i, j) && compared(j, k) && stands_before(older_o, i, j)
                        && stands_before(older_o, j, k) && !stands_before(older_o, i, k))
                        transitive = 0;
            end
    end
    wire invariant = exist && transitive && behind;

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant);
    always @* assume (a < N && b < N && c < N && a != b && b != c && a != c);

    reg older, older_d_ab, ab, bc, ac;
    always @* begin
        older = 0;
        older_d_ab = 0;
        ab = 0;
        bc = 0;
        ac = 0;
        for (i = 0; i < N; i = i + 1)
            for (j = 0; j < N; j = j + 1)
                if (i != j) begin
                    if (i == a && j == b) begin
                        older = stands_before(older_o, i, j);
                        older_d_ab = stands_before(older_d, i, j);
                        ab = compared(i, j);
                    end
                    if (i == b && j == c) bc = compared(i, j);
                    if (i == a && j == c) ac = compared(i, j);
                end
    end

    wire stays_a = resident_o[a] && !exit_i[a], stays_b = resident_o[b] && !exit_i[b];
    wire enters_a = launch_i[a] && !stays_a, enters_b = launch_i[b] && !stays_b;

    always @* if (started) begin
        p1: assert (exist);
        p2: assert (transitive);
        p3: assert (behind);
        p4: assert (resident_d == (launch_i | (resident_o & ~exit_i)));
        if (ab && stays_a && stays_b) p5_stay: assert (older_d_ab == older);
        if (ab && stays_a && enters_b) p5_enter: assert (older_d_ab);
        if (ab && enters_a && enters_b) p5_slots: assert (older_d_ab == (a < b));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = &resident_o && older && ab && bc && ac && a > b && b > c;
    assign reached_o[1] = stays_a && stays_b && resident_d != resident_o && !older && ab && a < b;
    assign reached_o[2] = resident_o[a] && enters_a && stays_b && older && ab;
    assign reached_o[3] = enters_a && enters_b && resident_o == 0 && ab;
    assign reached_o[4] = resident_o == 0 && launch_i == {N{1'b1}};
    assign reached_o[5] = &resident_o && exit_i == {N{1'b1}} && launch_i == 0;
    assign reached_o[6] = resident_o[a] && exit_i[a] && !launch_i[a] && stays_b && older && ab && a < b;
    assign reached_o[7] = !resident_o[a] && !resident_o[b] && resident_o[c] && ab && bc;
endmodule

// warp_order: the age order of an SM's resident warps. One instance per SM; the one source of age for every block.
//
// Source: hardware.md section 6; the papers take "oldest" for granted (OAWS section 4.1.2, CCWS section 3.3).
// A rank register per slot holds the number of resident warps older than the slot's own. An exit lowers the ranks of
// all younger warps; a launch appends, of several in one cycle the lower slot is the older. Exits come before launches, so
// a slot named by both holds a new, youngest warp. Launching a warp that stays resident and ending one that is not are
// ignored. rank_run is the same order with the warps that wait at a barrier or membar placed after all others.
// oldest_run has one bit for each scheduler with a resident warp (D-24): its oldest that does not wait, else its oldest.
//
// Latency: launch and exit (late inputs) show in the next cycle's outputs, waiting (early input) in rank_run and
// oldest_run at once.
// Throughput: any number of launches and exits in each cycle.
// Example, N = 4:  launch 0b1011      rank 0,1,-,2
//                  then exit 0b0010   rank 0,-,-,1      and with launch 0b0010 in that cycle too: rank 0,2,-,1
//                  waiting 0b0001     rank_run 2,1,-,0  (- = empty slot, 0 on the port)
//                  and with S = 2     oldest_run 0b1001: 0 is alone in its scheduler; waiting 0b1000: 0b0011

// Not modelled: why a warp waits, CTAs.
module warp_order #(
    parameter N = 48,
    parameter S = 2
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire [N-1:0]           waiting_i,
    input  wire [N-1:0]           launch_i,
    input  wire [N-1:0]           exit_i,
    output reg  [N-1:0]           resident_o,
    output reg  [N*$clog2(N)-1:0] rank_o,
    output reg  [N*$clog2(N)-1:0] rank_run_o,
    output reg  [N-1:0]           oldest_run_o
);
    localparam RANK_W = $clog2(N);
    localparam GROUPS = (N + 7) / 8;
    localparam SPAN = 8 * GROUPS;

    reg [N-1:0]        resident_q, resident_d;
    reg [N*RANK_W-1:0] rank_q, rank_d;

    // Sets of warps are counted in groups of eight. Each sum of sums keeps its lowest bit apart: synthesis else would
    // merge them into one of many terms, of more gates and harder to prove equal. One group, by sums of three:
    function [3:0] ones(input [7:0] set);
        reg [1:0] a, b, c, low, high;
        begin
            a = {1'b0, set[0]} + {1'b0, set[1]} + {1'b0, set[2]};
            b = {1'b0, set[3]} + {1'b0, set[4]} + {1'b0, set[5]};
            c = {1'b0, set[6]} + {1'b0, set[7]};
            low = {1'b0, a[0]} + {1'b0, b[0]} + {1'b0, c[0]};
            high = {1'b0, a[1]} + {1'b0, b[1]} + {1'b0, c[1]};
            ones = {{1'b0, high} + {2'b00, low[1]}, low[0]};
        end
    endfunction

    function [7:0] plus(input [7:0] count, input [3:0] more);
        plus = {count[7:1] + {4'd0, more[3:1]} + {6'd0, count[0] & more[0]}, count[0] ^ more[0]};
    endfunction

    // A byte for each group: how many of the set lie in the groups before it, counted from `first` on.
    function [SPAN-1:0] count_groups(input [SPAN-1:0] set, input [RANK_W-1:0] first);
        integer   group;
        reg [7:0] count;
        begin
            count = {{8-RANK_W{1'b0}}, first};
            for (group = 0; group < GROUPS; group = group + 1) begin
                count_groups[8*group +: 8] = count;
                count = plus(count, ones(set[8*group +: 8]));
            end
        end
    endfunction

    function [RANK_W-1:0] count_all(input [SPAN-1:0] set);
        integer   group;
        reg [7:0] count;
        begin
            count = 8'd0;
            for (group = 0; group < GROUPS; group = group + 1) count = plus(count, ones(set[8*group +: 8]));
            count_all = count[RANK_W-1:0];
        end
    endfunction

    // How many of the set lie before a place: those in the groups before its group, and those before it in its group.
    function [RANK_W-1:0] count_before(input [SPAN-1:0] set, input [SPAN-1:0] groups, input [7:0] place);
        integer   group, i;
        reg [7:0] own, count;
        begin
            own = 8'd0;
            count = 8'd0;
            for (group = 0; group < GROUPS; group = group + 1) begin
                own = own | (set[8*group +: 8] & {8{place[7:3] == group[4:0]}});
                count = count | (groups[8*group +: 8] & {8{place[7:3] == group[4:0]}});
            end
            for (i = 0; i < 8; i = i + 1) own[i] = own[i] & i[2:0] < place[2:0];
            count = plus(count, ones(own));
            count_before = count[RANK_W-1:0];
        end
    endfunction

    // A set of resident warps as bits of their age rank, and any set of warps as it is, both in whole groups.
    function [SPAN-1:0] by_age(input [N-1:0] warps, input [N*RANK_W-1:0] ranks);
        integer   slot, group, i;
        reg [7:0] age, own;
        begin
            by_age = {SPAN{1'b0}};
            for (slot = 0; slot < N; slot = slot + 1) begin
                age = {{8-RANK_W{1'b0}}, ranks[slot*RANK_W +: RANK_W]};
                for (i = 0; i < 8; i = i + 1) own[i] = warps[slot] & i[2:0] == age[2:0];
                for (group = 0; group < GROUPS; group = group + 1)
                    by_age[8*group +: 8] = by_age[8*group +: 8] | (own & {8{age[7:3] == group[4:0]}});
            end
        end
    endfunction

    function [SPAN-1:0] by_slot(input [N-1:0] warps);
        begin
            by_slot = {SPAN{1'b0}};
            by_slot[N-1:0] = warps;
        end
    endfunction

    // Warps that wait, and for each rank, how many of them are older.
    integer          w;
    reg [N-1:0]      waits;
    reg [SPAN-1:0]   wait_ages, wait_groups;
    reg [RANK_W-1:0] running, older;

    always @* begin
        w = 0;
        waits = waiting_i & resident_q;
        wait_ages = {SPAN{1'b0}};
        wait_groups = {SPAN{1'b0}};
        running = {RANK_W{1'b0}};
        older = {RANK_W{1'b0}};

        resident_o = resident_q;
        rank_o = rank_q;
        rank_run_o = rank_q;
        if (waits != {N{1'b0}}) begin
            wait_ages = by_age(waits, rank_q);
            wait_groups = count_groups(wait_ages, {RANK_W{1'b0}});
            running = count_all(by_slot(resident_q & ~waits));
            for (w = 0; w < N; w = w + 1) begin
                older = count_before(wait_ages, wait_groups, {{8-RANK_W{1'b0}}, rank_q[w*RANK_W +: RANK_W]});
                if (waits[w])
                    rank_run_o[w*RANK_W +: RANK_W] = running + older;
                else
                    rank_run_o[w*RANK_W +: RANK_W] = rank_q[w*RANK_W +: RANK_W] - older;
                if (!resident_q[w]) rank_run_o[w*RANK_W +: RANK_W] = {RANK_W{1'b0}};
            end
        end
    end

    // The oldest of each scheduler's candidates, its running warps or else all: bit by bit from the top of their ranks,
    // those with a 1 drop out while another has a 0. Ranks differ, so one is left.
    integer          s, c, b;
    reg [N-1:0]      own, candidates, lower;

    always @* begin
        c = 0;
        b = 0;
        own = {N{1'b0}};
        candidates = {N{1'b0}};
        lower = {N{1'b0}};
        oldest_run_o = {N{1'b0}};
        for (s = 0; s < S; s = s + 1) begin
            for (c = 0; c < N; c = c + 1) own[c] = resident_q[c] && c % S == s;
            candidates = |(own & ~waiting_i) ? own & ~waiting_i : own;
            for (b = RANK_W - 1; b >= 0; b = b - 1) begin
                for (c = 0; c < N; c = c + 1) lower[c] = candidates[c] & ~rank_q[c*RANK_W + b];
                if (|lower) candidates = lower;
            end
            oldest_run_o = oldest_run_o | candidates;
        end
    end

    // As for those that wait, for the warps that leave; those that enter are counted in slot order, from the number that
    // stays on.
    integer          v;
    reg [N-1:0]      leaving, staying, entering;
    reg [SPAN-1:0]   gone_ages, gone_groups, new_slots, new_groups;
    reg [RANK_W-1:0] older_gone;

    always @* begin
        resident_d = resident_q;
        rank_d = rank_q;
        v = 0;
        leaving = exit_i & resident_q;
        staying = resident_q & ~leaving;
        entering = launch_i & ~staying;
        gone_ages = {SPAN{1'b0}};
        gone_groups = {SPAN{1'b0}};
        new_slots = {SPAN{1'b0}};
        new_groups = {SPAN{1'b0}};
        older_gone = {RANK_W{1'b0}};
        if ((leaving | entering) != {N{1'b0}}) begin
            gone_ages = by_age(leaving, rank_q);
            gone_groups = count_groups(gone_ages, {RANK_W{1'b0}});
            new_slots = by_slot(entering);
            new_groups = count_groups(new_slots, count_all(by_slot(staying)));
            for (v = 0; v < N; v = v + 1) begin
                older_gone = count_before(gone_ages, gone_groups, {{8-RANK_W{1'b0}}, rank_q[v*RANK_W +: RANK_W]});
                if (entering[v])
                    rank_d[v*RANK_W +: RANK_W] = count_before(new_slots, new_groups, v[7:0]);
                else if (staying[v])
                    rank_d[v*RANK_W +: RANK_W] = rank_q[v*RANK_W +: RANK_W] - older_gone;
                else
                    rank_d[v*RANK_W +: RANK_W] = {RANK_W{1'b0}};
            end
            resident_d = staying | entering;
        end
    end

    always @(posedge clk_i)
        if (rst_i) begin
            resident_q <= {N{1'b0}};
            rank_q <= {N*RANK_W{1'b0}};
        end else begin
            resident_q <= resident_d;
            rank_q <= rank_d;
        end
endmodule

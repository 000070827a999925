// warp_order: the age order of an SM's resident warps. One instance per SM; the one source of age for every block.
//
// Source: hardware.md section 6; the papers take "oldest" for granted (OAWS section 4.1.2, CCWS section 3.3).
// A rank register per slot holds the number of resident warps older than the slot's own. An exit lowers the ranks of
// all younger warps; a launch appends, of several in one cycle the lower slot is the older. Exits come before launches, so
// a slot named by both holds a new, youngest warp. Launching a warp that stays resident and ending one that is not are
// ignored. rank_run is the same order with the warps that wait at a barrier or membar placed after all others.
//
// Latency: launch and exit (late inputs) show in the next cycle's ranks, waiting (early input) in rank_run at once.
// Throughput: any number of launches and exits in each cycle.
// Example, N = 4:  launch 0b1011      rank 0,1,-,2
//                  then exit 0b0010   rank 0,-,-,1      and with launch 0b0010 in that cycle too: rank 0,2,-,1
//                  waiting 0b0001     rank_run 2,1,-,0  (- = empty slot, 0 on the port)
// Not modelled: why a warp waits, CTAs, schedulers.
module warp_order #(
    parameter N = 48
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire [N-1:0]           waiting_i,
    input  wire [N-1:0]           launch_i,
    input  wire [N-1:0]           exit_i,
    output reg  [N-1:0]           resident_o,
    output reg  [N*$clog2(N)-1:0] rank_o,
    output reg  [N*$clog2(N)-1:0] rank_run_o
);
    localparam RANK_W = $clog2(N);
    localparam COUNT_W = $clog2(N + 1);

    reg [N-1:0]        resident_q, resident_d;
    reg [N*RANK_W-1:0] rank_q, rank_d;

    // Warps that wait, as bits of their age rank; for each rank, how many of them are older.
    integer            w;
    reg [N-1:0]        waits;
    reg [N-1:0]        wait_ages;
    reg [N*RANK_W-1:0] older_waiting;
    reg [COUNT_W-1:0]  wait_count, run_count;
    reg [RANK_W-1:0]   older;

    always @* begin
        w = 0;
        waits = waiting_i & resident_q;
        wait_ages = {N{1'b0}};
        older_waiting = {N*RANK_W{1'b0}};
        wait_count = {COUNT_W{1'b0}};
        run_count = {COUNT_W{1'b0}};
        older = {RANK_W{1'b0}};

        resident_o = resident_q;
        rank_o = rank_q;
        rank_run_o = rank_q;
        if (waits != {N{1'b0}}) begin
            for (w = 0; w < N; w = w + 1)
                if (waits[w]) wait_ages[rank_q[w*RANK_W +: RANK_W]] = 1'b1;
            for (w = 0; w < N; w = w + 1) begin
                older_waiting[w*RANK_W +: RANK_W] = wait_count[RANK_W-1:0];
                if (wait_ages[w]) wait_count = wait_count + 1'b1;
                if (resident_q[w] & ~waits[w]) run_count = run_count + 1'b1;
            end
            for (w = 0; w < N; w = w + 1) begin
                older = older_waiting[rank_q[w*RANK_W +: RANK_W]*RANK_W +: RANK_W];
                if (waits[w])
                    rank_run_o[w*RANK_W +: RANK_W] = run_count[RANK_W-1:0] + older;
                else
                    rank_run_o[w*RANK_W +: RANK_W] = rank_q[w*RANK_W +: RANK_W] - older;
                if (!resident_q[w]) rank_run_o[w*RANK_W +: RANK_W] = {RANK_W{1'b0}};
            end
        end
    end

    // The same for the warps that leave; those that enter are counted in slot order.
    integer            v;
    reg [N-1:0]        leaving, staying, entering;
    reg [N-1:0]        gone_ages;
    reg [N*RANK_W-1:0] older_gone;
    reg [COUNT_W-1:0]  gone_count, new_rank;

    always @* begin
        resident_d = resident_q;
        rank_d = rank_q;
        v = 0;
        leaving = exit_i & resident_q;
        staying = resident_q & ~leaving;
        entering = launch_i & ~staying;
        gone_ages = {N{1'b0}};
        older_gone = {N*RANK_W{1'b0}};
        gone_count = {COUNT_W{1'b0}};
        new_rank = {COUNT_W{1'b0}};
        if ((leaving | entering) != {N{1'b0}}) begin
            for (v = 0; v < N; v = v + 1)
                if (leaving[v]) gone_ages[rank_q[v*RANK_W +: RANK_W]] = 1'b1;
            for (v = 0; v < N; v = v + 1) begin
                older_gone[v*RANK_W +: RANK_W] = gone_count[RANK_W-1:0];
                if (gone_ages[v]) gone_count = gone_count + 1'b1;
                if (staying[v]) new_rank = new_rank + 1'b1;
            end
            for (v = 0; v < N; v = v + 1) begin
                if (entering[v]) begin
                    rank_d[v*RANK_W +: RANK_W] = new_rank[RANK_W-1:0];
                    new_rank = new_rank + 1'b1;
                end else if (staying[v])
                    rank_d[v*RANK_W +: RANK_W] = rank_q[v*RANK_W +: RANK_W]
                        - older_gone[rank_q[v*RANK_W +: RANK_W]*RANK_W +: RANK_W];
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

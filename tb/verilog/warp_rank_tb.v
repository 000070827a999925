// SPDX-License-Identifier: BSD-3-Clause
// Bench of warp_rank: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module warp_rank_tb;
    parameter N = 48, S = 2, NUMBERS = 7;

    `include "warp_rank_harness.vh"

    // The reference: hardware.md section 6; two warps are compared, and those that come first are counted.
    integer w, other, rank, rank_run;
    reg     oldest;

    function older(input integer a, input integer b);        // is b's warp older than a's
        older = b < a ? older_i[N*a + b] : !older_i[N*b + a];
    endfunction
    function behind(input integer a);                        // does it wait; empty slots are behind too
        behind = waiting_i[a] || !resident_i[a];
    endfunction
    function ahead(input integer a, input integer b);        // does b's come before a's when those go last
        ahead = behind(a) == behind(b) ? older(a, b) : behind(a);
    endfunction

    task reference_reset;
        begin
        end
    endtask

    task reference_outputs;
        begin
            for (w = 0; w < N; w = w + 1) begin
                rank = 0;
                rank_run = 0;
                oldest = 1;
                for (other = 0; other < N; other = other + 1)
                    if (other != w) begin
                        rank = rank + older(w, other);
                        rank_run = rank_run + ahead(w, other);
                        if (other % S == w % S && ahead(w, other)) oldest = 0;
                    end
                rank_o_want[RANK_W*w +: RANK_W] = resident_i[w] && NUMBERS % 2 == 1 ? rank : 0;
                rank_run_o_want[RANK_W*w +: RANK_W] = resident_i[w] && NUMBERS / 2 % 2 == 1 ? rank_run : 0;
                oldest_run_o_want[w] = resident_i[w] && NUMBERS / 4 == 1 && oldest;
            end
        end
    endtask

    task reference_next;
        begin
        end
    endtask

    // The pairs of an order: each slot's number, the smaller the older; empty slots behind all warps.
    integer place [0:N-1];

    task order_by_place;
        begin
            older_i = 0;
            for (w = 0; w < N; w = w + 1)
                for (other = 0; other < w; other = other + 1) older_i[N*w + other] =
                    resident_i[other] && (!resident_i[w] || place[other] <= place[w]);
        end
    endtask

    task expect_ranks(input [31:0] ranks, input [31:0] running, input [3:0] oldest_running);
        begin
            present(1);
            for (w = 0; w < 4; w = w + 1) begin
                if (NUMBERS % 2 == 1) expect_number("rank", rank_o[RANK_W*w +: RANK_W], ranks[8*w +: 8]);
                if (NUMBERS / 2 % 2 == 1) expect_number("rank_run", rank_run_o[RANK_W*w +: RANK_W], running[8*w +: 8]);
            end
            if (NUMBERS / 4 == 1 && S == 2) expect_number("oldest_run", oldest_run_o, oldest_running);
        end
    endtask

    task examples;
        begin
            rst_i_why = "there is nothing to reset";
            // Of a row, bits from the diagonal on say nothing: X on them goes unseen.
            for (w = 0; w < N; w = w + 1)
                for (other = w; other < N; other = other + 1) older_i_excused[N*w + other] = 1;
            older_i_why = "bits of a slot with itself and the slots above are not read";
            if (NUMBERS == 1) begin
                waiting_i_excused = ~0;
                waiting_i_why = "rank does not look at it, and nothing else is asked for";
            end
            if (N >= 4) begin
                begin_part("example of the header");
                resident_i = 4'b1011;
                for (w = 0; w < N; w = w + 1) place[w] = w;
                order_by_place;
                expect_ranks({8'd2, 8'd0, 8'd1, 8'd0}, {8'd2, 8'd0, 8'd1, 8'd0}, 4'b0011);
                waiting_i = 4'b0001;
                expect_ranks({8'd2, 8'd0, 8'd1, 8'd0}, {8'd1, 8'd0, 8'd0, 8'd2}, 4'b0011);
                waiting_i = 4'b0010;
                expect_ranks({8'd2, 8'd0, 8'd1, 8'd0}, {8'd1, 8'd0, 8'd2, 8'd0}, 4'b1001);
            end
        end
    endtask

    // Orders most of the time, all warps resident or few; and pairs that are no order.
    task stimuli;
        begin
            if (chance(30)) resident_i = ~0;
            if (chance(80)) begin
                for (w = 0; w < N; w = w + 1) place[w] = below(1000);
                order_by_place;
            end
            if (chance(30)) waiting_i = 1 << below(N);
        end
    endtask
endmodule

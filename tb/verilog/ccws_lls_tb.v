// SPDX-License-Identifier: BSD-3-Clause
// Bench of ccws_lls: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module ccws_lls_tb;
    parameter N = 32;

    `include "ccws_lls_harness.vh"

    // The reference: hardware.md section 2.3. Place p of the heap is element p of these, that of the walk's copy N + p.
    integer     warp [0:2*N-1];
    integer     lls [0:2*N-1];
    reg         rises [0:2*N-1];                             // since it was compared with what is above it
    reg         falls [0:2*N-1];                             // and with what is below
    reg         trades [0:2*N];
    integer     partner [0:2*N-1];
    integer     p, w, other, lower, kept, sum, hits;
    reg         stale, ends, begins, fits;
    reg [N-1:0] passed, tied, out_set;

    initial for (w = 0; w < N; w = w + 1) begin
        older_i_excused[N*w +: N] = {N{1'b1}} << w;
        older_i_why = "warp_order says of each pair once, in the row of the higher slot, who is older";
    end

    task write_registers;
        for (p = 0; p < N; p = p + 1) begin
            heap_q_want[WARP_W*p +: WARP_W] = warp[p];
            lls_q_want[13*p +: 13] = lls[p];
            walk_heap_q_want[WARP_W*p +: WARP_W] = warp[N + p];
            walk_lls_q_want[13*p +: 13] = lls[N + p];
        end
    endtask

    task reference_reset;
        begin
            for (p = 0; p < N; p = p + 1) begin
                warp[p] = p;
                lls[p] = 0;
                warp[N + p] = 0;
                lls[N + p] = 0;
            end
            {mark_q_want, stale_q_want, can_issue_q_want, walking_q_want, walk_mark_q_want, walk_older_q_want} = 0;
            {walk_cutoff_q_want, walk_sum_q_want, walk_set_q_want, walk_tied_q_want, walk_same_q_want} = 0;
            write_registers;
        end
    endtask

    task reference_outputs;
        begin
            can_issue_o_want = can_issue_q_want;
            cutoff_o_want = 0;
            for (w = 0; w < N; w = w + 1) if (resident_i[w]) cutoff_o_want = cutoff_o_want + cfg_base_i;
        end
    endtask

    function integer least(input integer a, input integer b);
        least = a < b ? a : b;
    endfunction
    function integer most(input integer a, input integer b);
        most = a > b ? a : b;
    endfunction
    // The place below another, in a heap that begins at `root`, which has the larger score; of equal ones the first.
    function integer larger_below(input integer root, input integer place);
        begin
            larger_below = root + 2*place + 1;
            if (2*place + 2 < N)
                if (lls[root + 2*place + 2] > lls[root + 2*place + 1]) larger_below = root + 2*place + 2;
        end
    endfunction

    // Which marked places trade, from the scores before the events; then what stands there, and which are marked now.
    task choose(input integer root, input [PARENTS-1:0] marked);
        begin
            for (p = 0; p < N; p = p + 1) trades[root + p] = 0;
            for (p = PARENTS - 1; p >= 0; p = p - 1) begin
                lower = larger_below(root, p);
                trades[root + p] = marked[p] && lls[lower] > lls[root + p] && !trades[lower];
                if (trades[root + p]) partner[root + p] = lower;
            end
        end
    endtask
    task trade(input integer root, output [PARENTS-1:0] marked);
        begin
            for (p = 0; p < PARENTS; p = p + 1)
                if (trades[root + p]) begin
                    lower = partner[root + p];
                    kept = warp[root + p];
                    warp[root + p] = warp[lower];
                    warp[lower] = kept;
                    kept = lls[root + p];
                    lls[root + p] = lls[lower];
                    lls[lower] = kept;
                    rises[lower] = rises[root + p];
                    rises[root + p] = 1;
                    falls[root + p] = falls[lower];
                    falls[lower] = 1;
                end
            marked = 0;
            for (p = 0; p < PARENTS; p = p + 1) marked[p] = falls[root + p];
            for (p = 1; p < N; p = p + 1) if (rises[root + p]) marked[(p - 1)/2] = 1;
        end
    endtask

    task happen;                                             // to the scores
        for (p = 0; p < N; p = p + 1) begin
            kept = lls[p];
            rises[p] = 0;
            falls[p] = 0;
            if (kept != 0) begin
                hits = apply_i && apply_warp_i == warp[p];
                lls[p] = least(cutoff_o_want, most(most(cfg_base_i, kept - 1), hits ? score_i : 0));
                rises[p] = hits;
            end
            if (kept != 0 && exit_i[warp[p]]) begin
                lls[p] = 0;
                falls[p] = 1;
            end
            if (launch_i[warp[p]] && (kept == 0 || falls[p])) begin
                lls[p] = cfg_base_i;
                rises[p] = 1;
                stale = 1;
            end
            if (lls[p] != kept) stale = 1;
        end
    endtask

    function older(input integer a, input integer b);        // is a older than b, as the walk began
        older = a < b ? walk_older_q_want[N*b + a] : !walk_older_q_want[N*a + b];
    endfunction

    task leave;                                              // the walk's top
        begin
            passed = walk_set_q_want;
            tied = walk_same_q_want ? walk_tied_q_want : 0;
            sum = walk_sum_q_want + lls[N];
            fits = passed == 0 || sum <= walk_cutoff_q_want;
            if (lls[N] != 0) begin
                tied[warp[N]] = 1;
                passed[warp[N]] = 1;
            end
            if (fits) walk_sum_q_want = sum;
            else begin
                out_set = tied;
                for (w = 0; w < N; w = w + 1)
                    for (other = 0; other < N; other = other + 1)
                        if (tied[w] && tied[other] && w != other && older(w, other)) out_set[w] = 0;
                passed = passed & ~out_set;
            end
            lower = larger_below(N, 0);
            ends = lls[lower] == 0 || (!fits && lls[lower] != lls[N]);
            walk_set_q_want = passed;
            walk_tied_q_want = tied & passed;
            walk_same_q_want = lls[lower] == lls[N];
            if (ends) can_issue_q_want = passed;
            p = 0;
            while (p < PARENTS) begin
                lower = larger_below(N, p);
                warp[N + p] = warp[lower];
                lls[N + p] = lls[lower];
                p = lower - N;
            end
            lls[N + p] = 0;
        end
    endtask

    task begin_walk;
        begin
            walk_set_q_want = 0;
            walk_tied_q_want = 0;
            walk_same_q_want = 0;
            walk_sum_q_want = 0;
            walk_cutoff_q_want = cutoff_o_want;
            for (w = 0; w < N; w = w + 1) walk_older_q_want[N*w +: N] = older_i[N*w +: N] & ~({N{1'b1}} << w);
        end
    endtask

    task reference_next;
        begin
            ends = 0;
            choose(0, mark_q_want);
            if (walking_q_want && walk_mark_q_want == 0) leave;
            else if (walking_q_want) begin
                choose(N, walk_mark_q_want);
                for (p = N; p < 2*N; p = p + 1) {rises[p], falls[p]} = 2'b00;
                trade(N, walk_mark_q_want);
            end
            begins = stale_q_want && (!walking_q_want || ends);
            stale = !begins && (stale_q_want || cutoff_o_want != walk_cutoff_q_want);
            if (begins) begin
                for (p = 0; p < N; p = p + 1) begin
                    warp[N + p] = warp[p];
                    lls[N + p] = lls[p];
                end
                walk_mark_q_want = mark_q_want;
                begin_walk;
            end
            happen;
            trade(0, mark_q_want);
            walking_q_want = begins || (walking_q_want && !ends);
            stale_q_want = stale;
            write_registers;
        end
    endtask

    // E-6, a line where the figure has a picture: scores of W0 to W3, cutoff, who may load.
    function [12:0] score_of(input integer of);
        integer place;
        begin
            score_of = 0;
            for (place = 0; place < N; place = place + 1) if (warp[place] == of) score_of = lls[place];
        end
    endfunction
    integer     lines, ages;
    reg [3:0]   loads;
    task show;
        begin
            #1 loads = can_issue_o;
            $display("E-6: cycle %0d: scores %0d %0d %0d %0d, cutoff %0d, loads of W3..W0 %b", lines, score_of(0),
                        score_of(1), score_of(2), score_of(3), cutoff_o, loads);
        end
    endtask
    task cycles_of(input integer number);
        for (ages = 0; ages < number; ages = ages + 1) begin
            cycle;
            lines = lines + 1;
        end
    endtask
    task lose(input integer of, input integer worth);
        begin
            apply_i = 1;
            apply_warp_i = of;
            score_i = worth;
            cycles_of(1);
            apply_i = 0;
        end
    endtask

    task examples;
        if (N >= 4) begin
            begin_part("E-6, figure 8");
            lines = 0;
            cfg_base_i = 100;
            launch_i = 4'b1111;
            cycles_of(1);
            launch_i = 0;
            resident_i = 4'b1111;
            for (w = 0; w < 4; w = w + 1) older_i[N*w +: N] = ~({N{1'b1}} << w);
            cycles_of(4 * N);
            show;
            expect_number("all at base", can_issue_o, 4'b1111);
            lose(2, 180);
            expect_number("score of W2", score_of(2), 180);
            cycles_of(32);                                   // twice four warps and R of 64
            show;
            expect_number("W2 has lost a line", can_issue_o, 4'b0111);
            lose(0, 180);
            lose(2, 180);
            cycles_of(32);
            show;
            expect_number("W0 and W2 have", can_issue_o, 4'b0101);
            cycles_of(80);
            show;
            expect_number("all at base again", can_issue_o, 4'b1111);
        end
    endtask

    // Residents and ages mostly as warp_order has them, of slots that are as old as they are low; scores of a few times
    // the base, so that several warps fit.
    task stimuli;
        begin
            if (chance(90)) begin
                cfg_base_i = 1 + cycle_number / 64 % 127;
                for (w = 0; w < N; w = w + 1) begin
                    resident_i[warp[w]] = lls[w] != 0;
                    if (chance(90)) older_i[N*w +: N] = {N{1'b1}};
                end
                score_i = cfg_base_i + below(3 * cfg_base_i);
            end
            apply_warp_i = chance(95) ? below(N) : apply_warp_i;
            if (cycle_number % 64 < 48) apply_i = 0;
            if (cycle_number % 64 > 8) {launch_i, exit_i} = 0;
            if (cycle_number % 64 == 8) launch_i = {N{1'b1}};
        end
    endtask
endmodule

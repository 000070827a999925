// SPDX-License-Identifier: BSD-3-Clause
// Bench of oaws_misspred: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module oaws_misspred_tb;
    parameter N = 48, S = 2, M = 32;

    `include "oaws_misspred_harness.vh"

    // The reference: hardware.md section 1.3. Slot s of warp w is element 2 w + s.
    integer w, f, warp, misses;
    integer ranks[0:S-1];                                   // of those that issue, by scheduler

    task reference_reset;
        begin
            pred_q_want = 0;
            slot1_divergent_q_want = 0;
        end
    endtask

    task reference_outputs;
        for (w = 0; w < N; w = w + 1) pred_o_want[PRED_W*w +: PRED_W] = pred_q_want[PRED_W*2*w +: PRED_W];
    endtask

    function integer limited(input integer wanted);
        limited = wanted > M - 1 ? M - 1 : wanted;
    endfunction
    function integer divergent(input integer rank, input [5:0] active);
        if (cfg_dynamic_i) divergent = limited((active + 1) / 2 + rank);
        else divergent = limited((active * cfg_smr_i + 99) / 100);
    endfunction

    task put(input integer of, input slot, input integer value, input is_divergent);
        begin
            pred_q_want[PRED_W*(2*of + slot) +: PRED_W] = value;
            if (slot) slot1_divergent_q_want[of] = is_divergent;
        end
    endtask

    task reference_next;
        begin
            for (w = 0; w < S; w = w + 1) ranks[w] = 0;
            for (w = 0; w < N; w = w + 1) if (issue_i[w]) ranks[w % S] = ranks[w % S] | rank_i[RANK_W*w +: RANK_W];
            for (w = 0; w < N; w = w + 1)
                if (issue_i[w]) begin
                    put(w, 0, slot1_divergent_q_want[w] ? divergent(ranks[w % S], issue_active_i[6*(w % S) +: 6])
                                                        : pred_q_want[PRED_W*(2*w + 1) +: PRED_W], 0);
                    put(w, 1, 0, 0);
                end
            for (f = 0; f < 2; f = f + 1) begin
                warp = fill_warp_i[RANK_W*f +: RANK_W];
                if (!fill_load_i[f]) misses = 0;
                else if (fill_divergent_i[f]) misses = divergent(rank_i[RANK_W*warp +: RANK_W], fill_active_i[6*f +: 6]);
                else misses = cfg_dynamic_i || cfg_smr_i != 0;
                if (fill_i[f] && warp < N) put(warp, fill_slot_i[f], misses, fill_load_i[f] && fill_divergent_i[f]);
            end
            for (w = 0; w < N; w = w + 1)
                if (flush_i[w]) begin
                    put(w, 0, 0, 0);
                    put(w, 1, 0, 0);
                end
        end
    endtask

    task fill(input integer number, input integer of, input slot, input is_divergent, input [5:0] active);
        begin
            fill_i[number] = 1;
            fill_warp_i[RANK_W*number +: RANK_W] = of;
            fill_slot_i[number] = slot;
            fill_load_i[number] = 1;
            fill_divergent_i[number] = is_divergent;
            fill_active_i[6*number +: 6] = active;
        end
    endtask
    task issue(input integer of, input [5:0] active);
        begin
            fill_i = 0;
            issue_i = 0;
            issue_i[of] = 1;
            issue_active_i[6*(of % S) +: 6] = active;
            cycle;
            issue_i = 0;
        end
    endtask

    function integer width(input [1023:0] ones);             // of what is handed in with all its bits 1
        integer b;
        begin
            width = 0;
            for (b = 0; b < 1024; b = b + 1) width = width + ones[b];
        end
    endfunction

    localparam WARP = N > 3 ? 3 : N - 1;

    task examples;
        begin
            begin_part("example of the header");
            cfg_smr_i = 50;
            fill(0, WARP, 0, 0, 4);
            fill(1, WARP, 1, 1, 4);
            cycle;
            #1 expect_number("pred after the fills", pred_o[PRED_W*WARP +: PRED_W], 1);
            expect_number("slot 1", dut.pred_q[PRED_W*(2*WARP + 1) +: PRED_W], limited(2));
            expect_number("slot 1 is divergent", dut.slot1_divergent_q[WARP], 1);
            issue(WARP, 32);
            #1 expect_number("pred, all threads active", pred_o[PRED_W*WARP +: PRED_W], limited(16));
            issue(WARP, 32);
            #1 expect_number("pred of an empty buffer", pred_o[PRED_W*WARP +: PRED_W], 0);
            cfg_dynamic_i = 1;
            rank_i[RANK_W*WARP +: RANK_W] = N > 20 ? 20 : N - 1;
            fill(0, WARP, 0, 1, 32);
            cycle;
            #1 expect_number("dynamic", pred_o[PRED_W*WARP +: PRED_W], limited(16 + (N > 20 ? 20 : N - 1)));
            begin_part("E-3 and D-9, miss rate 0");
            fill(0, 0, 0, 0, 32);
            fill(1, 1, 0, 1, 32);
            cycle;
            #1 expect_number("pred", pred_o, 0);
            // E-11, and a bit for each warp that the paper's list has not.
            if (N == 48 && M == 32)
                expect_number("E-11: bits", width({~(dut.pred_q ^ dut.pred_q),
                    ~(dut.slot1_divergent_q ^ dut.slot1_divergent_q)}), 480 + 48);
        end
    endtask

    // Inputs are anything at all, but with fewer flushes, and fills often of two warps alone.
    task stimuli;
        begin
            if (chance(50)) cfg_smr_i = chance(20) ? 0 : below(101);
            for (w = 0; w < N; w = w + 1) flush_i[w] = chance(8);
            if (chance(50)) fill_warp_i = {chance(50) ? fill_warp_i[RANK_W-1:0] : below(2), fill_warp_i[RANK_W-1:0]};
            if (chance(40)) fill_load_i = 2'b11;
        end
    endtask
endmodule

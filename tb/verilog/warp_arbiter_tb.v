// SPDX-License-Identifier: BSD-3-Clause
// Bench of warp_arbiter: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module warp_arbiter_tb;
    parameter N = 48, S = 2;

    `include "warp_arbiter_harness.vh"

    localparam LRR = 0, GTO = 1, OLDEST = 2, TWO_LEVEL_RR = 3, TWO_LEVEL_GTO = 4;

    // The reference: hardware.md section 6.
    integer       k, other, group, best, next_group, last;
    reg           two_level, greedy;
    reg [W-1:0]   candidates, allowed;

    task reference_reset;
        begin
            last_q_want = 0;
            active_group_q_want = 0;
        end
    endtask

    function older(input integer a, input integer b);        // is slot b's warp older than slot a's
        older = b < a ? older_i[W*a + b] : !older_i[W*b + a];
    endfunction
    function integer group_of(input integer slot);
        group_of = cfg_group_i == 0 || cfg_group_i > W ? 0 : slot / cfg_group_i;
    endfunction

    task find_candidates;
        begin
            best = 63;                                       // the lowest class that has an eligible warp
            for (k = 0; k < W; k = k + 1) begin
                candidates[k] = ready_i[k] && (can_issue_i[k] || !load_i[k]) && !occlude_i[k];
                if (candidates[k] && priority_i[6*k +: 6] < best) best = priority_i[6*k +: 6];
            end
            for (k = 0; k < W; k = k + 1) begin
                if (cfg_use_class_i && priority_i[6*k +: 6] != best) candidates[k] = 0;
                allowed[k] = candidates[k] && (!two_level || group_of(k) == active_group_q_want);
            end
        end
    endtask

    task grant(input integer slot);
        begin
            grant_o_want = slot;
            grant_mask_o_want = 1 << slot;
        end
    endtask

    task reference_outputs;
        begin
            two_level = cfg_mode_i == TWO_LEVEL_RR || cfg_mode_i == TWO_LEVEL_GTO;
            greedy = cfg_mode_i == GTO || cfg_mode_i == TWO_LEVEL_GTO;
            find_candidates;
            grant_valid_o_want = allowed != 0;
            grant_o_want = 0;
            grant_mask_o_want = 0;
            last = -1;
            for (k = 0; k < W; k = k + 1) if (last_q_want[k]) last = k;
            if (greedy && (allowed & last_q_want) != 0) grant(last);
            else if (greedy || cfg_mode_i == OLDEST) begin
                for (k = 0; k < W; k = k + 1) begin
                    best = allowed[k];
                    for (other = 0; other < W; other = other + 1)
                        if (other != k && allowed[other] && older(k, other)) best = 0;
                    if (best) grant(k);
                end
            end else
                for (k = W; k >= 1; k = k - 1)               // the nearest after the last one is granted last
                    if (allowed[(last + k) % W]) grant((last + k) % W);
        end
    endtask

    task reference_next;
        begin
            next_group = -1;                                 // the lowest above the active one, else the lowest
            for (k = W - 1; k >= 0; k = k - 1)
                if (candidates[k] && group_of(k) <= active_group_q_want) next_group = group_of(k);
            for (k = W - 1; k >= 0; k = k - 1)
                if (candidates[k] && group_of(k) > active_group_q_want) next_group = group_of(k);
            if (two_level && !grant_valid_o_want && next_group >= 0) active_group_q_want = next_group;
            if (grant_valid_o_want && !hold_i) last_q_want = grant_mask_o_want;
            last_q_want = last_q_want & ~launch_i & ~exit_i;
        end
    endtask

    task order(input integer first, input integer second, input integer third);
        begin
            older_i = 0;
            for (k = 0; k < W; k = k + 1)
                for (other = 0; other < k; other = other + 1)
                    older_i[W*k + other] = other == first || (other == second && k != first)
                        || (other == third && k != first && k != second);
        end
    endtask
    task expect_grant(input [2:0] mode, input [3:0] eligible, input valid, input integer slot);
        begin
            cfg_mode_i = mode;
            ready_i = eligible;
            hold_i = 1;
            present(1);
            expect_number("grant_valid", grant_valid_o, valid);
            expect_number("grant", grant_o, slot);
        end
    endtask

    task examples;
        begin
            for (k = 0; k < W; k = k + 1)
                for (other = k; other < W; other = other + 1) older_i_excused[W*k + other] = 1;
            older_i_why = "bits of a slot with itself and the slots above are not read";
            if (W >= 4) begin
                begin_part("example of the header");
                order(3, 0, 2);
                ready_i = 4'b0100;
                cycle;
                expect_number("last issued", dut.last_q, 4'b0100);
                expect_grant(LRR, 4'b1101, 1, 3);
                expect_grant(GTO, 4'b1101, 1, 2);
                expect_grant(OLDEST, 4'b1101, 1, 3);
                cfg_group_i = 2;
                expect_grant(TWO_LEVEL_RR, 4'b1101, 1, 0);
                expect_grant(TWO_LEVEL_RR, 4'b1100, 0, 0);
                clock(1);
                expect_number("active group", dut.active_group_q, 1);
                expect_grant(TWO_LEVEL_RR, 4'b1100, 1, 3);
                exit_i = 4'b0100;                            // the last issued is forgotten
                clock(1);
                exit_i = 0;
                expect_grant(GTO, 4'b0101, 1, 0);
            end
        end
    endtask

    // Few or many eligible warps, an order of ages, groups that divide the slots or not, one class or many.
    integer place [0:W-1];

    task stimuli;
        begin
            for (k = 0; k < W; k = k + 1) begin
                place[k] = below(1000);
                if (chance(40)) can_issue_i[k] = 1;
                if (chance(60)) occlude_i[k] = 0;
                if (chance(60)) priority_i[6*k +: 6] = below(3);
                if (chance(85)) launch_i[k] = 0;
                if (chance(85)) exit_i[k] = 0;
                ready_i[k] = chance(cycle_number / 40 % 3 * 35 + 15);
            end
            if (chance(80))
                for (k = 0; k < W; k = k + 1)
                    for (other = 0; other < k; other = other + 1) older_i[W*k + other] = place[other] <= place[k];
            if (chance(70)) cfg_group_i = 1 + below(W);
            cfg_mode_i = cycle_number % 200 < 40 ? cfg_mode_i : cycle_number / 40 % 5;
            if (chance(70)) hold_i = 0;
        end
    endtask
endmodule

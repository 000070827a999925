// SPDX-License-Identifier: BSD-3-Clause
// Bench of bucl_update: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module bucl_update_tb;
    parameter SMS = 15;
    parameter P = 12;

    `include "bucl_update_harness.vh"

    // The reference: hardware.md section 4.2, with products as numbers. Of what the thresholds sum to, the numbers of the
    // whole period.
    integer    p, sm, most, tucd;
    reg [63:0] shares, room;

    function [5:0] arm(input integer number);
        case (number % 15)
            0: arm = 2;
            1: arm = 3;
            2: arm = 4;
            3: arm = 5;
            4: arm = 6;
            5: arm = 7;
            6: arm = 8;
            7: arm = 10;
            8: arm = 12;
            9: arm = 14;
            10: arm = 16;
            11: arm = 18;
            12: arm = 20;
            13: arm = 22;
            default: arm = 25;
        endcase
    endfunction
    function integer kept_within(input integer value);
        begin
            kept_within = value > cfg_tucd_max_i ? cfg_tucd_max_i : value;
            if (kept_within < cfg_tucd_min_i) kept_within = cfg_tucd_min_i;
        end
    endfunction

    task begin_period;
        begin
            cycles_q_want = 0;
            accesses_q_want = 0;
            hits_q_want = 0;
            margin_q_want = 0;
            filled_q_want = 0;
            limit_q_want = 0;
            rest_q_want = 0;
            shares = 0;
            room = 0;
        end
    endtask
    task no_ratios;
        begin
            begin_period;
            l1dhr_hits_q_want = 0;
            l1dhr_accesses_q_want = 1;
            uib_q_want = 0;
            uib_limit_q_want = 1;
            profiled_q_want = 0;
            instructions_q_want = 0;
        end
    endtask
    task reference_reset;
        begin
            no_ratios;
            tucd_q_want = 5;
            profiling_q_want = 0;
        end
    endtask

    task reference_outputs;
        begin
            for (sm = 0; sm < SMS; sm = sm + 1)
                tucd_o_want[6*sm +: 6] = profiling_q_want ? kept_within(arm(sm)) : tucd_q_want;
            l1dhr_low_o_want = l1dhr_hits_q_want * 64'd100 < l1dhr_accesses_q_want * {57'd0, cfg_l1dhr_i};
            for (p = 0; p < P; p = p + 1)
                uib_low_o_want[p] = cfg_uib_i != 0 && uib_q_want[21*p +: 21] < uib_limit_q_want;
        end
    endtask

    task end_period;
        begin
            if (accesses_q_want != 0) begin
                l1dhr_hits_q_want = hits_q_want;
                l1dhr_accesses_q_want = accesses_q_want;
                if (cfg_profile_i == 0) begin
                    if (100 * hits_q_want > shares) tucd = tucd + 1;
                    else if (tucd > 0) tucd = tucd - 1;
                end
            end
            uib_q_want = filled_q_want;
            uib_limit_q_want = (room + 99) / 100;
            begin_period;
        end
    endtask

    task reference_next;
        begin
            tucd = tucd_q_want;
            if (cfg_period_i != 0) begin
                if (access_i) begin
                    accesses_q_want = accesses_q_want + 1;
                    if (hit_i) hits_q_want = hits_q_want + 1;
                    shares = shares + cfg_l1dhr_i;
                end
                margin_q_want = 100 * hits_q_want - shares;
                for (p = 0; p < P; p = p + 1)
                    filled_q_want[21*p +: 21] = filled_q_want[21*p +: 21] + occupancy_i[7*p +: 7];
                room = room + cfg_uib_i * {57'd0, cfg_depth_i};
                limit_q_want = room / 100;
                rest_q_want = room % 100;
                cycles_q_want = cycles_q_want + 1;
                if (cycles_q_want >= cfg_period_i) end_period;
            end
            if (profiling_q_want) begin
                most = 0;
                for (sm = 0; sm < SMS; sm = sm + 1) begin
                    instructions_q_want[23*sm +: 23] = instructions_q_want[23*sm +: 23] + thread_instructions_i[9*sm +: 9];
                    if (instructions_q_want[23*sm +: 23] > instructions_q_want[23*most +: 23]) most = sm;
                end
                profiled_q_want = profiled_q_want + 1;
                if (profiled_q_want >= cfg_profile_i) begin
                    profiling_q_want = 0;
                    profiled_q_want = 0;
                    tucd = arm(most);
                end
            end
            if (kernel_launch_i) begin
                no_ratios;
                profiling_q_want = cfg_profile_i != 0;
                tucd = cfg_tucd_i;
            end
            tucd_q_want = kept_within(tucd);
        end
    endtask

    // A period of so many cycles, with an access in each of the first, of which the first hit.
    task period(input integer accesses, input integer hits);
        begin
            repeat (cfg_period_i) begin
                access_i = accesses > 0;
                hit_i = hits > 0;
                accesses = accesses - 1;
                hits = hits - 1;
                cycle;
            end
            access_i = 0;
            present(1'b1);
        end
    endtask
    task paper_settings;
        begin
            cfg_period_i = 1000;
            cfg_depth_i = 8;
            cfg_l1dhr_i = 80;
            cfg_uib_i = 70;
            cfg_tucd_i = 5;
            cfg_tucd_min_i = 2;
            cfg_tucd_max_i = 25;
            kernel_launch_i = 1;
            cycle;
            kernel_launch_i = 0;
        end
    endtask

    task examples;
        begin
            begin_part("E-13, BUCL IV.B");
            paper_settings;
            present(1'b1);
            expect_number("TUCD at first", tucd_o[5:0], 5);
            period(1000, 801);
            expect_number("after a hit rate above 0.8", tucd_o[5:0], 6);
            expect_number("which is not low", l1dhr_low_o, 0);
            paper_settings;
            period(1000, 800);
            expect_number("after one at 0.8", tucd_o[5:0], 4);
            expect_number("which is not low either", l1dhr_low_o, 0);
            paper_settings;
            period(1000, 799);
            expect_number("after one below", tucd_o[5:0], 4);
            expect_number("which is low", l1dhr_low_o, 1);
            cfg_period_i = 20;
            repeat (4) period(20, 0);
            expect_number("never below 2", tucd_o[5:0], 2);
            repeat (30) period(20, 20);
            expect_number("never above 25", tucd_o[5:0], 25);
            repeat (3) period(0, 0);
            expect_number("periods without an access", tucd_o[5:0], 25);
            begin_part("a buffer at its threshold");
            paper_settings;
            cfg_period_i = 10;
            occupancy_i = 0;
            repeat (9) begin
                occupancy_i[6:0] = 6;
                occupancy_i[13:7] = 6;
                cycle;
            end
            occupancy_i[6:0] = 2;                            // 56 of 80 are 70 %
            occupancy_i[13:7] = 1;
            cycle;
            present(1'b1);
            expect_number("at 70 % and one request below", uib_low_o[1:0], 2);
            begin_part("BUCL-Prf");
            cfg_profile_i = 6;
            paper_settings;
            repeat (6) begin
                thread_instructions_i = 0;
                thread_instructions_i[9*(SMS - 1) +: 9] = 64;
                present(1'b1);
                expect_number("the first arm", tucd_o[5:0], 2);
                clock(1'b1);
            end
            present(1'b1);
            expect_number("all take the last one's", tucd_o[5:0], arm(SMS - 1));
        end
    endtask

    // Settings that stay for a while, with short periods and profiles; occupancies next to the threshold, SMs that tie.
    reg [13:0] period_kept, profile_kept;
    reg [6:0]  depth_kept, l1dhr_kept, uib_kept;
    reg [5:0]  tucd_kept, min_kept, max_kept;
    integer    share;

    task stimuli;
        begin
            if (cycle_number % 100 == 0) begin
                period_kept = below(25);
                profile_kept = chance(50) ? 0 : below(60);
                depth_kept = chance(50) ? 10 : cfg_depth_i;
                l1dhr_kept = chance(50) ? 80 : cfg_l1dhr_i;
                uib_kept = chance(50) ? 70 : cfg_uib_i;
                tucd_kept = cfg_tucd_i;
                min_kept = chance(50) ? 2 : cfg_tucd_min_i;
                max_kept = chance(50) ? 25 : cfg_tucd_max_i;
            end
            if (chance(98)) begin
                cfg_period_i = period_kept;
                cfg_profile_i = profile_kept;
                cfg_depth_i = depth_kept;
                cfg_l1dhr_i = l1dhr_kept;
                cfg_uib_i = uib_kept;
                cfg_tucd_i = tucd_kept;
                cfg_tucd_min_i = min_kept;
                cfg_tucd_max_i = max_kept;
                kernel_launch_i = cycle_number % 100 == 0;
                hit_i = chance(l1dhr_kept);
                access_i = cycle_number / 100 % 8 != 0 && chance(80);
                share = uib_kept * depth_kept / 100;
                for (p = 0; p < P; p = p + 1) if (chance(95)) occupancy_i[7*p +: 7] = share + below(3) - 1;
                if (chance(70)) thread_instructions_i = {SMS{thread_instructions_i[8:0]}};
            end
        end
    endtask
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// Bench of bucl_update: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module bucl_update_tb;
    parameter SMS = 15;
    parameter P = 12;

    `include "bucl_update_harness.vh"

    // The reference: hardware.md section 4.2, with products as numbers. Of the period: its hits, what the threshold of the hit
    // rate sums to, what buffers hold, and what they may hold in hundredths.
    integer    p, sm, tucd;
    reg [63:0] hits, shares, hundredths, filled [0:P-1];

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
            accessed_q_want = 0;
            hits = 0;
            shares = 0;
            hundredths = 0;
            for (p = 0; p < P; p = p + 1) filled[p] = 0;
            put_sums;
        end
    endtask
    // Sums stand one below what they are, and the limit of the buffers is rounded up.
    task put_sums;
        begin
            margin_q_want = 100 * hits - shares - 1;
            for (p = 0; p < P; p = p + 1) room_q_want[23*p +: 23] = (hundredths + 99) / 100 - filled[p] - 1;
            rest_q_want = (hundredths + 99) % 100;
        end
    endtask
    task end_profile;
        begin
            profiling_q_want = 0;
            choosing_q_want = 0;
            profiled_q_want = 0;
            arm_q_want = 0;
            instructions_q_want = 0;
        end
    endtask
    task no_ratios;
        begin
            begin_period;
            end_profile;
            l1dhr_low_q_want = 1;
            uib_low_q_want = {P{1'b1}};
        end
    endtask
    task reference_reset;
        begin
            no_ratios;
            tucd_q_want = 5;
        end
    endtask

    task reference_outputs;
        begin
            for (sm = 0; sm < SMS; sm = sm + 1)
                tucd_o_want[6*sm +: 6] = profiling_q_want ? kept_within(arm(sm)) : tucd_q_want;
            l1dhr_low_o_want = l1dhr_low_q_want && cfg_l1dhr_i != 0;
            uib_low_o_want = cfg_uib_i != 0 ? uib_low_q_want : 0;
        end
    endtask

    task end_period;
        begin
            if (accessed_q_want) begin
                l1dhr_low_q_want = 100 * hits < shares;
                if (cfg_profile_i == 0) begin
                    if (100 * hits > shares) tucd = tucd + 1;
                    else if (tucd > 0) tucd = tucd - 1;
                end
            end
            for (p = 0; p < P; p = p + 1) uib_low_q_want[p] = 100 * filled[p] < hundredths;
        end
    endtask

    // One SM a cycle: the second number against the first, which stays if no more; the others come one place down.
    task choose;
        begin
            if (instructions_q_want[45:23] > instructions_q_want[22:0]) begin
                instructions_q_want[22:0] = instructions_q_want[45:23];
                tucd = arm(arm_q_want);
            end
            for (sm = 1; sm < SMS - 1; sm = sm + 1) instructions_q_want[23*sm +: 23] = instructions_q_want[23*(sm + 1) +: 23];
            instructions_q_want[23*(SMS - 1) +: 23] = 0;
            arm_q_want = (arm_q_want + 1) % 15;
            profiled_q_want = profiled_q_want + 1;
            if (profiled_q_want == SMS) end_profile;
        end
    endtask
    task profile;
        begin
            for (sm = 0; sm < SMS; sm = sm + 1)
                instructions_q_want[23*sm +: 23] = instructions_q_want[23*sm +: 23] + thread_instructions_i[9*sm +: 9];
            profiled_q_want = profiled_q_want + 1;
            if (profiled_q_want >= cfg_profile_i) begin
                choosing_q_want = 1;
                profiled_q_want = 0;
                arm_q_want = 1;
                tucd = arm(0);
            end
        end
    endtask

    task reference_next;
        begin
            tucd = tucd_q_want;
            if (cfg_period_i == 0) begin_period;
            else begin
                if (access_i) begin
                    accessed_q_want = 1;
                    if (hit_i) hits = hits + 1;
                    shares = shares + cfg_l1dhr_i;
                end
                for (p = 0; p < P; p = p + 1) filled[p] = filled[p] + occupancy_i[7*p +: 7];
                hundredths = hundredths + cfg_uib_i * {57'd0, cfg_depth_i};
                cycles_q_want = cycles_q_want + 1;
                put_sums;
                if (cycles_q_want >= cfg_period_i) begin
                    end_period;
                    begin_period;
                end
            end
            if (choosing_q_want) choose;
            else if (profiling_q_want) profile;
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
            thread_instructions_i = 511;                     // counts no more
            repeat (SMS) begin
                present(1'b1);
                expect_number("still the first arm", tucd_o[5:0], 2);
                clock(1'b1);
            end
            present(1'b1);
            expect_number("all take the last one's", tucd_o[5:0], arm(SMS - 1));
            if (SMS <= 3) begin                              // 511 in each cycle have bit 22, without which 256 are more
                begin_part("the longest profile");
                cfg_profile_i = 16383;
                paper_settings;
                thread_instructions_i = 256;
                thread_instructions_i[9*(SMS - 1) +: 9] = 511;
                repeat (16383 + SMS) cycle;
                present(1'b1);
                expect_number("all take the last one's of long counts", tucd_o[5:0], arm(SMS - 1));
            end
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

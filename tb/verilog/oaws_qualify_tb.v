// SPDX-License-Identifier: BSD-3-Clause
// Bench of oaws_qualify: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module oaws_qualify_tb;
    parameter N = 48, M = 32;

    `include "oaws_qualify_harness.vh"

    localparam STATIC = 0, DYNAMIC = 1, THROTTLE = 2;

    // The reference: hardware.md section 1.4.
    integer w, room, charged;
    reg     locality;

    task reference_reset;
        inflight_q_want = 0;
    endtask

    task reference_outputs;
        begin
            room = (avail_i > M ? M : avail_i) - inflight_q_want;
            if (room < 0) room = 0;
            for (w = 0; w < N; w = w + 1) begin
                locality = (cfg_mode_i == DYNAMIC || cfg_mode_i == THROTTLE)
                    && (rank_run_i[RANK_W*w +: RANK_W] < ocw_i || (cfg_keep_oldest_i && oldest_run_i[w]));
                ocw_warps_o_want[2*w +: 2] = !ready_i[w] ? 0 : locality ? 2 : 1;
                charge_o_want[PRED_W*w +: PRED_W] =
                    locality || cfg_mode_i == THROTTLE ? 0 : pred_i[PRED_W*w +: PRED_W];
                occlude_o_want[w] = ready_i[w] && load_i[w]
                    && (cfg_mode_i == THROTTLE ? !locality : charge_o_want[PRED_W*w +: PRED_W] > room);
            end
        end
    endtask

    task reference_next;
        begin
            charged = inflight_q_want - release_i[0 +: PRED_W] - release_i[PRED_W +: PRED_W];
            if (issue_i && issue_warp_i < N) charged = charged + charge_o_want[PRED_W*issue_warp_i +: PRED_W];
            inflight_q_want = charged < 0 ? 0 : charged > M ? M : charged;
        end
    endtask

    // E-2: a miss rate of 50 % gives each divergent load half of the MSHRs, so that exactly two are let in.
    task examples;
        begin
            begin_part("E-2, two loads fit");
            cfg_mode_i = STATIC;
            ready_i = {N{1'b1}};
            load_i = {N{1'b1}};
            avail_i = M;
            pred_i = {N{HALF[PRED_W-1:0]}};
            issue_i = 1;
            present(1);
            expect_number("occluded before the first", |occlude_o, 0);
            clock(1);
            present(1);
            expect_number("in flight after the first", dut.inflight_q, HALF);
            expect_number("occluded before the second", |occlude_o, 0);
            clock(1);
            issue_i = 0;
            present(1);
            expect_number("in flight after the second", dut.inflight_q, 2 * HALF);
            expect_number("all are held back", &occlude_o, 1);
            release_i = HALF;
            clock(1);
            present(1);
            expect_number("after a release", |occlude_o, 0);
            begin_part("D-24, the oldest of each scheduler");
            cfg_mode_i = DYNAMIC;
            cfg_keep_oldest_i = 1;
            ready_i = {N{1'b1}};
            oldest_run_i = 1;
            rank_run_i = {N{LAST_RANK[RANK_W-1:0]}};
            ocw_i = 1;
            pred_i = {N*PRED_W{1'b1}};
            load_i = {N{1'b1}};
            cycle;
            expect_number("charge of a locality warp", charge_o[0 +: PRED_W], 0);
            expect_number("ocw_warps of it", ocw_warps_o[1:0], 2);
            expect_number("ocw_warps of the next", ocw_warps_o[3:2], 1);
            expect_number("held back, no MSHR free", occlude_o[1:0], 2);
        end
    endtask

    localparam HALF = (M + 1) / 2 > M / 2 ? M / 2 : (M + 1) / 2, LAST_RANK = N - 1;

    // OCW and free MSHRs low enough to matter, releases that keep the count from either end.
    task stimuli;
        begin
            if (chance(70)) ocw_i = below(N + 1);
            if (chance(70)) avail_i = below(M + 1);
            for (w = 0; w < N; w = w + 1) oldest_run_i[w] = chance(20);
            if (chance(40)) release_i = chance(50) ? 0 : release_i[PRED_W-1:0];
        end
    endtask
endmodule

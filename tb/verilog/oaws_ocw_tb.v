// SPDX-License-Identifier: BSD-3-Clause
// Bench of oaws_ocw: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module oaws_ocw_tb;
    parameter N = 48, S = 2, SETS = 32;

    `include "oaws_ocw_harness.vh"

    // The reference: hardware.md section 1.2.
    integer wmax, delta, place;

    task reference_reset;
        begin
            div_q_want = 0;
            fcl_q_want = 0;
            sets_touched_q_want = 0;
            cnt_q_want = 128;
            ocw_q_want = OCW_MIN;
        end
    endtask

    // The load being serviced is not stored apart from its registers: outputs show them with this cycle's events.
    task service;
        begin
            if (start_i) begin
                div_q_want = n_acc_i > 2;
                fcl_q_want = 0;
                sets_touched_q_want = 0;
            end
            if (access_i && access_set_i < SETS) sets_touched_q_want[access_set_i] = 1;
            if (access_i && !access_hit_i) fcl_q_want = 1;
        end
    endtask

    task reference_outputs;
        begin
            service;
            wmax = cfg_wmax_i > N ? N : cfg_wmax_i;
            if (wmax < OCW_MIN) wmax = OCW_MIN;
            ocw_o_want = cfg_ocw_pin_i != 0 ? cfg_ocw_pin_i : ocw_q_want > wmax ? wmax : ocw_q_want;
            div_done_o_want = done_i && div_q_want;
            n_sets_o_want = 0;
            for (place = 0; place < SETS; place = place + 1)
                n_sets_o_want = n_sets_o_want + sets_touched_q_want[place];
        end
    endtask

    task reference_next;
        begin
            if (launch_i) begin
                cnt_q_want = 128;
                ocw_q_want = OCW_MIN;
            end
            if (ocw_q_want > wmax) ocw_q_want = wmax;
            if (done_i && div_q_want && !fcl_q_want) begin
                if (cnt_q_want != 255) cnt_q_want = cnt_q_want + 1;
                if (cnt_q_want == 255 && ocw_q_want != wmax) begin
                    ocw_q_want = ocw_q_want + 1;
                    cnt_q_want = 0;
                end
            end else if (done_i && div_q_want) begin
                delta = sensitive_i ? (cnt_q_want + 1) / 2 : 1;
                cnt_q_want = cnt_q_want <= delta ? 0 : cnt_q_want - delta;
                if (cnt_q_want == 0 && ocw_q_want != OCW_MIN) begin
                    ocw_q_want = ocw_q_want - 1;
                    cnt_q_want = 255;
                end
            end
        end
    endtask

    // A whole load in one cycle.
    task load(input [5:0] lines, input hit, input sensitive);
        begin
            start_i = 1;
            n_acc_i = lines;
            access_i = 1;
            access_set_i = cycle_number % SETS;
            access_hit_i = hit;
            done_i = 1;
            sensitive_i = sensitive;
            cycle;
        end
    endtask

    integer loads;
    reg [8*9-1:0] falls;

    task examples;
        begin
            begin_part("E-4, fully cached");
            cfg_wmax_i = N;
            expect_number("CNT after reset", dut.cnt_q, 128);
            expect_number("OCW after reset", ocw_o, OCW_MIN);
            for (loads = 0; loads < 127; loads = loads + 1) load(32, 1, 0);
            expect_number("OCW after 127 loads", dut.ocw_q, N > OCW_MIN ? OCW_MIN + 1 : OCW_MIN);
            expect_number("CNT after 127 loads", dut.cnt_q, N > OCW_MIN ? 0 : 255);
            for (loads = 0; loads < 255; loads = loads + 1) load(3, 1, 1);
            expect_number("OCW after 255 more", dut.ocw_q, N > OCW_MIN + 1 ? OCW_MIN + 2 : N);
            load(2, 0, 1);                                   // a coherent load changes nothing
            expect_number("OCW after a coherent load", dut.ocw_q, N > OCW_MIN + 1 ? OCW_MIN + 2 : N);
            begin_part("OCW at Wmax");
            cfg_wmax_i = OCW_MIN;
            for (loads = 0; loads < 130; loads = loads + 1) load(32, 1, 0);
            expect_number("OCW", dut.ocw_q, OCW_MIN);
            expect_number("CNT", dut.cnt_q, 255);
            begin_part("E-4, sensitive misses");
            falls = {8'd64, 8'd32, 8'd16, 8'd8, 8'd4, 8'd2, 8'd1, 8'd0, 8'd0};
            for (loads = 8; loads >= 0; loads = loads - 1) begin
                load(32, 0, 1);
                expect_number("CNT", dut.cnt_q, falls[8*loads +: 8]);
                expect_number("OCW", ocw_o, OCW_MIN);
            end
        end
    endtask

    // Loads of one kind for a while, so that CNT comes to both ends; a Wmax that moves; anything at all.
    integer kind;

    task stimuli;
        begin
            kind = cycle_number / 300 % 4;
            launch_i = below(500) == 0;
            if (kind != 3) begin
                start_i = chance(70);
                access_hit_i = chance(kind == 0 ? 99 : kind == 1 ? 3 : 80);
                if (kind == 0) sensitive_i = chance(3);
                if (chance(80)) cfg_ocw_pin_i = 0;
                if (chance(90)) cfg_wmax_i = cycle_number % 600 < 500 ? OCW_MIN + 1 : N;
                done_i = chance(90);
            end
        end
    endtask
endmodule

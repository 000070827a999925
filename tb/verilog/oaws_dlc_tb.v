// SPDX-License-Identifier: BSD-3-Clause
// Bench of oaws_dlc: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module oaws_dlc_tb;
    parameter ENTRIES = 32;

    `include "oaws_dlc_harness.vh"

    // The reference: hardware.md section 1.1. Every input is early, so an event changes the registers to come at once.
    integer entry, least;

    task reference_reset;
        begin
            timer_q_want = 0;
            pc_q_want = 0;
            inst_q_want = 0;
            acc_q_want = 0;
            sets_q_want = 0;
        end
    endtask

    function integer inst(input integer e);
        inst = inst_q_want[7*e +: 7];
    endfunction
    function integer find(input [39:0] pc);                  // -1: no entry in use has it
        integer e;
        begin
            find = -1;
            for (e = 0; e < ENTRIES; e = e + 1) if (inst(e) != 0 && pc_q_want[40*e +: 40] == pc) find = e;
        end
    endfunction

    task put(input integer e, input integer new_inst, input integer new_acc, input integer new_sets);
        begin
            inst_q_want[7*e +: 7] = new_inst;
            acc_q_want[10*e +: 10] = new_acc;
            sets_q_want[10*e +: 10] = new_sets;
        end
    endtask
    task halve(input integer e);
        put(e, inst(e) / 2, acc_q_want[10*e +: 10] / 2, sets_q_want[10*e +: 10] / 2);
    endtask

    task age;
        begin
            if (clear_i) begin
                inst_q_want = 0;
                timer_q_want = 0;
            end
            if (cfg_age_period_i == 0) timer_q_want = 0;
            else if (timer_q_want >= cfg_age_period_i - 1) begin
                timer_q_want = 0;
                for (entry = 0; entry < ENTRIES; entry = entry + 1) halve(entry);
            end else timer_q_want = timer_q_want + 1;
        end
    endtask

    task coalesce;
        begin
            entry = find(coalesce_pc_i);
            for (least = 0; entry < 0; least = least + 1)    // from the last entry down: the lowest index stays
                for (place = ENTRIES - 1; place >= 0; place = place - 1)
                    if (inst(place) == least && (entry < 0 || inst(entry) == least)) entry = place;
            if (find(coalesce_pc_i) < 0) begin
                pc_q_want[40*entry +: 40] = coalesce_pc_i;
                put(entry, 0, 0, 0);
            end
            if (inst(entry) == 127 || acc_q_want[10*entry +: 10] + coalesce_acc_i > 1023) halve(entry);
            if (inst(entry) == 0 && acc_q_want[10*entry +: 10] != 0) inst_q_want[7*entry +: 7] = 1;
            put(entry, inst(entry) + 1, acc_q_want[10*entry +: 10] + coalesce_acc_i, sets_q_want[10*entry +: 10]);
        end
    endtask

    task done;
        begin
            entry = find(done_pc_i);
            if (entry >= 0) begin
                if (sets_q_want[10*entry +: 10] + done_sets_i > 1023) halve(entry);
                put(entry, inst(entry) == 0 ? 1 : inst(entry), acc_q_want[10*entry +: 10],
                    sets_q_want[10*entry +: 10] + done_sets_i);
            end
        end
    endtask

    integer place;

    task reference_outputs;
        begin
            fill_hit_o_want = {find(fill_pc_i[79:40]) >= 0, find(fill_pc_i[39:0]) >= 0};
            age;
            if (coalesce_i) coalesce;
            if (done_i) done;
            entry = find(done_pc_i);
            service_hit_o_want = entry >= 0;
            sensitive_o_want = entry >= 0 && 2 * acc_q_want[10*entry +: 10] > 3 * sets_q_want[10*entry +: 10];
        end
    endtask

    task reference_next;
        begin
        end
    endtask

    task load(input [39:0] pc, input [5:0] lines);
        begin
            no_inputs;
            coalesce_i = 1;
            coalesce_pc_i = pc;
            coalesce_acc_i = lines;
            cycle;
        end
    endtask
    task serviced(input [39:0] pc, input [6:0] sets);
        begin
            no_inputs;
            done_i = 1;
            done_pc_i = pc;
            done_sets_i = sets;
            fill_pc_i = {2{pc}};
            cycle;
        end
    endtask

    function integer width(input [32*67+16:0] ones);         // of what is handed in with all its bits 1
        integer b;
        begin
            width = 0;
            for (b = 0; b < 32 * 67 + 17; b = b + 1) width = width + ones[b];
        end
    endfunction

    integer loads;

    task examples;
        begin
            begin_part("example of the header");
            load(40'h90, 32);
            serviced(40'h90, 8);
            expect_number("fill_hit", fill_hit_o, 3);
            expect_number("sensitive: 64 > 24", sensitive_o, 1);
            for (loads = 2; loads <= 31; loads = loads + 1) load(40'h90, 32);
            expect_number("acc of 31 loads", dut.acc_q[9:0], 992);
            load(40'h90, 32);
            expect_number("acc, halved first", dut.acc_q[9:0], 496 + 32);
            expect_number("inst, halved first", dut.inst_q[6:0], 16);
            serviced(40'h90, 127);
            expect_number("sets", dut.sets_q[9:0], 4 + 127);
            load(40'h90, 0);                                 // the lookup is of done_pc
            expect_number("another PC is not in the table", service_hit_o, 0);
            begin_part("D-1, the last that fits, and one more");
            for (loads = 0; loads < 16; loads = loads + 1) load(40'h20, 63);
            load(40'h20, 15);
            expect_number("acc", dut.acc_q[9:0], 1023);
            load(40'h20, 1);
            expect_number("acc, halved first", dut.acc_q[9:0], 511 + 1);
            for (loads = 0; loads < 127; loads = loads + 1) load(40'hff00000020, 0);
            expect_number("inst", dut.inst_q[13:7], 127);
            load(40'hff00000020, 0);
            expect_number("inst, halved first", dut.inst_q[13:7], 63 + 1);
            for (loads = 0; loads < 8; loads = loads + 1) serviced(40'h20, 127);
            serviced(40'h20, 7);
            expect_number("sets", dut.sets_q[9:0], 1023);
            serviced(40'h20, 1);
            expect_number("sets, halved first", dut.sets_q[9:0], 511 + 1);
            // E-11: 67 bits an entry, and the timer.
            if (ENTRIES == 32)
                expect_number("E-11: bits of the table", width({~(dut.pc_q ^ dut.pc_q), ~(dut.inst_q ^ dut.inst_q),
                    ~(dut.acc_q ^ dut.acc_q), ~(dut.sets_q ^ dut.sets_q)}), 2144);
        end
    endtask

    // As many PCs as entries, fewer or more, for a while each; short periods, long ones, none.
    integer pcs;
    reg [16:0] period;

    task stimuli;
        begin
            if (cycle_number % 250 == 0) begin
                pcs = cycle_number / 250 % 3 == 0 ? 2 : ENTRIES + cycle_number / 250 % 4;
                period = chance(50) ? 0 : 1 + below(120);
            end
            if (chance(99)) begin
                cfg_age_period_i = period;
                clear_i = chance(1);
                coalesce_pc_i = 16 * below(pcs);
                done_pc_i = chance(30) ? coalesce_pc_i : 16 * below(pcs);
                fill_pc_i[39:0] = chance(50) ? 16 * below(pcs) : coalesce_pc_i;
                fill_pc_i[79:40] = 16 * below(pcs);
            end
        end
    endtask
endmodule

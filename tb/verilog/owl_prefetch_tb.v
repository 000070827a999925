// SPDX-License-Identifier: BSD-3-Clause
// Bench of owl_prefetch: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module owl_prefetch_tb;
    parameter BANKS = 4;
    parameter LINES = 32;

    `include "owl_prefetch_harness.vh"

    localparam DEMAND = 0, PREFETCH = 1, DROP = 2;

    // The reference: hardware.md section 5.2, a row's lines searched from the last.
    integer bank, number, left, more, offered;

    task reference_reset;
        begin
            opened_q_want = 0;
            fetched_q_want = 0;
            prefetched_q_want = 0;
            clocks_q_want = 0;
            sum_q_want = 0;
            average_q_want = 0;
        end
    endtask

    task reference_outputs;
        begin
            degree_o_want = cfg_lower_i;
            if (waiting_i < average_q_want) degree_o_want = cfg_higher_i;
            for (bank = 0; bank < BANKS; bank = bank + 1) begin
                left = 0;
                line_o_want[LINE_W*bank +: LINE_W] = 0;
                for (number = LINES - 1; number >= 0; number = number - 1)
                    if (fetched_q_want[LINES*bank + number] == 0) begin
                        left = left + 1;
                        line_o_want[LINE_W*bank +: LINE_W] = number;
                    end
                more = cfg_scheme_i == 1 && prefetched_q_want[6*bank +: 6] < degree_o_want;
                offered = opened_q_want[bank] && left > 0 && room_i[bank] && !demand_open_i[bank];
                hold_o_want[bank] = 0;
                valid_o_want[bank] = offered;
                if (demand_other_i[bank]) begin
                    hold_o_want[bank] = offered && more;
                    valid_o_want[bank] = offered && more;
                end
            end
        end
    endtask

    task reference_next;
        begin
            if (close_i && close_bank_i < BANKS) opened_q_want[close_bank_i] = 0;
            if (open_i && open_bank_i < BANKS) begin
                opened_q_want[open_bank_i] = 1;
                fetched_q_want[LINES*open_bank_i +: LINES] = 0;
                prefetched_q_want[6*open_bank_i +: 6] = 0;
            end
            if (sent_i && sent_bank_i < BANKS && sent_line_i < LINES && sent_kind_i <= DROP
                && opened_q_want[sent_bank_i]) begin
                fetched_q_want[LINES*sent_bank_i + sent_line_i] = 1;
                if (sent_kind_i == PREFETCH && prefetched_q_want[6*sent_bank_i +: 6] < 63)
                    prefetched_q_want[6*sent_bank_i +: 6] = prefetched_q_want[6*sent_bank_i +: 6] + 1;
            end
            sum_q_want = sum_q_want + (waiting_i > 127 ? 127 : waiting_i);
            clocks_q_want = clocks_q_want + 1;
            if (clocks_q_want == 0) begin                    // 1,024 are over
                average_q_want = sum_q_want / 1024;
                sum_q_want = 0;
            end
        end
    endtask

    // One event, alone in its clock.
    task open_row(input integer of_bank);
        begin
            open_i = 1;
            open_bank_i = of_bank;
            cycle;
            open_i = 0;
        end
    endtask
    task close_row(input integer of_bank);
        begin
            close_i = 1;
            close_bank_i = of_bank;
            cycle;
            close_i = 0;
        end
    endtask
    task send_line(input integer of_bank, input integer of_line, input integer kind);
        begin
            sent_i = 1;
            sent_bank_i = of_bank;
            sent_line_i = of_line;
            sent_kind_i = kind;
            cycle;
            sent_i = 0;
            present(1'b1);
        end
    endtask
    task send_offered(input integer of_bank, input integer kind);
        send_line(of_bank, line_o[LINE_W*of_bank +: LINE_W], kind);
    endtask

    // Registers of block and reference at this clock of a period, of so many demands in each before and on average.
    task period_at(input integer at, input integer demands, input integer average);
        begin
            clocks_q_want = at;
            sum_q_want = at * demands;
            average_q_want = average;
            dut.clocks_q = clocks_q_want;
            dut.sum_q = sum_q_want;
            dut.average_q = average_q_want;
        end
    endtask

    integer degree, ones, row, each;

    task examples;
        begin
            begin_part("E-10, OWL 4.5");
            for (row = 0; row < BANKS; row = row + 1) open_row(row);
            for (row = 0; row < BANKS; row = row + 1)
                for (each = 0; each < LINES; each = each + 1) send_line(row, each, DEMAND);
            ones = 0;
            for (each = 0; each < LINES*BANKS; each = each + 1) ones = ones + dut.fetched_q[each];
            expect_number("prefetch bits of 8 controllers", 8 * ones,
                          BANKS == 4 && LINES == 32 ? 1024 : 8 * BANKS * LINES);

            begin_part("the example of the header");
            degree = (LINES + 3) / 4;                        // 8 of 32
            room_i = {BANKS{1'b1}};
            cfg_scheme_i = 1;
            cfg_lower_i = degree;
            open_row(1);
            send_line(1, 0, DEMAND);
            expect_number("the line behind", line_o[LINE_W*1 +: LINE_W], 1);
            expect_number("is offered", valid_o, 2);
            demand_other_i = {BANKS{1'b1}};
            repeat (degree) begin
                present(1'b1);
                expect_number("below C it is held", hold_o, 2);
                send_offered(1, PREFETCH);
            end
            expect_number("at C it is not", hold_o, 0);
            expect_number("and offers nothing", valid_o, 0);
            demand_other_i = 0;
            present(1'b1);
            expect_number("without that demand it goes on", valid_o, LINES > 1 + degree ? 2 : 0);
            close_row(1);
            present(1'b1);
            expect_number("a closed row", valid_o, 0);

            begin_part("what does not count, and who is first");
            room_i = {BANKS{1'b1}};
            cfg_scheme_i = 1;
            cfg_lower_i = 1;
            demand_other_i = {BANKS{1'b1}};
            open_row(0);
            send_line(0, 0, DROP);
            expect_number("a dropped line", hold_o, 1);
            room_i = 0;
            present(1'b1);
            expect_number("without room", hold_o, 0);
            room_i = {BANKS{1'b1}};
            demand_open_i = 1;
            present(1'b1);
            expect_number("beside a demand to the row", hold_o | valid_o, 0);
            demand_open_i = 0;
            cfg_scheme_i = 0;
            present(1'b1);
            expect_number("in scheme 1", hold_o | valid_o, 0);

            begin_part("more prefetches than are counted");
            open_row(1);
            repeat (70) send_line(1, 1, PREFETCH);
            expect_number("the counter stands", dut.prefetched_q[6 +: 6], 63);

            begin_part("D-20");
            cfg_higher_i = 16;
            cfg_lower_i = 8;
            waiting_i = 255;
            repeat (1024) cycle;
            present(1'b1);
            expect_number("at the most, on average 127", dut.average_q, 127);
            waiting_i = 126;
            present(1'b1);
            expect_number("fewer", degree_o, 16);
            waiting_i = 127;
            present(1'b1);
            expect_number("as many", degree_o, 8);
            repeat (512) cycle;
            waiting_i = 0;
            repeat (511) cycle;
            expect_number("the average stands", dut.average_q, 127);
            cycle;
            expect_number("of half the clocks 127", dut.average_q, 63);
        end
    endtask

    // Settings that stay for a while; lines that are offered or demanded go, rows open and close, periods end.
    reg [5:0] lower_kept, higher_kept;
    reg       scheme_kept;

    task stimuli;
        begin
            if (cycle_number % 50 == 0) begin
                scheme_kept = chance(75);
                lower_kept = chance(50) ? below(LINES) : cfg_lower_i;
                higher_kept = chance(50) ? below(LINES) : cfg_higher_i;
            end
            if (below(40) == 0) period_at(1020 + below(4), below(128), below(128));
            if (chance(95)) begin
                cfg_scheme_i = scheme_kept;
                cfg_lower_i = lower_kept;
                cfg_higher_i = higher_kept;
                demand_open_i = demand_open_i & demand_other_i;
                room_i = room_i | demand_open_i | {BANKS{chance(50)}};
                if (chance(60)) waiting_i = average_q_want + below(3) - (average_q_want != 0);
                reference_outputs;
                bank = below(BANKS);
                sent_i = chance(80);
                if (chance(80)) begin
                    sent_bank_i = bank;
                    sent_line_i = line_o_want[LINE_W*bank +: LINE_W];
                    sent_kind_i = chance(70) ? PREFETCH : below(3);
                end
                bank = below(BANKS);
                open_i = !opened_q_want[bank] || below(60) == 0;
                open_bank_i = bank;
                close_i = below(60) == 0;
            end
        end
    endtask
endmodule

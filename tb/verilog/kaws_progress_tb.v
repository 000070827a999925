// SPDX-License-Identifier: BSD-3-Clause
// Bench of kaws_progress: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module kaws_progress_tb;
    parameter N = 64, S = 4, C = 32, PROGRESS_W = 32;

    `include "kaws_progress_harness.vh"

    // The reference: hardware.md section 3.1. Every slot has the number of its last launch; who goes first is asked anew
    // for each pair. Out of reset the higher slot is the later.
    integer launched [0:C-1];
    integer launches, i, j, s, rank;
    reg [63:0] progress;

    function first(input integer a, input integer b);        // does b's CTA go before a's
        first = progress_q_want[PROGRESS_W*b +: PROGRESS_W] < progress_q_want[PROGRESS_W*a +: PROGRESS_W]
            || (progress_q_want[PROGRESS_W*b +: PROGRESS_W] == progress_q_want[PROGRESS_W*a +: PROGRESS_W]
                && launched[b] > launched[a]);
    endfunction

    task write_pairs;
        begin
            later_q_want = 0;
            ahead_q_want = 0;
            for (i = 0; i < C; i = i + 1)
                for (j = 0; j < i; j = j + 1) begin
                    later_q_want[C*i + j] = launched[j] > launched[i];
                    ahead_q_want[C*i + j] = resident_q_want[j] && (!resident_q_want[i] || first(i, j));
                end
        end
    endtask

    task reference_reset;
        begin
            mode_q_want = 0;
            resident_q_want = 0;
            progress_q_want = 0;
            launches = C;
            for (i = 0; i < C; i = i + 1) launched[i] = i;
            write_pairs;
        end
    endtask

    task reference_outputs;
        begin
            mode_o_want = mode_q_want;
            rank_o_want = 0;
            warp_class_o_want = 0;
            for (i = 0; i < C; i = i + 1) begin
                rank = 0;
                for (j = 0; j < C; j = j + 1) if (j != i && resident_q_want[j] && first(i, j)) rank = rank + 1;
                if (mode_q_want && resident_q_want[i]) rank_o_want[6*i +: 6] = rank;
            end
            for (i = 0; i < N; i = i + 1)
                if (cta_i[CTA_W*i +: CTA_W] < C)
                    warp_class_o_want[6*i +: 6] = rank_o_want[6*cta_i[CTA_W*i +: CTA_W] +: 6];
        end
    endtask

    task reference_next;
        begin
            mode_q_want = !kernel_launch_i && (mode_q_want || (ctas_i != 0 && ctas_i == ctas_issued_i));
            resident_q_want = resident_q_want & ~exit_i;
            for (i = 0; i < C; i = i + 1) begin
                progress = progress_q_want[PROGRESS_W*i +: PROGRESS_W];
                for (s = 0; s < S; s = s + 1)
                    if (issued_cta_i[CTA_W*s +: CTA_W] == i) progress = progress + issued_i[2*s +: 2];
                progress_q_want[PROGRESS_W*i +: PROGRESS_W] = progress >> PROGRESS_W != 0 ? -1 : progress;
            end
            if (launch_i && launch_cta_i < C) begin
                launches = launches + 1;
                launched[launch_cta_i] = launches;
                progress_q_want[PROGRESS_W*launch_cta_i +: PROGRESS_W] = 0;
                resident_q_want[launch_cta_i] = 1;
            end
            write_pairs;
        end
    endtask

    task launch(input integer slot);
        begin
            no_inputs;
            launch_i = 1;
            launch_cta_i = slot;
            cycle;
            no_inputs;
        end
    endtask
    task issue(input integer slot, input integer instructions);
        begin
            no_inputs;
            issued_i = instructions;
            issued_cta_i = slot;
            cycle;
            no_inputs;
        end
    endtask
    task expect_ranks(input [5:0] zero, input [5:0] one, input [5:0] two);
        begin
            present(1);
            expect_number("rank of slot 0", rank_o[5:0], zero);
            expect_number("rank of slot 1", rank_o[11:6], one);
            expect_number("rank of slot 2", rank_o[17:12], two);
        end
    endtask
    task all_issued;
        begin
            ctas_i = 32;
            ctas_issued_i = 32;
            cycle;
            no_inputs;
        end
    endtask

    task examples;
        begin
            begin_part("E-8: mode rises after the last CTA");
            launch(0);
            ctas_i = 32;
            ctas_issued_i = 31;
            cycle;
            expect_number("mode", mode_o, 0);
            ctas_issued_i = 32;
            present(1);
            expect_number("mode as CTA 31 is issued", mode_o, 0);
            clock(1);
            no_inputs;
            present(1);
            expect_number("mode in the cycle after", mode_o, 1);
            if (C >= 3) begin
                begin_part("example of the header");
                launch(0);
                launch(1);
                launch(2);
                issue(0, 3);
                issue(0, 2);
                issue(1, 3);
                issue(2, 3);
                expect_ranks(0, 0, 0);
                all_issued;
                expect_ranks(2, 1, 0);
                issued_i = 2;
                issued_cta_i = 2;
                launch_i = C >= 4;
                launch_cta_i = 3;
                cycle;
                no_inputs;
                if (C >= 4) expect_ranks(3, 1, 2);
                else expect_ranks(2, 0, 1);
                begin_part("the end of the counters");
                launch(0);
                launch(2);
                launch(1);
                for (i = 0; i < 3; i = i + 1) progress_q_want[PROGRESS_W*i +: PROGRESS_W] = ~0;
                progress_q_want[0 +: PROGRESS_W] = ~3;       // three short of it
                progress_q_want[PROGRESS_W +: PROGRESS_W] = ~5;
                write_pairs;
                dut.progress_q = progress_q_want;
                dut.ahead_q = ahead_q_want;
                all_issued;
                expect_ranks(1, 0, 2);
                issue(0, 2);
                issue(0, 2);
                expect_number("it stays there", &dut.progress_q[0 +: PROGRESS_W], 1);
                expect_ranks(2, 0, 1);                       // slot 2 was launched after slot 0
                issue(1, 3);
                issue(1, 3);
                expect_ranks(2, 0, 1);
                issue(0, 3);
                expect_ranks(2, 0, 1);
            end
        end
    endtask

    // CTAs that stay for a while, of few slots or of all; kernels whose last CTA is issued, and others, one CTA apart.
    task stimuli;
        begin
            if (chance(85)) launch_i = 0;
            exit_i = chance(10) ? 1 << below(C) : 0;
            if (cycle_number / 50 % 2 == 0)
                for (s = 0; s < S; s = s + 1) issued_cta_i[CTA_W*s +: CTA_W] = below(2);
            if (chance(30)) issued_i = 0;
            if (chance(90)) kernel_launch_i = 0;
            if (chance(30)) ctas_i = below(3);
            ctas_issued_i = ctas_i + chance(70);
        end
    endtask
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// Bench of warp_order: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module warp_order_tb;
    parameter N = 48, S = 2, ACROSS = 0;

    `include "warp_order_harness.vh"

    // The reference: hardware.md section 6. Every slot has the number of its last entrance, the smaller the
    // older; empty slots are behind all warps.
    integer entered [0:N-1];
    integer entrances, i, j;

    function compared(input integer a, input integer b);     // is there a register for the pair
        compared = ACROSS != 0 || a % S == b % S;
    endfunction

    task write_pairs;
        begin
            older_q_want = 0;
            for (i = 0; i < N; i = i + 1)
                for (j = 0; j < i; j = j + 1)
                    older_q_want[N*i + j] = compared(i, j) && resident_q_want[j]
                        && (!resident_q_want[i] || entered[j] < entered[i]);
        end
    endtask

    task reference_reset;
        begin
            resident_q_want = 0;
            entrances = 0;
            write_pairs;
        end
    endtask

    task reference_outputs;
        begin
            resident_o_want = resident_q_want;
            older_o_want = older_q_want;
        end
    endtask

    task reference_next;
        begin
            resident_q_want = resident_q_want & ~exit_i;
            for (i = 0; i < N; i = i + 1)
                if (launch_i[i] && !resident_q_want[i]) begin
                    entrances = entrances + 1;
                    entered[i] = entrances;
                    resident_q_want[i] = 1;
                end
            write_pairs;
        end
    endtask

    // Whether slot b's warp is older than slot a's, as the block puts it out; 0 too where nobody compares the two.
    function older(input integer a, input integer b);
        older = compared(a, b) && (b < a ? older_o[N*a + b] : !older_o[N*b + a]);
    endfunction
    task expect_order(input integer first, input integer second);
        begin
            expect_number("the first is older", older(second, first), compared(first, second));
            expect_number("the second is not", older(first, second), 0);
        end
    endtask
    task expect_rows(input [2:0] of_3, input [1:0] of_2, input of_1);
        if (ACROSS != 0)
            expect_number("rows 3, 2, 1", 
                (older_o >> 3*N & 7) << 3 | (older_o >> 2*N & 3) << 1 | (older_o >> N & 1), {of_3, of_2, of_1});
    endtask
    task change(input [3:0] launched, input [3:0] left);
        begin
            launch_i = launched;
            exit_i = left;
            cycle;
            no_inputs;
            present(1);
        end
    endtask

    task examples;
        if (N >= 4) begin
            begin_part("example of the header");
            change(4'b1011, 4'b0000);
            expect_number("residents", resident_o, 4'b1011);
            expect_rows(3'b011, 2'b11, 1'b1);
            expect_order(0, 1);
            expect_order(1, 3);
            change(4'b0000, 4'b0010);
            expect_number("residents", resident_o, 4'b1001);
            expect_rows(3'b001, 2'b01, 1'b1);
            expect_order(0, 3);
            expect_order(3, 2);                              // who is there before an empty slot
            begin_part("example of the header, a slot anew");
            change(4'b1011, 4'b0000);
            change(4'b0010, 4'b0010);
            expect_number("residents", resident_o, 4'b1011);
            expect_rows(3'b001, 2'b11, 1'b1);
            expect_order(0, 3);
            expect_order(3, 1);
            change(4'b1111, 4'b0000);                        // who is resident stays where it is
            expect_order(3, 1);
            expect_order(1, 2);
            expect_number("pairs of a slot with itself and above", older_o[N*2 + 2] | older_o[N*2 + 3], 0);
        end
    endtask

    // Whole CTAs of warps at once, single warps, anything at all.
    task stimuli;
        case (cycle_number / 50 % 3)
            0: begin
                launch_i = chance(10) ? launch_i : 0;
                exit_i = exit_i & launch_i >> 1;
            end
            1: begin
                launch_i = 1 << below(N);
                exit_i = chance(70) ? 1 << below(N) : 0;
            end
            default: ;
        endcase
    endtask
endmodule

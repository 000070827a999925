// SPDX-License-Identifier: BSD-3-Clause
// Bench of ccws_llds: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module ccws_llds_tb;
    parameter N = 32;
    parameter BITS = 32;

    `include "ccws_llds_harness.vh"

    // The reference: hardware.md section 2.2, with multiplication and division as numbers. What its registers hold on the
    // way is the numbers of a long division, of the cycle that it is in.
    reg [63:0] hits, insts, factor, product, done, steps, began_hits, began_insts, bit_at;
    reg        starts;

    task reference_reset;
        begin
            hits_q_want = 0;
            insts_q_want = 0;
            cycles_q_want = 0;
            warp_q_want = 0;
            live_q_want = 0;
            limit_q_want = 0;
            divisor_q_want = 0;
            remainder_q_want = 0;
            dividend_q_want = 0;
            quotient_q_want = 100;
            factor = 0;
            began_hits = 0;
        end
    endtask

    wire hits_a_warp = hit_i && hit_warp_i < N;
    wire busy = cycles_q_want > 1;

    task reference_outputs;
        begin
            apply_o_want = busy ? hits_a_warp : cycles_q_want == 1 && live_q_want;
            apply_warp_o_want = busy ? hit_warp_i : warp_q_want;
            score_o_want = quotient_q_want;
        end
    endtask

    // The registers of a division after so many of its steps: the partial product above the factor's bits that are left,
    // or the dividend's bits that are left above the quotient's.
    task at_step(input integer step);
        begin
            product = began_hits * factor;
            if (step < FACTOR_W) begin
                done = began_hits * (factor & ((64'd1 << step) - 1));
                dividend_q_want = (done << (FACTOR_W - step)) | (factor >> step);
                remainder_q_want = began_hits;
            end else begin
                steps = step - FACTOR_W;
                bit_at = DIVIDEND_W - steps;
                dividend_q_want = product << steps;
                if (divisor_q_want == 0) begin               // nothing is ever taken off
                    remainder_q_want = product >> bit_at;
                    dividend_q_want = dividend_q_want | ((64'd1 << steps) - 1);
                end else begin
                    remainder_q_want = (product >> bit_at) % divisor_q_want;
                    dividend_q_want = dividend_q_want | ((product >> bit_at) / divisor_q_want);
                end
            end
        end
    endtask

    task reference_next;
        begin
            starts = hits_a_warp && !busy;
            hits = hits_q_want + {63'd0, hits_a_warp};
            insts = insts_q_want + {60'd0, issued_i};
            if (hits >> BITS != 0 || insts >> BITS != 0) begin
                hits = hits_q_want / 2 + {63'd0, hits_a_warp};
                insts = insts_q_want / 2 + {60'd0, issued_i};
            end
            hits_q_want = hits;
            insts_q_want = insts;
            live_q_want = live_q_want && busy;
            if (cycles_q_want != 0) begin
                if (busy) at_step(LATENCY - cycles_q_want + 1);
                if (cycles_q_want == 2) begin
                    product = divisor_q_want == 0 ? limit_q_want : product / divisor_q_want;
                    quotient_q_want = product > limit_q_want ? limit_q_want : product;
                end
                cycles_q_want = cycles_q_want - 1;
            end
            if (starts) begin
                cycles_q_want = LATENCY;
                warp_q_want = hit_warp_i;
                live_q_want = 1;
                limit_q_want = cutoff_i;
                divisor_q_want = insts;
                began_hits = hits;
                factor = (cfg_k_i > 8 ? 8 : cfg_k_i) * {51'd0, cutoff_i};
                at_step(0);
            end
            if (launch_i[warp_q_want] || exit_i[warp_q_want]) live_q_want = 0;
            if (kernel_launch_i) begin
                hits_q_want = 0;
                insts_q_want = 0;
                cycles_q_want = 0;
                live_q_want = 0;
                quotient_q_want = cfg_base_i;
            end
        end
    endtask

    // So many cycles without a hit, each with so many instructions.
    task pass(input integer many, input [3:0] instructions);
        begin
            hit_i = 0;
            launch_i = 0;
            exit_i = 0;
            kernel_launch_i = 0;
            issued_i = instructions;
            repeat (many) cycle;
        end
    endtask
    task hitting(input integer warp);
        begin
            hit_i = 1;
            hit_warp_i = warp;
            cycle;
            hit_i = 0;
        end
    endtask

    task examples;
        begin
            begin_part("a hit, idle and busy");
            cfg_k_i = 8;
            cfg_base_i = 100;
            cutoff_i = 3200;
            pass(2, 10);
            hitting(1);
            hit_i = 1;
            hit_warp_i = 0;
            present(1'b1);
            expect_number("a second one is applied at once", apply_o, 1);
            expect_number("with the base score", score_o, 100);
            clock(1'b1);
            pass(LATENCY - 2, 0);
            present(1'b1);
            expect_number("the first one is applied at the end", apply_o, 1);
            expect_number("to its warp", apply_warp_o, 1);
            expect_number("8 * 3200 / insts", score_o, 8 * 3200 / 30 > 3200 ? 3200 : 8 * 3200 / 30);
            begin_part("D-39, a warp that exits");
            hitting(1);
            pass(5, 0);
            exit_i = 2;
            cycle;
            pass(LATENCY - 7, 0);
            present(1'b1);
            expect_number("nothing is applied", apply_o, 0);
            expect_number("cycles", dut.cycles_q, 1);
            begin_part("a divisor of 0");
            cfg_k_i = 8;
            cutoff_i = 777;
            hitting(0);
            pass(LATENCY - 1, 0);
            expect_number("cutoff", score_o, 777);
            hitting(1);
            expect_number("the next division begins in that cycle", dut.cycles_q, LATENCY);
            kernel_launch_i = 1;
            cycle;
            expect_number("idle after a kernel launch", dut.cycles_q, 0);
        end
    endtask

    // Hits seldom and often, few and many instructions, launches now and then; anything at all.
    integer kind;

    task stimuli;
        begin
            kind = cycle_number / 100 % 4;
            kernel_launch_i = chance(kind == 3 ? 1 : 8);         // short of a division, so that each warp has one
            if (chance(99)) begin
                if (kind != 3) hit_i = chance(kind == 0 ? 1 : kind == 1 ? 40 : 95);
                if (kind != 2) issued_i = chance(10) ? issued_i : 0;
                else issued_i = chance(3);
                launch_i = chance(98) ? 0 : launch_i;
                exit_i = chance(98) ? 0 : exit_i;
                if (chance(50)) cutoff_i = below(N + 1) * cfg_base_i;
            end
        end
    endtask
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// Bench of bucl_bypass: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module bucl_bypass_tb;
    parameter P = 12;

    `include "bucl_bypass_harness.vh"

    // The reference: hardware.md section 4.1.
    task reference_reset;
        begin
        end
    endtask

    task reference_outputs;
        begin
            load_bypass_o_want = 0;
            if (load_i && load_global_i) load_bypass_o_want = load_acc_i > tucd_i;
            access_bypass_o_want = 0;
            if (fail_i && fail_global_i && l1dhr_low_i && !queue_full_i && fail_partition_i < P)
                access_bypass_o_want = uib_low_i[fail_partition_i];
        end
    endtask

    task reference_next;
        begin
        end
    endtask

    task examples;
        begin
            rst_i_why = "there is nothing to reset";
            begin_part("the example of the header");
            load_i = 1;
            load_global_i = 1;
            load_acc_i = 5;
            tucd_i = 5;
            present(1'b1);
            expect_number("a load of as many as the threshold", load_bypass_o, 0);
            load_acc_i = 6;
            present(1'b1);
            expect_number("a load of one more", load_bypass_o, 1);
            fail_i = 1;
            fail_global_i = 1;
            fail_partition_i = 1;
            l1dhr_low_i = 1;
            uib_low_i = 2;
            present(1'b1);
            expect_number("a fail where there is room", access_bypass_o, 1);
            uib_low_i = ~2;
            present(1'b1);
            expect_number("a fail where there is none", access_bypass_o, 0);
            uib_low_i = 2;
            queue_full_i = 1;
            present(1'b1);
            expect_number("into a full queue", access_bypass_o, 0);
        end
    endtask

    // Degrees next to the threshold; all conditions of an access but one, in a sub-partition after the other.
    task stimuli;
        begin
            if (chance(70)) begin
                load_i = 1;
                load_global_i = 1;
                load_acc_i = tucd_i + below(3) - 1;
            end
            if (chance(80)) begin
                fail_i = chance(95);
                fail_global_i = chance(95);
                l1dhr_low_i = chance(95);
                queue_full_i = chance(5);
                fail_partition_i = cycle_number / 4 % P;
                if (chance(80)) uib_low_i = chance(50) ? 1 << fail_partition_i : ~(1 << fail_partition_i);
            end
        end
    endtask
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// What bucl_bypass guarantees, proven of any inputs (tests/verilog/test_properties.sh).
//
//   1  A load passes by exactly if it is a global load of more accesses than the threshold.
//   2  An access passes by only in the cycle of a fail, and it is of a global load.
//   3  Only while the hit rate is low and its sub-partition, which exists, has room.
//   4  Never into a queue that is full.
//   5  Where all of this holds it does pass by.
//   6  What is asked of loads and what is asked of accesses do not see each other.
//
// Said of two instances that differ in what the sixth property says. The block has no registers: its invariant is empty.
module bucl_bypass_properties #(
    parameter P = 12,
    parameter FROM_RESET = 1
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire                 load_i,
    input wire                 load_global_i,
    input wire [5:0]           load_acc_i,
    input wire                 fail_i,
    input wire                 fail_global_i,
    input wire [$clog2(P)-1:0] fail_partition_i,
    input wire                 queue_full_i,
    input wire [5:0]           tucd_i,
    input wire                 l1dhr_low_i,
    input wire [P-1:0]         uib_low_i,
    input wire [7:0]           other_load,
    input wire [$clog2(P)+2:0] other_fail,
    output wire [5:0]          reached_o
);
    wire load_bypass_o, access_bypass_o;
    wire load_without_fail, access_without_load, unused_access, unused_load;

    bucl_bypass #(.P(P)) block (
        .clk_i(clk_i), .rst_i(rst_i), .load_i(load_i), .load_global_i(load_global_i), .load_acc_i(load_acc_i),
        .fail_i(fail_i), .fail_global_i(fail_global_i), .fail_partition_i(fail_partition_i), .queue_full_i(queue_full_i),
        .tucd_i(tucd_i), .l1dhr_low_i(l1dhr_low_i), .uib_low_i(uib_low_i),
        .load_bypass_o(load_bypass_o), .access_bypass_o(access_bypass_o)
    );
    bucl_bypass #(.P(P)) of_load (
        .clk_i(clk_i), .rst_i(rst_i), .load_i(load_i), .load_global_i(load_global_i), .load_acc_i(load_acc_i),
        .fail_i(other_fail[0]), .fail_global_i(other_fail[1]), .fail_partition_i(other_fail[$clog2(P)+2:3]),
        .queue_full_i(other_fail[2]), .tucd_i(tucd_i), .l1dhr_low_i(l1dhr_low_i), .uib_low_i(uib_low_i),
        .load_bypass_o(load_without_fail), .access_bypass_o(unused_access)
    );
    bucl_bypass #(.P(P)) of_access (
        .clk_i(clk_i), .rst_i(rst_i), .load_i(other_load[0]), .load_global_i(other_load[1]), .load_acc_i(other_load[7:2]),
        .fail_i(fail_i), .fail_global_i(fail_global_i), .fail_partition_i(fail_partition_i), .queue_full_i(queue_full_i),
        .tucd_i(tucd_i), .l1dhr_low_i(l1dhr_low_i), .uib_low_i(uib_low_i),
        .load_bypass_o(unused_load), .access_bypass_o(access_without_load)
    );

    wire invariant = 1'b1;
    wire exists = fail_partition_i < P;
    wire room = exists && (uib_low_i >> fail_partition_i) % 2 == 1;

    always @* begin
        p1: assert (load_bypass_o == (load_i && load_global_i && load_acc_i > tucd_i));
        if (access_bypass_o) p2: assert (fail_i && fail_global_i);
        if (access_bypass_o) p3: assert (l1dhr_low_i && room);
        if (access_bypass_o) p4: assert (!queue_full_i);
        if (fail_i && fail_global_i && l1dhr_low_i && room && !queue_full_i) p5: assert (access_bypass_o);
        p6: assert (load_bypass_o == load_without_fail && access_bypass_o == access_without_load);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = load_bypass_o && access_bypass_o && load_acc_i == 63 && tucd_i == 62;
    assign reached_o[1] = load_i && load_global_i && load_acc_i == tucd_i && !load_bypass_o;
    assign reached_o[2] = access_bypass_o && fail_partition_i == P - 1 && uib_low_i == 1 << (P - 1);
    assign reached_o[3] = fail_i && fail_global_i && l1dhr_low_i && !queue_full_i && exists && !access_bypass_o;
    assign reached_o[4] = fail_i && fail_global_i && l1dhr_low_i && !queue_full_i && !exists && &uib_low_i;
    assign reached_o[5] = fail_i && fail_global_i && l1dhr_low_i && room && queue_full_i;
endmodule

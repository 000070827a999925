// SPDX-License-Identifier: BSD-3-Clause
// bucl_bypass: which loads, and which accesses that the L1D has no place for, pass it by. One instance per SM; no registers.
//
// Source: BUCL section IV.A, Fig. 6; hardware.md section 4.1, decisions D-16, D-31, D-38.
//   load_bypass    a global load of more than tucd accesses: all of them pass by, none looks the tags up (Fig. 6 draws
//                  this before the L1D). Asked once a load, before its first access leaves the dispatch register.
//   access_bypass  an access of a global load that has a reservation fail, while the L1D's hit rate was low, the input
//                  buffer of the access's sub-partition was not full, and the request queue has a place. Asked in every
//                  cycle of the fail. A sub-partition that does not exist is never passed to.
// The two do not see each other's inputs, so one instance answers both within a cycle.
//
// Latency: combinational, all inputs early. Chain: behind the registers of bucl_update; an index and three gates deep.
// Example: tucd 5. A load of 5 accesses goes to the L1D, one of 6 passes by. Its third access, of sub-partition 4, finds
// no MSHR: with l1dhr_low, uib_low 0x010 and a place in the queue it passes by; with uib_low 0xfef it waits.
// Not modelled: where a bypassing access goes and what it carries (sim/core's LD/ST unit).
module bucl_bypass #(
    parameter P = 12
) (
    // Every block has these two; here is nothing to clock or reset.
    // verilator lint_off UNUSEDSIGNAL
    input  wire                 clk_i,
    input  wire                 rst_i,
    // verilator lint_on UNUSEDSIGNAL
    input  wire                 load_i,
    input  wire                 load_global_i,
    input  wire [5:0]           load_acc_i,
    input  wire                 fail_i,
    input  wire                 fail_global_i,
    input  wire [$clog2(P)-1:0] fail_partition_i,
    input  wire                 queue_full_i,
    input  wire [5:0]           tucd_i,
    input  wire                 l1dhr_low_i,
    input  wire [P-1:0]         uib_low_i,
    output reg                  load_bypass_o,
    output reg                  access_bypass_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (P < 2) begin : refuse_P_below_2 wire P_below_2; wire [P_below_2:0] refused; end
        if (P > 64) begin : refuse_P_above_64 wire P_above_64; wire [P_above_64:0] refused; end
    endgenerate

    localparam PARTITION_W = $clog2(P);

    // Whether the sub-partition exists and its input buffer has room.
    integer p;
    reg     room;

    always @* begin
        room = 1'b0;
        for (p = 0; p < P; p = p + 1)
            room = room | (fail_partition_i == p[PARTITION_W-1:0] & uib_low_i[p]);
    end

    always @* begin
        load_bypass_o = load_i & load_global_i & load_acc_i > tucd_i;
        access_bypass_o = fail_i & fail_global_i & l1dhr_low_i & room & ~queue_full_i;
    end
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// What oaws_dlc guarantees under any input sequence, proven by induction (tests/verilog/test_properties.sh).
//
//   1  No two entries in use hold the same PC; acc of an entry in use is at most 63 (inst + 1): none with an inst below
//      15 is halved because of its accesses.
//   2  A fill lookup hits exactly if an entry in use held that PC before this cycle.
//   3  The lookup of done_pc hits exactly if an entry in use holds that PC after this cycle. Sensitive is
//      only said of a hit, and exactly if 2 acc > 3 sets after this cycle.
//   4  A load that is coalesced is in the table at the edge, and the lookup of that cycle finds it.
//   5  Without clear, ageing, coalesce and done no entry changes. A done of a PC that is nowhere changes no entry.
//   6  Coalesce alone adds 1 and acc to its entry, done alone adds its sets, when nothing overflows; when something does,
//      all three counters are halved first, inst not below 1. Other entries that are not replaced stay as they are.
//   7  An entry is given to another PC only if none has a smaller inst, and none before it has as small a one.
//   8  Ageing alone halves all counters; it comes when cfg_age_period cycles have gone by, and never when that is 0.
//   9  Clear alone takes inst to 0 and nothing else: an entry is free when its inst is 0 (D-1).
//
// Said of two different entries, a and b, that the proof may choose freely. FROM_RESET = 1: the first cycle resets.
// 0: it starts in any state that satisfies property 1, for covers and planted bugs.
module oaws_dlc_properties #(
    parameter ENTRIES = 3,
    parameter FROM_RESET = 1
) (
    input wire                       clk_i,
    input wire                       rst_i,
    input wire [16:0]                cfg_age_period_i,
    input wire                       clear_i,
    input wire                       coalesce_i,
    input wire [39:0]                coalesce_pc_i,
    input wire [5:0]                 coalesce_acc_i,
    input wire                       done_i,
    input wire [39:0]                done_pc_i,
    input wire [6:0]                 done_sets_i,
    input wire [79:0]                fill_pc_i,
    input wire [$clog2(ENTRIES)-1:0] a,
    input wire [$clog2(ENTRIES)-1:0] b,
    output wire [7:0]                reached_o
);
    wire [1:0] fill_hit_o;
    wire       service_hit_o, sensitive_o;

    oaws_dlc #(.ENTRIES(ENTRIES)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_age_period_i(cfg_age_period_i), .clear_i(clear_i), .coalesce_i(coalesce_i),
        .coalesce_pc_i(coalesce_pc_i), .coalesce_acc_i(coalesce_acc_i), .done_i(done_i), .done_pc_i(done_pc_i),
        .done_sets_i(done_sets_i), .fill_pc_i(fill_pc_i),
        .fill_hit_o(fill_hit_o), .service_hit_o(service_hit_o), .sensitive_o(sensitive_o)
    );

    // The block's registers and their next values, which flattening connects by name.
    (* hierconn *) wire [16:0]           \block.timer_q , \block.timer_d ;
    (* hierconn *) wire [ENTRIES*40-1:0] \block.pc_q , \block.pc_d ;
    (* hierconn *) wire [ENTRIES*7-1:0]  \block.inst_q , \block.inst_d ;
    (* hierconn *) wire [ENTRIES*10-1:0] \block.acc_q , \block.acc_d , \block.sets_q , \block.sets_d ;
    wire [16:0]           timer_q = \block.timer_q , timer_d = \block.timer_d ;
    wire [ENTRIES*40-1:0] pc_q = \block.pc_q , pc_d = \block.pc_d ;
    wire [ENTRIES*7-1:0]  inst_q = \block.inst_q , inst_d = \block.inst_d ;
    wire [ENTRIES*10-1:0] acc_q = \block.acc_q , acc_d = \block.acc_d , sets_q = \block.sets_q , sets_d = \block.sets_d ;

    // Property 1, and who holds which PC.
    integer v, w;
    reg     invariant, held_before, held_after, was_done;
    reg [1:0] fill_held;
    always @* begin
        v = 0;
        invariant = 1;
        held_before = 0;
        held_after = 0;
        was_done = 0;
        fill_held = 0;
        for (w = 0; w < ENTRIES; w = w + 1) begin
            if (inst_q[w*7 +: 7] != 0 && acc_q[w*10 +: 10] > 63 * (inst_q[w*7 +: 7] + 1)) invariant = 0;
            for (v = 0; v < w; v = v + 1)
                if (inst_q[v*7 +: 7] != 0 && inst_q[w*7 +: 7] != 0 && pc_q[v*40 +: 40] == pc_q[w*40 +: 40]) invariant = 0;
            if (inst_q[w*7 +: 7] != 0) begin
                if (pc_q[w*40 +: 40] == fill_pc_i[39:0]) fill_held[0] = 1;
                if (pc_q[w*40 +: 40] == fill_pc_i[79:40]) fill_held[1] = 1;
                if (pc_q[w*40 +: 40] == coalesce_pc_i) held_before = 1;
                if (pc_q[w*40 +: 40] == done_pc_i) was_done = 1;
            end
            if (inst_d[w*7 +: 7] != 0 && pc_d[w*40 +: 40] == done_pc_i) held_after = 1;
        end
    end

    reg started = !FROM_RESET;
    always @(posedge clk_i) started <= 1;
    always @* if (!started) assume (rst_i);

    reg first = !FROM_RESET;
    always @(posedge clk_i) first <= 0;
    always @* if (first) assume (invariant);
    always @* assume (a < ENTRIES && b < ENTRIES && a != b);

    // Entry a before and after; entry b before.
    wire [39:0] a_pc = pc_q[a*40 +: 40], a_pc_d = pc_d[a*40 +: 40];
    wire [6:0]  a_inst = inst_q[a*7 +: 7], a_inst_d = inst_d[a*7 +: 7], b_inst = inst_q[b*7 +: 7];
    wire [9:0]  a_acc = acc_q[a*10 +: 10], a_acc_d = acc_d[a*10 +: 10];
    wire [9:0]  a_sets = sets_q[a*10 +: 10], a_sets_d = sets_d[a*10 +: 10];
    wire        same = a_pc_d == a_pc && a_inst_d == a_inst && a_acc_d == a_acc && a_sets_d == a_sets;

    wire ages = cfg_age_period_i != 0 && timer_q + 18'd1 >= cfg_age_period_i;
    wire calm = !clear_i && !ages;
    wire only_coalesce = calm && coalesce_i && !done_i, only_done = calm && !coalesce_i && done_i;
    wire a_coalesced = only_coalesce && a_inst != 0 && a_pc == coalesce_pc_i;
    wire a_done = only_done && a_inst != 0 && a_pc == done_pc_i;
    wire [10:0] acc_sum = a_acc + coalesce_acc_i, sets_sum = a_sets + done_sets_i;
    wire inst_or_acc_over = a_inst == 127 || acc_sum > 1023, sets_over = sets_sum > 1023;
    wire [6:0]  a_half = a_inst >> 1;
    wire [6:0]  a_half_or_1 = a_half == 0 ? 1 : a_half;

    always @* if (started) begin
        p1: assert (invariant);
        p2: assert (fill_hit_o == fill_held);
        p3: assert (service_hit_o == held_after && (service_hit_o || !sensitive_o));
        if (coalesce_i && coalesce_pc_i == done_pc_i) p4: assert (service_hit_o);
        if (a_inst_d != 0 && a_pc_d == done_pc_i)
            p3_sensitive: assert (sensitive_o == ({a_acc_d, 1'b0} > {1'b0, a_sets_d, 1'b0} + a_sets_d));
        if (calm && !coalesce_i && (!done_i || !was_done)) p5: assert (same);
        if (a_coalesced)
            p6_coalesce: assert (inst_or_acc_over
                ? a_inst_d == a_half_or_1 + 1 && a_acc_d == a_acc[9:1] + coalesce_acc_i && a_sets_d == a_sets[9:1]
                : a_inst_d == a_inst + 1 && a_acc_d == acc_sum && a_sets_d == a_sets);
        if (a_done)
            p6_done: assert (sets_over
                ? a_inst_d == a_half_or_1 && a_acc_d == a_acc[9:1] && a_sets_d == a_sets[9:1] + done_sets_i
                : a_inst_d == a_inst && a_acc_d == a_acc && a_sets_d == sets_sum);
        if (only_coalesce && held_before && !a_coalesced) p6_other: assert (same);
        if (only_coalesce && !held_before && !same)
            p7: assert (a_pc_d == coalesce_pc_i && a_inst_d == 1 && a_acc_d == coalesce_acc_i && a_sets_d == 0
                        && (b < a ? b_inst > a_inst : b_inst >= a_inst));
        if (ages && !clear_i && !coalesce_i && !done_i)
            p8: assert (a_inst_d == a_half && a_pc_d == a_pc && a_acc_d == a_acc[9:1] && a_sets_d == a_sets[9:1]);
        if (clear_i && !ages && !coalesce_i && !done_i)
            p9: assert (a_inst_d == 0 && a_pc_d == a_pc && a_acc_d == a_acc && a_sets_d == a_sets);
        p8_timer: assert (timer_d == (cfg_age_period_i == 0 || (!clear_i && ages) ? 0 : clear_i ? cfg_age_period_i > 1
                                      : timer_q + 17'd1));
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = only_coalesce && !held_before && !same && a_inst != 0 && b < a;
    assign reached_o[1] = a_coalesced && acc_sum > 1023 && a_inst == 15;
    assign reached_o[2] = a_done && sets_over && a_inst > 64;
    assign reached_o[3] = ages && a_inst == 1 && b_inst > 1;
    assign reached_o[4] = fill_hit_o == 2'b11 && fill_pc_i[39:0] != fill_pc_i[79:40];
    assign reached_o[5] = coalesce_i && done_i && coalesce_pc_i == done_pc_i && fill_pc_i[39:0] == done_pc_i
                          && service_hit_o && !fill_hit_o[0];
    assign reached_o[6] = service_hit_o && sensitive_o && a_pc_d == done_pc_i && a_acc_d == 6 && a_sets_d == 3;
    assign reached_o[7] = a_coalesced && a_acc_d == 1023 && a_inst_d == 127;
endmodule

// SPDX-License-Identifier: BSD-3-Clause
// oaws_dlc: divergent load classifier, a table of the loads that were seen to touch more than 2 lines. One per SM.
//
// Source: OAWS sections 4.2, 4.3.1, 4.4; hardware.md section 1.1, decisions D-1 (ageing), D-2 (allocation), D-21.
//   coalesce (pc, acc)   hit: inst += 1, acc += its lines; miss: the entry with the smallest inst, a free one having
//                        0, lowest index on a tie, becomes (pc, 1, acc, sets 0)
//   done (pc, sets)      hit: sets += its sets; miss: nothing
//   ageing               in the last cycle of every cfg_age_period all counters are halved. An increment that would
//                        overflow halves that entry's three counters first, inst not below 1; no increment is large
//                        enough to overflow after that.
// The caller raises coalesce and done for divergent loads only. An entry is free when its inst is 0: that alone clears
// it, nothing reads its other fields, it never hits. PCs are never held twice.
// Within a cycle: clear, ageing, coalesce, done, each seeing the one before. The cycle of clear begins a period.
//
// Chain: fill lookups read the registers as they are; the lookup of done_pc sees this cycle's events and goes back to
// oaws_ocw as its late input sensitive. All inputs are early.
// Latency: lookups combinational, table at the edge. Throughput: one event of each kind and three lookups per cycle.
// Example: coalesce (0x90, 32), done (0x90, 8): sensitive, 64 > 24. The 32nd such load would take acc from 31 * 32 =
// 992 to 1024: the entry is halved first. E-11: 32 entries of 40 + 7 + 10 + 10 = 67 bits are 2144.
// Not modelled: which loads are divergent (the coalescer, oaws_ocw), what a hit is used for (oaws_misspred).
module oaws_dlc #(
    parameter ENTRIES = 32
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire [16:0] cfg_age_period_i,
    input  wire        clear_i,
    input  wire        coalesce_i,
    input  wire [39:0] coalesce_pc_i,
    input  wire [5:0]  coalesce_acc_i,
    input  wire        done_i,
    input  wire [39:0] done_pc_i,
    input  wire [6:0]  done_sets_i,
    input  wire [79:0] fill_pc_i,
    output reg  [1:0]  fill_hit_o,
    output reg         service_hit_o,
    output reg         sensitive_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is.
    generate
        if (ENTRIES < 2) begin : refuse_ENTRIES_below_2 wire ENTRIES_below_2; wire [ENTRIES_below_2:0] refused; end
    endgenerate

    localparam [6:0] INST_MAX = 7'd127;

    reg [16:0]           timer_q, timer_d;
    reg [ENTRIES*40-1:0] pc_q, pc_d;
    reg [ENTRIES*7-1:0]  inst_q, inst_d;
    reg [ENTRIES*10-1:0] acc_q, acc_d;
    reg [ENTRIES*10-1:0] sets_q, sets_d;

    // As one bit that the one has and the other lacks, or the other way round: two gates of two bits each, where an
    // exclusive or of every bit costs more.
    function same(input [39:0] one, input [39:0] other);
        same = (one & ~other) == 40'd0 && (~one & other) == 40'd0;
    endfunction
    // The entries above the lowest of a mask, in steps of 1, 2, 4 ...: as deep as the logarithm of their number.
    function [ENTRIES-1:0] above(input [ENTRIES-1:0] entries);
        integer i;
        begin
            above = entries << 1;
            for (i = 1; i < ENTRIES; i = i * 2) above = above | (above << i);
        end
    endfunction

    // Clear and ageing. With clear a period begins, which ends in the same cycle if it is 1.
    wire [17:0] cycles = {1'b0, timer_q} + 18'd1;
    wire        aged = clear_i ? cfg_age_period_i == 17'd1
                               : cfg_age_period_i != 17'd0 && cycles >= {1'b0, cfg_age_period_i};

    always @* begin
        timer_d = clear_i ? 17'd1 : cycles[16:0];
        if (aged || cfg_age_period_i == 17'd0) timer_d = 17'd0;
    end

    // Lookups, all in the registers, and the counters of the entries that they find, which are read as they are and halved
    // once read. An entry is picked by one bit: no two in use hold the same PC. The events find what clear and ageing leave
    // in use.
    integer           l;
    reg [ENTRIES-1:0] held, serviced;
    reg               stays, holds, serves;
    reg [6:0]         inst_read;
    reg [9:0]         acc_read, done_acc_read, done_sets_read;

    always @* begin
        held = {ENTRIES{1'b0}};
        serviced = {ENTRIES{1'b0}};
        fill_hit_o = 2'b00;
        {stays, holds, serves} = 3'd0;
        inst_read = 7'd0;
        acc_read = 10'd0;
        done_acc_read = 10'd0;
        done_sets_read = 10'd0;
        for (l = 0; l < ENTRIES; l = l + 1) begin
            {stays, holds, serves} = 3'd0;
            if (inst_q[l*7 +: 7] != 7'd0) begin
                fill_hit_o[0] = fill_hit_o[0] | same(pc_q[l*40 +: 40], fill_pc_i[39:0]);
                fill_hit_o[1] = fill_hit_o[1] | same(pc_q[l*40 +: 40], fill_pc_i[79:40]);
                stays = (inst_q[l*7 + 1 +: 6] != 6'd0 | ~aged) & ~clear_i;
                holds = stays & same(pc_q[l*40 +: 40], coalesce_pc_i);
                serves = stays & same(pc_q[l*40 +: 40], done_pc_i);
            end
            held[l] = holds;
            serviced[l] = serves;
            if (holds) begin
                inst_read = inst_read | inst_q[l*7 +: 7];
                acc_read = acc_read | acc_q[l*10 +: 10];
            end
            if (serves) begin
                done_acc_read = done_acc_read | acc_q[l*10 +: 10];
                done_sets_read = done_sets_read | sets_q[l*10 +: 10];
            end
        end
    end

    // The lowest entry with the smallest inst, found bit by bit from the highest; ageing drops the last one.
    integer           b, v;
    reg [ENTRIES-1:0] least, lower, evicted;
    wire              misses = coalesce_i & ~|held;

    always @* begin
        b = 0;
        v = 0;
        least = {ENTRIES{1'b1}};
        lower = {ENTRIES{1'b0}};
        evicted = {ENTRIES{1'b0}};
        if (misses) begin
            for (b = 6; b >= 0; b = b - 1) begin
                for (v = 0; v < ENTRIES; v = v + 1) lower[v] = least[v] & ~(inst_q[v*7 + b] & (b != 0 | ~aged));
                least = |lower ? lower : least;
            end
            least = least | {ENTRIES{clear_i}};
            evicted = least & ~above(least);
        end
    end

    // What coalesce and done make of their entries' counters. No entry is halved twice: in one that ageing or coalesce has
    // halved, every increment has room. acc overflows after 15 instances at least, sets of any number: only done could
    // halve an inst to 0, and is kept from it where it writes.
    wire [ENTRIES-1:0] chosen = (held & {ENTRIES{coalesce_i}}) | evicted;     // of coalesce
    wire [ENTRIES-1:0] kept = serviced & ~evicted;                            // of done, unless coalesce entered it
    wire               same_load = coalesce_i & same(coalesce_pc_i, done_pc_i);
    reg [6:0]          inst;
    reg [9:0]          acc, done_acc, done_sets;
    reg [10:0]         acc_sum, sets_sum;
    reg                full, done_full;

    always @* begin
        inst = inst_read >> aged;
        acc = acc_read >> aged;
        acc_sum = {1'b0, acc} + {5'd0, coalesce_acc_i};
        full = inst == INST_MAX | acc_sum[10];
        inst = (inst >> full) + 7'd1;
        acc = full ? (acc >> 1) + {4'd0, coalesce_acc_i} : acc_sum[9:0];

        done_acc = same_load ? acc : done_acc_read >> aged;
        done_sets = done_sets_read >> (aged | (same_load & full));
        sets_sum = {1'b0, done_sets} + {4'd0, done_sets_i & {7{done_i}}};
        done_full = sets_sum[10];
        done_acc = done_acc >> done_full;
        done_sets = done_full ? (done_sets >> 1) + {3'd0, done_sets_i} : sets_sum[9:0];
        acc = same_load ? done_acc : acc;
        inst = inst >> (same_load & done_full);

        service_hit_o = same_load | (|kept);
        sensitive_o = service_hit_o & ({2'd0, done_acc} << 1 > {2'd0, done_sets} + ({2'd0, done_sets} << 1));
    end

    // One write an entry and counter: the half, what coalesce or done makes of it, or what it was. New sets are 0. Most
    // entries stay as they are, and are written as whole words.
    integer              e;
    wire [ENTRIES-1:0]   halved = ({ENTRIES{aged}} | (kept & {ENTRIES{done_full}})) & ~chosen;
    wire [ENTRIES-1:0]   written = (same_load ? chosen : kept) & {ENTRIES{done_i}};
    wire [ENTRIES-1:0]   sets_halved = ({ENTRIES{aged}} | (chosen & {ENTRIES{full}})) & ~written & ~evicted;
    reg [ENTRIES*7-1:0]  inst_stays;
    reg [ENTRIES*10-1:0] acc_stays, sets_stays;

    always @* begin
        pc_d = pc_q;
        inst_d = {ENTRIES*7{1'b0}};
        acc_d = {ENTRIES*10{1'b0}};
        sets_d = {ENTRIES*10{1'b0}};
        inst_stays = {ENTRIES*7{~clear_i}};
        acc_stays = {ENTRIES*10{1'b1}};
        sets_stays = {ENTRIES*10{1'b1}};
        for (e = 0; e < ENTRIES; e = e + 1) begin
            if (halved[e]) begin
                inst_d[e*7 +: 7] = inst_q[e*7 +: 7] >> 1 & {7{~clear_i}};
                inst_d[e*7] = inst_d[e*7] | (~aged & inst_q[e*7 + 1 +: 6] == 6'd0);
                acc_d[e*10 +: 10] = acc_q[e*10 +: 10] >> 1;
            end
            if (chosen[e]) begin
                inst_d[e*7 +: 7] = inst_d[e*7 +: 7] | inst;
                acc_d[e*10 +: 10] = acc_d[e*10 +: 10] | acc;
            end
            if (chosen[e] | halved[e]) begin
                inst_stays[e*7 +: 7] = 7'd0;
                acc_stays[e*10 +: 10] = 10'd0;
            end
            if (sets_halved[e]) sets_d[e*10 +: 10] = sets_q[e*10 +: 10] >> 1;
            if (written[e]) sets_d[e*10 +: 10] = sets_d[e*10 +: 10] | done_sets;
            if (written[e] | sets_halved[e] | evicted[e]) sets_stays[e*10 +: 10] = 10'd0;
            if (evicted[e]) pc_d[e*40 +: 40] = coalesce_pc_i;     // any other chosen entry holds it
        end
        inst_d = inst_d | (inst_q & inst_stays);
        acc_d = acc_d | (acc_q & acc_stays);
        sets_d = sets_d | (sets_q & sets_stays);
    end

    always @(posedge clk_i)
        if (rst_i) begin
            timer_q <= 17'd0;
            pc_q <= {ENTRIES*40{1'b0}};
            inst_q <= {ENTRIES*7{1'b0}};
            acc_q <= {ENTRIES*10{1'b0}};
            sets_q <= {ENTRIES*10{1'b0}};
        end else begin
            timer_q <= timer_d;
            pc_q <= pc_d;
            inst_q <= inst_d;
            acc_q <= acc_d;
            sets_q <= sets_d;
        end
endmodule

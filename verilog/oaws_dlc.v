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

    localparam [6:0]  INST_MAX = 7'd127;
    localparam [10:0] ACC_MAX = 11'd1023;
    localparam [10:0] SETS_SUM_MAX = 11'd1023;

    reg [16:0]           timer_q, timer_d;
    reg [ENTRIES*40-1:0] pc_q, pc_d;
    reg [ENTRIES*7-1:0]  inst_q, inst_d;
    reg [ENTRIES*10-1:0] acc_q, acc_d;
    reg [ENTRIES*10-1:0] sets_q, sets_d;

    // The table after this cycle's events: clear, ageing, coalesce, done. An event looks its entry up, changes what it
    // read, and writes that back. Entries are picked by one bit each: no two hold the same PC. An entry in use has the PC
    // of its register, unless the coalesced load has just taken it, so PCs are compared as they are.
    integer           e, b;
    reg               aged, full, taken;
    reg [ENTRIES-1:0] least, lower;                                  // who has the smallest inst, bit by bit
    reg [ENTRIES-1:0] held, victim, chosen, serviced;
    reg [6:0]         inst, done_inst;
    reg [9:0]         acc, sets, done_acc, done_sets;

    always @* begin
        e = 0;
        b = 0;
        timer_d = clear_i ? 17'd0 : timer_q;
        pc_d = pc_q;
        inst_d = inst_q & {ENTRIES*7{~clear_i}};
        acc_d = acc_q;
        sets_d = sets_q;

        aged = cfg_age_period_i != 17'd0 && {1'b0, timer_d} + 18'd1 >= {1'b0, cfg_age_period_i};
        timer_d = aged || cfg_age_period_i == 17'd0 ? 17'd0 : timer_d + 17'd1;
        for (e = 0; e < ENTRIES; e = e + 1) begin
            inst_d[e*7 +: 7] = inst_d[e*7 +: 7] >> aged;
            acc_d[e*10 +: 10] = acc_d[e*10 +: 10] >> aged;
            sets_d[e*10 +: 10] = sets_d[e*10 +: 10] >> aged;
        end

        held = {ENTRIES{1'b0}};
        inst = 7'd0;
        acc = 10'd0;
        sets = 10'd0;
        least = {ENTRIES{1'b1}};
        lower = {ENTRIES{1'b0}};
        victim = {ENTRIES{1'b0}};
        for (e = 0; e < ENTRIES; e = e + 1) begin
            held[e] = inst_d[e*7 +: 7] != 7'd0 && pc_q[e*40 +: 40] == coalesce_pc_i;
            inst = inst | (inst_d[e*7 +: 7] & {7{held[e]}});
            acc = acc | (acc_d[e*10 +: 10] & {10{held[e]}});
            sets = sets | (sets_d[e*10 +: 10] & {10{held[e]}});
        end
        for (b = 6; b >= 0; b = b - 1) begin
            for (e = 0; e < ENTRIES; e = e + 1) lower[e] = least[e] & ~inst_d[e*7 + b];
            least = |lower ? lower : least;
        end
        victim = least & (~least + {{ENTRIES-1{1'b0}}, 1'b1});
        chosen = (|held ? held : victim) & {ENTRIES{coalesce_i}};    // the entry of coalesce
        full = inst == INST_MAX || {1'b0, acc} + {5'd0, coalesce_acc_i} > ACC_MAX;
        inst = full ? (inst > 7'd1 ? inst >> 1 : 7'd1) : inst;
        acc = acc >> full;
        sets = sets >> full;
        for (e = 0; e < ENTRIES; e = e + 1) begin
            pc_d[e*40 +: 40] = chosen[e] ? coalesce_pc_i : pc_d[e*40 +: 40];
            inst_d[e*7 +: 7] = chosen[e] ? inst + 7'd1 : inst_d[e*7 +: 7];
            acc_d[e*10 +: 10] = chosen[e] ? acc + {4'd0, coalesce_acc_i} : acc_d[e*10 +: 10];
            sets_d[e*10 +: 10] = chosen[e] ? sets : sets_d[e*10 +: 10];
        end

        taken = coalesce_pc_i == done_pc_i;
        serviced = {ENTRIES{1'b0}};
        done_inst = 7'd0;
        done_acc = 10'd0;
        done_sets = 10'd0;
        for (e = 0; e < ENTRIES; e = e + 1) begin
            serviced[e] = chosen[e] ? taken : inst_d[e*7 +: 7] != 7'd0 && pc_q[e*40 +: 40] == done_pc_i;
            done_inst = done_inst | (inst_d[e*7 +: 7] & {7{serviced[e]}});
            done_acc = done_acc | (acc_d[e*10 +: 10] & {10{serviced[e]}});
            done_sets = done_sets | (sets_d[e*10 +: 10] & {10{serviced[e]}});
        end
        full = done_i && {1'b0, done_sets} + {4'd0, done_sets_i} > SETS_SUM_MAX;
        done_inst = full ? (done_inst > 7'd1 ? done_inst >> 1 : 7'd1) : done_inst;
        done_acc = done_acc >> full;
        done_sets = (done_sets >> full) + {3'd0, done_sets_i & {7{done_i}}};
        for (e = 0; e < ENTRIES; e = e + 1) begin
            inst_d[e*7 +: 7] = done_i & serviced[e] ? done_inst : inst_d[e*7 +: 7];
            acc_d[e*10 +: 10] = done_i & serviced[e] ? done_acc : acc_d[e*10 +: 10];
            sets_d[e*10 +: 10] = done_i & serviced[e] ? done_sets : sets_d[e*10 +: 10];
        end
    end

    // Lookups: of the fills in the registers, of the load being serviced in what they will be.
    integer l;
    reg     used;

    always @* begin
        used = 1'b0;
        fill_hit_o = 2'b00;
        for (l = 0; l < ENTRIES; l = l + 1) begin
            used = inst_q[l*7 +: 7] != 7'd0;
            fill_hit_o[0] = fill_hit_o[0] | (used && pc_q[l*40 +: 40] == fill_pc_i[39:0]);
            fill_hit_o[1] = fill_hit_o[1] | (used && pc_q[l*40 +: 40] == fill_pc_i[79:40]);
        end
        service_hit_o = |serviced;
        sensitive_o = {2'd0, done_acc} << 1 > {2'd0, done_sets} + ({2'd0, done_sets} << 1);
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

// SPDX-License-Identifier: BSD-3-Clause
// What a front end guarantees across its blocks under any input sequence, proven by induction
// (tests/verilog/test_front_end_properties.sh) of warp_front_end with the blocks of SYSTEM in it.
//
//   1  A warp that is granted was ready, and is one of its scheduler's: in OWL, of the chosen group.
//   2  No load of a held warp issues: of one that OAWS holds back, that CCWS's scores (or the platform) let issue none, or
//      whose scheduler is held. In OAWS, unless throttling, a load that issues finds as many free MSHRs as it is charged,
//      beyond those that loads in flight were promised.
//   3  A scheduler issues one warp at most; one that issues a warp of its own borrows none. A warp that is lent was lendable and is of
//      another scheduler, one scheduler borrows it, and it is not granted besides.
//   4  Once a warp is the only candidate of its scheduler it is granted within BOUND cycles: 1, or 2 under two-level
//      scheduling, whose first cycle finds the group. In OAWS, dynamic and throttling, the oldest running warp of a scheduler is so as
//      soon as it is the only ready one, whatever it loads and however few MSHRs are free (D-24).
//   5  The ages of all warps that are compared are an order; an arbiter remembers one warp at most, and an active group it has.
//
// Said of a scheduler `s` and a warp `a` that the proof may choose freely and then keeps. What a platform must keep: the
// configuration stays; who is ready may get ready; who is lendable has not been granted in this cycle.
// FROM_RESET = 1: the first cycle resets. 0: it starts in any state of property 5, for covers and planted bugs.
module warp_front_end_properties #(
    parameter N = 6,
    parameter S = 2,                                            // no other: the two arbiters are named below
    parameter M = 4,
    parameter SETS = 3,
    parameter ENTRIES = 2,
    parameter C = 3,
    parameter P = 2,
    parameter SYSTEM = 1,
    parameter FROM_RESET = 1
) (
    input wire                     clk_i,
    input wire                     rst_i,
    input wire [2:0]               cfg_arbiter_i,
    input wire                     cfg_use_class_i,
    input wire [$clog2(N/S+1)-1:0] cfg_group_i,
    input wire [1:0]               cfg_oaws_i,
    input wire [6:0]               cfg_smr_i,
    input wire [$clog2(N+1)-1:0]   cfg_wmax_i,
    input wire [$clog2(N+1)-1:0]   cfg_ocw_pin_i,
    input wire                     cfg_keep_oldest_i,
    input wire [16:0]              cfg_age_period_i,
    input wire [3:0]               cfg_k_i,
    input wire [6:0]               cfg_base_i,
    input wire [1:0]               cfg_groups_i,
    input wire [6:0]               cfg_g_size_i,
    input wire [5:0]               cfg_core_i,
    input wire                     kernel_start_i,
    input wire [N-1:0]             waiting_i,
    input wire [N-1:0]             may_get_ready_i,
    input wire [N-1:0]             ready_i,
    input wire [N-1:0]             load_i,
    input wire [N-1:0]             can_issue_i,
    input wire [N*6-1:0]           priority_i,
    input wire [$clog2(M+1)-1:0]   avail_i,
    input wire                     coalesce_i,
    input wire [39:0]              coalesce_pc_i,
    input wire [5:0]               coalesce_acc_i,
    input wire                     start_i,
    input wire [5:0]               n_acc_i,
    input wire                     access_i,
    input wire [$clog2(SETS)-1:0]  access_set_i,
    input wire                     access_hit_i,
    input wire                     done_i,
    input wire [39:0]              done_pc_i,
    input wire [79:0]              fill_pc_i,
    input wire                     probe_i,
    input wire [$clog2(N)-1:0]     probe_warp_i,
    input wire [33:0]              probe_line_i,
    input wire [N*$clog2(C)-1:0]   cta_i,
    input wire [N-1:0]             lendable_i,
    input wire [2*N-1:0]           unit_i,
    input wire [3*S-1:0]           can_accept_i,
    input wire                     dispatch_i,
    input wire                     dispatch_global_i,
    input wire [5:0]               dispatch_acc_i,
    input wire                     fail_i,
    input wire                     fail_global_i,
    input wire [$clog2(P)-1:0]     fail_partition_i,
    input wire                     queue_full_i,
    input wire [5:0]               tucd_i,
    input wire                     l1dhr_low_i,
    input wire [P-1:0]             uib_low_i,
    input wire [N-1:0]             blocked_i,
    input wire [N-1:0]             unfinished_i,
    input wire [N-1:0]             launch_i,
    input wire [N-1:0]             exit_i,
    input wire [S-1:0]             hold_i,
    input wire [6*S-1:0]           issue_active_i,
    input wire [1:0]               fill_i,
    input wire [2*$clog2(N)-1:0]   fill_warp_i,
    input wire [1:0]               fill_slot_i,
    input wire [1:0]               fill_load_i,
    input wire [11:0]              fill_active_i,
    input wire [N-1:0]             flush_i,
    input wire [2*$clog2(M)-1:0]   release_i,
    input wire                     insert_i,
    input wire [$clog2(N)-1:0]     insert_warp_i,
    input wire [33:0]              insert_line_i,
    input wire [3:0]               issued_i,
    input wire [2*S-1:0]           instructions_i,
    input wire                     cta_launch_i,
    input wire [$clog2(C)-1:0]     cta_launch_slot_i,
    input wire [C-1:0]             cta_exit_i,
    input wire [31:0]              ctas_issued_i,
    input wire [31:0]              ctas_i,
    input wire [$clog2(C+1)-1:0]   n_cta_i,
    input wire [$clog2(N+1)-1:0]   warps_per_cta_i,
    input wire [$clog2(S+1)-1:0]   s,
    input wire [$clog2(N)-1:0]     a,
    output wire [7:0]              reached_o
);
    localparam W = N / S;
    localparam SLOT_W = $clog2(W);
    localparam RANK_W = $clog2(N);
    localparam PRED_W = $clog2(M);
    localparam COUNT_W = $clog2(M + 1);
    localparam ACROSS = SYSTEM == 1 || SYSTEM == 2 || SYSTEM == 3;

    wire [N-1:0]        resident_o, occlude_o, may_load_o, allow_o, issue_o;
    wire [S-1:0]        grant_valid_o, borrows_o;
    wire [S*RANK_W-1:0] grant_warp_o, borrowed_warp_o;
    wire                issue_load_o;
    wire [RANK_W-1:0]   issue_load_warp_o;
    wire [PRED_W-1:0]   issue_charge_o;

    warp_front_end #(.N(N), .S(S), .M(M), .SETS(SETS), .ENTRIES(ENTRIES), .C(C), .P(P), .SYSTEM(SYSTEM)) block (
        .clk_i(clk_i), .rst_i(rst_i), .cfg_arbiter_i(cfg_arbiter_i), .cfg_use_class_i(cfg_use_class_i), .cfg_group_i(cfg_group_i),
        .cfg_oaws_i(cfg_oaws_i), .cfg_smr_i(cfg_smr_i), .cfg_wmax_i(cfg_wmax_i), .cfg_ocw_pin_i(cfg_ocw_pin_i),
        .cfg_keep_oldest_i(cfg_keep_oldest_i), .cfg_age_period_i(cfg_age_period_i), .cfg_k_i(cfg_k_i), .cfg_base_i(cfg_base_i),
        .cfg_groups_i(cfg_groups_i), .cfg_g_size_i(cfg_g_size_i), .cfg_core_i(cfg_core_i), .kernel_start_i(kernel_start_i),
        .waiting_i(waiting_i), .may_get_ready_i(may_get_ready_i), .ready_i(ready_i), .load_i(load_i), .can_issue_i(can_issue_i),
        .priority_i(priority_i), .avail_i(avail_i), .coalesce_i(coalesce_i), .coalesce_pc_i(coalesce_pc_i), .coalesce_acc_i(coalesce_acc_i),
        .start_i(start_i), .n_acc_i(n_acc_i), .access_i(access_i), .access_set_i(access_set_i), .access_hit_i(access_hit_i),
        .done_i(done_i), .done_pc_i(done_pc_i), .fill_pc_i(fill_pc_i), .probe_i(probe_i), .probe_warp_i(probe_warp_i),
        .probe_line_i(probe_line_i), .cta_i(cta_i), .lendable_i(lendable_i), .unit_i(unit_i), .can_accept_i(can_accept_i),
        .dispatch_i(dispatch_i), .dispatch_global_i(dispatch_global_i), .dispatch_acc_i(dispatch_acc_i), .fail_i(fail_i),
        .fail_global_i(fail_global_i), .fail_partition_i(fail_partition_i), .queue_full_i(queue_full_i), .tucd_i(tucd_i),
        .l1dhr_low_i(l1dhr_low_i), .uib_low_i(uib_low_i), .blocked_i(blocked_i), .unfinished_i(unfinished_i),
        .launch_i(launch_i), .exit_i(exit_i), .hold_i(hold_i), .issue_active_i(issue_active_i), .fill_i(fill_i),
        .fill_warp_i(fill_warp_i), .fill_slot_i(fill_slot_i), .fill_load_i(fill_load_i), .fill_active_i(fill_active_i),
        .flush_i(flush_i), .release_i(release_i), .insert_i(insert_i), .insert_warp_i(insert_warp_i), .insert_line_i(insert_line_i),
        .issued_i(issued_i), .instructions_i(instructions_i), .cta_launch_i(cta_launch_i), .cta_launch_slot_i(cta_launch_slot_i),
        .cta_exit_i(cta_exit_i), .ctas_issued_i(ctas_issued_i), .ctas_i(ctas_i), .n_cta_i(n_cta_i), .warps_per_cta_i(warps_per_cta_i),
       
        .resident_o(resident_o), .occlude_o(occlude_o), .may_load_o(may_load_o), .allow_o(allow_o), .issue_o(issue_o),
        .grant_valid_o(grant_valid_o), .grant_warp_o(grant_warp_o), .borrows_o(borrows_o), .borrowed_warp_o(borrowed_warp_o),
        .issue_load_o(issue_load_o), .issue_load_warp_o(issue_load_warp_o), .issue_charge_o(issue_charge_o)
    );

    // Registers and wires of the blocks, which flattening connects by name.
    (* hierconn *) wire [N*N-1:0] \block.older ;
    wire [N*N-1:0] older = \block.older ;

    // The configuration is a kernel's; s and a are chosen once.
    wire [42:0] kept = {cfg_arbiter_i, cfg_use_class_i, cfg_group_i, cfg_oaws_i, cfg_keep_oldest_i, s, a};
    reg  [42:0] kept_q;
    reg         started = !FROM_RESET, first = !FROM_RESET, again = 0;
    always @(posedge clk_i) begin
        kept_q <= kept;
        started <= 1;
        again <= 1;
        first <= 0;
    end
    always @* begin
        if (!started) assume (rst_i);
        if (again) assume (kept == kept_q);
        assume (s < S && a < N);
        assume ((ready_i & ~may_get_ready_i) == 0);
    end

    // --- 5: the registers that decide
    (* hierconn *) wire [W-1:0]      \block.scheduler[0].arbiter.last_q , \block.scheduler[1].arbiter.last_q ;
    (* hierconn *) wire [SLOT_W-1:0] \block.scheduler[0].arbiter.active_group_q , \block.scheduler[1].arbiter.active_group_q ;
    wire [W-1:0]      last_0 = \block.scheduler[0].arbiter.last_q , last_1 = \block.scheduler[1].arbiter.last_q ;
    wire [SLOT_W-1:0] group_0 = \block.scheduler[0].arbiter.active_group_q , group_1 = \block.scheduler[1].arbiter.active_group_q ;
    wire remembers_one = (last_0 & (last_0 - 1)) == 0 && (last_1 & (last_1 - 1)) == 0 && group_0 < W && group_1 < W;

    // Whether warp x is older than y, which are compared: those of one scheduler, or all.
    function before(input integer x, input integer y);
        before = x < y ? older[y*N + x] : !older[x*N + y];
    endfunction
    function compared(input integer x, input integer y);
        compared = ACROSS || x % S == y % S;
    endfunction
    integer x, y, z;
    reg     is_order;
    always @* begin
        is_order = 1;
        for (x = 0; x < N; x = x + 1)
            for (y = 0; y < N; y = y + 1) begin
                if (x < y && (!compared(x, y) || !resident_o[x]) && older[y*N + x]) is_order = 0;
                if (x != y && compared(x, y) && resident_o[x] && !resident_o[y] && !before(x, y)) is_order = 0;
                for (z = 0; z < N; z = z + 1)
                    if (x != y && y != z && x != z && compared(x, y) && compared(y, z) && before(x, y) && before(y, z) && !before(x, z))
                        is_order = 0;
            end
    end
    wire invariant = remembers_one && is_order;
    always @* if (first) assume (invariant);

    // --- of scheduler s
    wire [N-1:0]      own = {W{{{S-1{1'b0}}, 1'b1}}} << s;
    wire [RANK_W-1:0] granted = grant_warp_o[s*RANK_W +: RANK_W], borrowed = borrowed_warp_o[s*RANK_W +: RANK_W];
    wire              grants = grant_valid_o[s], borrows = borrows_o[s];
    wire [N-1:0]      issues = issue_o & own;
    wire [N-1:0]      one = 1, granted_mask = grants ? one << granted : 0, borrowed_mask = borrows ? one << borrowed : 0;

    // Who has been granted is not lendable; and no other scheduler borrows the same.
    wire [RANK_W-1:0] granted_0 = grant_warp_o[0 +: RANK_W], granted_1 = grant_warp_o[RANK_W +: RANK_W];
    wire [N-1:0]      all_granted = (grant_valid_o[0] ? one << granted_0 : 0) | (grant_valid_o[1] ? one << granted_1 : 0);
    wire              other = ~s[0];
    wire [N-1:0]      borrowed_by_other = borrows_o[other] ? one << borrowed_warp_o[other*RANK_W +: RANK_W] : 0;
    always @* assume ((lendable_i & all_granted) == 0);

    // Free MSHRs that loads in flight were not promised.
    (* hierconn *) wire [COUNT_W-1:0] \block.oaws.qualify.inflight_q ;
    wire [COUNT_W-1:0] inflight_q = \block.oaws.qualify.inflight_q ;
    wire [COUNT_W-1:0] avail = avail_i < M ? avail_i : M;
    wire [COUNT_W:0]   charged = issue_charge_o + inflight_q;
    wire               throttles = cfg_oaws_i == 2, dynamic = cfg_oaws_i == 1;

    // --- 4: warp a is the only candidate of its scheduler, and is not granted
    wire [N-1:0] mine = {W{{{S-1{1'b0}}, 1'b1}}} << (a % S);
    wire [N-1:0] group_s = SYSTEM == 5 ? allow_o : {N{1'b1}};
    wire [N-1:0] candidates = ready_i & ~occlude_o & (~load_i | may_load_o) & group_s & mine;
    wire [N-1:0] ready = ready_i & group_s & mine;
    wire [N-1:0] running = resident_o & ~waiting_i & mine;
    integer      o;
    reg          oldest;
    always @* begin
        oldest = running[a];
        for (o = 0; o < N; o = o + 1) if (running[o] && o != a && !before(a, o)) oldest = 0;
    end
    wire two_level = cfg_arbiter_i == 3 || cfg_arbiter_i == 4;
    wire serves = all_granted[a];
    wire only = candidates == one << a;
    wire only_ready = SYSTEM == 1 && (dynamic || throttles) && cfg_keep_oldest_i && oldest && ready == one << a && may_load_o[a];
    reg  waits_q = 0, oldest_waits_q = 0;               // since the cycle before
    always @(posedge clk_i) begin
        waits_q <= started && !rst_i && only && !serves;
        oldest_waits_q <= started && !rst_i && only_ready && !serves;
    end
    always @* if (first) assume (!waits_q && !oldest_waits_q);

    always @* if (started) begin
        if (grants) p1: assert (granted < N && granted % S == s && ready_i[granted] && group_s[granted]);
        p1_issues: assert ((issue_o & ~(ready_i & group_s)) == 0);
        p2: assert ((issue_o & load_i & (occlude_o | ~may_load_o)) == 0 && (issues == 0 || !hold_i[s]));
        p2_charge: assert (SYSTEM != 1 || throttles || !issue_load_o || issue_charge_o == 0 || charged <= avail);
        p3: assert ((issues & (issues - 1)) == 0 && (issues & ~granted_mask) == 0);
        p3_lent: assert (!borrows || (!grants && borrowed < N && (borrowed_mask & own) == 0 && (borrowed_mask & lendable_i) != 0));
        p3_once: assert ((borrowed_mask & (borrowed_by_other | issue_o)) == 0);
        p4: assert (!only || serves || (two_level && !waits_q));
        p4_oldest: assert (!only_ready || serves || (two_level && !oldest_waits_q));
        p5: assert (invariant);
    end

    // Each must be reachable, or the properties above hold of nothing.
    assign reached_o[0] = grants && issues != 0 && granted != s;
    assign reached_o[1] = issue_load_o && (ready_i & ~candidates & own) != 0;
    assign reached_o[2] = SYSTEM == 1 ? issue_load_o && issue_charge_o != 0 && charged == avail && inflight_q != 0
                        : SYSTEM == 2 ? (ready_i & load_i & ~may_load_o) != 0 && issue_load_o
                        : SYSTEM == 5 ? (ready_i & ~allow_o) != 0 && grants : issue_load_o;
    assign reached_o[3] = SYSTEM == 3 ? borrows && borrows_o[other] : issues != 0 && grant_valid_o == {S{1'b1}};
    assign reached_o[4] = only && two_level && !serves;
    assign reached_o[5] = only && two_level && serves && waits_q;
    assign reached_o[6] = only && !two_level && (ready & ~candidates) != 0;
    assign reached_o[7] = SYSTEM == 1 ? only_ready && load_i[a] && avail_i == 0 && serves : only && resident_o == {N{1'b1}};
endmodule

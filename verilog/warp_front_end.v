// SPDX-License-Identifier: BSD-3-Clause
// warp_front_end: the blocks of one SM, wired: who may issue, and who does. One instance per SM; no own registers.
//
// Source: hardware.md sections 0, 1, 2 and 6; the wiring of the simulator, rtl_c/wires.def.
// SYSTEM says which blocks there are, as synth_estimates/systems.def lists them:
//   0  base   warp_order with the pairs of one scheduler each, a warp_arbiter per scheduler
//   1  OAWS   warp_order with all pairs, warp_rank, oaws_ocw, oaws_dlc, oaws_misspred, oaws_qualify, the arbiters
//   2  CCWS   warp_order with all pairs, ccws_vta, ccws_lls, ccws_llds, the arbiters
//   3  KAWS   warp_order with all pairs, kaws_progress, the arbiters, kaws_share
//   4  BUCL   base, and bucl_bypass for the LD/ST unit; bucl_update, one per GPU, stands outside: tucd, l1dhr_low, uib_low
//   5  OWL    base, and owl_groups before the arbiters; owl_prefetch, one per memory controller, stands outside
// An output of a block that is not there is 0, and an input only for it is not looked at. Tables of the ports:
// docs/front_end.md, made from tb/systemc/front_end.def.
//
//   issue        granted and not held; it shifts the warp's predictions in the cycle itself
//   issue_load   of the warps that issue, the load of the lowest scheduler: its charge leaves with it, and is charged
//   borrows      a scheduler that grants no warp, held or not, issues borrowed_warp, which is another scheduler's
//
// The boundary: the schedulers choose one after another. `ready` of the second lacks the warps that need the unit that
// the first has taken: SM logic, which needs to know all units and not only loads, stands outside. It sees grant_valid,
// grant_warp and issue of the earlier scheduler and may take warps out of the later one's bits of `ready` in the same
// cycle. That is no loop: a scheduler's grant depends on the bits of its own warps alone. In the same way it says behind the
// grants which issue registers are still empty and who could issue but for them (can_accept, lendable). Outside are also
// barriers (waiting), the instruction buffers (load, unit, fill), the LD/ST unit (dispatch, fail), the L1D with its MSHRs
// (probe, insert), the CTAs and their slots, and the counts of instructions that have issued, which know of second ones of
// a warp (issued, instructions).
//
// Latency: grants are combinational from registers and early inputs; late inputs (launch, exit, hold, issue_active,
// fill, flush, release, insert, issued .. warps_per_cta) may follow from the grants up to the edge.
// Example, SYSTEM 1, M = 32, static, smr 50 (E-2): three warps have divergent loads of 32 threads each; two issue, with
// issue_charge 16, the third is in `occlude` until a release.
// Not modelled: everything that is not in a block.
module warp_front_end #(
    parameter N = 48,
    parameter S = 2,
    parameter M = 32,
    parameter SETS = 32,
    parameter ENTRIES = 32,
    parameter C = 32,
    parameter P = 12,
    parameter CORE_W = 6,
    parameter SYSTEM = 1
) (
    // A system that has not got a block does not look at what is only for it.
    // verilator lint_off UNUSEDSIGNAL
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire [2:0]               cfg_arbiter_i,
    input  wire                     cfg_use_class_i,
    input  wire [$clog2(N/S+1)-1:0] cfg_group_i,
    input  wire [1:0]               cfg_oaws_i,
    input  wire [6:0]               cfg_smr_i,
    input  wire [$clog2(N+1)-1:0]   cfg_wmax_i,
    input  wire [$clog2(N+1)-1:0]   cfg_ocw_pin_i,
    input  wire                     cfg_keep_oldest_i,
    input  wire [16:0]              cfg_age_period_i,
    input  wire [3:0]               cfg_k_i,
    input  wire [6:0]               cfg_base_i,
    input  wire [1:0]               cfg_groups_i,
    input  wire [6:0]               cfg_g_size_i,
    input  wire [CORE_W-1:0]        cfg_core_i,
    input  wire                     kernel_start_i,
    input  wire [N-1:0]             waiting_i,
    input  wire [N-1:0]             may_get_ready_i,
    input  wire [N-1:0]             ready_i,
    input  wire [N-1:0]             load_i,
    input  wire [N-1:0]             can_issue_i,
    input  wire [N*6-1:0]           priority_i,
    input  wire [$clog2(M+1)-1:0]   avail_i,
    input  wire                     coalesce_i,
    input  wire [39:0]              coalesce_pc_i,
    input  wire [5:0]               coalesce_acc_i,
    input  wire                     start_i,
    input  wire [5:0]               n_acc_i,
    input  wire                     access_i,
    input  wire [$clog2(SETS)-1:0]  access_set_i,
    input  wire                     access_hit_i,
    input  wire                     done_i,
    input  wire [39:0]              done_pc_i,
    input  wire [79:0]              fill_pc_i,
    input  wire                     probe_i,
    input  wire [$clog2(N)-1:0]     probe_warp_i,
    input  wire [33:0]              probe_line_i,
    input  wire [N*$clog2(C)-1:0]   cta_i,
    input  wire [N-1:0]             lendable_i,
    input  wire [2*N-1:0]           unit_i,
    input  wire [3*S-1:0]           can_accept_i,
    input  wire                     dispatch_i,
    input  wire                     dispatch_global_i,
    input  wire [5:0]               dispatch_acc_i,
    input  wire                     fail_i,
    input  wire                     fail_global_i,
    input  wire [$clog2(P)-1:0]     fail_partition_i,
    input  wire                     queue_full_i,
    input  wire [5:0]               tucd_i,
    input  wire                     l1dhr_low_i,
    input  wire [P-1:0]             uib_low_i,
    input  wire [N-1:0]             blocked_i,
    input  wire [N-1:0]             unfinished_i,
    input  wire [N-1:0]             launch_i,
    input  wire [N-1:0]             exit_i,
    input  wire [S-1:0]             hold_i,
    input  wire [6*S-1:0]           issue_active_i,
    input  wire [1:0]               fill_i,
    input  wire [2*$clog2(N)-1:0]   fill_warp_i,
    input  wire [1:0]               fill_slot_i,
    input  wire [1:0]               fill_load_i,
    input  wire [11:0]              fill_active_i,
    input  wire [N-1:0]             flush_i,
    input  wire [2*$clog2(M)-1:0]   release_i,
    input  wire                     insert_i,
    input  wire [$clog2(N)-1:0]     insert_warp_i,
    input  wire [33:0]              insert_line_i,
    input  wire [3:0]               issued_i,
    input  wire [2*S-1:0]           instructions_i,
    input  wire                     cta_launch_i,
    input  wire [$clog2(C)-1:0]     cta_launch_slot_i,
    input  wire [C-1:0]             cta_exit_i,
    input  wire [31:0]              ctas_issued_i,
    input  wire [31:0]              ctas_i,
    input  wire [$clog2(C+1)-1:0]   n_cta_i,
    input  wire [$clog2(N+1)-1:0]   warps_per_cta_i,
    // verilator lint_on UNUSEDSIGNAL
    output wire [N-1:0]             resident_o,
    output wire [N*$clog2(N)-1:0]   rank_o,
    output wire [$clog2(N+1)-1:0]   ocw_o,
    output wire [N-1:0]             occlude_o,
    output wire [N*$clog2(M)-1:0]   charge_o,
    output wire [N-1:0]             may_load_o,
    output wire [12:0]              cutoff_o,
    output wire                     progress_mode_o,
    output wire [6*C-1:0]           cta_rank_o,
    output wire                     load_bypass_o,
    output wire                     access_bypass_o,
    output wire [N-1:0]             allow_o,
    output wire [C*$clog2(C)-1:0]   cta_group_o,
    output wire [C*$clog2(C)-1:0]   cta_priority_o,
    output wire [S-1:0]             grant_valid_o,
    output reg  [S*$clog2(N)-1:0]   grant_warp_o,
    output wire [S-1:0]             borrows_o,
    output wire [S*$clog2(N)-1:0]   borrowed_warp_o,
    output reg  [N-1:0]             issue_o,
    output reg                      issue_load_o,
    output reg  [$clog2(N)-1:0]     issue_load_warp_o,
    output reg  [$clog2(M)-1:0]     issue_charge_o
);
    // An impossible parameter stops elaboration in every tool: a width must be a constant, which no wire is. The other
    // parameters are the blocks', which refuse them.
    generate
        if (SYSTEM > 5) begin : refuse_SYSTEM_above_5 wire SYSTEM_above_5; wire [SYSTEM_above_5:0] refused; end
    endgenerate

    localparam W = N / S;
    localparam RANK_W = $clog2(N);
    localparam PRED_W = $clog2(M);
    localparam HAS_OAWS = SYSTEM == 1;
    localparam HAS_CCWS = SYSTEM == 2;
    localparam HAS_KAWS = SYSTEM == 3;
    localparam HAS_BUCL = SYSTEM == 4;
    localparam HAS_OWL = SYSTEM == 5;

    wire [N*N-1:0] older;

    warp_order #(.N(N), .S(S), .ACROSS(HAS_OAWS || HAS_CCWS || HAS_KAWS)) order (
        .clk_i(clk_i), .rst_i(rst_i), .launch_i(launch_i), .exit_i(exit_i), .resident_o(resident_o), .older_o(older)
    );

    generate
        if (HAS_OAWS) begin : oaws
            localparam N_SETS_W = $clog2(SETS + 1);
            localparam [1:0] DYNAMIC = 2'd1;

            wire [N*RANK_W-1:0] rank_run;
            wire [N-1:0]        oldest_run;
            wire [N*PRED_W-1:0] pred;
            wire [N_SETS_W-1:0] n_sets;
            wire [6:0]          sets = {{7-N_SETS_W{1'b0}}, n_sets};
            wire                div_done, sensitive;
            wire [1:0]          fill_hit;
            // verilator lint_off UNUSEDSIGNAL
            wire                service_hit;                            // to be seen in a trace
            wire [2*N-1:0]      ocw_warps;
            // verilator lint_on UNUSEDSIGNAL

            warp_rank #(.N(N), .S(S), .NUMBERS(7)) rank (
                .clk_i(clk_i), .rst_i(rst_i), .resident_i(resident_o), .older_i(older), .waiting_i(waiting_i),
                .rank_o(rank_o), .rank_run_o(rank_run), .oldest_run_o(oldest_run)
            );
            oaws_ocw #(.N(N), .S(S), .SETS(SETS)) ocw (
                .clk_i(clk_i), .rst_i(rst_i), .cfg_wmax_i(cfg_wmax_i), .cfg_ocw_pin_i(cfg_ocw_pin_i),
                .launch_i(kernel_start_i), .start_i(start_i), .n_acc_i(n_acc_i), .access_i(access_i),
                .access_set_i(access_set_i), .access_hit_i(access_hit_i), .done_i(done_i), .sensitive_i(sensitive),
                .ocw_o(ocw_o), .div_done_o(div_done), .n_sets_o(n_sets)
            );
            oaws_dlc #(.ENTRIES(ENTRIES)) dlc (
                .clk_i(clk_i), .rst_i(rst_i), .cfg_age_period_i(cfg_age_period_i), .clear_i(kernel_start_i),
                .coalesce_i(coalesce_i), .coalesce_pc_i(coalesce_pc_i), .coalesce_acc_i(coalesce_acc_i),
                .done_i(div_done), .done_pc_i(done_pc_i), .done_sets_i(sets),
                .fill_pc_i(fill_pc_i), .fill_hit_o(fill_hit), .service_hit_o(service_hit), .sensitive_o(sensitive)
            );
            oaws_misspred #(.N(N), .S(S), .M(M)) misspred (
                .clk_i(clk_i), .rst_i(rst_i), .cfg_dynamic_i(cfg_oaws_i == DYNAMIC), .cfg_smr_i(cfg_smr_i),
                .rank_i(rank_o), .fill_i(fill_i), .fill_warp_i(fill_warp_i), .fill_slot_i(fill_slot_i),
                .fill_load_i(fill_load_i), .fill_divergent_i(fill_hit), .fill_active_i(fill_active_i),
                .issue_i(issue_o), .issue_active_i(issue_active_i), .flush_i(flush_i), .pred_o(pred)
            );
            oaws_qualify #(.N(N), .M(M)) qualify (
                .clk_i(clk_i), .rst_i(rst_i), .cfg_mode_i(cfg_oaws_i), .cfg_keep_oldest_i(cfg_keep_oldest_i),
                .ready_i(may_get_ready_i), .load_i(load_i), .rank_run_i(rank_run), .oldest_run_i(oldest_run),
                .ocw_i(ocw_o), .avail_i(avail_i), .pred_i(pred), .issue_i(issue_load_o),
                .issue_warp_i(issue_load_warp_o), .release_i(release_i), .occlude_o(occlude_o), .charge_o(charge_o),
                .ocw_warps_o(ocw_warps)
            );
        end else begin : no_oaws
            assign rank_o = {N*RANK_W{1'b0}};
            assign ocw_o = {$clog2(N+1){1'b0}};
            assign occlude_o = {N{1'b0}};
            assign charge_o = {N*PRED_W{1'b0}};
        end
    endgenerate

    // Who may load: the scores' walk says it, or the platform.
    generate
        if (HAS_CCWS) begin : ccws
            wire        hit, apply;
            wire [RANK_W-1:0] apply_warp;
            wire [12:0] score;

            ccws_vta #(.N(N)) vta (
                .clk_i(clk_i), .rst_i(rst_i), .probe_i(probe_i), .probe_warp_i(probe_warp_i),
                .probe_line_i(probe_line_i), .insert_i(insert_i), .insert_warp_i(insert_warp_i),
                .insert_line_i(insert_line_i), .launch_i(launch_i), .hit_o(hit)
            );
            ccws_lls #(.N(N)) lls (
                .clk_i(clk_i), .rst_i(rst_i), .cfg_base_i(cfg_base_i), .resident_i(resident_o), .older_i(older),
                .apply_i(apply), .apply_warp_i(apply_warp), .score_i(score), .launch_i(launch_i), .exit_i(exit_i),
                .can_issue_o(may_load_o), .cutoff_o(cutoff_o)
            );
            ccws_llds #(.N(N)) llds (
                .clk_i(clk_i), .rst_i(rst_i), .cfg_k_i(cfg_k_i), .cfg_base_i(cfg_base_i), .hit_i(hit),
                .hit_warp_i(probe_warp_i), .cutoff_i(cutoff_o), .issued_i(issued_i), .launch_i(launch_i),
                .exit_i(exit_i), .kernel_launch_i(kernel_start_i), .apply_o(apply), .apply_warp_o(apply_warp),
                .score_o(score)
            );
        end else begin : no_ccws
            assign may_load_o = can_issue_i;
            assign cutoff_o = 13'd0;
        end
    endgenerate

    // Who goes first, and who is lent: the progress of the CTAs says the classes, or the platform.
    wire [N-1:0]   granted;
    wire [N*6-1:0] classes_of;
    generate
        if (HAS_KAWS) begin : kaws
            localparam CTA_W = $clog2(C);

            // The slot of the CTA that each scheduler issues of: of its own warp or of the borrowed one.
            integer           v, b;
            reg [S*CTA_W-1:0] issued_cta;
            always @* begin
                b = 0;
                issued_cta = {S*CTA_W{1'b0}};
                for (v = 0; v < N; v = v + 1)
                    for (b = 0; b < S; b = b + 1)
                        if ((granted[v] & v % S == b)
                            | (borrows_o[b] & borrowed_warp_o[b*RANK_W +: RANK_W] == v[RANK_W-1:0]))
                            issued_cta[b*CTA_W +: CTA_W] = issued_cta[b*CTA_W +: CTA_W] | cta_i[v*CTA_W +: CTA_W];
            end

            kaws_progress #(.N(N), .S(S), .C(C)) progress (
                .clk_i(clk_i), .rst_i(rst_i), .cta_i(cta_i), .issued_i(instructions_i), .issued_cta_i(issued_cta),
                .launch_i(cta_launch_i), .launch_cta_i(cta_launch_slot_i), .exit_i(cta_exit_i),
                .ctas_issued_i(ctas_issued_i), .ctas_i(ctas_i), .kernel_launch_i(kernel_start_i),
                .mode_o(progress_mode_o), .rank_o(cta_rank_o), .warp_class_o(classes_of)
            );
            kaws_share #(.N(N), .S(S)) share (
                .clk_i(clk_i), .rst_i(rst_i), .ready_i(lendable_i), .unit_i(unit_i), .older_i(older),
                .can_accept_i(can_accept_i), .issues_i(grant_valid_o), .borrows_o(borrows_o), .warp_o(borrowed_warp_o)
            );
        end else begin : no_kaws
            assign classes_of = priority_i;
            assign progress_mode_o = 1'b0;
            assign cta_rank_o = {6*C{1'b0}};
            assign borrows_o = {S{1'b0}};
            assign borrowed_warp_o = {S*RANK_W{1'b0}};
        end
    endgenerate

    // Which loads and accesses pass the L1D by: no warp is chosen by it.
    generate
        if (HAS_BUCL) begin : bucl
            bucl_bypass #(.P(P)) bypass (
                .clk_i(clk_i), .rst_i(rst_i), .load_i(dispatch_i), .load_global_i(dispatch_global_i),
                .load_acc_i(dispatch_acc_i), .fail_i(fail_i), .fail_global_i(fail_global_i),
                .fail_partition_i(fail_partition_i), .queue_full_i(queue_full_i), .tucd_i(tucd_i),
                .l1dhr_low_i(l1dhr_low_i), .uib_low_i(uib_low_i), .load_bypass_o(load_bypass_o),
                .access_bypass_o(access_bypass_o)
            );
        end else begin : no_bucl
            assign load_bypass_o = 1'b0;
            assign access_bypass_o = 1'b0;
        end
    endgenerate

    // Whose group may issue: of the others no warp is ready.
    wire [N-1:0] of_group;
    generate
        if (HAS_OWL) begin : owl
            owl_groups #(.N(N), .C(C), .CORE_W(CORE_W)) cta_groups (
                .clk_i(clk_i), .rst_i(rst_i), .cfg_scheme_i(cfg_groups_i), .cfg_g_size_i(cfg_g_size_i),
                .cfg_core_i(cfg_core_i), .blocked_i(blocked_i), .unfinished_i(unfinished_i), .cta_i(cta_i),
                .launch_i(cta_launch_i), .launch_cta_i(cta_launch_slot_i), .exit_i(cta_exit_i),
                .kernel_launch_i(kernel_start_i), .n_cta_i(n_cta_i), .warps_per_cta_i(warps_per_cta_i),
                .allow_o(allow_o), .group_o(cta_group_o), .priority_o(cta_priority_o)
            );
            assign of_group = allow_o;
        end else begin : no_owl
            assign of_group = {N{1'b1}};
            assign allow_o = {N{1'b0}};
            assign cta_group_o = {C*$clog2(C){1'b0}};
            assign cta_priority_o = {C*$clog2(C){1'b0}};
        end
    endgenerate

    // Slot k of scheduler s is warp k * S + s; it takes the pairs of its own warps.
    genvar s, k, j;
    generate
        for (s = 0; s < S; s = s + 1) begin : scheduler
            wire [W-1:0]         ready, can_issue, load, occlude, launch, exits, grant_mask;
            wire [W*W-1:0]       pairs;
            wire [W*6-1:0]       classes;
            // verilator lint_off UNUSEDSIGNAL
            wire [$clog2(W)-1:0] grant;                                 // the mask is its decoded form
            // verilator lint_on UNUSEDSIGNAL
            for (k = 0; k < W; k = k + 1) begin : slot
                assign ready[k] = ready_i[k*S + s] & of_group[k*S + s];
                assign can_issue[k] = may_load_o[k*S + s];
                assign load[k] = load_i[k*S + s];
                assign occlude[k] = occlude_o[k*S + s];
                assign launch[k] = launch_i[k*S + s];
                assign exits[k] = exit_i[k*S + s];
                assign classes[k*6 +: 6] = classes_of[(k*S + s)*6 +: 6];
                assign granted[k*S + s] = grant_mask[k];
                for (j = 0; j < W; j = j + 1) begin : pair
                    assign pairs[k*W + j] = older[(k*S + s)*N + j*S + s];
                end
            end
            warp_arbiter #(.N(N), .S(S)) arbiter (
                .clk_i(clk_i), .rst_i(rst_i), .cfg_mode_i(cfg_arbiter_i), .cfg_use_class_i(cfg_use_class_i),
                .cfg_group_i(cfg_group_i), .ready_i(ready), .can_issue_i(can_issue), .load_i(load),
                .occlude_i(occlude), .older_i(pairs), .priority_i(classes), .launch_i(launch), .exit_i(exits),
                .hold_i(hold_i[s]), .grant_valid_o(grant_valid_o[s]), .grant_o(grant), .grant_mask_o(grant_mask)
            );
        end
    endgenerate

    // Masks of one warp each: numbers and charges are an AND and an OR behind the grant.
    integer       w, g;
    reg [S-1:0]   load_issues, loads;
    always @* begin
        g = 0;
        load_issues = {S{1'b0}};
        loads = {S{1'b0}};
        issue_o = {N{1'b0}};
        grant_warp_o = {S*RANK_W{1'b0}};
        issue_load_warp_o = {RANK_W{1'b0}};
        issue_charge_o = {PRED_W{1'b0}};
        for (w = 0; w < N; w = w + 1) begin
            issue_o[w] = granted[w] & ~hold_i[w % S];
            load_issues[w % S] = load_issues[w % S] | (issue_o[w] & load_i[w]);
            if (granted[w])
                grant_warp_o[(w % S)*RANK_W +: RANK_W] = grant_warp_o[(w % S)*RANK_W +: RANK_W] | w[RANK_W-1:0];
        end
        issue_load_o = load_issues != {S{1'b0}};
        for (g = 0; g < S; g = g + 1) begin
            loads[g] = load_issues[g];
            for (w = 0; w < g; w = w + 1) loads[g] = loads[g] & ~load_issues[w];
        end
        for (w = 0; w < N; w = w + 1)
            if (issue_o[w] & load_i[w] & loads[w % S]) begin
                issue_load_warp_o = issue_load_warp_o | w[RANK_W-1:0];
                issue_charge_o = issue_charge_o | charge_o[w*PRED_W +: PRED_W];
            end
    end
endmodule

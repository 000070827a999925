// SPDX-License-Identifier: BSD-3-Clause
// The wiring of OAWS's blocks: one combinational method per block, in chain order, as in tb/systemc/front_end.c.
#include "tb/systemc/system_oaws.h"

front_end_system::front_end_system(sc_core::sc_module_name name)
    : front_end_ports(name), rank("warp_rank", clk_i, rst_i), ocw("oaws_ocw", clk_i, rst_i),
      dlc("oaws_dlc", clk_i, rst_i), misspred("oaws_misspred", clk_i, rst_i), qualify("oaws_qualify", clk_i, rst_i)
{
    SC_HAS_PROCESS(front_end_system);
    SC_METHOD(wire_rank);
    sensitive << order.resident_o << order.older_o << waiting_i;
    SC_METHOD(wire_ocw);
    sensitive << cfg_wmax_i << cfg_ocw_pin_i << kernel_start_i << start_i << n_acc_i << access_i << access_set_i
              << access_hit_i << done_i << dlc.sensitive_o;
    SC_METHOD(wire_dlc);
    sensitive << cfg_age_period_i << kernel_start_i << coalesce_i << coalesce_pc_i << coalesce_acc_i << done_pc_i
              << fill_pc_i << ocw.div_done_o << ocw.n_sets_o;
    SC_METHOD(wire_misspred);
    sensitive << cfg_oaws_i << cfg_smr_i << rank.rank_o << fill_i << fill_warp_i << fill_slot_i << fill_load_i
              << fill_active_i << flush_i << dlc.fill_hit_o << issue_o << issue_active_i;
    SC_METHOD(wire_qualify);
    sensitive << cfg_oaws_i << cfg_keep_oldest_i << may_get_ready_i << load_i << avail_i << release_i
              << rank.rank_run_o << rank.oldest_run_o << ocw.ocw_o << misspred.pred_o << issue_load_o
              << issue_load_warp_o;
    SC_METHOD(wire_answers);
    sensitive << rank.rank_o << ocw.ocw_o << qualify.occlude_o << qualify.charge_o << can_issue_i << priority_i;
}

void front_end_system::wire_rank()
{
    rank.resident_i.write(order.resident_o.read());
    rank.older_i.write(order.older_o.read());
    rank.waiting_i.write(waiting_i.read());
}

void front_end_system::wire_ocw()
{
    ocw.cfg_wmax_i.write(cfg_wmax_i.read());
    ocw.cfg_ocw_pin_i.write(cfg_ocw_pin_i.read());
    ocw.launch_i.write(kernel_start_i.read());
    ocw.start_i.write(start_i.read());
    ocw.n_acc_i.write(n_acc_i.read());
    ocw.access_i.write(access_i.read());
    ocw.access_set_i.write(access_set_i.read());
    ocw.access_hit_i.write(access_hit_i.read());
    ocw.done_i.write(done_i.read());
    ocw.sensitive_i.write(dlc.sensitive_o.read());
}

void front_end_system::wire_dlc()
{
    dlc.cfg_age_period_i.write(cfg_age_period_i.read());
    dlc.clear_i.write(kernel_start_i.read());
    dlc.coalesce_i.write(coalesce_i.read());
    dlc.coalesce_pc_i.write(coalesce_pc_i.read());
    dlc.coalesce_acc_i.write(coalesce_acc_i.read());
    dlc.done_i.write(ocw.div_done_o.read());
    dlc.done_pc_i.write(done_pc_i.read());
    dlc.done_sets_i.write(ocw.n_sets_o.read());
    dlc.fill_pc_i.write(fill_pc_i.read());
}

void front_end_system::wire_misspred()
{
    misspred.cfg_dynamic_i.write(cfg_oaws_i.read() == OAWS_DYNAMIC);
    misspred.cfg_smr_i.write(cfg_smr_i.read());
    misspred.rank_i.write(rank.rank_o.read());
    misspred.fill_i.write(fill_i.read());
    misspred.fill_warp_i.write(fill_warp_i.read());
    misspred.fill_slot_i.write(fill_slot_i.read());
    misspred.fill_load_i.write(fill_load_i.read());
    misspred.fill_divergent_i.write(dlc.fill_hit_o.read());
    misspred.fill_active_i.write(fill_active_i.read());
    misspred.issue_i.write(issue_o.read());
    misspred.issue_active_i.write(issue_active_i.read());
    misspred.flush_i.write(flush_i.read());
}

void front_end_system::wire_qualify()
{
    qualify.cfg_mode_i.write(cfg_oaws_i.read());
    qualify.cfg_keep_oldest_i.write(cfg_keep_oldest_i.read());
    qualify.ready_i.write(may_get_ready_i.read());
    qualify.load_i.write(load_i.read());
    qualify.rank_run_i.write(rank.rank_run_o.read());
    qualify.oldest_run_i.write(rank.oldest_run_o.read());
    qualify.ocw_i.write(ocw.ocw_o.read());
    qualify.avail_i.write(avail_i.read());
    qualify.pred_i.write(misspred.pred_o.read());
    qualify.issue_i.write(issue_load_o.read());
    qualify.issue_warp_i.write(issue_load_warp_o.read());
    qualify.release_i.write(release_i.read());
}

void front_end_system::wire_answers()
{
    rank_o.write(rank.rank_o.read());
    ocw_o.write(ocw.ocw_o.read());
    occlude_o.write(qualify.occlude_o.read());
    charge_o.write(qualify.charge_o.read());
    may_load_o.write(can_issue_i.read());
    class_of.write(priority_i.read());
}

// The wiring of the front end: one combinational method per block, in chain order, as in tb/systemc/front_end.c.
#include "tb/systemc/warp_scheduling_front_end.h"

#include <string>

warp_scheduling_front_end::warp_scheduling_front_end(sc_core::sc_module_name name)
    : sc_core::sc_module(name), order("warp_order", clk_i, rst_i), rank("warp_rank", clk_i, rst_i),
      ocw("oaws_ocw", clk_i, rst_i), dlc("oaws_dlc", clk_i, rst_i), misspred("oaws_misspred", clk_i, rst_i),
      qualify("oaws_qualify", clk_i, rst_i)
{
    SC_HAS_PROCESS(warp_scheduling_front_end);
    for (unsigned s = 0; s < S; s++)
        arbiter.emplace_back(new warp_arbiter_module(("warp_arbiter_" + std::to_string(s)).c_str(), clk_i, rst_i));

    SC_METHOD(wire_order);
    sensitive << launch_i << exit_i;
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
    SC_METHOD(wire_arbiters);
    sensitive << cfg_arbiter_i << cfg_use_class_i << cfg_group_i << ready_i << can_issue_i << load_i << priority_i
              << launch_i << exit_i << hold_i << order.older_o << qualify.occlude_o;
    SC_METHOD(wire_outputs);
    sensitive << order.resident_o << rank.rank_o << ocw.ocw_o << qualify.occlude_o << qualify.charge_o << load_i
              << can_issue_i << hold_i;
    for (auto &a : arbiter)
        sensitive << a->grant_valid_o << a->grant_o;
}

void warp_scheduling_front_end::wire_order()
{
    order.launch_i.write(launch_i.read());
    order.exit_i.write(exit_i.read());
}

void warp_scheduling_front_end::wire_rank()
{
    rank.resident_i.write(order.resident_o.read());
    rank.older_i.write(order.older_o.read());
    rank.waiting_i.write(waiting_i.read());
}

void warp_scheduling_front_end::wire_ocw()
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

void warp_scheduling_front_end::wire_dlc()
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

void warp_scheduling_front_end::wire_misspred()
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

void warp_scheduling_front_end::wire_qualify()
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

// The bits of a scheduler's warps: slot k is warp k * S + scheduler.
uint64_t warp_scheduling_front_end::slots_of(unsigned scheduler, uint64_t warps) const
{
    uint64_t slots = 0;
    for (unsigned k = 0; k < N / S; k++)
        slots |= (warps >> (k * S + scheduler) & 1) << k;
    return slots;
}

void warp_scheduling_front_end::wire_arbiters()
{
    uint64_t older[N], own_older[N / S];
    uint8_t  priority[N], own_priority[N / S];
    unpack<N, N>(order.older_o.read(), older);
    unpack<6, N>(priority_i.read(), priority);
    for (unsigned s = 0; s < S; s++) {
        warp_arbiter_module &a = *arbiter[s];
        for (unsigned k = 0; k < N / S; k++) {
            own_older[k] = slots_of(s, older[k * S + s]);
            own_priority[k] = priority[k * S + s];
        }
        a.cfg_mode_i.write(cfg_arbiter_i.read());
        a.cfg_use_class_i.write(cfg_use_class_i.read());
        a.cfg_group_i.write(cfg_group_i.read());
        a.ready_i.write(slots_of(s, ready_i.read()));
        a.can_issue_i.write(slots_of(s, can_issue_i.read()));
        a.load_i.write(slots_of(s, load_i.read()));
        a.occlude_i.write(slots_of(s, qualify.occlude_o.read()));
        a.older_i.write(pack<N / S, N / S>(own_older));
        a.priority_i.write(pack<6, N / S>(own_priority));
        a.launch_i.write(slots_of(s, launch_i.read()));
        a.exit_i.write(slots_of(s, exit_i.read()));
        a.hold_i.write(hold_i.read() >> s & 1);
    }
}

// Of several loads, which no platform with one LD/ST port issues in a cycle, the lowest scheduler's is charged.
void warp_scheduling_front_end::wire_outputs()
{
    uint8_t charge[N], warp[S] = {};
    uint64_t issued = 0;
    unsigned valid = 0, load_warp = 0;
    bool loads = false;
    unpack<PRED_W, N>(qualify.charge_o.read(), charge);
    for (unsigned s = 0; s < S; s++) {
        if (!arbiter[s]->grant_valid_o.read())
            continue;
        warp[s] = static_cast<uint8_t>(arbiter[s]->grant_o.read() * S + s);
        valid |= 1u << s;
        if (hold_i.read() >> s & 1)
            continue;
        issued |= uint64_t(1) << warp[s];
        if (!loads && load_i.read() >> warp[s] & 1) {
            loads = true;
            load_warp = warp[s];
        }
    }
    resident_o.write(order.resident_o.read());
    rank_o.write(rank.rank_o.read());
    ocw_o.write(ocw.ocw_o.read());
    occlude_o.write(qualify.occlude_o.read());
    charge_o.write(qualify.charge_o.read());
    may_load_o.write(can_issue_i.read());
    cutoff_o.write(0);
    grant_valid_o.write(valid);
    grant_warp_o.write(pack<RANK_W, S>(warp));
    issue_o.write(issued);
    issue_load_o.write(loads);
    issue_load_warp_o.write(load_warp);
    issue_charge_o.write(loads ? charge[load_warp] : 0);
}

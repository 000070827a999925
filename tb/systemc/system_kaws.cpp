// SPDX-License-Identifier: BSD-3-Clause
// The wiring of KAWS's blocks: one combinational method per block, in chain order, as in tb/systemc/front_end.c.
#include "tb/systemc/system_kaws.h"

front_end_system::front_end_system(sc_core::sc_module_name name)
    : front_end_ports(name), progress("kaws_progress", clk_i, rst_i), share("kaws_share", clk_i, rst_i)
{
    SC_HAS_PROCESS(front_end_system);
    SC_METHOD(wire_progress);
    sensitive << cta_i << instructions_i << grant_valid_o << grant_warp_o << borrows_o << borrowed_warp_o << cta_launch_i
              << cta_launch_slot_i << cta_exit_i << ctas_issued_i << ctas_i << kernel_start_i;
    SC_METHOD(wire_share);
    sensitive << lendable_i << unit_i << order.older_o << can_accept_i << grant_valid_o;
    SC_METHOD(wire_answers);
    sensitive << progress.mode_o << progress.rank_o << progress.warp_class_o << share.borrows_o << share.warp_o
              << can_issue_i;
}

// The slot of the CTA from which each scheduler issues is that of its own warp, held or not, or of the borrowed one.
void front_end_system::wire_progress()
{
    uint8_t slot_of[N], issued_cta[S] = {}, granted[S], borrowed[S];
    unpack<CTA_W, N>(cta_i.read(), slot_of);
    unpack<RANK_W, S>(grant_warp_o.read(), granted);
    unpack<RANK_W, S>(borrowed_warp_o.read(), borrowed);
    for (unsigned s = 0; s < S; s++) {
        if (grant_valid_o.read() >> s & 1) issued_cta[s] = slot_of[granted[s]];
        if (borrows_o.read() >> s & 1) issued_cta[s] = slot_of[borrowed[s]];
    }
    progress.cta_i.write(cta_i.read());
    progress.issued_i.write(instructions_i.read());
    progress.issued_cta_i.write(pack<CTA_W, S>(issued_cta));
    progress.launch_i.write(cta_launch_i.read());
    progress.launch_cta_i.write(cta_launch_slot_i.read());
    progress.exit_i.write(cta_exit_i.read());
    progress.ctas_issued_i.write(ctas_issued_i.read());
    progress.ctas_i.write(ctas_i.read());
    progress.kernel_launch_i.write(kernel_start_i.read());
}

void front_end_system::wire_share()
{
    share.ready_i.write(lendable_i.read());
    share.unit_i.write(unit_i.read());
    share.older_i.write(order.older_o.read());
    share.can_accept_i.write(can_accept_i.read());
    share.issues_i.write(grant_valid_o.read());
}

void front_end_system::wire_answers()
{
    may_load_o.write(can_issue_i.read());
    progress_mode_o.write(progress.mode_o.read());
    cta_rank_o.write(progress.rank_o.read());
    class_of.write(progress.warp_class_o.read());
    borrows_o.write(share.borrows_o.read());
    borrowed_warp_o.write(share.warp_o.read());
}

// SPDX-License-Identifier: BSD-3-Clause
// The block of BUCL beside warp_order and the arbiters, SYSTEM 4; see tb/systemc/warp_scheduling_front_end.h. It chooses no
// warp: it tells the LD/ST unit what bypasses the L1D. bucl_update, one per GPU, is the platform's.
#ifndef WARPLOCK_TB_SYSTEMC_SYSTEM_BUCL_H
#define WARPLOCK_TB_SYSTEMC_SYSTEM_BUCL_H

#include "tb/systemc/front_end_ports.h"

#include "Vbucl_bypass.h"

extern "C" {
#include "rtl_c/bucl_bypass.h"
}

#define BLOCK bucl_bypass
#define TABLE "rtl_c/bucl_bypass.def"
#include "tb/systemc/block_module.h"

class front_end_system : public front_end_ports {
public:
    bucl_bypass_module bypass;

    template <class Visit> void each_of_system(Visit visit) { visit(bypass); }

    // Registers that a trace shows beside the ports: none.
    struct shown_registers {
        void add_to(sc_core::sc_trace_file *) const {}
        void follow(const front_end_system &) {}
    };

protected:
    explicit front_end_system(sc_core::sc_module_name name);

private:
    void wire_bypass();
    void wire_answers();
};

#endif

// SPDX-License-Identifier: BSD-3-Clause
// The blocks of KAWS beside warp_order and the arbiters, SYSTEM 3; see tb/systemc/warp_scheduling_front_end.h. kaws_progress
// gives the warps' classes before the arbiters, kaws_share follows them; no warp is held back or charged.
#ifndef WARPLOCK_TB_SYSTEMC_SYSTEM_KAWS_H
#define WARPLOCK_TB_SYSTEMC_SYSTEM_KAWS_H

#include "tb/systemc/front_end_ports.h"

#include "Vkaws_progress.h"
#include "Vkaws_share.h"

extern "C" {
#include "rtl_c/kaws_progress.h"
#include "rtl_c/kaws_share.h"
}

#define BLOCK kaws_progress
#define TABLE "rtl_c/kaws_progress.def"
#include "tb/systemc/block_module.h"
#define BLOCK kaws_share
#define TABLE "rtl_c/kaws_share.def"
#include "tb/systemc/block_module.h"

class front_end_system : public front_end_ports {
public:
    kaws_progress_module progress;
    kaws_share_module    share;

    template <class Visit> void each_of_system(Visit visit)
    {
        visit(progress);
        visit(share);
    }

    // Registers that a trace shows beside the ports.
    struct shown_registers {
        bool     mode = false;
        uint32_t resident = 0;
        void add_to(sc_core::sc_trace_file *file) const
        {
            sc_core::sc_trace(file, mode, "kaws_progress.mode_q");
            sc_core::sc_trace(file, resident, "kaws_progress.resident_q", C);
        }
        void follow(const front_end_system &system)
        {
            mode = system.progress.q.mode;
            resident = system.progress.q.resident;
        }
    };

protected:
    explicit front_end_system(sc_core::sc_module_name name);

private:
    void wire_progress();
    void wire_share();
    void wire_answers();
};

#endif

// SPDX-License-Identifier: BSD-3-Clause
// The blocks of OAWS between warp_order and the arbiters, SYSTEM 1; see tb/systemc/warp_scheduling_front_end.h. The
// platform says who may load.
#ifndef WARPLOCK_TB_SYSTEMC_SYSTEM_OAWS_H
#define WARPLOCK_TB_SYSTEMC_SYSTEM_OAWS_H

#include "tb/systemc/front_end_ports.h"

#include "Voaws_dlc.h"
#include "Voaws_misspred.h"
#include "Voaws_ocw.h"
#include "Voaws_qualify.h"
#include "Vwarp_rank.h"

extern "C" {
#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_rank.h"
}

#define BLOCK warp_rank
#define TABLE "rtl_c/warp_rank.def"
#include "tb/systemc/block_module.h"
#define BLOCK oaws_ocw
#define TABLE "rtl_c/oaws_ocw.def"
#include "tb/systemc/block_module.h"
#define BLOCK oaws_dlc
#define TABLE "rtl_c/oaws_dlc.def"
#include "tb/systemc/block_module.h"
#define BLOCK oaws_misspred
#define TABLE "rtl_c/oaws_misspred.def"
#include "tb/systemc/block_module.h"
#define BLOCK oaws_qualify
#define TABLE "rtl_c/oaws_qualify.def"
#include "tb/systemc/block_module.h"

class front_end_system : public front_end_ports {
public:
    warp_rank_module     rank;
    oaws_ocw_module      ocw;
    oaws_dlc_module      dlc;
    oaws_misspred_module misspred;
    oaws_qualify_module  qualify;

    template <class Visit> void each_of_system(Visit visit)
    {
        visit(rank);
        visit(ocw);
        visit(dlc);
        visit(misspred);
        visit(qualify);
    }

    // Registers that a trace shows beside the ports.
    struct shown_registers {
        uint32_t cnt = 0, inflight = 0;
        void add_to(sc_core::sc_trace_file *file) const
        {
            sc_core::sc_trace(file, cnt, "oaws_ocw.cnt_q", 8);
            sc_core::sc_trace(file, inflight, "oaws_qualify.inflight_q", COUNT_W);
        }
        void follow(const front_end_system &system)
        {
            cnt = system.ocw.q.cnt;
            inflight = system.qualify.q.inflight;
        }
    };

protected:
    explicit front_end_system(sc_core::sc_module_name name);

private:
    void wire_rank();
    void wire_ocw();
    void wire_dlc();
    void wire_misspred();
    void wire_qualify();
    void wire_answers();
};

#endif

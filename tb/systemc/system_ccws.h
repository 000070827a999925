// SPDX-License-Identifier: BSD-3-Clause
// The blocks of CCWS between warp_order and the arbiters, SYSTEM 2; see tb/systemc/warp_scheduling_front_end.h. They
// say who may load; they rank, hold back or charge no warp.
#ifndef WARPLOCK_TB_SYSTEMC_SYSTEM_CCWS_H
#define WARPLOCK_TB_SYSTEMC_SYSTEM_CCWS_H

#include "tb/systemc/front_end_ports.h"

#include "Vccws_llds.h"
#include "Vccws_lls.h"
#include "Vccws_vta.h"

extern "C" {
#include "rtl_c/ccws_llds.h"
#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"
}

#define BLOCK ccws_vta
#define TABLE "rtl_c/ccws_vta.def"
#include "tb/systemc/block_module.h"
#define BLOCK ccws_lls
#define TABLE "rtl_c/ccws_lls.def"
#include "tb/systemc/block_module.h"
#define BLOCK ccws_llds
#define TABLE "rtl_c/ccws_llds.def"
#include "tb/systemc/block_module.h"

class front_end_system : public front_end_ports {
public:
    ccws_vta_module  vta;
    ccws_lls_module  scores;
    ccws_llds_module llds;

    template <class Visit> void each_of_system(Visit visit)
    {
        visit(vta);
        visit(scores);
        visit(llds);
    }

    // Registers that a trace shows beside the ports.
    struct shown_registers {
        uint32_t hits = 0, quotient = 0;
        void add_to(sc_core::sc_trace_file *file) const
        {
            sc_core::sc_trace(file, hits, "ccws_llds.hits_q", 32);
            sc_core::sc_trace(file, quotient, "ccws_llds.quotient_q", 13);
        }
        void follow(const front_end_system &system)
        {
            hits = system.llds.q.hits;
            quotient = system.llds.q.quotient;
        }
    };

protected:
    explicit front_end_system(sc_core::sc_module_name name);

private:
    void wire_vta();
    void wire_scores();
    void wire_llds();
    void wire_answers();
};

#endif

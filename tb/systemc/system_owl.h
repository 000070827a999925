// SPDX-License-Identifier: BSD-3-Clause
// The block of OWL in an SM beside warp_order and the arbiters, SYSTEM 5; tb/systemc/warp_scheduling_front_end.h. It
// says which warps may be ready. owl_prefetch, one per memory controller, is the platform's.
#ifndef WARPLOCK_TB_SYSTEMC_SYSTEM_OWL_H
#define WARPLOCK_TB_SYSTEMC_SYSTEM_OWL_H

#include "tb/systemc/front_end_ports.h"

#include "Vowl_groups.h"

extern "C" {
#include "rtl_c/owl_groups.h"
}

#define BLOCK owl_groups
#define TABLE "rtl_c/owl_groups.def"
#include "tb/systemc/block_module.h"

class front_end_system : public front_end_ports {
public:
    owl_groups_module groups;

    template <class Visit> void each_of_system(Visit visit) { visit(groups); }

    // Registers that a trace shows beside the ports.
    struct shown_registers {
        uint32_t resident = 0, place = 0;
        void add_to(sc_core::sc_trace_file *file) const
        {
            sc_core::sc_trace(file, resident, "owl_groups.resident_q", C);
            sc_core::sc_trace(file, place, "owl_groups.place_q", CTA_W);
        }
        void follow(const front_end_system &system)
        {
            resident = system.groups.q.resident;
            place = system.groups.q.place;
        }
    };

protected:
    explicit front_end_system(sc_core::sc_module_name name);

private:
    void wire_groups();
    void wire_answers();
};

#endif

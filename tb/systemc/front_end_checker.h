// SPDX-License-Identifier: BSD-3-Clause
// Checks a warp_scheduling_front_end against the C models in every cycle: each input of every block (the wiring), each
// output and register of every block, each output of the front end.
//
// It samples all ports at the rising edge, as they were before it, and the registers at the falling edge; then it steps
// the models through the cycle with the front end's own inputs. Instantiate it beside the front end, with its clock;
// nothing else is bound. A cycle with rst_i is a reset of both. It looks until the first divergence.
#ifndef WARPLOCK_TB_SYSTEMC_FRONT_END_CHECKER_H
#define WARPLOCK_TB_SYSTEMC_FRONT_END_CHECKER_H

#include <string>

#include "tb/systemc/warp_scheduling_front_end.h"

extern "C" {
#include "tb/systemc/front_end.h"
}

class front_end_checker : public sc_core::sc_module, private front_end_geometry {
public:
    sc_core::sc_in<bool> clk_i{"clk_i"};

    // The seed of the stimuli stands in the failure line; 0 = none.
    front_end_checker(sc_core::sc_module_name name, warp_scheduling_front_end &front_end, uint64_t seed = 0);
    ~front_end_checker() override;

    bool               failed() const { return !failure_.empty(); }
    const std::string &failure() const { return failure_; }
    uint64_t           cycles() const { return cycles_; }              // checked, resets included
    uint64_t           comparisons() const;                            // of elements of fields
    const front_end_models &models() const { return models_; }         // as they are after the last cycle checked
    const struct front_end_in &in() const { return in_; }              // of the last cycle checked
    const struct front_end_out &out() const { return out_; }

    // The ports as the C structs; elements beyond the geometry are left alone.
    static void read_inputs(const warp_scheduling_front_end &front_end, struct front_end_in *in);
    static void read_outputs(const warp_scheduling_front_end &front_end, struct front_end_out *out);

private:
    warp_scheduling_front_end &front_end_;
    lockstep                  *run_ = nullptr;
    front_end_models           models_ = {};
    struct front_end_in        in_;
    struct front_end_out       out_, expected_;
    uint64_t                   seed_, cycles_ = 0, ports_ = 0;
    bool                       sampled_ = false, reset_ = false;
    std::string                failure_;

    void start_of_simulation() override;
    void sample();                       // rising edge
    void check();                        // falling edge
    bool open();
    void compare_outputs();
};

#endif

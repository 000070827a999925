// SPDX-License-Identifier: BSD-3-Clause
// Drives a warp_scheduling_front_end from stimulus sources, one after the other, under the checker's eyes.
//
// Early inputs change at the falling edge, late ones a quarter of a period on, when the outputs are there. The first
// divergence ends the simulation. The trace shows a window: every port as the rising edge samples it.
#ifndef WARPLOCK_TB_SYSTEMC_FRONT_END_BENCH_H
#define WARPLOCK_TB_SYSTEMC_FRONT_END_BENCH_H

#include "tb/systemc/front_end_checker.h"

#include "tb/systemc/front_end_signals.h"

extern "C" {
#include "tb/systemc/stimulus_source.h"
}

struct bench_stimulus {
    std::string      name;
    stimulus_source *source;
    uint64_t         cycles = 0, comparisons = 0;      // filled in when it has ended
};

// What is traced: copies that follow the ports within the window and rest outside.
struct front_end_trace : front_end_pins<pin> {
    bool clk = false, rst = false;
    front_end_system::shown_registers registers;

    void add_to(sc_core::sc_trace_file *file) const;
    void follow(const warp_scheduling_front_end &front_end);
};

class front_end_bench : public sc_core::sc_module {
public:
    front_end_bench(sc_core::sc_module_name name, std::vector<bench_stimulus> &stimuli, uint64_t seed);
    // The window in cycles of the bench; cycles 0: to the end.
    void               trace(sc_core::sc_trace_file *file, uint64_t start, uint64_t cycles);
    const std::string &failure() const { return failure_; }

private:
    sc_core::sc_clock            clock_;
    sc_core::sc_signal<bool>     reset_;
    front_end_signals            signals_;
    warp_scheduling_front_end    front_end_;
    front_end_checker            checker_;
    std::vector<bench_stimulus> &stimuli_;
    size_t                       current_ = 0;
    struct front_end_in          in_;
    uint64_t                     cycle_ = 0, begun_ = 0, counted_ = 0;     // the latter: where this stimulus began
    sc_core::sc_event            checked_, late_;
    bool                         traces_ = false;
    uint64_t                     trace_start_ = 0, trace_end_ = UINT64_MAX;
    front_end_trace              shown_;
    std::string                  failure_;

    void falling();
    void begin_cycle();
    void drive_late();
    void show();
    bool next_inputs(bool *reset);
    bool look_back();
};

#endif

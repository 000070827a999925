// SPDX-License-Identifier: BSD-3-Clause
// Driving and tracing; see tb/systemc/front_end_bench.h.
#include "tb/systemc/front_end_bench.h"

using namespace sc_core;

#define TABLE "tb/systemc/front_end.def"

template <int width> static void trace_pin(sc_trace_file *file, const pin<width> &value, const char *name)
{
    if constexpr (width > 1 && width <= 64)
        sc_trace(file, value, name, width);
    else
        sc_trace(file, value, name);
}

void front_end_trace::add_to(sc_trace_file *file) const
{
    sc_trace(file, clk, "clk_i");
    sc_trace(file, rst, "rst_i");
    registers.add_to(file);
#define IN(type, name, width, ...) trace_pin<(width)>(file, name##_i, #name "_i");
#define IN_LATE(type, name, width, ...) trace_pin<(width)>(file, name##_i, #name "_i");
#define OUT(type, name, width, ...) trace_pin<(width)>(file, name##_o, #name "_o");
#define IN_VEC(type, name, width, count, ...) trace_pin<(width) * (count)>(file, name##_i, #name "_i");
#define IN_LATE_VEC(type, name, width, count, ...) trace_pin<(width) * (count)>(file, name##_i, #name "_i");
#define OUT_VEC(type, name, width, count, ...) trace_pin<(width) * (count)>(file, name##_o, #name "_o");
#include "rtl_c/table.h"
}

void front_end_trace::follow(const warp_scheduling_front_end &front_end)
{
    rst = front_end.rst_i.read();
    registers.follow(front_end);
#define IN(type, name, ...) name##_i = front_end.name##_i.read();
#define IN_LATE(type, name, ...) name##_i = front_end.name##_i.read();
#define OUT(type, name, ...) name##_o = front_end.name##_o.read();
#define IN_VEC(type, name, ...) name##_i = front_end.name##_i.read();
#define IN_LATE_VEC(type, name, ...) name##_i = front_end.name##_i.read();
#define OUT_VEC(type, name, ...) name##_o = front_end.name##_o.read();
#include "rtl_c/table.h"
}

static const double nanoseconds = 10;

// The clock is low first: cycle 0 begins at time 0, its rising edge is half a period on.
front_end_bench::front_end_bench(sc_module_name name, std::vector<bench_stimulus> &stimuli, uint64_t seed)
    : sc_module(name), clock_("clock", sc_time(nanoseconds, SC_NS), 0.5, sc_time(nanoseconds / 2, SC_NS), true),
      reset_("reset"), front_end_("front_end"), checker_("checker", front_end_, seed), stimuli_(stimuli)
{
    std::memset(&in_, 0, sizeof in_);
    front_end_.clk_i(clock_);
    front_end_.rst_i(reset_);
    signals_.bind(front_end_);
    checker_.clk_i(clock_);
    SC_HAS_PROCESS(front_end_bench);
    SC_METHOD(falling);
    sensitive << clock_.negedge_event();
    SC_METHOD(begin_cycle);
    sensitive << checked_;
    dont_initialize();
    SC_METHOD(drive_late);
    sensitive << late_;
    dont_initialize();
    SC_METHOD(show);
    sensitive << clock_;
    dont_initialize();
}

void front_end_bench::trace(sc_trace_file *file, uint64_t start, uint64_t cycles)
{
    traces_ = true;
    trace_start_ = start;
    trace_end_ = cycles ? start + cycles : UINT64_MAX;
    shown_.add_to(file);
}

// The checker looks at the cycle before at this edge too: its turn comes first.
void front_end_bench::falling() { checked_.notify(SC_ZERO_TIME); }

// False when the cycle that has just been checked diverged.
bool front_end_bench::look_back()
{
    if (cycle_ == 0) return true;
    const char *message = checker_.failed() ? checker_.failure().c_str()
                                            : stimuli_[current_].source->checked(stimuli_[current_].source,
                                                                                 &checker_.models());
    stimuli_[current_].cycles = cycle_ - begun_;
    stimuli_[current_].comparisons = checker_.comparisons() - counted_;
    if (message) failure_ = message;
    return !message;
}

bool front_end_bench::next_inputs(bool *reset)
{
    while (current_ < stimuli_.size()) {
        stimulus_source *source = stimuli_[current_].source;
        if (source->early(source, &in_, reset)) return true;
        if (current_ + 1 == stimuli_.size()) break;
        current_++;
        begun_ = cycle_;
        counted_ = checker_.comparisons();
    }
    return false;
}

void front_end_bench::begin_cycle()
{
    bool reset = false;
    if (!look_back() || !next_inputs(&reset)) {
        sc_stop();
        return;
    }
    reset_.write(reset);
    signals_.put_early(in_);
    late_.notify(sc_time(nanoseconds / 4, SC_NS));
    cycle_++;
}

void front_end_bench::drive_late()
{
    struct front_end_out out;
    std::memset(&out, 0, sizeof out);
    front_end_checker::read_outputs(front_end_, &out);
    stimuli_[current_].source->late(stimuli_[current_].source, &out, &in_);
    signals_.put_late(in_);
}

void front_end_bench::show()
{
    uint64_t now = cycle_ - 1;
    if (!traces_ || now < trace_start_ || now >= trace_end_) return;
    shown_.clk = clock_.read();
    if (shown_.clk) shown_.follow(front_end_);
}

// SPDX-License-Identifier: BSD-3-Clause
// A signal on every port of a warp_scheduling_front_end but clk_i and rst_i, named as the port, 0 at first: for a
// platform that drives the front end from one place.
#ifndef WARPLOCK_TB_SYSTEMC_FRONT_END_SIGNALS_H
#define WARPLOCK_TB_SYSTEMC_FRONT_END_SIGNALS_H

#include "tb/systemc/warp_scheduling_front_end.h"

extern "C" {
#include "tb/systemc/front_end.h"
}

// One member for each port of the front end.
template <template <int> class Pin> struct front_end_pins : front_end_geometry {
#define TABLE "tb/systemc/front_end.def"
#define IN(type, name, width, ...) Pin<(width)> name##_i{};
#define IN_LATE(type, name, width, ...) Pin<(width)> name##_i{};
#define OUT(type, name, width, ...) Pin<(width)> name##_o{};
#define IN_VEC(type, name, width, count, ...) Pin<(width) * (count)> name##_i{};
#define IN_LATE_VEC(type, name, width, count, ...) Pin<(width) * (count)> name##_i{};
#define OUT_VEC(type, name, width, count, ...) Pin<(width) * (count)> name##_o{};
#include "rtl_c/table.h"
#undef TABLE
};
template <int width> using signal_pin = sc_core::sc_signal<pin<width>>;

struct front_end_signals : front_end_pins<signal_pin> {
    void bind(warp_scheduling_front_end &front_end);
    void put_early(const struct front_end_in &in);
    void put_late(const struct front_end_in &in);
};

#endif

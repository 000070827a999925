// SPDX-License-Identifier: BSD-3-Clause
// See tb/systemc/front_end_signals.h.
#include "tb/systemc/front_end_signals.h"

#define TABLE "tb/systemc/front_end.def"

void front_end_signals::bind(warp_scheduling_front_end &front_end)
{
#define IN(type, name, ...) front_end.name##_i(name##_i);
#define IN_LATE(type, name, ...) front_end.name##_i(name##_i);
#define OUT(type, name, ...) front_end.name##_o(name##_o);
#define IN_VEC(type, name, ...) front_end.name##_i(name##_i);
#define IN_LATE_VEC(type, name, ...) front_end.name##_i(name##_i);
#define OUT_VEC(type, name, ...) front_end.name##_o(name##_o);
#include "rtl_c/table.h"
}

void front_end_signals::put_early(const struct front_end_in &in)
{
#define IN(type, name, width, ...) name##_i.write(pack<(width), 1>(&in.name));
#define IN_VEC(type, name, width, count, ...) name##_i.write(pack<(width), (count)>(in.name));
#include "rtl_c/table.h"
}

void front_end_signals::put_late(const struct front_end_in &in)
{
#define IN_LATE(type, name, width, ...) name##_i.write(pack<(width), 1>(&in.name));
#define IN_LATE_VEC(type, name, width, count, ...) name##_i.write(pack<(width), (count)>(in.name));
#include "rtl_c/table.h"
}

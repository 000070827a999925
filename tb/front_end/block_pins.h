// SPDX-License-Identifier: BSD-3-Clause
// Makes read_INSTANCE: copies one block's pins and registers inside a Verilated warp_front_end into the structs of
// rtl_c/<block>.h. Included once for each instance, by a file that defines BLOCK, TABLE, INSTANCE (a C word) and PATH
// (Verilator's name of the instance); they are undefined at the end.
static void BLOCK_JOIN(read_, INSTANCE)([[maybe_unused]] const Root *root, void *in_of, void *out_of,
                                        [[maybe_unused]] void *q_of)
{
#define PARAM(name, max, words) [[maybe_unused]] constexpr int name = CFG_##name;
#define DERIVED(name, expression, words) [[maybe_unused]] constexpr int name = (expression);
#include "rtl_c/table.h"
    auto *in = static_cast<BLOCK_JOIN(BLOCK, _in) *>(in_of);
    auto *out = static_cast<BLOCK_JOIN(BLOCK, _out) *>(out_of);
    [[maybe_unused]] auto *q = static_cast<BLOCK_JOIN(BLOCK, _state) *>(q_of);
#define PIN(name) root->BLOCK_JOIN(PATH, __DOT__##name)
#define IN(type, name, width, ...) unpack(PIN(name##_i), &in->name, (width), 1);
#define IN_LATE(type, name, width, ...) unpack(PIN(name##_i), &in->name, (width), 1);
#define OUT(type, name, width, ...) unpack(PIN(name##_o), &out->name, (width), 1);
#define REG(type, name, width, ...) unpack(PIN(name##_q), &q->name, (width), 1);
#define IN_VEC(type, name, width, count, ...) unpack(PIN(name##_i), in->name, (width), (count));
#define IN_LATE_VEC(type, name, width, count, ...) unpack(PIN(name##_i), in->name, (width), (count));
#define OUT_VEC(type, name, width, count, ...) unpack(PIN(name##_o), out->name, (width), (count));
#define REG_VEC(type, name, width, count, ...) unpack(PIN(name##_q), q->name, (width), (count));
#define REG_PART(type, name, width, count, ...) unpack(PIN(name##_q), q->name, (width), (count));
#include "rtl_c/table.h"
#undef PIN
}
#undef BLOCK
#undef TABLE
#undef INSTANCE
#undef PATH

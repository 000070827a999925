// SPDX-License-Identifier: BSD-3-Clause
// The glue of warp_front_end: made from the tables. -DCFG_SYSTEM and the geometry are the command line's.
#include <memory>
#include <type_traits>

#include "Vwarp_front_end.h"
#include "Vwarp_front_end___024root.h"

extern "C" {
#include "tb/front_end/front_end_rtl.h"
#include "rtl_c/bucl_bypass.h"
#include "rtl_c/ccws_llds.h"
#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"
#include "rtl_c/kaws_progress.h"
#include "rtl_c/kaws_share.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/owl_groups.h"
#include "rtl_c/warp_arbiter.h"
#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
}

namespace {

using Root = std::remove_reference_t<decltype(*Vwarp_front_end::rootp)>;

std::unique_ptr<VerilatedContext> context;
std::unique_ptr<Vwarp_front_end>  model;

// Bits of a port, which is a number or, beyond 64 bits, an array of 32-bit words.
template <class Port> uint64_t bits(const Port &port, unsigned at, unsigned width) { return port >> at & MASK(width); }
template <std::size_t words> uint64_t bits(const VlWide<words> &port, unsigned at, unsigned width)
{
    unsigned __int128 value = 0;
    for (unsigned word = (at + width - 1) / 32 + 1; word-- > at / 32;) value = value << 32 | port[word];
    return static_cast<uint64_t>(value >> at % 32) & MASK(width);
}
template <class Port> void set_bits(Port &port, unsigned at, unsigned width, uint64_t value)
{
    port = static_cast<Port>(port & ~(MASK(width) << at)) | static_cast<Port>((value & MASK(width)) << at);
}
template <std::size_t words> void set_bits(VlWide<words> &port, unsigned at, unsigned width, uint64_t value)
{
    for (unsigned bit = 0; bit < width; bit++) {
        EData one = EData(1) << (at + bit) % 32;
        port[(at + bit) / 32] = (port[(at + bit) / 32] & ~one) | (value >> bit & 1 ? one : 0);
    }
}
// Element i of a field is bits [i*width +: width].
template <class Port, class Element> void unpack(const Port &port, Element *elements, unsigned width, unsigned count)
{
    for (unsigned i = 0; i < count; i++) elements[i] = static_cast<Element>(bits(port, i * width, width));
}
template <class Port, class Element> void pack(Port &port, const Element *elements, unsigned width, unsigned count)
{
    for (unsigned i = 0; i < count; i++) set_bits(port, i * width, width, elements[i]);
}

#define BLOCK warp_order
#define TABLE "rtl_c/warp_order.def"
#define INSTANCE order
#define PATH warp_front_end__DOT__order
#include "tb/front_end/block_pins.h"
#if CFG_SYSTEM == 1
#define BLOCK warp_rank
#define TABLE "rtl_c/warp_rank.def"
#define INSTANCE rank
#define PATH warp_front_end__DOT__oaws__DOT__rank
#include "tb/front_end/block_pins.h"
#define BLOCK oaws_ocw
#define TABLE "rtl_c/oaws_ocw.def"
#define INSTANCE ocw
#define PATH warp_front_end__DOT__oaws__DOT__ocw
#include "tb/front_end/block_pins.h"
#define BLOCK oaws_dlc
#define TABLE "rtl_c/oaws_dlc.def"
#define INSTANCE dlc
#define PATH warp_front_end__DOT__oaws__DOT__dlc
#include "tb/front_end/block_pins.h"
#define BLOCK oaws_misspred
#define TABLE "rtl_c/oaws_misspred.def"
#define INSTANCE misspred
#define PATH warp_front_end__DOT__oaws__DOT__misspred
#include "tb/front_end/block_pins.h"
#define BLOCK oaws_qualify
#define TABLE "rtl_c/oaws_qualify.def"
#define INSTANCE qualify
#define PATH warp_front_end__DOT__oaws__DOT__qualify
#include "tb/front_end/block_pins.h"
#endif
#if CFG_SYSTEM == 2
#define BLOCK ccws_vta
#define TABLE "rtl_c/ccws_vta.def"
#define INSTANCE vta
#define PATH warp_front_end__DOT__ccws__DOT__vta
#include "tb/front_end/block_pins.h"
#define BLOCK ccws_lls
#define TABLE "rtl_c/ccws_lls.def"
#define INSTANCE lls
#define PATH warp_front_end__DOT__ccws__DOT__lls
#include "tb/front_end/block_pins.h"
#define BLOCK ccws_llds
#define TABLE "rtl_c/ccws_llds.def"
#define INSTANCE llds
#define PATH warp_front_end__DOT__ccws__DOT__llds
#include "tb/front_end/block_pins.h"
#endif
#if CFG_SYSTEM == 3
#define BLOCK kaws_progress
#define TABLE "rtl_c/kaws_progress.def"
#define INSTANCE progress
#define PATH warp_front_end__DOT__kaws__DOT__progress
#include "tb/front_end/block_pins.h"
#define BLOCK kaws_share
#define TABLE "rtl_c/kaws_share.def"
#define INSTANCE share
#define PATH warp_front_end__DOT__kaws__DOT__share
#include "tb/front_end/block_pins.h"
#endif
#if CFG_SYSTEM == 4
#define BLOCK bucl_bypass
#define TABLE "rtl_c/bucl_bypass.def"
#define INSTANCE bypass
#define PATH warp_front_end__DOT__bucl__DOT__bypass
#include "tb/front_end/block_pins.h"
#endif
#if CFG_SYSTEM == 5
#define BLOCK owl_groups
#define TABLE "rtl_c/owl_groups.def"
#define INSTANCE cta_groups
#define PATH warp_front_end__DOT__owl__DOT__cta_groups
#include "tb/front_end/block_pins.h"
#endif
#define BLOCK warp_arbiter
#define TABLE "rtl_c/warp_arbiter.def"
#define INSTANCE arbiter_0
#define PATH warp_front_end__DOT__scheduler__BRA__0__KET____DOT__arbiter
#include "tb/front_end/block_pins.h"
#if CFG_S > 1
#define BLOCK warp_arbiter
#define TABLE "rtl_c/warp_arbiter.def"
#define INSTANCE arbiter_1
#define PATH warp_front_end__DOT__scheduler__BRA__1__KET____DOT__arbiter
#include "tb/front_end/block_pins.h"
#endif
#if CFG_S > 2
#define BLOCK warp_arbiter
#define TABLE "rtl_c/warp_arbiter.def"
#define INSTANCE arbiter_2
#define PATH warp_front_end__DOT__scheduler__BRA__2__KET____DOT__arbiter
#include "tb/front_end/block_pins.h"
#endif
#if CFG_S > 3
#define BLOCK warp_arbiter
#define TABLE "rtl_c/warp_arbiter.def"
#define INSTANCE arbiter_3
#define PATH warp_front_end__DOT__scheduler__BRA__3__KET____DOT__arbiter
#include "tb/front_end/block_pins.h"
#endif

// In the order of FE_ORDER ...; what the system has not got is not read.
void (*const readers[FE_BLOCKS])(const Root *, void *, void *, void *) = {
    read_order,
#if CFG_SYSTEM == 1
    read_rank, read_ocw, read_dlc, read_misspred, read_qualify,
#else
    nullptr, nullptr, nullptr, nullptr, nullptr,
#endif
#if CFG_SYSTEM == 2
    read_vta, read_lls, read_llds,
#else
    nullptr, nullptr, nullptr,
#endif
#if CFG_SYSTEM == 3
    read_progress,
#else
    nullptr,
#endif
#if CFG_SYSTEM == 4
    read_bypass,
#else
    nullptr,
#endif
#if CFG_SYSTEM == 5
    read_cta_groups,
#else
    nullptr,
#endif
    read_arbiter_0,
#if CFG_S > 1
    read_arbiter_1,
#else
    nullptr,
#endif
#if CFG_S > 2
    read_arbiter_2,
#else
    nullptr,
#endif
#if CFG_S > 3
    read_arbiter_3,
#else
    nullptr,
#endif
#if CFG_SYSTEM == 3
    read_share,
#else
    nullptr,
#endif
};

#define TABLE "tb/systemc/front_end.def"
#define PARAM(name, max, words) [[maybe_unused]] constexpr int name = CFG_##name;
#define DERIVED(name, expression, words) [[maybe_unused]] constexpr int name = (expression);
#include "rtl_c/table.h"

void put_early(const struct front_end_in *in)
{
#define IN(type, name, width, ...) pack(model->name##_i, &in->name, (width), 1);
#define IN_VEC(type, name, width, count, ...) pack(model->name##_i, in->name, (width), (count));
#include "rtl_c/table.h"
}

void put_late(const struct front_end_in *in)
{
#define IN_LATE(type, name, width, ...) pack(model->name##_i, &in->name, (width), 1);
#define IN_LATE_VEC(type, name, width, count, ...) pack(model->name##_i, in->name, (width), (count));
#include "rtl_c/table.h"
}

void get_outputs(struct front_end_out *out)
{
#define OUT(type, name, width, ...) unpack(model->name##_o, &out->name, (width), 1);
#define OUT_VEC(type, name, width, count, ...) unpack(model->name##_o, out->name, (width), (count));
#include "rtl_c/table.h"
}

}  // namespace

extern "C" {
void front_end_rtl_open(void)
{
    context = std::make_unique<VerilatedContext>();
    context->threads(1);
    model = std::make_unique<Vwarp_front_end>(context.get());
}

void front_end_rtl_close(void)
{
    model.reset();
    context.reset();
}

void front_end_rtl_settle(bool reset, bool late, const struct front_end_in *in, struct front_end_out *out)
{
    put_early(in);
    if (late) put_late(in);
    model->rst_i = reset;
    model->clk_i = 0;
    model->eval();
    get_outputs(out);
}

void front_end_rtl_edge(void)
{
    model->clk_i = 1;
    model->eval();
}

void front_end_rtl_read(unsigned block, void *in, void *out, void *q) { readers[block](model->rootp, in, out, q); }
}

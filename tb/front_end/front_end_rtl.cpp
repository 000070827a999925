// SPDX-License-Identifier: BSD-3-Clause
// The glue of warp_front_end: made from the tables, with what tb/front_end/verilate.sh prints of the blocks and of their
// instances. -DCFG_SYSTEM and the geometry are the command line's.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

#include "Vwarp_front_end.h"
#include "Vwarp_front_end___024root.h"

extern "C" {
#include "tb/front_end/front_end_rtl.h"
#include "block_headers.h"
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

#include "instances.h"

void (*readers[FE_BLOCKS])(const Root *, void *, void *, void *);

// The instance of each block that the system has, an arbiter's by its scheduler.
void find_readers()
{
    for (unsigned b = 0; b < FE_BLOCKS; b++) {
        const unsigned number = front_end_arbiter(b) ? b - FE_ARBITER : 0;
        for (const auto &instance : instances)
            if (front_end_has(b) && instance.number == number && std::strcmp(instance.block, front_end_name(b)) == 0)
                readers[b] = instance.read;
        if (front_end_has(b) && !readers[b]) {
            std::fprintf(stderr, "front end: %s has no instance in warp_front_end.v\n", front_end_name(b));
            std::abort();
        }
    }
}

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
    find_readers();
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

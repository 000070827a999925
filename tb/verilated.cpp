// SPDX-License-Identifier: BSD-3-Clause
// The glue between the C structs of a block and its Verilated module; made from the table, compiled once per tuple.
//
// The command line (tb/verilate.sh) gives -DCFG_<parameter>=value and
//   GLUE_BLOCK oaws_ocw   GLUE_CONFIG n8_s2_sets32   GLUE_MODEL Voaws_ocw_n8_s2_sets32
//   GLUE_HEADER "rtl_c/oaws_ocw.h"   GLUE_TABLE "rtl_c/oaws_ocw.def"   GLUE_MODEL_HEADER, GLUE_ROOT_HEADER: Verilator's
// An input is packed and put (tb/verilated_top.v.h) only when it has changed, a wide output unpacked only when its
// words have.
#include <cstdlib>
#include <cstring>
#include <new>
#include <memory>
#include <type_traits>

#include GLUE_MODEL_HEADER
#include GLUE_ROOT_HEADER

extern "C" {
#include "tb/verilated.h"
}
#include GLUE_HEADER

#define GLUE_PASTE(left, right) left##right
#define GLUE_JOIN(left, right) GLUE_PASTE(left, right)
#define INPUTS GLUE_JOIN(GLUE_BLOCK, _in)
#define OUTPUTS GLUE_JOIN(GLUE_BLOCK, _out)
#define STATE GLUE_JOIN(GLUE_BLOCK, _state)
#define REGISTER(name) lockstep__DOT__block__DOT__##name##_q
#define GIVEN(name) lockstep__DOT__##name##_given
#define TABLE GLUE_TABLE
#define TEXT_OF(text) #text
#define TEXT(text) TEXT_OF(text)

namespace {

#define PARAM(name, max, words) [[maybe_unused]] constexpr int name = CFG_##name;
#define DERIVED(name, expression, words) [[maybe_unused]] constexpr int name = (expression);
#include "rtl_c/table.h"

// Elements to a port of up to 64 bits.
template <int width, int count, class Element, class Port> void pack(Port &port, const Element *elements)
{
    uint64_t packed = 0;
    for (int i = 0; i < count; i++) packed |= (elements[i] & MASK(width)) << (i * width);
    port = static_cast<Port>(packed);
}

template <int width, int count, class Element, class Port> void unpack(const Port &port, Element *elements)
{
    for (int i = 0; i < count; i++)
        elements[i] = static_cast<Element>(static_cast<uint64_t>(port) >> (i * width) & MASK(width));
}

// Elements to a wider port, an array of 32-bit words.
template <int width, int count, class Element, std::size_t words>
void pack(VlWide<words> &port, const Element *elements)
{
    unsigned __int128 pending = 0;
    unsigned bits = 0, word = 0;
    for (int i = 0; i < count; i++) {
        pending |= static_cast<unsigned __int128>(elements[i] & MASK(width)) << bits;
        for (bits += width; bits >= 32; bits -= 32, pending >>= 32) port[word++] = static_cast<EData>(pending);
    }
    if (bits > 0) port[word] = static_cast<EData>(pending);
}

template <int width, int count, class Element, std::size_t words>
void unpack(const VlWide<words> &port, Element *elements)
{
    unsigned __int128 pending = 0;
    unsigned bits = 0, word = 0;
    for (int i = 0; i < count; i++) {
        for (; bits < width; bits += 32) pending |= static_cast<unsigned __int128>(port[word++]) << bits;
        elements[i] = static_cast<Element>(static_cast<uint64_t>(pending) & MASK(width));
        pending >>= width;
        bits -= width;
    }
}

// Whether a port differs from its copy, which is brought up to date. Zero is what Verilator's two-state models start
// from.
template <class Port> bool changed(const Port &port, Port &copy)
{
    if (std::memcmp(&copy, &port, sizeof port) == 0) return false;
    std::memcpy(&copy, &port, sizeof port);
    return true;
}

using Root = std::remove_reference_t<decltype(*GLUE_MODEL::rootp)>;

struct Glue {
    VerilatedContext            context;
    std::unique_ptr<GLUE_MODEL> model;
    INPUTS                      in;      // elements as they were last packed
    OUTPUTS                     out;
    STATE                       q;
    bool                        put;     // registers are put that no evaluation has seen
    struct {                             // vectors as they were last unpacked
#define OUT_VEC(type, name, ...) std::remove_reference_t<decltype(GLUE_MODEL::name##_o)> name##_o;
#define REG_VEC(type, name, ...) decltype(Root::REGISTER(name)) name##_q;
#define REG_PART(type, name, ...) decltype(Root::REGISTER(name)) name##_q;
#include "rtl_c/table.h"
        int none;
    } words;

    Glue()
    {
        context.threads(1);
        make();
    }
    ~Glue() { destroy(); }

    // A model leaves the scopes of the thread's context, which is by default the one made last, perhaps gone by now.
    void destroy()
    {
        Verilated::threadContextp(&context);
        model.reset();
    }

    // A new model: its first evaluation settles everything, from whatever its registers hold then.
    void make()
    {
        destroy();
        model.reset(new GLUE_MODEL(&context));
        std::memset(&in, 0, sizeof in);
        std::memset(&out, 0, sizeof out);
        std::memset(&q, 0, sizeof q);
        std::memset(&words, 0, sizeof words);
        model->clk_i = 0;
        model->rst_i = 0;
        put = false;
    }

    // With the clock low, and all that was put.
    void settle()
    {
        model->clk_i = 0;
        model->eval();
        put = false;
    }
};

// Puts an input that differs from what was put last: true when it does.
template <int width, int count, class Port, class Element>
bool put(Port &given, CData &toggle, Element *copy, const Element *elements)
{
    if (std::memcmp(copy, elements, count * sizeof *elements) == 0) return false;
    std::memcpy(copy, elements, count * sizeof *elements);
    pack<width, count>(given, elements);
    toggle ^= 1;
    return true;
}

#define PUT(name, width, count, elements) \
    any |= put<width, count>(glue->model->rootp->GIVEN(name), glue->model->put_##name, elements(glue->in.name), \
                             elements(in->name));
#define ONE(element) &element
#define ALL(elements) elements

bool put_early(Glue *glue, const INPUTS *in)
{
    bool any = false;
    (void)glue, (void)in;
#define IN(type, name, width, ...) PUT(name, width, 1, ONE)
#define IN_VEC(type, name, width, count, ...) PUT(name, width, count, ALL)
#include "rtl_c/table.h"
    return any;
}

bool put_late(Glue *glue, const INPUTS *in)
{
    bool any = false;
    (void)glue, (void)in;
#define IN_LATE(type, name, width, ...) PUT(name, width, 1, ONE)
#define IN_LATE_VEC(type, name, width, count, ...) PUT(name, width, count, ALL)
#include "rtl_c/table.h"
    return any;
}

const OUTPUTS *get_out(Glue *glue)
{
#define OUT(type, name, width, ...) unpack<width, 1>(glue->model->name##_o, &glue->out.name);
#define OUT_VEC(type, name, width, count, ...)                                                                         \
    if (changed(glue->model->name##_o, glue->words.name##_o))                                                          \
        unpack<width, count>(glue->words.name##_o, glue->out.name);
#include "rtl_c/table.h"
    return &glue->out;
}

const STATE *get_registers(Glue *glue)
{
    [[maybe_unused]] Root *root = glue->model->rootp;
#define REG(type, name, width, ...) unpack<width, 1>(root->REGISTER(name), &glue->q.name);
#define REG_VEC(type, name, width, count, ...) \
    if (changed(root->REGISTER(name), glue->words.name##_q)) unpack<width, count>(glue->words.name##_q, glue->q.name);
#define REG_PART(type, name, width, count, ...) \
    if (changed(root->REGISTER(name), glue->words.name##_q)) unpack<width, count>(glue->words.name##_q, glue->q.name);
#include "rtl_c/table.h"
    return &glue->q;
}

const STATE *get_state(Glue *glue)
{
    [[maybe_unused]] Root *root = glue->model->rootp;
#define MEM(type, name, width, count, ...) \
    for (int i = 0; i < (count); i++) unpack<width, 1>(root->REGISTER(name)[i], &glue->q.name[i]);
#include "rtl_c/table.h"
    return get_registers(glue);
}

void *glue_open() { return new Glue; }
void glue_close(void *model) { delete static_cast<Glue *>(model); }

// One evaluation: the rising clock, if `edge`, and early inputs, and late ones, if `late`.
const void *evaluate(Glue *glue, const INPUTS *in, bool edge, bool late)
{
    if (edge && (glue->model->clk_i || glue->put)) glue->settle();
    glue->model->clk_i = edge;
    put_early(glue, in);
    if (late) put_late(glue, in);
    glue->model->eval();
    glue->put = false;
    return get_out(glue);
}

const void *glue_out(void *model, const void *in)
{
    return evaluate(static_cast<Glue *>(model), static_cast<const INPUTS *>(in), false, false);
}

const void *glue_settle(void *model, const void *in)
{
    return evaluate(static_cast<Glue *>(model), static_cast<const INPUTS *>(in), false, true);
}

const void *glue_evaluate(void *model, const void *in, bool edge)
{
    return evaluate(static_cast<Glue *>(model), static_cast<const INPUTS *>(in), edge, true);
}

const void *glue_registers(void *model) { return get_registers(static_cast<Glue *>(model)); }

const void *glue_edge(void *model, const void *in)
{
    Glue *glue = static_cast<Glue *>(model);
    if (put_late(glue, static_cast<const INPUTS *>(in)) || glue->model->clk_i || glue->put) glue->settle();
    glue->model->clk_i = 1;
    glue->model->eval();
    return get_registers(glue);
}

const void *glue_state(void *model)
{
    Glue *glue = static_cast<Glue *>(model);
    if (glue->put) glue->settle();
    return get_state(glue);
}

const void *glue_reset(void *model)
{
    Glue *glue = static_cast<Glue *>(model);
    glue->model->rst_i = 1;
    glue->settle();
    glue->model->clk_i = 1;
    glue->model->eval();
    glue->model->rst_i = 0;
    return get_state(glue);
}

#ifdef GLUE_MUTSEL
constexpr decltype(verilated_ops::put_registers) glue_put_registers = nullptr;
#else
// Given like inputs, and put once before the next evaluation.
void glue_put_registers(void *model, const void *state)
{
    Glue *glue = static_cast<Glue *>(model);
    [[maybe_unused]] Root *root = glue->model->rootp;
    [[maybe_unused]] const STATE *q = static_cast<const STATE *>(state);
#define REG(type, name, width, ...) pack<width, 1>(root->GIVEN(name##_q), &q->name);
#define REG_VEC(type, name, width, count, ...) pack<width, count>(root->GIVEN(name##_q), q->name);
#define REG_PART(type, name, width, count, ...) pack<width, count>(root->GIVEN(name##_q), q->name);
#include "rtl_c/table.h"
    if (!glue->put) glue->model->put_registers ^= 1;
    glue->put = true;
}
#endif

void glue_load(void *model, const void *state)
{
    Glue *glue = static_cast<Glue *>(model);
    const STATE *q = static_cast<const STATE *>(state);
    glue->make();
    Root *root = glue->model->rootp;
#define REG(type, name, width, ...) pack<width, 1>(root->REGISTER(name), &q->name);
#define REG_VEC(type, name, width, count, ...) pack<width, count>(root->REGISTER(name), q->name);
#define REG_PART(type, name, width, count, ...) pack<width, count>(root->REGISTER(name), q->name);
#define MEM(type, name, width, count, ...) \
    for (int i = 0; i < (count); i++) pack<width, 1>(root->REGISTER(name)[i], &q->name[i]);
#include "rtl_c/table.h"
    glue->model->eval();
}
}  // namespace

// Verilated code allocates by these alone: none of them is seen outside of the shared object.
verilated_no_memory_call *verilated_no_memory = nullptr;
void *operator new(std::size_t bytes)
{
    void *memory = std::malloc(bytes ? bytes : 1);
    if (!memory && verilated_no_memory) verilated_no_memory(bytes);
    if (!memory) std::abort();
    return memory;
}
void *operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept { std::free(memory); }

#define VERILATED_OPS GLUE_JOIN(verilated_, GLUE_JOIN(GLUE_BLOCK, GLUE_JOIN(_, GLUE_CONFIG)))

extern "C" const verilated_ops VERILATED_OPS = {TEXT(GLUE_BLOCK), TEXT(GLUE_CONFIG), glue_open, glue_close, glue_out,
                                                glue_settle, glue_edge, glue_reset, glue_state, glue_load,
                                                glue_evaluate, glue_registers, glue_put_registers};

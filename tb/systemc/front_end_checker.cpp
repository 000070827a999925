// SPDX-License-Identifier: BSD-3-Clause
// The SystemC modules as the Verilog side of a lockstep run (tb/lockstep.h): what was sampled answers its calls.
#include "tb/systemc/front_end_checker.h"

#include <cinttypes>
#include <cstdio>
#include <map>

extern "C" {
#include "tb/field.h"
}

namespace {

uint64_t    inputs_compared;         // since the check of this cycle began
std::string wrong_input;                 // the first input that differs from the model's, as a line

void compare_input(const block_ops *ops, const block_field *f, const void *c, const void *systemc)
{
    for (unsigned element = 0; element < f->count && wrong_input.empty(); element++) {
        uint64_t c_value = field_get(f, c, element), value = field_get(f, systemc, element);
        if (c_value == value) continue;
        char name[FIELD_TEXT], line[256];
        field_element_name(f, element, name);
        snprintf(line, sizeof line, "%s[front end]: cycle @: %s %s: C 0x%" PRIx64 ", SystemC 0x%" PRIx64, ops->block,
                 field_kind_word(f), name, c_value, value);
        wrong_input = line;
    }
}

void compare_inputs(const block_ops *ops, field_kind kind, const void *c, const void *systemc)
{
    for (const block_field *f = ops->fields; f->name; f++) {
        if (f->kind != kind) continue;
        inputs_compared += f->count;
        compare_input(ops, f, c, systemc);
    }
}

// The other side of one block. A checker fills `waiting` and opens its models; they take them in order.
template <class Module> struct side {
    static std::vector<Module *> waiting;
    static const block_ops      *model;

    static void *open()
    {
        Module *m = waiting.front();
        waiting.erase(waiting.begin());
        return m;
    }
    static void close(void *) {}
    static const void *out(void *module, const void *in)
    {
        Module *m = static_cast<Module *>(module);
        if (model) compare_inputs(model, FIELD_IN, in, &m->in);
        return &m->out;
    }
    static const void *settle(void *module, const void *) { return &static_cast<Module *>(module)->out; }
    static const void *edge(void *module, const void *in)
    {
        Module *m = static_cast<Module *>(module);
        if (model) compare_inputs(model, FIELD_IN_LATE, in, &m->in);
        return &m->q;
    }
    static const void *registers(void *module) { return &static_cast<Module *>(module)->q; }
    static void load(void *, const void *) {}            // scramble() has done it, before the first edge
    static const verilated_ops ops;
};
template <class Module> std::vector<Module *> side<Module>::waiting;
template <class Module> const block_ops *side<Module>::model;
template <class Module>
const verilated_ops side<Module>::ops = {"", "", open, close, out, settle, edge, registers, registers, load,
                                          nullptr, nullptr, nullptr};

std::map<std::string, const verilated_ops *> sides;        // of the modules that there are, by their block

// A block of the chain in C without a module here is an error of this program: at() ends it.
const verilated_ops *side_of(const char *block) { return sides.at(block); }

template <class Visit> void each_module(warp_scheduling_front_end &f, Visit visit)
{
    visit(f.order);
    f.each_of_system(visit);
    for (auto &a : f.arbiter) visit(*a);
}
}  // namespace

front_end_checker::front_end_checker(sc_core::sc_module_name name, warp_scheduling_front_end &front_end, uint64_t seed)
    : sc_core::sc_module(name), front_end_(front_end), seed_(seed)
{
    std::memset(&in_, 0, sizeof in_);
    std::memset(&out_, 0, sizeof out_);
    SC_HAS_PROCESS(front_end_checker);
    SC_METHOD(sample);
    sensitive << clk_i.pos();
    dont_initialize();
    SC_METHOD(check);
    sensitive << clk_i.neg();
    dont_initialize();
}

front_end_checker::~front_end_checker()
{
    if (run_) lockstep_close(run_);
}

void front_end_checker::start_of_simulation()
{
    each_module(front_end_, [](auto &m) { m.scramble(); });
}

uint64_t front_end_checker::comparisons() const
{
    return run_ ? lockstep_count(run_).fields + ports_ : 0;
}

#define TABLE "tb/systemc/front_end.def"
void front_end_checker::read_inputs(const warp_scheduling_front_end &front_end, struct front_end_in *in)
{
#define IN(type, name, width, ...) unpack<(width), 1>(front_end.name##_i.read(), &in->name);
#define IN_LATE(type, name, width, ...) unpack<(width), 1>(front_end.name##_i.read(), &in->name);
#define IN_VEC(type, name, width, count, ...) unpack<(width), (count)>(front_end.name##_i.read(), in->name);
#define IN_LATE_VEC(type, name, width, count, ...) unpack<(width), (count)>(front_end.name##_i.read(), in->name);
#include "rtl_c/table.h"
}

void front_end_checker::read_outputs(const warp_scheduling_front_end &front_end, struct front_end_out *out)
{
#define OUT(type, name, width, ...) unpack<(width), 1>(front_end.name##_o.read(), &out->name);
#define OUT_VEC(type, name, width, count, ...) unpack<(width), (count)>(front_end.name##_o.read(), out->name);
#include "rtl_c/table.h"
}
#undef TABLE

void front_end_checker::sample()
{
    if (failed()) return;
    each_module(front_end_, [](auto &m) { m.sample_ports(); });
    read_inputs(front_end_, &in_);
    read_outputs(front_end_, &out_);
    reset_ = front_end_.rst_i.read();
    sampled_ = true;
}

bool front_end_checker::open()
{
    lockstep_options options = {};
    char error[512];
    each_module(front_end_, [](auto &m) {
        using module = std::remove_reference_t<decltype(m)>;
        side<module>::waiting.push_back(&m);
        sides[module::block()] = &side<module>::ops;
    });
    options.mode = BLOCKS_LOCKSTEP;
    options.when = LOCKSTEP_EVERY;
    options.no_pack = true;
    options.seed = seed_;
    run_ = lockstep_open(&options, error, sizeof error);
    if (run_ && front_end_models_open(&models_, run_, side_of, error, sizeof error)) {
        each_module(front_end_, [this](auto &m) {
            using module = std::remove_reference_t<decltype(m)>;
            for (unsigned b = 0; b <= FE_ARBITER; b++)
                if (!strcmp(front_end_name(b), module::block())) side<module>::model = models_.blocks[b]->ops;
        });
        return true;
    }
    failure_ = error;
    return false;
}

void front_end_checker::compare_outputs()
{
    for (const block_field *f = front_end_fields; f->name && !failed(); f++) {
        for (unsigned element = 0; f->kind == FIELD_OUT && element < f->count; element++) {
            uint64_t c = field_get(f, &expected_, element), systemc = field_get(f, &out_, element);
            ports_++;
            if (c == systemc || failed()) continue;
            char element_name[FIELD_TEXT], line[256];
            field_element_name(f, element, element_name);
            snprintf(line, sizeof line, "systemc: front_end: cycle %" PRIu64 ": output %s: C 0x%" PRIx64
                     ", SystemC 0x%" PRIx64, cycles_, element_name, c, systemc);
            failure_ = line;
        }
    }
}

// A cycle that has gone by, and its edge. The first one must be a reset: before it the registers hold nothing.
void front_end_checker::check()
{
    if (failed() || !sampled_) return;
    each_module(front_end_, [this](auto &m) {
        if (reset_) m.fill_memories();
        m.sample_registers();
    });
    bool first = !run_;
    if (first && !reset_) {
        failure_ = "front_end_checker: the first rising edge came without rst_i, expected a reset";
        return;
    }
    if (first && !open()) return;
    lockstep_cycle(run_, cycles_);
    inputs_compared = 0;
    wrong_input.clear();
    if (!first) front_end_models_out(&models_, &in_, &expected_);
    if (!first && reset_) front_end_models_reset(&models_);
    if (!reset_) front_end_models_edge(&models_, &in_, &expected_);
    ports_ += inputs_compared;
    if (!wrong_input.empty())
        failure_ = "systemc: " + wrong_input.replace(wrong_input.find('@'), 1, std::to_string(cycles_));
    else if (lockstep_failed(run_))
        failure_ = lockstep_failed(run_);
    else if (!first)
        compare_outputs();
    cycles_++;
}

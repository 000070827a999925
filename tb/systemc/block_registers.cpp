// SPDX-License-Identifier: BSD-3-Clause
// The registers of one block as a SystemC module, made from its table and compiled with the module (verilate.sh):
// nothing else depends on the inside of a module. The command line gives, beside the parameters,
//   GLUE_BLOCK oaws_ocw   GLUE_HEADER "rtl_c/oaws_ocw.h"   GLUE_TABLE "rtl_c/oaws_ocw.def"
//   GLUE_MODEL_HEADER "Voaws_ocw.h"   GLUE_ROOT_HEADER "Voaws_ocw___024root.h"
#include <cstring>

#include "tb/systemc/pins.h"

#include GLUE_MODEL_HEADER
#include GLUE_ROOT_HEADER

extern "C" {
#include GLUE_HEADER
}

#define BLOCK GLUE_BLOCK
#define TABLE GLUE_TABLE
#include "tb/systemc/block_module.h"
#define TABLE GLUE_TABLE

namespace {

// A register is an integer, or words.
template <int width, int count, class Register, class Element>
void get_register(const Register &value, Element *elements)
{
    if constexpr (std::is_integral_v<Register>)
        unpack_words<width, count>(elements, [&](int i) { return static_cast<uint32_t>(uint64_t(value) >> 32 * i); });
    else
        unpack_words<width, count>(elements, [&](int i) { return static_cast<uint32_t>(value[i]); });
}

template <int width, int count, class Register, class Element>
void put_register(Register &value, const Element *elements)
{
    if constexpr (std::is_integral_v<Register>) {
        uint64_t packed = 0;
        pack_words<width, count>(elements, [&](int i, uint32_t word) { packed |= uint64_t(word) << 32 * i; });
        value = static_cast<Register>(packed);
    } else {
        pack_words<width, count>(elements, [&](int i, uint32_t word) { value[i] = word; });
    }
}
}  // namespace

#define MODULE BLOCK_JOIN(GLUE_BLOCK, _module)
#define REGISTER(name) model.rootp->BLOCK_JOIN(GLUE_BLOCK, __DOT__##name##_q)

void MODULE::sample_registers()
{
#define REG(type, name, width, ...) get_register<(width), 1>(REGISTER(name), &q.name);
#define REG_VEC(type, name, width, count, ...) get_register<(width), (count)>(REGISTER(name), q.name);
#define REG_PART(type, name, width, count, ...) get_register<(width), (count)>(REGISTER(name), q.name);
#define MEM(type, name, width, count, ...) \
    for (int i = 0; i < (count); i++) get_register<(width), 1>(REGISTER(name)[i], &q.name[i]);
#include "rtl_c/table.h"
}

void MODULE::scramble()
{
#define REG(type, name, width, reset, ...) \
    q.name = ~uint64_t(reset); \
    put_register<(width), 1>(REGISTER(name), &q.name);
#define REG_VEC(type, name, width, count, count_max, reset, ...) \
    for (unsigned element = 0; element < (count); element++) q.name[element] = ~uint64_t(reset); \
    put_register<(width), (count)>(REGISTER(name), q.name);
#define REG_PART(type, name, width, count, count_max, bits, reset, ...) \
    for (unsigned element = 0; element < (count); element++) q.name[element] = ~uint64_t(reset) & (bits); \
    put_register<(width), (count)>(REGISTER(name), q.name);
#include "rtl_c/table.h"
}

void MODULE::fill_memories()
{
#define MEM(type, name, width, count, count_max, reset, ...) \
    for (unsigned element = 0; element < (count); element++) { \
        q.name[element] = (reset); \
        put_register<(width), 1>(REGISTER(name)[element], &q.name[element]); \
    }
#include "rtl_c/table.h"
}

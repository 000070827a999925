// SPDX-License-Identifier: BSD-3-Clause
// The glue of a netlist that holds many mutants: its extra input `mutsel` takes the number in mutant_selected whenever
// a model is made, which every block_reset does. A mutation at a flip-flop's output leaves the register's name to a wire,
// which cannot be loaded; so a model goes through some cycles with random inputs first, and is reset from where they lead.
#include GLUE_MODEL_HEADER

extern "C" unsigned mutant_selected;

using Netlist = GLUE_MODEL;
struct MutantModel : Netlist {
    explicit MutantModel(VerilatedContext *context);
};

#undef GLUE_MODEL
#define GLUE_MODEL MutantModel
#include "tb/verilated.cpp"

MutantModel::MutantModel(VerilatedContext *context) : Netlist(context)
{
    enum { CYCLES = 8 };
    INPUTS   drawn = {};
    uint64_t random = 1;

    mutsel = static_cast<decltype(mutsel + 0)>(mutant_selected);
    for (int cycle = 0; cycle <= CYCLES; cycle++) {
        for (std::size_t byte = 0; byte < sizeof drawn; byte++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            reinterpret_cast<unsigned char *>(&drawn)[byte] = cycle < CYCLES ? random >> 56 : 0;   // 0 in the end
        }
#define DRAW(name, width, count, elements) pack<width, count>(rootp->GIVEN(name), elements(drawn.name)), put_##name ^= 1;
#define IN(type, name, width, ...) DRAW(name, width, 1, ONE)
#define IN_LATE(type, name, width, ...) DRAW(name, width, 1, ONE)
#define IN_VEC(type, name, width, count, ...) DRAW(name, width, count, ALL)
#define IN_LATE_VEC(type, name, width, count, ...) DRAW(name, width, count, ALL)
#include "rtl_c/table.h"
        clk_i = 0;
        eval();
        clk_i = cycle < CYCLES;
        eval();
    }
}

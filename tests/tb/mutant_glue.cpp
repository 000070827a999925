// The glue of a netlist that holds many mutants: its extra input `mutsel` takes the number in mutant_selected whenever
// a model is made, which every block_reset does.
#include GLUE_MODEL_HEADER

extern "C" unsigned mutant_selected;

struct MutantModel : GLUE_MODEL {
    explicit MutantModel(VerilatedContext *context) : GLUE_MODEL(context)
    {
        mutsel = static_cast<decltype(mutsel + 0)>(mutant_selected);
    }
};

#undef GLUE_MODEL
#define GLUE_MODEL MutantModel
#include "tb/verilated.cpp"

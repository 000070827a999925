// SPDX-License-Identifier: BSD-3-Clause
// The glue of a tuple that counts lines and toggles (rtl.sh): what tb/verilated.cpp makes of the block, whose models write their
// counts where they end, each into a file of its own in $COVERAGE_RTL/counts.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include GLUE_MODEL_HEADER
#include GLUE_ROOT_HEADER
#include <verilated_cov.h>

namespace {
class Counted : public GLUE_MODEL {
public:
    using GLUE_MODEL::GLUE_MODEL;
    ~Counted()
    {
        static unsigned number;
        const std::string folder = std::getenv("COVERAGE_RTL");
        const std::string file = "/counts/" + std::string(modelName()) + "." + std::to_string(getpid()) + "." + std::to_string(number++);
        contextp()->coveragep()->write((folder + file + ".dat").c_str());
        contextp()->coveragep()->clear();
    }
};
}
#undef GLUE_MODEL
#define GLUE_MODEL Counted
#include "tb/verilated.cpp"

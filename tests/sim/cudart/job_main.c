// SPDX-License-Identifier: BSD-3-Clause
// warplock, linked as the CUDA runtime is: without what link-time optimisation makes of the simulator (sim/sim.mk).
#include "sim/cli/cli.h"

int main(int argc, char **argv) { return cli_main(argc, argv); }

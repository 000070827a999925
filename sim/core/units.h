// SPDX-License-Identifier: BSD-3-Clause
// Kinds of units in one SM: SP, SFU and LD/ST always; INT, DP and tensor if the machine has them. Otherwise their instructions
// go to SP, SFU and SFU (GPGPU-Sim's scheduler_unit::cycle, which then has no unit for tensor instructions).
#ifndef WARPLOCK_SIM_CORE_UNITS_H
#define WARPLOCK_SIM_CORE_UNITS_H

#include "sim/frontend/program.h"
#include "sim/machine/machine.h"

// Pipelines of a kind; there is one LD/ST unit.
static inline unsigned units_of_kind(const machine *m, unsigned kind)
{
    const uint32_t units[UNIT_COUNT] = {[UNIT_SP] = m->core.sp_units, [UNIT_SFU] = m->core.sfu_units, [UNIT_MEM] = 1,
                                        [UNIT_INT] = m->core.int_units, [UNIT_DP] = m->core.dp_units, [UNIT_TENSOR] = m->core.tensor_units};
    return units[kind];
}

// The kind that takes the instructions of this one.
static inline unsigned unit_of_machine(const machine *m, unsigned kind)
{
    static const uint8_t otherwise[UNIT_COUNT] = {[UNIT_SP] = UNIT_SP, [UNIT_SFU] = UNIT_SFU, [UNIT_MEM] = UNIT_MEM, [UNIT_INT] = UNIT_SP,
                                                  [UNIT_DP] = UNIT_SFU, [UNIT_TENSOR] = UNIT_SFU};
    return units_of_kind(m, kind) ? kind : otherwise[kind];
}

// Number of kinds, from UNIT_SP on.
static inline unsigned unit_kinds(const machine *m)
{
    return m->core.int_units || m->core.dp_units || m->core.tensor_units ? UNIT_COUNT : UNITS_ALWAYS;
}

static inline const char *unit_word(unsigned kind)
{
    static const char *const words[UNIT_COUNT] = {[UNIT_SP] = "sp", [UNIT_SFU] = "sfu", [UNIT_MEM] = "mem", [UNIT_INT] = "int", [UNIT_DP] = "dp",
                                                  [UNIT_TENSOR] = "tensor"};
    return words[kind];
}

#endif

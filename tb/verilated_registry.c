// SPDX-License-Identifier: BSD-3-Clause
// The list of every Verilated module, made from rtl_c/configs.def.
#include "tb/verilated.h"

#define CONFIG(block, name, flags) extern const verilated_ops verilated_##block##_##name;
#include "rtl_c/configs.def"
#undef CONFIG

const verilated_ops *const verilated_table[] = {
#define CONFIG(block, name, flags) &verilated_##block##_##name,
#include "rtl_c/configs.def"
#undef CONFIG
    NULL};

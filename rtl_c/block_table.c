// SPDX-License-Identifier: BSD-3-Clause
// The list of every built model, made from configs.def.
#include "rtl_c/block.h"

#define CONFIG(block, name, flags) extern const block_ops block##_##name;
#include "rtl_c/configs.def"
#undef CONFIG

const block_ops *const block_table[] = {
#define CONFIG(block, name, flags) &block##_##name,
#include "rtl_c/configs.def"
#undef CONFIG
    NULL};

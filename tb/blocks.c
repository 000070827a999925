// SPDX-License-Identifier: BSD-3-Clause
// See tb/blocks.h.
#include "tb/blocks.h"

#include <string.h>

#define PLACE(block, ...) extern const block_ops block##_described;
#include "rtl_c/places.def"
#undef PLACE

const block_ops *const described_blocks[] = {
#define PLACE(block, ...) &block##_described,
#include "rtl_c/places.def"
#undef PLACE
    NULL};

const block_ops *block_described(const char *block)
{
    const block_ops *const *described = described_blocks;

    while (*described && strcmp((*described)->block, block) != 0)
        described++;
    return *described;
}

const config_row config_rows[] = {
#define CONFIG(block, name, flags) {#block, #name},
#include "rtl_c/configs.def"
#undef CONFIG
    {NULL, NULL}};

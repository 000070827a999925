// SPDX-License-Identifier: BSD-3-Clause
// See tb/blocks.h.
#include "tb/blocks.h"

#include <string.h>

#define PLACE(block, ...) extern const block_ops block##_described; extern const unsigned block##_most[];
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

const unsigned *block_most(const block_ops *described)
{
    static const unsigned *const most[] = {
#define PLACE(block, ...) block##_most,
#include "rtl_c/places.def"
#undef PLACE
    };
    const block_ops *const *at = described_blocks;

    while (*at != described)
        at++;
    return most[at - described_blocks];
}

const config_row config_rows[] = {
#define CONFIG(block, name, flags) {#block, #name},
#include "rtl_c/configs.def"
#undef CONFIG
    {NULL, NULL}};

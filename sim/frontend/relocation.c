// SPDX-License-Identifier: BSD-3-Clause
// Addresses of variables, once all places are known: in rows of constants and in initial values.
#include "sim/frontend/code.h"

#include <string.h>

static uint64_t space_address(const symbol *s)
{
    return s->space == SPACE_LOCAL && s->function != NULL ? s->address + s->function->local_base : s->address;
}

uint64_t symbol_generic_address(const program *p, const symbol *s)
{
    switch (s->space) {
    case SPACE_SHARED: return EXEC_GENERIC_SHARED + space_address(s);
    case SPACE_LOCAL:  return EXEC_GENERIC_LOCAL + space_address(s);
    case SPACE_PARAM:  return GENERIC_PARAM + space_address(s);
    case SPACE_CONST:  return p->constant_base + space_address(s);
    default:           return space_address(s);
    }
}

void relocate(program *p)
{
    for (const relocation *r = p->relocations; r != NULL; r = r->next) {
        uint64_t value = (uint64_t)r->addend + (r->generic ? symbol_generic_address(p, r->symbol) :
                                                space_address(r->symbol));
        if (r->initial != NULL) {
            memcpy(r->initial, &value, r->initial_bytes);
            continue;
        }
        value = r->narrow ? (uint64_t)(uint32_t)value << 32 | (uint32_t)value : value;
        uint64_t *lanes = (uint64_t *)(void *)(p->constants + r->row);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            lanes[lane] = value;
        }
    }
}
